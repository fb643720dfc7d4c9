"""The steps of a battle, phase by phase, as entries of the agenda."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from engine.kit.ledger import Step, every

# Steps of the set-up, and the test to raze a marker.


class MusterSquadrons(Step, frozen=True, tag="muster_squadrons"):
    """Draw ready squadrons of the size of the game."""


class MusterFleets(Step, frozen=True, tag="muster_fleets"):
    """Draw ready squadrons for two fleets."""

    a_side: int = 0
    """The number for each; 0 lets a die decide."""


class DrawScenario(Step, frozen=True, tag="draw_scenario"):
    """Draw the cards of the scenario and the wind."""


class ChooseRole(Step, frozen=True, tag="choose_role"):
    """A squadron chooses to attack or to defend."""

    squadron: str


class TakeAttack(Step, frozen=True, tag="take_attack"):
    """A squadron that would defend may choose to attack, by its admiral."""

    squadron: str


class Draft(Step, frozen=True, tag="draft"):
    """Attacker and defender take turns taking a card of a kind that they lack."""


class ObjectiveTerrain(Step, frozen=True, tag="objective_terrain"):
    """The defender lays the islands of the objective; `left` are still to be laid."""

    left: int


class LoadTokens(Step, frozen=True, tag="load_tokens"):
    """Tokens of the objective are put on ships; `left` may still be."""

    left: int


class RazeTest(Step, frozen=True, tag="raze_test"):
    """Apply the result of the Skill Test to raze the marker."""


class SelectTerrain(Step, frozen=True, tag="select_terrain"):
    """Defender and attacker take turns adding pieces to the pool."""

    turn: int = 0
    stopped: tuple[str, ...] = ()
    """Squadrons that have finished adding."""


class PlaceTerrain(Step, frozen=True, tag="place_terrain"):
    """Defender and attacker take turns laying a piece of the pool."""

    turn: int = 0


class AdjustTerrain(Step, frozen=True, tag="adjust_terrain"):
    """Defender and attacker take turns moving pieces in their zones."""

    turn: int = 0
    stopped: tuple[str, ...] = ()


class DeploySquadron(Step, frozen=True, tag="deploy_squadron"):
    """A squadron brings its ships into its zone, one by one."""

    squadron: str
    keep: int = 0
    """How many ships a card holds back for now."""


class WindChoice(Step, frozen=True, tag="wind_choice"):
    """A squadron may turn the wind round, by a card."""

    squadron: str


class SailChoice(Step, frozen=True, tag="sail_choice"):
    """A squadron may set a ship's sails before the battle, by a card."""

    squadron: str


class GarrisonChoice(Step, frozen=True, tag="garrison_choice"):
    """The defender of a marker may begin with a Landing Party ashore."""


class Arrivals(Step, frozen=True, tag="arrivals"):
    """Ships that were delayed arrive at their own edge."""


class OpenBattle(Step, frozen=True, tag="open_battle"):
    """The set-up is over: the first initiative cards are chosen."""


# Steps of the Initiative Phase: cards, ties, and cards that work at once.


class ChooseCards(Step, frozen=True, tag="choose_cards"):
    """Every squadron without a face-down card chooses one in secret."""


class ShowCards(Step, frozen=True, tag="show_cards"):
    """Every squadron of a side that is surprised lays its first card face up."""

    side: str


class RevealCards(Step, frozen=True, tag="reveal_cards"):
    """Turn up the face-down cards and determine the initiative."""

    last: str | msgspec.UnsetType = msgspec.UNSET
    """The side with the initiative last turn, for an event; if unset it is not written, as in older
    battle files."""


class BreakTie(Step, frozen=True, tag="break_tie"):
    """Determine the initiative among squadrons with cards of equal value."""

    waiting: tuple[str, ...]


class SwapCard(Step, frozen=True, tag="swap_card"):
    """A squadron may change its face-down card just before the reveal, by a card."""

    squadron: str
    card: str


class TurnUp(Step, frozen=True, tag="turn_up"):
    """The face-down cards, changed or not, are turned up."""

    last: str = ""
    """The side with the initiative last turn, for an event."""


class Challenge(Step, frozen=True, tag="challenge"):
    """A Challenge Test of the flagships; `waiting` have not rolled yet."""

    waiting: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()
    """(squadron, successes) of those that have rolled."""
    prize: Literal["initiative", "role"] = "initiative"
    """The prize of the winner: the initiative, or the choice to attack or defend."""


class ScoreChallenge(Step, frozen=True, tag="score_challenge"):
    """Count the final roll of the first squadron waiting."""

    waiting: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()
    prize: Literal["initiative", "role"] = "initiative"


