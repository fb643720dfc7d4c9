"""Sheets of the campaign: what is wrong with a draft beyond its slots and purses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.base.errors import Refused
from engine.game.question import Draft, Fault, Fill, Sheet
from engine.systems.iron_oak.campaign.machine.agenda import RULES
from engine.systems.iron_oak.campaign.state.state import State

DraftCheck = Callable[[State, Sheet, Draft], tuple[Fault, ...]]
C = TypeVar("C", bound=DraftCheck)

_checks: dict[str, DraftCheck] = {}


def checks(kind: str) -> Callable[[C], C]:
    """Register what is wrong with a draft of a kind of sheet beyond its slots and purses."""

    def enter(check: C) -> C:
        assert kind not in _checks, f"{kind} is checked twice"
        _checks[kind] = check
        return check

    return enter


def faults(view: State, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
    """Return everything that is wrong with a draft."""
    found = sheet.faults(draft)
    check = _checks.get(sheet.kind)
    return found or (check(view, sheet, draft) if check else ())


def permitted(state: State, seat: str, command: Fill) -> Fill:
    """Return the command; `Refused` with the first fault of its sheet."""
    sheet = next(each for each in RULES.pending(state) if each.seat == seat)
    assert isinstance(sheet, Sheet)
    if found := faults(state, sheet, command.answers):
        raise Refused(found[0].why)
    return command


def picked(draft: Draft, slot: str) -> tuple[str, ...]:
    """Return what a draft has chosen in a slot."""
    return draft[slot].chosen if slot in draft else ()
