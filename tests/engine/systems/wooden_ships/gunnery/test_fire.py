"""The combat phase: orders to fire, dice, damage (Wooden Ships & Iron Men, Combat Rules)."""

from __future__ import annotations

import pytest

from engine.systems.wooden_ships.gunnery.fire import HitTally
from engine.systems.wooden_ships.gunnery.fire_orders import option_id, read_volley, volleys
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.words.words import tell
from tests.engine.systems.wooden_ships.at_sea import GAME, Loaded, of, open_all, sea, sheet, ship


def options(state: State) -> list[str]:
    return [option.id for option in sheet(state).slots[0].options]


def fight(*ships: dict[str, object], **head: object) -> State:
    return sea(*ships, phase="combat", **head)


def beam_to_beam(**fields: object) -> State:
    """Return a position with B1 three hexes to starboard of A1."""
    return fight(ship("A1", "J20", 1, **fields), ship("B1", "M20", 1))


def test_a_side_fires_at_hull_or_rigging_or_holds() -> None:
    assert options(beam_to_beam()) == ["hold", "starboard:hull", "starboard:rigging"]


def test_both_sides_share_one_aim() -> None:
    state = fight(ship("A1", "J20", 1), ship("B1", "M20", 1), ship("B2", "B20", 1))
    assert options(state) == [
        "hold",
        "port:rigging",
        "starboard:hull",
        "starboard:rigging",
        "both:hull",
        "both:rigging",
    ]


def test_a_forced_aim_overrides_the_choice_side_by_side() -> None:
    state = fight(ship("A1", "J20", 1), ship("B1", "M20", 1), ship("B2", "B20", 1))
    _, events = open_all(state, {"A1": "both:hull"}, Loaded(1, 1))
    assert [(shot.side, shot.aim) for shot in of(ev.SideFired, events)] == [
        ("port", "rigging"),
        ("starboard", "hull"),
    ]


def test_each_side_may_have_its_own_aim_by_a_switch() -> None:
    state = fight(
        ship("A1", "J20", 1),
        ship("B1", "M20", 1),
        ship("B2", "G20", 1),
        rules={"aim_per_side": True},
    )
    assert "port:hull+starboard:rigging" in options(state)
    _, events = open_all(state, {"A1": "port:hull+starboard:rigging"}, Loaded(1, 1))
    assert [shot.aim for shot in of(ev.SideFired, events)] == ["hull", "rigging"]


def test_the_owner_chooses_among_the_closest_by_a_switch() -> None:
    ships = ship("A1", "J20", 1), ship("B1", "L20", 1), ship("B3", "L22", 6)
    state = fight(*ships, rules={"choose_target": True})
    assert "starboard:hull@B1" in options(state)
    _, events = open_all(state, {"A1": "starboard:hull@B1"}, Loaded(1))
    assert of(ev.SideFired, events)[0].target == "B1"
    # Without it the raked ship is the target.
    _, events = open_all(fight(*ships), {"A1": "starboard:hull"}, Loaded(1, 1, 1, 1))
    assert of(ev.SideFired, events)[0].target == "B3"


def test_a_die_with_a_face_for_each_chooses_among_equals() -> None:
    state = fight(
        ship("A1", "J20", 1), ship("B1", "L20", 1), ship("B3", "L22", 1), ship("B5", "B1", 1)
    )
    _, events = open_all(state, {"A1": "starboard:hull"}, Loaded(2, 4))
    (drawn,) = of(ev.TargetDrawn, events)
    assert (drawn.among, drawn.face, drawn.target) == (("B1", "B3"), 2, "B3")
    assert of(ev.SideFired, events)[0].target == "B3"


@pytest.mark.parametrize(
    "text", ["hold", "port:hull", "both:rigging", "port:hull@B1", "port:hull@B1+starboard:rigging"]
)
def test_options_are_read_as_they_are_written(text: str) -> None:
    assert option_id(read_volley(text)) == text


