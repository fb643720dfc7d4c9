"""The results of a host's battles, and the ratings, which are computed from the results alone."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from math import sqrt
from pathlib import Path

import msgspec

from engine.base.files import UNREADABLE, Missing, raise_unusable, read_bytes
from engine.base.glicko import Game, Strength, age_strength, update_strength
from engine.game.game import Outcome, Seat
from engine.kernel.battle import Battle
from engine.kernel.leaving import REASONS, ended_outside_rules, who_played

# Results: an append-only file with a line for each finished battle.


LARGEST = 64 * 1024 * 1024
"""The maximum size of the file of results in bytes; a battle takes about four hundred."""
WON, DRAWN, LOST = 1.0, 0.5, 0.0


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """The player of one seat (a place in the battle) at its end, and that player's result."""

    name: str
    """A person's name, or the name of a computer player as `the lieutenant`."""
    side: str
    """The side of the seat; all seats of a side win and lose together."""
    seat: str
    """The name of the seat, such as `Red`."""
    person: bool = True
    score: float | None = None
    """The player's score: 1 for a victory, 0.5 for a draw, 0 for a defeat; None where all agreed to
    end the battle without a result."""
    left: str = ""
    """How the person left before the end, `resigned` or `handed over`; '' for one who stayed."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a battle that is over."""

    id: str
    game: str
    scenario: str
    title: str
    over: str
    """When the battle ended, in this machine's time zone, as `2026-05-01T20:00:00`."""
    how: str
    """How the battle ended, in a sentence."""
    players: tuple[Player, ...]
    forfeit: bool = False
    """Whether the battle was ended by a deadline and not by its rules."""

    def __post_init__(self) -> None:
        """Raise `ValueError` for an impossible day or score: the file may be damaged."""
        date.fromisoformat(self.over[:10])
        if any(each.score not in (WON, DRAWN, LOST, None) for each in self.players):
            raise ValueError("a score is 1, 0.5 or 0")

    @property
    def persons(self) -> dict[str, Player]:
        """{person: the result of the first of the person's seats}.

        People who had seats on both sides are left out.
        """
        found: dict[str, Player] = {}
        sides: dict[str, set[str]] = {}
        for player in self.players:
            if player.person:
                found.setdefault(player.name, player)
                sides.setdefault(player.name, set()).add(player.side)
        return {name: player for name, player in found.items() if len(sides[name]) == 1}

    @property
    def among_persons(self) -> bool:
        """Whether no computer player had a seat; only then is the battle rated."""
        return all(each.person for each in self.players)


def result_of(name: str, title: str, battle: Battle, over: str) -> Result:
    """Return the result of a battle that is over.

    `name` is the battle's id on the host.
    """
    outcome = battle.outcome()
    assert outcome is not None, "the battle is over"
    seats, options = battle.game.seats(battle.state), battle.header.options
    persons = {name for name in options.get("persons", {}).values() if name}
    persons |= {e.text for e in battle.log if e.kind == "hand" and not e.text.startswith("the ")}
    had = who_played(battle.log, seats, options)
    how = ended_outside_rules(battle.log, seats, options.get("persons", {})) or outcome.told
    players = tuple(
        _player(seat, had.get(seat.key, ()), persons, battle, outcome) for seat in seats
    )
    header = battle.header
    return Result(name, header.game, header.scenario, title, over, how, players)


def _player(
    seat: Seat, had: tuple[str, ...], persons: set[str], battle: Battle, outcome: Outcome
) -> Player:
    """Return the player to whom the result of a seat belongs.

    It is the last person who had the seat, or a computer player if no person had it. So a person
    who hands a losing seat to a computer player still loses.
    """
    last = next((each for each in reversed(had) if each in persons), "")
    name = last or (had[-1] if had else "the computer")
    resigned = any(each.kind == "resign" and each.seat == seat.key for each in battle.log)
    won = bool({seat.key, seat.side, seat.fights_for} & set(outcome.winners))
    score: float | None = WON if won else LOST if outcome.winners else DRAWN
    if outcome.reason == REASONS["stop"]:
        score = None
    left = ""
    if last and resigned:
        score, left = LOST, "resigned"
    elif last and had[-1] != last:
        left = "handed over"
    return Player(name, seat.fights_for, seat.name, bool(last), score, left)


