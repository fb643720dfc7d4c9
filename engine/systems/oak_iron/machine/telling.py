"""The register of tellings: for each event, the function that puts it in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.systems.oak_iron.state.state import State

Telling = Callable[[State, Any, str], str]
"""The state before, the event, and the seat that reads: one line, or ''."""
TELLINGS: dict[type, Telling] = {}


def tells(*kinds: type) -> Callable[[Telling], Telling]:
    """Enter a function as the telling of these events."""

    def enter(telling: Telling) -> Telling:
        for kind in kinds:
            TELLINGS[kind] = telling
        return telling

    return enter
