"""The steps of a battle, phase by phase. The agenda of a state is a stack of them.

What happens in a step, and what it asks, is in the room of its chapter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from engine.kit.ledger import Step, union_of

# Steps of the set-up, and the test to raze a marker.


class MusterSquadrons(Step, frozen=True, tag="muster_squadrons"):
    """Draw a squadron that comes with the game for each seat, of the battle's size of game."""


class MusterFleets(Step, frozen=True, tag="muster_fleets"):
    """Draw squadrons that come with the game for two fleets."""

    a_side: int = 0
    """How many squadrons each fleet gets; if it is 0, a die decides."""


class DrawScenario(Step, frozen=True, tag="draw_scenario"):
    """Draw the objective, the wind and the scenario cards."""


class ChooseRole(Step, frozen=True, tag="choose_role"):
    """A squadron chooses to attack or to defend."""

    squadron: str


class TakeAttack(Step, frozen=True, tag="take_attack"):
    """A squadron that would defend may attack instead, as its admiral's keyword Raider allows."""

    squadron: str


class Draft(Step, frozen=True, tag="draft"):
    """Attacker and defender take scenario cards in turn, one of each kind."""


class ObjectiveTerrain(Step, frozen=True, tag="objective_terrain"):
    """The defender places the islands of the objective; `left` is the number still to be placed."""

    left: int


class LoadTokens(Step, frozen=True, tag="load_tokens"):
    """A side puts tokens of the objective on its ships; `left` is the number that may still be
    loaded.
    """

    left: int


class RazeTest(Step, frozen=True, tag="raze_test"):
    """Use the result of the Skill Test to raze the objective's marker."""


class SelectTerrain(Step, frozen=True, tag="select_terrain"):
    """Defender and attacker in turn add pieces of terrain to the pool of pieces to be placed."""

    turn: int = 0
    stopped: tuple[str, ...] = ()
    """Squadrons that have stopped adding pieces."""


class PlaceTerrain(Step, frozen=True, tag="place_terrain"):
    """Defender and attacker in turn place a piece of terrain from the pool."""

    turn: int = 0


class AdjustTerrain(Step, frozen=True, tag="adjust_terrain"):
    """Defender and attacker in turn move pieces of terrain in their zones."""

    turn: int = 0
    stopped: tuple[str, ...] = ()


class DeploySquadron(Step, frozen=True, tag="deploy_squadron"):
    """A squadron places its ships in its zone, one by one."""

    squadron: str
    keep: int = 0
    """How many ships of the squadron a card holds back until the enemy has deployed."""


class WindChoice(Step, frozen=True, tag="wind_choice"):
    """A squadron's card lets it turn the wind to the opposite edge, before the battle."""

    squadron: str


class SailChoice(Step, frozen=True, tag="sail_choice"):
    """A squadron's card lets it set the sails of one ship, before the battle."""

    squadron: str


class GarrisonChoice(Step, frozen=True, tag="garrison_choice"):
    """The defender of a marker may begin with a Landing Party ashore on its island."""


class Arrivals(Step, frozen=True, tag="arrivals"):
    """Ships that were not deployed arrive at their own side's edge."""


class OpenBattle(Step, frozen=True, tag="open_battle"):
    """The set-up ends; turn 1 begins with the choice of initiative cards."""


# Steps of the Initiative Phase: cards, ties, and cards with an immediate effect.


class ChooseCards(Step, frozen=True, tag="choose_cards"):
    """Every squadron without a face-down initiative card chooses one in secret."""


class ShowCards(Step, frozen=True, tag="show_cards"):
    """Every squadron of a side whose enemy has the condition Surprise places its first initiative
    card face up.
    """

    side: str


class RevealCards(Step, frozen=True, tag="reveal_cards"):
    """Reveal the face-down initiative cards, and find out which side goes first."""

    last: str | msgspec.UnsetType = msgspec.UNSET
    """The side that went first last turn, which decides first in an event. An unset field is not
    written, so that older battle files keep their bytes."""


class BreakTie(Step, frozen=True, tag="break_tie"):
    """Find out which side goes first among squadrons whose cards have equal values."""

    waiting: tuple[str, ...]


class SwapCard(Step, frozen=True, tag="swap_card"):
    """A squadron's card or keyword lets it exchange its face-down card just before the reveal."""

    squadron: str
    card: str


class TurnUp(Step, frozen=True, tag="turn_up"):
    """Reveal all face-down cards, after squadrons could exchange theirs."""

    last: str = ""
    """The side that went first last turn, which decides first in an event."""


class Challenge(Step, frozen=True, tag="challenge"):
    """Flagships roll a Challenge Test against each other; `waiting` are the squadrons still to
    roll.
    """

    waiting: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()
    """Pairs (squadron, successes) of the squadrons that have rolled already."""
    prize: Literal["initiative", "role"] = "initiative"
    """What the winner gets: the initiative, or the choice whether to attack or defend."""


