"""The movement phase: every plot carried out, impulse by impulse, then drift.

Wooden Ships & Iron Men, Movement Rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from engine.space.hexes import step, turned
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.place import Place, between
from engine.systems.wooden_ships.fleet.status import dismasted
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.movement.contest import Roll, Settled, settle
from engine.systems.wooden_ships.movement.drift import downwind, drifts, groups
from engine.systems.wooden_ships.sailing.notation import Steps, read, written
from engine.systems.wooden_ships.sailing.plots import why_no_order
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import afloat
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.state.steps import Move


def carry_out(
    state: State, orders: Mapping[str, Steps], roll: Roll, foul: Roll
) -> list[ev.AnyEvent]:
    """Return what comes of the plots of a turn; ships without one stay.

    `roll` gives the dice of contested hexes, `foul` those of fouling, in the order they fall.
    """
    movement = _Movement(state, orders, roll, foul)
    movement.impulses()
    still = movement.still()
    movement.drift(still)
    movement.end(still)
    return movement.events


class _Movement:
    """One movement phase on its way."""

    def __init__(self, state: State, orders: Mapping[str, Steps], roll: Roll, foul: Roll) -> None:
        self.state = state
        self.orders = {ship: steps for ship, steps in orders.items() if steps}
        self.roll, self.foul = roll, foul
        self.start: dict[str, Place] = {ship.id: (ship.bow, ship.facing) for ship in afloat(state)}
        self.places = dict(self.start)
        self.kept = dict.fromkeys(self.orders, 0)
        self.collided: set[str] = set()
        self.events: list[ev.AnyEvent] = []

    def impulses(self) -> None:
        """Take all steps, the first of every plot together, then the second, and so on."""
        longest = max(map(len, self.orders.values()), default=0)
        for number in range(1, longest + 1):
            moving = {
                ship: steps[number - 1]
                for ship, steps in self.orders.items()
                if len(steps) >= number and ship not in self.collided
            }
            wanted = {ship: stepped(self.places[ship], sign) for ship, sign in moving.items()}
            settled = settle(self.places, {**self.places, **wanted}, self.roll)
            for ship in moving:
                self.kept[ship] += settled.places[ship] == wanted[ship]
            self._take(settled, number)

    def still(self) -> dict[str, int]:
        """Return how long each ship has been still (Wooden Ships & Iron Men, Movement Rules)."""
        found = {}
        for ship in self.start:
            done = self.orders.get(ship, ())[: self.kept.get(ship, 0)]
            found[ship] = 0 if "1" in done else self.state.ships[ship].still + 1
        return found

    def drift(self, still: Mapping[str, int]) -> None:
        """Carry still units downwind, all at once (Wooden Ships & Iron Men, Drifting)."""
        units = groups(self.state)
        wanted = dict(self.places)
        least = book().drift.from_still
        for ship, unit in units.items():
            if still[ship] < least or ship != unit[0] or not self.collided.isdisjoint(unit):
                continue
            if drifts(self.state, unit, still, {each: self.places[each] for each in unit}):
                wanted.update((each, downwind(self.state, self.places[each])) for each in unit)
        if wanted != self.places:
            self._take(settle(self.places, wanted, self.roll, units), 0)

    def end(self, still: dict[str, int]) -> None:
        """Note what the phase leaves behind (Wooden Ships & Iron Men, Movement Rules, Drifting)."""
        waited = {}
        for ship in afloat(self.state):
            if not dismasted(ship):
                continue
            if set(self.orders.get(ship.id, ())[: self.kept.get(ship.id, 0)]) & {"L", "R"}:
                waited[ship.id] = 0
            elif still[ship.id] >= book().drift.from_still:
                waited[ship.id] = ship.waited + 1
        self.events.append(
            ev.MovementEnded(
                {key: count for key, count in still.items() if count != self._still(key)},
                waited,
                tuple(ship for ship, place in self.places.items() if place == self.start[ship]),
                {
                    ship: written(self.orders[ship][:count])
                    for ship, count in self.kept.items()
                    if count < len(self.orders[ship])
                },
            )
        )

    def _still(self, ship: str) -> int:
        return self.state.ships[ship].still

    def _take(self, settled: Settled, number: int) -> None:
        """Note an impulse, 0 for the drift: contests, places, collisions, the dice for fouling."""
        for contest in settled.contests:
            self.events.append(
                ev.ContestSettled(
                    impulse=number,
                    hex=contest.hex,
                    rule=contest.rule,
                    holder=contest.holder,
                    losers=contest.losers,
                    rolls=contest.rolls,
                )
            )
        changed = {
            ship: (*place[0], place[1])
            for ship, place in settled.places.items()
            if place != self.places[ship]
        }
        self.places = settled.places
        if changed:
            self.events.append(ev.ImpulseTaken(number, changed) if number else ev.Drifted(changed))
        self.events += [ev.Collided(ships, number) for ships in settled.collisions]
        for one, other in settled.collisions:
            self.collided |= {one, other}
            if between(*self.places[one], *self.places[other]) == 1:
                face = self.foul()
                self.events.append(
                    ev.FoulRolled((one, other), face, face <= book().snags.fouled_to)
                )


def stepped(place: Place, sign: str) -> Place:
    """Return where a step of a plot leads, `1` a hex ahead, `L` and `R` a turn."""
    bow, facing = place
    if sign == "1":
        return step(bow, facing), facing
    return bow, turned(facing, 1 if sign == "R" else -1)


def orders(state: State) -> dict[str, tuple[str, ...]]:
    """Return the plots of the ships that may carry one out, as steps."""
    return {
        ship.id: read(ship.order)
        for ship in state.ships.values()
        if ship.order and not why_no_order(state, ship)
    }


@RULES.does(Move)
def _does(ledger: Writing, step: Move) -> None:
    fallen = count()

    def roll() -> int:
        return ledger.face(6, next(fallen))

    # All dice are looked up before the first event is written: each event counts its own.
    events = carry_out(ledger.state, orders(ledger.state), roll, roll)
    for event in events:
        ledger.write(event)
    ledger.finish()
