"""Stage: plays the animation of a command's events; any key jumps to its last frame.

Two keys pause it instead and step through it, backward and forward, until another key ends it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING

from engine.game.chart import Tableau, Throw
from engine.game.game import Record
from engine.game.panel import Row
from engine.sitting.battle_log import StageAct, acts, spectacles_of, steps
from tui.battle.changes import SessionChanges
from tui.chart.theatre import PACES, Frame, performance, throw_rows
from tui.screens.chart_model import ScreenPart
from tui.screens.game_app import GameApp

if TYPE_CHECKING:
    from engine.review.voices import Speaker

MOMENT = 0.3
"""For this many seconds after the last frame, any key is ignored: it was still meant for the
animation."""
ANSWER_MOMENT = 0.6
"""For this many seconds after the last frame, Enter and Space are ignored: they were meant for the
animation."""
ANSWERS = ("accept", "look")
"""The names of the actions of Enter and Space, the keys with which people usually end an
animation."""


class Stage:
    """The animations of a session; the dice stay beside the chart afterwards.

    `BattleCourse` plays each command here and waits until its animation ends, or until a key ends
    it (`end`). Frames are scheduled from the start, so that a busy machine drops frames instead of
    falling behind. A key pressed just after the end must not answer the next question: see
    `ignores`.
    """

    def __init__(self, changes: SessionChanges, app: GameApp) -> None:
        self.changes = changes
        self.session = changes.session
        self.app = app
        self.meets: tuple[str, ...] = ()
        """The ships that fight or collide in the animation: the chart zooms in on them."""
        self.waits = False
        """Whether the stage shows a still picture that stays until a key is pressed."""
        self._woken: asyncio.Event | None = None
        """An event that a key sets to end or pause the animation that is waiting; None without
        one."""
        self._over = False
        """Whether a key has asked for the animation to jump to its last frame."""
        self._way = 0
        """How many steps the paused animation still has to go forward; negative to go back."""
        self._last_frame = -ANSWER_MOMENT

    @cached_property
    def _speaker(self) -> Speaker:
        """What speaks aboard; made for the first event, because it loads the story's sentences."""
        from engine.review.voices import Speaker

        return Speaker(self.session.battle)

    @property
    def just_ended(self) -> bool:
        """Whether an animation ended by itself a moment ago."""
        return self.ignores(ANSWERS[0])

    def ignores(self, name: str) -> bool:
        """Tell whether the key of action `name` was meant for an animation that has just ended.

        Such a key must not answer the next question.
        """
        moment = ANSWER_MOMENT if name in ANSWERS else MOMENT
        return monotonic() - self._last_frame < moment

    def attended(self) -> None:
        """Record that the player has noticed the end of the animation; from now on `ignores` no
        key.
        """
        self._last_frame = -ANSWER_MOMENT

    def end(self) -> None:
        """Jump to the last frame of the animation."""
        if self._woken:
            self._over = True
            self._woken.set()

    @property
    def ended(self) -> bool:
        """Whether a key has ended the latest animation."""
        return self._over

    def step(self, way: int) -> None:
        """Pause the animation and go `way` steps forward; backward if negative."""
        if self._woken:
            self._way += way
            self._woken.set()

    async def open(self, tableau: Tableau) -> None:
        """Show the opening picture of a battle until a key ends it."""
        woken = self._woken = asyncio.Event()
        self.changes.play(True, tableau)
        self.waits = True
        try:
            self.changes.changed(ScreenPart.ALL)
            await woken.wait()
        finally:
            self.waits = False
            self._last_frame = monotonic()
            self._woken = None
            self.changes.play(False)

    async def play(self, record: Record) -> None:
        """Animate a command's events, beginning with the state before the command."""
        session, settings = self.session, self.app.settings
        woken = self._woken = asyncio.Event()
        self._over, self._way = False, 0
        self.changes.play(True)
        self.changes.changed(ScreenPart.PROMPT | ScreenPart.PANEL)
        due, shown, pictured = monotonic(), False, False
        try:
            seat = session.table.viewer_seat
            played = performance(session.battle, record, seat, settings.scenes)
            voices: dict[int, str] = {}
            if settings.voices:
                voices = self._speaker.voices(record.at, [act.number for act in played.acts])
            for act in played.acts:
                self.meets = act.meets
                if act.number in voices and not self._over:
                    self.changes.speak(voices[act.number])
                self._ring([act])
                for frame in played.frames(act):
                    if self._over:
                        break
                    if frame.rows:
                        self.changes.show_dice(frame.rows)
                    due += frame.seconds * PACES.get(settings.animation, 1.0)
                    # otherwise the machine is busy: skip this frame
                    if due > monotonic():
                        pictured = frame.tableau is not None
                        self.changes.show_frame(frame)
                        await _rest(woken, due - monotonic())
                        shown = True
                        if self._way:
                            pictured = False
                            await self._hold(record, act, woken)
        finally:
            # A picture is often ended by pressing a key twice: the second press must not answer the
            # question.
            if shown and (pictured or not self._over):
                self._last_frame = monotonic()
            elif self._over:
                self._last_frame = -ANSWER_MOMENT
            # A command without animation does not reset the timer of the command before it.
            self._woken, self.meets = None, ()
            self.changes.play(False)
        self._keep_dice(record)

    async def _hold(self, record: Record, act: StageAct, woken: asyncio.Event) -> None:
        """Show a command step by step, beginning at `act`, as keys ask for it, until a key ends the
        animation.

        The chart shows the state after each step; the prompt describes the step.
        """
        session, game = self.session, self.session.game
        found = steps(session.battle, record.at, session.table.viewer_seat)
        # Steps backward and forward are counted from the act that was shown last.
        at = sum(step.number <= act.number for step in found)
        while found and not self._over:
            at, self._way = max(1, min(at + self._way, len(found))), 0
            view = game.view(found[at - 1].after, session.table.viewer_seat)
            scene, ordered = game.screen.scene(view), tuple(game.screen.ordered(view))
            self.changes.show_frame(Frame(0.0, scene, ordered))
            self.changes.say(f"Step {at} of {len(found)}: {found[at - 1].line}")
            woken.clear()
            await woken.wait()
        self._over = True
        self.changes.say("")

    def remember(self, record: Record) -> None:
        """Record that a command was shown without an animation; its dice stay beside the chart."""
        settings = self.app.settings
        if settings.bell_scene or settings.bell_end:
            self._ring(acts(self.session.battle, record))
        self._keep_dice(record)

    def _ring(self, played: Sequence[StageAct]) -> None:
        """Ring the bell at a great moment, if the player's settings say so."""
        settings = self.app.settings
        pictures = {act.tableau.picture for act in played if act.tableau}
        if (settings.bell_end and "end" in pictures) or (
            settings.bell_scene and pictures - {"end", "cards"}
        ):
            self.app.call("bell")

    def _keep_dice(self, record: Record) -> None:
        """Show the dice of a command beside the chart until the next command."""
        rows: list[Row] = []
        for _, spectacle in spectacles_of(self.session.battle, record):
            if isinstance(spectacle, Throw):
                rows += throw_rows(spectacle)
        self.changes.show_dice(rows)


async def _rest(woken: asyncio.Event, seconds: float) -> None:
    """Wait for the next frame's time, or for a key that ends or pauses the animation."""
    try:
        await asyncio.wait_for(woken.wait(), seconds)
    except TimeoutError:
        return
