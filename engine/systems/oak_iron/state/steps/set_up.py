"""Steps of the set-up, and the test to raze a marker."""

from __future__ import annotations

from engine.kit.step import Step


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
    """The Skill Test to raze the marker stands."""


class SelectTerrain(Step, frozen=True, tag="select_terrain"):
    """Defender and attacker take turns adding pieces to the pool."""

    turn: int = 0
    stopped: tuple[str, ...] = ()
    """Squadrons that add no more."""


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
    """How many ships are kept back for now, by a card."""


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
