"""Dialogues in lines: battles, lessons, puzzles, the menu and mail, with fixed and random lines.

A random line is an answer, a word of the help, part of such a word, or a wrong word. Which one does
not depend on the words that are printed, only on their form: if a word of the program is changed,
the same lines are typed.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.puzzles.puzzle import shelf
from engine.sitting.actions import ACTIONS, Arguments
from engine.sitting.seats import SeatTable
from engine.sitting.sitting import Sitting
from tests.runs.acts import RECORDED
from tests.runs.calm import calm, settled
from tests.runs.frame import Frame
from tests.tui.running import save_battle
from tui.plain.menu import PlainMenu
from tui.plain.replay import PlainReplay
from tui.plain.table import PlainTable

ANSWER = re.compile(r"^  (\d+)  \S", re.M)
SLOT = re.compile(r"^  (\w+)  [^:\n]+: ", re.M)
SHARED, IN_FULL = 6, 12
"""The number of typed lines that share a line of the golden file, and of those of which one is
there in full."""
SLOW = ("advice", "dice", "proof", "replay", "aftermath", "fill", "draft")
"""Words whose answers take long; each is typed only at certain places."""
LEAVING = ("quit", "resign", "leave")
WORDS = tuple(row for row in ACTIONS if row.word and row.word not in (*SLOW, *LEAVING))
AFTER = {
    Arguments.NOTHING: ("", "", "it"),
    Arguments.NUMBERS: ("", "2", "7", "99"),
    Arguments.WORDS: ("", "1", "2", "A1", "B1", "the", "rake", "zzz", "2 30"),
    Arguments.TALK: ("", "they wear round", "well \x07done"),
}
"""{what may follow a word: what is typed after it}."""
WRONG = (
    "xyzzy",
    "99",
    "0",
    "1 1 1",
    "2 at 5 5",
    "1 port",
    "-3",
    "sail",
    "?",
    "q w",
    "1 45",
    "\x07",
)
OF_A_REPLAY = (
    *("", "", "n", "back", "turn", "go 5", "go t2", "go end", "go start", "go 999", "go nowhere"),
    *("look", "look a1", "look b2", "chart", "ships", "voices", "help", "jump", "b", "\x07"),
)


class Chooser:
    """Chooses random lines that fit what was printed."""

    def __init__(self, seed: str, slow: Sequence[str] = SLOW) -> None:
        self._random = Random(seed)
        self._slow = slow
        self._replaying = False
        self._answers: list[str] = []
        self._slots: list[str] = []

    def line(self, told: str, prompt: str) -> str:
        """Return the next line, after what was printed since the one before."""
        random = self._random
        if "y or n" in prompt:
            return random.choice(("y", "y", "y", "n", "perhaps"))
        if "press Enter" in prompt:
            return random.choice(("", "", "now"))
        if "A replay in lines" in told:
            self._replaying = True
        if self._replaying:
            self._replaying = random.random() < 0.8
            return random.choice(OF_A_REPLAY) if self._replaying else "quit"
        if found := ANSWER.findall(told):
            self._answers, self._slots = found, []
        elif found := SLOT.findall(told):
            self._answers, self._slots = [], found
        chance = random.random()
        if chance < 0.5:
            return self._answer()
        if chance < 0.85:
            row = random.choice(WORDS)
            return f"{row.word} {random.choice(AFTER[row.behind])}".strip()
        if chance < 0.92:
            return random.choice(WORDS).word[:3]
        return random.choice(self._slow if chance < 0.95 else WRONG)

    def _answer(self) -> str:
        random = self._random
        if self._slots:
            slot = (
                f"{random.choice(self._slots)} {random.choice(('1', '2', '3', '', '99'))}".strip()
            )
            return random.choice((slot, slot, "fill", "seal", "seal", "draft 1"))
        return random.choice((*self._answers, "1", "2"))


class Typist:
    """Types lines one after another: first those of a script, then random ones."""

    def __init__(self, run: str, folder: Path, script: Sequence[str], more: int = 0) -> None:
        """Create a typist; `more` is the number of random lines after the script."""
        self._run = run
        self._folder = folder
        self._script = list(script)
        self._more = more
        self._chooser = Chooser(run)
        self._told: list[str] = []
        self._typed = ""
        self.frames: list[Frame] = []

    def write(self, text: str) -> None:
        """Take a line that is printed."""
        self._told.append(text)

    async def read(self, prompt: str) -> str | None:
        """Take a prompt and what was printed before it, and return the next line."""
        told = self.told(prompt)
        if self._script:
            self._typed = self._script.pop(0)
        elif self._more:
            self._more -= 1
            self._typed = self._chooser.line(told, prompt)
        else:
            return None
        return self._typed

    def told(self, prompt: str) -> str:
        """Make a frame of what was printed since the latest line, and return it."""
        text = settled("\n".join([*self._told, prompt]), self._folder)
        after = self._typed if self.frames else None
        self.frames.append(line_frame(self._run, len(self.frames), after, text))
        self._told = []
        return text


def line_frame(run: str, number: int, typed: str | None, text: str) -> Frame:
    """Return the frame of what is printed after the typed line of this number, from 0; `typed` is
    None for what comes before the first line.
    """
    after = "" if typed is None else f"`{typed.encode('unicode_escape').decode()}`"
    first = number // SHARED * SHARED
    return Frame(f"{run}, {first}", after, text, text if number % IN_FULL == 1 else "")


class Evening(NamedTuple):
    """A battle to be played in lines."""

    game: str
    scenario: str
    seed: int
    typed: int
    persons: int = 1


BATTLES = {
    "sea": Evening("oak_iron", "quickstart", 3, 70),
    "two_persons": Evening("oak_iron", "quickstart", 4, 50, persons=2),
    "hexes": Evening("wooden_ships", "mars_hercule", 2, 70),
    "fleets": Evening("wooden_ships", "rosas_bay", 3, 40),
    "boxes": Evening("iron_oak", "hampton_roads", 5, 70),
    "war": Evening("iron_oak_campaign", "campaign", 6, 50),
}
"""{name of a run: the battle}."""


def battle(name: str) -> Iterator[Frame]:
    """Yield the frames of a battle that is played with random lines."""
    evening = BATTLES[name]
    with calm() as folder:
        played = Battle.new(evening.game, evening.scenario, evening.seed)
        others = played.game.seats(played.state)[evening.persons :]
        players = {seat.key: make_player("ensign", played.game, 3, seat.key) for seat in others}
        typist = Typist(name, folder, ("help",), evening.typed)
        sitting = Sitting(played, SeatTable(played, players))
        asyncio.run(PlainTable(sitting, typist.read, typist.write).run())
        typist.told("")
        yield from typist.frames


REPLAYED = ("saves/sample_sinking", "battles/ironclads_night", "battles/wooden_ships_two")


def replays() -> Iterator[Frame]:
    """Yield the frames of replays in lines."""
    for name in REPLAYED:
        with calm() as folder, Battle.open(RECORDED[name], write=False) as recorded:
            random = Random(name)
            script = ("voices", "go t3", *random.choices(OF_A_REPLAY, k=25), "go end", "")
            typist = Typist(name, folder, script)
            asyncio.run(PlainReplay(recorded, typist.read, typist.write).run())
            yield from typist.frames


MENUS: dict[str, tuple[tuple[str, ...], ...]] = {
    "menu": (
        ("", "help", "?", "list", "lists", "continue", "new battle", "settings", "host"),
        ("quickstart", "rakes", "captain's log", "log", "log 1", "log 4", "log x", "rules"),
        ("rules rake", "rules zzz", "words wind", "lessons", "puzzles zzz", "puzzle z"),
        (
            "learn zzz",
            "list it",
            "1",
            "9",
            "watch 1",
            "",
            "back",
            "quit",
            "xyzzy",
            "\x07",
            "\x07new",
        ),
    ),
    "forms": (
        ("new", "help", "list", "scenario", "scenario 2", "find scenario fog", "find", "b"),
        (
            "b captain",
            "b nobody",
            "game",
            "seed",
            "seed 12",
            "seed x",
            "seed -",
            "clock",
            "paste a",
        ),
        (
            "xyzzy",
            "end",
            "paste",
            "set_up 2",
            "sails_A 3",
            "sails_A 99",
            "game 3",
            "scenario",
            "list",
        ),
        ("game 2", "scenario hampton_roads", "list", "scenario own", "list", "", "\x07", "begins"),
        ("begin", "quit", "quit", "new quickstart b=ensign title=x", "new quickstart a=computer"),
        ("new quickstart B=ensign seed=7", "1", "quit", "list", "quit"),
    ),
    "battles": (
        ("find beta", "find zzz", "find", "find over", "list", "sort title", "sort", "sort wind"),
        ("reverse", "reverse it", "tag 1 #Fleet, x", "find #fle", "tag 1", "x", "rename 1 gamma"),
        (
            "rename 1",
            "",
            "rename 1 beta",
            "archive 1",
            "list",
            "copy 2",
            "copy 1 2",
            "copy",
            "undo",
        ),
        ("undo", "undo", "undo", "undo", "undo", "undo", "delete 1", "n", "delete 1", "y", "undo"),
        ("import nowhere", "import", "", "watch 3", "", "turn", "quit", "3", "note x", "1", "quit"),
        ("1", "2", "log", "quit", "delete 1 2", "archive 2", "find archive", "undo", "quit"),
    ),
    "mail": (
        (
            "mail",
            "help",
            "new",
            "help",
            "list",
            "me",
            "me anna",
            "other ben",
            "letters",
            "letters 2",
        ),
        (
            "side",
            "quit",
            "new quickstart me=anna other=ben letters=quick side=1",
            "list",
            "about 1",
        ),
        ("1", "1", "letter 1", "send 1", "receipt 1", "open", "open 1", "open nowhere"),
        ("paste", "no letter", "end", "watch 1", "", "quit", "proof 1", "guide", "rules rake"),
        (
            "new hampton_roads me=anna other=ben letters=strict",
            "2",
            "1",
            "about 2",
            "delete 1",
            "n",
        ),
        ("delete 1", "y", "xyzzy", "about 9", "about", "quit", "list", "quit"),
    ),
}
"""{name of a run: lines for the menu and what it leads to}."""


def menu(name: str) -> Iterator[Frame]:
    """Yield the frames of the menu in lines, with some saved battles."""
    with calm() as folder:
        for number, (title, turns) in enumerate((("alpha", 1), ("beta", 2), ("delta", 99))):
            path = save_battle(folder / "saves", title, turns)
            os.utime(path, (number, number))  # the list has the latest first
        yield from _at_the_menu(name, folder, [line for part in MENUS[name] for line in part])


LEARNT = {
    "oak_iron": "learn rakes",
    "wooden_ships": "learn first_duel",
    "iron_oak": "learn night",
}
"""{game: the line that begins a lesson of it}."""


def learning(name: str) -> Iterator[Frame]:
    """Yield the frames of a lesson and of the first puzzle of a game in lines."""
    first = next((each.name for game, each in shelf() if game == system(name).title), "today")
    with calm() as folder:
        for number, line in enumerate((LEARNT[name], f"puzzle {first}")):
            script = (line, "help", "why", "odds 1", "undo", "terms")
            yield from _at_the_menu(f"{name} {number + 1}", folder, script, 14)


def _at_the_menu(run: str, folder: Path, script: Sequence[str], more: int = 0) -> list[Frame]:
    typist = Typist(run, folder, script, more)
    asyncio.run(PlainMenu(str(folder / "saves"), typist.read, typist.write).run())
    typist.told("")
    return typist.frames
