"""PlainMenu: the opening menu in lines of text: saved and new battles, lessons, mail."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing
from datetime import date
from pathlib import Path

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.text import clean, no_command, parse_number, pluralized, with_full_stop
from engine.files.battle_list import ACTIONS, BY_WORD, Action, BattleList, must_be_seen
from engine.files.career import NO_BATTLE, Career, count_all, prose, summary
from engine.files.desks import is_by_mail
from engine.files.facts import ON_A_HOST
from engine.files.index import Index
from engine.files.library import LibraryRow
from engine.files.library_actions import Ask
from engine.files.own_folders import USUAL_FILES
from engine.files.saved_battles import Saved, computers, saved_at, summarise
from engine.files.saves import is_sample, own_copy, samples_folder, saves_folder, squadrons_folder
from engine.kernel.battle import Battle
from engine.kernel.registry import game_with_scenario, system, systems
from engine.players import Player, dismiss
from engine.puzzles.puzzle import shelf as puzzles
from engine.review.tale import NOTHING
from engine.sitting.kinds.lesson import new_battle
from engine.sitting.printed import refuse_controls
from engine.sitting.setting_up.forms import HomeForm, fill, read_terms, start
from engine.teaching.lesson import Lesson
from engine.teaching.lesson import shelf as lessons
from tui.plain.form import PlainForm
from tui.plain.learning import Learning, play_battle
from tui.plain.look import format_table, lookup_lines, wrapped
from tui.plain.replay import PlainReplay

HELP = "\n".join(
    (
        "Type a battle's number to continue the battle, or to watch one that is over.",
        *(f"{f'{row.word} {row.shape}':<16}{row.about}" for row in ACTIONS if row.word),
        """
