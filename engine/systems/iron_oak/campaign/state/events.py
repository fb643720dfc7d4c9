"""The events of a campaign, and the changes that several of them make."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine.game.game import Outcome
from engine.kit import ledger
from engine.kit.ledger import union_of
from engine.systems.iron_oak.campaign.data import Grade, Side
from engine.systems.iron_oak.campaign.state.state import (
    SEATS,
    AnyStep,
    Laid,
    Plan,
    Refit,
    SetUp,
    State,
    Vessel,
    WarRow,
)
from engine.systems.iron_oak.state.events import AnyEvent as BattleEvent
from engine.systems.iron_oak.state.events import HazardChecked
from engine.systems.iron_oak.state.state import Roll
from engine.systems.iron_oak.state.state import State as Battle

# The changes to a campaign that several of its events make.


V = TypeVar("V")


def with_force(state: State, side: Side, **changes: Any) -> State:
    """Return the state with some fields of a side's force changed."""
    return replace(state, forces={**state.forces, side: replace(state.forces[side], **changes)})


def with_ships(state: State, ships: dict[str, Vessel]) -> State:
    """Return the state with these ships in place of the old ones with the same ids."""
    return replace(state, ships=in_order({**state.ships, **ships}))


def in_order(table: dict[str, V]) -> dict[str, V]:
    """Return a mapping with its keys sorted, as files store them.

    Lots are drawn among ships in this order, so a war read from a file must have the same order.
    """
    return dict(sorted(table.items()))


def rolled(state: State, *rolls: Roll) -> State:
    """Return the state with the dice of these rolls added to its count of dice."""
    return replace(state, dice=state.dice + sum(len(roll.faces) for roll in rolls))


def opened(state: State) -> State:
    """Return the state without sealed sheets, after their choices have become public."""
    forces = {side: replace(force, sealed=False, chosen=()) for side, force in state.forces.items()}
    return replace(state, forces=forces)


def upcoming(state: State) -> int:
    """Return the number of the next battle to be fought."""
    return min(plan.number for plan in state.plans.values())


# The events of a campaign: what followed from a command, each with its results.


