"""The possible results of a broadside, and ships that a single shot may force to surrender."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.data import Aim, Hits, book
from engine.systems.wooden_ships.gunnery.fire import HitTally
from engine.systems.wooden_ships.gunnery.shot import SideShot, outcomes, shot, shot_at
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State, afloat, friends
from engine.systems.wooden_ships.surrender import Falls, forced, protected

# Ships that one shot may force to surrender: no guns or no rigging left, and no friend protects.


def on_the_verge(state: State, ship: Ship) -> tuple[str, ...]:
    """Return as words the shots that would make a ship surrender at once, in present positions; ()
    for none.

    A ship that only a friend protects is included: the friend may leave, or strike.
    """
    if fleet.surrendered(ship) or fleet.crewless(ship):
        return ()
    shots = []
    if fleet.without_guns(ship):
        shots.append(f"a shot within {book().surrender.firepower_range}")
    if fleet.dismasted(ship):
        shots.append("a rake at the hull")
    firers = [
        other
        for other in afloat(state)
        if not (friends(state, ship, other) or fleet.surrendered(other) or fleet.crewless(other))
    ]
    if not shots or not firers:
        return ()
    saved = [protected(state, ship, firer) for firer in firers]
    if all(saved):
        return ("safe while a friend is near",)
    larger = " of a larger ship" if any(saved) else ""
    return tuple(f"{each}{larger} makes her surrender" for each in shots)


# The possible results of a broadside: the exact chances of its die, and the gain from holding fire.


class Chances(NamedTuple):
    """For each result, the number of the six faces that give it; other ships' fire is
    not counted.
    """

    faces: tuple[Hits, ...]
    strikes: int
    """The target strikes, or surrenders because she has no guns or rigging left."""
    rigging: int
    """The target loses a section of her rigging."""
    crew: int
    """The target loses a section of her crew."""

    @property
    def mean(self) -> tuple[float, ...]:
        """The expected hits on hull, guns, crew, rigging."""
        return tuple(sum(column) / len(self.faces) for column in zip(*self.faces, strict=True))


def chances(view: State, ship: Ship, side: SideName, target: Ship, aim: Aim) -> Chances:
    """Return the possible results of a side's fire at a target, with an aim."""
    aimed = shot(ship, side, target)
    faces = outcomes(aimed.table, aim)
    falls = Falls(aimed.range, bool(aimed.rake), aim)
    taken = bool(forced(view, ship, target, falls))
    strikes = rigging = crew = 0
    for hits in faces:
        left = _marked(view, target, hits)
        strikes += taken or (target.hull > 0 and left.hull <= 0)
        rigging += _fewer(target.printed.rigging, target.rigging, left.rigging)
        crew += _fewer(target.printed.crew, target.crew, left.crew)
    return Chances(faces, strikes, rigging, crew)


def _marked(view: State, target: Ship, hits: Hits) -> HitTally:
    """Return a target's boxes after some hits; which side's guns are hit changes no other box."""
    tally = HitTally(target, view.rules.excess_guns_to_hull)
    hull, guns, crew, rigging = hits
    tally.hull_hits(hull)
    tally.gun_hits(guns, lambda: SIDES[0])
    tally.crew_hits(crew)
    tally.rigging_hits(rigging)
    return tally


def _fewer(printed: tuple[int, ...], before: tuple[int, ...], after: list[int]) -> bool:
    return fleet.lost_sections(printed, tuple(after)) > fleet.lost_sections(printed, before)


class Waiting(NamedTuple):
    """A first broadside's shot now, compared with the same shot without the bonus and with one
    later.
    """

    bonus: int
    now: SideShot
    plain: SideShot
    """The same shot without the first broadside's bonus."""
    close: SideShot
    """The first broadside at range 1, if it is kept until then, with the same rake as now."""


def waiting(ship: Ship, side: SideName, target: Ship) -> Waiting | None:
    """Return the value of keeping a first broadside; None if it has been fired or has no bonus."""
    at = SIDES.index(side)
    now = shot(ship, side, target)
    if ship.loaded[at] != "initial" or not now.modifiers.initial:
        return None
    loaded = ("round", ship.loaded[1]) if at == 0 else (ship.loaded[0], "round")
    plain = shot(replace(ship, loaded=loaded), side, target)
    return Waiting(now.modifiers.initial, now, plain, shot_at(ship, side, 1, now.rake))


def ready_again(ship: Ship, fired: tuple[SideName, ...], turn: int) -> tuple[int, ...]:
    """Return the turns from which empty sides can fire again; one side is loaded at each turn's
    end.
    """
    pairs = zip(SIDES, ship.loaded, strict=True)
    empty = [side for side, load in pairs if load == "empty" or side in fired]
    return tuple(turn + number for number in range(1, len(empty) + 1))
