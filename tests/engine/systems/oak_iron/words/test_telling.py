"""Events as lines of the log, and commands in words."""

from __future__ import annotations

import subprocess
import sys
import typing
from typing import Any

import pytest
from msgspec.structs import replace

from engine.space.plane.pose import Pose
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import HIDDEN, Activation, Attack, Roll, Terrain
from engine.systems.oak_iron.words.telling import tell, tells
from engine.systems.oak_iron.words.words import describe
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship

LAND = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
STATE = small_battle(
    terrain=(Terrain("T1", "island", LAND), Terrain("T2", "island", LAND, "Rum Cay"))
)
ATTACK = Attack(
    attacker="A1",
    target="B1",
    kind="broadside",
    edge="starboard",
    dice=6,
    hits=("skull", "cannon", "musket", "swords"),
    band="pistol",
    rake="stern",
)
BOOKKEEPING = {
    ev.MoveRated,
    ev.ShoalCleared,
    ev.EventLasts,
    ev.Planned,
    ev.ShipActivated,
    ev.ReloadMarked,
    ev.WakePlaced,
    ev.WakeRemoved,
    ev.AttackEnded,
    ev.ReactionUsed,
    ev.ReactionsClosed,
}


def test_every_event_is_told_or_is_bookkeeping() -> None:
    assert tells.kinds | BOOKKEEPING == set(typing.get_args(ev.AnyEvent))
    assert not tells.kinds & BOOKKEEPING


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.FatigueRemoved("A2", 1, 4), "A2 Falcon rallies: fatigue 5 to 4"),
        (ev.DamageTaken("B1", 5, 7), "B1 Saint-Louis takes 5 damage: 7 of 7"),
        (ev.FatigueSpared("A1", "down"), "Down! spares A1 Swan 1 fatigue"),
        (ev.BecameCrippled("B1"), "B1 Saint-Louis is crippled"),
        (
            ev.PointChosen("A1", "large"),
            "A1 Swan lies between two points of sail; her captain takes large",
        ),
        (ev.SpeedAdjusted("A1", 1), "A1 Swan gains 1 speed"),
        (ev.SpeedAdjusted("A1", -1), "A1 Swan loses 1 speed"),
        (
            ev.SailChanged("B1", "minimal"),
            "B1 Saint-Louis changes sail: battle sail to minimal sail",
        ),
        (ev.Collided("A1", ("B1", "B2")), "A1 Swan runs into B1 Saint-Louis and B2 Gloire"),
        (
            ev.Collided("A1", ("B1", "T1", "T2")),
            "A1 Swan runs into B1 Saint-Louis, the island and Rum Cay",
        ),
        (
            ev.AttackDeclared(replace(ATTACK, kind="landing_party", band="", rake="")),
            "A1 Swan's party attacks the party of B1 Saint-Louis: 6 dice",
        ),
        (
            ev.AttackDeclared(ATTACK),
            "A1 Swan fires starboard at B1 Saint-Louis, pistol shot, stern rake: 6 dice, "
            "fortitude 1",
        ),
        (
            ev.CriticalRolled("B1", ("sail", "musket")),
            "B1 Saint-Louis, critical: 1 rigging hit",
        ),
        (ev.CriticalRolled("B1", ("musket",)), "B1 Saint-Louis, critical: nothing vital is hit"),
        (ev.ShipRemoved("B1", "sunk"), "B1 Saint-Louis has sunk"),
        (
            ev.StrikePointsCounted({"A": 0, "B": 4}, {"A": 3, "B": 1}),
            "Strike points: Red 0 against 3 ships, Blue 4 against 1 ship",
        ),
        (ev.PhaseBegan("attack"), "Attack: Red goes first"),
        (ev.CardsRevealed({"A": "down", "B": "reload"}), "Cards: Red 1 Down!, Blue 3 Reload!"),
        (ev.TestResolved("A1", "skill_test", False), "A1 Swan fails the test"),
        (ev.TestResolved("A1", "skill_test", True), ""),
        (
            ev.DiceRolled("skill_test", "A1", ("musket", "sail")),
            "A1 Swan tests her skill: musket sail, passed",
        ),
        (
            ev.DiceRolled("skill_test", "A1", ("musket", "swords")),
            "A1 Swan tests her skill: musket swords",
        ),
        (
            ev.ShipMoved("A1", "change_heading", Pose(12.0, 20.0, 70.0)),
            "A1 Swan changes heading to 70",
        ),
    ],
)
def test_an_event_is_one_plain_line(event: Any, line: str) -> None:
    assert tell(STATE, event) == line


def test_a_move_tells_its_legs_in_order_with_the_point_of_sail() -> None:
    before = replace(STATE, activation=Activation(ship="A1", phase="movement", point="windward"))
    moved = ev.ShipMoved(
        "A1", "sail", Pose(13.0, 19.9, 110.0), via=(Pose(13.0, 20.0, 90.0),), speed=1
    )
    assert tell(before, moved) == 'A1 Swan sails 1", turns to heading 110 (windward)'


def test_a_turn_at_the_start_is_told_before_the_slide() -> None:
    moved = ev.ShipMoved("A1", "sail", Pose(12.0, 23.0, 0.0), via=(Pose(12.0, 20.0, 0.0),))
    assert tell(STATE, moved) == 'A1 Swan turns to heading 0, sails 3"'


