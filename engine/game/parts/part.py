"""A part of a game system: a capability beyond its rules, such as reading position files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, overload

from engine.base.errors import Refused, SetUpFault

# Parts of a game system: its features beyond the rules, and the type variables of games and parts.


if TYPE_CHECKING:
    # for the defaults of type variables; only type checkers read this, and they need no package
    from typing_extensions import TypeVar

    from engine.game.game import Game

    S = TypeVar("S", default=Any)
    C = TypeVar("C", default=Any)
    E = TypeVar("E", default=Any)
else:
    from typing import TypeVar

    S, C, E = TypeVar("S"), TypeVar("C"), TypeVar("E")


# A part of a game system: a feature beyond its rules, created when it is first used.


class Part(Generic[S]):
    """A part of a game system beyond its rules, such as its words or its screen.

    By default every method returns an empty result: if a system leaves a part out, only that part
    is missing on the screen. A game creates each of its parts on first use and keeps it. Screens,
    players and reports call the methods.
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    @property
    def data(self) -> Any:
        """The data set of the game."""
        return self.game.data


P = TypeVar("P", bound=Part[Any])


@overload
def part(kind: type[P]) -> cached_property[P]: ...


@overload
def part(kind: str) -> cached_property[Any]: ...


def part(kind: type[Part[Any]] | str) -> cached_property[Any]:
    """Return an attribute that creates a part of a game when it is first used.

    It is written as `words = part(PondWords)` in the game's class. If importing the part takes
    time, give its import path: `words = part("pond.words:PondWords")`.
    """
    if isinstance(kind, type):
        return cached_property(kind)

    def made(game: Any) -> Any:
        return import_object(kind)(game)

    return cached_property(made)


def lazy_method(place: str) -> Any:
    """Return a method that calls a function of another module, which is imported on the first call.

    For functions with slow imports, such as advice: `advice = lazy_method("pond.advice:advice")`.
    For a function that is already imported use `staticmethod`, so that its types are checked.
    """

    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        return import_object(place)(*args, **kwargs)

    return call


def import_object(place: str) -> Any:
    """Return the object that `place` names as `module:name`, after importing its module."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


# Position files of a game system, and facts about a situation by the rules, as plain data.


class Positions(Part[S]):
    """The part of a game that reads situations written by hand, and states facts about them."""

    foresees: ClassVar[bool] = False
    """Whether `inspect` can preview where an order would take a ship."""

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[S, int]:
        """Return the state and the seed of a parsed position file.

        Raises `SetUpFault`, which lists every mistake.
        """
        raise SetUpFault(source, [("game", f"{self.game.title} has no position files")])

    def subject(self, ship: str, order: str = "") -> str:
        """Return what `inspect` is asked about: a ship `A1`, or a ship with an order, `A1:2R1`.

        Raises `Refused` where the game cannot preview orders, or an order has no ship.
        """
        if not order:
            return ship
        if not self.foresees:
            raise Refused(f"{self.game.title} cannot show where an order would lead")
        if not ship:
            raise Refused("name the ship of the order, as in A1:2R1")
        return f"{ship}:{order}"

    def inspect(self, view: S, subject: str = "") -> dict[str, Any]:
        """Return {ship: facts by the rules} as plain data, for one ship or for all ships.

        If the game `foresees`, an order may follow the ship's key, as in `A1:2R1`; the facts then
        say where the order takes the ship. Raises `Refused` when no ship has that key.
        """
        return {}

    def explain(self, view: S, subject: str = "") -> dict[str, Any]:
        """Return the result of `inspect` in a form for people.

        It may also list the figures that make up each sum.
        """
        return self.inspect(view, subject)
