"""Stage: plays the animation of a command's events; any key ends it at its last frame."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic

from engine.game.chart import Throw
from engine.game.panel import Row
from engine.game.record import Record
from engine.game.tableau import Tableau
from tui.battle.battle_log import seen
from tui.battle.display import Drawing
from tui.battle.session import Session
from tui.battle.theatre import OPENING_SECONDS, PACES, act_frames, thrown
from tui.drama.acts import Act, acts

MOMENT = 0.3
"""Seconds after the last frame in which a key was still meant for the animation."""


class Stage:
    """The animations of a session; the dice that it has played lie beside the chart after them."""

    def __init__(self, session: Session, display: Drawing) -> None:
        self.session = session
        self.display = display
        self.meets: tuple[str, ...] = ()
        """The ships on which the view has closed, of what is being played."""
        self.opening: Tableau | None = None
        """What the battle opens with, while it is shown."""
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

    async def open(self, tableau: Tableau) -> None:
        """Show what a battle opens with until a key ends it, or it has been read."""
        session, display = self.session, self.display
        ended = self._ended = asyncio.Event()
        session.playing = True
        self.opening = tableau
        try:
            display.draw()
            pace = PACES.get(display.game_app.settings.animation, 1.0)
            await _rest(ended, OPENING_SECONDS * pace)
        finally:
            self._last_frame = monotonic()
            self._ended, self.opening, session.playing = None, None, False

    async def play(self, record: Record) -> None:
        """Play a command's events from the state before them."""
        session, display = self.session, self.display
        settings = display.game_app.settings
        ended = self._ended = asyncio.Event()
        session.playing = True
        display.draw_prompt()
        display.draw_panel()
        due, shown, told = monotonic(), False, False
        try:
            for act in acts(session.battle, record):
                self.meets = act.meets
                self._ring([act])
                view = session.game.view(act.state, session.table.eyes)
                for frame in act_frames(session.game.screen.scene(view), act, settings.scenes):
                    if ended.is_set():
                        break
                    session.dice = frame.rows or session.dice
                    due += frame.seconds * PACES.get(settings.animation, 1.0)
                    if due > monotonic():  # else a busy host is behind: the next frame will do
                        told = frame.tableau is not None
                        display.draw_frame(frame)
                        await _rest(ended, due - monotonic())
                        shown = True
        finally:
            # A picture is often ended by two keys: the second must not answer the question.
            late = shown and (told or not ended.is_set())
            self._last_frame = monotonic() if late else -MOMENT
            self._ended, session.playing, self.meets = None, False, ()
        self._keep_dice(record)

    def remember(self, record: Record) -> None:
        """Take note of a command that is not played."""
        settings = self.display.game_app.settings
        if settings.bell_scene or settings.bell_end:
            self._ring(acts(self.session.battle, record))
        self._keep_dice(record)

    def _ring(self, played: Sequence[Act]) -> None:
        """Ring the bell at what is told, where the player wants it."""
        settings = self.display.game_app.settings
        told = {act.tableau.picture for act in played if act.tableau}
        if (settings.bell_end and "end" in told) or (
            settings.bell_scene and told - {"end", "cards"}
        ):
            self.display.game_app.bell()

    def _keep_dice(self, record: Record) -> None:
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
