"""The parts of a screen with a chart that are drawn anew, each for itself."""

from __future__ import annotations

from enum import Flag, auto


class ScreenPart(Flag):
    """What has changed of a screen, and is drawn before its next frame."""

    FIT = auto()
    """Where the parts stand, and the window on the chart."""
    CHART = auto()
    CURSOR = auto()
    """The cursor alone: one cell."""
    PANEL = auto()
    PROMPT = auto()
    """What is said below the chart, and the key line."""
    BARS = auto()
    """The status bar and the log."""
    DIAL = auto()
    """A dial that has turned or rests: what is costly follows it once it rests."""
    ORDER = CHART | PANEL | PROMPT
    WORDS = BARS | PANEL | PROMPT
    ALL = FIT | CHART | WORDS
