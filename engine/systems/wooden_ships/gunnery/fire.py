"""The combat phase: broadsides are fired, then all hits are marked; loading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.game.decision import Answer, Option
from engine.game.question import Sheet, Slot
from engine.systems.wooden_ships.fleet import apart, surrendered, working_crew
from engine.systems.wooden_ships.gunnery.fire_orders import (
    HOLD,
    Chosen,
    candidates,
    read_volley,
    slots,
    unable,
)
from engine.systems.wooden_ships.gunnery.shot import near_side, open_aims, outcomes, shot
from engine.systems.wooden_ships.machine import (
    RULES,
    Writing,
    chosen_option,
    open_sheets,
    seal,
    sheets,
)
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State, afloat, id_order
from engine.systems.wooden_ships.state.steps import Fire, LoadGuns
from engine.systems.wooden_ships.surrender import after_fire

# Hits are marked after all have fired: sorted by target, then attacker, port first.
#
# Wooden Ships & Iron Men, Combat Rules.


DIE_FOR_PORT = 3
"""In a rake a die chooses the side of a gun hit: port up to this face, else starboard."""


def mark(ledger: Writing, start: State, fired: Sequence[ev.SideFired]) -> set[str]:
    """Mark the hits of all broadsides of the phase, after all have fired.

    Return the pairs of ships, as `B1<A1` (target, firer), where a gun hit counted as a hull hit.
    Which side of a target is hit depends on the places at the start of the phase.
    """
    gun_hits_on_hull: set[str] = set()
    in_order = sorted(
        fired, key=lambda volley: (id_order(volley.target), id_order(volley.ship), volley.side)
    )
    tallies: dict[str, HitTally] = {}
    for volley in in_order:
        target = ledger.state.ships[volley.target]
        tally = tallies.setdefault(volley.target, HitTally(target, start.rules.excess_guns_to_hull))
        near = near_side(start.ships[volley.ship], start.ships[volley.target])
        faces: list[int] = []

        def side_of_a_hit(near: str = near, faces: list[int] = faces) -> SideName:
            if near != "either":
                return "port" if near == "port" else "starboard"
            faces.append(ledger.face(6, len(faces)))
            return "port" if faces[-1] <= DIE_FOR_PORT else "starboard"

        hull, guns, crew, rigging = volley.hits
        tally.hull_hits(hull)
        if tally.gun_hits(guns, side_of_a_hit):
            gun_hits_on_hull.add(f"{volley.target}<{volley.ship}")
        tally.crew_hits(crew)
        tally.rigging_hits(rigging)
        if any(volley.hits):
            ledger.write(tally.marked(volley, tuple(faces)))
    return gun_hits_on_hull


class HitTally:
    """Marks hits on the boxes of one target; a shot's event then records the boxes that are
    left.
    """

    def __init__(self, ship: Ship, excess_to_hull: bool) -> None:
        self.ship = ship
        self.excess_to_hull = excess_to_hull
        self.hull = ship.hull
        self.crew = list(ship.crew)
        self.guns = list(ship.guns)
        self.carronades = list(ship.carronades)
        self.rigging = list(ship.rigging)
        self.prize = ship.prize.squares if ship.prize else None
        self.crew_hits_so_far = 0

    def hull_hits(self, count: int) -> None:
        """Mark hull hits; hits beyond the last box have no effect."""
        self.hull = max(0, self.hull - count)

    def gun_hits(self, count: int, side: Callable[[], SideName]) -> int:
        """Mark gun hits and return how many of them counted as hull hits. `side()` chooses the side
        that is hit; if it has no guns, the other side is hit. Carronades are hit before guns.

        If no gun is left at all, a hit counts on the hull if the rules' switch says so
        (`excess_to_hull`).
        """
        on_hull = 0
        for _ in range(count):
            if any(self.guns) or any(self.carronades):
                near = SIDES.index(side())
                at = near if self.guns[near] or self.carronades[near] else 1 - near
                boxes = self.carronades if self.carronades[at] else self.guns
                boxes[at] -= 1
            elif self.excess_to_hull:
                self.hull_hits(1)
                on_hull += 1
        return on_hull

    def crew_hits(self, count: int) -> None:
        """Mark crew hits, from section 1 up. On a prize the hits fall in turn on the prize crew and
        on the prisoners, first on the prize crew.
        """
        for _ in range(count):
            self.crew_hits_so_far += 1
            if self.prize is None:
                _mark(self.crew)
            elif self.prize and (self.crew_hits_so_far % 2 or not any(self.crew)):
                self.prize -= 1
            else:
                _mark(self.crew)

    def rigging_hits(self, count: int) -> None:
        """Mark rigging hits, from section 1 up; hits after the last box have no effect."""
        for _ in range(count):
            _mark(self.rigging)

    def marked(self, shot: ev.SideFired, faces: tuple[int, ...]) -> ev.HitsMarked:
        """Return the event that records a target's remaining boxes after a shot."""
        return ev.HitsMarked(
            ship=shot.target,
            by=shot.ship,
            side=shot.side,
            hull=self.hull,
            crew=tuple(self.crew),
            guns=(self.guns[0], self.guns[1]),
            carronades=(self.carronades[0], self.carronades[1]),
            rigging=tuple(self.rigging),
            prize=self.prize,
            faces=faces,
        )


