"""Ship cards, the roster of squadrons, hands and the status bar."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engine.game.game import Outcome
from engine.game.panel import (
    Heading,
    Row,
    ShipLine,
    ShipPlan,
    SideLine,
    Title,
    Track,
    Words,
    taught_rows,
)
from engine.kit.ledger import put_ship
from engine.systems.oak_iron.machine import name_of
from engine.systems.oak_iron.screen.panel import LEGEND, card, hand, squadrons, status, tipping
from engine.systems.oak_iron.state.state import HIDDEN, Activation, State
from engine.systems.oak_iron.turn.end_phase import verdict
from engine.systems.oak_iron.victory import strike
from engine.systems.oak_iron.victory import strike as account
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship, with_squadron
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship


def text(row: Words) -> str:
    return "".join(span.text for span in row.spans)


def lines(rows: Sequence[Row]) -> list[str]:
    return [text(row) for row in rows if isinstance(row, Words)]


def test_a_card_shows_the_printed_values_and_marks_the_reconstructed_ones() -> None:
    rows = card(small_battle(), "A2")
    shown = lines(rows)
    assert "fortitude 1   broadside 3~   crew 1~" in shown
    assert "skill 0       windward 2~    large 3~" in shown
    assert shown[-1] == LEGEND


def test_a_card_has_title_plan_and_both_tracks() -> None:
    state = with_ship(small_battle(), "A1", damage=2, reload=("port",))
    rows = card(state, "A1")
    assert rows[0] == Title("A1", "A", "Swan", "Petite Fregate", "*p")
    plan = ShipPlan("A", 4, port_loaded=False, starboard_loaded=True)
    assert taught_rows("reload_and_crew", plan)[0] in rows
    tracks = [row for row in rows if isinstance(row, Track)]
    assert [(row.label, row.filled, row.total) for row in tracks] == [
        ("damage", 2, 7),
        ("fatigue", 0, 7),
    ]
    assert [row.told for row in tracks] == ["2 damage of 7", "no fatigue"]
    assert "port to reload" in lines(rows)


def test_a_flagship_names_her_admiral() -> None:
    state = with_squadron(small_battle(), "A", admiral="untested_admiral", admiral_value=1)
    shown = lines(card(state, "A1"))
    assert any(line.startswith("admiral ") and line.endswith("value 1") for line in shown)
    assert not any(line.startswith("admiral") for line in lines(card(state, "A2")))
    assert not any(line.startswith("admiral") for line in lines(card(small_battle(), "A1")))


def test_options_and_upgrades_are_named_and_a_ship_without_any_has_no_empty_line() -> None:
    plain = with_ship(small_battle(), "A2", options=(), upgrades=())
    assert "" not in lines(card(plain, "A2"))
    dear = with_ship(plain, "A2", options=("additional_guns",), upgrades=("foul",))
    new = [each for each in lines(card(dear, "A2")) if each not in lines(card(plain, "A2"))]
    assert any(name_of("additional_guns") in each and name_of("foul") in each for each in new)


def test_a_ship_without_a_name_goes_by_her_type_and_class() -> None:
    head = card(with_ship(small_battle(), "A2", name=""), "A2")[0]
    assert head == Title("A2", "A", "Sloop", "unrated", "")


def test_the_sail_setting_stands_in_brackets_and_capitals() -> None:
    shown = lines(card(with_ship(small_battle(), "A1", sail="full"), "A1"))
    assert "sail    [FULL] battle minimal anchored" in shown


def test_more_guns_show_beside_the_broadside_and_on_the_plan() -> None:
    rows = card(with_ship(small_battle(), "A2", options=("additional_guns",)), "A2")
    assert any("broadside 3~+1" in line for line in lines(rows))
    assert any(isinstance(row, ShipPlan) and row.guns == 4 for row in rows)


def test_the_speed_comes_with_its_reason_at_each_point_of_sail_that_may_count() -> None:
    beam_on = lines(card(small_battle(), "A1"))
    assert "speed   3 large or 2 windward: her captain chooses" in beam_on
    state = replace(
        small_battle(),
        activation=Activation(ship="A1", phase="movement", point="windward", adjust=1),
    )
    assert [line for line in lines(card(state, "A1")) if line.startswith("speed")] == [
        "speed   3 = windward 2, Adjust Speed +1"
    ]


def test_a_sunk_ship_still_has_a_card_that_says_so() -> None:
    state = with_ship(small_battle(), "B2", pose=None, lost="sunk", damage=7, fatigue=7)
    assert "sunk" in lines(card(state, "B2"))
    assert card(state, "Z9") == ()


def test_the_strip_has_a_line_for_every_ship_and_its_points() -> None:
    state = with_ship(small_battle(), "B2", damage=7, fatigue=7)
    rows = squadrons(state)
    assert [row.key for row in rows if isinstance(row, ShipLine)] == ["A1", "A2", "B1", "B2"]
    blue = next(row for row in rows if isinstance(row, SideLine) and row.key == "B")
    assert (blue.name, blue.points, blue.tip, blue.spare) == ("Blue", "2/1", "STRIKES", "fortune 1")
    assert [row.note for row in rows if isinstance(row, ShipLine)][-1] == "out of action"


def test_the_strip_says_what_would_tip_a_squadron() -> None:
    state = small_battle()
    assert tipping(state, "B") == "1 loss ends it"
    crippled = with_ship(with_ship(state, "B1", damage=7), "B2", aground=True)
    assert tipping(crippled, "B") == "1 cripple ends it"
    three = replace(
        state,
        ships={**state.ships, "B3": replace(state.ships["B2"], id="B3")},
        rules=replace(state.rules, flagship_points=False),
    )
    assert tipping(three, "B") == ""


def test_a_hand_shows_values_and_effects_lowest_first() -> None:
    state = with_squadron(
        small_battle(), "A", hand=("effective_fire", "down"), face_down="careful_aim"
    )
    rows = hand(state, "A")
    assert rows[0] == Heading("Hand of Red", until="first", lesson="initiative_cards")
    assert [row.title for row in rows[1:2] if isinstance(row, Heading)] == [
        "Hand of Red, fortune 1"
    ]
    shown = lines(rows)
    assert shown[0].startswith("next 2 Careful Aim  ")
    assert shown[1].startswith("1 Down!  ")
    assert shown[2].startswith("3 Effective Fire  Broadsides of your")


def test_of_the_other_hand_only_the_count_and_cards_once_seen_are_shown() -> None:
    state = with_squadron(
        small_battle(),
        "B",
        hand=(HIDDEN, HIDDEN, HIDDEN),
        face_down=HIDDEN,
        face_up="reload",
        seen=("reload", "take_courage"),
    )
    shown = lines(hand(state, "A"))[-3:]
    assert shown[0].startswith("now  3 Reload!")
    assert shown[1] == "3 cards in hand, one face down"
    assert shown[2] == "seen: 2 Take Courage"


def test_a_watcher_sees_no_hand_of_its_own() -> None:
    headings = [row for row in hand(small_battle(), "") if isinstance(row, Heading)]
    assert [row.title for row in headings] == ["Hand of Red, fortune 1", "Hand of Blue, fortune 1"]


def test_the_status_bar_says_turn_phase_initiative_and_points() -> None:
    state = with_ship(small_battle(), "B1", damage=7)
    shown = status(state)
    assert (shown.turn, shown.phase, shown.note) == (
        "TURN 3 OF 10",
        "ATTACK",
        "Red has the initiative",
    )
    assert shown.points == "Red 0/2  Blue 1/2"


def test_the_status_bar_tells_how_a_battle_ended() -> None:
    over = status(replace(small_battle(), outcome=Outcome(("A",), "Blue strikes")))
    assert (over.phase, over.note) == ("OVER", "Blue strikes")


def test_what_a_seat_may_not_see_lies_face_down_and_a_prize_names_her_captor() -> None:
    covered = with_squadron(small_battle(), "A", hand=(HIDDEN,), face_down=HIDDEN)
    assert lines(hand(covered, "A"))[:2] == ["next a card, face down", "a card, face down"]
    taken = with_ship(small_battle(), "B1", captured_by="A")
    notes = {row.key: row.note for row in squadrons(taken) if isinstance(row, ShipLine)}
    assert notes == {"A1": "", "A2": "", "B1": "taken by Red", "B2": ""}


# The ledger of strike points, and what is one step from the end, held against the rules.


def line(*hurt: dict[str, object]) -> State:
    """Return three ships a side; the first ships of A have this damage."""
    mine = [ship(f"A{n + 1}", "corvette", 5 + 5 * n, 20, 180, **hurt[n]) for n in range(3)]  # type: ignore[arg-type]
    theirs = [ship(f"B{n}", "fluyt", 5 + 5 * n, 30, 0) for n in (1, 2, 3)]
    return Skirmish(*mine, *theirs, initiative="A").state


FLEETS = (
    line({}, {}, {}),
    line({"damage": 7}, {}, {}),
    line({"damage": 7}, {"damage": 7}, {}),
    line({"damage": 7, "fatigue": 7}, {}, {}),
    line({"damage": 7, "fatigue": 7}, {"damage": 7}, {}),
)


POINTS = (0, 1, 2, 3, 4)
"""Strike points of side A: 1 for a crippled ship, 2 for a lost one, 3 for a lost flagship (ch. 4,
Strike Points)."""


@pytest.mark.parametrize("number", range(len(FLEETS)))
def test_the_entries_add_up_to_the_points(number: int) -> None:
    state = FLEETS[number]
    made = account.entries(state, "A")
    assert sum(int(entry.split()[-1]) for entry in made) == POINTS[number]
    assert strike.points(state, "A") == POINTS[number]
    assert (account.entries(state, "B"), strike.points(state, "B")) == ((), 0)


@pytest.mark.parametrize("number", range(len(FLEETS)))
def test_one_step_from_striking_is_what_the_end_phase_would_say(number: int) -> None:
    """Each ship is crippled or lost, one at a time: exactly the announced cases end the battle."""
    state = FLEETS[number]
    told = account.one_step_from(state, "A")
    if verdict(state) is not None:
        assert told == ()
        return
    found = []
    for each in state.own_ships("A"):
        crippled = replace(each, damage=each.damage_boxes)
        lost = replace(crippled, fatigue=each.fatigue_boxes)
        if not each.crippled and verdict(put_ship(state, crippled)) is not None:
            found.append(f"{each.id} crippled")
        elif each.fights and verdict(put_ship(state, lost)) is not None:
            found.append(f"{each.id} lost")
    assert list(told) == found


def test_it_stands_with_all_ships_and_not_in_the_panel() -> None:
    state = FLEETS[1]
    assert "A1 crippled 1" in str(GAME.screen.forces(state))
    assert "Strike points from" not in str(GAME.screen.roster(state))


def test_the_top_line_has_the_reason_of_the_end_in_good_grammar() -> None:
    reason = "Blue withdraws: 2 strike points, 1 ships"  # as files have it
    over = replace(small_battle(), outcome=Outcome(("A",), reason))
    assert status(over).note == "Blue withdraws: 2 strike points, 1 ship"
