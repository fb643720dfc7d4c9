"""The agenda: the steps still to be done, as data. The last entry of the stack is the next step.

`sides` of a step are the sides whose player turn it is: one, or both with alternating movement
(Iron & Oak 9.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.kit.ledger import Step, union_of
from engine.systems.iron_oak.data.facts import Column, Explosive, HitPlace, Side

Sides = tuple[Side, ...]
Phase = Literal["set_up", "status", "order", "action", "replace", "victory"]


class Deal(Step, frozen=True, tag="deal"):
    """Shuffle the deck and deal each side its cards (Iron & Oak 2.0)."""

    cards: dict[str, int]


class NumberCounters(Step, frozen=True, tag="number_counters"):
    """Give hidden ships and False Contacts the numbers by which the enemy knows them.

    Iron & Oak 8.6.
    """


class BeginPhase(Step, frozen=True, tag="begin_phase"):
    """One of the four phases of a player turn begins."""

    side: Side
    phase: Phase


class PlaceHidden(Step, frozen=True, tag="place_hidden"):
    """A side puts its hidden ships and False Contacts into boxes (Iron & Oak 8.6)."""

    side: str


class StartAnchored(Step, frozen=True, tag="start_anchored"):
    """A side chooses which of its ships start anchored (Iron & Oak 2.2)."""

    side: str


class PlayerTurn(Step, frozen=True, tag="player_turn"):
    """A player turn: the four phases of a side (Iron & Oak 3.0)."""

    sides: Sides


class EngineRoll(Step, frozen=True, tag="engine_roll"):
    """Roll for whether a bad engine runs, as a special rule of the battle says (Iron & Oak 2.2)."""

    ship: str
    stops_on: int


class Repairs(Step, frozen=True, tag="repairs"):
    """A seat repairs critical hits with its Repair Parties, and takes them away (Iron & Oak
    3.1.1).
    """

    seat: str


class FiercestFires(Step, frozen=True, tag="fiercest_fires"):
    """Fires of level 5 are checked before all others (Iron & Oak 3.1.2)."""

    sides: Sides


class FiresAndSmoke(Step, frozen=True, tag="fires_and_smoke"):
    """Fires below level 5 are checked, then smoke (Iron & Oak 3.1.2, 3.1.3)."""

    sides: Sides


class Parties(Step, frozen=True, tag="parties"):
    """A seat places Repair Parties on its units (Iron & Oak 3.1.1)."""

    seat: str


class LetGo(Step, frozen=True, tag="let_go"):
    """A seat may end tows (Iron & Oak 5.3)."""

    seat: str


class GiveOrders(Step, frozen=True, tag="give_orders"):
    """The seats give orders to all their ships, face down (Iron & Oak 3.2)."""

    sides: Sides


class Actions(Step, frozen=True, tag="actions"):
    """It is chosen which ship or fort section acts next (Iron & Oak 3.3)."""

    sides: Sides


class TakeTow(Step, frozen=True, tag="take_tow"):
    """A ship may take another one in tow (Iron & Oak 5.3)."""

    ship: str


class NameWay(Step, frozen=True, tag="name_way"):
    """It is chosen how a ship carries out her order: its target, path and goal (Iron & Oak
    3.3.1A).
    """

    ship: str


class Feign(Step, frozen=True, tag="feign"):
    """A hidden ship or a False Contact may choose dice that do not betray its identity (Iron & Oak
    8.6.2).
    """

    ship: str


class OwnerCards(Step, frozen=True, tag="owner_cards"):
    """The owner of the ship that moves may play cards (Iron & Oak 3.3.1B)."""

    ship: str


class EnemyCards(Step, frozen=True, tag="enemy_cards"):
    """The enemy of the ship that moves may play cards (Iron & Oak 3.3.1C)."""

    ship: str


class AnswerCards(Step, frozen=True, tag="answer_cards"):
    """The owner of the ship that moves may play a card in answer: to Slow Maneuver on her, or to
    Quick Maneuver on her target.

    Iron & Oak 7.5, 7.10.
    """

    ship: str


class BoxHazards(Step, frozen=True, tag="box_hazards"):
    """A ship meets the hazards of her box before a maneuver inside it (Iron & Oak 5.4)."""

    ship: str


class Hazard(Step, frozen=True, tag="hazard"):
    """The ship meets the hazards that are left in her box; the enemy chooses which one is next."""

    ship: str
    todo: tuple[str, ...]


class PartnerHazard(Step, frozen=True, tag="partner_hazard"):
    """The ships that are tied to a ship and move with her meet the same hazard after her."""

    ship: str
    hazard: str
    partners: tuple[str, ...]


class CarryOut(Step, frozen=True, tag="carry_out"):
    """Carry out the ship's order."""

    ship: str


