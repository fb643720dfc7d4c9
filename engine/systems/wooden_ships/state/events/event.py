"""What every fact is."""

from __future__ import annotations

from abc import abstractmethod

import msgspec

from engine.systems.wooden_ships.state.state import State


class WoodenShipsEvent(msgspec.Struct, frozen=True, tag_field="fact"):
    """Anything that happened. It carries its result, never what to compute."""

    @abstractmethod
    def after(self, state: State) -> State:
        """Return the state after it: no rules here, and nothing is refused."""
        raise NotImplementedError