def test_a_move_that_goes_nowhere_says_so() -> None:
    still = ev.ShipMoved("A1", "turn", Pose(12.0, 20.0, 90.0))
    assert tell(STATE, still) == "A1 Swan holds her place"


def test_a_shift_says_how_far_and_to_which_side() -> None:
    shifted = ev.ShipMoved("A1", "shift", Pose(12.0, 19.5, 90.0))
    assert tell(STATE, shifted) == 'A1 Swan shifts 0.5" to starboard'


def test_a_shot_at_the_rigging_tells_of_rigging_alone() -> None:
    before = replace(STATE, attack=replace(ATTACK, aim="rigging"))
    rolled = ev.CriticalRolled("B1", ("sail", "skull", "sail"))
    assert tell(before, rolled) == "B1 Saint-Louis, critical: 2 rigging hits"


def test_only_its_own_seat_reads_which_card_was_laid() -> None:
    chosen = ev.CardChosen("A", "careful_aim")
    assert tell(STATE, chosen, "A") == "Red lays Careful Aim face down"
    for other in ("B", ""):
        assert tell(STATE, chosen, other) == "Red lays a card face down"
    assert tell(STATE, ev.CardChosen("A", HIDDEN), "A") == "Red lays a card face down"


def test_attack_dice_come_with_their_hits_and_the_count_is_not_repeated() -> None:
    before = replace(STATE, attack=ATTACK)
    faces = ("skull", "cannon", "musket", "musket", "swords", "sail")
    rolled = ev.DiceRolled("broadside", "A1", faces)
    assert tell(before, rolled) == "A1 at B1: skull cannon musket musket swords sail: 5 hits"
    stands = replace(before, roll=Roll("broadside", "A1", faces))
    assert tell(stands, ev.HitsScored("A1", "B1", 5)) == ""
    assert tell(stands, ev.HitsScored("A1", "B1", 6)) == "A1 at B1: 6 hits in all"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.DiceRolled("critical", "A1", ("sail",)), "A1 at B1: critical dice: sail"),
        (ev.DiceRolled("marksmen", "A1", ("sail",)), "A1 at B1: marksmen: sail"),
        (ev.DiceAdded("careful_aim", ("sail",)), "A1 at B1: Careful Aim adds sail"),
        (
            ev.DiceRerolled("careful_aim", "A1", (0,), ("sail",)),
            "A1 at B1: Careful Aim re-rolls: sail",
        ),
        (
            ev.DiceRerolled("skill", "A1", (0,), ("skull",)),
            "A1 Swan re-rolls by skill: skull, 1 hit on B1",
        ),
    ],
)
def test_every_line_of_attack_dice_names_both_ships(event: Any, line: str) -> None:
    """Below the chart this line is shown alone, without the line about its attack."""
    assert tell(replace(STATE, attack=ATTACK), event) == line


def test_shoals_during_an_attack_have_no_hits() -> None:
    """A ship that is attacked may drift over a shoal when her helm is shot away."""
    before = replace(STATE, attack=ATTACK)
    assert tell(before, ev.DiceRolled("shoals", "B1", ("sail",))) == "B1 Saint-Louis, shoals: sail"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (do.Sail("end", 20.0), "sail, turn 20 to starboard at the end"),
        (do.Sail("start", -7.0), "sail, turn 7 to port at the start"),
        (do.Sail("both", 30.0), "turn 30 to starboard, sail, turn again"),
        (do.Sail(), "sail"),
        (do.Sail(towards="astern"), "sail astern"),
        (do.Fire("broadside", "B1", "starboard"), "fire starboard at B1 Saint-Louis, hull"),
        (do.Fire("close_combat", "B1"), "close combat with B1 Saint-Louis"),
        (do.ChooseCard("careful_aim"), "lay Careful Aim"),
        (do.Shift(-0.5), 'shift 0.5" to port'),
        (do.Reload("port"), "reload port"),
        (do.Pass(), "pass"),
        (do.CutFree(), "cut free"),
        (do.Rally(), "rally"),
        (do.ChangeSail("full"), "set full sail"),
        (do.Capture("B1", "A1"), "capture B1 Saint-Louis with A1"),
    ],
)
def test_a_command_reads_as_it_would_be_typed(command: Any, words: str) -> None:
    assert describe(STATE, command) == words


def test_telling_needs_neither_geometry_nor_terminal() -> None:
    code = (
        "import sys, engine.systems.oak_iron.words.telling, engine.systems.oak_iron.state.events;"
        "print([m for m in ('shapely', 'textual', 'numpy') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_an_attack_names_a_fortitude_that_is_not_that_of_the_card() -> None:
    state = with_ship(STATE, "B1", type="corvette")
    far = replace(ATTACK, band="cannon", rake="", fortitude=2)
    assert str(tell(state, ev.AttackDeclared(far))).endswith("6 dice, fortitude 2 (1, Small +1)")
    near = replace(far, band="musket", fortitude=1)
    assert str(tell(state, ev.AttackDeclared(near))).endswith("6 dice")
    crew = replace(far, aim="crew")
    assert str(tell(state, ev.AttackDeclared(crew))).endswith("6 dice")
