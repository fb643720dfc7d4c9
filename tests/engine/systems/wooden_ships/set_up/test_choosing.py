"""Captains who share a fleet choose its ships in turn before the first turn of the battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET

from engine.base.errors import Refused, SetUpFault
from engine.game.decision import Answer
from engine.game.panel import Heading, ShipLine
from engine.game.question import Fill, Sheet
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.set_up.switches import REST, SHIP
from engine.systems.wooden_ships.state.events import ChoicePassed, ShipChosen
from engine.systems.wooden_ships.state.state import Pool

GAME = WoodenShips()
CHOICE = {"deal": "choice"}
TWO = {"captains": 2, **CHOICE}


def begun(captains: int = 2, scenario: str = "algeciras", **options: object) -> Battle:
    return Battle.new(GAME, scenario, 1, {"captains": captains, **CHOICE, **options})


def asked(battle: Battle, seat: str) -> Sheet:
    found = next(each for each in battle.pending() if each.seat == seat)
    assert isinstance(found, Sheet)
    return found


def choosers(battle: Battle) -> list[str]:
    return [each.seat for each in battle.pending() if each.kind == "choosing"]


def chooses(battle: Battle, seat: str, ship: str) -> None:
    battle.answer(seat, {SHIP: Answer(ship)})


def fleet(battle: Battle, seat: str) -> set[str]:
    return {ship.id for ship in battle.state.ships.values() if ship.seat == seat}


def told(battle: Battle) -> list[str]:
    """Return the lines of the log that are about choices of ships."""
    events = (event for each in battle.entries for event in each.events)
    return [
        GAME.words.tell(battle.state, each, "")
        for each in events
        if isinstance(each, ShipChosen | ChoicePassed)
    ]


def test_every_other_round_goes_backwards() -> None:
    order = [Pool(("A", "B", "C"), (), taken).turn_of for taken in range(10)]
    assert "".join(order) == "ABCCBAABCC"


def test_captains_choose_ships_of_their_own_fleet_until_each_has_his_part() -> None:
    battle = begun(3, "trafalgar")
    wanted: dict[str, set[str]] = {key: set() for key in "ABCDEF"}
    while seats := choosers(battle):
        for seat in seats:
            ids = [option.id for option in asked(battle, seat).slots[0].options]
            assert ids.pop() == REST
            assert {id[0] for id in ids} == {"A" if seat in "ABC" else "D"}
            chooses(battle, seat, ids[-1])
            wanted[seat].add(ids[-1])
    assert battle.state.pools is UNSET
    assert [len(fleet(battle, key)) for key in "ABCDEF"] == [9, 9, 9, 11, 11, 11]
    given = {key: fleet(battle, key) - wanted[key] for key in wanted}
    assert {key: len(ships) for key, ships in given.items() if ships} == {"C": 1, "F": 1}, (
        "nobody is asked about the last ship of a fleet"
    )
    assert (battle.state.turn, {each.kind for each in battle.pending()}) == (1, {"orders"})


def test_a_choice_of_one_fleet_changes_no_question_of_the_other() -> None:
    """Otherwise a captain's clock would start again with every choice of an enemy."""
    battle = begun()
    before = asked(battle, "C")
    chooses(battle, "A", "A2")
    chooses(battle, "B", "A3")
    assert asked(battle, "C") == before


def test_who_passes_gets_the_strongest_ship_at_each_of_his_turns() -> None:
    battle = begun()
    assert asked(battle, "A").proposed == {SHIP: Answer("A1")}
    chooses(battle, "A", REST)
    assert told(battle) == [
        "British 1 leaves the rest of the choice to the program",
        "British 1 gets A1 Caesar",
    ]
    chooses(battle, "B", "A2")
    chooses(battle, "B", "A3")
    assert told(battle)[2:] == [
        "British 2 chose A2 Pompee", "British 2 chose A3 Spencer", "British 1 gets A4 Hannibal"
    ]  # fmt: skip
    chooses(battle, "C", REST)
    chooses(battle, "D", REST)
    assert [fleet(battle, key) for key in "CD"] == [{"C1", "C6", "C3"}, {"C5", "C2", "C4"}]
    assert battle.state.pools is UNSET


def test_a_choice_that_is_not_open_is_refused_and_changes_nothing() -> None:
    battle = begun()
    first = Fill(asked(battle, "A").id, {SHIP: Answer("A2")})
    for seat, ship, why in (
        ("A", "C1", "'C1' is not possible"),
        ("A", "Z9", "'Z9' is not possible"),
        ("A", "", "nothing is chosen"),
        ("A", "A\x1b[2J1", "is not possible"),
        ("B", "A1", "there is no choice for seat B now"),
        ("D", "C1", "there is no choice for seat D now"),
    ):
        with pytest.raises(Refused, match=why.replace("[", r"\[")):
            chooses(battle, seat, ship)
    for answers in ({}, {SHIP: Answer("A1"), "A1": Answer("A2")}, {"A1": Answer("A1")}):
        with pytest.raises(Refused):
            battle.answer("A", answers)
    with pytest.raises(Refused, match="at most 1"):
        battle.answer("A", {SHIP: Answer(picks=("A1", "A2"))})
    assert not battle.entries
    battle.submit("A", first)
    chooses(battle, "B", "A3")
    chooses(battle, "B", "A4")
    for late in (first, Fill(first.sheet, {SHIP: Answer("A1")})):
        with pytest.raises(Refused):
            battle.submit("A", late)
    assert fleet(battle, "A") >= {"A2"}


