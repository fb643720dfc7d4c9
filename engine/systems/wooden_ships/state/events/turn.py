"""Turns, sheets, arrivals, the end; impulses, collisions, drift, grapples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.kit import ledger
from engine.kit.ledger import with_ship
from engine.space.hexes import Hex
from engine.systems.wooden_ships.state.events.event import (
    WoodenShipsEvent,
    with_grapples,
    with_points,
    with_ships,
    without_foul,
)
from engine.systems.wooden_ships.state.state import (
    Ended,
    PointsFor,
    Ship,
    Signal,
    Standing,
    State,
    holder,
)
from engine.systems.wooden_ships.state.steps import AnyStep, Phase

# Turns, sheets, arrivals, points, the end.


class SquadronMade(WoodenShipsEvent, frozen=True, tag="squadron_made"):
    """Dice drew a squadron for a seat that brought none: its ships, and the number of dice used."""

    seat: str
    ships: dict[str, Ship]
    dice: int

    def after(self, state: State) -> State:
        ships = {**state.ships, **self.ships}
        return replace(state, ships=ships, dice=state.dice + self.dice)


class ShipChosen(WoodenShipsEvent, frozen=True, tag="ship_chosen"):
    """A captain got a ship of a fleet that several captains share; he or the program chose her."""

    seat: str
    ship: str
    by_program: bool = False

    def after(self, state: State) -> State:
        pools = tuple(
            replace(
                pool,
                left=tuple(ship for ship in pool.left if ship != self.ship),
                taken=pool.taken + 1,
            )
            if self.ship in pool.left
            else pool
            for pool in state.pools or ()
        )
        over = not any(pool.left for pool in pools)
        state = replace(state, pools=UNSET if over else pools)
        return with_ship(state, self.ship, seat=self.seat)


class ChoicePassed(WoodenShipsEvent, frozen=True, tag="choice_passed"):
    """A captain left all his further choices of ships to the program."""

    seat: str

    def after(self, state: State) -> State:
        pools = tuple(
            replace(pool, passed=(*pool.passed, self.seat)) if self.seat in pool.captains else pool
            for pool in state.pools or ()
        )
        return replace(state, pools=pools)


class TurnBegan(WoodenShipsEvent, frozen=True, tag="turn"):
    """A turn began."""

    turn: int

    def after(self, state: State) -> State:
        return replace(state, turn=self.turn)


class ShipArrived(WoodenShipsEvent, frozen=True, tag="arrived"):
    """A ship came onto the map."""

    ship: str
    bow: Hex

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, bow=self.bow, enter_turn=0)


class ShipRescued(WoodenShipsEvent, frozen=True, tag="rescued"):
    """A friend nearby freed a ship that had surrendered. She does nothing in this turn."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, surrendered="", rescued=True)


class SheetSealed(WoodenShipsEvent, frozen=True, tag="sealed"):
    """A seat sealed its sheet (its answers for a phase), which other seats cannot read."""

    seat: str
    sheet: str
    answers: dict[str, Answer]

    def after(self, state: State) -> State:
        return replace(state, sealed={**state.sealed, self.seat: self.answers})


class SheetReopened(WoodenShipsEvent, frozen=True, tag="reopened"):
    """A seat took its sealed sheet back, to change it."""

    seat: str

    def after(self, state: State) -> State:
        kept = {seat: answers for seat, answers in state.sealed.items() if seat != self.seat}
        return replace(state, sealed=kept)


class SheetsOpened(WoodenShipsEvent, frozen=True, tag="opened"):
    """All sealed sheets of a phase were opened at once; the event holds the answers by seat."""

    phase: Phase
    answers: dict[str, dict[str, Answer]]

    def after(self, state: State) -> State:
        state = replace(state, sealed={})
        if self.phase != "orders":
            return state
        ships = dict(state.ships)
        for answers in self.answers.values():
            for ship, answer in answers.items():
                ships[ship] = replace(ships[ship], order=answer.option)
        return replace(state, ships=ships)


class StandingChanged(WoodenShipsEvent, frozen=True, tag="standing"):
    """A seat changed its standing choices; other seats do not see them."""

    seat: str
    standing: Standing

    def after(self, state: State) -> State:
        return replace(state, standing={**(state.standing or {}), self.seat: self.standing})


class SignalsHoisted(WoodenShipsEvent, frozen=True, tag="signals"):
    """Flagships hoisted these signals, by seat; all older signals are hauled down."""

    signals: dict[str, Signal]

    def after(self, state: State) -> State:
        return replace(state, signals=self.signals)


class SeatGaveUp(WoodenShipsEvent, frozen=True, tag="gave_up"):
    """A player surrendered with all ships."""

    seat: str

    def after(self, state: State) -> State:
        seats = dict(state.seats)
        seats[self.seat] = replace(seats[self.seat], gave_up=True, points="0")
        ships = {
            key: replace(ship, surrendered="seat", order="", parties=())
            if holder(ship) == self.seat
            else ship
            for key, ship in state.ships.items()
        }
        return replace(state, seats=seats, ships=ships)


class PointsGiven(WoodenShipsEvent, frozen=True, tag="points"):
    """Seats scored points for a ship; each seat's share is a fraction in text, such as `23/2`."""

    ship: str
    why: PointsFor
    shares: dict[str, str]

    def after(self, state: State) -> State:
        awards = replace(state.ships[self.ship].awards, **{self.why: self.shares})
        return with_points(with_ship(state, self.ship, awards=awards), self.shares)