class CampaignEvent(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """The base class of the campaign's events."""

    @abstractmethod
    def after(self, state: State) -> State:
        """Return the state after the event. It contains no rules and never refuses."""
        raise NotImplementedError


class InBattle(CampaignEvent, frozen=True, tag="in_battle"):
    """An event of the current battle, wrapped as an event of the war."""

    happened: BattleEvent

    def after(self, state: State) -> State:
        assert state.battle is not None
        battle = self.happened.after(state.battle)
        state = replace(state, battle=battle, dice=battle.dice)
        match self.happened, state.setting:
            case HazardChecked(hazard=hazard, ship=ship), SetUp() as setting:
                # The contents of a box become known to both sides when a ship has met them.
                box = battle.ships[ship].box
                hidden = {"mine": setting.mined, "obstruction": setting.obstructed}
                if box in hidden.get(hazard, ()):
                    known = tuple(dict.fromkeys((*setting.known, f"{hazard} {box}")))
                    return replace(state, setting=replace(setting, known=known))
        return state


_WRITTEN = {"taken": "done", "laid": "then"}
"""{name of a field in the code: its name in battle files}, for fields that older versions called
otherwise."""


class Planned(ledger.Planned, CampaignEvent, frozen=True, tag="campaign_planned", rename=_WRITTEN):
    """The agenda (the steps still to be done) of the war changed."""

    taken: int
    laid: tuple[AnyStep, ...] = ()


# Set-up -----------------------------------------------------------------------


class Sealed(CampaignEvent, frozen=True, tag="sealed"):
    """A side sealed a choice that the other side must not see yet: its force, or the ships that it
    sends.
    """

    side: Side
    ships: tuple[str, ...]

    def after(self, state: State) -> State:
        return with_force(state, self.side, sealed=True, chosen=self.ships)


class Unsealed(CampaignEvent, frozen=True, tag="unsealed"):
    """A side took its sealed sheet back before the other side had sealed its own."""

    side: Side

    def after(self, state: State) -> State:
        return with_force(state, self.side, sealed=False, chosen=())


class ForcesShown(CampaignEvent, frozen=True, tag="forces_shown"):
    """The forces of both sides became public."""

    ships: dict[Side, tuple[str, ...]]

    def after(self, state: State) -> State:
        ships = {id: Vessel(id=id, side=side) for side in SEATS for id in self.ships[side]}
        return replace(with_ships(opened(state), ships), phase="grades")


class DeckShuffled(CampaignEvent, frozen=True, tag="deck_shuffled"):
    """The yard cards (played between battles) were shuffled; all played cards are in the deck
    again.
    """

    deck: tuple[int, ...]
    dice: int

    def after(self, state: State) -> State:
        return replace(state, deck=self.deck, laid=(), spent=(), dice=state.dice + self.dice)


class GradesAssigned(CampaignEvent, frozen=True, tag="grades_assigned"):
    """A side chose its Crack and Green ships."""

    side: Side
    grades: dict[str, Grade]

    def after(self, state: State) -> State:
        ships = {id: replace(state.ships[id], grade=grade) for id, grade in self.grades.items()}
        return with_force(with_ships(state, ships), self.side, sealed=True)


# Generation -------------------------------------------------------------------


class RollersRolled(CampaignEvent, frozen=True, tag="rollers_rolled"):
    """Both sides rolled a die: the higher one rolls for the first battle."""

    union: Roll
    confederate: Roll

    def after(self, state: State) -> State:
        return rolled(state, self.union, self.confederate)


class WaterRolled(CampaignEvent, frozen=True, tag="water_rolled"):
    """A die was rolled that decides something about a coming battle; the event holds its purpose
    and its result.
    """

    number: int
    what: str
    roll: Roll
    gave: str

    def after(self, state: State) -> State:
        return rolled(state, self.roll)


class BattleGenerated(CampaignEvent, frozen=True, tag="battle_generated"):
    """Dice decided the type, attacker and water of the next battle; both sides know them."""

    plan: Plan

    def after(self, state: State) -> State:
        plans = {**state.plans, str(self.plan.number): self.plan}
        return replace(opened(state), plans=plans, phase="commit")


class Committed(CampaignEvent, frozen=True, tag="committed"):
    """Both sides chose the ships that they send to a battle. The choices stay secret until it is
    fought.
    """

    number: int
    ships: dict[Side, tuple[str, ...]]

    def after(self, state: State) -> State:
        ships = {
            id: replace(state.ships[id], battle=self.number)
            for side in SEATS
            for id in self.ships[side]
        }
        return opened(with_ships(state, ships))


# The battle -------------------------------------------------------------------


class BattlePrepared(CampaignEvent, frozen=True, tag="battle_prepared"):
    """The ships of a battle became public; by night they stay secret."""

    number: int

    def after(self, state: State) -> State:
        return replace(state, number=self.number, phase="set_up", setting=SetUp())


class AmmunitionShort(CampaignEvent, frozen=True, tag="ammunition_short"):
    """A Limited Ammunition card took effect: a ship drawn by lot is short of ammunition (Iron & Oak
    8.9.4).
    """

    card: int
    ship: str
    dice: int

    def after(self, state: State) -> State:
        assert state.setting is not None
        setting = state.setting
        if self.ship:
            setting = replace(setting, limited=(*setting.limited, self.ship))
        return replace(state, setting=setting, dice=state.dice + self.dice)


class TargetChosen(CampaignEvent, frozen=True, tag="target_named"):
    """A target was chosen, the ship that the defender must defend: by the attacker, or by night by
    lot.
    """

    ship: str
    dice: int = 0

    def after(self, state: State) -> State:
        assert state.setting is not None
        setting = replace(state.setting, target=self.ship)
        return replace(state, setting=setting, dice=state.dice + self.dice)


class MinesCounted(CampaignEvent, frozen=True, tag="mines_counted"):
    """A roll decided how many mines the defender may lay."""

    roll: Roll

    def after(self, state: State) -> State:
        assert state.setting is not None
        setting = replace(state.setting, mines=self.roll.kept)
        return rolled(replace(state, setting=setting), self.roll)


class ShipsPlaced(CampaignEvent, frozen=True, tag="ships_placed"):
    """A side placed its ships in boxes."""

    side: Side
    setting: SetUp

    def after(self, state: State) -> State:
        setting = self.setting
        places, transports = in_order(setting.places), in_order(setting.transports)
        return replace(state, setting=replace(setting, places=places, transports=transports))


class BattleBegan(CampaignEvent, frozen=True, tag="battle_began"):
    """The battle began; the event holds its state at the start."""

    battle: Battle

    def after(self, state: State) -> State:
        ships, sections = in_order(self.battle.ships), in_order(self.battle.sections)
        battle = replace(self.battle, ships=ships, sections=sections)
        return replace(state, battle=battle, phase="battle")


class GradeDrawn(CampaignEvent, frozen=True, tag="grade_drawn"):
    """A Crew Grade card took effect: the ship drawn by lot ('' if there was none), and her new
    grade.
    """

    card: int
    ship: str
    grade: Grade
    dice: int = 0

    def after(self, state: State) -> State:
        laid = tuple(each for each in state.laid if each.card != self.card)
        spent = (*state.spent, self.card)
        state = replace(state, dice=state.dice + self.dice, laid=laid, spent=spent)
        if not self.ship:
            return state
        return with_ships(state, {self.ship: replace(state.ships[self.ship], grade=self.grade)})


class BattleClosed(CampaignEvent, frozen=True, tag="battle_closed"):
    """A battle ended: its row in the war book, and the ships as they came back from it."""

    row: WarRow
    ships: dict[str, Vessel]

    def after(self, state: State) -> State:
        row = self.row
        plans = {key: plan for key, plan in state.plans.items() if plan.number > row.plan.number}
        state = with_ships(state, self.ships)
        state = with_force(state, row.winner, won=state.forces[row.winner].won + 1)
        return replace(
            state,
            rows=(*state.rows, row),
            plans=plans,
            recent=row.winner,
            battle=None,
            setting=None,
            phase="yard",
        )


# The yard ---------------------------------------------------------------------


class YardCardsDrawn(CampaignEvent, frozen=True, tag="yard_cards_drawn"):
    """A side drew yard cards."""

    side: Side
    cards: tuple[int, ...]

    def after(self, state: State) -> State:
        deck = tuple(card for card in state.deck if card not in self.cards)
        hand = (*state.forces[self.side].hand, *self.cards)
        return with_force(replace(state, deck=deck), self.side, hand=hand)


class YardCardPlayed(CampaignEvent, frozen=True, tag="yard_card_played"):
    """A side played a yard card (a card played between battles)."""

    laid: Laid

    def after(self, state: State) -> State:
        by = self.laid.by
        hand = tuple(card for card in state.forces[by].hand if card != self.laid.card)
        state = replace(with_force(state, by, hand=hand), laid=(*state.laid, self.laid))
        if self.laid.use in state.ships:
            ship = state.ships[self.laid.use]
            state = with_ships(state, {ship.id: replace(ship, battle=upcoming(state))})
        return state


class YardCardAnswered(CampaignEvent, frozen=True, tag="yard_card_answered"):
    """A side cancelled an enemy's yard card by playing one of its own."""

    side: Side
    card: int
    against: int

    def after(self, state: State) -> State:
        hand = tuple(card for card in state.forces[self.side].hand if card != self.card)
        laid = tuple(
            replace(each, answered=True) if each.card == self.against else each
            for each in state.laid
        )
        spent = (*state.spent, self.card)
        return replace(with_force(state, self.side, hand=hand), laid=laid, spent=spent)


class MistMet(CampaignEvent, frozen=True, tag="mist_met"):
    """The enemy of a ship out of the mist added a lesser ship of his own to the battle."""

    ship: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        return with_ships(state, {ship.id: replace(ship, battle=upcoming(state))})


class HandCut(CampaignEvent, frozen=True, tag="hand_cut"):
    """A side put yard cards back, because its hand was too large."""

    side: Side
    cards: tuple[int, ...]

    def after(self, state: State) -> State:
        hand = tuple(card for card in state.forces[self.side].hand if card not in self.cards)
        state = replace(state, spent=(*state.spent, *self.cards))
        return with_force(state, self.side, hand=hand)


class RefitRolled(CampaignEvent, frozen=True, tag="refit_rolled"):
    """The points of a refit were rolled: for Hits and shields, for critical hits, for crews."""

    refit: Refit
    repair: Roll
    critical: Roll
    crew: Roll

    def after(self, state: State) -> State:
        state = rolled(state, self.repair, self.critical, self.crew)
        return replace(state, refit=self.refit, phase="refit")


class ExtraShipRolled(CampaignEvent, frozen=True, tag="extra_ship_rolled"):
    """A die decided the worth of a new ship, in Victory Points."""

    side: Side
    roll: Roll
    worth: int

    def after(self, state: State) -> State:
        return rolled(state, self.roll)


class ExtraShipJoined(CampaignEvent, frozen=True, tag="extra_ship_joined"):
    """A new ship joined a side."""

    side: Side
    ship: str

    def after(self, state: State) -> State:
        return with_ships(state, {self.ship: Vessel(id=self.ship, side=self.side)})


class Refitted(CampaignEvent, frozen=True, tag="refitted"):
    """A side spent the points of its refit; the event holds the ships that were changed."""

    side: Side
    ships: dict[str, Vessel]

    def after(self, state: State) -> State:
        return replace(with_ships(state, self.ships), refit=None)


# The end ----------------------------------------------------------------------


class EndRolled(CampaignEvent, frozen=True, tag="end_rolled"):
    """A die decided whether the next battle is the last. `last` is the number of that battle; 0 if
    the war goes on.
    """

    roll: Roll
    ends_on: int
    last: int = 0

    def after(self, state: State) -> State:
        return rolled(replace(state, last=self.last or state.last), self.roll)


class CampaignEnded(CampaignEvent, frozen=True, tag="campaign_ended"):
    """The war is over."""

    outcome: Outcome

    def after(self, state: State) -> State:
        return replace(state, outcome=self.outcome, phase="over", agenda=())


if TYPE_CHECKING:
    AnyEvent = CampaignEvent
else:
    AnyEvent = union_of(CampaignEvent)
