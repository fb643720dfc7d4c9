"""The agenda and the ledger of the campaign, and what is looked up in many chapters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.decided import Decided
from engine.game.question import Question
from engine.game.sheet import Draft, Fault, Fill, Sheet
from engine.kit import ledger as kit
from engine.kit.agenda import Agenda
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.commands import AnyCommand
from engine.systems.iron_oak.campaign.state.evolve import evolve
from engine.systems.iron_oak.campaign.state.state import SEATS, State
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.state.rolls import Roll, sides_of

F = TypeVar("F", bound=Callable[..., tuple[Fault, ...]])
RULES = Agenda[State]()
asks, takes, does = RULES.asks, RULES.takes, RULES.does
pending = RULES.pending
_checks: dict[str, Callable[[State, Sheet, Draft], tuple[Fault, ...]]] = {}


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """What `decide` writes into; a battle inside takes its dice from the same row."""

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, evolve, ev.Planned)
        self.dice = dice

    def roll(self, dice: str, drm: int = 0, after: int = 0) -> Roll:
        """Roll `d10`, `after` dice of the same event; the event that tells of it counts them."""
        faces = tuple(self.face(sides, after + place) for place, sides in enumerate(sides_of(dice)))
        return Roll(dice, faces, drm)


def decide(
    state: State, questions: tuple[Question, ...], seat: str, command: AnyCommand, dice: Dice
) -> Decided[State, ev.AnyEvent]:
    """Return the events that follow from a seat's command; `Refused` when it is not open."""
    ledger = Ledger(state, dice)
    RULES.decide(ledger, questions, seat, command)
    return ledger.decided()


def settled(state: State, dice: Dice) -> State:
    """Return a set-up or a written position after the steps that ask nobody."""
    ledger = Ledger(state, dice)
    RULES.advance(ledger)
    return ledger.state


def side_of(seat: str) -> Side:
    """Return the side of a seat."""
    return "union" if seat == SEATS["union"] else "confederate"


def enemy(side: Side) -> Side:
    """Return the other side."""
    return "confederate" if side == "union" else "union"


# Sheets -----------------------------------------------------------------------


def checks(kind: str) -> Callable[[F], F]:
    """Register what is wrong with a draft of a kind of sheet beyond its slots and purses."""

    def enter(check: F) -> F:
        assert kind not in _checks, f"{kind} is checked twice"
        _checks[kind] = check
        return check

    return enter


def faults(state: State, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
    """Return everything that is wrong with a draft."""
    found = sheet.faults(draft)
    check = _checks.get(sheet.kind)
    return found or (check(state, sheet, draft) if check else ())


def permitted(state: State, seat: str, command: Fill) -> Fill:
    """Return the command; `Refused` with the first fault of its sheet."""
    sheet = next(each for each in pending(state) if each.seat == seat)
    assert isinstance(sheet, Sheet)
    if found := faults(state, sheet, command.answers):
        raise Refused(found[0].why)
    return command


def picked(draft: Draft, slot: str) -> tuple[str, ...]:
    """Return what a draft has chosen in a slot."""
    return draft[slot].chosen if slot in draft else ()
