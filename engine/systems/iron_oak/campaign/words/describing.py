"""A campaign's commands in words, for the report and typed answers."""

from __future__ import annotations

from engine.game.question import Fill, Reopen, Sheet
from engine.systems.iron_oak.campaign.effects import kind_of_card
from engine.systems.iron_oak.campaign.state.commands import AnyCommand, NameShip, PlayCard
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.campaign.turn.rules import RULES
from engine.systems.iron_oak.campaign.words.telling import ship
from engine.systems.iron_oak.words.describing import describe as describe_in_battle


def describe(state: State, command: AnyCommand) -> str:
    """Return a command in words: the label of its option where it is open, else its own."""
    if state.battle is not None and not isinstance(command, NameShip | PlayCard):
        return describe_in_battle(state.battle, command)
    return _as_open(state, command) or _alone(command)


def _as_open(state: State, command: AnyCommand) -> str:
    """Return a command in the words of the question that is open; '' where none asks for it."""
    for question in RULES.pending(state):
        if isinstance(question, Sheet):
            if isinstance(command, Fill) and command.sheet == question.id:
                return question.describe(command.answers) or question.prompt
            continue
        for option in question.options:
            if option.command == command:
                return option.label
    return ""


def _alone(command: AnyCommand) -> str:
    if isinstance(command, NameShip):
        return ship(command.ship) if command.ship else "no ship"
    if isinstance(command, PlayCard):
        return kind_of_card(command.card).name if command.card else "no more cards"
    if isinstance(command, Reopen):
        return "take the sheet back"
    return f"the sheet {command.sheet}" if isinstance(command, Fill) else ""
