"""What a seat may do whatever is asked: open its sheet again, fill in one beside what is asked."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.decision import Answer, Area, Decision, Option
from engine.game.question import Fill, Reopen, Sheet, Slot
from engine.kit.agenda import Agenda, permit
from engine.kit.ledger import Ledger, Step


class Wait(Step, frozen=True, tag="wait"):
    """A step that asks the seat whose sheet is open."""


class Watch(msgspec.Struct, frozen=True):
    """A watch at sea: who has sealed, and when each wants to be called."""

    agenda: tuple[Wait, ...] = (Wait(),)
    sealed: tuple[str, ...] = ("A",)
    calls: str = "always"
    dice: int = 0
    outcome: None = None


class Called(msgspec.Struct, frozen=True):
    """A seat wants to be called otherwise."""

    when: str

    def after(self, watch: Watch) -> Watch:
        return replace(watch, calls=self.when)


class Unsealed(msgspec.Struct, frozen=True):
    """A seat has opened its sheet again."""

    seat: str

    def after(self, watch: Watch) -> Watch:
        return replace(watch, sealed=())


def sheet(kind: str, seat: str) -> Sheet:
    """Return a sheet of one slot."""
    options = (Option("always", "Always", None), Option("never", "Never", None))
    return Sheet(kind, seat, kind, "When?", (Slot("call", "Call", options),))


@pytest.fixture
def rules() -> Agenda[Watch]:
    """Return rules with both."""
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
    with pytest.raises(Refused, match="Watch: Call: 'later' is not open"):
        decided(rules, "A", Fill("calls", {"call": Answer("later")}))
    with pytest.raises(Refused, match="the sheet 'watches' is not open now"):
        decided(rules, "B", Fill("watches", {}))


def test_a_game_without_either_refuses_both() -> None:
    rules = Agenda[Watch]()
    assert (rules.reopens(Watch(), "A"), rules.aside(Watch(), "A")) == (None, None)
    with pytest.raises(Refused, match="you have no sealed sheet that is still secret"):
        decided(rules, "A", Reopen())
    with pytest.raises(Refused, match="there is no choice for seat A now"):
        decided(rules, "A", Fill("calls", {}))


class Anchor(msgspec.Struct, frozen=True):
    """Drop an anchor in a place."""

    at: tuple[float, float] = (0.0, 0.0)


def test_a_place_outside_what_is_allowed_is_refused_with_the_place() -> None:
    bay = Area((((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)),), (2.0, 2.0))
    option = Option("anchor", "Anchor", Anchor(), area="at")
    question = Decision("A", "anchor", "Where?", (option,), area=bay)
    permit(question, Anchor((1.0, 3.0)))
    with pytest.raises(Refused, match=r"^\(5, 3.5\) is outside the area that is allowed$"):
        permit(question, Anchor((5.0, 3.5)))
    with pytest.raises(Refused, match=r"^Wait is not open now: Where\?$"):
        permit(question, Wait())
