"""Rules of thumb for a war: what anybody would do without looking ahead."""

from __future__ import annotations

from engine.game.decision import Answer, Decision
from engine.game.question import Draft, Sheet
from engine.systems.iron_oak.campaign.data import book
from engine.systems.iron_oak.campaign.effects import WORTH, kind_of_card
from engine.systems.iron_oak.campaign.fleet import card
from engine.systems.iron_oak.campaign.state.commands import NameShip, PlayCard
from engine.systems.iron_oak.campaign.state.state import State, side_of


def quick_score(view: State, decision: Decision, answer: Answer) -> float:
    """Return how good an answer looks to the seat that is asked; higher is better."""
    command = decision.option(answer.option).command
    side = side_of(decision.seat)
    if isinstance(command, NameShip):
        return _ship(view, decision, command)
    if isinstance(command, PlayCard) and decision.kind == "cut":
        return -kind_of_card(command.card).kept
    if isinstance(command, PlayCard) and command.card:
        if decision.kind == "answer":
            return 1.0
        return WORTH[kind_of_card(command.card).id](view, side, command)
    return 0.0


def _ship(view: State, decision: Decision, command: NameShip) -> float:
    if not command.ship:
        return 0.0
    worth = book().ships[command.ship].victory_points
    if decision.kind != "target":
        return float(worth)
    ship = view.ships[command.ship]
    # A ship that is half sunk already is finished off sooner.
    return worth * (0.5 + ship.hits / max(1, card(ship).hits))


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return 1 for what the sheet proposes, which is a rule of thumb already."""
    proposed = sheet.proposed.get(slot)
    if proposed is None:
        return -float(len(answer.chosen))
    return 1.0 if answer == proposed else 0.0