class ResolveCards(Step, frozen=True, tag="resolve_cards"):
    """Immediate effects of the cards, the player with the initiative first."""

    waiting: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The squadrons whose card has not been resolved; unset before the first one."""


class CardEffect(Step, frozen=True, tag="card_effect"):
    """A squadron applies its card's immediate effect to these ships, one by one."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class BorrowCard(Step, frozen=True, tag="borrow_card"):
    """A squadron's card lets it use another one as well: of its own hand, or an enemy's."""

    squadron: str
    card: str


class RelieveAll(Step, frozen=True, tag="relieve_all"):
    """A card takes 1 Fatigue off each of these ships."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class CardTest(Step, frozen=True, tag="card_test"):
    """A squadron's card makes these ships roll a Skill Test, one by one."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class CardTestStands(Step, frozen=True, tag="card_test_stands"):
    """Apply the card to the first ship after her test; then test the others."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class LayShoal(Step, frozen=True, tag="lay_shoal"):
    """A squadron's card lays a shoal on the table."""

    squadron: str
    card: str


# Steps of the phases of a turn, and of a ship in the Movement Phase.


class LowerBoats(Step, frozen=True, tag="lower_boats"):
    """A card lets the active ship send her boats to an enemy."""

    card: str


class TryBoarding(Step, frozen=True, tag="try_boarding"):
    """The Boarding for which a card let the ship fire first."""

    target: str


class BeginPhase(Step, frozen=True, tag="begin_phase"):
    """A phase begins; the side with the initiative goes first in it."""

    phase: Literal["movement", "attack", "end"]


class Movement(Step, frozen=True, tag="movement"):
    """Continue the Movement Phase with this side."""

    side: str


class NameSquadron(Step, frozen=True, tag="name_squadron"):
    """A fleet names the squadron that moves next."""

    side: str


class SquadronMoves(Step, frozen=True, tag="squadron_moves"):
    """All ships of a squadron move, one after the other."""

    squadron: str


class NameShip(Step, frozen=True, tag="name_ship"):
    """A side names the ship that acts next."""

    side: str
    phase: Literal["movement", "attack"]
    squadron: str | msgspec.UnsetType = msgspec.UNSET
    """The squadron of a fleet that moves as a whole; unset where any ship of the side may act."""


class PointOfSailChoice(Step, frozen=True, tag="point_of_sail"):
    """The player of a ship between two points of sail chooses."""


class SeamanshipOffer(Step, frozen=True, tag="seamanship_offer"):
    """A Skill Test for a Seamanship Action may be attempted."""


class SeamanshipAction(Step, frozen=True, tag="seamanship_action"):
    """Apply the test: if it was passed, one open action or none."""


class ShiftOffer(Step, frozen=True, tag="shift_offer"):
    """A sideways shift by a card, before or after the move."""

    when: Literal["before", "after"]


class Manoeuvre(Step, frozen=True, tag="manoeuvre"):
    """The move of the activation: a slide with its turn."""


class LastTurn(Step, frozen=True, tag="last_turn"):
    """A Yare ship's second turn, after the slide, with the tool of this speed."""

    speed: int


class EyeTurn(Step, frozen=True, tag="eye_turn"):
    """A turn In the Wind's Eye; `left` counts this one."""

    left: int


class SettleMove(Step, frozen=True, tag="settle_move"):
    """End the move: a base that is off the table leaves the battle."""


class Reactions(Step, frozen=True, tag="reactions"):
    """Enemies may react to the move that the active ship has just made."""


class CrewAction(Step, frozen=True, tag="crew_action"):
    """One crew action, or none."""


class BoardingTest(Step, frozen=True, tag="boarding_test"):
    """Apply the Skill Test for Boarding: if it was passed the ship comes alongside."""

    target: str


class RepairTest(Step, frozen=True, tag="repair_test"):
    """Apply the Skill Test to get off the ground."""


class AlongsideChoice(Step, frozen=True, tag="alongside_choice"):
    """Two ways to lie alongside are equal: the boarder chooses."""

    target: str


class BonusTest(Step, frozen=True, tag="bonus_test"):
    """A card lets a Skill Test follow a Rally or a Repair."""

    ship: str
    what: Literal["rally", "repair"]
    card: str


class BonusStands(Step, frozen=True, tag="bonus_stands"):
    """Apply the test after a Rally or a Repair: if it was passed, remove more."""

    ship: str
    what: Literal["rally", "repair"]
    card: str


class SharedRally(Step, frozen=True, tag="shared_rally"):
    """A friend of a ship that rallied may lose 1 Fatigue as well, by a card."""

    ship: str


