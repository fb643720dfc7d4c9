"""A lesson or a puzzle on the battle screen: how the player leaves it for the list of lessons or
puzzles, or starts it again.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.base.errors import Refused
from tui.battle.course import BattleCourse
from tui.battle.screen import BattleScreen
from tui.battle.session import SCREEN
from tui.input.actions import Handlers
from tui.screens.base import BaseScreen


class Exercise:
    """Leads out of an exercise (a lesson or a puzzle): to the list of exercises, or back to the
    start.
    """

    def __init__(
        self,
        screen: BattleScreen,
        its_list: Callable[[], BaseScreen],
        again: Callable[[], BaseScreen],
    ) -> None:
        """Create the navigation for `screen`, the screen of the exercise.

        `its_list` returns the list screen with this exercise highlighted; `again` returns the
        screen of the exercise restarted.
        """
        self._screen = screen
        self._its_list = its_list
        self._again = again

    def keys(self, course: BattleCourse) -> Handlers:
        """Return the handlers of the keys that work differently in an exercise."""
        return ExerciseKeys(self, course).handlers()

    def to_its_list(self) -> None:
        """Go back to the list of lessons or puzzles."""
        app = self._screen.game_app
        if not app.leave(self._screen):
            app.enter(self._its_list())

    def begin_again(self) -> None:
        """Start the exercise again."""
        self.instead(self._again())

    def instead(self, other: BaseScreen) -> None:
        """Replace the exercise's screen with another screen."""
        app = self._screen.game_app
        if app.leave(self._screen):
            app.open(other)
        else:
            app.enter(other)


class ExerciseKeys:
    """The handlers of keys that differ in an exercise: `act_NAME` for each action NAME."""

    def __init__(self, exercise: Exercise, course: BattleCourse) -> None:
        self._exercise = exercise
        self.course = course

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "undo": self.act_undo,
            "take_back": self.act_take_back,
            "redo": self.act_redo,
            "end": self.act_end,
            "menu": self.act_menu,
            "part": self.act_part,
        }

    def act_undo(self) -> None:
        """Refuse; the message says why an exercise has no undo, and how to start it again."""
        why = self.course.kind.why_not("undo")
        again = self.course.keymap.hint(SCREEN, "redo", "begins it again")
        raise Refused(f"{why}; {again}")

    def act_take_back(self) -> None:
        """Refuse, with the same explanation as for undo."""
        self.act_undo()

    def act_redo(self) -> None:
        """Start the exercise again."""
        self._exercise.begin_again()

    def act_end(self) -> None:
        """Go back to the list of exercises."""
        self._exercise.to_its_list()

    def act_menu(self) -> None:
        """Go back to the list of exercises."""
        self._exercise.to_its_list()

    def act_part(self) -> None:
        """Go back to the list of exercises.

        In a battle this key opens the ways to leave, such as to resign; an exercise has no opponent
        to resign to.
        """
        self._exercise.to_its_list()
