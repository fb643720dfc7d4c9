"""Where the parts of Iron & Oak are found, beside its rules."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.kit.agenda_game import AgendaGame
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.commands import AnyCommand
from engine.systems.iron_oak.state.state import State

if TYPE_CHECKING:
    from engine.systems.iron_oak.answering import IronOakAnswering
    from engine.systems.iron_oak.positions.positions import IronOakPositions
    from engine.systems.iron_oak.review.review import IronOakReview
    from engine.systems.iron_oak.screen.screen import IronOakScreen
    from engine.systems.iron_oak.set_up.building import IronOakBuilding
    from engine.systems.iron_oak.thinking.thinking import IronOakThinking
    from engine.systems.iron_oak.words.words import IronOakWords


class IronOakParts(AgendaGame[State, AnyCommand, ev.AnyEvent]):
    """The parts of the game, each imported when it is first asked for: few are needed at once."""

    @cached_property
    def positions(self) -> IronOakPositions:
        """Situations written by hand, and what the rules say of them."""
        from engine.systems.iron_oak.positions.positions import IronOakPositions

        return IronOakPositions(self)

    @cached_property
    def building(self) -> IronOakBuilding:
        """Battles of one's own."""
        from engine.systems.iron_oak.set_up.building import IronOakBuilding

        return IronOakBuilding(self)

    @cached_property
    def answering(self) -> IronOakAnswering:
        """What is offered before an order is given."""
        from engine.systems.iron_oak.answering import IronOakAnswering

        return IronOakAnswering(self)

    @cached_property
    def words(self) -> IronOakWords:
        """What is told and explained."""
        from engine.systems.iron_oak.words.words import IronOakWords

        return IronOakWords(self)

    @cached_property
    def screen(self) -> IronOakScreen:
        """What is shown."""
        from engine.systems.iron_oak.screen.screen import IronOakScreen

        return IronOakScreen(self)

    @cached_property
    def thinking(self) -> IronOakThinking:
        """What answers are worth."""
        from engine.systems.iron_oak.thinking.thinking import IronOakThinking

        return IronOakThinking(self)

    @cached_property
    def review(self) -> IronOakReview:
        """A battle looked back on."""
        from engine.systems.iron_oak.review.review import IronOakReview

        return IronOakReview(self)
