"""The keys that go through a reel: from one mark to another, and by the steps of one entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.game.chart import Mark, Scene
from engine.sitting.acts import ToldStep, steps
from tui.input.actions import Handlers
from tui.replay.reel import Reel


class ReelShown(Protocol):
    """What shows a reel. It is asked for nothing before a key is pressed."""

    def pause(self) -> None:
        """Stop where the reel stands."""

    def jump(self, moved: bool) -> None:
        """Stop, and show where the reel stands now if it has moved."""

    def draw_chart(self, scene: Scene, extra: Sequence[Mark]) -> None:
        """Draw a scene with marks over it."""

    def say(self, sentence: str) -> None:
        """Say one sentence."""


class JumpKeys:
    """The keys that jump: one method an action; the names are those of the registry."""

    def __init__(self, reel: Reel, shown: ReelShown) -> None:
        self.reel = reel
        self.shown = shown

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "left": self.act_left,
            "activation_back": self.act_activation_back,
            "activation_on": self.act_activation_on,
            "turn_back": self.act_turn_back,
            "turn_on": self.act_turn_on,
            "chapter_back": self.act_chapter_back,
            "chapter_on": self.act_chapter_on,
            "mark_back": self.act_mark_back,
            "mark_on": self.act_mark_on,
            "first": self.act_first,
            "last": self.act_last,
        }

    def act_left(self) -> None:
        """Go an entry back."""
        self.shown.jump(self.reel.step(-1))

    def act_activation_back(self) -> None:
        """Go back to where an activation began."""
        self.shown.jump(self.reel.activation(-1))

    def act_activation_on(self) -> None:
        """Go on to where the next activation begins."""
        self.shown.jump(self.reel.activation(1))

    def act_turn_back(self) -> None:
        """Go back to where a turn began."""
        self.shown.jump(self.reel.turn(-1))

    def act_turn_on(self) -> None:
        """Go on to where the next turn begins."""
        self.shown.jump(self.reel.turn(1))

    def act_chapter_back(self) -> None:
        """Go back to where a chapter began."""
        self.shown.jump(self.reel.by_chapter(-1))

    def act_chapter_on(self) -> None:
        """Go on to where the next chapter begins."""
        self.shown.jump(self.reel.by_chapter(1))

    def act_mark_back(self) -> None:
        """Go back to the note or bookmark before."""
        self.shown.jump(self.reel.mark(-1))

    def act_mark_on(self) -> None:
        """Go on to the next note or bookmark."""
        self.shown.jump(self.reel.mark(1))

    def act_first(self) -> None:
        """Go to the start."""
        self.shown.jump(self.reel.go(0))

    def act_last(self) -> None:
        """Go to the end."""
        self.shown.jump(self.reel.go(self.reel.end))


class StepKeys:
    """The keys of the steps of one entry: each impulse, contest, die."""

    def __init__(self, reel: Reel, shown: ReelShown) -> None:
        self.reel = reel
        self.shown = shown
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

    def steps(self) -> list[ToldStep]:
        """Return everything that was told of this entry."""
        reel = self.reel
        return steps(reel.battle, reel.n, reel.seat) if reel.n else []

    def _go(self, way: int) -> None:
        reel, found = self.reel, self.steps()
        self.shown.pause()
        if not found:
            self.shown.say("This entry has no steps.")
            return
        n, at = self._at
        if n != reel.n:
            at = 0 if way > 0 else len(found) + 1
        at = max(1, min(at + way, len(found)))
        self._at = reel.n, at
        step = found[at - 1]
        screen, view = reel.game.screen, reel.shown(step.after)
        self.shown.draw_chart(screen.scene(view), screen.ordered(view))
        self.shown.say(f"Step {at} of {len(found)}: {step.line}")
