"""Every action of the registry: its key is pressed where it matters, and what changes is kept.

A walk goes through one screen. A word of it is an action, whose first key is pressed through the
real parser; `=x` presses a key that only leads to the next; `@` begins the walk's screen anew.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.tui.every_screen import SAMPLE, SCREENS, Screen
from tests.tui.running import save_battle
from tests.tui.wired import Wired, wired
from tui.battle.screen import BattleScreen
from tui.files.begin import begin
from tui.files.library import computers
from tui.input.actions import ACTIONS, EVERYWHERE, Action
from tui.input.keys import Keymap
from tui.replay.screen import ReplayScreen
from tui.start.menu import MenuScreen

MOST = 4
"""Changed rows that are kept of an action."""
LEFT_OUT = {
    "any.suspend": "it stops the process; tests/tui/terminal stops a real one",
    "any.quit": "it ends the walk; tests/tui/test_app.py ends one",
    "battle.end": "it asks and ends the walk; tests/tui/battle does it",
    "menu.end": "it ends the walk; tests/tui/start does it",
    "battle.chapter": "a system's own",
}
"""Actions that no walk can take, and where they are taken."""


def in_battle(folder: Path) -> dict[str, Any]:
    """Return what begins a fleet's battle in which there is something to undo."""
    battle = begin(system("oak_iron"), "quickstart", {"A": "human", "B": "ensign"}, folder, 1)
    return {"battle": battle, "players": computers(battle)}


def at_sheets(folder: Path) -> dict[str, Any]:
    """Return what begins a battle of sealed sheets."""
    players = {"A": "human", "B": "ensign"}
    battle = begin(system("wooden_ships"), "mars_hercule", players, folder, 1)
    return {"battle": battle, "players": computers(battle)}


def among_battles(folder: Path) -> dict[str, Any]:
    """Return what begins with a menu over some saved battles."""
    for name in ("first", "second"):
        save_battle(folder, name)
    return {}


def looked_back(folder: Path) -> dict[str, Any]:
    """Return what begins a replay at its end."""
    battle = Battle.open(SAMPLE, write=False)
    return {"start": lambda _: ReplayScreen(battle, battle.position)}


WALKS: dict[str, tuple[Screen, str]] = {
    "battle": (
        Screen(in_battle),
        "down up pick guide guide why why advice down back log log squadrons page_down page_up "
        "last first squadrons hand hand look west south north east left right up down nearer "
        "nearer farther whole =tab centre overlays overlays measure back look pan_west pan_south "
        "pan_north pan_east next_ship previous_ship type back note back reference =f10 terms =f10 "
        "diagram help =escape palette =escape settings =q aftermath =q picture paint accept "
        "undo redo take_back =n replay =q menu",
    ),
    "battle, at the helm": (
        Screen(in_battle, ("enter",)),
        "accept accept right left dial_up dial_down dial_high dial_low dial_five_up "
        "dial_five_down dial_type =escape",
    ),
    "battle, at a sheet": (Screen(at_sheets), "offer aside =escape draft =escape seal =n"),
    "replay": (
        SCREENS["replay"],
        "right left step_on step_back activation_on activation_back turn_on turn_back last first "
        "=right =right bookmark note =x =enter =right =right mark_back =home mark_on play =space "
        "pace go =t =3 =enter advice down up =h export =escape terms =f10 aftermath =q west south "
        "north east nearer farther centre whole overlays next_ship previous_ship fork =escape end",
    ),
    "menu": (Screen(among_battles), "down up switch down watch =q delete =n help =escape accept"),
    "saves": (
        Screen(among_battles, opened=MenuScreen._saves),
        "down up last first page_down page_up delete =n accept @ resume @ end",
    ),
    "setup": (SCREENS["set-up"], "down up =down right left reseed end @ accept"),
    "settings": (SCREENS["settings"], "down accept right left back @ end"),
    "aftermath": (
        Screen(looked_back, ("E",)),
        "down up page_down page_up right left choices @ accept @ end",
    ),
    "reference": (
        SCREENS["reference"],
        "down up right left kind kind_back =s =w erase system accept back end",
    ),
    "squadrons": (
        SCREENS["squadrons"],
        "down up accept @ new @ =down =down =down copy @ =down =down =down play @ rename delete end",
    ),
    "builder": (
        Screen(SCREENS["squadrons"].options, ("down", "down", "down", "down", "down", "enter"),
               SCREENS["squadrons"].opened, "Your squadron"),
        "down right left switch switch fault =end add undo redo =home =down =down =down =down "
        "copy earlier later flag name =escape remove =tab accept reference =f10 save =escape "
        "save_as =escape measure end",
    ),
    "help": (SCREENS["battle's help"], "down up page_down page_up last first end"),
}  # fmt: skip


