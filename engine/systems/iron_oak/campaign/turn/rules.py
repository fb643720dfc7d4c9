"""All chapters of the campaign's rules: importing it opens every room."""

from __future__ import annotations

from engine.systems.iron_oak.campaign import (
    closing,
    fighting,
    forces,
    planning,
    preparing,
    refit,
    yard,
)
from engine.systems.iron_oak.campaign.machine.agenda import RULES
from engine.systems.iron_oak.campaign.turn import phases

CHAPTERS = (
    forces,
    planning,
    preparing,
    fighting,
    closing,
    yard,
    refit,
    phases,
)
"""The modules whose steps make up a war, in its order."""

__all__ = ["CHAPTERS", "RULES"]
