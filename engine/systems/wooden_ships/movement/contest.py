"""Contested hexes: who holds one, who is put back, and who has collided with whom.

Wooden Ships & Iron Men, Collisions and Fouling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from engine.space.hexes import Hex
from engine.systems.wooden_ships.fleet.place import Place, hexes
from engine.systems.wooden_ships.state.sides import in_order, pair
from engine.systems.wooden_ships.state.state import id_order

Roll = Callable[[], int]
Rolls = tuple[tuple[tuple[str, int], ...], ...]
Rule = Literal["held", "bow", "die"]


class Contest(NamedTuple):
    """How a contest for a hex was settled."""

    hex: Hex
    rule: Rule
    holder: str
    losers: tuple[str, ...]
    rolls: Rolls = ()


class Settled(NamedTuple):
    """Where ships end an impulse, and the contests and collisions on the way."""

    places: dict[str, Place]
    contests: list[Contest]
    collisions: list[tuple[str, str]]
    """Pairs of holder and loser, the lower id first, each once."""


def settle(
    old: Mapping[str, Place],
    new: Mapping[str, Place],
    roll: Roll,
    units: Mapping[str, tuple[str, ...]] | None = None,
) -> Settled:
    """Settle all contests of an impulse, one after the other, until no hex is claimed twice.

    With `units` ships drift: bow does not go before stern, and a loser's whole unit is put back.
    """
    places = dict(new)
    contests: list[Contest] = []
    collided: set[tuple[str, str]] = set()
    while contested := _contested(places):
        contest = _next(contested, old, places, roll, drifting=units is not None)
        contests.append(contest)
        for loser in contest.losers:
            collided.add(pair(contest.holder, loser))
            for ship in units[loser] if units else (loser,):
                places[ship] = old[ship]
    ordered = sorted(collided, key=lambda ships: (id_order(ships[0]), id_order(ships[1])))
    return Settled(places, contests, ordered)


def _contested(places: Mapping[str, Place]) -> dict[Hex, list[str]]:
    claims: dict[Hex, list[str]] = {}
    twice: set[Hex] = set()
    for ship, (bow, facing) in places.items():
        for place in hexes(bow, facing):
            if place in claims:
                claims[place].append(ship)
                twice.add(place)
            else:
                claims[place] = [ship]
    return {place: claims[place] for place in twice}


def _next(
    contested: Mapping[Hex, list[str]],
    old: Mapping[str, Place],
    places: Mapping[str, Place],
    roll: Roll,
    drifting: bool,
) -> Contest:
    """Settle the contest that comes first: one with a holder, then bow and stern, then dice."""
    kinds: list[tuple[int, Hex, list[str]]] = []
    for place, claimants in contested.items():
        held = [ship for ship in claimants if place in hexes(*old[ship])]
        if held:
            kinds.append((0, place, held))
            continue
        bows = [ship for ship in claimants if places[ship][0] == place]
        mixed = not drifting and 0 < len(bows) < len(claimants)
        kinds.append((1, place, bows) if mixed else (2, place, claimants))
    kind, place, first = min(kinds, key=lambda each: each[:2])
    rolls: Rolls = ()
    if len(first) > 1:
        holder, rolls = _highest(first, roll)
        rule: Rule = "die"
    else:
        holder, rule = first[0], "held" if kind == 0 else "bow"
    losers = in_order(ship for ship in contested[place] if ship != holder)
    return Contest(place, rule, holder, tuple(losers), rolls)


def _highest(ships: list[str], roll: Roll) -> tuple[str, Rolls]:
    """Roll for ships in order of ids until one has the highest face alone."""
    rolls: list[tuple[tuple[str, int], ...]] = []
    left = in_order(ships)
    while len(left) > 1:
        rolls.append(tuple((ship, roll()) for ship in left))
        best = max(face for _, face in rolls[-1])
        left = [ship for ship, face in rolls[-1] if face == best]
    return left[0], tuple(rolls)
