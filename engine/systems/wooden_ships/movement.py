"""The movement phase: all plots are carried out together, impulse by impulse (one step of each
plot); contested hexes, drift.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import count
from typing import Literal, NamedTuple

from engine.space.hexes import Hex, covered, step, turned
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import Place, between, dismasted, group, hexes, lies_on
from engine.systems.wooden_ships.machine import RULES, Writing
from engine.systems.wooden_ships.sailing import Steps, format_plot, parse_plot, why_no_order
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State, afloat, id_order, in_order, pair
from engine.systems.wooden_ships.state.steps import Move

# Contested hexes: which ship holds one, which are moved back, and which have collided.
#
# Wooden Ships & Iron Men, Collisions and Fouling.


Roll = Callable[[], int]
Rolls = tuple[tuple[tuple[str, int], ...], ...]
Rule = Literal["held", "bow", "die"]


class Contest(NamedTuple):
    """The result when several ships enter one hex: the ship that holds it, and the ships that are
    moved back.
    """

    hex: Hex
    rule: Rule
    holder: str
    losers: tuple[str, ...]
    rolls: Rolls = ()


class Settled(NamedTuple):
    """The places of ships after an impulse, and the contested hexes and collisions in it."""

    places: dict[str, Place]
    contests: list[Contest]
    collisions: list[tuple[str, str]]
    """The pairs of ships that collided, as ids (lower id, higher id), sorted and without
    repeats."""


def settle(
    old: Mapping[str, Place],
    new: Mapping[str, Place],
    roll: Roll,
    units: Mapping[str, tuple[str, ...]] | None = None,
) -> Settled:
    """Settle all contested hexes of an impulse, one after the other, until no hex is claimed twice.

    `units` is given only when ships drift: {ship: the ships that are fouled or grappled together
    with her}. In a drift a bow has no precedence over a stern, and a loser's whole unit is moved
    back.
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
    """Settle one contested hex. The order is: a hex that one of the ships already occupied; a hex
    that a bow wins against sterns; a hex that dice decide.
    """
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
    rolls: list[tuple[tuple[str, int], ...]] = []
    if len(first) > 1:
        # Each ship rolls a die, in order of ids. Ships that tie for the highest face roll again,
        # until one ship alone has it.
        left = in_order(first)
        while len(left) > 1:
            rolls.append(tuple((ship, roll()) for ship in left))
            best = max(face for _, face in rolls[-1])
            left = [ship for ship, face in rolls[-1] if face == best]
        holder = left[0]
        rule: Rule = "die"
    else:
        holder, rule = first[0], "held" if kind == 0 else "bow"
    losers = in_order(ship for ship in contested[place] if ship != holder)
    return Contest(place, rule, holder, tuple(losers), tuple(rolls))


# Drift: still ships are moved downwind after all plots.
#
# Wooden Ships & Iron Men, Drifting.


def groups(state: State) -> dict[str, tuple[str, ...]]:
    """Return {ship: the ids of all ships fouled or grappled together with her} for the ships on the
    map.
    """
    snagged = {ship for pair in (*state.fouled, *state.grappled) for ship in pair[:2]}
    return {
        ship.id: group(state, ship.id) if ship.id in snagged else (ship.id,)
        for ship in afloat(state)
    }


def drifts(
    state: State,
    unit: Collection[str],
    still: Mapping[str, int],
    places: Mapping[str, Place] | None = None,
) -> bool:
    """Tell whether a unit (ships fouled or grappled together) drifts; collisions are ignored.

    `still` is, for each ship, the number of phases without a hex ahead. A unit does not drift if
    one of its ships would come onto land. `places` has the new places of ships that have turned;
    other ships are at their places in the state.
    """
    fact, sizes = book().drift, book().sizes
    least = min(still[ship] for ship in unit)
    if least < fact.from_still:
        return False
    large = any(state.ships[ship].ship_class in sizes.ships_of_the_line for ship in unit)
    if least % (fact.ship_of_line_every if large else fact.other_every):
        return False
    if not state.land:
        return True
    land = covered(state.land)
    lie = {ship: (state.ships[ship].bow, state.ships[ship].facing) for ship in unit}
    carried = (downwind(state, place) for place in {**lie, **(places or {})}.values())
    return not any(place in land for there in carried for place in hexes(*there))


