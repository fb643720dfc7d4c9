"""The words of the game, as the rest of the program asks for them."""

from __future__ import annotations

from engine.game.parts.words import Diagram, Term, Words
from engine.game.sheet import Fill, Reopen
from engine.kit.dataset import bound
from engine.kit.diagrams import shipped_diagrams
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.words import describing, telling
from engine.systems.wooden_ships.words.reference import terms, terms_now, terms_of


@bound
class WoodenShipsWords(Words[State]):
    """Events, commands, ships and terms."""

    def tell(self, before: State, event: AnyEvent, seat: str) -> str:
        return telling.tell(before, event, seat)

    def describe(self, state: State, command: Fill | Reopen) -> str:
        return describing.describe(state, command)

    def terms(self) -> tuple[Term, ...]:
        return terms()

    def diagrams(self) -> tuple[Diagram, ...]:
        return shipped_diagrams("wooden_ships")

    def terms_of(self, view: State, key: str) -> tuple[str, ...]:
        return terms_of(view, key)

    def terms_now(self, view: State, key: str) -> tuple[str, ...]:
        """Return the terms of the phase and of a ship."""
        return terms_now(view, key)
