"""Events of the phases (orders, repairs, fires, smoke, the end) and of cards."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from engine.game.game import Outcome
from engine.kit import ledger
from engine.systems.iron_oak.state.events.event import (
    IronOakEvent,
    rolled,
    with_side,
    with_unit,
    with_units,
    without,
)
from engine.systems.iron_oak.state.state import (
    COVERED,
    Fire,
    Roll,
    Ship,
    SmokeLevel,
    Standing,
    State,
    Unit,
)
from engine.systems.iron_oak.state.steps import AnyStep, Phase

_WRITTEN = {"taken": "off", "laid": "on"}
"""{name of a field in the code: its name in battle files}, for fields that older versions called
otherwise."""


class Planned(ledger.Planned, IronOakEvent, frozen=True, tag="planned", rename=_WRITTEN):
    """The agenda (the steps still to be done) of a battle changed."""

    taken: int
    laid: tuple[AnyStep, ...] = ()


class PhaseBegan(IronOakEvent, frozen=True, tag="phase_began"):
    """A phase of a side's player turn began."""

    side: str
    phase: Phase

    def after(self, state: State) -> State:
        state = replace(state, active=self.side, phase=self.phase)
        if self.phase != "order":
            return state
        units: tuple[Unit, ...] = (*state.ships.values(), *state.sections.values())
        fires = {
            unit.id: {"fires": tuple(Fire(fire.level) for fire in unit.fires)}
            for unit in units
            if any(fire.checked for fire in unit.fires)
        }
        return with_units(state, fires) if fires else state


class PlayerTurnEnded(IronOakEvent, frozen=True, tag="player_turn_ended"):
    """The player turn of a side ended, with everything that lasts only for a player turn."""

    sides: tuple[str, ...]

    def after(self, state: State) -> State:
        ships = {id: _rested(ship, self.sides) for id, ship in state.ships.items()}
        sections = {
            id: replace(each, acted=False) if each.side in self.sides and each.acted else each
            for id, each in state.sections.items()
        }
        sides = {
            key: replace(
                side,
                played=False,
                sealed=(),
                standing=replace(side.standing, quiet=()) if side.standing.quiet else side.standing,
            )
            for key, side in state.sides.items()
        }
        return replace(state, ships=ships, sections=sections, sides=sides)


class TurnEnded(IronOakEvent, frozen=True, tag="turn_ended"):
    """The turn ended after the player turns of both sides, and the next one began."""

    turn: int

    def after(self, state: State) -> State:
        drifted = {id: {"drifted": False} for id, ship in state.ships.items() if ship.drifted}
        return replace(with_units(state, drifted) if drifted else state, turn=self.turn)


class BattleEnded(IronOakEvent, frozen=True, tag="battle_ended"):
    """The battle is over; without winners it is a draw."""

    winners: tuple[str, ...]
    reason: str

    def after(self, state: State) -> State:
        return replace(state, outcome=Outcome(self.winners, self.reason))


class EngineRolled(IronOakEvent, frozen=True, tag="engine_rolled"):
    """A special rule of the battle rolled whether a ship's bad engine runs."""

    ship: str
    roll: Roll
    stopped: bool

    def after(self, state: State) -> State:
        return rolled(state, self.roll)


class RepairTried(IronOakEvent, frozen=True, tag="repair_tried"):
    """A Repair Party tried to repair a critical hit; the event holds the roll."""

    unit: str
    critical: str
    challenge: Roll
    response: Roll
    repaired: bool

    def after(self, state: State) -> State:
        state = rolled(state, self.challenge, self.response)
        if not self.repaired:
            return state
        left = without(state.unit(self.unit).criticals, self.critical)
        if self.critical == "armament_2":
            left = (*left, "armament_1")
        return with_unit(state, self.unit, criticals=left)


class PartySent(IronOakEvent, frozen=True, tag="party_sent"):
    """A Repair Party was placed on a unit."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, repair_party=True)


class PartyRecalled(IronOakEvent, frozen=True, tag="party_recalled"):
    """A Repair Party was removed, or lost."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, repair_party=False)


class FireChecked(IronOakEvent, frozen=True, tag="fire_checked"):
    """A fire was checked; `level` is its new level, 0 if it is out."""

    unit: str
    fire: int
    roll: Roll
    level: int

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        then = (Fire(self.level, checked=True),) if self.level else ()
        fires = unit.fires[: self.fire] + then + unit.fires[self.fire + 1 :]
        return with_unit(rolled(state, self.roll), self.unit, fires=fires)


