"""What every step of an agenda is, and the event that tells how the agenda changed."""

from __future__ import annotations

from typing import Any

import msgspec


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """Something that stands on the agenda; a subclass tells what is to be done."""


class Planned(msgspec.Struct, frozen=True):
    """The agenda changed: so many steps were taken off its end, then others laid on.

    A system's own event is this and its base of all events; `laid` names its kinds of steps.
    """

    taken: int
    laid: tuple[Any, ...] = ()
