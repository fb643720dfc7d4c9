"""A sheet can be filled in as the same seat filled in its last sheet of this kind."""

from __future__ import annotations

from engine.game.decision import Answer, Option
from engine.game.game import Record
from engine.game.question import Fill, Sheet, Slot
from engine.sitting.orders import AS_LAST_TIME, previous_answers


def sheet(id: str, *options: str) -> Sheet:
    slot = Slot("A1", "Lark", tuple(Option(each, each, None) for each in options))
    return Sheet(id, "A", "orders", "Orders", (slot, Slot("A2", "Wren", slot.options)))


def sealed(n: int, seat: str, id: str, **answers: str) -> Record:
    command = Fill(id, {slot: Answer(option) for slot, option in answers.items()})
    return Record(n=n, kind="command", at=n, seat=seat, command=command)


def test_the_latest_sheet_of_the_kind_and_seat_is_offered_again() -> None:
    """The enemy's answers, and answers to another kind of sheet, are not offered."""
    entries = [
        sealed(1, "A", "orders 1", A1="stay", A2="go"),
        sealed(2, "A", "orders 2", A1="go", A2="go"),
        sealed(3, "B", "orders 2", A1="stay", A2="stay"),
        sealed(4, "A", "repairs 2", A1="stay"),
    ]
    (found,) = previous_answers(entries, sheet("orders 3", "stay", "go"))
    assert found.name == AS_LAST_TIME
    assert found.answers == {"A1": Answer("go"), "A2": Answer("go")}


def test_what_is_not_open_any_more_is_left_out() -> None:
    entries = [sealed(1, "A", "orders 1", A1="stay", A2="go", A9="go")]
    (found,) = previous_answers(entries, sheet("orders 2", "go"))
    assert found.answers == {"A2": Answer("go")}
    assert previous_answers(entries, sheet("orders 2", "drift")) == ()
    assert previous_answers([], sheet("orders 2", "go")) == ()