def lines(name: str) -> Iterator[str]:
    """Yield what each action of a walk changes on the screen."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("WEATHERGAGE_CONFIG", folder)
        yield from asyncio.run(_walked(name, Path(folder)))


async def _walked(name: str, folder: Path) -> list[str]:
    screen, walk = WALKS[name]
    told: list[str] = []
    for number, part in enumerate(walk.split("@")):
        saves = folder / str(number)
        saves.mkdir()
        async with wired(saves=saves, **screen.options(saves)) as person:
            await person.rests()
            screen.open(person)
            await person.sees(screen.shows)
            await person.rests()
            for word in part.split():
                told += await _pressed(person, word, folder)
    return told


async def _pressed(person: Wired, word: str, folder: Path) -> list[str]:
    """Press a key of the walk, and return what an action has changed."""
    before = _seen(person, folder)
    on = person.app.screen
    keymap, here = person.app.keymap, str(getattr(on, "screen_name", ""))
    action = None if word.startswith("=") else keymap.named(here, word)
    assert word.startswith("=") or action, f"{word} is no action of {here}"
    person.writes(action.keys[0] if action else word[1:])
    await person.rests()
    if action is None:
        return []
    after = _seen(person, folder)
    changed = [
        row
        for was, now in zip(before, after, strict=True)
        if was != now
        for row in (f"- {was}".rstrip(), f"+ {now}".rstrip())
    ]
    return [f"== {action.id}, {action.keys[0]}", *(changed[: 2 * MOST] or ["nothing"])]


def _seen(person: Wired, folder: Path) -> list[str]:
    """Return what a person sees: the screen's name, where the cursor is, and its rows."""
    screen = person.app.screen
    at = "-"
    if isinstance(screen, BattleScreen | ReplayScreen):
        view = screen.viewport
        at = f"{view.at[0]:.1f} {view.at[1]:.1f} {view.selected} {view.overlays}"
    text = re.sub(
        r"\d{1,2} [A-Z][a-z]{2} \d{4}", "DATE", person.text.replace(str(folder), "FOLDER")
    )
    text = re.sub(r"\d{4}-\d\d-\d\d[T_-]?[\d:.-]*", "DATE", text)
    rows = [*text.splitlines(), *[""] * 24][:24]
    return [f"on {type(screen).__name__} at {at}", *rows]


def every() -> tuple[Action, ...]:
    """Return the actions that have a key."""
    return tuple(action for action in ACTIONS if action.keys)


def taken(told: Callable[[str], list[str]]) -> dict[str, list[str]]:
    """Return the actions of all walks, with what each has changed in them."""
    found: dict[str, list[str]] = {}
    for name in WALKS:
        id = ""
        for line in told(name):
            if line.startswith("== "):
                id = line[3:].partition(",")[0]
            found.setdefault(id, []).append(line)
    return found


def named(id: str) -> bool:
    """Tell whether an action is one of everywhere, which each screen may have as its own."""
    return Keymap().named(EVERYWHERE, id.partition(".")[2]) is not None