def test_every_option_of_a_ship_is_read_back() -> None:
    state = fight(ship("A1", "J20", 1), ship("B1", "M20", 1), ship("B2", "G20", 1))
    every = volleys(state, state.ships["A1"])
    assert [read_volley(option_id(each)) for each in every] == list(every)


def test_a_broadside_is_told_with_its_whole_sum() -> None:
    state = fight(ship("A1", "X18", 2, "mars_br"), ship("B1", "AA21", 6, "hercule_fr", loaded={}))
    after, events = open_all(state, {"A1": "starboard:hull"}, Loaded(2))
    (shot,) = of(ev.SideFired, events)
    assert (shot.range, shot.guns, shot.base, shot.table, shot.face) == (4, 9, 0, 7, 2)
    assert shot.hits == (3, 0, 2, 1)
    (marked,) = of(ev.HitsMarked, events)
    assert (marked.hull, marked.crew, marked.rigging) == (11, (3, 5, 4), (6, 7, 7))
    # Emptied by firing, loaded again at the end of the turn; never again as the first time.
    assert after.ships["A1"].loaded == ("initial", "round")


def test_all_fire_is_on_the_state_before_it() -> None:
    state = fight(ship("A1", "J20", 1, hull=1), ship("B1", "L20", 1, hull=1), kind="multi")
    answers = {"A1": "starboard:hull", "B1": "port:hull"}
    after, events = open_all(state, answers, Loaded(6, 6))
    assert len(of(ev.SideFired, events)) == 2
    assert {each.ship for each in of(ev.ShipSurrendered, events)} == {"A1", "B1"}
    assert after.ships["A1"].hull == after.ships["B1"].hull == 0


def test_who_may_not_hit_stays_loaded() -> None:
    state = fight(
        ship(
            "A1",
            "J20",
            1,
            quality="poor",
            guns={"port": 3, "starboard": 3},
            loaded={"port": "round", "starboard": "round"},
        ),
        ship("B1", "Q20", 1, loaded={"port": "empty", "starboard": "empty"}),
    )
    assert GAME.pending(state) == ()


def test_who_cannot_fire_is_noted_in_the_log() -> None:
    weak = {"quality": "poor", "guns": {"port": 3, "starboard": 3}}
    state = fight(
        ship("A1", "J20", 1, loaded={"port": "round", "starboard": "round"}, **weak),
        ship("A2", "J23", 1),
        ship("B1", "Q20", 1, loaded={"port": "empty", "starboard": "empty"}),
        kind="multi",
    )
    after, events = open_all(state, {"A2": "starboard:rigging"}, Loaded(1, *[6] * 9))
    (unable,) = of(ev.UnableToFire, events)
    assert unable.sides == (ev.Silent("A1", "starboard", "B1", -4),)
    assert tell(state, unable, "B") == "Unable to fire: A1 starboard at B1 (table -4)"
    assert after.ships["A1"].loaded == ("round", "round")


# Marking ------------------------------------------------------------------------


def tally(excess: bool = True, **fields: object) -> HitTally:
    ships = [ship("A1", "J20", 1, "br-sol2-74", **fields), ship("B1", "Z1", 1)]
    return HitTally(sea(*ships).ships["A1"], excess)


def test_crew_and_rigging_go_from_section_1_up_and_more_is_lost() -> None:
    marked = tally(crew=[1, 0, 1])
    marked.crew_hits(1)
    assert marked.crew == [0, 0, 1]
    marked.crew_hits(5)
    assert marked.crew == [0, 0, 0]
    marked.rigging_hits(8)
    assert marked.rigging == [0, 6, 7]


def test_gun_hits_take_carronades_first_then_guns_then_the_far_side() -> None:
    marked = tally(guns={"port": 1, "starboard": 8})
    assert marked.carronades == [2, 2]
    marked.gun_hits(3, lambda: "port")
    assert (marked.guns, marked.carronades) == ([0, 8], [0, 2])
    marked.gun_hits(3, lambda: "port")
    assert (marked.guns, marked.carronades) == ([0, 7], [0, 0])