class SmokeChecked(IronOakEvent, frozen=True, tag="smoke_checked"):
    """Smoke was checked; `smoke` is its new level."""

    unit: str
    roll: Roll
    smoke: SmokeLevel

    def after(self, state: State) -> State:
        return with_unit(rolled(state, self.roll), self.unit, smoke=self.smoke)


class OrdersGiven(IronOakEvent, frozen=True, tag="orders_given"):
    """A seat gave its orders, face down.

    `sequence` is the order in which its ships act, with alternating movement (Iron & Oak 9.3).
    `plans` are the goals that ships intend, shown only to allied seats.
    """

    seat: str
    side: str
    orders: dict[str, str]
    sequence: tuple[str, ...] = ()
    standing: Standing | None = None
    plans: dict[str, str] = msgspec.field(default_factory=dict)

    def after(self, state: State) -> State:
        side = state.sides[self.side]
        given = {
            id: {"order": order, "plan": self.plans.get(id, "")}
            for id, order in self.orders.items()
        }
        state = with_units(state, given)
        sealed = (*side.sealed, self.seat)
        changes: dict[str, Any] = {"sealed": sealed}
        if self.sequence:
            changes["sequence"] = (*side.sequence, *self.sequence) if side.sealed else self.sequence
        if self.standing:
            changes["standing"] = self.standing
        return with_side(state, self.side, **changes)


class OrdersReopened(IronOakEvent, frozen=True, tag="orders_reopened"):
    """A seat took its sealed orders back, before the last seat had sealed its own."""

    seat: str
    side: str
    ships: tuple[str, ...]

    def after(self, state: State) -> State:
        side = state.sides[self.side]
        state = with_units(state, {id: {"order": "", "plan": ""} for id in self.ships})
        sealed = tuple(seat for seat in side.sealed if seat != self.seat)
        sequence = tuple(id for id in side.sequence if id not in self.ships) if sealed else ()
        return with_side(state, self.side, sealed=sealed, sequence=sequence)


class UnitChosen(IronOakEvent, frozen=True, tag="unit_chosen"):
    """A ship or section was chosen to act now."""

    unit: str

    def after(self, state: State) -> State:
        return state


class UnitActed(IronOakEvent, frozen=True, tag="unit_acted"):
    """A ship or section has done everything that it may do in this Action Phase."""

    unit: str

    def after(self, state: State) -> State:
        plan = {"plan": ""} if self.unit in state.ships else {}
        return with_unit(state, self.unit, acted=True, **plan)


class CountersNumbered(IronOakEvent, frozen=True, tag="counters_numbered"):
    """Hidden counters got numbers at random; `rolled` is the number of dice used."""

    counters: dict[str, str]
    rolled: int

    def after(self, state: State) -> State:
        state = with_units(state, {id: {"counter": name} for id, name in self.counters.items()})
        return replace(state, dice=state.dice + self.rolled)


class HiddenPlaced(IronOakEvent, frozen=True, tag="hidden_placed"):
    """A side placed its hidden counters."""

    side: str
    boxes: dict[str, str]

    def after(self, state: State) -> State:
        return with_units(state, {id: {"box": box} for id, box in self.boxes.items()})


class StartedAnchored(IronOakEvent, frozen=True, tag="started_anchored"):
    """A side chose which ships start anchored."""

    side: str
    ships: tuple[str, ...]

    def after(self, state: State) -> State:
        return with_units(state, {id: {"anchored": True} for id in self.ships})


def _rested(ship: Ship, sides: tuple[str, ...]) -> Ship:
    """Return a ship as she is after a player turn of these sides: markers that last only so long
    are gone.
    """
    changes: dict[str, Any] = {}
    if ship.acted or ship.moved:
        changes = {"acted": False, "moved": False}
    if ship.control in sides:
        changes |= {
            "order": "",
            "plan": "",
            "no_ram": ship.tried_ram,
            "no_cross_t": ship.tried_t,
            "tried_ram": (),
            "tried_t": (),
        }
    if ship.screened_from and (ship.control not in sides or len(sides) > 1):
        changes["screened_from"] = ()
    return replace(ship, **changes) if changes else ship


