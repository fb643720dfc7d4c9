"""BattleParts, the objects behind a battle's screen, and Others, one of them, which shows what
other persons do. These objects know the screen only as a `Display`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from engine.game.game import Record
from engine.kernel.seen import Change
from engine.sitting.adviser import Forecast
from engine.sitting.kinds.kind import Request
from tui.battle.battle_keys import BattleKeys, KeysOf
from tui.battle.course import BattleCourse
from tui.battle.panel import Panel, Told
from tui.battle.prompt import HintsOf, Prompt, default_hints
from tui.battle.session import GROUP, BattleSession, Display, YesOrNo
from tui.screens.chart_model import ScreenPart
from tui.screens.game_app import GameApp

GONE_BACK = {
    "undo": "has undone the latest order",
    "redo": "has redone an order",
    "take_back": "has taken an order back",
}
"""{kind of a record: message to the others} after another player's undo or redo."""


class Others:
    """Shows on one screen what other persons do; in a battle of one person it does nothing.

    The screen reports every change to `heard`; `BattleCourse` calls `look_up` after each question.
    """

    def __init__(self, course: BattleCourse) -> None:
        self.course = course
        course.look_up = self.look_up
        self.session = course.session
        self.changes = course.changes
        self.kind = course.kind
        self._unseen: list[Change] = []
        self._asked: tuple[Request, YesOrNo] | None = None
        """The open request of another person, and the yes-or-no question that shows it; None for
        none."""
        self._stage = self.kind.stage()

    def heard(self, change: Change) -> None:
        """Record a change of the battle; the screen shows it once its pending messages are
        processed.
        """
        if not self.course.acting:
            self._unseen.append(change)
            self.course.display.call_later(self._catch_up_in_turn)

    def _catch_up_in_turn(self) -> None:
        self.course.app.in_turn(self.catch_up, self.course.display)

    def catch_up(self) -> None:
        """Show what has changed since the last check: the latest command as an animation, earlier
        ones without.
        """
        course, session = self.course, self.session
        if not self._unseen or session.playing:
            return
        unseen, self._unseen = self._unseen, []
        last: Record = unseen[-1].record
        if last.kind in GONE_BACK and last.seat not in session.table.persons:
            self.changes.say(f"{session.table.who(last.seat)} {GONE_BACK[last.kind]}.")
        entries = session.battle.entries
        if entries and last is entries[-1]:  # a command, and not taken back since
            course.display.work(partial(course.show, last), GROUP, alone=True)
            return
        if last.kind != "chat":
            self.changes.show_dice(())
        course.advance()

    def look_up(self) -> None:
        """Show another person's request, or remove one that was withdrawn; also show answers to
        this person's requests.
        """
        if not self.kind.in_company:
            return
        session, asks = self.session, self.kind.asked_by_other()
        if self._asked and (asks is None or asks.text != self._asked[0].text):
            if session.question is self._asked[1]:
                self.changes.ask(None)
            self._asked = None
        if asks and self._asked is None and session.question is None:
            question = YesOrNo(f"{asks.text} Agree?", asks.yes, False, asks.no)
            self._asked = asks, question
            self.changes.ask(question)
        for heard in self.kind.replies():
            self.changes.say(heard.text, heard.holds)
        if self._stage != self.kind.stage():
            self._stage = self.kind.stage()
            self.course.advance()
        if self._unseen:
            self.course.display.call_later(self._catch_up_in_turn)
        self.changes.changed(ScreenPart.PROMPT)


# BattleParts: all of them, made together for a display.


class BattleParts(NamedTuple):
    """The objects behind one battle screen: they advance the battle, handle keys, write texts."""

    forecast: Forecast
    course: BattleCourse
    others: Others
    prompt: Prompt
    panel: Panel
    keys: BattleKeys


SitDown = Callable[[Any, GameApp, Display], BattleParts]
"""A function that creates the objects behind a battle screen, given session, application and
display."""


def sit_down(  # noqa: PLR0913 - where it is shown, and by keyword what only some sittings have
    session: BattleSession,
    app: GameApp,
    display: Display,
    *,
    onward: Callable[[], None] = lambda: None,
    told: Told | None = None,
    guides: bool = True,
    hints: HintsOf = default_hints,
    keys: KeysOf | None = None,
) -> BattleParts:
    """Create and return the objects that work for a session.

    `onward` is called after the player leaves a finished lesson or the like. `told` returns rows
    above the cards; `hints` returns the actions in the key line; `keys` returns handlers that take
    precedence over the usual ones. Without `guides` there is no guidance in the first turns.
    """
    forecast = Forecast(session)
    course = BattleCourse(session, forecast, app, display, onward)
    panel = Panel(session, forecast, course.advice, app, course.reader, told, guides)
    prompt = Prompt(session, forecast, course.advice, app.keymap, hints)
    return BattleParts(
        forecast, course, Others(course), prompt, panel, BattleKeys(course, panel, keys)
    )
