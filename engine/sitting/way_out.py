"""WayOut: a line of the page on which a battle is left beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class WayOut(NamedTuple):
    """A line: what it says, what comes of it, and the function that does it.

    With `why_not` it is closed, and Enter says why. `more` leads to further lines, from which one
    is chosen; without it the line is asked about once more before it is done.
    """

    label: str
    about: str
    do: Callable[[], None] = lambda: None
    why_not: str = ""
    more: Callable[[], Sequence[WayOut]] | None = None
