"""The steps of a battle, phase by phase, as entries of the agenda."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from engine.kit.ledger import Step, union_of

# Steps of the set-up, and the test to raze a marker.


class MusterSquadrons(Step, frozen=True, tag="muster_squadrons"):
    """Draw squadrons, shipped with the game, of the battle's size."""


class MusterFleets(Step, frozen=True, tag="muster_fleets"):
    """Draw squadrons, shipped with the game, for two fleets."""

    a_side: int = 0
    """The number of squadrons of each fleet; if it is 0, a die decides."""


class DrawScenario(Step, frozen=True, tag="draw_scenario"):
    """Draw the cards of the scenario and the wind."""


class ChooseRole(Step, frozen=True, tag="choose_role"):
    """A squadron chooses to attack or to defend."""

    squadron: str


class TakeAttack(Step, frozen=True, tag="take_attack"):
    """A squadron that would defend may choose to attack, if its admiral has a keyword that allows
    it.
    """

    squadron: str


class Draft(Step, frozen=True, tag="draft"):
    """Attacker and defender alternately take a card of a kind that they lack."""


class ObjectiveTerrain(Step, frozen=True, tag="objective_terrain"):
    """The defender places the islands of the objective; `left` are the islands not yet placed."""

    left: int


class LoadTokens(Step, frozen=True, tag="load_tokens"):
    """Tokens of the objective are put on ships; `left` is the number that may still be loaded."""

    left: int


class RazeTest(Step, frozen=True, tag="raze_test"):
    """Apply the result of the Skill Test to raze the marker."""


class SelectTerrain(Step, frozen=True, tag="select_terrain"):
    """Defender and attacker alternately add pieces to the pool."""

    turn: int = 0
    stopped: tuple[str, ...] = ()
    """Squadrons that have stopped adding pieces."""


class PlaceTerrain(Step, frozen=True, tag="place_terrain"):
    """Defender and attacker alternately place a piece of the pool on the table."""

    turn: int = 0


class AdjustTerrain(Step, frozen=True, tag="adjust_terrain"):
    """Defender and attacker alternately move pieces in their zones."""

    turn: int = 0
    stopped: tuple[str, ...] = ()


class DeploySquadron(Step, frozen=True, tag="deploy_squadron"):
    """A squadron places its ships in its zone, one by one."""

    squadron: str
    keep: int = 0
    """The number of ships that a card holds back until later."""


class WindChoice(Step, frozen=True, tag="wind_choice"):
    """A squadron has a card that may turn the wind to the opposite edge."""

    squadron: str


class SailChoice(Step, frozen=True, tag="sail_choice"):
    """A squadron has a card that may set a ship's sails before the battle."""

    squadron: str


class GarrisonChoice(Step, frozen=True, tag="garrison_choice"):
    """The defender of a marker may begin with a Landing Party ashore, beside it."""


class Arrivals(Step, frozen=True, tag="arrivals"):
    """Delayed ships arrive at their own edge."""


class OpenBattle(Step, frozen=True, tag="open_battle"):
    """The set-up ends; the first initiative cards are chosen."""


# Steps of the Initiative Phase: cards, ties, and cards with an immediate effect.


class ChooseCards(Step, frozen=True, tag="choose_cards"):
    """Every squadron without a face-down card chooses one in secret."""


class ShowCards(Step, frozen=True, tag="show_cards"):
    """Every squadron of a surprised side places its first card face up."""

    side: str


class RevealCards(Step, frozen=True, tag="reveal_cards"):
    """Reveal the face-down cards and determine the initiative."""

    last: str | msgspec.UnsetType = msgspec.UNSET
    """The side with the initiative last turn, which an event needs.

    An unset field is not written, so that older battle files keep their bytes."""


class BreakTie(Step, frozen=True, tag="break_tie"):
    """Determine the initiative among squadrons with cards of equal value."""

    waiting: tuple[str, ...]


class SwapCard(Step, frozen=True, tag="swap_card"):
    """A squadron has a card or a keyword that may change its face-down card just before the
    reveal.
    """

    squadron: str
    card: str


class TurnUp(Step, frozen=True, tag="turn_up"):
    """All face-down cards, changed or not, are revealed."""

    last: str = ""
    """The side with the initiative last turn, which an event needs."""


class Challenge(Step, frozen=True, tag="challenge"):
    """A Challenge Test of the flagships; the squadrons `waiting` have not rolled yet."""

    waiting: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()
    """Pairs (squadron, successes) of the squadrons that have rolled."""
    prize: Literal["initiative", "role"] = "initiative"
    """What the winner gets: the initiative, or the choice to attack or defend."""


