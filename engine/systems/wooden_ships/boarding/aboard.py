"""Crew squares (boxes of a ship's log) in parties: their strength, their losses, and the exact
chances of a melee.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from engine.systems.wooden_ships.data import Quality, book
from engine.systems.wooden_ships.fleet import quality, working_crew
from engine.systems.wooden_ships.machine import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import PartyKind, Ship, State

# Strength in melee: squares times quality; and what a die does with it.
#
# Wooden Ships & Iron Men, Melee Procedure.


def strength(squares: int, of: Quality) -> int:
    """Return the melee strength of a number of crew squares that have this quality."""
    return squares * book().melee.strength[of]


def strength_of(ship: Ship) -> int:
    """Return the melee strength of the crew that works a ship; the squares in reserve do not
    count.
    """
    return strength(sum(working_crew(ship)), quality(ship))


def losses(own: int, face: int) -> int:
    """Return how many crew squares the enemy loses when a side of melee strength `own` rolls this
    face.
    """
    table = book().melee
    return table.losses[face - 1][bisect_left(table.band_max, own)]


def winner(one: int, other: int) -> int:
    """Return the winner of a melee by the two strengths, 1 or 2: it must be at least three times as
    strong. Return 0 if there is no winner, or both strengths are zero.
    """
    ratio = book().melee.ratio
    if not one and not other:
        return 0
    if one >= ratio * other:
        return 1
    return 2 if other >= ratio * one else 0


# Squares of parties: their number, and how they leave, fall, and come aboard.
#
# Wooden Ships & Iron Men, Melee Procedure.


Key = tuple[str, str]
"""The key of a party: (id of the ship it comes from, id of the ship it is ordered to). For a party
that defends its own ship the two ids are the same."""
BOARDING: tuple[PartyKind, ...] = ("OBP",)
OVER: tuple[PartyKind, ...] = ("OBP", "TBP")


def sections_of(ship: Ship, to: str, kinds: Collection[PartyKind] = BOARDING) -> tuple[int, ...]:
    """Return the numbers, from 1, of the crew sections that a ship sends to the ship `to`. If `to`
    is her own id, return the sections of the party that defends her.
    """
    if to == ship.id:
        found = (party.sections for party in ship.parties if party.kind == "DBP")
    else:
        found = (p.sections for p in ship.parties if p.kind in kinds and p.to == to)
    return tuple(sorted({number for sections in found for number in sections}))


def able(ship: Ship) -> tuple[int, ...]:
    """Return how many squares of each section may fight; squares that came aboard this turn may
    not.
    """
    crew = working_crew(ship)
    return tuple(a - b for a, b in zip(crew, ship.fresh, strict=True)) if ship.fresh else crew


def squares(state: State, party: Key, kinds: Collection[PartyKind] = BOARDING) -> int:
    """Return how many crew squares of a party are left to fight."""
    ship = state.ships[party[0]]
    left = able(ship)
    return sum(left[n - 1] for n in sections_of(ship, party[1], kinds) if n <= len(left))


def party_strength(state: State, party: Key, kinds: Collection[PartyKind] = BOARDING) -> int:
    """Return the melee strength of a party that is left to fight."""
    return strength(squares(state, party, kinds), quality(state.ships[party[0]]))


def without(
    ship: Ship, sections: Collection[int], count: int | None = None
) -> tuple[tuple[int, ...], int]:
    """Return (crew squares by section after losses, number of squares lost).

    The given sections lose `count` squares in all, the section with the lowest number first;
    without a `count` they lose all squares that may fight.
    """
    left, crew, gone = able(ship), list(working_crew(ship)), 0
    for number in sorted(sections):
        if number <= len(crew):
            take = left[number - 1] if count is None else min(left[number - 1], count - gone)
            crew[number - 1] -= take
            gone += take
    return tuple(crew), gone


def leave(ledger: Writing, parties: Collection[tuple[Key, Collection[PartyKind]]]) -> None:
    """Remove the crew squares of parties from the ships that they leave; one event records all
    parties.
    """
    crew: dict[str, tuple[int, ...]] = {}
    prize: dict[str, int] = {}
    going: dict[str, set[int]] = {}
    for (source, to), kinds in parties:
        own = going.setdefault(source, set())
        own.update(sections_of(ledger.state.ships[source], to, kinds))
    for source, sections in going.items():
        ship = ledger.state.ships[source]
        stays, _ = without(ship, sections)
        if ship.prize:
            prize[source] = stays[0]
        else:
            crew[source] = stays
    if going:
        ledger.write(ev.CrewsLeft(crew, prize))


def come_aboard(ledger: Writing, ship_id: str, count: int) -> None:
    """Bring crew squares aboard a ship. They fill the gaps in her sections, the highest section
    first; squares left over join the reserve. On a prize all squares join the prize crew.
    """
    ship = ledger.state.ships[ship_id]
    if ship.prize:
        total, new = ship.prize.squares + count, sum(ship.fresh) + count
        ledger.write(
            ev.CameAboard(
                ship=ship_id,
                squares=count,
                crew=ship.crew,
                reserve=ship.reserve,
                fresh=(new,),
                prize=total,
            )
        )
        return
    crew, rest = fill_gaps(ship, count)
    before = ship.fresh or (0,) * len(crew)
    fresh = tuple(old + new - had for old, new, had in zip(before, crew, ship.crew, strict=True))
    ledger.write(ev.CameAboard(ship_id, count, crew, ship.reserve + rest, fresh))


def fill_gaps(ship: Ship, count: int) -> tuple[tuple[int, ...], int]:
    """Return (crew squares by section with gaps filled, number of squares left over).

    Gaps in the section with the highest number are filled first.
    """
    crew = list(ship.crew)
    for number in reversed(range(len(crew))):
        take = min(count, ship.printed.crew[number] - crew[number])
        crew[number] += take
        count -= take
    return tuple(crew), count


# The exact chances of a melee between two crews over the rounds of a turn.
#
# Wooden Ships & Iron Men, Melee Procedure.


FACES = range(1, 7)


class Hands(NamedTuple):
    """A number of crew squares, all of one quality: one side of a computed melee."""

    squares: int
    quality: Quality

    def without(self, lost: int) -> Hands:
        """Return the crew after it has lost `lost` squares."""
        return Hands(max(0, self.squares - lost), self.quality)


class Odds(NamedTuple):
    """The probabilities that a melee ends won, lost, with both crews at zero, or undecided."""

    win: float
    lose: float
    neither: float
    open: float


def melee_odds(ship: Ship, other: Ship) -> Odds:
    """Return the odds of a melee in which each ship sends all her crew sections, or her prize
    crew.
    """
    mine, theirs = sum(working_crew(ship)), sum(working_crew(other))
    return odds(mine, quality(ship), theirs, quality(other))


def odds(
    mine: int, my_quality: Quality, theirs: int, their_quality: Quality, turns: int = 1
) -> Odds:
    """Return the odds of a melee of some turns between two crews, given the squares and the quality
    of each.
    """
    data = book()
    one, other = Hands(mine, my_quality), Hands(theirs, their_quality)
    return _after(data.version, one, other, turns * data.melee.rounds)


@lru_cache(maxsize=65536)
def _after(version: str, mine: Hands, theirs: Hands, rounds: int) -> Odds:
    """Return the odds of a melee with `rounds` rounds left.

    The data set's version is part of the cache key.
    """
    one, other = strength(mine.squares, mine.quality), strength(theirs.squares, theirs.quality)
    if not one and not other:
        return Odds(0.0, 0.0, 1.0, 0.0)
    won = winner(one, other)
    if won:
        return Odds(1.0, 0.0, 0.0, 0.0) if won == 1 else Odds(0.0, 1.0, 0.0, 0.0)
    if not rounds:
        return Odds(0.0, 0.0, 0.0, 1.0)
    total = [0.0, 0.0, 0.0, 0.0]
    for face in FACES:
        they_have = theirs.without(losses(one, face))
        for reply in FACES:
            i_have = mine.without(losses(other, reply))
            rest = _after(version, i_have, they_have, rounds - 1)
            total = [sum_ + part / 36 for sum_, part in zip(total, rest, strict=True)]
    return Odds(*total)
