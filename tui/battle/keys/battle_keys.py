"""BattleKeys: gives a pressed key to what waits for one, and an action to whoever does it."""

from __future__ import annotations

from engine.base.errors import WeatherGageError
from tui.battle.course import PAGES, Course
from tui.battle.keys.draft_keys import DraftKeys
from tui.battle.keys.held import held
from tui.battle.keys.leave_keys import LeaveKeys
from tui.battle.keys.order_keys import OrderKeys
from tui.battle.keys.panel_keys import PanelKeys
from tui.battle.keys.picture_keys import PictureKeys
from tui.battle.keys.word_keys import WordKeys
from tui.battle.panel import Panel
from tui.battle.session import SCREEN
from tui.input.actions import Handlers
from tui.input.sheet_orders import SheetOrders
from tui.screens.chart_keys import ChartKeys


class BattleKeys:
    """The keys of a battle in groups; a subclass replaces groups by its own."""

    def __init__(self, course: Course, panel: Panel) -> None:
        self.session = course.session
        self.course = course
        self.display = course.display
        self.chart_keys = ChartKeys(self.session.chart, self.display)
        self.panels = PanelKeys(course, self.chart_keys, panel)
        self.orders = OrderKeys(course, self.chart_keys, self.panels)
        self.words = WordKeys(course, self.display.knows)
        self.leave = LeaveKeys(course)
        self.picture = PictureKeys(course)
        self.drafts = DraftKeys(course)

    def handlers(self) -> Handlers:
        """Return what each action does in a battle; orders and panels go before the chart."""
        return {
            **self.chart_keys.handlers(),
            **self.drafts.handlers(),
            **self.picture.handlers(),
            **self.leave.handlers(),
            **self.words.handlers(),
            **self.panels.handlers(),
            **self.orders.handlers(),
        }

    def press(self, key: str) -> None:
        """Give a key to what waits for one: an animation, a typed line, a question, an action."""
        session, display = self.session, self.display
        action = display.keymap.action(SCREEN, key)
        name = action.name if action else ""
        if session.playing and (
            held(self.course.stage, name) or not self.course.skip_animation(name)
        ):
            return
        if self.course.stage.just_ended and name not in PAGES:
            return
        if action is not None and action.name == "quit":
            display.act("quit")
            return
        had, session.sentence = session.sentence, ""
        if session.typed:
            self.words.typing(key)
        elif session.question:
            self.course.reply(key)
        else:
            session.key = key
            if self._spelt(key):
                return
            steering = display.keymap.action(SCREEN, key, session.chart.looking)
            if steering:
                display.act(steering.name)
        if had and not session.sentence:
            display.draw_prompt()

    def _spelt(self, key: str) -> bool:
        """Spell the answer to a slot of a sheet; letters and digits of it go before other keys."""
        session = self.session
        orders = session.orders
        if not isinstance(orders, SheetOrders) or session.shows or session.chart.looking:
            return False
        try:
            done = orders.backspace() if key == "backspace" else orders.type_key(key)
        except WeatherGageError as error:
            self.display.say(self.display.game_app.describe(error))
            return True
        if done:
            self.display.orders_changed()
        return done
