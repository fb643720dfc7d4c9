"""What an answer of the yard would do: the card's effect, the ship that it names."""

from __future__ import annotations

from engine.game.decision import Answer, Decision
from engine.game.panel import Heading, Row, words
from engine.game.parts.screen import Preview
from engine.systems.iron_oak.campaign.rules.yard import kind_of_card
from engine.systems.iron_oak.campaign.screen.ship_page import ship_card
from engine.systems.iron_oak.campaign.state.commands import NameShip, PlayCard
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.campaign import row_of


def preview(view: State, question: Decision, answer: Answer) -> Preview:
    """Return the rows of what an option would do."""
    if question.slot:
        return Preview()  # the card of the ship stands in the panel: her line is selected
    command = question.option(answer.option).command
    if isinstance(command, NameShip) and command.ship:
        return Preview(rows=ship_card(view, command.ship))
    if isinstance(command, PlayCard) and command.card:
        return Preview(rows=_card(view, command))
    return Preview()


def _card(view: State, command: PlayCard) -> tuple[Row, ...]:
    kind = kind_of_card(command.card)
    rows: list[Row] = [Heading(kind.name), words(kind.effect)]
    if command.use == "ship":
        rows.append(words(f"a ship more: {_chances()}", "dim"))
    elif command.use in view.ships:
        rows += ship_card(view, command.use)
    return tuple(rows)


def _chances() -> str:
    """Return what a roll for a ship more gives, exactly: `200 VP in 2 of 10`."""
    rows = book().campaign.extra_ship.worth
    found: dict[int, int] = {}
    for face in range(1, 11):
        worth = row_of(rows, face)
        found[worth] = found.get(worth, 0) + 1
    return ", ".join(f"{worth or 'no'} VP in {count} of 10" for worth, count in found.items())
