"""The ships of the quick start are placed as on its page of the rulebook."""

from __future__ import annotations

import pytest

from engine.base.errors import SetUpFault, WeatherGageError
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.set_up.scenarios import quick_start, scenarios, set_up
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import ChooseCards


def box(ship: Ship) -> tuple[float, float, float, float]:
    """Return west, south, east and north bounds of a base that heads north or south."""
    kind = book().ships[ship.type]
    assert ship.pose is not None
    x, y = ship.pose.at
    return x - kind.width / 2, y - kind.length / 2, x + kind.width / 2, y + kind.length / 2


@pytest.fixture
def start() -> State:
    return quick_start()


@pytest.mark.parametrize(("consort", "flagship"), [("A1", "A2"), ("B1", "B2")])
def test_flagship_lies_pistol_shot_straight_downwind_of_its_consort(
    start: State, consort: str, flagship: str
) -> None:
    upwind, downwind = start.ships[consort], start.ships[flagship]
    assert start.is_flagship(flagship)
    assert box(upwind)[1] - box(downwind)[3] == pytest.approx(book().measures.pistol)
    assert upwind.pose is not None
    assert downwind.pose is not None
    assert upwind.pose.x == downwind.pose.x


def test_squadrons_lie_just_outside_cannon_shot(start: State) -> None:
    east = max(box(ship)[2] for ship in start.own_ships("A"))
    west = min(box(ship)[0] for ship in start.own_ships("B"))
    assert book().measures.cannon < west - east < book().measures.cannon + 0.25


def test_wind_blows_at_their_sterns(start: State) -> None:
    assert start.table.weather_edge == "north"
    assert {ship.pose.heading for ship in start.ships.values() if ship.pose} == {180.0}


def test_first_question_is_the_first_initiative_card(start: State) -> None:
    assert start.agenda[-1] == ChooseCards()
    assert all(len(squadron.hand) == 5 for squadron in start.squadrons.values())
    assert not set(start.squadrons["A"].hand) & set(start.squadrons["B"].hand)


def test_cards_ships_and_flagships_are_those_of_the_page(start: State) -> None:
    reds, blues = start.squadrons["A"], start.squadrons["B"]
    assert {*reds.hand} == {
        "down",
        "careful_aim",
        "rolling_broadsides",
        "effective_fire",
        "adjust_position",
    }
    assert {*blues.hand} == {
        "fire_as_she_bears",
        "take_courage",
        "fleet_maneuver",
        "reload",
        "favorable_wind",
    }
    types = {key: [ship.type for ship in start.own_ships(key)] for key in ("A", "B")}
    assert types == {"A": ["corvette", "fluyt"], "B": ["sloop", "petite_fregate"]}
    flagships = [start.ships[squadron.flagship].type for squadron in (reds, blues)]
    assert flagships == ["fluyt", "petite_fregate"]
    assert {(squadron.admiral, squadron.admiral_value) for squadron in (reds, blues)} == {
        ("untested_admiral", 0)
    }


def test_chapter_four_alone_is_played(start: State) -> None:
    assert start.rules.quick_start
    assert not any((start.rules.formation, start.rules.events, start.rules.scrolling_sea))
    assert {squadron.fortune for squadron in start.squadrons.values()} == {0}


@pytest.mark.parametrize("rule", ["scrolling_sea", "events", "formation", "flagship_points"])
def test_an_option_switches_a_rule(rule: str) -> None:
    for on in (True, False):
        for scenario in ("quickstart", "patrol"):
            assert getattr(set_up(scenario, {rule: on}).rules, rule) is on


def test_every_wrong_option_is_named_at_once() -> None:
    with pytest.raises(SetUpFault) as fault:
        quick_start({"scroling": True, "events": "yes"})
    assert [path for path, _ in fault.value.faults] == ["scroling", "events"]


def test_unknown_scenario_is_told_with_those_known() -> None:
    with pytest.raises(SetUpFault, match="quickstart"):
        set_up("trafalgar")
    assert list(scenarios()) == ["quickstart", "patrol", "skirmish", "engagement", "fleet"]


def test_options_lengthen_the_tracks() -> None:
    ships = book().ships
    assert damage_boxes(ships["fluyt"], ("stout",)) == 8
    assert damage_boxes(ships["fluyt"], ("additional_crew",)) == 7
    assert fatigue_boxes(ships["fluyt"], ("additional_crew",)) == 8
    assert fatigue_boxes(ships["queen_annes_revenge"]) == 8


# What begins a battle of squadrons: their files, how many there are, what they are built for.


@pytest.mark.parametrize(
    ("scenario", "squadrons", "why"),
    [
        ("patrol", ["nobody", "flying_gang"], "nobody cannot be read: no such file or directory"),
        ("patrol", ["flying_gang"], "squadrons: found 1, needed: two"),
        ("patrol", ["flying_gang"] * 3, "squadrons: found 3, needed: two"),
        ("patrol", [1, 2], "squadrons: must be a list of squadron files"),
        ("patrol", "x", "squadrons: must be a list of squadron files"),
        ("patrol", ["flying_gang"] * 2, "is a squadron for a skirmish, needed: one for a patrol"),
        ("fleet", ["nobody"] * 4, "nobody cannot be read: no such file or directory"),
        ("fleet", ["flying_gang"] * 5, "needed: 2 to 4 a side of equal points"),
        ("quickstart", ["flying_gang"] * 2, "squadrons"),
        ("nowhere", [], "found 'nowhere', allowed: one of"),
    ],
)
def test_squadrons_that_cannot_begin_are_a_sentence(
    scenario: str, squadrons: object, why: str
) -> None:
    with pytest.raises(WeatherGageError) as refused:
        set_up(scenario, {"squadrons": squadrons} if squadrons else {})
    assert why in str(refused.value)
