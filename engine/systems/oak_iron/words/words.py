"""Oak & Iron in words."""

from __future__ import annotations

from engine.game.parts.words import Diagram, Words
from engine.kit.dataset import bound
from engine.kit.diagrams import shipped_diagrams
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.words.describing import describe
from engine.systems.oak_iron.words.reference import terms
from engine.systems.oak_iron.words.telling import tell
from engine.systems.oak_iron.words.terms_now import terms_now, terms_of


@bound
class OakIronWords(Words[State]):
    """Events, commands, ships, cards and terms."""

    tell = staticmethod(tell)
    describe = staticmethod(describe)
    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)

    def diagrams(self) -> tuple[Diagram, ...]:
        """Return the diagrams that ship with the game."""
        return shipped_diagrams("oak_iron")
