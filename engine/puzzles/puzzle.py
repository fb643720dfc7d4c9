"""Puzzle: a position, a question and its judged answers; and the files of puzzles."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Container, Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine.base import files
from engine.base.errors import FileFault, Refused, SetUpFault, WeatherGageError
from engine.base.files import UNREADABLE, decode_data, decode_fault, read_bytes
from engine.game.decision import Answer
from engine.game.game import Game, Given, Record, command_of
from engine.game.question import Question, Sheet
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.registry import system, systems
from engine.kit.records import shipped_folder

# Puzzle: a position, a question, and the results of its answers when each was played out many
# times. A position is stored as the commands that led to it, packed. They are replayed when the
# puzzle is opened, so that no file can contain a state that the rules do not allow.


SURE = 2.5
"""A question is a puzzle only if its best answer leads the second best by this many standard
errors."""
AHEAD = 8.0
"""A question is a puzzle only if, in percent of battles won, its best answer leads the second best
by this much."""
DECIDED = 90.0
"""A position counts as decided if even the second best answer wins more than this percentage of
battles, or even the best answer wins less than 100 minus this."""
MOST_MOVES = 400
"""The maximum number of commands that lead to the position of a puzzle."""
LARGEST = 256 * 1024
"""The maximum size of a puzzle's unpacked commands in bytes; those of a long battle have a tenth of
that."""
LONGEST_MOVES = 6000
"""The maximum length of a puzzle's packed commands, in characters."""
DIFFICULTIES = ("easy", "middling", "hard")
"""The difficulties. They say whether none, one or both of the computer players `FINDERS` miss the
right answer."""
OWN = "yours_"
"""The prefix of the names of a person's own puzzles; they are not rated, because the person knows
the position."""
FINDERS = ("lieutenant", "captain")
RATINGS = (1300, 1500, 1700)
"""A puzzle is rated like an opponent: easy, middling, hard. With these ratings the computer player
`captain`, which solves most middling puzzles and few hard ones, is rated 1500 to 1700."""

Figure = Annotated[float, Meta(ge=-1e6, le=1e6)]
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9_]+$")]
Words = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class JudgedAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer, and the average result of its playouts."""

    points: Figure
    """The percentage of playouts to the end that the seat's side won."""
    terms: dict[Words, Figure]
    """{term of the evaluation: mean value for the seat after some turns, in the game's unit}."""
    answer: Answer | None = None
    draft: Annotated[dict[Words, Answer], Meta(max_length=60)] = {}
    """If the question is a sheet, {slot: answer}; {} for a decision."""

    @property
    def given(self) -> Given:
        """The answer in the form that the rules accept."""
        return self.draft if self.answer is None else self.answer


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as stored in a file: a position, a question, and answers judged by playouts."""

    name: Name
    game: Name
    scenario: Name
    seed: Annotated[int, Meta(ge=0)]
    moves: Annotated[str, Meta(max_length=LONGEST_MOVES)]
    """The commands that lead to the position, packed by `packed_moves`."""
    seat: Annotated[str, Meta(min_length=1, max_length=4)]
    kind: Name
    """The kind of the puzzle's question, as in `Decision.kind` of its game."""
    theme: Words
    finders: Annotated[tuple[str, ...], Meta(max_length=2)]
    """Those of the computer players `FINDERS` that give the right answer."""
    dice: Count
    """The seed of the dice in the playouts, so that every answer is judged with the same dice."""
    rounds: Annotated[int, Meta(ge=2, le=10_000)]
    """The number of playouts of each answer."""
    error: Annotated[float, Meta(ge=0, le=1e6)]
    """The standard error of `lead`."""
    answers: Annotated[tuple[JudgedAnswer, ...], Meta(min_length=2, max_length=12)]
    """The judged answers, best first; answers with equal results are listed once."""
    fought: Literal[True]
    """Says that `points` are percentages of battles won. Older puzzles, judged by the evaluation
    some turns later, say False and are refused."""
    plain: bool = False
    """Whether the answer that seems best at a glance is right: the lieutenant's, or the one that
    the rules propose or list first."""

    @property
    def lead(self) -> float:
        """The points of the best answer minus those of the second best."""
        return self.answers[0].points - self.answers[1].points

    @property
    def difficulty(self) -> int:
        """The difficulty as an index of `DIFFICULTIES`: 0 easy, 1 middling, 2 hard."""
        return len(FINDERS) - len(set(self.finders) & set(FINDERS))

    @property
    def rating(self) -> int:
        """The puzzle's rating, as if the puzzle were an opponent."""
        return RATINGS[self.difficulty]

    def right(self, points: float) -> bool:
        """Tell whether an answer worth this many points is right: nearer to the best answer than to
        the second.
        """
        return points > self.answers[0].points - self.lead / 2

    def position(self) -> Battle:
        """Return the battle in which the question is open, without a file.

        Raises `SetUpFault` if the commands cannot be read, or the rules do not allow them.
        """
        try:
            game = system(self.game)
            battle = Battle.new(game, self.scenario, self.seed)
            for seat, command in _unpacked(self.moves):
                battle.submit(seat, codec(game).command(command))
            view = self.question(battle)
            for each in self.answers:
                command_of(game, battle.state, self.seat, each.given)
        except WeatherGageError as error:
            raise SetUpFault(self._source, [("moves", str(error))]) from None
        except UNREADABLE as error:
            raise SetUpFault(self._source, [("moves", decode_fault(error))]) from None
        assert view is not None
        return battle

    def question(self, battle: Battle) -> Question:
        """Return the puzzle's question in the battle; raises `SetUpFault` if it is not open
        there.
        """
        for each in battle.pending():
            if each.seat == self.seat and each.kind == self.kind:
                return each
        said = f"found '{self.kind}', a question that {self.seat} is not asked in this position"
        raise SetUpFault(self._source, [("kind", said)])

    @property
    def _source(self) -> str:
        return f"puzzle {self.name}"


