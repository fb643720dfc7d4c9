"""Presses a key for every action where the action does something, and records what changes on the
screen, and a check sum of the whole screen with its styles.

A walk is a list of words for one screen. A word is an action, whose first key is pressed through
the real parser; `=x` presses a key without recording; `@` opens the screen anew.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from engine.files.saved_battles import computers
from engine.files.saves import begin
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.puzzles.puzzle import puzzle_named, shelf
from engine.review.notes import Note, add, notes_path
from engine.sitting.guides import GUIDES
from tests.engine.files.test_career import fought
from tests.runs.calm import fix_commands, fix_dates
from tests.runs.frame import check_sum, styles
from tests.tui.conftest import BASE, FixedSecrets
from tests.tui.every_screen import SAMPLE, SCREENS, Screen, by_mail
from tests.tui.running import save_battle
from tests.tui.whole_rows import position
from tests.tui.wired import Wired, wired
from tui.battle.screen import BattleScreen
from tui.input.actions import ACTIONS
from tui.puzzles import TODAY, PuzzlesScreen
from tui.replay.screen import ReplayScreen
from tui.review.dice_screen import ProofScreen
from tui.review.hindsight_screen import HindsightScreen
from tui.start.guides import GuideScreen
from tui.start.menu import MenuScreen

MOST = 4
"""The maximum number of changed rows that are recorded for an action."""
LISTED = ("oak_iron_51", "oak_iron_52", "iron_oak_8", "iron_oak_12", "wooden_ships_1")
"""The puzzles in the list that the walk opens."""
LEFT_OUT = {
    "any.suspend": "it stops the process; tests/tui/terminal stops a real one",
    "any.quit": "it ends the walk; tests/tui/test_app.py ends one",
    "any.left": "a typed line takes it, as tests/tui/input does",
    "any.right": "a typed line takes it, as tests/tui/input does",
    "guide.end": "it goes back to what lies below, here nothing; tests/tui/start does it",
    "setup.end": "it leads to a list as long as games are known; tests/tui/start does it",
    "any.paint": "it changes no cell; tests/tui/terminal looks at the bytes",
    **dict.fromkeys(
        (f"hindsight.{name}" for name in ("accept", "again", "up", "down", "end")),
        "its choices are judged for seconds; tests/tui/review has made-up ones",
    ),
    **dict.fromkeys(
        ("reference.text_down", "reference.text_up"),
        "the texts of the walk fit their room; tests/tui/screens scrolls a longer one",
    ),
    "mail.send": "it names a file of the machine; tests/tui/mail does it",
    **dict.fromkeys(
        (f"letter.{name}" for name in ("accept", "copy", "end")),
        "it names a file of the machine; tests/tui/mail does it",
    ),
    "battle.end": "it asks and ends the walk; tests/tui/battle does it",
    "menu.end": "it ends the walk; tests/tui/start does it",
    "replay.best_line": "captains take seconds; tests/tui/replay/test_branches.py does it",
    "replay.end": "it ends the walk; tests/tui/replay does it",
}
"""{action that no walk can take: why, and which test takes it}."""


def in_battle(folder: Path) -> dict[str, Any]:
    """Return the application's options that open a battle of fleets in which there is something to
    undo.
    """
    battle = begin(system("oak_iron"), "quickstart", {"A": "human", "B": "ensign"}, folder, 1)
    return {"battle": battle, "players": computers(battle)}


def at_sheets(folder: Path) -> dict[str, Any]:
    """Return the application's options that open a battle with sheets (forms of orders) submitted
    in secret.
    """
    battle = position("wooden_ships", "mars_hercule", 0, 1, folder)
    mind = make_player("ensign", battle.game, 1, "A")
    while battle.game.turn(battle.state) < 2 or battle.pending()[0].kind != "orders":
        question = battle.pending()[0]
        battle.answer(question.seat, mind.choose(battle.view(question.seat), question))
    return {"battle": battle, "players": {"B": make_player("ensign", battle.game, 1, "B")}}


def at_the_helm(folder: Path) -> dict[str, Any]:
    """Return the application's options that open a battle at an order with a dial."""
    battle = position("oak_iron", "quickstart", 0, 1, folder)
    mind = make_player("ensign", battle.game, 1, "A")
    while not getattr(battle.pending()[0], "dial", None) or battle.pending()[0].seat != "A":
        question = battle.pending()[0]
        battle.answer(question.seat, mind.choose(battle.view(question.seat), question))
    return {"battle": battle, "players": {"B": make_player("ensign", battle.game, 1, "B")}}


