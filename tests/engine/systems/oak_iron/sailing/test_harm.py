"""The permanent harm that an order does to one's own side, and what does not count as such harm."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer, Decision, Dial, Option
from engine.kernel.registry import system
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Activation, Rules, State
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship

TURN = Dial(-30, 30, 1)


def moving(**changes: Any) -> State:
    state = small_battle(
        phase="movement", activation=Activation(ship="A1", phase="movement", point="large")
    )
    return replace(state, **changes)


def harm(state: State, command: do.AnyCommand, dial: float | None = None) -> str:
    option = Option("it", "it", command, dial="angle" if dial is not None else "")
    decision = Decision("A", "any", "?", (option,), TURN, ship="A1")
    said: str = system("oak_iron").answering.harm(state, decision, Answer("it", dial))
    return said


AHEAD = Pose(15.5, 20.0, 0.0)
"""The pose of a ship in the way of A1, which sails east."""


@pytest.mark.parametrize(
    ("state", "command", "told"),
    [
        (moving(), do.Sail(), ""),
        (moving(), do.Burn("B1"), "A1 Swan burns out, and fights no more"),
        (
            with_ship(moving(), "A1", pose=Pose(35.0, 18.0, 90.0)),
            do.Sail("end"),
            "A1 Swan leaves the table and the battle",
        ),
        (
            with_ship(moving(rules=Rules(scrolling_sea=True)), "A1", pose=Pose(35.0, 18.0, 90.0)),
            do.Sail(),
            "",
        ),
        (
            with_ship(moving(), "A2", pose=AHEAD),
            do.Sail(),
            "A1 Swan collides with her consort A2 Falcon",
        ),
        (with_ship(moving(), "B1", pose=AHEAD), do.Sail(), ""),
        (
            with_ship(moving(), "B1", pose=AHEAD, captured_by="A"),
            do.Sail(),
            "A1 Swan collides with her consort B1 Saint-Louis",
        ),
        (with_ship(moving(), "A2", pose=AHEAD, captured_by="B"), do.Sail(), ""),
        (moving(), do.Pass(), ""),
    ],
)
def test_an_order_tells_what_it_costs_for_good(
    state: State, command: do.AnyCommand, told: str
) -> None:
    """Oak & Iron ch. 5, Collisions and Moving off the Table."""
    assert harm(state, command, 0 if isinstance(command, do.Sail) else None) == told
