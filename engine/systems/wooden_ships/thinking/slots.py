"""What an answer to one slot of a sheet is worth, in points of damage or so, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.game.advice import Reason
from engine.game.answer import Answer
from engine.game.sheet import Draft, Sheet
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.thinking.advice.replies import replied_reasons
from engine.systems.wooden_ships.thinking.broadsides import fire_reasons, loading_reasons
from engine.systems.wooden_ships.thinking.courses import plot_score
from engine.systems.wooden_ships.thinking.holds import (
    boarding_back_reasons,
    casting_off_reasons,
    grappling_reasons,
    party_reasons,
    unfouling_reasons,
)
from engine.systems.wooden_ships.thinking.signalling import signal_reasons

Reasons = Callable[[State, str, str], tuple[Reason, ...]]


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return how good an answer to a slot looks; higher is better.

    Of plots the enemy's replies are not looked at, so that fleets are quick.
    """
    if sheet.kind == "orders":
        return plot_score(view, slot, answer.option, draft)
    return sum(reason.worth for reason in _REASONS[sheet.kind](view, slot, answer.option))


def slot_reasons(
    view: State, kind: str, slot: str, option: str, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    """Return what speaks for and against an option of a slot; for plots the replies as well."""
    if kind == "orders":
        return replied_reasons(view, slot, option, draft)
    return _REASONS[kind](view, slot, option)


_REASONS: dict[str, Reasons] = {
    "signals": signal_reasons,
    "unfouling": unfouling_reasons,
    "grappling": grappling_reasons,
    "ungrappling": casting_off_reasons,
    "boarding": party_reasons,
    "combat": fire_reasons,
    "melee": boarding_back_reasons,
    "loading": loading_reasons,
}
