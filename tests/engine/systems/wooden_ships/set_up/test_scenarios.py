"""Scenarios and their options (Wooden Ships & Iron Men, Introduction)."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.systems.wooden_ships.data import shipped
from engine.systems.wooden_ships.fleet import lies_on
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.set_up.scenarios import set_up, summaries
from engine.systems.wooden_ships.set_up.switches import nearest_enemies
from engine.systems.wooden_ships.state.state import Rules, afloat
from tests.engine.systems.wooden_ships.at_sea import GAME

# Hexes between the nearest enemies as they are placed.
NEAREST = {
    "ranger_drake": 12,
    "flamborough_head": 11,
    "arbuthnot_destouches": 7,
    "suffren_hughes": 10,
    "nymphe_cleopatre": 13,
    "mars_hercule": 13,
    "ambuscade_bayonnaise": 13,
    "constellation_insurgente": 32,
    "constellation_vengeance": 11,
    "lissa": 10,
    "constitution_guerriere": 13,
    "united_states_macedonian": 18,
    "constitution_java": 10,
    "chesapeake_shannon": 11,
    "lake_erie": 35,
    "wasp_reindeer": 10,
    "constitution_cyane_levant": 11,
    "pellew_droits": 22,
    "algeciras": 49,
    "lake_champlain": 51,
    "president": 6,
    "lydia_natividad": 10,
    "rosas_bay": 7,
    "nile": 20,
    "trafalgar": 4,
}


@pytest.mark.parametrize("scenario", NEAREST)
def test_a_scenario_as_it_is_placed(scenario: str) -> None:
    state = set_up(scenario)
    fact = shipped().scenarios[scenario]
    assert nearest_enemies(state) == NEAREST[scenario]
    assert len(state.ships) == len(fact.ships)
    hexes = [place for ship in afloat(state) for place in lies_on(ship)]
    assert len(hexes) == len(set(hexes))
    assert len(state.seats) == len(fact.sides)
    assert state.kind == fact.kind


def test_all_scenarios_are_told_in_a_line() -> None:
    assert list(summaries()) == [*NEAREST, "any_ships"]
    assert summaries()["trafalgar"] == (
        "Trafalgar, 1805-10-21: 27 British against 33 French and Spanish"
    )


def test_switches_are_chosen_when_a_battle_is_set_up() -> None:
    state = set_up("mars_hercule", {"choose_target": "true", "rescue": False, "turn_limit": "30"})
    assert state.rules == Rules(choose_target=True, rescue=False, turn_limit=30)
    assert set_up("mars_hercule").rules == Rules()


def test_a_seat_for_each_nation() -> None:
    state = set_up("trafalgar", {"by_nation": True})
    assert [(seat.name, seat.side) for seat in state.seats.values()] == [
        ("British", "A"),
        ("French", "B"),
        ("Spanish", "B"),
    ]
    assert {ship.seat for ship in state.ships.values() if ship.nation == "spanish"} == {"C"}


def test_several_captains_share_a_fleet_in_line_or_in_turn() -> None:
    state = set_up("trafalgar", {"captains": 3})
    assert [(seat.name, seat.side) for seat in state.seats.values()] == [
        ("British 1", "A"), ("British 2", "A"), ("British 3", "A"),
        ("French and Spanish 1", "D"), ("French and Spanish 2", "D"), ("French and Spanish 3", "D"),
    ]  # fmt: skip
    counts = Counter(ship.seat for ship in state.ships.values())
    assert (counts["A"], counts["B"], counts["C"]) == (9, 9, 9)
    assert [counts[key] for key in "DEF"] == [11, 11, 11]
    one = [ship.name for ship in set_up("trafalgar").ships.values() if ship.seat == "A"]
    line = [ship.name for key in "ABC" for ship in state.ships.values() if ship.seat == key]
    assert line == one, "each has a part of the line"
    turn = set_up("trafalgar", {"captains": "2", "deal": "turn"})
    assert [each.name for each in turn.ships.values() if each.seat == "A"] == one[::2]
    both = set_up("trafalgar", {"captains": 2, "by_nation": True})
    assert [seat.name for seat in both.seats.values()][2:] == [
        "French 1", "French 2", "Spanish 1", "Spanish 2"
    ]  # fmt: skip


def test_ships_may_be_dealt_by_hand() -> None:
    """A ship that is given to nobody stays with the captain to whom the scenario gives her."""
    listed = {"captains": "2", "deal": "hand"}
    usual = {ship.name: ship.seat for ship in set_up("algeciras", {"captains": 2}).ships.values()}
    seats = {ship.name: ship.seat for ship in set_up("algeciras", listed).ships.values()}
    assert seats == usual
    building = WoodenShips().building
    rows = building.further("algeciras", listed)
    assert [row.label for row in rows] == list(usual)
    assert building.further("algeciras", {"captains": "2"}) == ()
    assert building.further("algeciras", {"deal": "hand"}) == ()
    caesar = next(row for row in rows if row.label == "Caesar")
    assert caesar.values == (("", "as listed"), ("1", "to captain 1"), ("2", "to captain 2"))
    for number, seat in (("1", "A"), ("2", "B")):
        handed = set_up("algeciras", {**listed, caesar.name: number}).ships.values()
        assert {ship.name: ship.seat for ship in handed} == {**usual, "Caesar": seat}
    british = [row.name for row in rows if usual[row.label] in "AB"]
    for wrong, why in (
        ({caesar.name: "3"}, "there is no captain 3; allowed: 1 to 2"),
        (dict.fromkeys(british, "1"), "British 2 gets no ship"),
        ({caesar.name: "2", "deal": "line"}, caesar.name),
        ({"victory": "2"}, "victory"),
    ):
        with pytest.raises(SetUpFault, match=why):
            set_up("algeciras", {**listed, **wrong})


def test_no_captain_is_without_a_ship() -> None:
    assert len(set_up("mars_hercule", {"captains": 4}).seats) == 2
    for wrong in ({"captains": 0}, {"captains": 5}, {"deal": "lots"}):
        with pytest.raises(SetUpFault):
            set_up("lissa", wrong)


@pytest.mark.parametrize("scenario", ["mars_hercule", "algeciras", "lake_erie"])
def test_a_closer_start_moves_the_last_side_as_a_whole(scenario: str) -> None:
    far, near = set_up(scenario), set_up(scenario, {"closer_start": 6})
    assert nearest_enemies(near) == 6
    moved = {
        (near.ships[key].bow[0] - ship.bow[0])
        for key, ship in far.ships.items()
        if ship.seat == "B"
    }
    assert len(moved) == 1
    assert all(near.ships[key] == ship for key, ship in far.ships.items() if ship.seat == "A")


def test_fleets_that_are_near_stay() -> None:
    assert set_up("trafalgar", {"closer_start": 6}).ships == set_up("trafalgar").ships


@pytest.mark.parametrize(
    ("scenario", "options", "told"),
    [
        ("mars_herkules", {}, "no battle is called 'mars_herkules'; did you mean 'mars_hercule'?"),
        (
            "nile",
            {"closer_start": 6},
            "closer_start: is not possible in a battle with land; leave it out",
        ),
        ("lissa", {"signals": True}, "signals: needs a side of several seats"),
        ("trafalgar", {"signals": True}, "where nations are allied, by_nation=true makes one"),
        ("lissa", {"closer_start": -1}, "closer_start: found -1"),
        ("lissa", {"choose_targets": True}, "did you mean 'choose_target'?"),
        ("lissa", {"rescue": 3}, "rescue: found 3, allowed: true or false"),
        ("lissa", {"quiet_turns": 0}, "quiet_turns: found 0"),
    ],
)
def test_what_is_wrong_with_a_set_up(scenario: str, options: dict[str, object], told: str) -> None:
    with pytest.raises(SetUpFault) as caught:
        set_up(scenario, options)
    assert told in str(caught.value)


def test_an_edition_is_a_set_of_switches_that_may_be_named_one_by_one() -> None:
    online, board = set_up("lissa").rules, set_up("lissa", {"edition": "board"}).rules
    names = ("choose_target", "aim_per_side", "dbp_boards")
    assert [getattr(online, name) for name in names] == [False] * 3
    assert [getattr(board, name) for name in names] == [True] * 3
    mixed = set_up("lissa", {"edition": "board", "aim_per_side": False}).rules
    assert [getattr(mixed, name) for name in names] == [True, False, True]
    with pytest.raises(SetUpFault, match="edition: found 'bord'"):
        set_up("lissa", {"edition": "bord"})


def test_a_form_offers_the_edition_and_on_open_sea_a_closer_start() -> None:
    """Every offered value of these options can be set up."""
    building = WoodenShips().building
    assert [each.name for each in building.switches("nile")] == [
        "edition", "ask_neighbours", "captains", "deal"
    ]  # fmt: skip
    assert [each.name for each in building.switches("trafalgar")] == [
        "edition",
        "closer_start",
        "ask_neighbours",
        "captains",
        "deal",
        "by_nation",
        "signals",
    ]
    offered = building.switches("mars_hercule")
    assert [each.name for each in offered] == ["edition", "closer_start"]
    for switch in offered:
        for value, _ in switch.values:
            set_up("mars_hercule", {switch.name: value} if value else {})
    near = set_up("mars_hercule", {"closer_start": "4"})
    assert nearest_enemies(near) == 4


@pytest.mark.parametrize("word", ["false", "No", " off "])
def test_a_switch_is_turned_off_in_words(word: str) -> None:
    state = GAME.set_up("constitution_guerriere", {"rescue": word})
    assert state == GAME.set_up("constitution_guerriere", {"rescue": False})
    assert state != GAME.set_up("constitution_guerriere", {"rescue": "yes"})


def test_three_squadrons_are_one_too_many() -> None:
    with pytest.raises(SetUpFault, match="3 are named; a battle has two, one a side"):
        GAME.building.scenario_for(["a", "b", "c"])


def test_a_scenario_that_is_none_has_no_switches() -> None:
    assert GAME.building.switches("armada") == ()
    assert GAME.building.switches("constitution_guerriere") != ()


def test_another_ship_in_her_place_begins_with_a_fresh_crew() -> None:
    ended = GAME.set_up("constitution_guerriere")
    worn = {id: replace(each, crew=(1, 0, 0)) for id, each in ended.ships.items()}
    other = GAME.set_up("chesapeake_shannon")
    then = GAME.building.carried(replace(ended, ships=worn), other, "crews")
    assert then.ships == other.ships
