"""Signals that fly, on the chart and beside the ships."""

from __future__ import annotations

from engine.game.chart import Mark, Spot
from engine.space.hexes import plane
from engine.systems.wooden_ships.fleet.place import lies_on
from engine.systems.wooden_ships.signals.flags import flying, in_words
from engine.systems.wooden_ships.state.state import State


def flags(view: State) -> tuple[Mark, ...]:
    """Return a label at the stern of every ship on which a signal flies."""
    return tuple(
        Spot("label", plane(lies_on(ship)[1]), text)
        for ship in view.ships.values()
        if (text := signal_of(view, ship.id))
    )


def signal_of(view: State, ship: str) -> str:
    """Return the signal that flies on a ship in words; '' without one."""
    signal = flying(view, ship)
    return in_words(signal) if signal else ""
