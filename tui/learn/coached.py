"""A whole battle with the coach: the last lesson of a game, kept in a file as any battle is."""

from __future__ import annotations

from functools import partial

from engine.kernel.battle import Battle
from engine.teaching.lesson import Lesson
from tui.battle.course import BattleCourse
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.battle.sitting import sit_down
from tui.files.saves import saves_folder
from tui.input.actions import Handlers
from tui.learn import stars
from tui.learn.tables import CoachedTable, new_battle
from tui.screens.game_app import GameApp


class CoachedCourse(BattleCourse):
    """The coach looks on, whatever the settings say; a victory earns the stars."""

    table: CoachedTable
    _looked_on = True

    def advance(self) -> None:
        """Go on; when the battle is won, keep the stars."""
        super().advance()
        if self.table.won:
            stars.award(self.table.lesson, 1 if self.table.helped else stars.MOST)


class CoachedScreen(BattleScreen):
    """A battle against the computer under the eyes of the coach."""

    what_for = (
        "Your first battle: all is as in any other, but the coach speaks up when an order costs "
        "much. Win it for a star; without advice (h) for two."
    )

    def __init__(self, battle: Battle, lesson: Lesson, app: GameApp) -> None:
        self.table = CoachedTable(battle, lesson)
        seated = partial(sit_down, course=CoachedCourse)
        super().__init__(BattleSession(battle, self.table), app, seated)

    def handlers(self) -> Handlers:
        return {**super().handlers(), "advice": self.act_advice}

    def act_advice(self) -> None:
        """Show advice, which costs the second star."""
        self.table.helped = True
        super().handlers()["advice"]()


def begun(lesson: Lesson, app: GameApp) -> CoachedScreen:
    """Return the screen of a new battle in the player's own folder."""
    battle = new_battle(lesson, saves_folder(app.saves))
    app.battle = battle
    return CoachedScreen(battle, lesson, app)
