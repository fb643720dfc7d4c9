"""The chart's marks, and the animation of events."""

from __future__ import annotations

import subprocess
import sys

from msgspec.structs import replace

from engine.game.chart import Glide, Hull, News, Scene, Shift, Spot, Throw, Volley
from engine.game.chart import Terrain as TerrainMark
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.screen.scene import scene, ships
from engine.systems.oak_iron.screen.screen import meeting, spectacle
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Activation, Attack, State, Terrain
from engine.systems.oak_iron.state.wording import statuses, tokens
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship


def hull_of(picture: Scene, key: str) -> Hull:
    return next(mark for mark in picture.marks if isinstance(mark, Hull) and mark.key == key)


def test_the_sea_carries_the_wind_and_the_ruler() -> None:
    sea = scene(small_battle()).board
    assert (sea.width, sea.height, sea.weather_edge) == (36.0, 36.0, "north")
    assert [letter for letter, _ in sea.ruler] == ["Y", "P", "M", "C"]
    assert [reach for _, reach in sea.ruler] == sorted(reach for _, reach in sea.ruler)


def test_each_ship_afloat_is_one_hull_filled_for_the_first_side() -> None:
    picture = scene(small_battle())
    assert {mark.key: mark.side for mark in picture.marks if isinstance(mark, Hull)} == {
        "A1": "A",
        "A2": "A",
        "B1": "B",
        "B2": "B",
    }
    assert hull_of(picture, "A1").length == 2.5


def test_a_ship_that_left_is_not_on_the_chart() -> None:
    state = with_ship(small_battle(), "B2", pose=None, lost="left")
    assert "B2" not in ships(state)
    assert all(mark.key != "B2" for mark in scene(state).marks if isinstance(mark, Hull))


def test_a_side_to_reload_shows_no_guns() -> None:
    hull = hull_of(scene(with_ship(small_battle(), "A1", reload=("port",))), "A1")
    assert (hull.port_loaded, hull.starboard_loaded) == (False, True)
    assert hull.tokens == "*p"


def test_a_wreck_is_drawn_first_and_carries_only_its_cross() -> None:
    state = with_ship(small_battle(), "B2", damage=7, fatigue=7)
    picture = scene(state)
    wreck = hull_of(picture, "B2")
    assert (wreck.state, wreck.tokens) == ("wreck", "x")
    assert next(mark for mark in picture.marks if isinstance(mark, Hull)) == wreck


def test_a_prize_shows_its_captor() -> None:
    hull = hull_of(scene(with_ship(small_battle(), "B2", fatigue=7, captured_by="A")), "B2")
    assert (hull.owner, hull.side, hull.tokens) == ("A", "A", "!@")


def test_the_active_ship_and_wakes_are_marked() -> None:
    state = with_ship(small_battle(), "A2", moved=True)
    state = replace(state, activation=Activation(ship="A1", phase="attack"))
    picture = scene(state)
    assert hull_of(picture, "A1").active
    assert not hull_of(picture, "B1").active
    assert hull_of(picture, "A2").wake
    assert not hull_of(scene(with_ship(state, "A2", attacked=True)), "A2").wake


def test_tokens_come_in_the_order_of_the_alphabet() -> None:
    state = with_ship(
        small_battle(), "B1", damage=7, reload=("port", "starboard"), sail="full", moved=True
    )
    state = replace(state, entangled=(("A1", "B1"),))
    assert tokens(state, state.ships["B1"], wake=True) == "*%psfew"


def test_statuses_say_in_words_what_the_tokens_mean() -> None:
    state = replace(with_ship(small_battle(), "B1", fatigue=7), entangled=(("A1", "B1"),))
    assert statuses(state, state.ships["B1"]) == (
        "flagship",
        "shaken: may only rally",
        "entangled with A1",
    )


def test_terrain_and_landing_parties_are_on_the_chart() -> None:
    land = Terrain("T1", "island", ((1.0, 1.0), (4.0, 1.0), (4.0, 4.0)), "Cayo")
    state = replace(with_ship(small_battle(), "A2", landing_party=(3.0, 2.0)), terrain=(land,))
    marks = scene(state).marks
    assert marks[0] == TerrainMark("T1", "island", land.outline, "Cayo")
    assert Spot("party", (3.0, 2.0), "A2") in marks


def test_a_chart_needs_no_terminal() -> None:
    code = "import sys, engine.systems.oak_iron.screen.scene; print('textual' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


def test_a_move_glides_to_its_end_in_five_frames_at_most() -> None:
    moved = ev.ShipMoved(
        "A1", "sail", Pose(17.0, 20.0, 110.0), via=(Pose(16.0, 20.0, 90.0),), speed=4
    )
    seen = spectacle(small_battle(), moved)
    assert isinstance(seen, Glide)
    assert 1 < len(seen.poses) <= 5
    assert seen.poses[-1] == moved.pose
    along = [pose.x for pose in seen.poses]
    assert along == sorted(along)


def test_a_broadside_smokes_on_its_side_and_partial_fire_towards_its_target() -> None:
    state: State = small_battle()
    broadside = ev.AttackDeclared(
        Attack(attacker="A1", target="B1", kind="broadside", edge="starboard")
    )
    assert spectacle(state, broadside) == Volley("A1", "starboard")
    partial = ev.AttackDeclared(Attack(attacker="A2", target="A1", kind="partial_fire"))
    assert spectacle(state, partial) == Volley("A2", "bow")


def test_events_landings_and_losses_are_told_in_a_sentence() -> None:
    state = small_battle()
    assert spectacle(state, ev.PartyLanded("A1", (3.0, 4.0))) == News("A1 Swan lands a party", "A1")
    assert spectacle(state, ev.WentAground("B1")) == News("B1 Saint-Louis is aground", "B1")
    wind = spectacle(state, ev.WeatherShifted("east", 3))
    assert wind == News("The wind shifts from north to east")
    scrolled = spectacle(state, ev.SeaScrolled((-6.0, 0.0)))
    assert scrolled == Shift((-6.0, 0.0), 'The sea scrolls: everything shifts 6" west')


def test_a_ship_that_drifts_slides() -> None:
    drift = ev.ShipMoved("A1", "drift", Pose(12.0, 17.0, 90.0))
    seen = spectacle(small_battle(), drift)
    assert isinstance(seen, Glide)
    assert [pose.y for pose in seen.poses] == [19.0, 18.0, 17.0]


def test_dice_fall_and_quiet_events_show_nothing() -> None:
    state = small_battle()
    rolled = ev.DiceRolled("skill_test", "A1", ("skull", "sail"))
    assert spectacle(state, rolled) == Throw("skill test", ("skull", "sail"))
    assert spectacle(state, ev.WakePlaced("A1")) is None
    assert spectacle(state, ev.ShipMoved("A1", "turn", Pose(12.0, 20.0, 90.0))) is None


def test_who_takes_a_ship_meets_her() -> None:
    before = small_battle(attack=Attack(attacker="A1", target="B1", kind="close_combat"))
    taken = ev.ShipCaptured("B1", "A")
    assert meeting(before, taken) == ("A1", "B1")
    assert meeting(small_battle(), taken) == (), "a prize of the End Phase"
