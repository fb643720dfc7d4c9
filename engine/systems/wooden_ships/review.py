"""A battle in hindsight: its dice, its result, plots that would have been better, and the scenarios
from which puzzles are taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, cycle
from typing import NamedTuple

from engine.game.decision import Answer, Reason
from engine.game.game import Record
from engine.game.parts.part import lazy_method
from engine.game.parts.review import (
    Aftermath,
    Fair,
    Missed,
    PuzzleGround,
    Review,
    Rolled,
    Score,
    ShipTally,
    Theme,
    binomial,
    one_die,
)
from engine.kit.counting import Counting
from engine.kit.dataset import uses_own_data
from engine.kit.ledger import evolve
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import crewless, in_prizes, status, surrendered
from engine.systems.wooden_ships.foresight.evolutions import FALLING
from engine.systems.wooden_ships.foresight.prospects import CLEAR, near_foes
from engine.systems.wooden_ships.gunnery.fire_orders import candidates
from engine.systems.wooden_ships.gunnery.shot import open_aims, outcomes, shot
from engine.systems.wooden_ships.movement import carry_out
from engine.systems.wooden_ships.sailing import GIVE_UP, Steps, parse_plot, plots
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State, holder, sides
from engine.systems.wooden_ships.thinking.courses import TAKEN
from engine.systems.wooden_ships.thinking.prospect import aim_worth
from engine.systems.wooden_ships.thinking.way_there import COLLISION
from engine.systems.wooden_ships.victory import side_points
from engine.systems.wooden_ships.words.words import tell

# The dice of an event: broadsides, snags, grapples, melees.


SIX = 6


def rolls(before: State, event: ev.AnyEvent, seat: str = "") -> tuple[Rolled, ...]:
    """Return the dice of an event, whoever asks: all dice are public, because they are rolled after
    sheets are opened.
    """
    return tuple(
        Rolled(
            side=side_name(before, before.seats[holder(before.ships[ship])].side),
            ship=before.ships[ship].name,
            kind=kind,
            got=int(got),
            fair=fair,
            faces=((f"d{SIX}", str(face)),),
        )
        for ship, kind, face, got, fair in _thrown(event)
    )


def _thrown(event: ev.AnyEvent) -> Iterator[tuple[str, str, int, int, Fair]]:
    """Yield (roller, purpose, face, result, distribution) for each die of an event."""
    snags = book().snags
    match event:
        case ev.SideFired():
            by_face = tuple(sum(hits) for hits in outcomes(event.table, event.aim))
            counted = Counter(by_face)
            fair = tuple(counted[count] / len(by_face) for count in range(max(by_face) + 1))
            yield event.ship, "broadsides", event.face, sum(event.hits), fair
        case ev.UnfoulTried():
            yield event.ship, "unfouling", event.face, event.freed, _to(snags.unfouled_to)
        case ev.FoulRolled():
            fouled = event.face <= snags.fouled_to
            yield event.ships[0], "fouling", event.face, fouled, _to(snags.fouled_to)
        case ev.GrappleTried() if event.face:
            yield event.ship, "grapples", event.face, event.holds, _to(event.limit)
        case ev.CastOffTried() if event.face:
            yield event.ship, "casting off", event.face, event.freed, _to(snags.cast_off_to)
        case ev.ContestSettled():
            for ship, face in chain.from_iterable(event.rolls):
                yield ship, "contests", face, face, one_die(SIX)
        case ev.MeleeFought():
            for ship, side in zip(event.ships, (event.one, event.other), strict=True):
                if side.face:
                    yield ship, "melees", side.face, side.face, one_die(SIX)


def _to(highest: int) -> Fair:
    """Return the distribution of a die that succeeds at the faces from 1 up to `highest`."""
    return binomial(1, max(0, min(SIX, highest)) / SIX)


# The summary of a battle: points by turn, damage done and taken by each ship, what decided it.


COUNTED = ("broadsides", "hits", "hull lost", "crew lost", "collisions")


def aftermath(start: State, entries: Sequence[Record]) -> Aftermath:
    """Return the statistics of the given entries of a battle's log; their field `points` has the
    points that each side scored.
    """
    return _Counting(start).count_entries(entries)


class _Counting(Counting[State, ev.AnyEvent]):
    """Counts, event by event, the figures of a battle: damage, gunnery, decisive moments."""

    decisive = (ev.ShipSurrendered, ev.ShipCaptured, ev.ShipRetaken, ev.CrewKilled, ev.SeatGaveUp)
    evolve, tell = staticmethod(evolve), staticmethod(tell)

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self.broadsides, self.hits = Counter[str](), Counter[str]()
        self.collisions = Counter[str]()

    def loser(self, event: ev.AnyEvent) -> str:
        match event:
            case ev.SeatGaveUp():
                return event.seat
            case ev.ShipRetaken():
                return holder(self.state.ships[event.ship])
            case ev.ShipSurrendered() | ev.ShipCaptured() | ev.CrewKilled():
                return self.state.ships[event.ship].seat
        return ""

    def count(self, event: ev.AnyEvent) -> None:
        if isinstance(event, ev.SideFired):
            self.broadsides[event.ship] += 1
            self.hits[event.ship] += sum(event.hits)
        elif isinstance(event, ev.Collided):
            self.collisions.update(event.ships)
        elif isinstance(event, ev.TurnEnded | ev.BattleEnded):
            state = self.state
            for side in sides(state):
                ships = state.ships.values()
                worth = sum(each.points for each in ships if state.seats[each.seat].side != side)
                points = int(side_points(state, side))
                self.score([Score(state.turn, side_name(state, side), points, worth)])

    def all(self) -> Aftermath:
        state = self.state
        return Aftermath(
            sides=tuple(side_name(state, side) for side in sides(state)),
            score_name="Points scored/at stake",
            scores=tuple(self.scores.values()),
            counted=COUNTED,
            ships=tuple(map(self._tally, state.ships.values())),
            moments=tuple(self.moments),
            decided=state.outcome.reason.partition(";")[0] if state.outcome else "",
        )

    def _tally(self, ship: Ship) -> ShipTally:
        before, id = self.start.ships[ship.id], ship.id
        away = in_prizes(self.state, ship) - in_prizes(self.start, before)
        lost = before.hull - ship.hull, sum(before.crew) - sum(ship.crew) - away
        counts = (self.broadsides[id], self.hits[id], *lost, self.collisions[id])
        side = side_name(self.state, self.state.seats[ship.seat].side)
        seat = "" if id.startswith(ship.seat) else ship.seat
        return ShipTally(id, ship.name, side, counts, fate(self.state, ship), seat)


def side_name(state: State, side: str) -> str:
    """Return the name of a side: the names of its seats, joined."""
    return " and ".join(seat.name for seat in state.seats.values() if seat.side == side)


def fate(state: State, ship: Ship) -> str:
    """Return in a few words how a ship ended: `captured`, `struck`; '' if she fights on."""
    if ship.prize:
        return "captured"
    if crewless(ship) and not surrendered(ship) and in_prizes(state, ship):
        return "crew in prize"
    told = {"struck": "struck", "surrendered": "surrendered", "crewless": "no crew left"}
    texts = [told[word] for word in status(state, ship) if word in told]
    return texts[0] if texts else ""


# Plots in hindsight: each legal plot of a ship, against the real plots of all other ships.


class Worth(NamedTuple):
    """The worth of a plot in points: mean values, because the dice of the guns are not part of
    it.
    """

    given: float
    taken: float
    collided: bool

    @property
    def total(self) -> float:
        """The figure by which plots are compared: fire given, minus the weighted fire taken, minus
        the cost of a collision.
        """
        return self.given - TAKEN * self.taken - COLLISION * self.collided


def missed(before: State, events: Sequence[AnyEvent], seats: Collection[str]) -> Missed | None:
    """Return the costliest plot of these seats: the plot that lost most points against a better
    plot of the same ship. None if no ship had a better plot.

    All other ships keep their real plots. A contested hex that needs a die goes to the lower id.
    """
    sheets = (event for event in events if isinstance(event, ev.SheetsOpened))
    written = next((sheet for sheet in sheets if sheet.phase == "orders"), None)
    if written is None:
        return None
    orders = {
        ship: parse_plot(answer.option)
        for answers in written.answers.values()
        for ship, answer in answers.items()
        if answer.option != GIVE_UP
    }
    found = [
        each
        for ship in before.ships.values()
        if ship.id in orders and holder(ship) in seats and near_foes(before, ship.id)
        if (each := _replotted(before, ship, orders))
    ]
    return max(found, key=lambda each: each.cost, default=None)


def _replotted(before: State, ship: Ship, orders: Mapping[str, Steps]) -> Missed | None:
    worths = {
        plot: worth_of(before, ship.id, {**orders, ship.id: parse_plot(plot)})
        for plot in plots(before, ship)
    }
    chosen = next((plot for plot in worths if parse_plot(plot) == orders[ship.id]), "")
    if not chosen:
        return None
    better = max(worths, key=lambda plot: (worths[plot].total, plot == chosen))
    best, own = worths[better], worths[chosen]
    found = (
        Reason("fire", "fire that she could have given", best.given - own.given),
        Reason("under_fire", "fire that she could have avoided", TAKEN * (own.taken - best.taken)),
        Reason("collision", "a collision", COLLISION * (own.collided - best.collided)),
    )
    return Missed(
        seat=holder(ship),
        question=f"Orders: {ship.label}",
        chosen=chosen,
        better=better,
        cost=best.total - own.total,
        reason=max(found, key=lambda each: each.worth),
        slot=ship.id,
        instead=Answer(better),
    )


def worth_of(before: State, ship: str, orders: Mapping[str, Steps]) -> Worth:
    """Return the worth of a ship's fire, and of her enemies' fire at her, at the places where these
    plots end.

    Each side of a ship fires at the target that the rules give it, with the better aim.
    """
    faces = cycle(FALLING)
    after, collided = before, False
    for event in carry_out(before, orders, lambda: next(faces), lambda: CLEAR):
        collided = collided or (isinstance(event, ev.Collided) and ship in event.ships)
        if isinstance(event, ev.ImpulseTaken | ev.Drifted):
            after = evolve(after, event)
    mine = after.ships[ship]
    given = sum(_fire(after, mine, each) for each in _targets(after, mine))
    taken = sum(
        _fire(after, after.ships[foe], (side, ship, share))
        for foe in near_foes(before, ship)
        for side, target, share in _targets(after, after.ships[foe])
        if target == ship
    )
    return Worth(given, taken, collided)


def _targets(after: State, ship: Ship) -> list[tuple[SideName, str, float]]:
    """Return (side, target, probability of this target) for each possible shot of a ship; a die
    chooses among equal targets.
    """
    return [
        (side, name, 1 / len(names))
        for side in SIDES
        for names in (candidates(after, ship, side),)
        for name in names
    ]


def _fire(after: State, ship: Ship, at: tuple[SideName, str, float]) -> float:
    side, name, share = at
    target = after.ships[name]
    aimed = shot(ship, side, target)
    aims = open_aims(after, ship, target, aimed.range)
    return share * max(aim_worth(aimed.table, aim, target) for aim in aims)


# The scenarios of Wooden Ships from whose battles puzzles are taken, and the themes of those
# puzzles.


PUZZLES = PuzzleGround(
    scenarios=(
        "ranger_drake",
        "nymphe_cleopatre",
        "mars_hercule",
        "ambuscade_bayonnaise",
        "constellation_insurgente",
        "constellation_vengeance",
        "constitution_guerriere",
        "united_states_macedonian",
        "constitution_java",
        "chesapeake_shannon",
        "wasp_reindeer",
        "lydia_natividad",
        "flamborough_head",
        "constitution_cyane_levant",
        "pellew_droits",
    ),
    themes=(
        Theme("lying still", "orders", "0"),
        Theme("straight on", "orders", "[1-9]"),
        Theme("a turn at once", "orders", "[LR]*"),
        Theme("ahead, then a turn", "orders", "[1-9][LR]*"),
        Theme("the plot", "orders"),
        Theme("the broadside", "combat", "*:hull"),
        Theme("fire at the rigging", "combat", "*:rigging"),
        Theme("holding fire", "combat"),
        Theme("boarding parties", "boarding"),
        Theme("grappling", "grappling"),
        Theme("casting off", "ungrappling"),
        Theme("getting clear", "unfouling"),
    ),
    rounds=20,  # only the luck of broadsides is subtracted
)
"""The scenarios from whose battles puzzles are taken, and the themes of these puzzles. Fleet
actions are left out, because a person would have to plot a dozen ships."""


# A battle in hindsight, for the rest of the program.


@uses_own_data
class WoodenShipsReview(Review[State]):
    """The review part of the game: points by turn, each ship's actions, decisive moments."""

    explained: Mapping[str, str] = {
        "unfouling": "Fouled",
        "fouling": "Fouled",
        "grapples": "Grappled",
        "casting off": "Grappled",
        "contests": "Impulse",
    }
    aftermath = lazy_method("engine.systems.wooden_ships.review:aftermath")
    costliest_answer = lazy_method("engine.systems.wooden_ships.review:missed")

    rolls = lazy_method("engine.systems.wooden_ships.review:rolls")

    def score(self, state: State) -> Mapping[str, float]:
        sides = dict.fromkeys(seat.side for seat in state.seats.values())
        return {side: float(side_points(state, side)) for side in sides}

    def puzzle_ground(self) -> PuzzleGround:

        return PUZZLES
