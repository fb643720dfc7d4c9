"""Sailing: movement points, plots (a ship's written movement for a turn), and the sheet of orders
(Wooden Ships & Iron Men, Movement Rules).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from engine.base.errors import Refused
from engine.base.text import some
from engine.game.decision import Answer, Option
from engine.game.question import Offer, Sheet, Slot
from engine.kit.by_type import cached_per_state
from engine.space.hexes import Hex, ahead_north, covered, distance, step, turned
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.data import ATTITUDES, Attitude, book
from engine.systems.wooden_ships.fleet import hexes, lost_sections
from engine.systems.wooden_ships.machine import RULES, Writing, open_sheets, seal, sheets
from engine.systems.wooden_ships.state.state import Ship, State, afloat, holder
from engine.systems.wooden_ships.state.steps import GiveOrders
from engine.systems.wooden_ships.victory import give_up

# Attitude to the wind, and the movement points in each attitude.
#
# Wooden Ships & Iron Men, Movement Rules.


_BY_SIXTHS: tuple[Attitude, ...] = ("B", "A", "C", "D", "C", "A")
"""The attitude to the wind by index. The index is the angle, in sixths of a circle clockwise, from
the direction that the wind blows to, to the ship's heading."""

Allowances = tuple[int, int, int, int]
"""A ship's movement points in the attitudes (A, B, C, D) to the wind."""


def attitude(facing: int, wind: int) -> Attitude:
    """Return a heading's attitude to the wind: A wind on the quarter, B before it, C close-hauled,
    D in irons.
    """
    return _BY_SIXTHS[(facing - wind) % 6]


def allowances(ship: Ship) -> Allowances:
    """Return a ship's movement points in each attitude; each lost rigging section takes one point
    away.
    """
    return _allowances(book().version, ship.speed, ship.printed.rigging, ship.rigging)


@lru_cache(maxsize=4096)
def _allowances(
    version: str, speed: int, printed: tuple[int, ...], rigging: tuple[int, ...]
) -> Allowances:
    """Compute the movement points of `allowances`; the data set's version is part of the cache
    key.
    """
    if not any(rigging):
        return 0, 0, 0, 0
    hexes, lost = book().speeds[speed].hexes, lost_sections(printed, rigging)
    a, b, c, d = (max(0, hexes[name] - lost) for name in ATTITUDES)
    return a, b, c, d


def allowance(ship: Ship, wind: int) -> int:
    """Return a ship's movement points in her present attitude to the wind. A ship with none may
    still turn once.
    """
    return allowances(ship)[ATTITUDES.index(attitude(ship.facing, wind))]


# The written form of plots: `2R1` is two hexes ahead, a turn to starboard, one ahead.
#
# Wooden Ships & Iron Men, Movement Rules.


Steps = tuple[str, ...]
"""The steps of a plot, one for each impulse: `1` is a hex ahead, `L` and `R` are turns to port and
starboard."""
LONGEST = 99
_SIGNS = re.compile(r"[0-9LR]+")


@lru_cache(maxsize=4096)
def parse_plot(text: str) -> Steps:
    """Return the steps of a plot; raises `Refused` when it cannot be parsed.

    >>> parse_plot("11 r1"), parse_plot("0")
    (('1', '1', 'R', '1'), ())
    """
    plain = re.sub(r"\s", "", text[:200]).upper()
    if not _SIGNS.fullmatch(plain):
        raise Refused(
            f"'{text[:40]}' is not a plot: type digits for hexes ahead, L and R for turns", "Plot"
        )
    if plain == "0":
        return ()
    if "0" in plain:
        raise Refused(f"'{text[:40]}' is not a plot: 0, to stay, must be alone", "Plot")
    steps: list[str] = []
    for sign in plain:
        steps += ["1"] * int(sign) if sign.isdigit() else [sign]
    if len(steps) > LONGEST:
        raise Refused("a plot has no more than 99 steps", "Plot")
    return tuple(steps)