class SecondBox(Step, frozen=True, tag="second_box"):
    """The ship goes on to the second box of a Maneuver 2."""

    ship: str


class DriftCheck(Step, frozen=True, tag="drift_check"):
    """A ship rolls for drift, with all ships tied to her (Iron & Oak 5.2)."""

    ship: str


class MarkOpposed(Step, frozen=True, tag="mark_opposed"):
    """After a successful Oppose, it is chosen which enemy is opposed (Iron & Oak 5.1.2)."""

    ship: str


class ScreenFrom(Step, frozen=True, tag="screen_from"):
    """After a successful Screen, it is chosen from which enemy the ship is protected (Iron & Oak
    7.7).
    """

    ship: str


class Search(Step, frozen=True, tag="search"):
    """A ship may search for a hidden counter in her box (Iron & Oak 8.6.1)."""

    ship: str


class Gunnery(Step, frozen=True, tag="gunnery"):
    """A ship or fort section chooses the target of its fire (Iron & Oak 3.3.2)."""

    unit: str


class GunneryCards(Step, frozen=True, tag="gunnery_cards"):
    """The side that fires may play gunnery cards on the shot."""

    unit: str


class MisfireCard(Step, frozen=True, tag="misfire_card"):
    """The side that is fired at may play Misfire on the shot (Iron & Oak 7.4)."""

    unit: str


class Shoot(Step, frozen=True, tag="shoot"):
    """A shot is fired: the first, or the second one of Rapid Fire."""

    unit: str
    number: int = 1


class AfterShots(Step, frozen=True, tag="after_shots"):
    """After the shots cards take effect on the firer's guns, and smoke gets thicker."""

    unit: str


class Critical(Step, frozen=True, tag="critical"):
    """A critical hit (special damage) is rolled for (Iron & Oak 6.3)."""

    unit: str
    column: Column
    location: HitPlace


class Collateral(Step, frozen=True, tag="collateral"):
    """The owner of a unit chooses the location that takes a Collateral hit (Iron & Oak 6.3.4)."""

    unit: str
    location: HitPlace


class Blast(Step, frozen=True, tag="blast"):
    """A unit explodes: it takes Hits, and ships nearby are struck as by shots (Iron & Oak 6.3.2,
    6.3.8, 6.3.11).
    """

    unit: str
    kind: Explosive


class AfterBlast(Step, frozen=True, tag="after_blast"):
    """After an explosion the unit loses crew and burns, if it can still fight."""

    unit: str
    kind: Explosive


class UnitDone(Step, frozen=True, tag="unit_done"):
    """A unit has done all that it may do in this Action Phase."""

    unit: str


class ReplaceCard(Step, frozen=True, tag="replace_card"):
    """A side may exchange one card of its hand for a new one (Iron & Oak 3.4)."""

    side: str


class EndPlayerTurn(Step, frozen=True, tag="end_player_turn"):
    """Everything ends that lasts only for a player turn."""

    sides: Sides


class VictoryPhase(Step, frozen=True, tag="victory_phase"):
    """Either side may have won; else the next turn begins (Iron & Oak 3.5)."""


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = union_of(Step, __name__)
