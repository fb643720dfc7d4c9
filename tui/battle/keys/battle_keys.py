"""BattleKeys: gives a pressed key to what waits for one, and an action to whoever does it."""

from __future__ import annotations

from engine.base.errors import WeatherGageError
from engine.sitting.sheet_orders import SheetOrders
from tui.battle.course import PAGES, BattleCourse
from tui.battle.keys.dial_keys import DialKeys
from tui.battle.keys.draft_keys import DraftKeys
from tui.battle.keys.find_keys import FindKeys
from tui.battle.keys.leave_keys import LeaveKeys
from tui.battle.keys.order_keys import OrderKeys
from tui.battle.keys.panel_keys import PanelKeys
from tui.battle.keys.picture_keys import PictureKeys
from tui.battle.keys.word_keys import WordKeys
from tui.battle.panel import Panel
from tui.battle.session import SCREEN
from tui.input.actions import Handlers
from tui.screens.chart_keys import ChartKeys

WAYS = {"pan_west": -1, "pan_east": 1}
"""How many steps the keys of these actions go on while something is played: those of a replay."""


class BattleKeys:
    """The keys of a battle in groups; a subclass replaces groups by its own."""

    def __init__(self, course: BattleCourse, panel: Panel) -> None:
        self.session = course.session
        self.course = course
        self.changes = course.changes
        self.app = course.app
        self.keymap = course.keymap
        self.chart_keys = ChartKeys(self.session.chart, self.changes)
        self.panels = PanelKeys(course, self.chart_keys, panel)
        self.dials = DialKeys(course)
        self.orders = OrderKeys(course, self.chart_keys, self.panels, self.dials)
        self.finding = FindKeys(course, panel)
        self.words = WordKeys(course, self.finding)
        self.leave = LeaveKeys(course)
        self.picture = PictureKeys(course)
        self.drafts = DraftKeys(course)

    def handlers(self) -> Handlers:
        """Return what each action does in a battle; orders and panels go before the chart."""
        return {
            **self.chart_keys.handlers(),
            **self.drafts.handlers(),
            **self.dials.handlers(),
            **self.picture.handlers(),
            **self.leave.handlers(),
            **self.finding.handlers(),
            **self.words.handlers(),
            **self.panels.handlers(),
            **self.orders.handlers(),
        }

    def press(self, key: str) -> str:
        """Give a key to what waits for one: an animation, a typed line, a question, a slot.

        Return the action that it means where nothing waited for it; '' for none.
        """
        session = self.session
        name = self.meaning(key)
        if session.playing and (self._held(name) or not self.course.skip_animation(name)):
            return ""
        if self.course.stage.swallows(name):
            if name not in PAGES:
                return ""
            self.course.stage.attended()
        if name == "quit":
            return name
        self.changes.press(key)
        if session.typed:
            self.words.typing(key)
        elif session.question:
            self.course.reply(key, name)
        elif not self._spelt(key):
            return self.meaning(key, session.chart.looking)
        return ""

    def meaning(self, key: str, looking: bool = False) -> str:
        """Return the action of a key by its name; '' for none."""
        action = self.keymap.action(SCREEN, key, looking)
        return action.name if action else ""

    def _held(self, name: str) -> bool:
        """Hold what is played and go a step back or on, if the action of that name does so."""
        if name not in WAYS:
            return False
        self.course.stage.step(WAYS[name])
        return True

    def _spelt(self, key: str) -> bool:
        """Spell the answer to a slot of a sheet; letters and digits of it go before other keys."""
        session = self.session
        orders = session.orders
        if not isinstance(orders, SheetOrders) or session.shows or session.chart.looking:
            return False
        try:
            done = orders.backspace() if key == "backspace" else orders.type_key(key)
        except WeatherGageError as error:
            self.changes.say(self.app.describe(error))
            return True
        if done:
            self.changes.orders_changed()
        return done