class ScoreChallenge(Step, frozen=True, tag="score_challenge"):
    """Count the successes in the final roll of the first squadron in `waiting`."""

    waiting: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()
    prize: Literal["initiative", "role"] = "initiative"


class ResolveCards(Step, frozen=True, tag="resolve_cards"):
    """Apply the cards' immediate effects, in the order of initiative."""

    waiting: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The squadrons whose card has not been resolved; unset before the first one."""


class CardEffect(Step, frozen=True, tag="card_effect"):
    """A squadron applies its card's immediate effect to these ships, one by one."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class BorrowCard(Step, frozen=True, tag="borrow_card"):
    """A squadron's card lets it apply another card as well, of its own hand or an enemy's."""

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
    """Apply the card's result to the first ship after her test; then test the other ships."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class LayShoal(Step, frozen=True, tag="lay_shoal"):
    """A squadron's card places a shoal on the table."""

    squadron: str
    card: str


# Steps of the phases of a turn, and of a ship in the Movement Phase.


class LowerBoats(Step, frozen=True, tag="lower_boats"):
    """A card lets the active ship send her boats to an enemy."""

    card: str


class TryBoarding(Step, frozen=True, tag="try_boarding"):
    """Try the Boarding, after the free fire that a card gave the ship."""

    target: str


class BeginPhase(Step, frozen=True, tag="begin_phase"):
    """A phase begins; the side with the initiative goes first in it."""

    phase: Literal["movement", "attack", "end"]


class Movement(Step, frozen=True, tag="movement"):
    """Continue the Movement Phase with this side."""

    side: str


class NameSquadron(Step, frozen=True, tag="name_squadron"):
    """A fleet chooses the squadron that moves next."""

    side: str


class SquadronMoves(Step, frozen=True, tag="squadron_moves"):
    """All ships of a squadron move, one after the other."""

    squadron: str


class NameShip(Step, frozen=True, tag="name_ship"):
    """A side chooses the ship that acts next."""

    side: str
    phase: Literal["movement", "attack"]
    squadron: str | msgspec.UnsetType = msgspec.UNSET
    """The squadron of a fleet that moves as a whole; unset if any ship of the side may act."""


class PointOfSailChoice(Step, frozen=True, tag="point_of_sail"):
    """The player chooses the point of sail of a ship that is exactly between two."""


class SeamanshipOffer(Step, frozen=True, tag="seamanship_offer"):
    """The player may attempt a Skill Test for a Seamanship Action."""


class SeamanshipAction(Step, frozen=True, tag="seamanship_action"):
    """Apply the Skill Test: if it was passed, the player takes one open action or none."""


class ShiftOffer(Step, frozen=True, tag="shift_offer"):
    """The player has a card that may shift the ship sideways, before or after the move."""

    when: Literal["before", "after"]


class Manoeuvre(Step, frozen=True, tag="manoeuvre"):
    """The move of the activation: a slide with its turn."""


class LastTurn(Step, frozen=True, tag="last_turn"):
    """A Yare ship's second turn, after the slide, with the tool of this speed."""

    speed: int


class EyeTurn(Step, frozen=True, tag="eye_turn"):
    """A turn In the Wind's Eye; `left` is the number of turns still allowed, this one included."""

    left: int


class SettleMove(Step, frozen=True, tag="settle_move"):
    """End the move: a ship whose base is off the table leaves the battle."""


class Reactions(Step, frozen=True, tag="reactions"):
    """Enemies may react to the move that the active ship has just made."""


class CrewAction(Step, frozen=True, tag="crew_action"):
    """The player takes one crew action, or none."""


class BoardingTest(Step, frozen=True, tag="boarding_test"):
    """Apply the Skill Test for Boarding: if it was passed, the ship moves alongside."""

    target: str


class RepairTest(Step, frozen=True, tag="repair_test"):
    """Apply the Skill Test to get off the ground."""


class AlongsideChoice(Step, frozen=True, tag="alongside_choice"):
    """The boarder chooses one of several poses alongside the target."""

    target: str


class BonusTest(Step, frozen=True, tag="bonus_test"):
    """Roll the Skill Test that a card adds to a Rally or a Repair."""

    ship: str
    what: Literal["rally", "repair"]
    card: str


class BonusStands(Step, frozen=True, tag="bonus_stands"):
    """Apply the test after a Rally or a Repair: if it was passed, remove the additional Fatigue or
    damage.
    """

    ship: str
    what: Literal["rally", "repair"]
    card: str