def through_a_war(folder: Path) -> dict[str, Any]:
    """Return the application's options that open a replay of battles in a chain."""
    path = shutil.copy(SAMPLE.with_name("sample_campaign.battle"), folder)
    return {"start": lambda _: ReplayScreen(Battle.open(path, write=False), 0)}


def to_friends(folder: Path) -> dict[str, Any]:
    """Return the application's options that open the page on the ways to play with a friend."""
    return {"start": lambda _: GuideScreen(next(iter(GUIDES)))}


def among_puzzles(menu: MenuScreen) -> None:
    """Open a list with only some puzzles of each game, because more are added now and then."""
    screen = PuzzlesScreen(day=1)
    some = [each for each in shelf() if each[1].name in LISTED]
    screen.puzzles = [(TODAY, puzzle_named("iron_oak_8")), *some]
    menu.game_app.open(screen)


def among_battles(folder: Path) -> dict[str, Any]:
    """Return the application's options that open the menu with some saved battles."""
    for number, name in enumerate(("first", "second")):
        path = save_battle(folder, name)
        os.utime(path, (number, number))  # the list has the latest first
    return {}


def sailed(folder: Path) -> dict[str, Any]:
    """Return the application's options that open the menu with two battles that a person has
    finished.
    """
    fought(folder / "first.battle", "broadsides", A="human", B="ensign")
    fought(folder / "second.battle", "frigates", A="human", B="captain")
    return {}


def among_letters(folder: Path) -> dict[str, Any]:
    """Return the application's options that open the menu in a folder with two files that may be
    letters.
    """
    for number, name in enumerate(("first", "second")):
        path = folder.parent / f"{name}.mail"
        path.touch()
        os.utime(path, (number, number))
    return by_mail(folder)


def noted(folder: Path) -> dict[str, Any]:
    """Return the application's options that open a replay of a battle with two notes."""
    path = Path(shutil.copy(SAMPLE, folder))
    notes_path(path).unlink(missing_ok=True)
    battle = Battle.open(path, write=False)
    for n, text in ((20, "the rake"), (60, "the end")):
        add(battle, Note(n=n, by="anna", text=text))
    return {"start": lambda _: ReplayScreen(battle, 30)}


def looked_back(folder: Path) -> dict[str, Any]:
    """Return the application's options that open a replay at its end."""
    battle = Battle.open(SAMPLE.with_name("sample_fleet.battle"), write=False)
    return {"start": lambda _: ReplayScreen(battle, battle.position)}


