"""The sheet of orders: all legal plots of a ship, and routine orders by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.game.decision import Answer, Option
from engine.game.question import Offer, Sheet, Slot
from engine.kit.by_type import cached_per_state
from engine.space.hexes import Hex, ahead_north, covered, distance
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.machine import RULES, Writing, open_sheets, seal, sheets
from engine.systems.wooden_ships.sailing.course import (
    Course,
    Helm,
    PlotTally,
    Steps,
    allowances,
    course,
    format_plot,
    parse_plot,
)
from engine.systems.wooden_ships.state.state import Ship, State, afloat, holder
from engine.systems.wooden_ships.state.steps import GiveOrders
from engine.systems.wooden_ships.victory import give_up

# All legal plots of a ship (Wooden Ships & Iron Men, Movement Rules).


FARTHEST = 6
"""Land more than this many hexes away is ignored, because no plot of a turn reaches it: four hexes
ahead, the stern, and one to spare."""


def why_no_order(state: State, ship: Ship) -> str:
    """Return why a ship gets no plot; '' if she gets one.

    Wooden Ships & Iron Men, Movement Rules.
    """
    if ship.enter_turn:
        return f"she arrives in turn {ship.enter_turn}"
    if fleet.surrendered(ship):
        return "she has struck" if ship.hull <= 0 else "she has surrendered"
    if fleet.crewless(ship):
        return "she has no crew"
    if fleet.snagged_with(state, ship.id):
        return "she is snagged"
    if ship.all_hands:
        return "all her crew was in boarding parties"
    return "she was just rescued" if ship.rescued else ""


def helm(state: State, ship: Ship) -> Helm:
    """Return the limits on a ship's plots."""
    bare = fleet.dismasted(ship)
    wait = book().drift.dismasted_wait[str(ship.turning)] if bare else 0
    return Helm(
        wind=state.wind,
        allowances=allowances(ship),
        turning=ship.turning,
        dismasted=bare,
        may_turn=not bare or ship.waited >= wait,
        wait=wait,
    )


def plots(state: State, ship: Ship) -> tuple[str, ...]:
    """Return every legal plot of a ship in its written form; () when she cannot be ordered."""
    if why_no_order(state, ship):
        return ()
    every = legal_plots(helm(state, ship), ship.facing)
    near = land_near(state, ship.bow)
    if not near:
        return every
    here = helm(state, ship)
    return tuple(
        text
        for text in every
        if not course(here, ship.bow, ship.facing, parse_plot(text), near).why_not
    )


def plotted(state: State, ship: Ship, steps: Steps) -> Course:
    """Return the course of a ship's plot, with the reason if it is illegal."""
    return course(helm(state, ship), ship.bow, ship.facing, steps, land_near(state, ship.bow))


def land_near(state: State, bow: Hex) -> frozenset[Hex]:
    """Return the hexes of land that a ship could touch in a turn."""
    return _near(state.land, bow) if state.land else frozenset()


@lru_cache(maxsize=4096)
def _near(land: tuple[tuple[Hex, ...], ...], bow: Hex) -> frozenset[Hex]:
    column, row = bow
    return frozenset(
        place
        for place in covered(land)
        if abs(place[0] - column) <= FARTHEST and abs(place[1] - row) <= FARTHEST + 1
    )


@lru_cache(maxsize=4096)
def legal_plots(helm: Helm, facing: int) -> tuple[str, ...]:
    """Return the legal plots of a ship with this facing, ignoring land."""
    return tuple(sorted(map(format_plot, _legal(helm, facing, ()))))


def _legal(helm: Helm, facing: int, steps: Steps) -> Iterator[Steps]:
    yield steps
    tally = PlotTally(helm, facing)
    for sign in steps:
        tally.take(sign)
    for sign in ("1", "L", "R"):
        if not tally.why_not(sign):
            yield from _legal(helm, facing, (*steps, sign))


# Routine orders by name: the same as last turn, and following the ship ahead.


FARTHEST_AHEAD = 8
"""A ship ahead that is more than this many hexes away is not followed: that is more than a turn's
sail."""


def offers(state: State, ship: Ship, legal: tuple[str, ...]) -> tuple[Offer, ...]:
    """Return the routine plots of a ship by name, if they are legal."""
    found = [Offer("same as last turn", ship.last_order)] if ship.last_order in legal else []
    leader = ship_ahead(state, ship)
    if leader is not None:
        found.append(Offer(f"follow {leader.id}", following(state, ship, leader, legal)))
    return tuple(found)


