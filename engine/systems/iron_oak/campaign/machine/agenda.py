"""The agenda and the ledger of a war, and what is wrong with a draft of one of its sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.question import Draft, Fault, Fill, Sheet
from engine.kit import ledger as kit
from engine.kit.agenda import Agenda
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.state.state import Roll, sides_of

# The agenda of a war: chapters register here what their steps ask, take and do.


RULES = Agenda[State]()


# The ledger of one decision: the war so far, the dice, and the facts written down.


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """What `decide` writes into: a chapter of the war rolls, writes events, reads what follows.

    A game makes one for each command. A battle inside has a ledger of its own, made of the same
    dice, and what happened there is written here as `InBattle`.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, ev.Planned)
        self.dice = dice

    def roll(self, dice: str, drm: int = 0, after: int = 0) -> Roll:
        """Roll `d10`, `after` dice of the same event; the event that tells of it counts them."""
        faces = tuple(self.face(sides, after + place) for place, sides in enumerate(sides_of(dice)))
        return Roll(dice, faces, drm)


# Sheets: what is wrong with a draft beyond its slots and purses.


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