WALKS: dict[str, tuple[Screen, str]] = {
    "battle": (
        Screen(in_battle),
        "down up last first =down pick guide guide why =escape advice down back log log find =h =i "
        "=t =enter log squadrons page_down "
        "page_up squadrons hand hand look west south north east left right up down nearer "
        "nearer farther whole =tab centre more more "
        "arrange arrange arrange arrange overlays overlays measure back look =+ =+ =+ pan_west "
        "pan_east pan_south pan_north next_ship previous_ship type back note back reference =f10 "
        "terms =f10 diagram help =escape palette =escape settings =q aftermath =q proof =q "
        "picture accept undo =y redo take_back =n replay @ part =q menu",
    ),
    "leaving": (SCREENS["leaving"], "down up accept =n end"),
    "battle, at the helm": (
        Screen(at_the_helm),
        "right left dial_up dial_down dial_high dial_low =. dial_five_up dial_five_down "
        "dial_type =escape",
    ),
    "battle, at a sheet": (Screen(at_sheets), "=down offer aside =escape draft =escape seal =n"),
    "replay": (
        SCREENS["replay"],
        "right left activation_on activation_back turn_on turn_back last first =: =5 =2 "
        "=enter step_on step_on step_back bookmark note =x =enter draw =l =l draw =escape =escape "
        "notes =q =right =right mark_back =home "
        "mark_on play =space pace go =t =3 =enter advice down up =h export =escape terms =f10 "
        "squadrons =q proof =q dice =q aftermath =q west south north east nearer farther centre "
        "whole overlays next_ship previous_ship beside fork",
    ),
    "replay of a war": (Screen(through_a_war), "chapter_on chapter_on chapter_back"),
    "menu": (
        Screen(among_battles),
        "down up last first switch down watch =q delete =n help =escape accept",
    ),
    "saves": (
        Screen(among_battles, opened=MenuScreen._saves),
        "down up last first page_down page_up find =s =escape delete =n =enter sort sort_back "
        "tag =f =enter undo rename =x =enter undo copy archive undo import =escape accept @ "
        "resume @ end",
    ),
    "log": (
        Screen(sailed, opened=lambda menu: menu.open_screen("log"), shows="2: lost 2"),
        "down up find =f =escape =down accept @ =down watch @ end",
    ),
    "lessons": (
        SCREENS["lessons"],
        "down up find =r =escape find =escape accept =q end",
    ),
    "puzzles": (
        Screen(among_battles, opened=among_puzzles),
        "down up find =i =r =o =n =_ =enter accept =q end",
    ),
    "setup": (
        SCREENS["set-up"],
        "down up =down right left find =f =escape find =escape end find =escape accept reseed "
        "@ accept",
    ),
    "settings": (SCREENS["settings"], "down accept right left back @ end"),
    "aftermath": (
        Screen(looked_back, ("E",)),
        "down up page_down page_up right left terms =f10 choices @ story @ dice @ proof @ accept @ "
        "end",
    ),
    "story": (
        Screen(looked_back, ("E", "s"), shows="STORY"),
        "down up page_down page_up last first accept @ end",
    ),
    "dice": (
        SCREENS["dice"],
        "down up last first page_down page_up find =f =i =r =e =escape accept back last accept @ "
        "proof @ end",
    ),
    "notes": (Screen(noted, ("N",)), "up down find =r =escape delete accept @ end"),
    "proof": (Screen(looked_back, ("V",)), "end"),
    "ships": (SCREENS["replay's ships"], "page_down page_up end"),
    "guide": (Screen(to_friends), "right left"),
    "reference": (
        SCREENS["reference"],
        "down up right left right accept back kind kind_back =s =w erase system end",
    ),
    "squadrons": (
        SCREENS["squadrons"],
        "down up accept @ new @ =down =down =down copy rename =escape delete @ =down =down =down "
        "play @ find =g =escape end",
    ),
    "builder": (
        Screen(
            SCREENS["squadrons"].options,
            ("down", "down", "down", "down", "down", "enter"),
            SCREENS["squadrons"].opened,
            "Your squadron",
        ),
        "down right left switch switch fault =end add =enter undo redo =left =home =down =down "
        "=down =down =down copy later earlier flag name =escape remove =tab accept reference "
        "=f10 find =a =escape save =escape save_as =escape measure end",
    ),
    "mail": (
        SCREENS["mail"],
        "open =escape new =escape delete =escape guide =q watch =q accept @ end",
    ),
    "mail_found": (
        SCREENS["mail's form"],
        "right left down up =down =down =down =x erase help =escape =b =down =b accept end",
    ),
    "letter_in": (
        SCREENS["letter that comes"]._replace(options=among_letters),
        "=x =y erase open clear down up =a accept help =escape end",
    ),
    "help": (SCREENS["battle's help"], "down up page_down page_up last first end"),
}