def format_plot(steps: Iterable[str]) -> str:
    """Return the written form of steps: hexes in a row are added up, `0` for none.

    >>> format_plot(("1", "1", "R", "1")), format_plot(())
    ('2R1', '0')
    """
    text, ahead = "", 0
    for stroke in (*steps, ""):
        if stroke == "1":
            ahead += 1
            continue
        text += (str(ahead) if ahead else "") + stroke
        ahead = 0
    return text or "0"


# A plot checked step by step, without other ships: its end, its cost, and why it stops.
#
# Wooden Ships & Iron Men, Movement Rules.


Reached = tuple[int, int, int]
"""A place on the way of a plot: (column of the bow, row of the bow, facing)."""


class Helm(msgspec.Struct, frozen=True):
    """All limits on a ship's plots except her place: wind, movement points, turns."""

    wind: int
    allowances: Allowances
    turning: int
    dismasted: bool = False
    may_turn: bool = True
    """Whether the ship may turn: a dismasted ship must first have waited long enough."""
    wait: int = 0
    """How many turns a dismasted ship must drift before she may turn."""


class Course(msgspec.Struct, frozen=True):
    """The course of a plot, up to its first illegal step."""

    path: tuple[Reached, ...]
    why_not: str
    """Why the plot is illegal, with the number of the step; '' if it is legal."""
    points: int
    attitudes: dict[Attitude, int]
    """How many hexes the ship enters in each attitude to the wind."""
    turns: int


@lru_cache(maxsize=65536)  # a search looks at the same plots from the same places again and again
def course(
    helm: Helm, bow: Hex, facing: int, steps: Steps, land: frozenset[Hex] = frozenset()
) -> Course:
    """Return the course of a plot from a place; it ends before the first illegal step."""
    tally = PlotTally(helm, facing)
    path: list[Reached] = []
    why_not = ""
    for number, sign in enumerate(steps, 1):
        why_not = tally.why_not(sign)
        if not why_not:
            to = step(bow, facing) if sign == "1" else bow
            heading = facing if sign == "1" else turned(facing, 1 if sign == "R" else -1)
            if any(place in land for place in hexes(to, heading)):
                why_not = "land is in the way"
        if why_not:
            why_not = f"step {number}: {why_not}"
            break
        bow, facing = to, heading
        tally.take(sign)
        path.append((*bow, facing))
    return Course(tuple(path), why_not, tally.points, tally.entered, tally.turns)


class PlotTally:
    """Counts the points, hexes and turns of a plot, step by step; the rules limit the next step by
    them.
    """

    def __init__(self, helm: Helm, facing: int) -> None:
        self.helm = helm
        self.facing = facing
        self.allowed = helm.allowances[ATTITUDES.index(attitude(facing, helm.wind))]
        self.free = self.allowed == 0
        self.steps = 0
        self.turns = 0
        self.turned_here = False
        self.entered: dict[Attitude, int] = {}

    @property
    def points(self) -> int:
        """The movement points spent so far. A ship that has none may turn once for nothing."""
        return 0 if self.free else self.steps

    def why_not(self, sign: str) -> str:  # noqa: PLR0911  (one answer a reason)
        """Return why the plot may not go on with this step (`1`, `L` or `R`); '' if it may."""
        helm = self.helm
        if helm.dismasted:
            if sign == "1":
                return "she is dismasted"
            if not self.helm.may_turn:
                return (
                    f"a dismasted ship drifts for {some(self.helm.wait, 'turn')} before she turns"
                )
            return "a dismasted ship turns only once" if self.steps else ""
        if self.free:
            if sign == "1":
                return f"attitude {attitude(self.facing, self.helm.wind)} allows no hex"
            return "a ship without movement points turns only once" if self.steps else ""
        if self.turned_here and attitude(self.facing, helm.wind) == "D":
            return "she is in the wind's eye after her turn, and stops"
        if self.steps >= self.allowed:
            return f"she has no more than {some(self.allowed, 'movement point')}"
        if sign == "1":
            now = attitude(self.facing, self.helm.wind)
            limit = self.helm.allowances[ATTITUDES.index(now)]
            if self.entered.get(now, 0) >= limit:
                return f"attitude {now} allows {some(limit, 'hex', 'hexes')}"
        elif self.turned_here:
            return "she may turn only once in a hex"
        elif self.turns >= self.helm.turning:
            return f"she turns no more than {some(self.helm.turning, 'time')}"
        return ""

    def take(self, sign: str) -> None:
        """Count one more step of the plot."""
        self.steps += 1
        if sign == "1":
            now = attitude(self.facing, self.helm.wind)
            self.entered[now] = self.entered.get(now, 0) + 1
            self.turned_here = False
        else:
            self.facing = turned(self.facing, 1 if sign == "R" else -1)
            self.turns += 1
            self.turned_here = True


