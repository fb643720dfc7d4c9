"""Stage: plays the animation of a command's events; any key ends it at its last frame."""

from __future__ import annotations

import asyncio
from time import monotonic

from engine.game.chart import Throw
from engine.game.panel import Row
from engine.game.record import Record
from tui.battle.battle_log import seen
from tui.battle.display import Drawing
from tui.battle.session import Session
from tui.battle.theatre import frames, thrown

MOMENT = 0.3
"""Seconds after the last frame in which a key was still meant for the animation."""


class Stage:
    """The animations of a session; the dice that it has played lie beside the chart after them."""

    def __init__(self, session: Session, display: Drawing) -> None:
        self.session = session
        self.display = display
        self._ended: asyncio.Event | None = None
        self._last_frame = -MOMENT

    @property
    def just_ended(self) -> bool:
        """Whether an animation has come to its end by itself a moment ago.

        A key that was to end it comes too late then, and must not answer the next question.
        """
        return monotonic() - self._last_frame < MOMENT

    def end(self) -> None:
        """Go to the last frame."""
        if self._ended:
            self._ended.set()

    async def play(self, record: Record) -> None:
        """Play a command's events from the state before them."""
        session, display = self.session, self.display
        ended = self._ended = asyncio.Event()
        session.playing = True
        display.draw_prompt()
        display.draw_panel()
        due, shown = monotonic(), False
        try:
            for state, spectacle in seen(session.battle, record):
                view = session.game.view(state, session.table.eyes)
                for frame in frames(session.game.screen.scene(view), spectacle):
                    if ended.is_set():
                        break
                    session.dice = frame.rows or session.dice
                    due += frame.seconds
                    if due > monotonic():  # else a busy host is behind: the next frame will do
                        display.draw_frame(frame)
                        await _rest(ended, due - monotonic())
                        shown = True
        finally:
            self._last_frame = monotonic() if shown and not ended.is_set() else -MOMENT
            self._ended, session.playing = None, False
        self.remember(record)

    def remember(self, record: Record) -> None:
        """Keep the dice of a command's events beside the chart until the next command."""
        rows: list[Row] = []
        for _, spectacle in seen(self.session.battle, record):
            if isinstance(spectacle, Throw):
                rows += thrown(spectacle)
        self.session.dice = tuple(rows)


async def _rest(ended: asyncio.Event, seconds: float) -> None:
    """Wait for the next frame's time, or for a key that ends the animation."""
    try:
        await asyncio.wait_for(ended.wait(), seconds)
    except TimeoutError:
        return
