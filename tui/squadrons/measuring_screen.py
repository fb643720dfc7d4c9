"""MeasuringScreen: a page of a draft that can be measured by many battles on a key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.base.errors import Refused, WeatherGageError
from engine.building.draft import Draft
from engine.game.game import Game
from tui.input.actions import Handlers
from tui.screens.chooser import SearchedList
from tui.squadrons.builder_page import BuildState

if TYPE_CHECKING:
    from engine.arena import Evenness

GROUP = "measure"
"""The task that measures."""


class MeasuringScreen(SearchedList):
    """Measures a draft that holds a whole battle; what it finds stands until the draft changes."""

    game: Game[Any, Any, Any]
    now: BuildState
    measured = ""
    """How even the design is, or how far the measurement has come; '' before there is one."""
    measuring = False

    @property
    def draft(self) -> Draft:
        """The squadron in its present state."""
        return self.now.draft

    @property
    def kind(self) -> str:
        """What is built, in a word: `squadron`."""
        return self.game.building.kind

    def knows(self, name: str) -> bool:
        """Tell whether an action makes sense for what is built."""
        built = self.game.building
        fits = {"flag": built.names_ships, "measure": built.whole_battle}
        return super().knows(name) and fits.get(name, True)

    def key_line(self) -> Sequence[str]:
        """Return the hints of what makes sense; measuring stands before saving."""
        first = self.hints.index("save")
        hints = (*self.hints[:first], "measure", *self.hints[first:])
        known = [each for each in hints if self.knows(each.partition("=")[0])]
        return self._with_search(known)

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "measure": self.act_measure,
        }

    def act_measure(self) -> None:
        """Let computer players fight the design many times; stop that where it is under way."""
        if self.measuring:
            self.stop_measuring("Stopped.")
            return
        if not self.game.building.whole_battle:
            raise Refused("only a design of a whole battle is measured, as it has both sides")
        if not self.now.verdict.legal:
            raise Refused(f"a {self.kind} is measured once nothing is wrong with it")
        self.measuring, self.measured = True, "Measuring how even it is ..."
        self.work(self._measure, GROUP, alone=True)

    def stop_measuring(self, text: str = "") -> None:
        """End the battles, and tell something else in the place of what was found."""
        if self.measuring:
            self.stop_work(GROUP)
        self.measuring, self.measured = False, text

    async def _measure(self) -> None:
        from tui.squadrons.measuring import BATTLES, measure

        stops = self.keymap.key(self.screen_name, "measure")

        def so_far(count: Evenness) -> None:
            won = [f"{side} {n}" for side, n in zip(count.sides, count.won, strict=True)]
            figures = ", ".join((*won, f"drawn {count.drawn}"))
            self._tell(f"{count.games} of {BATTLES} battles: {figures}. {stops} stops.")

        try:
            found = await measure(self.game, self.draft, so_far)
        except WeatherGageError:
            self.measuring, self.measured = False, ""
            raise
        self.measuring = False
        self._tell(found.describe())

    def _tell(self, measured: str) -> None:
        self.measured = measured
        if self.is_current:
            self.draw()