def packed_moves(game: Game, entries: Iterable[Record]) -> str:
    """Return the commands of a battle that were not undone, as compressed text."""
    code = codec(game)
    moves = [(each.seat, code.raw(each.command)) for each in entries]
    return b64encode(zlib.compress(msgspec.json.encode(moves), 9)).decode()


def _unpacked(text: str) -> list[tuple[str, msgspec.Raw]]:
    """Return the pairs (seat, command) in a text by `packed_moves`; raises one of `UNREADABLE`."""
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(b64decode(text, validate=True), LARGEST)
    except (ValueError, zlib.error):
        raise msgspec.DecodeError("the commands are not packed as they should be") from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise msgspec.DecodeError("the commands are cut short, or too many")
    moves = msgspec.json.decode(data, type=list[tuple[str, msgspec.Raw]])
    if len(moves) > MOST_MOVES:
        raise msgspec.DecodeError(f"{len(moves)} commands are more than {MOST_MOVES}")
    return moves


def option_ids(given: Given) -> tuple[str, ...]:
    """Return the ids of the options chosen in an answer; for a sheet, one for each slot."""
    if isinstance(given, Mapping):
        return tuple(id for each in given.values() for id in each.chosen)
    return given.chosen


def drawn_opening(question: Question, seed: int) -> Given | None:
    """Return the answer that a puzzle opens on, or for a sheet what it proposes: another one than
    the rules', drawn by lot from the `seed`. None where there is no other.

    The rules propose what is usually good, so without this Enter alone would solve many puzzles.
    """
    lot = Random(seed)
    if not isinstance(question, Sheet):
        others = [each.id for each in question.options[1:] if not (each.ends or each.surrenders)]
        return Answer(lot.choice(others)) if others else None
    proposed = dict(question.proposed)
    for slot in question.slots:
        usual = proposed.get(slot.id, Answer()).chosen
        others = [
            each.id
            for each in slot.options
            if each.id not in usual and not (each.ends or each.surrenders)
        ]
        if others and slot.at_most == 1 and not question.purses:
            proposed[slot.id] = Answer(lot.choice(others))
    return None if question.faults(proposed) else proposed


def answer_text(question: Question, given: Given) -> str:
    """Return an answer in the words of its question."""
    if isinstance(question, Sheet):
        return question.describe(given if isinstance(given, Mapping) else {})
    assert isinstance(given, Answer)
    return question.describe(given.option, given.dial, given.at)


def judged_answer(given: Given, points: float, terms: Mapping[str, float]) -> JudgedAnswer:
    """Return an answer with its average result, rounded as puzzle files store it."""
    figures: dict[str, Any] = {
        "points": round(points, 3),
        "terms": {words: round(worth, 3) for words, worth in terms.items()},
    }
    if isinstance(given, Mapping):
        return JudgedAnswer(**figures, draft=dict(given))
    return JudgedAnswer(**figures, answer=given)


# Book: the file of a game's puzzles, one line for each puzzle, and the progress of the search for
# puzzles. The file is JSON because that loads fast: fifty puzzles in two milliseconds.


