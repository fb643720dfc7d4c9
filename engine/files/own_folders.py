"""The user's folders in this system: settings, data, state, cache.

There may be no home folder: a container that runs under a user number without an account has none.
Reading then finds no files, and writing raises an error whose message names another way.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine.base.errors import FileFault

NOWHERE = Path(os.devnull) / "weathergage"
"""The path used in place of a folder that this system does not define. Nothing exists in it, and
nothing can be created in it."""


class OwnFiles(NamedTuple):
    """The paths of a person's files of stars and of puzzle answers; None means the usual path."""

    stars: Path | None = None
    answers: Path | None = None
    why_not: str = "no folder of yours is writable"
    """The reason given where something cannot be stored."""


USUAL_FILES = OwnFiles()


def config_folder() -> Path:
    """Return the folder of settings, keymap and own records, or `NOWHERE`."""
    chosen = os.environ.get("WEATHERGAGE_CONFIG")
    if chosen:
        return Path(chosen)
    from platformdirs import user_config_path  # imported here, so that a checkout starts faster

    return _named(user_config_path)


def data_folder() -> Path:
    """Return the folder for the player's own work, such as battles, or `NOWHERE`."""
    from platformdirs import user_data_path

    return _named(user_data_path)


def state_folder() -> Path:
    """Return the folder for the program's own records, or `NOWHERE`."""
    from platformdirs import user_state_path

    return _named(user_state_path)


def cache_folder() -> Path:
    """Return the folder for caches, or `NOWHERE`."""
    from platformdirs import user_cache_path

    return _named(user_cache_path)


def is_nowhere(path: Path) -> bool:
    """Tell whether a path is inside `NOWHERE`."""
    return path.is_relative_to(NOWHERE)


def writable_folder(folder: Path, what: str, way: str) -> Path:
    """Return a folder in which something is to be written.

    Raises `FileFault` for `NOWHERE`; its message says `what` was to be stored, and which `way`
    there is to choose another folder.
    """
    if is_nowhere(folder):
        raise FileFault(
            f"this user has no home folder to keep {what} in; {way} names another folder"
        )
    return folder


def _named(find: Callable[[str], Path]) -> Path:
    try:
        folder = find("weathergage")
    except (RuntimeError, KeyError, OSError):
        return NOWHERE
    return folder if folder.is_absolute() else NOWHERE
