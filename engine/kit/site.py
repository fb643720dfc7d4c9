"""Site: where the thing of a command may be put, turned as the command says, and why not there."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.game.decision import Area, Point

UNCLEAR = "there is no room for it here"


class Site(msgspec.Struct, frozen=True):
    """The area that is open, and what is said of a place outside of it."""

    area: Area | None
    faults: Callable[[Point], list[str]]
    """What is wrong with a place, most telling first."""

    def why_not(self, at: Point) -> str:
        """Say why the thing may not be put at a place (inches), '' when it may."""
        if self.area is not None and self.area.holds(at):
            return ""
        return ", ".join(self.faults(at)) or UNCLEAR