def ship_ahead(state: State, ship: Ship) -> Ship | None:
    """Return the nearest ship of the same seat that is ahead of `ship` and not on an opposite
    course.
    """
    ahead = [
        other
        for other in afloat(state)
        if other.id != ship.id
        and holder(other) == holder(ship)
        and not fleet.surrendered(other)
        and (other.facing - ship.facing) % 6 != 3
        and fleet.apart(ship, other) <= FARTHEST_AHEAD
        and _lies_ahead(ship, fleet.hexes(other.bow, other.facing)[1])
    ]
    return min(ahead, key=lambda other: fleet.apart(ship, other), default=None)


def _lies_ahead(ship: Ship, place: Hex) -> bool:
    """Tell whether a hex is in the sixth ahead of the bow: no farther to the side than ahead."""
    aside, south = ahead_north(ship.bow, ship.facing, place)
    ahead = -(south + aside / 2)
    return ahead > 0 and abs(aside) <= ahead


def following(state: State, ship: Ship, leader: Ship, legal: tuple[str, ...]) -> str:
    """Return the plot that brings a ship closest astern of her leader's expected end.

    The leader is expected to sail her own proposed plot. On a tie, plots with the leader's facing
    come first, then the plots with the fewest steps.
    """
    bow, facing = expected(state)[leader.id]
    astern = fleet.hexes(fleet.hexes(bow, facing)[1], facing)[1]

    def merit(text: str) -> tuple[int, int, int]:
        steps = parse_plot(text)
        path = plotted(state, ship, steps).path
        column, row, heading = path[-1] if path else (*ship.bow, ship.facing)
        aside = (heading - facing) % 6
        return distance((column, row), astern), min(aside, 6 - aside), len(steps)

    return min(legal, key=merit)


@cached_per_state
def expected(state: State) -> dict[str, tuple[Hex, int]]:
    """Return the bow and facing of every ship after her proposed plot."""
    found = {}
    for ship in afloat(state):
        legal = plots(state, ship)
        path = plotted(state, ship, parse_plot(proposed(ship, legal))).path if legal else ()
        column, row, facing = path[-1] if path else (*ship.bow, ship.facing)
        found[ship.id] = ((column, row), facing)
    return found


def proposed(ship: Ship, legal: tuple[str, ...]) -> str:
    """Return the drafted plot, else last turn's plot, else the longest plot straight ahead."""
    for text in (ship.order, ship.last_order):
        if text in legal:
            return text
    return max(text for text in legal if text.isdigit())


# The sheet of orders: a plot for every ship that can move, or surrender of the seat.
#
# Wooden Ships & Iron Men, Movement Rules, Surrender.


GIVE_UP = "give_up"
KEYS = "01234LR"


@RULES.asks(GiveOrders)
def _asks(state: State, step: GiveOrders) -> tuple[Sheet, ...]:
    return sheets(state, step, "Orders:", _slots)


RULES.takes(GiveOrders)(seal)


@RULES.does(GiveOrders)
def _does(ledger: Writing, step: GiveOrders) -> None:
    answers = open_sheets(ledger, step)
    ledger.finish()
    leaving = {
        holder(ledger.state.ships[ship])
        for ship, answer in answers.items()
        if answer.option == GIVE_UP
    }
    if leaving:
        give_up(ledger, [seat for seat in ledger.state.seats if seat in leaving])


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    legal = plots(state, ship)
    if legal:
        slot = Slot(ship.id, ship.label, _options(ship.id, legal), ship.id, typed=KEYS)
        yield slot, Answer(proposed(ship, legal))


@lru_cache(maxsize=4096)
def _options(ship: str, legal: tuple[str, ...]) -> tuple[Option, ...]:
    every = [Option(text, f"{text:4}  {_label(text)}", None, subject=ship) for text in legal]
    give_in = Option(
        *(GIVE_UP, "surrender with all ships", None), subject=ship, ends=True, surrenders=True
    )
    return (*every, give_in)


@lru_cache(maxsize=1024)
def _label(text: str) -> str:
    """Return a plot as words: `2 ahead, starboard, 1 ahead`."""
    words, ahead = [], 0
    for sign in (*parse_plot(text), ""):
        if sign == "1":
            ahead += 1
            continue
        words += [f"{ahead} ahead"] if ahead else []
        words += {"L": ["port"], "R": ["starboard"]}.get(sign, [])
        ahead = 0
    return ", ".join(words) or "stay"