class ScoreChallenge(Step, frozen=True, tag="score_challenge"):
    """Count the successes of the roll just made, that of the first squadron in `waiting`."""

    waiting: tuple[str, ...]
    rolled: tuple[tuple[str, int], ...] = ()
    prize: Literal["initiative", "role"] = "initiative"


class ResolveCards(Step, frozen=True, tag="resolve_cards"):
    """Apply the cards that work at once, in the order of initiative."""

    waiting: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The squadrons whose card has not been applied yet; unset before the first."""


class CardEffect(Step, frozen=True, tag="card_effect"):
    """A squadron applies its card to some of these ships, one after the other."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class BorrowCard(Step, frozen=True, tag="borrow_card"):
    """A squadron's card lets it apply a second card, from its own hand or an enemy's discards."""

    squadron: str
    card: str


class RelieveAll(Step, frozen=True, tag="relieve_all"):
    """A card removes 1 Fatigue from each of these ships."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class CardTest(Step, frozen=True, tag="card_test"):
    """A squadron's card makes these ships roll a Skill Test, one by one."""

    squadron: str
    card: str
    ships: tuple[str, ...]


class CardTestStands(Step, frozen=True, tag="card_test_stands"):
    """Apply the card to the first ship, which has just rolled her test; then test the others."""

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
    """Try the boarding, after the boarder's free attack that a card gave her."""

    target: str


class BeginPhase(Step, frozen=True, tag="begin_phase"):
    """A phase begins; the side with the initiative goes first."""

    phase: Literal["movement", "attack", "end"]


class Movement(Step, frozen=True, tag="movement"):
    """Go on with the Movement Phase; a ship of this side is next, if it has one left."""

    side: str


class NameSquadron(Step, frozen=True, tag="name_squadron"):
    """A fleet chooses the squadron that moves next."""

    side: str


class SquadronMoves(Step, frozen=True, tag="squadron_moves"):
    """All ships of this squadron move, one after the other."""

    squadron: str


class NameShip(Step, frozen=True, tag="name_ship"):
    """A side chooses the ship that acts next."""

    side: str
    phase: Literal["movement", "attack"]
    squadron: str | msgspec.UnsetType = msgspec.UNSET
    """The squadron whose ships move now, in a fleet battle; unset if any ship of the side may
    act."""


class PointOfSailChoice(Step, frozen=True, tag="point_of_sail"):
    """The player chooses the point of sail of a ship that is exactly between two."""


class SeamanshipOffer(Step, frozen=True, tag="seamanship_offer"):
    """The player may attempt a Skill Test for a Seamanship Action."""


class SeamanshipAction(Step, frozen=True, tag="seamanship_action"):
    """If the Skill Test was passed, the player takes one Seamanship Action or none."""


class ShiftOffer(Step, frozen=True, tag="shift_offer"):
    """A card lets the player shift the ship sideways, before or after the move."""

    when: Literal["before", "after"]


class Manoeuvre(Step, frozen=True, tag="manoeuvre"):
    """The active ship makes her move: a slide ahead with a turn."""


class LastTurn(Step, frozen=True, tag="last_turn"):
    """The ship makes her second turn, after the slide, as the rule Yare allows."""

    speed: int


class EyeTurn(Step, frozen=True, tag="eye_turn"):
    """A ship In the Wind's Eye may turn on the spot; `left` counts the turns allowed, with this
    one.
    """

    left: int


class SettleMove(Step, frozen=True, tag="settle_move"):
    """End the ship's move: if her base is partly off the table, she leaves the battle."""


class Reactions(Step, frozen=True, tag="reactions"):
    """Enemies may react to the move that the active ship has just made."""


class CrewAction(Step, frozen=True, tag="crew_action"):
    """The player takes one crew action, or none."""


class BoardingTest(Step, frozen=True, tag="boarding_test"):
    """Use the result of the Skill Test for Boarding: if it was passed, the ship moves alongside."""

    target: str


class RepairTest(Step, frozen=True, tag="repair_test"):
    """Use the result of the Skill Test to get off the ground."""


class AlongsideChoice(Step, frozen=True, tag="alongside_choice"):
    """The boarder's player chooses one of several poses alongside the target."""

    target: str


class BonusTest(Step, frozen=True, tag="bonus_test"):
    """Roll the Skill Test that a card adds to a Rally or a Repair."""

    ship: str
    what: Literal["rally", "repair"]
    card: str


class BonusStands(Step, frozen=True, tag="bonus_stands"):
    """If the extra Skill Test of a Rally or Repair was passed, remove more Fatigue or damage."""

    ship: str
    what: Literal["rally", "repair"]
    card: str


class SharedRally(Step, frozen=True, tag="shared_rally"):
    """A card removes 1 Fatigue from a friend of the ship that has rallied."""

    ship: str


class FreeSail(Step, frozen=True, tag="free_sail"):
    """A card lets a ship change sail by a level in addition to the Crew Action."""


class FreeLanding(Step, frozen=True, tag="free_landing"):
    """A card lets a ship anchor and land a party in addition to the Crew Action."""


