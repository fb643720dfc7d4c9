"""The agenda of the game: every chapter registers here what its steps ask, take and do."""

from __future__ import annotations

from engine.kit.agenda import Agenda
from engine.systems.wooden_ships.state.state import State

RULES = Agenda[State]()
