"""Where the parts of Wooden Ships & Iron Men are found, beside its rules."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from engine.game.sheet import Fill, Reopen
from engine.kit.agenda_game import AgendaGame
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State

if TYPE_CHECKING:
    from engine.systems.wooden_ships.answering import WoodenShipsAnswering
    from engine.systems.wooden_ships.positions.positions import WoodenShipsPositions
    from engine.systems.wooden_ships.review.review import WoodenShipsReview
    from engine.systems.wooden_ships.screen.screen import WoodenShipsScreen
    from engine.systems.wooden_ships.set_up.building import WoodenShipsBuilding
    from engine.systems.wooden_ships.thinking.thinking import WoodenShipsThinking
    from engine.systems.wooden_ships.words.words import WoodenShipsWords

Command = Fill | Reopen


class WoodenShipsParts(AgendaGame[State, Command, ev.AnyEvent]):
    """The parts of the game, each imported when it is first asked for: few are needed at once."""

    @cached_property
    def words(self) -> WoodenShipsWords:
        """What is told and explained."""
        from engine.systems.wooden_ships.words.words import WoodenShipsWords

        return WoodenShipsWords(self)

    @cached_property
    def screen(self) -> WoodenShipsScreen:
        """What is shown."""
        from engine.systems.wooden_ships.screen.screen import WoodenShipsScreen

        return WoodenShipsScreen(self)

    @cached_property
    def answering(self) -> WoodenShipsAnswering:
        """What is said of an order before it is given."""
        from engine.systems.wooden_ships.answering import WoodenShipsAnswering

        return WoodenShipsAnswering(self)

    @cached_property
    def thinking(self) -> WoodenShipsThinking:
        """What answers are worth."""
        from engine.systems.wooden_ships.thinking.thinking import WoodenShipsThinking

        return WoodenShipsThinking(self)

    @cached_property
    def building(self) -> WoodenShipsBuilding:
        """What a series carries from battle to battle."""
        from engine.systems.wooden_ships.set_up.building import WoodenShipsBuilding

        return WoodenShipsBuilding(self)

    @cached_property
    def review(self) -> WoodenShipsReview:
        """What a battle amounts to, looked back on."""
        from engine.systems.wooden_ships.review.review import WoodenShipsReview

        return WoodenShipsReview(self)

    @cached_property
    def positions(self) -> WoodenShipsPositions:
        """Situations written by hand, and what the rules say of them."""
        from engine.systems.wooden_ships.positions.positions import WoodenShipsPositions

        return WoodenShipsPositions(self)