class Results:
    """All results of a host, oldest first; without a path they are kept in memory only.

    A new line is written at once and is on disk when the call returns. A line that cannot be parsed
    is skipped; the result of its battle is computed again from the battle's file, and appended
    again.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._all: dict[str, Result] = {}
        self._of: dict[str, list[Result]] = {}
        """{person: the person's results}. With this index a page does not have to search all
        results."""
        self._observers: list[Callable[[Result], None]] = []
        if path:
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            data = read_bytes(path, LARGEST, "a file of results")
        except Missing:
            return
        for line in data.splitlines():
            try:
                found = _decode(line)
            except UNREADABLE:
                continue
            if found.id not in self._all:
                self._keep(found)

    def __iter__(self) -> Iterator[Result]:
        return iter(tuple(self._all.values()))

    def __contains__(self, name: object) -> bool:
        return name in self._all

    def __len__(self) -> int:
        return len(self._all)

    def of(self, name: str) -> Result | None:
        """Return the result of a battle by its id; None if there is none."""
        return self._all.get(name)

    def with_person(self, person: str) -> tuple[Result, ...]:
        """Return the results of a person, oldest first."""
        return tuple(self._of.get(person, ()))

    def _keep(self, result: Result) -> None:
        self._all[result.id] = result
        for person in result.persons:
            self._of.setdefault(person, []).append(result)

    def subscribe(self, observer: Callable[[Result], None]) -> None:
        """Register an observer, which is called with every new result."""
        self._observers.append(observer)

    def add(self, result: Result) -> None:
        """Store a result, once for each battle; raises `FileFault` if it cannot be written."""
        if result.id in self._all:
            return
        if self._path:
            # If the file's last line is incomplete, the new one still begins on a line of its own.
            try:
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with open(
                    os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "rb+"
                ) as file:
                    size = file.seek(0, os.SEEK_END)
                    torn = bool(size) and os.pread(file.fileno(), 1, size - 1) != b"\n"
                    file.write(b"\n" * torn + msgspec.json.encode(result) + b"\n")
                    file.flush()
                    os.fsync(file.fileno())
            except OSError as error:
                raise_unusable(self._path, "cannot be written", error)
        self._keep(result)
        for observer in self._observers:
            observer(result)


_decode = msgspec.json.Decoder(Result).decode


# Ratings of people by Glicko-2, with a ladder (a list of ratings) for each game system.


SURE = 110.0
"""A rating whose deviation is larger than this is marked as provisional."""


class Tally:
    """The numbers of battles won, drawn, lost, and without a result."""

    def __init__(self) -> None:
        self.scores: Counter[float | None] = Counter()

    def add(self, score: float | None) -> None:
        """Count one more battle."""
        self.scores[score] += 1

    @property
    def total(self) -> int:
        """The number of battles."""
        return self.scores.total()

    @property
    def words(self) -> str:
        """The numbers in words, such as `3 won, 1 lost`."""
        named = ((1.0, "won"), (0.0, "lost"), (0.5, "drawn"), (None, "without a result"))
        return ", ".join(f"{self.scores[score]} {word}" for score, word in named
                         if self.scores[score]) or "none"  # fmt: skip


class Ratings:
    """The ratings of all persons by game system, updated with every new result."""

    def __init__(self, results: Results) -> None:
        self._ladders: dict[str, dict[str, tuple[Strength, str, int]]] = {}
        """{system: {person: strength, day of the latest battle, number of battles}}."""
        for result in results:
            self._rate(result)
        results.subscribe(self._rate)

    @property
    def systems(self) -> tuple[str, ...]:
        """The game systems in which somebody is rated."""
        return tuple(self._ladders)

    def strength(self, system: str, person: str, today: date) -> Strength:
        """Return the rating of a person on a day.

        A person without a rated battle has the rating of a newcomer.
        """
        kept = self._ladders.get(system, {}).get(person)
        return _rested(kept, today.isoformat()) if kept else Strength()

    def ladder(self, system: str, today: date) -> list[tuple[str, Strength, int]]:
        """Return a list of (person, strength, number of rated battles), highest rating first."""
        day = today.isoformat()
        kept = self._ladders.get(system, {})
        rows = [(name, _rested(each, day), each[2]) for name, each in kept.items()]
        return sorted(rows, key=lambda row: (-round(row[1].rating), row[0]))

    def _rate(self, result: Result) -> None:
        """Update the ratings of all persons in a battle without computer players.

        The battle is one rating period with one game for each person. The game counts as played
        against a single opponent: the rating of this opponent is the mean of all opponents'
        ratings, and the deviation is the root mean square of their deviations.
        """
        persons = result.persons
        scored = all(each.score is not None for each in persons.values())
        if not result.among_persons or len({e.side for e in persons.values()}) < 2 or not scored:
            return
        day = result.over[:10]
        ladder = self._ladders.setdefault(result.game, {})
        before = {
            name: _rested(ladder[name], day) if name in ladder else Strength() for name in persons
        }
        for name, player in persons.items():
            others = [before[other] for other, each in persons.items() if each.side != player.side]
            rating = sum(each.rating for each in others) / len(others)
            deviation = sqrt(sum(each.deviation**2 for each in others) / len(others))
            assert player.score is not None
            game = Game(rating, deviation, player.score)
            count = ladder[name][2] if name in ladder else 0
            ladder[name] = update_strength(before[name], [game]), day, count + 1


def _rested(kept: tuple[Strength, str, int], day: str) -> Strength:
    """Return a strength as it is on a later day.

    Its deviation has grown with each day without a game.
    """
    strength, last, _ = kept
    try:
        days = (date.fromisoformat(day) - date.fromisoformat(last)).days
    except ValueError:
        days = 0
    return age_strength(strength, days)


def rating_text(strength: Strength) -> str:
    """Return a rating in words, with plus or minus two deviations; `?` marks it as provisional."""
    mark = "?" * (strength.deviation > SURE)
    return f"{strength.rating:.0f}{mark} +-{2 * strength.deviation:.0f}"
