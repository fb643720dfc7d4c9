"""All chapters of the campaign's rules: importing it opens every room."""

from __future__ import annotations

from engine.systems.iron_oak.campaign.machine.agenda import RULES
from engine.systems.iron_oak.campaign.rules import (
    closing,
    commitment,
    ending,
    fighting,
    forces,
    generation,
    preparing,
    refit,
    yard,
)

CHAPTERS = (
    forces,
    generation,
    commitment,
    preparing,
    fighting,
    closing,
    yard,
    refit,
    ending,
)
"""The modules whose steps make up a war, in its order."""

__all__ = ["CHAPTERS", "RULES"]