list            all battles again
new             a new battle, row by row: game, scenario, players, squadrons, seed
new NAME [ROW=CHOICE ...]  at once: `new quickstart B=captain seed=7`
lessons         all lessons, with your stars
learn NAME      go through one
puzzles [W]     all puzzles, or those with a word W, and your rating
puzzle NAME     solve it; `puzzle today`: the puzzle of the day; `puzzle`: the next one
log [N]         your captain's log: your career; `log N`: the story of battle N
mail            battles by letters
rules W         cards and rules: what a word means
quit            leave; everything is saved
""".strip(),
    )
)
WELCOME = (
    "Weather Gage in lines. New here? Type `lessons`, or `new quickstart` for a battle at once; "
    "`help` lists what you can type."
)
WHICH_WORD = "Type the word that you want explained, such as `rules starboard`."
IN_LINES = {
    "Continue": "N",
    "New battle": "new",
    "Quick start": "new",
    "Battles": "list",
    "Captain's log": "log",
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
"""{entry of the opening menu that has no word in lines: how to reach it, or why there is none}."""
LISTED = 20
"""The maximum number of battles in a list, the first in the chosen order; the word `find` finds
others."""
SAID = {"open": "", "won": "over, won", "lost": "over, lost", "drawn": "over, drawn"}
"""{result of a battle in the library: words for the list}; for others the list shows how the battle
ended."""

Read = Callable[[str], Awaitable[str | None]]


class PlainMenu:
    """The whole game in lines of text, beginning with its opening menu; `run` returns when the
    person leaves.
    """

    def __init__(self, saves: str | None, read: Read, write: Callable[[str], None]) -> None:
        """Create the menu; `saves` is the folder of battles, or None for the usual one."""
        self._saves = saves
        self._read = read
        self._write = write
        self._index = Index.of_this_user()
        self._battles = BattleList(saves, self._index, samples_folder())
        self._words = ""
        """The words of the latest search with `find`; '' lists all battles."""
        self._rows: list[LibraryRow] = []
        """The battles of the list that was printed last; they are named by number, from 1."""

    async def run(self) -> None:
        """Carry out typed lines until the person leaves or the input ends."""
        with self._index:
            self._say(WELCOME)
            for notice in filter(None, (self._index.notice, self._battles.library.labels.fault)):
                self._say(f"{clean(notice)}.")
            self._list()
            while (line := await self._read("menu> ")) is not None:
                said = clean(line).strip()
                if said.lower() in ("quit", "exit", "q"):
                    return
                try:
                    refuse_controls(line)
                    await self._line(said)
                except WeatherGageError as error:
                    self._say_done(str(error))

    async def _line(self, line: str) -> None:
        """Carry out a typed line."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower() or "list", rest.strip()
        done: Awaitable[None] | None = None
        match word:
            case "help" | "?":
                self._write(format_table(HELP.strip("\n")))
            case "list":
                self._battles.rescan()
                self._list()
            case "new":
                done = self._new(rest)
            case "lessons" | "learn" | "puzzles" | "puzzle":
                learning = Learning(
                    USUAL_FILES, self._read, self._write, coached=self._with_the_coach
                )
                done = learning.does(word, rest)
            case "mail" if not rest:
                from tui.plain.mail_room import MailRoom  # lazy: most people come to play

                done = MailRoom(self._saves, self._read, self._write).run()
            case "log":
                self._log(rest)
            case "rules" | "words":
                self._many(lookup_lines(rest) if rest else (WHICH_WORD,))
            case _ if word.isdecimal() and not rest:
                done = self._go(self._battle(word))
            case _ if word in BY_WORD:
                done = self._order(BY_WORD[word], rest)
            case _:
                raise Refused(_unknown(line))
        if done is not None:
            await done
            if word not in ("lessons", "puzzles"):
                self._list_again()

    # The battles -----------------------------------------------------------------------

    def _list(self, words: str = "") -> None:
        """Print the first battles of the list, or those that contain all of some words.

        Only as many files are read as necessary.
        """
        library = self._battles.library
        if words or library.sorted_by != "date":
            self._read_all()
        self._battles.read(LISTED)
        self._words = words
        found = library.search(words)
        self._rows = [library.rows[at] for at in found[:LISTED]]
        for number, row in enumerate(self._rows, 1):
            self._say(f"  {number}  {_told(row)}")
        if len(found) > LISTED:
            self._say(f"And {len(found) - LISTED} more: type `find` and a word to find them.")
        if not self._rows:
            self._say(
                f"No battle has '{words}'." if words else "No battle yet. Type `new` to begin one."
            )

    def _log(self, number: str) -> None:
        """Print the person's career (all battles in short), or the story of the battle with this
        number.
        """
        self._read_all()
        career = Career(self._battles.library)
        count_all(career, lambda: None)
        entries = career.entries
        if not entries:
            raise Refused(NO_BATTLE)
        if number:
            if not number.isdecimal() or not 1 <= parse_number(number) <= len(entries):
                raise Refused(f"there is no battle {number} in the log; the last is {len(entries)}")
            paragraphs = prose(entries[parse_number(number) - 1])
            self._many([f"{each.heading}. {each.text}" for each in paragraphs] or [NOTHING])
            return
        self._many([f"{heading}: {words}." for heading, words in summary(entries)])
        self._many(
            f"  {at}  {each.row.name}, {each.row.day}: {each.summary}"
            for at, each in enumerate(entries, 1)
        )

    def _list_again(self) -> None:
        """Print the result of the latest search again; if no battle is left in it, print all
        battles.
        """
        self._battles.rescan()
        if self._words:
            self._read_all()
        self._list(self._words if self._battles.library.search(self._words) else "")

    def _read_all(self) -> None:
        """Read all files of battles that are not in the index yet."""
        if (unread := len(self._battles.library.unread)) > LISTED:
            self._say(f"Reading {pluralized(unread, 'battle')}.")
        self._battles.read(len(self._battles.library.rows))

    def _battle(self, number: str) -> LibraryRow:
        """Return the battle with this number in the list that was printed last."""
        if not number.isdecimal() or not 1 <= parse_number(number) <= len(self._rows):
            raise Refused(
                f"there is no battle {number}; `list` shows {pluralized(len(self._rows), 'battle')}"
            )
        return self._rows[parse_number(number) - 1]

    def _order(self, row: Action, said: str) -> Awaitable[None] | None:
        """Do an action on the list of battles; `said` is the text after the action's word.

        If the action has to wait for input, return an awaitable that does it.
        """
        battles = self._battles
        match row.name:
            case "find":
                self._list(said)
            case "sort":
                self._say_done(battles.sort(said.lower()))
                self._list_again()
            case "sort_back" if not said:
                self._say_done(battles.sort_back())
                self._list_again()
            case "undo" if not said:
                self._say_done(f'undone: "{battles.undo().told}"')
                self._list_again()
            case "import":
                return self._import(said)
            case _ if said and row.shape.startswith("N"):
                number, _, rest = said.partition(" ")
                if not rest or row.shape != "N":
                    return self._of_battle(row, self._battle(number), rest.strip())
                raise Refused(f"type only `{row.word} {number}`, with nothing after it")
            case _:
                raise Refused(f"type it as `{f'{row.word} {row.shape}'.strip()}`")
        return None

    async def _of_battle(self, row: Action, battle: LibraryRow, said: str) -> None:
        """Do an action on one battle of the list; `said` answers the question that the action asks,
        if any.
        """
        if row.do is None:
            await (self._watch if row.name == "accept" else self._go)(battle)
            return
        done = row.do(self._battles, battle)
        if isinstance(done, Ask):
            typed: str | None = said
            if done.yes_or_no or not said:
                typed = await self._typed(f"{done.text}{' y or n:' if done.yes_or_no else ''} ")
            done = None if typed is None else done.answered(typed)
        if done:
            self._say_done(f"{done.told}; `undo` undoes it")

    async def _import(self, said: str) -> None:
        """Import a battle file, or a folder of them."""
        if words := said or await self._typed("File or folder to import: "):
            self._read_all()  # so that known battles are not imported again
            came = self._battles.importing(words)
            for number, each in enumerate(came.sources, 1):
                if len(came.sources) > 1:
                    self._say(f"Proving {number} of {len(came.sources)}: {clean(each.name)}")
                came.bring(each)
            self._battles.brought(came)
            self._say_done(f"{came.summary}; `undo` undoes it" if came.done else came.summary)

    async def _typed(self, question: str) -> str | None:
        """Ask a question and return the typed answer; None at the end of the input."""
        line = await self._read(clean(question))
        if line is not None:
            refuse_controls(line)
        return line if line is None else clean(line).strip()

    async def _go(self, row: LibraryRow) -> None:
        """Continue a battle, or replay it if it is over."""
        must_be_seen(row)
        if is_by_mail(row.path):
            from tui.plain.mail_room import MailRoom

            await MailRoom(self._saves, self._read, self._write).go(row.path.stem)
            return
        path = row.path
        if summarise(_readable(row)).outcome:
            await self._watch(row)
            return
        if is_sample(path):
            path = own_copy(path, saves_folder(self._saves))
        await self._play(Battle.open(path))

    async def _play(self, battle: Battle) -> None:
        """Play a battle until it is over or left, with the computer players of its file."""
        players: dict[str, Player] = {}
        try:
            players = computers(battle)
            await play_battle(battle, players, self._read, self._write)
        finally:
            battle.close()
            dismiss(players.values())
        if battle.outcome() is None:
            self._say("The battle is saved.")

    async def _with_the_coach(self, lesson: Lesson) -> None:
        """Play a lesson that is a whole battle, with the coach."""
        await self._play(new_battle(lesson, saves_folder(self._saves)))

    async def _watch(self, row: LibraryRow) -> None:
        must_be_seen(row)
        with closing(Battle.open(_readable(row).path, write=False)) as battle:
            await PlainReplay(battle, self._read, self._write).run()

    async def _new(self, said: str) -> None:
        """Begin the battle that a typed line describes, or let the person fill in its form row by
        row.
        """
        form = HomeForm(squadrons_folder(self._saves))
        scenario, _, terms = said.partition(" ")
        if scenario:
            form.choose(game_with_scenario(scenario).name, scenario)
            fill(form, form.rows, read_terms(terms))
            if form.fault:
                raise Refused(form.fault)
        elif not await PlainForm(form, form.rows, self._read, self._write, verb="begin").run():
            return
        saves = Path(self._saves) if self._saves else None
        await self._play(start(form.choice, saves, form.options()))

    # Output --------------------------------------------------------------------------------

    def _many(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _say(self, text: str) -> None:
        for line in wrapped(text):
            self._write(line)

    def _say_done(self, text: str) -> None:
        self._say(with_full_stop(clean(text)))


def _readable(row: LibraryRow) -> Saved:
    """Return the file of a battle with its header; raises `FileFault` if it cannot be read."""
    saved = saved_at(row.path) or row.saved
    if saved.fault:
        raise FileFault(saved.fault)
    return saved


def _unknown(line: str) -> str:
    """Return why a typed line is no command, and how to type the thing that it names: an entry of
    the opening menu, a battle, a lesson or a puzzle.
    """
    said = line.lower()
    entries = {entry.lower(): word for entry, word in IN_LINES.items()}
    if said in NOT_IN_LINES:
        return NOT_IN_LINES[said]
    if said in entries:
        word = entries[said]
        return "type the battle's number to continue it" if word == "N" else f"type `{word}`"
    if any(said in game.scenarios() for game in map(system, systems())):
        return f"{said} is a battle; type `new {said}` to begin it"
    if any(said == lesson.name for _, lesson in lessons()):
        return f"{said} is a lesson; type `learn {said}`"
    if any(said == puzzle.name for _, puzzle in puzzles()):
        return f"{said} is a puzzle; type `puzzle {said}`"
    known = (*re.findall(r"^([a-z]+)\b", HELP, re.M), *NOT_IN_LINES)
    return no_command(line, known)


def _told(row: LibraryRow) -> str:
    """Return one line about a battle: title, result, place, tags, day."""
    facts = row.facts
    stands = "not read yet" if facts is None else SAID.get(facts.standing, facts.ended)
    if facts and facts.standing == "open":
        stands = facts.result if facts.result == ON_A_HOST else facts.turn
    if facts and facts.fault:
        stands = "cannot be read"
    day = date.fromisoformat(row.day)
    place = {"mail": "by mail", "host": "", "own": "", "sample": ""}.get(row.place, row.place)
    tags = " ".join(f"#{clean(tag)}" for tag in row.tags)
    behind = (stands, place, f"{day.day} {day:%b %Y}", tags)
    return f"{row.name}: {', '.join(filter(None, behind))}"
