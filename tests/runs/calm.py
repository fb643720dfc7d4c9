"""What makes a run the same on every machine and on every day: fixed dates, chance, folders and
pauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, tzinfo
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine.game.panel import MANY_BATTLES
from engine.kernel import registry
from tests.pond.game import PondGame
from tests.tui.conftest import BASE, FixedSecrets

NOW = datetime(2026, 11, 26, 12, 0)
"""The moment at which all runs are played: dates of other lengths would be wrapped elsewhere."""
DATED = (
    *("files.index", "files.library", "files.saved_battles", "files.saves", "files.diary"),
    *("sitting.kinds.mail_errands", "sitting.watching.branches", "hosting.hosted", "hosting.hub"),
    *("hosting.leaving", "hosting.club.desk", "hosting.club.people", "hosting.club.tournaments"),
)
"""The modules of engine/ that ask for the date."""
NEVER = 1e6
"""Seconds after which a timer rings that must not ring in a run."""
CHANGING = (
    (re.compile(r"\d{1,2} [A-Z][a-z]{2} \d\d:\d\d"), "THEN"),
    (re.compile(r"tmp\w{1,8}"), "FOLDER"),
)
"""What differs between runs, and a word that replaces it in a frame."""


class FixedDatetime(datetime):
    """Stands for `datetime`, on a day on which it is always noon."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        """Return the moment of all runs."""
        return NOW.replace(tzinfo=tz)

    @classmethod
    def fromtimestamp(cls, timestamp: float, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        """Return the moment of all runs, whatever the time stamp."""
        return NOW.replace(tzinfo=tz)


class FixedDate(date):
    """Stands for `date`, on a day that does not end."""

    @classmethod
    def today(cls) -> date:  # type: ignore[override]
        """Return the day of all runs."""
        return NOW.date()

    @classmethod
    def fromtimestamp(cls, timestamp: float) -> date:  # type: ignore[override]
        """Return the day of all runs, whatever the time stamp."""
        return NOW.date()


def fix_dates(patch: pytest.MonkeyPatch) -> None:
    """Let it be the same day in all modules that ask for the date."""
    for name in (
        *(f"engine.{each}" for each in DATED),
        "tui.replay.export",
        "tui.replay.reel_keys",
    ):
        module = import_module(name)
        for known, fixed in (("datetime", FixedDatetime), ("date", FixedDate)):
            if hasattr(module, known):
                patch.setattr(module, known, fixed)


def fix_commands(patch: pytest.MonkeyPatch) -> None:
    """Let the program be called `weathergage`, wherever it is installed."""
    for module in ("engine.sitting.guides", "tui.start.guides", "tui.plain.mail_room"):
        patch.setattr(f"{module}.installed_command", lambda command: command)


@contextmanager
def calm(battles: int = MANY_BATTLES) -> Iterator[Path]:
    """Fix everything that changes from run to run during the block; yield an empty folder.

    The player has fought so many `battles`: many, so that panels show everything, or few.
    """
    with TemporaryDirectory(dir=BASE) as home, pytest.MonkeyPatch.context() as patch:
        folder = Path(home)
        drawn = FixedSecrets()
        patch.setenv("WEATHERGAGE_CONFIG", home)
        patch.setenv("WEATHERGAGE_NAME", "anna")
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        patch.chdir(folder)
        for module in ("engine.sitting.kinds.mail", "engine.files.saves"):
            patch.setattr(f"{module}.secrets", drawn)
        patch.setattr("engine.files.desks.PLACES", (folder,))
        patch.setattr("engine.sitting.setting_up.forms.own_name", lambda _: "anna")
        fix_dates(patch)
        fix_commands(patch)
        # Other tests of the process may have added games of their own; the pond is in some runs.
        games = {name: game for name, game in registry._SYSTEMS.items() if name in registry._HOMES}
        patch.setattr(registry, "_SYSTEMS", {**games, PondGame.name: PondGame()})
        patch.setattr("engine.files.record.battles_fought", lambda *_: battles)
        patch.setattr("engine.files.record.stars_path", lambda: folder / "stars.toml")
        patch.setattr("tui.start.saved_battles.samples_folder", lambda: folder / "none")
        patch.setattr("tui.plain.menu.samples_folder", lambda: folder / "none")
        for room in ("index", "career"):
            patch.setattr(f"engine.files.{room}.cache_folder", lambda: folder / "cache")
        patch.setattr("tui.replay.film_screen.ENTRY_SECONDS", NEVER)
        patch.setattr("tui.battle.screen.READING", NEVER)
        patch.setattr("tui.battle.screen.REST", 0.001)
        yield folder


def settled(text: str, folder: Path) -> str:
    """Return a text in which words stand for dates and the folder of the run."""
    text = text.replace(str(folder), "FOLDER")
    for pattern, word in CHANGING:
        text = pattern.sub(word, text)
    return text