ENDING = ".json"
LARGEST_BOOK = 4 * 1024 * 1024
"""The maximum size of a file of puzzles in bytes; fifty puzzles have a hundred thousand."""
MOST = 1000
"""The maximum number of puzzles in a file."""
FORMAT = 1


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """The file of a game's puzzles, with the data to continue the search for more."""

    puzzles_format: Annotated[int, Meta(ge=1)] = FORMAT
    game: str
    rules: str
    """The version of the rules under which the puzzles were found."""
    seed: int
    """The seed of the first battle that was searched."""
    searched: Annotated[int, Meta(ge=0)] = 0
    """The number of battles that were searched."""
    spare: Annotated[tuple[Puzzle, ...], Meta(max_length=MOST)] = ()
    """Unnamed puzzles that would make the book one-sided now, because Enter alone solves them, for
    example. The search adds them when it has found others."""
    puzzles: Annotated[tuple[Puzzle, ...], Meta(max_length=MOST)] = ()


_read = msgspec.json.Decoder(Book).decode


def read_book(path: Path) -> Book:
    """Read a file of puzzles; raises `Missing` if there is none, `FileFault` naming the fault."""
    book = decode_data(_read, read_bytes(path, LARGEST_BOOK, "a file of puzzles"), path)
    if book.puzzles_format != FORMAT:
        raise FileFault(
            f"{path} has format {book.puzzles_format} of puzzles, this program has {FORMAT}"
        )
    names = [each.name for each in book.puzzles]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise FileFault(f"{path} has two puzzles called {twice}")
    alien = next((each for each in book.puzzles if each.game != book.game), None)
    if alien:
        raise FileFault(f"{path}: {alien.name} is a puzzle of {alien.game}, not of {book.game}")
    return book


def write_book(path: Path, book: Book) -> None:
    """Write a file of puzzles atomically; raises `FileFault` when it cannot be written."""
    head = msgspec.json.encode(msgspec.structs.replace(book, puzzles=()))
    lines = b",\n".join(map(msgspec.json.encode, book.puzzles))
    files.write(path, head.removesuffix(b"[]}") + b"[\n" + lines + b"\n]}\n", private=False)


# The puzzles that came with the games of this program, and the puzzle of a day.


FILE = f"puzzles{ENDING}"
TODAY = "today"
"""The name by which a person asks for the puzzle of the day."""


def shipped_path(game: str) -> Path:
    """Return the path of a game's puzzles, whether the file exists or not."""
    return shipped_folder(game) / FILE


def shipped_paths() -> list[Path]:
    """Return the paths of the puzzle files that come with the program, one for each game that has
    one.
    """
    paths = (shipped_path(name) for name in systems())
    return [path for path in paths if path.is_file()]


def shipped_books() -> list[Book]:
    """Return the puzzles of each game that has some; raises the errors of `read_book`."""
    return [read_book(path) for path in shipped_paths()]


YOURS = "Yours"
"""The heading for a person's own puzzles in the list."""


def shelf(own: Iterable[Puzzle] = ()) -> list[tuple[str, Puzzle]]:
    """Return pairs (heading, puzzle): a person's own puzzles under `YOURS`, then those of each game
    under its title.

    Within a game, easy puzzles come first.
    """
    return [(YOURS, puzzle) for puzzle in own] + [
        (system(book.game).title, puzzle)
        for book in shipped_books()
        for puzzle in sorted(book.puzzles, key=lambda each: each.difficulty)
    ]


def puzzle_named(name: str, own: Iterable[Puzzle] = ()) -> Puzzle:
    """Return the puzzle with this name, from the shipped ones and a person's `own`.

    Raises `Refused`, which shows what names look like, if no puzzle has the name.
    """
    there = {puzzle.name: puzzle for _, puzzle in shelf(own)}
    if name not in there:
        like = next((each for each in there if not each.startswith(OWN)), "oak_iron_1")
        raise Refused(
            f"no puzzle is called '{name}'; names look like {like}; `weathergage puzzles "
            "--list` lists them"
        )
    return there[name]


def chosen_puzzle(
    name: str, day: int, tried: Container[str] = (), own: Iterable[Puzzle] = ()
) -> Puzzle:
    """Return the puzzle with this name; for `today`, the puzzle of the day; for '', the next puzzle
    that was not tried, or the puzzle of the day if all were tried.

    Raises `Refused` for any other name.
    """
    puzzles = [puzzle for _, puzzle in shelf()]
    if name == TODAY:
        return puzzle_of(day, puzzles)
    if name:
        return puzzle_named(name, own)
    left = (each for each in puzzles if each.name not in tried)
    return next(left, None) or puzzle_of(day, puzzles)


def puzzle_of(day: int, puzzles: Sequence[Puzzle]) -> Puzzle:
    """Return the puzzle of the day with the number `day`; everybody with the same puzzles gets the
    same one.

    All puzzles come once, in a fixed order, before any comes again. Raises `Refused` if there are
    no puzzles.
    """
    if not puzzles:
        raise Refused("no puzzles came with the games of this program")
    order = sorted(puzzles, key=lambda each: blake2b(each.name.encode()).digest())
    return order[day % len(order)]
