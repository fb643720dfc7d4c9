"""Iron & Oak in words: every event in a line, commands, the reference."""

from __future__ import annotations

from engine.game.parts.words import Diagram, Term, Words
from engine.kit.dataset import bound
from engine.kit.diagrams import shipped_diagrams
from engine.systems.iron_oak.state.commands import AnyCommand
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.words import (
    reference,
    telling_cards,
    telling_harm,
    telling_moves,
    telling_turns,
)
from engine.systems.iron_oak.words.telling import Reader, tells

ROOMS = (telling_turns, telling_cards, telling_moves, telling_harm)
"""The modules whose tellings make up the log."""


def tell(before: State, event: AnyEvent, seat: str) -> str:
    """Return a line about an event as a seat may know it; '' when it is not worth one."""
    telling = tells.get(event)
    return telling(Reader(before, seat), event) if telling else ""


@bound
class IronOakWords(Words[State]):
    """What is told of a battle, and what is explained of its terms."""

    def tell(self, before: State, event: AnyEvent, seat: str) -> str:
        return tell(before, event, seat)

    def describe(self, state: State, command: AnyCommand) -> str:
        from engine.systems.iron_oak.words.describing import describe  # opens all rules

        return describe(state, command)

    def terms(self) -> tuple[Term, ...]:
        """Return the reference: ships, forts, battles, cards, critical hits."""
        return reference.terms()

    def diagrams(self) -> tuple[Diagram, ...]:
        return shipped_diagrams("iron_oak")

    def terms_of(self, view: State, key: str) -> tuple[str, ...]:
        return reference.terms_of(view, key)

    def terms_now(self, view: State, key: str) -> tuple[str, ...]:
        return reference.terms_now(view, key)
