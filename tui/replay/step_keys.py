"""StepKeys: the keys that go through the steps of one entry: each impulse, contest, die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from engine.game.chart import Mark, Scene
from engine.game.game import Game
from tui.drama.steps import Step, steps
from tui.input.actions import Handlers
from tui.replay.reel import Reel


class Stepped(Protocol):
    """What shows a reel and a step of it."""

    reel: Reel

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game system."""

    def pause(self) -> None:
        """Stop where the reel stands."""

    def draw_chart(self, scene: Scene, extra: Sequence[Mark]) -> None:
        """Draw a scene with marks over it."""

    def say(self, sentence: str) -> None:
        """Say one sentence."""


class StepKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, screen: Stepped) -> None:
        self.screen = screen
        self._at = (-1, 0)
        """The entry that is gone through, and its step; 0 is before the first."""

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "step_on": self.act_step_on,
            "step_back": self.act_step_back,
        }

    def act_step_on(self) -> None:
        """Show the next step of this entry, from the first on."""
        self._go(1)

    def act_step_back(self) -> None:
        """Show the step before, from the last one on."""
        self._go(-1)

    def steps(self) -> list[Step]:
        """Return everything that was told of this entry."""
        reel = self.screen.reel
        return steps(reel.battle, reel.n, reel.seat) if reel.n else []

    def _go(self, way: int) -> None:
        screen, found = self.screen, self.steps()
        screen.pause()
        if not found:
            screen.say("This entry has no steps.")
            return
        n, at = self._at
        if n != screen.reel.n:
            at = 0 if way > 0 else len(found) + 1
        at = max(1, min(at + way, len(found)))
        self._at = screen.reel.n, at
        step = found[at - 1]
        shown, view = screen.game.screen, screen.reel.shown(step.after)
        screen.draw_chart(shown.scene(view), shown.ordered(view))
        screen.say(f"Step {at} of {len(found)}: {step.line}")
