"""Squares of parties: how many there are, how they leave, fall, and come aboard.

Wooden Ships & Iron Men, Melee Procedure.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.systems.wooden_ships.boarding.strength import strength
from engine.systems.wooden_ships.fleet.status import quality, working_crew
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import PartyKind, Ship, State

Key = tuple[str, str]
"""A party: (from, to). A defending one goes to its own ship."""
BOARDING: tuple[PartyKind, ...] = ("OBP",)
OVER: tuple[PartyKind, ...] = ("OBP", "TBP")


def sections_of(ship: Ship, to: str, kinds: Collection[PartyKind] = BOARDING) -> tuple[int, ...]:
    """Return the sections of a ship's party, from 1; to herself: of the defending one."""
    if to == ship.id:
        found = (party.sections for party in ship.parties if party.kind == "DBP")
    else:
        found = (p.sections for p in ship.parties if p.kind in kinds and p.to == to)
    return tuple(sorted({number for sections in found for number in sections}))


def able(ship: Ship) -> tuple[int, ...]:
    """Return the squares of each section that may fight: those that came this turn left out."""
    crew = working_crew(ship)
    return tuple(a - b for a, b in zip(crew, ship.fresh, strict=True)) if ship.fresh else crew


def squares(state: State, party: Key, kinds: Collection[PartyKind] = BOARDING) -> int:
    """Return the squares left of a party."""
    ship = state.ships[party[0]]
    left = able(ship)
    return sum(left[n - 1] for n in sections_of(ship, party[1], kinds) if n <= len(left))


def party_strength(state: State, party: Key, kinds: Collection[PartyKind] = BOARDING) -> int:
    """Return the strength of a party."""
    return strength(squares(state, party, kinds), quality(state.ships[party[0]]))


def without(
    ship: Ship, sections: Collection[int], count: int | None = None
) -> tuple[tuple[int, ...], int]:
    """Return a working crew without squares of some sections, lowest first, and how many went.

    `count` of them, or all.
    """
    left, crew, gone = able(ship), list(working_crew(ship)), 0
    for number in sorted(sections):
        if number <= len(crew):
            take = left[number - 1] if count is None else min(left[number - 1], count - gone)
            crew[number - 1] -= take
            gone += take
    return tuple(crew), gone


def leave(ledger: Writing, parties: Collection[tuple[Key, Collection[PartyKind]]]) -> None:
    """Take the squares of parties out of their sections, all at once."""
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
    """Let squares come aboard: they fill gaps, the highest section first; the rest is reserve."""
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
    crew, rest = filled(ship, count)
    before = ship.fresh or (0,) * len(crew)
    fresh = tuple(old + new - had for old, new, had in zip(before, crew, ship.crew, strict=True))
    ledger.write(ev.CameAboard(ship_id, count, crew, ship.reserve + rest, fresh))


def filled(ship: Ship, count: int) -> tuple[tuple[int, ...], int]:
    """Return the sections with squares in the lost places, and how many were left over.

    The highest-numbered section that has lost any comes first.
    """
    crew = list(ship.crew)
    for number in reversed(range(len(crew))):
        take = min(count, ship.printed.crew[number] - crew[number])
        crew[number] += take
        count -= take
    return tuple(crew), count
