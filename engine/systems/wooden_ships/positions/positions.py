"""Position files and questions about ships, as the rest of the program asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.parts.positions import Positions
from engine.kit.dataset import bound
from engine.systems.wooden_ships.inspection import explained, inspect, plot_facts
from engine.systems.wooden_ships.state.state import State


@bound
class WoodenShipsPositions(Positions[State]):
    """Situations written by hand, and what the rules say of their ships.

    A subject is a ship, `A1`, or a ship and a plot that is asked about as well, `A1:2R1`.
    """

    foresees = True

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[State, int]:
        from engine.systems.wooden_ships.positions.position import read_position

        return read_position(source, table)

    def inspect(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return what the rules say of a ship, or of all on the map."""
        ship, _, plot = subject.partition(":")
        found = inspect(view, ship)
        if plot and ship:
            found[ship]["plot"] = plot_facts(view, view.ships[ship], plot)
        return found

    def explain(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the same for people: plots in a line, tables as sums."""
        return explained(self.inspect(view, subject))
