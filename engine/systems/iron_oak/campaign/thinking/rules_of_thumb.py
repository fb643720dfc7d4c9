"""Rules of thumb for a war: what anybody would do without looking ahead."""

from __future__ import annotations

from engine.game.decision import Answer, Decision
from engine.game.question import Draft, Sheet
from engine.systems.iron_oak.campaign.data import Side, book
from engine.systems.iron_oak.campaign.fleet import card, own
from engine.systems.iron_oak.campaign.state.commands import NameShip, PlayCard
from engine.systems.iron_oak.campaign.state.state import State, side_of
from engine.systems.iron_oak.campaign.yard import CREW, SHIP, kind_of_card
from engine.systems.iron_oak.fleet import other_side

HURT = 5
"""Hits of a fleet from which on a card for repairs is worth its place."""


def quick_score(view: State, decision: Decision, answer: Answer) -> float:
    """Return how good an answer looks to the seat that is asked; higher is better."""
    command = decision.option(answer.option).command
    side = side_of(decision.seat)
    if isinstance(command, NameShip):
        return _ship(view, decision, command)
    if isinstance(command, PlayCard) and decision.kind == "cut":
        return -kind_of_card(command.card).kept
    if isinstance(command, PlayCard) and command.card:
        return 1.0 if decision.kind == "answer" else _card(view, side, command)
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


def _card(view: State, side: Side, command: PlayCard) -> float:
    """Return what a yard card is worth now; 0 is what keeping it is worth."""
    kind = kind_of_card(command.card).id
    mine, theirs = own(view, side), own(view, other_side(side))
    if kind == "out_of_the_mist":
        # One of less than 500 points brings nobody against her.
        worth = card(view.ships[command.use]).victory_points
        return float(worth) if worth < 500 else worth / 2
    if kind == "replacements":
        lost = sum(ship.crew_loss for ship in mine)
        return {CREW: lost - 2.0 * HURT, SHIP: 6.0}.get(command.use, 3.0)
    worths = {
        "fast_repair": sum(ship.hits for ship in mine) - HURT,
        "yard_fire": sum(ship.hits for ship in theirs) - HURT,
        "in_short_supply": sum(ship.crew_loss for ship in theirs) - HURT,
        "crew_grade": 2.0 if command.use == side else 1.0,
    }
    return worths.get(kind, 3.0)


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return 1 for what the sheet proposes, which is a rule of thumb already."""
    proposed = sheet.proposed.get(slot)
    if proposed is None:
        return -float(len(answer.chosen))
    return 1.0 if answer == proposed else 0.0
