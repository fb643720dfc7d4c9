"""The agenda of Iron & Oak: chapters register here what their steps ask, take and do."""

from __future__ import annotations

from engine.kit.agenda import Agenda
from engine.systems.iron_oak.state.state import State

RULES = Agenda[State]()
