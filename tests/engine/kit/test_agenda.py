"""What a seat may do at any time: open its sealed sheet again, or fill in its sheet of standing
choices.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.decision import Answer, Area, Decision, Option
from engine.game.question import Fill, Reopen, Sheet, Slot
from engine.kit.agenda import Agenda, validate
from engine.kit.by_type import ByType
from engine.kit.ledger import Ledger, Planned, Step, evolve


class Wait(Step, frozen=True, tag="wait"):
    """A step of the agenda that asks the seat whose sheet is open."""


class Watch(msgspec.Struct, frozen=True):
    """The state of a fake game, a watch at sea: which seats have sealed, and when each wants to be
    called.
    """

    agenda: tuple[Wait, ...] = (Wait(),)
    sealed: tuple[str, ...] = ("A",)
    calls: str = "always"
    dice: int = 0
    outcome: None = None


class Called(msgspec.Struct, frozen=True):
    """The event that a seat wants to be called at another time."""

    when: str

    def after(self, watch: Watch) -> Watch:
        return replace(watch, calls=self.when)


class Unsealed(msgspec.Struct, frozen=True):
    """The event that a seat has opened its sealed sheet again."""

    seat: str

    def after(self, watch: Watch) -> Watch:
        return replace(watch, sealed=())


def sheet(kind: str, seat: str) -> Sheet:
    """Return a sheet of one slot."""
    options = (Option("always", "Always", None), Option("never", "Never", None))
    return Sheet(kind, seat, kind, "When?", (Slot("call", "Call", options),))


@pytest.fixture
def rules() -> Agenda[Watch]:
    """Return rules that allow a seat to open its sheet again and to change its standing choices."""
    rules = Agenda[Watch]()

    @rules.asks(Wait)
    def _ask(watch: Watch, step: Wait) -> tuple[Sheet, ...]:
        return tuple(sheet("orders", seat) for seat in "AB" if seat not in watch.sealed)

    @rules.reopening(lambda watch, seat: "" if seat in watch.sealed else "it lies open")
    def _reopen(ledger: Ledger[Watch, object], seat: str) -> None:
        ledger.write(Unsealed(seat))

    @rules.beside(
        "calls",
        lambda _, seat: sheet("calls", seat) if seat == "A" else None,
        "none sleep",
        "Watch",
    )
    def _change(ledger: Ledger[Watch, object], seat: str, fill: Fill) -> None:
        ledger.write(Called(fill.answers["call"].option))

    return rules


def decided(rules: Agenda[Watch], seat: str, command: object) -> Watch:
    ledger = Ledger[Watch, object](Watch(), Dice(1), lambda off, on: "")
    rules.decide(ledger, rules.pending(ledger.state), seat, command)
    return ledger.state


def test_a_sealed_sheet_is_opened_again_by_who_sealed_it(rules: Agenda[Watch]) -> None:
    assert rules.reopens(Watch(), "A") == Reopen()
    assert rules.reopens(Watch(), "B") is None
    assert decided(rules, "A", Reopen()).sealed == ()
    with pytest.raises(Refused, match="it lies open"):
        decided(rules, "B", Reopen())


def test_a_sheet_beside_what_is_asked_is_taken_from_who_is_asked_nothing(
    rules: Agenda[Watch],
) -> None:
    fill = Fill("calls", {"call": Answer("never")})
    assert rules.aside(Watch(), "A") == sheet("calls", "A")
    assert decided(rules, "A", fill).calls == "never"
    with pytest.raises(Refused, match="Watch: none sleep"):
        decided(rules, "B", fill)
    with pytest.raises(Refused, match="Watch: Call: 'later' is not possible"):
        decided(rules, "A", Fill("calls", {"call": Answer("later")}))
    with pytest.raises(Refused, match="the sheet 'watches' is closed"):
        decided(rules, "B", Fill("watches", {}))


def test_a_game_without_either_refuses_both() -> None:
    rules = Agenda[Watch]()
    assert (rules.reopens(Watch(), "A"), rules.aside(Watch(), "A")) == (None, None)
    with pytest.raises(Refused, match="you have no sealed sheet that is still secret"):
        decided(rules, "A", Reopen())
    with pytest.raises(Refused, match="there is no choice for seat A now"):
        decided(rules, "A", Fill("calls", {}))


class Anchor(msgspec.Struct, frozen=True):
    """The command to drop an anchor at a place."""

    at: tuple[float, float] = (0.0, 0.0)


def test_a_place_outside_what_is_allowed_is_refused_with_the_place() -> None:
    bay = Area((((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)),), (2.0, 2.0))
    option = Option("anchor", "Anchor", Anchor(), area="at")
    question = Decision("A", "anchor", "Where?", (option,), area=bay)
    validate(question, Anchor((1.0, 3.0)))
    with pytest.raises(Refused, match=r"^\(5, 3.5\) is outside the allowed area$"):
        validate(question, Anchor((5.0, 3.5)))
    with pytest.raises(Refused, match=r"^Wait is not possible now: Where\?$"):
        validate(question, Wait())


# The ledger writes events, keeps the states between, and tells the agenda's change once.


class Load(Step, frozen=True, tag="load"):
    """The step of loading a gun."""


class Shoot(Step, frozen=True, tag="shoot"):
    """The step of firing a gun."""


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