class FreeSail(Step, frozen=True, tag="free_sail"):
    """By a card, change sail by a level in addition to the Crew Action."""


class FreeLanding(Step, frozen=True, tag="free_landing"):
    """By a card, anchor and land a party in addition to the Crew Action."""


class EndActivation(Step, frozen=True, tag="end_activation"):
    """The activation ends: the wake marker is placed or removed."""


# Steps of the Attack Phase, and of an attack.


class FreeAttack(Step, frozen=True, tag="free_attack"):
    """By a card, make an attack of this kind at this target in addition to the own one."""

    ship: str
    target: str
    kind: Literal["partial_fire", "close_combat"]
    card: str


class AttackPhase(Step, frozen=True, tag="attack_phase"):
    """Continue the Attack Phase with this side."""

    side: str


class AttackChoice(Step, frozen=True, tag="attack_choice"):
    """Attack, take a crew action instead, or neither."""


class SecondBroadside(Step, frozen=True, tag="second_broadside"):
    """The other side may fire as well. `card` when a card grants the attack."""

    card: str = ""


class RollAttack(Step, frozen=True, tag="roll_attack"):
    """Roll the attack's dice."""


class RerollOffer(Step, frozen=True, tag="reroll_offer"):
    """Offer re-rolls by Skill or Fortune until the player keeps the roll."""


class ApplyAttack(Step, frozen=True, tag="apply_attack"):
    """Apply the final roll: hits, Fatigue, damage."""


class RollCritical(Step, frozen=True, tag="roll_critical"):
    """Roll a critical die for each symbol that calls for one."""

    dice: int


class CarefulAimOffer(Step, frozen=True, tag="careful_aim_offer"):
    """Critical dice without a result may be re-rolled once."""


class ApplyCritical(Step, frozen=True, tag="apply_critical"):
    """Apply the final critical dice."""


class HelmChoice(Step, frozen=True, tag="helm_choice"):
    """The attacker spins the target's helm."""


class OfficerDie(Step, frozen=True, tag="officer_die"):
    """A die for the admiral or captain aboard."""


class BurnOut(Step, frozen=True, tag="burn_out"):
    """The ship that burned is lost."""


class EndAttack(Step, frozen=True, tag="end_attack"):
    """Reload marker; the attack is over."""


# Steps of event cards, and of terrain that a scrolling sea moved off.


class DrawEvent(Step, frozen=True, tag="draw_event"):
    """The values are equal: an event is drawn before these squadrons break the tie."""

    waiting: tuple[str, ...]
    first: str = ""
    """The side with the initiative last turn, which decides first during the event."""


class EventEffect(Step, frozen=True, tag="event_effect"):
    """A squadron makes its choice in an event."""

    event: str
    squadron: str


class SquallTest(Step, frozen=True, tag="squall_test"):
    """A ship at Full Sail makes her Skill Test in a squall."""

    ship: str


class SquallResult(Step, frozen=True, tag="squall_result"):
    """Apply the result of the test in the squall."""


class LayFog(Step, frozen=True, tag="lay_fog"):
    """A squadron chooses a fog bank and lays it on the table."""

    squadron: str


class RelayTerrain(Step, frozen=True, tag="relay_terrain"):
    """A piece that fell off a scrolling sea is laid again near an edge by this squadron."""

    squadron: str
    piece: str
    edge: Literal["north", "east", "south", "west"]


# Steps of the End Phase.


class Prizes(Step, frozen=True, tag="prizes"):
    """A squadron captures, destroys or leaves the Shaken ships that it holds."""

    side: str
    """The squadron."""
    left: tuple[tuple[str, str], ...] = ()
    """(victor, victim) pairs that the side has chosen to leave."""


class PartShaken(Step, frozen=True, tag="part_shaken"):
    """Two Shaken ships Entangled are moved apart."""


class Inspire(Step, frozen=True, tag="inspire"):
    """A ship's commander takes 1 Fatigue off her or a friend, by a card."""

    ship: str


class CheckWithdrawal(Step, frozen=True, tag="check_withdrawal"):
    """Count strike points and determine which side withdraws."""


class SinkShips(Step, frozen=True, tag="sink_ships"):
    """A die for each ship Out of Action."""


class LostFlagships(Step, frozen=True, tag="lost_flagships"):
    """Squadrons that have lost their flagship name a new one."""

    squadrons: tuple[str, ...]


class TrimHand(Step, frozen=True, tag="trim_hand"):
    """A squadron with too many cards removes one."""

    squadron: str


class ReturnCards(Step, frozen=True, tag="return_cards"):
    """Cards go back; the next turn begins."""


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = every(Step, __name__)