# Events of cards: dealt, played, discarded, exchanged.


class CardsDealt(IronOakEvent, frozen=True, tag="cards_dealt"):
    """The deck was shuffled and the sides got their cards; `rolled` is the number of dice used."""

    hands: dict[str, tuple[int, ...]]
    deck: tuple[int, ...]
    rolled: int

    def after(self, state: State) -> State:
        for side, hand in self.hands.items():
            state = with_side(state, side, hand=hand, hand_size=len(hand))
        return replace(state, deck=self.deck, dice=state.dice + self.rolled)


ON_ROLL = "_maneuver"
"""The kind of a card for a maneuver roll ends with this. The rest of the kind, `quick` or `slow`,
is the name of a field of `Move`."""


class CardPlayed(IronOakEvent, frozen=True, tag="card_played"):
    """A card was played on a ship or section."""

    side: str
    card: int
    kind: str
    unit: str

    def after(self, state: State) -> State:
        side = state.sides[self.side]
        state = with_side(state, self.side, hand=_less(side.hand, self.card), played=True)
        # The other side has only one kind of card on a shot, Misfire, which has its own field.
        if state.shot and self.side != state.unit(state.shot.firer).control:
            state = replace(state, shot=replace(state.shot, misfire=self.card))
        elif state.shot:
            state = replace(state, shot=replace(state.shot, cards=(*state.shot.cards, self.card)))
        elif state.move and self.kind.endswith(ON_ROLL):
            stem = self.kind.removesuffix(ON_ROLL)
            field = stem if self.unit == state.move.ship else f"target_{stem}"
            state = replace(state, move=replace(state.move, **{field: self.card}))
        return state


class CardsDiscarded(IronOakEvent, frozen=True, tag="cards_discarded"):
    """Cards that have been used went to the discard pile."""

    cards: tuple[int, ...]

    def after(self, state: State) -> State:
        return replace(state, discarded=(*state.discarded, *self.cards))


class DeckRenewed(IronOakEvent, frozen=True, tag="deck_renewed"):
    """The discarded cards were shuffled and are the new deck; `rolled` is the number of dice
    used.
    """

    deck: tuple[int, ...]
    rolled: int

    def after(self, state: State) -> State:
        return replace(state, deck=self.deck, discarded=(), dice=state.dice + self.rolled)


class CardReplaced(IronOakEvent, frozen=True, tag="card_replaced"):
    """A side exchanged a card: it set the card aside and drew a new one."""

    side: str
    card: int
    drawn: int

    def after(self, state: State) -> State:
        side = state.sides[self.side]
        hand = (*_less(side.hand, self.card), self.drawn)
        state = with_side(state, self.side, hand=hand, replaced=side.replaced + 1)
        if side.aside is not UNSET:
            state = with_side(state, self.side, aside=(*side.aside, self.card))
        return replace(state, deck=state.deck[1:], set_aside=(*state.set_aside, self.card))


class Quieted(IronOakEvent, frozen=True, tag="quieted"):
    """A side wants no more questions about cards on a unit (`*` for all) in this player turn."""

    side: str
    unit: str

    def after(self, state: State) -> State:
        standing = state.sides[self.side].standing
        quiet = (*standing.quiet, self.unit)
        return with_side(state, self.side, standing=replace(standing, quiet=quiet))


class StandingChanged(IronOakEvent, frozen=True, tag="standing_changed"):
    """A side changed its standing choice, when it is asked for cards; the enemy does not see it."""

    side: str
    standing: Standing

    def after(self, state: State) -> State:
        return with_side(state, self.side, standing=self.standing)


class SpringsRigged(IronOakEvent, frozen=True, tag="springs_rigged"):
    """A Springs card was played: the anchored ship can turn at her anchor."""

    ship: str
    card: int

    def after(self, state: State) -> State:
        return with_unit(state, self.ship, springs=self.card)


class Screened(IronOakEvent, frozen=True, tag="screened"):
    """A Screen card protects a ship from an enemy ship or fort."""

    ship: str
    enemy: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        return with_unit(state, self.ship, screened_from=(*ship.screened_from, self.enemy))


def _less(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a hand without this card; a hidden hand loses one hidden card."""
    place = hand.index(card) if card in hand else hand.index(COVERED)
    return hand[:place] + hand[place + 1 :]
