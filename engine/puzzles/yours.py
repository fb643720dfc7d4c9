"""Puzzles from a person's own battles: choices for which playouts have proved that another answer
was better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from engine.base import files
from engine.base.errors import FileFault, WeatherGageError
from engine.base.files import UNREADABLE, Missing, decode_data, read_bytes
from engine.kernel.seen import SeenBattle
from engine.puzzles.puzzle import (
    LARGEST_BOOK,
    LONGEST_MOVES,
    OWN,
    Puzzle,
    judged_answer,
    option_ids,
    packed_moves,
)
from engine.review.curve import CostlyChoice, Trial, error_of
from engine.review.proving import BattleSnapshot, Rivals

OF_A_BATTLE = 3
"""At most this many puzzles come from one battle."""
MOST = 100
"""At most this many of a person's own puzzles are kept; the oldest are dropped."""
PERSON = "human"
"""The player's name in a battle's header that says that a person has the seat."""
ABOUT = "a choice of your own"
"""The theme of a person's own puzzle if none of the game's themes fits."""


def puzzles_of(
    battle: SeenBattle | BattleSnapshot,
    proved: Iterable[tuple[CostlyChoice, Trial]],
    seats: Iterable[str],
) -> Iterator[Puzzle]:
    """Yield puzzles, not named yet, from choices of `seats` that playouts have proved to be costly;
    the costliest come first.

    Positions that cannot be reached again from the scenario's name and the seed are left out: in
    battles with options, from a position file or with shared dice, or after too many commands.
    """
    own, count = set(seats), 0
    for choice, trial in proved:
        if choice.seat not in own or count >= OF_A_BATTLE:
            continue
        try:
            game, rivals = battle.game, Rivals(battle, choice)
            better, given = rivals.answers()
            percents = (100 * trial.better / trial.of, 100 * trial.chosen / trial.of)
            theme = game.review.puzzle_ground().theme(rivals.question.kind, option_ids(better))
            puzzle = Puzzle(
                name=f"{OWN}0",
                game=game.name,
                scenario=battle.header.scenario,
                seed=battle.seed,
                moves=packed_moves(game, battle.entries[: choice.n - 1]),
                seat=choice.seat,
                kind=rivals.question.kind,
                theme=theme or ABOUT,
                finders=(),
                dice=rivals.dice,
                rounds=trial.of,
                fought=True,
                error=round(100 * error_of(trial), 4),
                answers=(
                    judged_answer(better, percents[0], {}),
                    judged_answer(given, percents[1], {}),
                ),
            )
            reached = puzzle.position().state
        except WeatherGageError:
            continue
        if reached != battle.at(choice.n - 1) or len(puzzle.moves) > LONGEST_MOVES:
            continue
        count += 1
        yield puzzle


class OwnPuzzles(msgspec.Struct, frozen=True):
    """The file of a person's own puzzles, oldest first."""

    last: int = 0
    """The number of the newest puzzle; numbers are never reused."""
    kept: tuple[msgspec.Raw, ...] = msgspec.field(name="puzzles", default=())
    """The puzzles as JSON. They are not decoded, so that the file keeps puzzles that only another
    version of the program can read."""

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles that this program can read."""
        return tuple(filter(None, map(_puzzle_in, self.kept)))


_read = msgspec.json.Decoder(OwnPuzzles).decode
_read_puzzle = msgspec.json.Decoder(Puzzle).decode


def _puzzle_in(data: msgspec.Raw) -> Puzzle | None:
    """Decode a puzzle; return None if this version of the program cannot read it."""
    try:
        return _read_puzzle(data)
    except UNREADABLE:
        return None


def read_own_puzzles(path: Path) -> OwnPuzzles:
    """Return a person's own puzzles; an empty `OwnPuzzles` if there is no file. Raises `FileFault`
    if the file cannot be read.
    """
    try:
        return decode_data(_read, read_bytes(path, LARGEST_BOOK, "a file of puzzles"), path)
    except Missing:
        return OwnPuzzles()


def store_new(path: Path, found: Iterable[Puzzle]) -> tuple[str, ...]:
    """Add to the file those puzzles that it does not have yet, and return the names of the new
    ones.

    Raises `FileFault` if the file cannot be read or written.
    """
    kept = read_own_puzzles(path)
    have = {(each.moves, each.seat, each.kind) for each in kept.puzzles}
    fresh = (each for each in found if (each.moves, each.seat, each.kind) not in have)
    # Puzzles that could not be read again are dropped, such as one with a very large sheet.
    sound = [each for each in fresh if _puzzle_in(_written(each))]
    if not sound:
        return ()
    named = tuple(
        msgspec.structs.replace(each, name=f"{OWN}{number}")
        for number, each in enumerate(sound, kept.last + 1)
    )
    whole = OwnPuzzles(kept.last + len(named), (*kept.kept, *map(_written, named))[-MOST:])
    data = msgspec.json.encode(whole)
    if len(data) > LARGEST_BOOK:
        raise FileFault(f"{path} cannot be saved: a file of puzzles would be too large")
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, data + b"\n", private=True)
    return tuple(each.name for each in named)


def _written(puzzle: Puzzle) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(puzzle))


def seats_of_persons(battle: SeenBattle) -> tuple[str, ...]:
    """Return the seats that a person played on this machine, according to the battle's header.

    () for a hosted battle, whose other seats were also played by people.
    """
    players = battle.header.options.get("players", {})
    hosted = battle.header.options.get("persons")
    names = players if isinstance(players, dict) and not hosted else {}
    return tuple(
        seat.key for seat in battle.game.seats(battle.state) if names.get(seat.key) == PERSON
    )
