"""What every step of an agenda is, and the event that tells how the agenda changed."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """Something that stands on the agenda; a subclass tells what is to be done."""


class UnderWay(tuple[Step, ...]):
    """The agenda of a state in the middle of a command: there is nothing to ask about it.

    Pictures are drawn of such states. In a battle just played the agenda is half worked off in
    them, in one read from a file it is still the one before the command, since the journal has its
    change once, in the last event. Neither fits the rest of the state, so no rule may be asked
    what is open. The steps can still be read, for the name of a phase.
    """


class Planned(msgspec.Struct, frozen=True):
    """The agenda changed: so many steps were taken off its end, then others laid on.

    A system's own event is this and its base of all events; `laid` names its kinds of steps.
    """

    taken: int
    laid: tuple[Any, ...] = ()

    def after(self, state: Any) -> Any:
        """Return the state with the agenda that it says."""
        kept = state.agenda[: len(state.agenda) - self.taken]
        return replace(state, agenda=(*kept, *self.laid))
