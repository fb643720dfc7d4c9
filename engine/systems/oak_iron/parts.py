"""Where the parts of Oak & Iron are found, beside its rules."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.kit.agenda_game import AgendaGame
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.commands import AnyCommand
from engine.systems.oak_iron.state.state import State

if TYPE_CHECKING:
    from engine.systems.oak_iron.answering import OakIronAnswering
    from engine.systems.oak_iron.building import OakIronBuilding
    from engine.systems.oak_iron.positions.positions import OakIronPositions
    from engine.systems.oak_iron.review.review import OakIronReview
    from engine.systems.oak_iron.screen.screen import OakIronScreen
    from engine.systems.oak_iron.thinking.thinking import OakIronThinking
    from engine.systems.oak_iron.words.words import OakIronWords


class OakIronParts(AgendaGame[State, AnyCommand, ev.AnyEvent]):
    """The parts of the game, each imported when it is first asked for: few are needed at once."""

    @cached_property
    def words(self) -> OakIronWords:
        """What is told and explained."""
        from engine.systems.oak_iron.words.words import OakIronWords

        return OakIronWords(self)

    @cached_property
    def screen(self) -> OakIronScreen:
        """What is shown."""
        from engine.systems.oak_iron.screen.screen import OakIronScreen

        return OakIronScreen(self)

    @cached_property
    def answering(self) -> OakIronAnswering:
        """Where things may be put, and why not."""
        from engine.systems.oak_iron.answering import OakIronAnswering

        return OakIronAnswering(self)

    @cached_property
    def building(self) -> OakIronBuilding:
        """How squadrons are built."""
        from engine.systems.oak_iron.building import OakIronBuilding

        return OakIronBuilding(self)

    @cached_property
    def thinking(self) -> OakIronThinking:
        """What answers are worth."""
        from engine.systems.oak_iron.thinking.thinking import OakIronThinking

        return OakIronThinking(self)

    @cached_property
    def review(self) -> OakIronReview:
        """What a battle amounts to, looked back on."""
        from engine.systems.oak_iron.review.review import OakIronReview

        return OakIronReview(self)

    @cached_property
    def positions(self) -> OakIronPositions:
        """Situations written by hand, and what the rules say of them."""
        from engine.systems.oak_iron.positions.positions import OakIronPositions

        return OakIronPositions(self)