def downwind(state: State, place: Place) -> Place:
    """Return the place one hex downwind, with the same facing."""
    bow, facing = place
    return step(bow, state.wind), facing


# Which ship stopped which, for the log: computed from the places at the end of the movement.


def who_stopped(state: State, kept: Mapping[str, str], ship: str) -> list[str]:
    """Return the ids of the ships that cut a ship's plot short.

    `kept` is {ship: the part of her plot that was carried out}. A ship that collides moves no more,
    so the next step of her plot leads into the ship that stopped her. If it leads into none, she
    held a contested hex, and was stopped by ships whose next step leads into her.
    """
    ahead = _in_the_way(state, ship, kept[ship])
    return ahead or [other for other in kept if ship in _in_the_way(state, other, kept[other])]


def _in_the_way(state: State, ship: str, done: str) -> list[str]:
    """Return the ids of the ships on the hexes that the first missing step of a plot leads to.
    `done` is the part that was carried out.
    """
    moving = state.ships[ship]
    sign = parse_plot(moving.order)[len(parse_plot(done))]
    wanted = set(hexes(*stepped((moving.bow, moving.facing), sign)))
    return [
        other.id
        for other in afloat(state)
        if other.id != ship and not wanted.isdisjoint(lies_on(other))
    ]


# The movement phase: every plot is carried out, impulse by impulse, then drift.
#
# Wooden Ships & Iron Men, Movement Rules.


def carry_out(
    state: State, orders: Mapping[str, Steps], roll: Roll, foul: Roll
) -> list[ev.AnyEvent]:
    """Return the events that a turn's plots lead to; a ship without a plot stays.

    `roll` is called for each die for a contested hex, `foul` for each die for fouling.
    """
    movement = _Movement(state, orders, roll, foul)
    movement.impulses()
    still = movement.still()
    movement.drift(still)
    movement.end(still)
    return movement.events


class _Movement:
    """Carries out one movement phase, and collects its events."""

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
        """Carry out all steps: the first step of every plot together, then the second,
        and so on.
        """
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
        """Return {ship: phases in a row without a hex ahead} (Wooden Ships & Iron Men, Movement
        Rules).
        """
        found = {}
        for ship in self.start:
            done = self.orders.get(ship, ())[: self.kept.get(ship, 0)]
            found[ship] = 0 if "1" in done else self.state.ships[ship].still + 1
        return found

    def drift(self, still: Mapping[str, int]) -> None:
        """Move the ships that have been still long enough downwind, all at once (Wooden Ships &
        Iron Men, Drifting).
        """
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
        """Record the results of the phase as an event: plots cut short, and how long ships have
        been still (Wooden Ships & Iron Men, Movement Rules, Drifting).
        """
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
                {
                    key: count
                    for key, count in still.items()
                    if count != self.state.ships[key].still
                },
                waited,
                tuple(ship for ship, place in self.places.items() if place == self.start[ship]),
                {
                    ship: format_plot(self.orders[ship][:count])
                    for ship, count in self.kept.items()
                    if count < len(self.orders[ship])
                },
            )
        )

    def _take(self, settled: Settled, number: int) -> None:
        """Record the events of impulse `number` (0 is the drift): contested hexes, new places,
        collisions, and dice for fouling.
        """
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
    """Return a ship's place after one step of a plot: `1` is a hex ahead, `L` or `R` a turn."""
    bow, facing = place
    if sign == "1":
        return step(bow, facing), facing
    return bow, turned(facing, 1 if sign == "R" else -1)


def orders(state: State) -> dict[str, tuple[str, ...]]:
    """Return {ship: steps of her plot} for the ships that may carry out a plot."""
    return {
        ship.id: parse_plot(ship.order)
        for ship in state.ships.values()
        if ship.order and not why_no_order(state, ship)
    }


@RULES.does(Move)
def _does(ledger: Writing, step: Move) -> None:
    fallen = count()

    def roll() -> int:
        return ledger.face(6, next(fallen))

    # All dice are determined before the first event is written, because each event counts its own.
    events = carry_out(ledger.state, orders(ledger.state), roll, roll)
    for event in events:
        ledger.write(event)
    ledger.finish()
