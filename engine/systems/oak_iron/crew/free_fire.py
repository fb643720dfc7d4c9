"""Which card grants an attack that is asked for, and what it does to it."""

from __future__ import annotations

from engine.systems.oak_iron.crew.crew_attacks import granted
from engine.systems.oak_iron.crew.reaction import answer
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import FreeAttack, SecondBroadside


def by_card(view: State, kind: str, ship: Ship) -> tuple[str, bool]:
    """Return the card that grants an attack in a kind of question, and whether it only tires."""
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, FreeAttack | SecondBroadside):
        return step.card, False
    if kind == "crew_action":
        return granted(view, ship)
    if kind == "reaction" and view.activation is not None:
        moved = view.ships[view.activation.ship]
        card, reaction = answer(view, ship.squadron, moved)
        return card, reaction.fatigue_only
    return "", False
