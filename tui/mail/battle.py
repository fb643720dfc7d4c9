"""MailScreen: one's own side of a battle by mail, until the other's choice is needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.base.errors import Refused
from engine.game.command import Given
from engine.kernel.battle import Battle
from engine.post import correspondence as post
from engine.post.correspondence import Desk
from engine.sitting.kinds.mail_seating import MailTable
from tui.battle.course import BattleCourse, given_by
from tui.battle.keys.battle_keys import BattleKeys
from tui.battle.prompt import Prompt
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.battle.sitting import sit_down
from tui.input.actions import Handlers
from tui.screens.game_app import GameApp


class MailSession(BattleSession):
    """What a player at his desk holds."""

    table: MailTable

    def __init__(self, folder: Path, desk: Desk, battle: Battle, leave: Callable[[], None]) -> None:
        """Begin a sitting; `leave` ends it, and sees to the letter when one is due."""
        super().__init__(battle, MailTable(folder, desk, battle))
        self.leave = leave

    @property
    def due(self) -> bool:
        """Whether a letter is to be written, with nothing left to choose first."""
        return self.table.due


class MailCourse(BattleCourse):
    """Brings the screen from question to question; every answer goes into the next letter."""

    session: MailSession
    table: MailTable

    def submit(self, seat: str, answer: Given) -> None:
        """Put an answer into the letter, and play it if everything before it is known."""
        self.table.choose(seat, answer)

    @property
    def waiting(self) -> bool:
        """Tell whether a choice in the letter is still sealed: nothing is played before."""
        return self.table.waiting

    def take(self) -> None:
        """Take the highlighted order; where none is left, write the letter or leave."""
        session = self.session
        if session.orders is not None or session.playing:
            super().take()
        elif session.due:
            text = f"Write the letter to {self.table.desk.other}? Then your choices stand."
            self.ask(text, session.leave)
        else:
            session.leave()

    def take_at_once(self) -> None:
        """Take the highlighted order; while a choice is sealed it only goes into the letter."""
        orders = self.session.orders
        if orders is None or not self.waiting:
            super().take_at_once()
            return
        self.submit(orders.decision.seat, given_by(orders))
        self.advance()

    def undo(self) -> None:
        """Undo what has not gone out, as far as a battle allows."""
        self.table.take_back()
        self._changed()

    def redo(self) -> None:
        """Refuse: an undone choice is dropped from the letter."""
        raise Refused("by mail, what was undone is to be ordered again")

    def take_back(self, why: str = "") -> None:
        """Refuse: nobody is there to agree."""
        raise Refused(why or "by mail nothing is taken back")


class MailPrompt(Prompt):
    """The prompt of a battle by mail: while nothing is asked, a letter is due."""

    session: MailSession

    def beside(self, seat: str) -> bool:
        """Say no: in a letter the other player would read it."""
        return False

    def standing(self) -> str:
        if self.session.over or self.session.playing:
            return super().standing()
        desk = self.session.table.desk
        if self.session.due:
            accept = self.hint("accept", "writes the letter")
            waits = post.waits_for(desk)
            why = f"It {waits}." if waits else f"Now {desk.other}'s choice is needed."
            return f"{why} {accept}"
        accept = self.hint("accept", "leaves")
        return f"{desk.other}'s letter {desk.held.number + 1} is waited for. {accept}"

    def hints(self) -> list[str]:
        session = self.session
        if session.orders or session.playing or session.typed or session.shows:
            return super().hints()
        accept = "accept=write the letter" if session.due else "accept=leave"
        known = {name.partition("=")[0]: name for name in super().hints()}
        first = [accept, *(["undo"] if session.due else [])]
        return [*first, *(known[name] for name in known if name not in ("accept", "undo"))]


class MailKeys(BattleKeys):
    """The keys of the battle screen that work another way by mail: these come first."""

    session: MailSession

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "aside": self.act_aside,
            "menu": self.act_menu,
            "end": self.act_end,
        }

    def act_aside(self) -> None:
        """Refuse: in a letter the other player would read it."""
        raise Refused("by mail nothing is changed beside what is asked: it would be read")

    def act_menu(self) -> None:
        """Leave, as `act_end` does; the letters lie over the opening menu."""
        self.act_end()

    def act_end(self) -> None:
        """Leave, which writes the letter; ask first while it is not finished."""
        if self.session.table.asked() and self.app.settings.confirm_ends:
            text = "Leave? Your choices are kept; the letter is written when all are made."
            self.course.ask(text, self.session.leave)
        else:
            self.session.leave()


class MailScreen(BattleScreen):
    """A battle by mail at one's own desk."""

    session: MailSession

    def __init__(
        self,
        app: GameApp,
        folder: Path,
        desk: Desk,
        battle: Battle,
        leave: Callable[[], None] | None = None,
    ) -> None:
        """Sit down at a desk; `leave` goes where the sitting ends, by itself out of the game."""
        super().__init__(
            MailSession(folder, desk, battle, leave or app.exit),
            app,
            partial(sit_down, course=MailCourse, prompt=MailPrompt, keys=MailKeys),
        )