class PointsWithdrawn(WoodenShipsEvent, frozen=True, tag="points_back"):
    """Points given for a ship were taken back."""

    ship: str
    why: PointsFor

    def after(self, state: State) -> State:
        awards = state.ships[self.ship].awards
        given = {
            seat: share
            for seat, share in awards.of(self.why).items()
            if not state.seats[seat].gave_up
        }
        state = with_ship(state, self.ship, awards=replace(awards, **{self.why: {}}))
        return with_points(state, given, -1)


class TurnEnded(WoodenShipsEvent, frozen=True, tag="turn_end"):
    """A turn ended. The event holds the number of turns without fire or melee so far, and the turns
    left in the countdown.
    """

    quiet: int
    countdown: int

    def after(self, state: State) -> State:
        ships = {
            key: replace(ship, rescued=False, fresh=()) if ship.rescued or ship.fresh else ship
            for key, ship in state.ships.items()
        }
        return replace(
            state, ships=ships, quiet=self.quiet, countdown=self.countdown, acted=False, rounds={}
        )


class BattleEnded(WoodenShipsEvent, frozen=True, tag="end"):
    """The battle is over; without winners it is a draw."""

    winners: tuple[str, ...]
    reason: str

    def after(self, state: State) -> State:
        return replace(state, outcome=Ended(self.winners, self.reason), agenda=(), sealed={})


class Planned(ledger.Planned, WoodenShipsEvent, frozen=True, tag="planned"):
    """The agenda (the steps still to be done) changed."""

    laid: tuple[AnyStep, ...] = ()


# Impulses, collisions, drift; fouls and grapples.


Berth = tuple[int, int, int]
"""A ship's place: (column of the bow, row of the bow, facing)."""


class UnfoulTried(WoodenShipsEvent, frozen=True, tag="unfoul"):
    """A ship tried to get clear of a ship that she is fouled with; the event holds the die."""

    ship: str
    other: str
    face: int
    freed: bool

    def after(self, state: State) -> State:
        state = replace(state, dice=state.dice + 1)
        return without_foul(state, (self.ship, self.other)) if self.freed else state


class ContestSettled(WoodenShipsEvent, frozen=True, tag="contest"):
    """Several ships entered one hex: one ship, the holder, stays there, the others are moved back.

    The rule says why: `held`, the holder was there before; `bow`, she sailed in while others swung
    their sterns; `die`, she has the highest roll (ties are rolled again).
    """

    impulse: int
    """The number of the impulse (step of all plots), from 1; 0 is the drift."""
    hex: Hex
    rule: Literal["held", "bow", "die"]
    holder: str
    losers: tuple[str, ...]
    rolls: tuple[tuple[tuple[str, int], ...], ...] = ()
    """The dice of each roll, as pairs (ship, face); there are several rolls after a tie."""

    def after(self, state: State) -> State:
        return replace(state, dice=state.dice + sum(map(len, self.rolls)))


class ImpulseTaken(WoodenShipsEvent, frozen=True, tag="impulse"):
    """One impulse was carried out: the new places of all ships that it moved."""

    impulse: int
    places: dict[str, Berth]

    def after(self, state: State) -> State:
        return _placed(state, self.places)


class Collided(WoodenShipsEvent, frozen=True, tag="collided"):
    """Two ships collided; the rest of their plots is lost."""

    ships: tuple[str, str]
    impulse: int

    def after(self, state: State) -> State:
        return state


class FoulRolled(WoodenShipsEvent, frozen=True, tag="foul"):
    """A die decided whether two ships that collided are fouled."""

    ships: tuple[str, str]
    face: int
    fouled: bool

    def after(self, state: State) -> State:
        fouled = {*state.fouled, self.ships} if self.fouled else state.fouled
        return replace(state, dice=state.dice + 1, fouled=tuple(sorted(fouled)))


class Drifted(WoodenShipsEvent, frozen=True, tag="drift"):
    """Still ships drifted a hex downwind."""

    places: dict[str, Berth]

    def after(self, state: State) -> State:
        return _placed(state, self.places)


class MovementEnded(WoodenShipsEvent, frozen=True, tag="moved"):
    """The movement phase ended. The event holds, where it changed, how long ships have been still,
    and how long dismasted ships have waited to turn.
    """

    still: dict[str, int]
    waited: dict[str, int]
    motionless: tuple[str, ...]
    kept: dict[str, str]
    """{ship: the part of her plot that was carried out}, for plots that were cut short."""

    def after(self, state: State) -> State:
        ships = {
            key: replace(
                ship,
                still=self.still.get(key, ship.still),
                waited=self.waited.get(key, ship.waited),
                motionless=key in self.motionless,
                order="",
                last_order=ship.order,
            )
            for key, ship in state.ships.items()
        }
        return replace(state, ships=ships)


class GrappleTried(WoodenShipsEvent, frozen=True, tag="grapple"):
    """A ship tried to grapple another; face 0 means that no die was needed."""

    ship: str
    other: str
    face: int
    limit: int
    """The highest face of the die with which the grapple holds."""
    holds: bool

    def after(self, state: State) -> State:
        state = replace(state, dice=state.dice + bool(self.face))
        return with_grapples(state, self.ship, self.other, 1) if self.holds else state


class CastOffTried(WoodenShipsEvent, frozen=True, tag="cast_off"):
    """A ship tried to cast off one grapple; face 0 means that no die was needed."""

    ship: str
    other: str
    face: int
    freed: bool

    def after(self, state: State) -> State:
        state = replace(state, dice=state.dice + bool(self.face))
        return with_grapples(state, self.ship, self.other, -1) if self.freed else state


def _placed(state: State, places: Mapping[str, Berth]) -> State:
    return with_ships(
        state,
        {
            ship: {"bow": (column, row), "facing": facing}
            for ship, (column, row, facing) in places.items()
        },
    )
