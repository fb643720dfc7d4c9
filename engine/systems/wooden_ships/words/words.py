"""The words of the game, as the rest of the program asks for them."""

from __future__ import annotations

from typing import ClassVar

from engine.game.parts.words import Diagram, Landmarks, Words
from engine.kit.dataset import bound
from engine.kit.records import shipped_diagrams
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.words.describing import describe
from engine.systems.wooden_ships.words.reference import terms, terms_now, terms_of
from engine.systems.wooden_ships.words.telling import tell


@bound
class WoodenShipsWords(Words[State]):
    """Events, commands, ships and terms."""

    landmarks: ClassVar[Landmarks] = {
        ev.SideFired: ("shot",),
        ev.CrewKilled: ("loss",),
        ev.ShipCaptured: ("loss", "capture"),
        ev.ShipRetaken: ("capture",),
        ev.ShipSurrendered: ("loss",),
    }

    tell = staticmethod(tell)
    describe = staticmethod(describe)
    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)

    def diagrams(self) -> tuple[Diagram, ...]:
        return shipped_diagrams("wooden_ships")
