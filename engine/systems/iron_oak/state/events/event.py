"""What every event is."""

from __future__ import annotations

from abc import abstractmethod

import msgspec

from engine.systems.iron_oak.state.state import State


class IronOakEvent(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """A fact that followed from a command; it carries results, never what is to be worked out."""

    @abstractmethod
    def after(self, state: State) -> State:
        """Return the state after it: no rules here, and nothing is refused."""
        raise NotImplementedError