class EndActivation(Step, frozen=True, tag="end_activation"):
    """The ship's activation ends: her wake marker is placed (movement) or removed (attack)."""


# Steps of the Attack Phase, and of an attack.


class FreeAttack(Step, frozen=True, tag="free_attack"):
    """A card lets this ship make an attack at once, besides her own attack of the turn."""

    ship: str
    target: str
    kind: Literal["partial_fire", "close_combat"]
    card: str


class AttackPhase(Step, frozen=True, tag="attack_phase"):
    """Go on with the Attack Phase; a ship of this side is next, if it has one left."""

    side: str


class AttackChoice(Step, frozen=True, tag="attack_choice"):
    """The player attacks, takes a crew action instead, or does neither."""


class SecondBroadside(Step, frozen=True, tag="second_broadside"):
    """The ship may fire her other broadside too; `card` is the card that grants the attack, or
    ''.
    """

    card: str = ""


class RollAttack(Step, frozen=True, tag="roll_attack"):
    """Roll the dice of the current attack."""


class RerollOffer(Step, frozen=True, tag="reroll_offer"):
    """Offer re-rolls by Skill or a Fortune Point until the player keeps the roll."""


class ApplyAttack(Step, frozen=True, tag="apply_attack"):
    """Apply the attack's final roll: count hits, give Fatigue and damage."""


class RollCritical(Step, frozen=True, tag="roll_critical"):
    """Roll the critical dice: one for each symbol of the attack's roll that triggers one."""

    dice: int


class CarefulAimOffer(Step, frozen=True, tag="careful_aim_offer"):
    """The card Careful Aim may re-roll, once, the critical dice that show no result."""


class ApplyCritical(Step, frozen=True, tag="apply_critical"):
    """Apply the final critical dice: hull, rigging and crew results."""


class HelmChoice(Step, frozen=True, tag="helm_choice"):
    """The attacker chooses to which side the target turns, because her helm is shot away."""


class OfficerDie(Step, frozen=True, tag="officer_die"):
    """A die decides whether the admiral or captain aboard the target is lost."""


class BurnOut(Step, frozen=True, tag="burn_out"):
    """The fire ship that burned is put Out of Action."""


class EndAttack(Step, frozen=True, tag="end_attack"):
    """Put a reload marker on the side that fired, and end the attack."""


# Steps of event cards, and of terrain that a scrolling sea moved off the table.


class DrawEvent(Step, frozen=True, tag="draw_event"):
    """Draw an event card, because cards have equal values; then these squadrons break the tie."""

    waiting: tuple[str, ...]
    first: str = ""
    """The side that went first last turn; it decides first during the event."""


class EventEffect(Step, frozen=True, tag="event_effect"):
    """A squadron makes its choice in an event, such as which ship loses Fatigue."""

    event: str
    squadron: str


class SquallTest(Step, frozen=True, tag="squall_test"):
    """A ship at Full Sail rolls her Skill Test in the event Squall."""

    ship: str


class SquallResult(Step, frozen=True, tag="squall_result"):
    """A ship that failed her Skill Test in the event Squall loses a level of sail."""


class LayFog(Step, frozen=True, tag="lay_fog"):
    """A squadron chooses a fog bank and places it on the table."""

    squadron: str


class RelayTerrain(Step, frozen=True, tag="relay_terrain"):
    """A squadron places again, near an edge, a piece of terrain that fell off the scrolling sea."""

    squadron: str
    piece: str
    edge: Literal["north", "east", "south", "west"]


# Steps of the End Phase.


class Prizes(Step, frozen=True, tag="prizes"):
    """A squadron captures, destroys or leaves the Shaken ships that are Entangled with its own."""

    side: str
    """The key of the squadron that decides."""
    left: tuple[tuple[str, str], ...] = ()
    """Pairs (ship of the squadron, Shaken enemy): enemies that the squadron has decided to leave
    alone."""


class PartShaken(Step, frozen=True, tag="part_shaken"):
    """Shaken ships that are Entangled with each other are moved apart."""


class Inspire(Step, frozen=True, tag="inspire"):
    """A ship's commander may remove 1 Fatigue from his own ship or from a friend near her."""

    ship: str


class CheckWithdrawal(Step, frozen=True, tag="check_withdrawal"):
    """Count strike points, and end the battle if a side withdraws."""


class SinkShips(Step, frozen=True, tag="sink_ships"):
    """A die for each ship Out of Action decides whether she sinks."""


class LostFlagships(Step, frozen=True, tag="lost_flagships"):
    """Squadrons that have lost their flagship choose a new one."""

    squadrons: tuple[str, ...]


class TrimHand(Step, frozen=True, tag="trim_hand"):
    """A squadron that has too many cards in its hand removes one."""

    squadron: str


class ReturnCards(Step, frozen=True, tag="return_cards"):
    """The turn's initiative cards return to the hands, and the next turn begins."""


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = union_of(Step, __name__)
