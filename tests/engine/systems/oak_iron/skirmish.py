"""Positions for tests of rules: a few ships, dice given by the test, and the events that follow.

play = Skirmish(ship("A1", "corvette", 10, 20, 0), ship("B1", "sloop", 20, 20, 180))
play.turn_to(Manoeuvre(), active="A1").dice("skull sail").do("A", "turn_end", dial=20) assert
play.facts(ShipMoved)
"""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Answer, Area, Decision
from engine.game.game import command_of
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.state.events import AnyEvent
from engine.systems.oak_iron.state.state import (
    Activation,
    Rules,
    Ship,
    Squadron,
    State,
    Table,
    Terrain,
)
from engine.systems.oak_iron.state.steps import AnyStep
from engine.systems.oak_iron.table.sight import points

E = TypeVar("E")
GAME = OakIron()
LAND = ((0.0, 0.0), (36.0, 0.0), (36.0, 2.0), (0.0, 2.0))


class ToldDice(Dice):
    """Dice that show given symbols in their order, whatever the number of the die."""

    def __init__(self) -> None:
        super().__init__(1)
        self.told: list[str] = []

    def face(self, number: int, sides: int = 8) -> int:
        """Return the face of the next given symbol; a test fails if none is left."""
        assert self.told, "a die was rolled that the test did not tell"
        return book().dice.faces.index(self.told.pop(0)) + 1  # type: ignore[arg-type]


def ship(
    key: str, kind: str = "corvette", x: float = 18, y: float = 18, heading: float = 0, **rest: Any
) -> Ship:
    """Return a ship; its squadron is the first letter of its key."""
    return Ship(
        id=key, squadron=rest.pop("squadron", key[0]), type=kind, pose=Pose(x, y, heading), **rest
    )


def squadron(key: str, **rest: Any) -> Squadron:
    """Return a squadron with a flagship of number 1."""
    names = {"A": "Red", "B": "Blue"}
    return Squadron(
        key=key, name=names.get(key, key), flagship=rest.pop("flagship", f"{key}1"), **rest
    )


class Skirmish:
    """A battle in the middle of a turn, played by the ids of options."""

    def __init__(self, *ships: Ship, **rest: Any) -> None:
        keys = sorted({each.squadron for each in ships})
        cards = rest.pop("cards", {})
        squadrons = {key: squadron(key, **cards.get(key, {})) for key in keys}
        self.state = State(
            title="test",
            rules=rest.pop("rules", Rules(quick_start=True)),
            table=rest.pop("table", Table()),
            squadrons=squadrons,
            ships={each.id: each for each in ships},
            initiative=rest.pop("initiative", "A"),
            **rest,
        )
        self.told = ToldDice()
        self.events: list[AnyEvent] = []

    def turn_to(self, *steps: AnyStep, active: str = "", phase: str = "movement") -> Skirmish:
        """Put steps on the agenda, the first to be done first; `active` is in the middle of her
        activation.
        """
        state = replace(self.state, agenda=steps[::-1], phase=phase)  # type: ignore[arg-type]
        if active:
            start = state.ships[active].pose
            point = points(state, active)[0]
            activation = Activation(ship=active, phase=phase, point=point, start=start)  # type: ignore[arg-type]
            state = replace(state, activation=activation)
        self.state = state
        return self

    def settle(self) -> Skirmish:
        """Do the steps that need no answer."""
        self.state = GAME.settled(self.state, self.told)
        return self

    def dice(self, symbols: str) -> Skirmish:
        """Set the symbols of the next dice."""
        self.told.told += symbols.split()
        return self

    def do(
        self,
        seat: str,
        option: str,
        dial: float | None = None,
        at: tuple[float, float] | None = None,
    ) -> Skirmish:
        """Answer the seat's open question, and keep the events that follow."""
        command = command_of(GAME, self.state, seat, Answer(option, dial, at))
        events = GAME.decide(self.state, seat, command, self.told)
        for event in events:
            self.state = GAME.evolve(self.state, event)
        self.events += events
        return self

    def asked(self, seat: str = "") -> Decision:
        """Return the open question, or the one of this seat."""
        decisions = GAME.pending(self.state)
        return next(each for each in decisions if seat in ("", each.seat))

    def room(self, option: str, dial: float | None = None) -> Area | None:
        """Return the area in which the piece of an option of the open question may be placed."""
        decision = self.asked()
        return GAME.answering.area(self.state, decision, decision.option(option), dial)

    def why_not(self, option: str, dial: float | None, at: tuple[float, float]) -> str:
        """Return why the piece of an option may not be placed at a place; '' if it may."""
        decision = self.asked()
        return GAME.answering.why_not(self.state, decision, Answer(option, dial, at))

    def options(self) -> tuple[str, ...]:
        """Return the ids of the options of the open question; () if no question is open."""
        decisions = GAME.pending(self.state)
        return tuple(option.id for option in decisions[0].options) if decisions else ()

    def closed(self) -> dict[str, str]:
        """Return {option that is not available: the reason}."""
        return {each.label: each.why_not for each in self.asked().closed}

    def facts(self, kind: type[E]) -> list[E]:
        """Return all events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def __getitem__(self, key: str) -> Ship:
        return self.state.ships[key]


def island(*points_: tuple[float, float], kind: str = "island", key: str = "T1") -> Terrain:
    """Return a piece of terrain."""
    return Terrain(key, kind, points_)  # type: ignore[arg-type]