class SharedRally(Step, frozen=True, tag="shared_rally"):
    """A card lets a friend of a ship that rallied lose 1 Fatigue as well."""

    ship: str


class FreeSail(Step, frozen=True, tag="free_sail"):
    """A card lets a ship change sail by a level in addition to the Crew Action."""


class FreeLanding(Step, frozen=True, tag="free_landing"):
    """A card lets a ship anchor and land a party in addition to the Crew Action."""


class EndActivation(Step, frozen=True, tag="end_activation"):
    """The activation ends: the wake marker is placed or removed."""


# Steps of the Attack Phase, and of an attack.


class FreeAttack(Step, frozen=True, tag="free_attack"):
    """A card allows an attack of this kind at this target, besides the ship's own attack."""

    ship: str
    target: str
    kind: Literal["partial_fire", "close_combat"]
    card: str


class AttackPhase(Step, frozen=True, tag="attack_phase"):
    """Continue the Attack Phase with this side."""

    side: str


class AttackChoice(Step, frozen=True, tag="attack_choice"):
    """The player attacks, takes a crew action instead, or does neither."""


class SecondBroadside(Step, frozen=True, tag="second_broadside"):
    """The ship may fire the broadside of her other side as well; `card` is the card that grants the
    attack, if any.
    """

    card: str = ""


class RollAttack(Step, frozen=True, tag="roll_attack"):
    """Roll the attack's dice."""


class RerollOffer(Step, frozen=True, tag="reroll_offer"):
    """Offer re-rolls by Skill or Fortune until the player keeps the roll."""


class ApplyAttack(Step, frozen=True, tag="apply_attack"):
    """Apply the final roll: hits, Fatigue, damage."""


class RollCritical(Step, frozen=True, tag="roll_critical"):
    """Roll a critical die for each symbol that triggers one."""

    dice: int


class CarefulAimOffer(Step, frozen=True, tag="careful_aim_offer"):
    """Critical dice without a result may be re-rolled once."""


class ApplyCritical(Step, frozen=True, tag="apply_critical"):
    """Apply the final critical dice."""


class HelmChoice(Step, frozen=True, tag="helm_choice"):
    """The attacker chooses to which side the target turns."""


class OfficerDie(Step, frozen=True, tag="officer_die"):
    """Roll a die for whether the admiral or captain aboard is lost."""


class BurnOut(Step, frozen=True, tag="burn_out"):
    """The ship that burned is put Out of Action."""


class EndAttack(Step, frozen=True, tag="end_attack"):
    """Place the reload marker and end the attack."""


# Steps of event cards, and of terrain that a scrolling sea moved off the table.


class DrawEvent(Step, frozen=True, tag="draw_event"):
    """The card values are equal: an event is drawn before these squadrons break the tie."""

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
    """A squadron chooses a fog bank and places it on the table."""

    squadron: str


class RelayTerrain(Step, frozen=True, tag="relay_terrain"):
    """This squadron places again, near an edge, a piece that fell off a scrolling sea."""

    squadron: str
    piece: str
    edge: Literal["north", "east", "south", "west"]


# Steps of the End Phase.


class Prizes(Step, frozen=True, tag="prizes"):
    """A squadron captures, destroys or leaves the Shaken ships that it holds."""

    side: str
    """The key of the squadron that decides."""
    left: tuple[tuple[str, str], ...] = ()
    """Pairs (victor, victim) that the squadron has decided to leave alone."""


class PartShaken(Step, frozen=True, tag="part_shaken"):
    """Two Shaken ships that are Entangled are moved apart."""


class Inspire(Step, frozen=True, tag="inspire"):
    """A ship's commander may take 1 Fatigue off his own ship or off a friend."""

    ship: str


class CheckWithdrawal(Step, frozen=True, tag="check_withdrawal"):
    """Count strike points and determine which side withdraws."""


class SinkShips(Step, frozen=True, tag="sink_ships"):
    """Roll a die for each ship Out of Action: she may sink."""


class LostFlagships(Step, frozen=True, tag="lost_flagships"):
    """Squadrons that have lost their flagship choose a new one."""

    squadrons: tuple[str, ...]


class TrimHand(Step, frozen=True, tag="trim_hand"):
    """A squadron with too many cards removes one."""

    squadron: str


class ReturnCards(Step, frozen=True, tag="return_cards"):
    """Cards return to the hands; the next turn begins."""


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = union_of(Step, __name__)
