"""The battle screen: chart, ship card, orders, log. It draws views and puts questions, no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.timer import Timer
from textual.widget import Widget

from engine.base.errors import Refused, WeatherGageError
from engine.game.chart import Mark
from engine.game.game import Preview
from engine.kernel.battle import Battle
from engine.players import dismiss
from tui.battle.advice import Advice
from tui.battle.battle_log import BattleLog, Told
from tui.battle.chart_screen import ChartScreen
from tui.battle.course import Course
from tui.battle.keys import BattleKeys
from tui.battle.panel import panel_lines
from tui.battle.seats import Player, Table
from tui.battle.stage import Stage
from tui.battle.theatre import Frame
from tui.chart.layouts import Layout, Rect, layout
from tui.chart.viewport import place_of
from tui.input.orders import Orders
from tui.input.typed import Typed
from tui.input.words import Found
from tui.panel import prompts
from tui.panel.battle_frame import status_row
from tui.terminal.lines import Line, Lines

REST = 0.15
"""Seconds that a dial rests before rings follow it."""
GUIDED = 2
"""Turns through which a first-time player is led."""
MOST_ORDERS = 12


class BattleScreen(ChartScreen):
    """A battle being played by persons at this keyboard, computer players, or both."""

    screen_name = "battle"
    what_for = "The battle: choose an order, see on the chart what it would do, and take it."

    course_kind: ClassVar[type[Course]] = Course
    keys_kind: ClassVar[type[BattleKeys]] = BattleKeys

    def __init__(
        self, battle: Battle, players: Mapping[str, Player], table: Table | None = None
    ) -> None:
        self.battle = battle
        self.table = table or Table(battle, players)
        super().__init__(battle.game, battle.view(self.table.eyes))
        self.battle_log = BattleLog(battle)
        self.orders: Orders | None = None
        self.typed: Typed | None = None
        self.course = self.course_kind(self)
        self.commands = self.keys_kind(self)
        self.stage = Stage(self)
        self.sentence = battle.notice
        self._deaf = battle.subscribe(self.hear_of_file)
        self.shows = ""
        """'', 'log', 'squadrons', 'hand' or 'advice': what has the panel to itself."""
        self.advice = Advice(self)
        self.why = False
        self.chosen = 0
        """The chosen line of the log or squadrons in the panel; the first line of the hand."""
        self.panel_at_rest: tuple[list[Line], list[Line]] = ([], [])
        """The panel when no dial was turning, and the forecast in it."""
        self._turning: Timer | None = None
        self._rested: tuple[Mark, ...] = ()
        """Rings of the dial where it rested last; they stay while it turns."""
        self._foreseen: tuple[Any, Preview, str] = (None, Preview(), "")
        self.status = Lines(self.ink, "status", id="status")
        self.panel = Lines(self.ink, "text", id="panel")
        self.log_lines = Lines(self.ink, "text", id="log")
        self.prompt = Lines(self.ink, "prompt", id="prompt")
        self.keys = Lines(self.ink, "keys", id="keys")

    # Layout -----------------------------------------------------------------------------

    def widgets(self) -> ComposeResult:
        """Yield the parts of the screen."""
        yield from (self.status, self.chart, self.panel, self.log_lines, self.prompt, self.keys)

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Place the parts for this size."""
        plan = self.laid_out(size)
        gap = self._gap(plan)
        panel = plan.panel
        columns = size.width - panel.left + gap
        parts = {
            self.status: plan.status,
            self.chart: plan.frame,
            self.panel: Rect(panel.left - gap, panel.top, columns, panel.height),
            self.log_lines: plan.log,
            self.prompt: plan.prompt,
            self.keys: plan.keys,
        }
        return {
            widget: Region(place.left, place.top, place.width, place.height)
            for widget, place in parts.items()
            if place.height
        }

    @staticmethod
    def _gap(plan: Layout) -> int:
        """Return the columns between chart and panel; the panel paints them."""
        return plan.panel.left - plan.frame.left - plan.frame.width

    def laid_out(self, size: Size | None = None) -> Layout:
        """Return the rectangles for a size, the present one if none is given."""
        size = size or self.extent
        return layout(size.width, size.height, self.scene.sea)

    def settled(self) -> None:
        """Look ahead now that the battle is on the screen."""
        self.draw()

    def on_mount(self) -> None:
        """Begin where the battle stands."""
        self.course.advance()
        if self.battle.why_closed:
            self.set_interval(1.0, self.course.follow)

    def on_unmount(self) -> None:
        """Let computer players go: a program ends."""
        self._deaf()
        dismiss(self.table.players.values())

    def on_resize(self, event: events.Resize) -> None:
        """Draw for another size."""
        self.draw()

    # Drawing ------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw everything; what did not change costs nothing."""
        place = self.laid_out().frame
        if not self.too_small:
            self.fit_chart(place.width, place.height)
        self.draw_chart()
        self.draw_words()

    def draw_words(self) -> None:
        """Draw all but the chart."""
        self.soon(self._lay_status)
        self.draw_panel()
        self.soon(self._lay_log)
        self.draw_prompt()

    def draw_panel(self) -> None:
        """Draw the cards, and below them what can be ordered."""
        self.soon(self._lay_panel)

    def draw_prompt(self) -> None:
        """Draw whose choice it is and the keys to act."""
        self.soon(self._lay_prompt)

    def draw_frame(self, frame: Frame) -> None:
        """Draw one frame of an animation; the panel changes with dice and news only."""
        self.draw_chart(frame.scene, frame.extra)
        if frame.rows:
            self.draw_panel()

    def _lay_status(self) -> None:
        status = self.game.status(self.view)
        self.status.show([status_row(status, self.scene, self.extent.width, self.glyphs)])

    def _lay_panel(self) -> None:
        plan = self.laid_out()
        place = plan.panel
        orders = self._order_lines(place.width, place.height)
        room = place.height - len(orders)
        lines = panel_lines(self, place.width, room)
        blank: list[Line] = [()] * (room - len(lines))
        gap = ("text", " " * self._gap(plan))
        self.panel.show([(gap, *line) for line in (*lines, *blank, *orders)])

    def _lay_log(self) -> None:
        place = self.laid_out().log
        if place.height:
            told = self.told()[-place.height :]
            self.log_lines.show([(("text", f" {line.text}"),) for line in told])

    def told(self) -> list[Told]:
        """Return the log as it may be read here; what is being played is not told before."""
        lines = self.battle_log.lines(self.table.eyes)
        if not self.stage.playing:
            return lines
        return [line for line in lines if line.at < self.battle.position]

    def _lay_prompt(self) -> None:
        plan = self.laid_out()
        width = plan.prompt.width
        hints = self.course.hints()
        short = () if plan.keys.height else hints
        lines = self.course.prompt_lines(width, plan.prompt.height + plan.keys.height, short)
        self.prompt.show(lines[: plan.prompt.height])
        rest = lines[plan.prompt.height :]
        self.keys.show(rest or [prompts.key_line(hints, self.keymap, width)])

    def _order_lines(self, width: int, height: int) -> list[Line]:
        """Return the foot of the panel: what was found for typed words, or the options."""
        if self.typed:
            return self.typed.lines(width, min(MOST_ORDERS, height // 2))
        if self.orders is None or self.stage.playing or self.advice.open:
            return []
        guide = self.guiding
        advice = prompts.advice_on(self.orders, self.keymap, self.looking) if guide else []
        why = self.why or guide
        most = max(5, height * (5 if why else 4) // 10)
        return prompts.order_lines(self.orders, width, most, self.glyphs, why, advice)

    @property
    def turning(self) -> bool:
        """Tell whether a dial is being turned."""
        return self._turning is not None

    @property
    def listing(self) -> bool:
        """Tell whether the panel holds a list whose lines can be chosen."""
        return self.shows in ("log", "squadrons")

    @property
    def guiding(self) -> bool:
        """Tell whether a first-time player is being led."""
        return self.house.settings.guide and self.game.turn(self.battle.state) <= GUIDED

    # What the highlighted option would do ----------------------------------------------------

    def foreseen(self) -> Preview:
        """Return the preview of the highlighted option."""
        orders = self.orders
        if orders is None or self.stage.playing or not self.ready:
            return Preview()  # the first frame does not wait for the geometry
        stamp = (id(self.view), orders, orders.answer)
        if self._foreseen[0] != stamp:
            self._foreseen = (stamp, *self._look_ahead(orders))
        return self._foreseen[1]

    def why_not(self) -> str:
        """Return why the highlighted option's thing may not be put where it is, '' if it may."""
        return self._foreseen[2] if self.foreseen() is self._foreseen[1] else ""

    def _look_ahead(self, orders: Orders) -> tuple[Preview, str]:
        """Return what the highlighted option would do, and why it may not be put there."""
        asked = self.view, orders.decision, orders.option
        _, dial, at = orders.answer
        why_not = self.game.why_not(*asked, dial, at) if at else ""
        try:
            return self.game.preview(*asked, dial, at), why_not
        except Refused:  # the place is not one of the decision's
            return Preview(), why_not

    def extras(self) -> Sequence[Mark]:
        """Return the ghost of the highlighted option, and what is being measured."""
        seen = self.foreseen()
        marks = seen.marks
        if seen.quick_marks is not None and self._turning:
            marks = (*self._rested, *seen.quick_marks)
        elif seen.quick_marks is not None:
            self._rested = tuple(mark for mark in marks if mark not in seen.quick_marks)
        return (*marks, *self.measured()[0])

    def orders_changed(self, turned: bool = False) -> None:
        """Follow another highlighted option or another place of its dial."""
        if self._turning:
            self._turning.stop()
            self._turning = None
        self.follow_place()
        if self.orders and not self.orders.decision.ship:
            self.select_for_orders()
        if turned and self.foreseen().quick_marks is not None:
            self._turning = self.set_timer(REST, self._at_rest)
        self.draw_chart()
        self.draw_panel()
        self.draw_prompt()

    def _at_rest(self) -> None:
        self._turning = None
        self.draw_chart()
        self.draw_panel()

    def selected_changed(self) -> None:
        """Follow a new selection: her card, and the first order about her."""
        if self.orders:
            self.orders.about(self.viewport.selected)
        self.draw_chart()
        self.draw_panel()
        self.draw_prompt()

    def cursor_moved(self) -> None:
        """Follow the cursor: measure to it, place by it."""
        if self.orders and self.orders.placed and self.viewport.measuring is None:
            self.orders.place(self.viewport.at)
            self.orders_changed(turned=True)
        elif self.viewport.measuring is not None:
            self.draw_panel()
        self.draw_prompt()

    def act_measure(self) -> None:
        """Measure, or stop; the panel shows what is measured no longer than it is."""
        super().act_measure()
        self.draw_panel()

    def follow_place(self) -> None:
        """Bring the place that is chosen into sight, with the cursor on it."""
        if self.orders and self.orders.placed and self.orders.at:
            self.viewport.show(self.orders.at)
            self.viewport.point_at(self.orders.at)

    def clicked_again(self) -> None:
        """Put the thing that lies under the mouse there for good."""
        if self.orders and self.orders.placed and self.orders.at == self.viewport.at:
            self.act("accept")

    def select_for_orders(self) -> None:
        """Select the ship whose choice it is, and bring her into sight."""
        orders = self.orders
        ship = (orders.decision.ship or orders.option.subject) if orders else ""
        if ship and ship in self.game.ships(self.view):
            self.viewport.selected = ship
            place = place_of(self.scene, ship)
            if place and self.viewport.view.columns > 1:
                self.viewport.show(place)
        elif not self.viewport.selected:
            self.viewport.next_ship(self.game.ships(self.view), 0)

    # Keys ------------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Say one sentence in the prompt, until the next key."""
        self.sentence = sentence
        self.draw_prompt()

    def press(self, key: str) -> None:
        """Give a key to what waits for one: an animation, a typed line, a question, the screen."""
        action = self.keymap.action(self.screen_name, key)
        if self.stage.playing and not self.course.hurry(action.name if action else ""):
            return
        if action is not None and action.name == "quit":
            self.act_quit()
            return
        had, self.sentence = self.sentence, ""
        if self.typed:
            self.commands.typing(key)
        elif self.course.question:
            self.course.reply(key)
        else:
            super().press(key)
        if had and not self.sentence:
            self.draw_prompt()

    def on_paste(self, event: events.Paste) -> None:
        """Paste into the line being typed."""
        if self.typed:
            self.typed.paste(event.text)
            self.draw_words()

    def act(self, name: str) -> bool:
        """Do an action of the orders and panels, or one of the chart."""
        method = getattr(self.commands, f"act_{name}", None)
        if method is None:
            return super().act(name)
        try:
            method()
        except WeatherGageError as error:
            self.say(self.house.told(error))
        return True

    def questions(self) -> list[str]:
        """Return what is asked now, the answers, and what is not open and why."""
        if self.orders is None:
            return []
        decision = self.orders.decision
        lines = [f"{self.table.name(decision.seat)} is asked: {decision.prompt}"]
        lines += [f"may: {option.label}" for option in decision.options]
        return lines + [f"not now: {each.label}, {each.why_not}" for each in decision.closed]

    def knows(self, name: str) -> bool:
        """Tell whether this screen answers to an action."""
        return hasattr(self.commands, f"act_{name}") or super().knows(name)

    def findings(self, typed: str) -> list[Found]:
        """Return what typed words may mean: orders first, then actions."""
        return self.commands.find(typed)

    def do_found(self, found: Found) -> None:
        """Do what was found in the palette."""
        self.commands.do(found)
