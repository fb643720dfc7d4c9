"""Stage: plays what there is to see in a command's events; any key ends it at its last frame."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from engine.game.chart import Throw
from engine.game.panel import Row
from engine.kernel.timeline import Record
from tui.battle.battle_log import seen
from tui.battle.theatre import frames, thrown

if TYPE_CHECKING:
    from tui.battle.screen import BattleScreen


class Stage:
    """The animations of a battle screen, and the dice that lie beside the chart after them."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.dice: tuple[Row, ...] = ()
        self._ended: asyncio.Event | None = None

    @property
    def playing(self) -> bool:
        """Tell whether something is being played."""
        return self._ended is not None

    def end(self) -> None:
        """Go to the last frame."""
        if self._ended:
            self._ended.set()

    async def play(self, record: Record) -> None:
        """Play a command's events from the state before them."""
        self._ended = asyncio.Event()
        self.screen.draw_prompt()
        self.screen.draw_panel()
        due = monotonic()
        try:
            for state, spectacle in seen(self.screen.battle, record):
                view = self.screen.game.view(state, self.screen.table.eyes)
                for frame in frames(self.screen.game.scene(view), spectacle):
                    if self._ended.is_set():
                        break
                    self.dice = frame.rows or self.dice
                    due += frame.seconds
                    if due > monotonic():  # else a busy host is behind: the next frame will do
                        self.screen.draw_frame(frame)
                        await self._rest(due - monotonic())
        finally:
            self._ended = None
        self.remember(record)

    def remember(self, record: Record) -> None:
        """Keep the dice of a command's events beside the chart until the next command."""
        rows: list[Row] = []
        for _, spectacle in seen(self.screen.battle, record):
            if isinstance(spectacle, Throw):
                rows += thrown(spectacle)
        self.dice = tuple(rows)

    async def _rest(self, seconds: float) -> None:
        assert self._ended is not None
        try:
            await asyncio.wait_for(self._ended.wait(), seconds)
        except TimeoutError:
            return
