"""Every screen of the program on one's own machine: the screen below it, and how it is opened from
there.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec

from engine.files import desks
from engine.files.saved_battles import computers
from engine.files.saves import begin
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.tui.letters import introduced
from tests.tui.wired import Wired
from tui.replay.screen import ReplayScreen
from tui.start.menu import MenuScreen

SAMPLE = Path(__file__).resolve().parents[2] / "saves" / "sample_sinking.battle"
HUMAN, SHARED = {"A": "human", "B": "ensign"}, {"A": "human", "B": "human"}
Options = Callable[[Path], dict[str, Any]]


class Screen(NamedTuple):
    """How a screen is opened; without keys and an opener it is the first screen."""

    options: Options
    keys: tuple[str, ...] = ()
    opened: Callable[[MenuScreen], None] | None = None
    shows: str = ""
    """A text that is on this screen and not on the one below, needed if that is slow to
    disappear."""

    def open(self, person: Wired) -> None:
        """Open this screen from the one below."""
        if self.opened:
            menu = cast(MenuScreen, person.app.screen)
            menu.call_later(self.opened, menu)
        for key in self.keys:
            person.writes(key)


def playing(players: dict[str, str]) -> Options:
    """Return a function that returns, for a folder, the options that start with a quick-start
    battle.
    """

    def options(folder: Path) -> dict[str, Any]:
        battle = begin(system("oak_iron"), "quickstart", players, folder, 1)
        return {"battle": battle, "players": computers(battle)}

    return options


def replaying(folder: Path) -> dict[str, Any]:
    """Return the options that start with a replay in the middle of a battle."""
    path = shutil.copy(SAMPLE, folder)
    return {"start": lambda _: ReplayScreen(Battle.open(path, write=False), 60)}


def menu(folder: Path) -> dict[str, Any]:
    """Return the options that start with the menu."""
    return {}


def by_mail(folder: Path) -> dict[str, Any]:
    """Return the options that start with the menu, and with a battle by mail in which it is the
    player's turn.
    """
    with redirect_stdout(StringIO()):
        anna, _ = introduced(folder.parent / f"{folder.name} by mail", "quickstart")
    shutil.copytree(anna.folder, folder / "mail")
    desk = msgspec.structs.replace(anna.desk, day="2026-11-20")
    desks.store(folder / "mail", desk)
    return {}


def _mail(menu: MenuScreen) -> None:
    menu.open_screen("mail")


def _lessons(menu: MenuScreen) -> None:
    menu.open_screen("lessons")


def _log(menu: MenuScreen) -> None:
    menu.open_screen("log")


def _puzzles(menu: MenuScreen) -> None:
    menu.open_screen("puzzles")


SCREENS = {
    "menu": Screen(menu),
    "menu's help": Screen(menu, ("?",)),
    "new battle": Screen(menu, opened=MenuScreen._setup, shows="NEW BATTLE"),
    "set-up": Screen(menu, ("enter",), MenuScreen._setup, "Enter begins"),
    "saves": Screen(menu, opened=MenuScreen._saves),
    "captain's log": Screen(menu, opened=_log, shows="CAPTAIN'S LOG"),
    "squadrons": Screen(menu, opened=MenuScreen._squadrons),
    "builder": Screen(menu, ("enter",), MenuScreen._squadrons, "Your squadron"),
    "lessons": Screen(menu, opened=_lessons, shows="LEARN BY DOING"),
    "lesson": Screen(menu, ("enter",), _lessons, "1/6"),
    "puzzles": Screen(menu, opened=_puzzles, shows="PUZZLES"),
    "puzzle": Screen(menu, ("enter",), _puzzles, "Find it."),
    "settings": Screen(menu, opened=MenuScreen._settings),
    "reference": Screen(menu, opened=MenuScreen._reference),
    "mail": Screen(by_mail, opened=_mail, shows="BATTLES BY MAIL"),
    "mail's form": Screen(by_mail, ("n",), _mail, "NEW BATTLE BY MAIL"),
    "letter that comes": Screen(by_mail, ("o",), _mail, "OPEN A LETTER"),
    "battle": Screen(playing(HUMAN)),
    "log": Screen(playing(HUMAN), ("L",)),
    "all ships": Screen(playing(HUMAN), ("S", "down")),
    "hand": Screen(playing(HUMAN), ("H",)),
    "advice": Screen(playing(HUMAN), ("h",)),
    "typed order": Screen(playing(HUMAN), (":", "d")),
    "battle's help": Screen(playing(HUMAN), ("?",)),
    "terms": Screen(playing(HUMAN), ("i",)),
    "hand-over": Screen(playing(SHARED)),
    "replay": Screen(replaying),
    "replay's advice": Screen(replaying, ("h",)),
    "replay's help": Screen(replaying, ("?",)),
    "look back": Screen(replaying, ("E",)),
    "replay's ships": Screen(replaying, ("S",), shows="SHIPS"),
    "dice": Screen(replaying, ("d",), shows="By side"),
    "proof": Screen(replaying, ("V",), shows="Verdict: right"),
    "leaving": Screen(playing(HUMAN), ("X",), shows="LEAVING"),
    "palette": Screen(replaying, ("ctrl+p",)),
}
