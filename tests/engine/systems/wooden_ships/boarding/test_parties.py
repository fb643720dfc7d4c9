"""Forming parties to board (Wooden Ships & Iron Men, Grappling and boarding parties)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.systems.wooden_ships.boarding.parties import destinations
from engine.systems.wooden_ships.sailing import why_no_order
from engine.systems.wooden_ships.state.state import Party, Standing, State
from tests.engine.systems.wooden_ships.at_sea import ASKED, GAME, open_all, sea, sheet, ship


def preparing(*ships: dict[str, Any], **head: Any) -> State:
    return sea(*ships, phase="boarding", **head)


def snagged(**fields: Any) -> State:
    return preparing(
        ship("A1", "J20", 1, fouled=["B1"], **fields),
        ship("B1", "K20", 1),
        ship("A2", "I20", 1),
        ship("B2", "J18", 1),
    )


def open_to(state: State, ship_id: str = "A1") -> tuple[str, ...]:
    return destinations(state, state.ships[ship_id])


def test_what_a_section_may_do() -> None:
    assert open_to(snagged()) == ("OBP:B1", "DBP", "TBP:A2", "TBP:B1", "TBP:B2")
    assert open_to(snagged(), "A2") == ("TBP:A1", "TBP:B2")
    assert open_to(snagged(), "B2") == ("TBP:A1", "TBP:A2", "TBP:B1")


@pytest.mark.parametrize(
    "fields", [{"hull": 0}, {"crew": [0, 0, 0]}, {"surrendered": "firepower"}, {"rescued": True}]
)
def test_whose_crew_forms_no_party(fields: dict[str, Any]) -> None:
    assert open_to(snagged(**fields)) == ()


def test_a_prize_crew_on_a_struck_ship_may_leave_and_fight() -> None:
    state = preparing(
        ship("B1", "K20", 1, hull=0, prize={"seat": "A", "squares": 3}),
        ship("A1", "J20", 1),
        A=ASKED,
    )
    assert open_to(state, "B1") == ("TBP:A1",)
    assert [slot.id for slot in sheet(state).slots][-1] == "B1:1"


def test_no_transfer_to_a_surrendered_friend_but_to_a_prize() -> None:
    gone = preparing(ship("A1", "J20", 1), ship("A2", "K20", 1, hull=0), ship("B1", "Z1", 1))
    assert open_to(gone) == ()
    held = preparing(
        ship("A1", "J20", 1), ship("B1", "K20", 1, hull=0, prize={"seat": "A", "squares": 3})
    )
    assert open_to(held) == ("TBP:B1",)


def test_a_ship_whose_player_gave_up_is_not_boarded() -> None:
    state = preparing(ship("A1", "J20", 1, fouled=["B1"]), ship("B1", "K20", 1, surrendered="seat"))
    assert open_to(state) == ("DBP",)


def test_a_slot_for_each_section_with_squares() -> None:
    state = snagged(crew=[0, 2, 4])
    assert [slot.id for slot in sheet(state).slots if slot.subject == "A1"] == ["A1:2", "A1:3"]
    options = [option.id for option in sheet(state).slots[0].options]
    assert options == ["none", *open_to(state)]


def test_a_section_that_is_kept_ends_the_list() -> None:
    after, _ = open_all(snagged(), {"A1:1": "OBP:B1", "A1:2": "none", "A1:3": "DBP"})
    assert after.ships["A1"].parties == (Party((1,), "OBP", "B1"),)


def test_sections_of_one_order_are_one_party() -> None:
    after, _ = open_all(snagged(), {"A1:1": "OBP:B1", "A1:2": "DBP", "A1:3": "OBP:B1"})
    assert after.ships["A1"].parties == (Party((1, 3), "OBP", "B1"), Party((2,), "DBP"))


ASKING = {"A": Standing(neighbours=("*",))}
ENGAGED = [{"sections": [1], "kind": "OBP", "to": "B1", "engaged": True}]


def test_engaged_sections_keep_their_order_while_snagged() -> None:
    state = snagged(parties=ENGAGED)
    assert [slot.id for slot in sheet(state).slots if slot.subject == "A1"] == ["A1:2", "A1:3"]
    after, _ = open_all(state, {"A1:2": "OBP:B1"})
    assert after.ships["A1"].parties == (
        Party((1,), "OBP", "B1", True),
        Party((2,), "OBP", "B1"),
    )


def test_engaged_sections_are_free_when_the_ships_have_parted() -> None:
    state = replace(snagged(parties=ENGAGED), fouled=(), standing=ASKING)
    assert "A1:1" in [slot.id for slot in sheet(state).slots]


def test_nobody_is_asked_who_has_no_one_beside() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "Z1", 1), phase="boarding")
    assert GAME.pending(state) == ()


def test_nobody_is_asked_for_transfers_unless_he_said_so() -> None:
    """A seat is only asked about enemies that hold a ship or can be taken, unless it wants to be
    asked about its own ships.
    """
    beside = (ship("A1", "J20", 1), ship("A2", "I20", 1), ship("B1", "K20", 1))
    assert GAME.pending(preparing(*beside)) == ()
    own = preparing(*beside, A={"neighbours": ["A2"]})
    assert [slot.id for slot in sheet(own).slots] == ["A2:1", "A2:2", "A2:3"]
    fouled = preparing(ship("A1", "J20", 1, fouled=["A2"]), ship("A2", "I20", 1), beside[2])
    assert GAME.pending(fouled) == ()
    gone = preparing(*beside[:2], ship("B1", "K20", 1, surrendered="firepower"))
    assert {slot.subject for slot in sheet(gone).slots} == {"A1"}
    assert {slot.subject for slot in sheet(snagged()).slots} == {"A1"}


def test_of_crews_that_defend_the_last_section_stays_at_the_guns() -> None:
    """Two equal ships are fouled: if both crews only defended, nobody would fire, fight or sail
    again.
    """
    state = preparing(
        ship("A1", "J20", 1, fouled=["B1"], loaded={"starboard": "round"}), ship("B1", "K20", 1)
    )
    drafts = {question.seat: question.proposed for question in GAME.pending(state)}  # type: ignore[union-attr]
    assert [answer.option for answer in drafts["A"].values()] == ["DBP", "DBP", "none"]
    state, _ = open_all(state, {s: a.option for each in drafts.values() for s, a in each.items()})
    assert [question.kind for question in GAME.pending(state)] == ["combat", "combat"]
    free = replace(state, fouled=())
    assert [why_no_order(free, each) for each in free.ships.values()] == ["", ""]
    few = {"crew": [0, 0, 2]}
    alone = preparing(ship("A1", "J20", 1, fouled=["B1"], **few), ship("B1", "K20", 1, **few))
    assert sheet(alone).proposed["A1:3"].option == "none"


def test_no_more_are_proposed_to_go_than_are_enough() -> None:
    """A ship that sends her whole crew would have no crew left."""

    def drafted(mine: list[int], **theirs: Any) -> list[str]:
        state = preparing(
            ship("A1", "J20", 1, fouled=["B1"], crew=mine),
            ship("B1", "K20", 1, **theirs),
            ship("B2", "ZZ1", 1),
        )
        of_a1 = [slot.id for slot in sheet(state).slots]
        return [sheet(state).proposed[slot].option for slot in of_a1]

    assert drafted([5, 5, 4], surrendered="firepower") == ["OBP:B1", "none", "none"]
    assert drafted([2, 5, 4], surrendered="firepower") == ["OBP:B1", "OBP:B1", "none"]
    assert drafted([5, 5, 4], crew=[0, 0, 4]) == ["OBP:B1", "OBP:B1", "none"]
    assert drafted([5, 5, 4], crew=[0, 2, 4]) == ["OBP:B1", "OBP:B1", "none"]
    assert drafted([0, 0, 4], surrendered="firepower") == ["none"]
    assert drafted([0, 2, 4]) == ["DBP", "DBP"]


def test_reserve_forms_no_party() -> None:
    state = replace(snagged(crew=[0, 0, 0], reserve=5), standing=ASKING)
    assert not [slot for slot in sheet(state).slots if slot.subject == "A1"]
