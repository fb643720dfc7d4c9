"""The registry of tellings: for each event, the function that puts it in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kit.by_type import ByType
from engine.systems.oak_iron.state.state import State

Telling = Callable[[State, Any, str], str]
"""The state before, the event, and the seat that reads: one line, or ''."""

tells: ByType[Telling] = ByType("tells")
