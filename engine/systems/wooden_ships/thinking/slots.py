"""What an answer to one slot of a sheet is worth, and which signal fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.base.text import counted
from engine.game.decision import Answer, Reason
from engine.game.question import Draft, Sheet
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet import apart, surrendered
from engine.systems.wooden_ships.signals import NONE
from engine.systems.wooden_ships.state.state import State, afloat, friends
from engine.systems.wooden_ships.thinking.advice.replies import replied_reasons
from engine.systems.wooden_ships.thinking.courses import plot_score
from engine.systems.wooden_ships.thinking.holds import (
    boarding_back_reasons,
    casting_off_reasons,
    grappling_reasons,
    party_reasons,
    unfouling_reasons,
)
from engine.systems.wooden_ships.thinking.prospect import fire_reasons, loading_reasons

# Which signal fits what a flagship is about to do herself.


def signal_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return what speaks for a signal: that it names what her distance to the enemy calls for.

    Nobody is bound by it, so a signal that says something else is worth less than none.
    """
    wanted, text = fitting_signal(view, slot)
    worth = 1.0 if option == wanted else 0.0 if option == NONE else -1.0
    return (Reason("signal", text, worth),)


def fitting_signal(view: State, ship_id: str) -> tuple[str, str]:
    """Return the option that tells a flagship's plan, and why.

    Out of range she makes sail for the nearest enemy, within it she closes, where carronades and
    rakes tell she engages.
    """
    ship = view.ships[ship_id]
    ranges = book().gunnery
    enemies = [
        other for other in afloat(view) if not friends(view, ship, other) and not surrendered(other)
    ]
    if not enemies:
        return NONE, "no enemy to signal about"
    nearest = min(enemies, key=lambda other: apart(ship, other))
    far = apart(ship, nearest)
    text = f"{nearest.id} at {counted(far, 'hex', 'hexes')}"
    if far > ranges.max_range:
        return f"make_sail:{nearest.id}", text
    return (f"close:{nearest.id}" if far > ranges.carronade_range else "engage"), text


# What an answer to one slot of a sheet is worth, in points of damage or so, and why.


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
