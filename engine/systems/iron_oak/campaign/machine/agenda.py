"""The agenda of the campaign: chapters register here what their steps ask, take and do."""

from __future__ import annotations

from engine.kit.agenda import Agenda
from engine.systems.iron_oak.campaign.state.state import State

RULES = Agenda[State]()
