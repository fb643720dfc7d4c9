"""A part of a game system: what it can say beyond its rules, asked for when it is wanted."""

from __future__ import annotations

from functools import cached_property
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


P = TypeVar("P", bound=Part[Any])


def part(kind: type[P]) -> cached_property[P]:
    """Return what makes a game's part when it is first asked for: `words = part(PondWords)`.

    Where importing the part takes time, a system writes the property out and imports it there.
    """
    return cached_property(kind)
