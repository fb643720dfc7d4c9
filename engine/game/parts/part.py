"""A part of a game system: what it can say beyond its rules; what games are generic in."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, overload

# What games and battles are generic in: the types of their states, commands and events.
#
# Where nobody says which, they are `Any`: a screen takes a `Battle` of any game.


if TYPE_CHECKING:
    from typing_extensions import TypeVar  # its defaults; a type checker needs no package for it

    from engine.game.game import Game

    S = TypeVar("S", default=Any)
    C = TypeVar("C", default=Any)
    E = TypeVar("E", default=Any)
else:
    from typing import TypeVar

    S, C, E = TypeVar("S"), TypeVar("C"), TypeVar("E")


# A part of a game system: what it can say beyond its rules, asked for when it is wanted.


class Part(Generic[S]):
    """A capability of a game. Every method has a default that says nothing.

    A game makes each of its parts when it is first asked for, and keeps it. Screens, players and
    reports ask them. A system that leaves a part out loses that part on the screen, no more.
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    @property
    def data(self) -> Any:
        """The data set that the game was made with."""
        return self.game.data


P = TypeVar("P", bound=Part[Any])


@overload
def part(kind: type[P]) -> cached_property[P]: ...


@overload
def part(kind: str) -> cached_property[Any]: ...


def part(kind: type[Part[Any]] | str) -> cached_property[Any]:
    """Return what makes a game's part when it is first asked for: `words = part(PondWords)`.

    Where importing the part takes time, name its place: `part("pond.words:PondWords")`.
    """
    if isinstance(kind, type):
        return cached_property(kind)

    def made(game: Any) -> Any:
        return found(kind)(game)

    return cached_property(made)


def late_method(place: str) -> Any:
    """Return a method that is a function of another module, imported when it is first called.

    For what takes long to import, such as advice: `advice = late_method("pond.advice:advice")`.
    A function that is at hand is a method by `staticmethod`, whose types are checked.
    """

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        return found(place)(*args, **kwargs)

    return call


def found(place: str) -> Any:
    """Return what a module has under a name, `module:name`, imported now."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
