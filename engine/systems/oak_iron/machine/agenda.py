"""The agenda of Oak & Iron: chapters register here what their steps ask, take and do."""

from __future__ import annotations

from engine.kit.agenda import Agenda
from engine.systems.oak_iron.state.state import State

RULES = Agenda[State]()
