"""Iron & Oak in words: every event in a line, commands, the reference."""

from __future__ import annotations

from typing import ClassVar

from engine.game.parts.part import late_method
from engine.game.parts.words import Diagram, Landmarks, Words
from engine.kit.dataset import bound
from engine.kit.records import shipped_diagrams
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.events import AnyEvent
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.words import telling as telling_cards
from engine.systems.iron_oak.words import telling as telling_harm
from engine.systems.iron_oak.words import telling as telling_turns
from engine.systems.iron_oak.words import telling_moves
from engine.systems.iron_oak.words.reference import terms, terms_now, terms_of
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

    landmarks: ClassVar[Landmarks] = {
        ev.ShotFired: ("shot",),
        ev.Captured: ("loss", "capture"),
        ev.SectionDestroyed: ("loss",),
        ev.Silenced: ("loss",),
        ev.Sunk: ("loss",),
    }

    describe = late_method("engine.systems.iron_oak.words.describing:describe")
    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)

    def tell(self, before: State, event: AnyEvent, seat: str) -> str:
        return tell(before, event, seat)

    def diagrams(self) -> tuple[Diagram, ...]:
        return shipped_diagrams("iron_oak")