# All legal plots of a ship (Wooden Ships & Iron Men, Movement Rules).


FARTHEST = 6
"""Land farther away than this many hexes is ignored, because no plot reaches it in a turn: four
hexes ahead, the stern, and one in reserve."""


def why_no_order(state: State, ship: Ship) -> str:
    """Return why a ship cannot be given a plot; '' if she can.

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
    return "she was rescued in this turn" if ship.rescued else ""


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
    """Return the course of a ship's plot; if it is illegal, the course says why."""
    return course(helm(state, ship), ship.bow, ship.facing, steps, land_near(state, ship.bow))


def land_near(state: State, bow: Hex) -> frozenset[Hex]:
    """Return the hexes of land that are near enough to be reached by a ship in a turn."""
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
    """Return all plots that are legal for a ship with this facing, if no land is near."""
    return tuple(sorted(map(format_plot, _legal(helm, facing, ()))))


def _legal(helm: Helm, facing: int, steps: Steps) -> Iterator[Steps]:
    yield steps
    tally = PlotTally(helm, facing)
    for sign in steps:
        tally.take(sign)
    for sign in ("1", "L", "R"):
        if not tally.why_not(sign):
            yield from _legal(helm, facing, (*steps, sign))


# Orders that are often given, by name: the same as last turn, and following the ship ahead.


FARTHEST_AHEAD = 8
"""A ship ahead that is more than this many hexes away is not followed, because no ship sails so far
in a turn."""


def offers(state: State, ship: Ship, legal: tuple[str, ...]) -> tuple[Offer, ...]:
    """Return the plots that are often given to a ship, with names, as far as they are legal: the
    last turn's, and following a ship.
    """
    found = [Offer("same as last turn", ship.last_order)] if ship.last_order in legal else []
    leader = ship_ahead(state, ship)
    if leader is not None:
        found.append(Offer(f"follow {leader.id}", following(state, ship, leader, legal)))
    return tuple(found)


def ship_ahead(state: State, ship: Ship) -> Ship | None:
    """Return the nearest ship of the same seat that sails ahead of a ship; ships on an opposite
    course are left out.
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
    """Tell whether a hex lies ahead of a ship: it is no farther to the side than it is ahead."""
    aside, south = ahead_north(ship.bow, ship.facing, place)
    ahead = -(south + aside / 2)
    return ahead > 0 and abs(aside) <= ahead


def following(state: State, ship: Ship, leader: Ship, legal: tuple[str, ...]) -> str:
    """Return the legal plot that ends nearest to the place astern of where the leader is expected.

    The leader is expected to sail her own proposed plot. On a tie, a plot that ends on the leader's
    facing is better, then a plot with fewer steps.
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
    """Return {ship: (bow, facing)} as it will be if every ship sails her proposed plot."""
    found = {}
    for ship in afloat(state):
        legal = plots(state, ship)
        path = plotted(state, ship, parse_plot(proposed(ship, legal))).path if legal else ()
        column, row, facing = path[-1] if path else (*ship.bow, ship.facing)
        found[ship.id] = ((column, row), facing)
    return found


def proposed(ship: Ship, legal: tuple[str, ...]) -> str:
    """Return the plot that the program proposes for a ship: her drafted plot, else the last turn's,
    else the longest straight ahead.
    """
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