def _mark(sections: list[int]) -> None:
    for number, squares in enumerate(sections):
        if squares:
            sections[number] -= 1
            return


# Each ship loads one empty side with round shot (Wooden Ships & Iron Men, Reloading).


def empty_sides(ship: Ship) -> tuple[SideName, ...]:
    """Return the sides that a ship could load now: empty sides, if she has hands and has not
    surrendered.
    """
    hands = sum(working_crew(ship)) - sum(ship.fresh)
    if not ship.prize:
        hands += ship.reserve
    if hands <= 0 or surrendered(ship) or ship.rescued:
        return ()
    return tuple(side for side, load in zip(SIDES, ship.loaded, strict=True) if load == "empty")


@RULES.asks(LoadGuns)
def _asks(state: State, step: LoadGuns) -> tuple[Sheet, ...]:
    return sheets(state, step, "Load:", _slots)


RULES.takes(LoadGuns)(seal)


@RULES.does(LoadGuns)
def _does(ledger: Writing, step: LoadGuns) -> None:
    answers = open_sheets(ledger, step)
    for ship in afloat(ledger.state):
        empty = empty_sides(ship)
        if empty:
            side = chosen_option(answers, ship.id, empty[0])
            ledger.write(ev.SideLoaded(ship.id, "port" if side == "port" else "starboard"))
    ledger.finish()


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    if len(empty_sides(ship)) > 1:
        stronger = max(SIDES, key=lambda side: ship.guns[SIDES.index(side)])
        slot = Slot(ship.id, ship.label, _options(ship.id), ship.id)
        yield slot, Answer(stronger)


@lru_cache(maxsize=1024)
def _options(ship: str) -> tuple[Option, ...]:
    return tuple(Option(side, side.capitalize(), None, subject=ship) for side in SIDES)


# The combat phase: all broadsides use the state at its start; then hits are marked.
#
# Wooden Ships & Iron Men, Combat Rules.


class _Order(NamedTuple):
    ship: Ship
    choice: Chosen


@RULES.asks(Fire)
def _ask_for_fire(state: State, step: Fire) -> tuple[Sheet, ...]:
    return sheets(state, step, "Fire:", slots)


RULES.takes(Fire)(seal)


@RULES.does(Fire)
def _fire_all(ledger: Writing, step: Fire) -> None:
    start = ledger.state
    answers = open_sheets(ledger, step)
    orders = [
        _Order(ship, choice)
        for ship in start.ships.values()  # sorted by id
        for choice in read_volley(chosen_option(answers, ship.id, HOLD))  # port first
    ]
    if silent := tuple(unable(start)):
        ledger.write(ev.UnableToFire(silent))
    targets = []
    for ship, choice in orders:
        among = (choice.target,) if choice.target else candidates(start, ship, choice.side)
        number = 1
        if len(among) > 1:  # equally good targets: a die chooses
            number = ledger.face(len(among))
            drawn = ev.TargetDrawn(ship.id, choice.side, among, number, among[number - 1])
            ledger.write(drawn)
        targets.append(among[number - 1])
    fired = [
        _fire(ledger, start, order, start.ships[target])
        for order, target in zip(orders, targets, strict=True)
    ]
    ledger.finish()
    if fired:
        after_fire(ledger, start, fired, mark(ledger, start, fired))


def _fire(ledger: Writing, state: State, order: _Order, target: Ship) -> ev.SideFired:
    """Fire a side and record the shot. If the ordered aim is not allowed at this target, it uses
    the other aim.
    """
    ship, choice = order
    aims = open_aims(state, ship, target, apart(ship, target))
    aim = choice.aim if choice.aim in aims else aims[0]
    aimed = shot(ship, choice.side, target)
    face = ledger.face(6)
    fired = ev.SideFired(
        ship=ship.id,
        side=choice.side,
        target=target.id,
        range=aimed.range,
        guns=aimed.guns,
        base=aimed.base,
        modifiers=aimed.modifiers,
        table=aimed.table,
        aim=aim,
        rake="bow" if aimed.rake == "bow" else "stern" if aimed.rake else "",
        face=face,
        hits=outcomes(aimed.table, aim)[face - 1],
    )
    ledger.write(fired)
    return fired
