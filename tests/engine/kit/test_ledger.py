"""The ledger writes events, keeps the states between, and tells the agenda's change once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.base.dice import Dice
from engine.kit.by_type import ByType
from engine.kit.ledger import Ledger, Planned, Step, evolve


class Load(Step, frozen=True, tag="load"):
    """Load."""


class Shoot(Step, frozen=True, tag="shoot"):
    """Shoot."""


class State(msgspec.Struct, frozen=True):
    agenda: tuple[Any, ...] = ()
    dice: int = 0
    outcome: Any = None


class Rolled(msgspec.Struct, frozen=True):
    face: int

    def after(self, state: State) -> State:
        return msgspec.structs.replace(state, dice=state.dice + 1)


def ledger(*agenda: Step) -> Ledger[State, Any]:
    return Ledger(State(agenda), Dice(7), Planned)


def test_many_changes_of_the_agenda_are_one_event_at_the_end() -> None:
    book = ledger(Shoot(), Load())
    book.finish()
    book.write(Rolled(book.face(6)))
    book.plan(Load(), Shoot())
    book.finish()
    decided = book.decided()
    assert [type(event) for event in decided] == [Rolled, Planned]
    assert decided[-1] == Planned(1, (Shoot(),))
    assert decided.states[-1] == book.state == State((Shoot(), Shoot()), 1)


def test_states_are_those_of_folding_the_events() -> None:
    book = ledger(Load())
    book.write(Rolled(1))
    book.finish(Shoot(), Load())
    decided = book.decided()
    state = State((Load(),))
    for event in decided:
        state = evolve(state, event)
    assert state == decided.states[-1] == State((Load(), Shoot()), 1)


def test_an_agenda_that_comes_back_to_what_it_was_is_not_told() -> None:
    book = ledger(Load())
    book.plan(Shoot())
    book.write(Rolled(3))
    book.finish()
    decided = book.decided()
    assert tuple(decided) == (Rolled(3),)
    assert decided.states == (State((Load(),), 1),)


def test_a_shuffle_takes_one_die_a_card_but_the_last() -> None:
    cards = ("a", "b", "c", "d")
    orders = {ledger().shuffled(cards, after) for after in range(40)}
    assert len(orders) > 12
    assert all(sorted(order) == list(cards) for order in orders)


def test_a_type_is_registered_once_and_missing_ones_are_named() -> None:
    tells: ByType[Any] = ByType("tells")
    tells(Rolled)(lambda event: "rolled")
    assert tells.missing(Rolled | Planned) == {"Planned"}
    with pytest.raises(AssertionError, match="Rolled is registered twice"):
        tells(Rolled)(lambda event: "again")