def lines(name: str) -> Iterator[str]:
    """Yield what each action of a walk (a list of actions on a screen) changes on the screen, as
    lines.
    """
    with TemporaryDirectory(dir=BASE) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("WEATHERGAGE_CONFIG", folder)
        patch.setenv("WEATHERGAGE_NAME", "anna")
        drawn = FixedSecrets()
        patch.setattr("engine.sitting.kinds.mail.secrets", drawn)
        patch.setattr("engine.files.desks.PLACES", (folder,))
        patch.setattr("engine.sitting.setting_up.forms.own_name", lambda _: "anna")
        fix_dates(patch)
        fix_commands(patch)
        patch.chdir(folder)  # letters that answer by themselves are written there
        # A replay that plays waits for its next key, and not for the clock.
        patch.setattr("tui.replay.film_screen.ENTRY_SECONDS", 1e6)
        # A sign is explained once in a life: here once in a walk.
        patch.setattr("engine.files.record.stars_path", lambda: Path(folder) / "stars.toml")
        # The samples have the times of the checkout, by which lists are sorted.
        patch.setattr("tui.start.saved_battles.samples_folder", lambda: Path(folder) / "none")
        for room in ("index", "career"):
            patch.setattr(f"engine.files.{room}.cache_folder", lambda: Path(folder) / "cache")
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
    """Press the key for a word of the walk, and return what an action has changed."""
    before = _seen(person, folder)
    on = person.app.screen
    keymap, here = person.app.keymap, str(getattr(on, "screen_name", ""))
    action = None if word.startswith("=") else keymap.action_named(here, word)
    assert word.startswith("=") or action, f"{word} is no action of {here}"
    person.writes(action.keys[0] if action else word[1:])
    await person.rests()
    if isinstance(person.app.screen, BattleScreen):  # an order is written beside the screen
        works = person.app.workers
        await person.until(lambda: not any(each.is_running for each in works), "the order")
        await person.rests()
    if action and action.name == "picture" and "Written: " not in "".join(before):
        await person.sees("Written: ")  # by a thread
    if action is None:
        return []
    after = _seen(person, folder)
    changed = [
        row
        for was, now in zip(before, after, strict=True)
        if was != now
        for row in (f"- {was}".rstrip(), f"+ {now}".rstrip())
    ]
    head = f"== {action.id}, {action.keys[0]}"
    screen = person.app.screen
    if not isinstance(screen, ProofScreen | HindsightScreen):  # see `_seen`
        shown = "\n".join((*after, styles(screen)))
        head = f"{head}: {check_sum(shown)}"
    return [head, *(changed[: 2 * MOST] or ["nothing"])]


def _seen(person: Wired, folder: Path) -> list[str]:
    """Return what a person sees: the name of the screen, the place of the cursor, and the rows."""
    screen = person.app.screen
    at = "-"
    if isinstance(screen, BattleScreen | ReplayScreen):
        view = screen.viewport
        at = f"{view.at[0]:.1f} {view.at[1]:.1f} {view.selected} {view.overlays}"
    text = re.sub(
        r"\d{1,2} [A-Z][a-z]{2} \d{4}", "DATE", person.text.replace(str(folder), "FOLDER")
    )
    text = re.sub(r"\d{8}\.\.", lambda seed: _name_of(seed[0], person), text)
    text = re.sub(r"\d{4}-\d\d-\d\d[T_-]?[\d:.-]*", "DATE", text)
    rows = [*text.splitlines(), *[""] * 24][:24]
    if isinstance(screen, ProofScreen | HindsightScreen):  # how far it has come hangs on moments
        rows = [row[:30] for row in rows]
    return [f"on {type(screen).__name__} at {at}", *rows]


def _name_of(seed: str, person: Wired) -> str:
    """Return a name for a random seed, which differs in every run: the first one that a walk shows
    is SEED 1.
    """
    known: list[str] = person.__dict__.setdefault("seeds", [])
    if seed not in known:
        known.append(seed)
    return f"SEED {known.index(seed) + 1}".ljust(len(seed))


def ids() -> set[str]:
    """Return the ids of the actions that walks must take."""
    return {action.id for action in ACTIONS if action.keys} - LEFT_OUT.keys()
