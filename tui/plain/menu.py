"""PlainMenu: the opening menu in lines: saved and new battles, lessons, mail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing
from pathlib import Path

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.text import clean, whole
from engine.files.library import Saved, computers, find, summarise, title_of
from engine.files.own_folders import USUAL_FILES
from engine.files.saves import (
    is_sample,
    kept_in,
    own_copy,
    samples_folder,
    saves_folder,
    squadrons_folder,
)
from engine.files.shelving import binned
from engine.kernel.battle import Battle
from engine.kernel.registry import home
from engine.players import Player, dismiss
from engine.sitting.kinds.lesson import new_battle
from engine.sitting.printed import refuse_controls
from engine.sitting.setting_up.home import HomeForm, start
from engine.sitting.setting_up.words import fill, read_terms
from engine.teaching.lesson import Lesson
from tui.plain.form import PlainForm
from tui.plain.learning import Learning, evening
from tui.plain.look import wrapped
from tui.plain.pages import looked_up
from tui.plain.replay import PlainReplay

HELP = """
Type a battle's number to continue it, or to see it if it is over.
list        show the battles again          find W    list battles with the word W
watch N     replay battle N                 delete N  move battle N to the bin
new         a new battle, row by row: game, scenario, players, squadrons, seed
new NAME [ROW=CHOICE ...]  at once: new quickstart B=captain seed=7
lessons     all lessons, with your stars    learn NAME   take a lesson
puzzles [W] all puzzles, or only those with the word W, and your rating
puzzle NAME solve a puzzle; puzzle today: the puzzle of the day; puzzle: the next one
mail        battles by letters              rules W   look up W in cards and rules
quit        leave; everything is saved
"""
IN_LINES = {
    "Continue": "N",
    "New battle": "new",
    "Quick start": "new",
    "Battles": "list",
    "Learn": "lessons",
    "Puzzles": "puzzles",
    "Mail": "mail",
    "Cards and rules": "rules",
    "Quit": "quit",
}
"""{entry of the opening menu: the word for it in lines}."""
NOT_IN_LINES = {
    "host": "start a host in a shell:   weathergage host --open --guests",
    "join": "connect to a friend's host from a shell:   ssh -T -p 2222 YOUR-NAME@MACHINE",
    "squadrons": "build squadrons in a shell:   weathergage squadron --help",
    "settings": "settings are only for the screens: signs, colours and animation",
}
"""Entries of the opening menu that lines do not have, each with the way to them."""
LISTED = 20
"""The most battles in the list, the latest; find finds the others."""
OVER = "over"

Read = Callable[[str], Awaitable[str | None]]


class PlainMenu:
    """The game in lines, from its opening menu; `run` returns when the person leaves."""

    def __init__(self, saves: str | None, read: Read, write: Callable[[str], None]) -> None:
        """`saves` is the chosen folder of battles, or None for the usual one."""
        self._saves = saves
        self._read = read
        self._write = write
        self._battles: list[Saved] = []
        """The battles by number, as listed last."""

    async def run(self) -> None:
        """Process lines until the person leaves or the input ends."""
        self._say("Weather Gage in lines. Type help for what you can type.")
        self._list()
        while (line := await self._read("menu> ")) is not None:
            said = clean(line).strip()
            if said.lower() in ("quit", "exit", "q"):
                return
            try:
                refuse_controls(line)
                await self._line(said)
            except WeatherGageError as error:
                self._say(f"{clean(str(error)).removesuffix('.')}.")

    async def _line(self, line: str) -> None:
        """Execute a line."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower() or "list", rest.strip()
        done: Awaitable[None] | None = None
        match word:
            case "help" | "?":
                self._write(HELP.strip("\n"))
            case "list" | "find":
                self._list(rest)
            case "watch" if rest:
                done = self._watch(self._battle(rest))
            case "delete" if rest:
                done = self._delete(self._battle(rest))
            case "new":
                done = self._new(rest)
            case "lessons" | "learn" | "puzzles" | "puzzle":
                learning = Learning(
                    USUAL_FILES, self._read, self._write, coached=self._with_the_coach
                )
                done = learning.does(word, rest)
            case "mail" if not rest:
                from tui.plain.mail_room import MailRoom  # most people come to play

                done = MailRoom(self._saves, self._read, self._write).run()
            case "rules" if rest:
                self._many(looked_up(rest))
            case _ if word.isdecimal() and not rest:
                done = self._go(self._battle(word))
            case _:
                raise Refused(NOT_IN_LINES.get(word) or f"there is no command '{line}'; type help")
        if done is not None:
            await done
            if word not in ("lessons", "puzzles"):
                self._list()

    # The battles -----------------------------------------------------------------------

    def _list(self, words: str = "") -> None:
        """List the latest battles, or those that match words."""
        own = kept_in(self._saves)
        kept = find((own, samples_folder()))
        kept = [each for each in kept if each.path.parent == own or is_sample(each.path)]
        typed = words.lower().split()
        self._battles = [
            each for each in kept if all(word in _told(each).lower() for word in typed)
        ]
        for number, each in enumerate(self._battles[:LISTED], 1):
            self._say(f"  {number}  {_told(each)}")
        if len(self._battles) > LISTED:
            self._say(f"And {len(self._battles) - LISTED} more: find and a word finds them.")
        if not self._battles:
            self._say(f"No battle has '{words}'." if words else "No battle yet. new begins one.")

    def _battle(self, number: str) -> Saved:
        """Return the battle with this number in the latest list."""
        if not number.isdecimal() or not 1 <= whole(number) <= len(self._battles):
            raise Refused(f"there is no battle {number}; list lists {len(self._battles)}")
        saved = self._battles[whole(number) - 1]
        if saved.fault:
            raise FileFault(saved.fault)
        return saved

    async def _go(self, saved: Saved) -> None:
        """Continue a battle, or replay a finished one."""
        if summarise(saved).outcome:
            await self._watch(saved)
            return
        path = saved.path
        if is_sample(path):
            path = own_copy(path, saves_folder(self._saves))
        await self._play(Battle.open(path))

    async def _play(self, battle: Battle) -> None:
        """Play a battle until it is over or left, with the computer players of its file."""
        players: dict[str, Player] = {}
        try:
            players = computers(battle)
            await evening(battle, players, self._read, self._write)
        finally:
            battle.close()
            dismiss(players.values())
        if battle.outcome() is None:
            self._say("The battle is saved.")

    async def _with_the_coach(self, lesson: Lesson) -> None:
        """Play a lesson's battle with the coach."""
        await self._play(new_battle(lesson, saves_folder(self._saves)))

    async def _delete(self, saved: Saved) -> None:
        """Move a battle to the bin once the person says yes."""
        if is_sample(saved.path):
            raise Refused("this is a sample battle that came with the game; it stays")
        said = await self._read(f"Move {clean(title_of(saved))} to the bin? y or n: ")
        if (said or "").strip().lower() in ("y", "yes"):
            self._say(f"{clean(binned(saved.path).told).removesuffix('.')}.")

    async def _watch(self, saved: Saved) -> None:
        with closing(Battle.open(saved.path, write=False)) as battle:
            await PlainReplay(battle, self._read, self._write).run()

    async def _new(self, said: str) -> None:
        """Begin the battle given in a line, or fill in its form row by row."""
        form = HomeForm(squadrons_folder(self._saves))
        scenario, _, terms = said.partition(" ")
        if scenario:
            form.choose(home(scenario).name, scenario)
            fill(form, form.rows, read_terms(terms))
            if form.fault:
                raise Refused(form.fault)
        elif not await PlainForm(form, form.rows, self._read, self._write, verb="begin").run():
            return
        saves = Path(self._saves) if self._saves else None
        await self._play(start(form.choice, saves, form.options()))

    # Writing ---------------------------------------------------------------------------

    def _many(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _say(self, text: str) -> None:
        for line in wrapped(text):
            self._write(line)


def _told(saved: Saved) -> str:
    """Return a battle in a line: title, players, state, date."""
    try:
        summary = summarise(saved)
    except WeatherGageError:
        return f"{clean(saved.title)}: cannot be read"
    stands = OVER if summary.outcome else summary.status.turn.lower()
    return f"{clean(title_of(saved))}: {stands}, {saved.date}"
