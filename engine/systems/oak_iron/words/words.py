"""Oak & Iron in words."""

from __future__ import annotations

from typing import ClassVar

from engine.game.parts.words import Diagram, Landmark, Landmarks, Words
from engine.kit.dataset import bound
from engine.kit.records import shipped_diagrams
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.words.describing import describe
from engine.systems.oak_iron.words.reference import terms, terms_now, terms_of
from engine.systems.oak_iron.words.telling import tell


@bound
class OakIronWords(Words[State]):
    """Events, commands, ships, cards and terms."""

    landmarks: ClassVar[Landmarks] = {
        ev.AttackDeclared: ("shot",),
        ev.BecameOutOfAction: ("loss",),
        ev.ShipCaptured: ("loss", "capture"),
        ev.ShipDestroyed: ("loss",),
        ev.ShipRecaptured: ("capture",),
        ev.ShipRemoved: ("loss",),
    }

    tell = staticmethod(tell)
    describe = staticmethod(describe)
    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)

    def landmarks_of(self, event: ev.AnyEvent) -> tuple[Landmark, ...]:
        if isinstance(event, ev.AttackDeclared) and event.attack.kind == "close_combat":
            return ()
        return super().landmarks_of(event)

    def diagrams(self) -> tuple[Diagram, ...]:
        """Return the diagrams that ship with the game."""
        return shipped_diagrams("oak_iron")
