"""A whole battle with the coach: the last lesson of a game, kept in a file as any battle is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.files import stars
from engine.files.library import computers
from engine.files.saves import saves_folder
from engine.kernel.battle import Battle
from engine.players import Player
from engine.sitting.kinds.lesson import LOOKS_ON, CoachedTable, new_battle
from engine.teaching.lesson import Lesson
from tui.battle.course import BattleCourse
from tui.battle.prompt import Prompt
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.battle.sitting import sit_down
from tui.input.actions import Handlers
from tui.screens.game_app import GameApp


class CoachedCourse(BattleCourse):
    """The coach looks on, whatever the settings say; a victory earns the stars."""

    table: CoachedTable
    _looked_on = True
    _introduced = False
    """Whether it was said that the coach looks on."""

    def advance(self) -> None:
        """Go on; at first say who looks on; when the battle is won, keep the stars."""
        super().advance()
        if self.table.fresh and self.session.orders and not self._introduced:
            self._introduced = True
            self.changes.say(LOOKS_ON)
        own = self.app.own_files
        if not stars.award(self.table.lesson, self.table.earned, own.stars):
            self.changes.say(f"Your stars cannot be kept: {own.why_not}.")

    def take(self) -> None:
        """Take the highlighted order; from a battle that is over go to the lessons."""
        if self.session.over:
            self.display.open_screen("lessons", self.table.lesson.name)
        else:
            super().take()


class CoachedPrompt(Prompt):
    """Says at the end what the battle has earned, and what leads to the lessons."""

    table: CoachedTable

    def standing(self) -> str:
        """Return how things stand; at the end the stars first, as the panel has the rest."""
        told = super().standing()
        over = self.session.over and not self.session.playing
        return f"{self.table.told()} {told}" if over else told

    def hints(self) -> list[str]:
        """Return the hints; at the end the lessons come first."""
        hints = super().hints()
        over = self.session.over and not (self.session.playing or self.session.typed)
        return ["accept=lessons", *hints] if over else hints


class CoachedScreen(BattleScreen):
    """A battle against the computer under the eyes of the coach."""

    what_for = (
        "Your first battle: all is as in any other, but the coach speaks up when an order costs "
        "much. Win it for a star; without advice (h) for two."
    )

    def __init__(
        self, battle: Battle, lesson: Lesson, app: GameApp, players: Mapping[str, Player]
    ) -> None:
        self.table = CoachedTable(battle, lesson, players)
        seated = partial(sit_down, course=CoachedCourse, prompt=CoachedPrompt)
        super().__init__(BattleSession(battle, self.table), app, seated)

    def handlers(self) -> Handlers:
        return {**super().handlers(), "advice": self.act_advice}

    def act_advice(self) -> None:
        """Show advice, which costs the second star."""
        self.table.help()
        super().handlers()["advice"]()


def begun(lesson: Lesson, app: GameApp) -> CoachedScreen:
    """Return the screen of a new battle in the player's own folder."""
    battle = new_battle(lesson, saves_folder(app.saves))
    app.battle = battle
    return CoachedScreen(battle, lesson, app, computers(battle))
