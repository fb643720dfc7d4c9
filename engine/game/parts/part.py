"""A part of a game system: what it can say beyond its rules, asked for when it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from engine.game.game import Game

S = TypeVar("S")


class Part(Generic[S]):
    """A capability of a game. Every method has a default that says nothing.

    A system that leaves a part out loses that part on the screen, no more.
    """

    def __init__(self, game: Game[S, Any, Any]) -> None:
        self.game = game

    @property
    def data(self) -> Any:
        """The data set that the game was made with."""
        return self.game.data
