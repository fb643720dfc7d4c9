"""Many screens of the program, while random keys are pressed; also keys that do nothing there."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.kernel.battle import Battle
from engine.puzzles.puzzle import puzzle_named, shelf
from tests.runs.acts import RECORDED
from tests.runs.battles import KEYS, NOT_PRESSED
from tests.runs.calm import calm
from tests.runs.frame import Frame
from tests.runs.person import pressed
from tests.tui.every_screen import SCREENS, Screen, menu
from tests.tui.running import save_battle
from tests.tui.wired import wired
from tui.input.actions import ACTIONS
from tui.puzzles import PuzzlesScreen
from tui.replay.screen import ReplayScreen
from tui.start.menu import MenuScreen

PRESSED = 26
"""The number of keys that are pressed on each screen."""
LEFT_OUT = {
    *NOT_PRESSED,
    *("space", "L", "e", "X", "I", "d", "E", "*"),  # they take seconds, write files, or play
}
LETTERS = "abc r"
"""Letters that are pressed on every screen: a few words are searched for."""


class Pressing(NamedTuple):
    """A screen, and the size of the terminal."""

    screen: Screen
    size: tuple[int, int] = (80, 24)
    keys: tuple[str, ...] = ()
    """Keys that are pressed more often."""


def _replay(name: str, n: int) -> Screen:
    def options(folder: Path) -> dict[str, Any]:
        return {"start": lambda _: ReplayScreen(Battle.open(RECORDED[name], write=False), n)}

    return Screen(options)


def _some_battles(folder: Path) -> dict[str, Any]:
    for number, (name, turns) in enumerate((("alpha", 1), ("beta", 2), ("delta", 99))):
        path = save_battle(folder, name, turns)
        os.utime(path, (number, number))  # the list has the latest first
    return {}


def _puzzle(game: str) -> Callable[[MenuScreen], None]:
    def opened(menu: MenuScreen) -> None:
        found = next(each for title, each in shelf() if title == game)
        screen = PuzzlesScreen(day=1)
        screen.puzzles = [(game, puzzle_named(found.name))]
        menu.game_app.open(screen)

    return opened


REPLAY = ("right", "left", "]", "}", "home", "end", "v", "tab", "down", "B", "S", "+", "l", "k")
LIST = ("down", "down", "up", "end", "home", "enter", "escape", "/", "left", "right")
RUNS = {
    "replay_sea": Pressing(_replay("saves/sample_boarding", 90), (140, 45), REPLAY),
    "replay_hexes": Pressing(_replay("battles/wooden_ships_ten", 6), (120, 40), REPLAY),
    "replay_boxes": Pressing(_replay("battles/ironclads_night", 20), (80, 24), REPLAY),
    "replay_war": Pressing(_replay("saves/sample_campaign", 300), (140, 45), (*REPLAY, ")")),
    "puzzle_sea": Pressing(Screen(menu, ("enter",), _puzzle("Oak & Iron"), "Find it."), (120, 40)),
    "puzzle_hexes": Pressing(
        Screen(menu, ("enter",), _puzzle("Wooden Ships & Iron Men"), "Find it.")
    ),
    "lesson": Pressing(SCREENS["lesson"], (120, 40), ("enter", "down", "right")),
    "menu": Pressing(Screen(_some_battles), (120, 40), LIST),
    "saves": Pressing(Screen(_some_battles, opened=MenuScreen._saves), (80, 24), (*LIST, "o", "t")),
    "setup": Pressing(SCREENS["new battle"], (120, 40), LIST),
    "squadrons": Pressing(SCREENS["squadrons"], (120, 40), (*LIST, "n", "c")),
    "builder": Pressing(SCREENS["builder"], (140, 45), (*LIST, "tab", "a", "u")),
    "settings": Pressing(SCREENS["settings"], (120, 40), LIST),
    "reference": Pressing(SCREENS["reference"], (120, 40), (*LIST, "tab", "r")),
    "mail": Pressing(SCREENS["mail"], (120, 40), LIST),
    "hot_seat": Pressing(SCREENS["hand-over"], (100, 30), ("enter", "down", "1", "right")),
    "helm": Pressing(SCREENS["battle"], (120, 40), ("enter", "enter", "right", "down", "y")),
}
"""{name of a run: the screen}."""


def frames(name: str) -> Iterator[Frame]:
    """Yield the frames of a screen."""
    with calm() as folder:
        yield from asyncio.run(_frames(name, folder))


async def _frames(name: str, folder: Path) -> list[Frame]:
    screen, size, often = RUNS[name]
    saves = folder / "saves"
    saves.mkdir()
    found: list[Frame] = []
    glyphs = "ascii" if size == (80, 24) else "unicode"
    async with wired(size, saves=saves, glyphs=glyphs, **screen.options(saves)) as person:
        found.append(await pressed(person, name, "", folder))
        screen.open(person)
        await person.sees(screen.shows)
        here = getattr(person.app.screen, "screen_name", "")
        own = [key for row in ACTIONS if row.screen == here for key in row.keys]
        usual = [key for key in (*own, *KEYS, *LETTERS.split()) if key not in LEFT_OUT]
        random = Random(name)
        for number in range(PRESSED + 1):
            key = (
                random.choice(often if often and random.random() < 0.5 else usual) if number else ""
            )
            found.append(await pressed(person, name, key, folder, number in (0, PRESSED)))
    return found
