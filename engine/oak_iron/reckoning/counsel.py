"""Counsel on any question: from the room of the reckoning that knows it, else none."""

from __future__ import annotations

from engine.counsel import Counsel
from engine.decision import Decision
from engine.oak_iron.reckoning import helm, orders
from engine.oak_iron.state import State


def counsel(view: State, decision: Decision) -> tuple[Counsel, ...]:
    """Return answers with their worth and reasons, best first; none where an appraisal must do."""
    if decision.kind == "name_ship":
        return orders.first_to_act(view, decision)
    act = view.activation
    if act is None or act.ship != decision.ship or not view.ships[act.ship].afloat:
        return ()
    match decision.kind:
        case "manoeuvre" if not act.cut_free:
            return helm.manoeuvre(view, decision)
        case "seamanship_action" | "point_of_sail" if not view.holds(act.ship):
            return helm.before_the_move(view, decision)
        case "turn":
            return helm.further_turn(view, decision)
        case "shift":
            return helm.shift(view, decision)
        case "crew_action" | "attack" | "second_broadside":
            return orders.orders(view, decision)
    return ()