def test_gun_hits_without_guns_are_hull_hits_unless_switched_off() -> None:
    none = {"guns": {"port": 0, "starboard": 0}, "carronades": {"port": 0, "starboard": 0}}
    marked = tally(**none)
    assert marked.gun_hits(2, lambda: "port") == 2
    assert marked.hull == 12
    lost = tally(excess=False, **none)
    assert lost.gun_hits(2, lambda: "port") == 0
    assert lost.hull == 14


def test_a_die_for_each_gun_hit_in_a_rake() -> None:
    state = fight(
        ship("A1", "X18", 2, "mars_br", loaded={"port": "round", "starboard": "round"}),
        ship("B1", "AA21", 6, "hercule_fr"),
    )
    # Table 5 (9 guns, crack, rake) with a 2: two hull, two guns; their dice 3 and 4.
    after, events = open_all(state, {"A1": "starboard:hull"}, Loaded(2, 3, 4))
    assert of(ev.SideFired, events)[0].hits == (2, 2, 0, 0)
    assert of(ev.HitsMarked, events)[0].faces == (3, 4)
    assert after.ships["B1"].carronades == (0, 0)


def test_near_guns_are_hit_without_a_die() -> None:
    state = fight(
        ship("A1", "J20", 1, loaded={"port": "round", "starboard": "round"}),
        ship("B1", "M20", 1),
    )
    # Table 2 (10 guns at range 3): two hull hits and a gun with a 6.
    after, events = open_all(state, {"A1": "starboard:hull"}, Loaded(6))
    assert of(ev.SideFired, events)[0].hits == (2, 1, 0, 0)
    assert after.ships["B1"].carronades == (0, 1)


def test_crew_hits_on_a_prize_alternate_beginning_with_the_prize_crew() -> None:
    prize = {"seat": "B", "squares": 2, "quality": "crack"}
    marked = tally(crew=[4, 4, 4], prize=prize)
    marked.crew_hits(1)
    assert (marked.prize, sum(marked.crew)) == (1, 12)
    marked.crew_hits(1)
    assert (marked.prize, sum(marked.crew)) == (1, 11)
    marked.crew_hits(1)
    assert (marked.prize, sum(marked.crew)) == (0, 11)
    marked.crew_hits(1)
    assert (marked.prize, sum(marked.crew)) == (0, 10)
    alone = tally(crew=[0, 0, 1], prize=prize)
    alone.crew_hits(3)
    assert (alone.prize, sum(alone.crew)) == (0, 0)


# Loading ---------------------------------------------------------------------------


def test_one_empty_side_is_loaded_unasked_and_two_are_asked_for() -> None:
    state = sea(
        ship("A1", "J20", 1, loaded={"port": "empty"}),
        ship("A2", "P20", 1, loaded={"port": "empty", "starboard": "empty"}),
        ship("B1", "Z1", 1),
        phase="loading",
    )
    assert [slot.id for slot in sheet(state).slots] == ["A2"]
    after, events = open_all(state, {"A2": "starboard"})
    assert [(each.ship, each.side) for each in of(ev.SideLoaded, events)] == [
        ("A1", "port"),
        ("A2", "starboard"),
    ]
    assert after.ships["A1"].loaded == ("round", "initial")
    assert after.ships["A2"].loaded == ("empty", "round")


@pytest.mark.parametrize("fields", [{"hull": 0}, {"crew": [0, 0, 0]}, {"rescued": True}])
def test_who_does_not_load(fields: dict[str, object]) -> None:
    empty = {"port": "empty", "starboard": "empty"}
    state = sea(ship("A1", "J20", 1, loaded=empty, **fields), ship("B1", "Z1", 1), phase="loading")
    assert GAME.pending(state) == ()
