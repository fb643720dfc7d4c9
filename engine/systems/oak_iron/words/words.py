"""Oak & Iron in words."""

from __future__ import annotations

from typing import Any

from engine.game.parts.words import Diagram, Term, Words
from engine.kit.dataset import bound
from engine.kit.diagrams import shipped_diagrams
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.words import describing as command_words
from engine.systems.oak_iron.words import telling as narration
from engine.systems.oak_iron.words.reference import terms
from engine.systems.oak_iron.words.terms_now import terms_now, terms_of


@bound
class OakIronWords(Words[State]):
    """Events, commands, ships, cards and terms."""

    def tell(self, before: State, event: Any, seat: str) -> str:
        """Return one line about an event."""
        return narration.tell(before, event, seat)

    def describe(self, state: State, command: Any) -> str:
        """Return a command in the words of the battle report."""
        return command_words.describe(state, command)

    def terms(self) -> tuple[Term, ...]:
        """Return ships, cards and terms of the rules."""
        return terms()

    def diagrams(self) -> tuple[Diagram, ...]:
        """Return the diagrams that ship with the game."""
        return shipped_diagrams("oak_iron")

    def terms_of(self, view: State, key: str) -> tuple[str, ...]:
        """Return the terms of what lies on the table under a key."""
        return terms_of(view, key)

    def terms_now(self, view: State, key: str) -> tuple[str, ...]:
        """Return the terms of the step, the ship, the face-up cards and the events in force."""
        return terms_now(view, key)