def test_the_same_choice_twice_takes_one_ship() -> None:
    """If a captain chooses twice in succession, a late copy of the first choice is refused."""
    battle = begun()
    chooses(battle, "A", "A1")
    sheet = asked(battle, "B")
    battle.submit("B", Fill(sheet.id, {SHIP: Answer("A2")}))
    with pytest.raises(Refused, match="is closed"):
        battle.submit("B", Fill(sheet.id, {SHIP: Answer("A3")}))
    with pytest.raises(Refused, match="'A2' is not possible"):
        chooses(battle, "B", "A2")
    closed = asked(battle, "B").slots[0].closed
    assert [(each.label, each.why_not) for each in closed] == [
        ("A1 Caesar", "British 1 has taken her"), ("A2 Pompee", "British 2 has taken her")
    ]  # fmt: skip


def test_a_choice_is_undone_until_the_next_captain_has_chosen() -> None:
    battle = begun()
    chooses(battle, "A", "A3")
    battle.undo("A")
    assert fleet(battle, "B") == set()
    assert choosers(battle) == ["A", "C"]
    chooses(battle, "A", "A4")
    chooses(battle, "B", "A3")
    assert battle.why_not_undo("A")


def test_the_roster_lists_ships_that_nobody_has_chosen_without_an_owner() -> None:
    battle = begun()
    chooses(battle, "A", "A3")
    rows = GAME.screen.roster(battle.view("A"))
    owners = {row.key: row.owner for row in rows if isinstance(row, ShipLine)}
    assert owners == {"A3": "A", **dict.fromkeys(("A1", "A2", "A4"), ""),
                      **dict.fromkeys((f"C{n}" for n in range(1, 7)), "")}  # fmt: skip
    heads = [row.title for row in rows if isinstance(row, Heading)]
    assert heads == ["Fleets", "Ships left: British", "Ships left: French and Spanish"]
    assert GAME.screen.status(battle.view("A")).phase == "CHOOSING"


def test_standing_choices_are_for_ships_that_a_captain_has() -> None:
    battle = begun()
    assert GAME.aside(battle.state, "A") is None
    chooses(battle, "A", "A3")
    chooses(battle, "B", "A1")
    chooses(battle, "B", "A2")
    sheet = GAME.aside(battle.state, "B")
    assert sheet
    assert {slot.subject for slot in sheet.slots} == {"", "A1", "A2"}


def test_a_choice_is_one_of_the_same_ships_as_a_deal() -> None:
    """Only the captains of the ships, and so their labels, differ; also with other options."""
    for options in ({}, {"closer_start": 4}, {"ask_neighbours": True}, {"signals": True}):
        dealt, battle = GAME.set_up("algeciras", {"captains": 2, **options}), begun(**options)
        same = [(ship.name, ship.bow, ship.facing) for ship in dealt.ships.values()]
        chosen = [(ship.name, ship.bow, ship.facing) for ship in battle.state.ships.values()]
        assert sorted(chosen) == sorted(same)
        for seat in "ACBD":
            chooses(battle, seat, REST)
        wanted = "signals" if "signals" in options else "orders"
        assert {each.kind for each in battle.pending()} == {wanted}


def test_nations_with_a_seat_each_choose_among_their_own() -> None:
    battle = begun(2, "trafalgar", by_nation=True)
    assert choosers(battle) == ["A", "C", "E"]
    nations = {
        battle.state.ships[option.id].nation
        for option in asked(battle, "E").slots[0].options
        if option.id != REST
    }
    assert nations == {"spanish"}


def test_a_fleet_of_one_ship_a_captain_is_chosen_once() -> None:
    """At Lake Erie the fleets have nine and six ships, so each of four captains has one or two."""
    battle = begun(4, "lake_erie")
    while seats := choosers(battle):
        chooses(battle, seats[0], REST)
    seats = battle.state.seats
    assert all(fleet(battle, key) for key in seats)


@pytest.mark.parametrize("options", [CHOICE, {"captains": 1, **CHOICE}])
def test_a_choice_needs_captains_who_share_a_fleet(options: dict[str, object]) -> None:
    with pytest.raises(SetUpFault, match="needs two or more captains who share"):
        GAME.set_up("trafalgar", options)


def test_duels_have_nothing_to_choose() -> None:
    state = GAME.set_up("mars_hercule", {"captains": 4, **CHOICE})
    assert state.pools is UNSET
    assert len(state.seats) == 2


@pytest.mark.parametrize("player", ["ensign", "lieutenant", "captain", "admiral"])
def test_computers_choose_and_the_file_is_decided_again(player: str, tmp_path: Path) -> None:
    path = tmp_path / "chosen.battle"
    battle = Battle.new(GAME, "algeciras", 3, {**TWO, "captains": 3}, path=path)
    players = {key: make_player(player, GAME, 3, key) for key in battle.state.seats}
    while choosers(battle):
        question = battle.pending()[0]
        answer = players[question.seat].choose(battle.view(question.seat), question)
        battle.answer(question.seat, answer)
    assert all(fleet(battle, key) for key in battle.state.seats)
    battle.close()
    again = Battle.open(path)
    again.verify()
    assert again.state == battle.state
