"""The folders of this player that the system names: settings, data, state, cache.

There may be no home. A container that runs as a number without a name has none. Reading needs none
then; what is to be written says how to name another folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine.base.errors import FileFault

NOWHERE = Path(os.devnull) / "weathergage"
"""Stands for a folder that this system does not name: nothing is in it, and nothing can be."""


class OwnFiles(NamedTuple):
    """Where a person's stars of lessons and answers to puzzles are kept; None: the usual files."""

    stars: Path | None = None
    answers: Path | None = None
    why_not: str = "no folder of yours is writable"
    """Why something cannot be kept, where it cannot."""


USUAL_FILES = OwnFiles()


def config_folder() -> Path:
    """Return the folder of settings, keymap and own records, or `NOWHERE`."""
    chosen = os.environ.get("WEATHERGAGE_CONFIG")
    if chosen:
        return Path(chosen)
    from platformdirs import user_config_path  # imported late: a checkout starts faster without it

    return _named(user_config_path)


def data_folder() -> Path:
    """Return the folder of what the player makes, or `NOWHERE`."""
    from platformdirs import user_data_path

    return _named(user_data_path)


def state_folder() -> Path:
    """Return the folder of what the program notes for itself, or `NOWHERE`."""
    from platformdirs import user_state_path

    return _named(user_state_path)


def cache_folder() -> Path:
    """Return the folder of what can be made again at any time, or `NOWHERE`."""
    from platformdirs import user_cache_path

    return _named(user_cache_path)


def is_nowhere(path: Path) -> bool:
    """Tell whether a path is in no folder that there is."""
    return path.is_relative_to(NOWHERE)


def to_write(folder: Path, what: str, way: str) -> Path:
    """Return a folder that something can be put in; raises `FileFault` for `NOWHERE`.

    `what` are to be kept there, and `way` names another folder.
    """
    if is_nowhere(folder):
        raise FileFault(f"this user has no home folder to keep {what} in; {way} names another")
    return folder


def _named(find: Callable[[str], Path]) -> Path:
    try:
        folder = find("weathergage")
    except (RuntimeError, KeyError, OSError):
        return NOWHERE
    return folder if folder.is_absolute() else NOWHERE
