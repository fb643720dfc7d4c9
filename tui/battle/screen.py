"""The battle screen: chart, ship card, orders, log. It draws a session; its keys change it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.timer import Timer
from textual.widget import Widget

from engine.game.chart import Mark
from engine.kernel.battle import Battle
from engine.players import Player, dismiss
from engine.sitting.seats import SeatTable
from engine.sitting.typed_words import SearchMatch
from tui.battle.panel import with_forecast
from tui.battle.parts import SitDown, sit_down
from tui.battle.session import SCREEN, BattleSession
from tui.chart.layouts import Layout, layout, stretched
from tui.input.actions import Action, Handlers
from tui.input.keys import Wording
from tui.panel import prompts
from tui.panel.battle_frame import status_row
from tui.screens.chart_model import ScreenPart
from tui.screens.chart_screen import ChartScreen
from tui.screens.game_app import GameApp
from tui.terminal.cells import latest_rows
from tui.terminal.lines import Lines
from tui.terminal.page import Line

REST = 0.15
"""Debounce: slow forecasts are computed when the dial has not been turned for this many seconds."""

READING = 1.0
"""Seconds after the first frame until data is fetched in advance: players rarely press a key
earlier."""
LARGE = (140, 45)
"""In a terminal of at least this many columns and lines, the chart opens zoomed in on the ships."""
LEAST_LOG = 3
"""The minimum number of lines for the log below the chart; with fewer, a third column shows the log
too."""


class BattleScreen(ChartScreen):
    """A battle being played by persons, computer players, or both.

    The application opens it for a battle that begins or continues. It draws one session (one
    person's view of a battle) for the objects that `sit_down` creates. It decides nothing and
    changes nothing in the session: keys go to `commands`, the key handlers, and changes that are
    reported to `changed` are drawn together before the next frame. Other kinds of battles (hosted,
    by mail, tried again) use this screen with other objects.
    """

    screen_name = SCREEN
    what_for = "The battle: choose an order, see on the chart what it would do, and take it."

    def __init__(self, session: BattleSession, app: GameApp, sit_down: SitDown = sit_down) -> None:
        self.session = session
        self.battle = session.battle
        parts = sit_down(session, app, self)
        self.forecast, self.course, self.others = parts.forecast, parts.course, parts.others
        self.prompt_text, self.panel_text, self.commands = parts.prompt, parts.panel, parts.keys
        self.changes = self.course.changes
        super().__init__(session.chart)
        self.panel_text.charted = lambda: self.chart.texts
        self.wording = Wording(labels=session.sitting.kind.abouts)
        self._at_rest: tuple[list[Line], list[Line]] = [], []
        """(panel, its forecast) as they were before a dial was turned: while it turns, only the
        forecast is replaced."""
        self._arranged = app.settings.layout
        """The layout that the screen now has; the setting may have changed since."""
        self._resting: Timer | None = None
        """A timer while a dial is being turned. When it ends, the dial counts as at rest."""
        self._lays = {
            ScreenPart.BARS: self._lay_bars,
            ScreenPart.PANEL: self._lay_panel,
            ScreenPart.PROMPT: self._lay_prompt,
        }
        self.status = Lines(self.ink, "status", id="status")
        self.panel = Lines(self.ink, "text", id="panel")
        self.third = Lines(self.ink, "text", id="third")
        self.log_lines = Lines(self.ink, "text", id="log")
        self.prompt = Lines(self.ink, "prompt", id="prompt")
        self.keys = Lines(self.ink, "keys", id="keys")
        self._unsubscribe = self.battle.subscribe(self.on_file_moved)
        self.gone = False
        """Whether the screen was closed, so that results of background tasks are ignored."""

    # Layout -----------------------------------------------------------------------------

    def widgets(self) -> ComposeResult:
        yield from (self.status, self.chart, self.panel, self.third, self.log_lines)
        yield from (self.prompt, self.keys)

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        plan = self.laid_out(size)
        panel, third = stretched(plan.frame, plan.panel, plan.third, size.width)
        parts = {
            self.status: plan.status,
            self.chart: plan.frame,
            self.panel: panel,
            self.third: third,
            self.log_lines: plan.log,
            self.prompt: plan.prompt,
            self.keys: plan.keys,
        }
        return {
            widget: Region(place.left, place.top, place.width, place.height)
            for widget, place in parts.items()
            if place.height
        }

    def laid_out(self, size: Size | None = None) -> Layout:
        """Return the layout of the screen for a size in cells; by default for its current size."""
        size = size or self.extent
        arranged = self.game_app.settings.layout
        return layout(size.width, size.height, self.scene.board, arranged=arranged)

    def panel_size(self) -> tuple[int, int]:
        """Return the current columns and rows of the panel."""
        place = self.laid_out().panel
        return place.width, place.height

    def _stands(self) -> None:
        self.changes.seen(True)
        if self._arranged != self.game_app.settings.layout:
            self.lay_again()

    def lay_again(self) -> None:
        """Lay out again, according to the current settings."""
        self._arranged = self.game_app.settings.layout
        self.draw()
        self._clear_arrangement_cache()
        self.refresh(layout=True)

    def settled(self) -> None:
        """Draw with forecasts, now that the battle is visible; a moment later, fetch data in
        advance.
        """
        self.draw()

        def load() -> None:
            self.game.screen.prefetch()
            import engine.review.voices  # noqa: F401  (spoken with the first event)

        self.set_timer(READING, partial(self.work, partial(asyncio.to_thread, load), "load"))

    def on_mount(self) -> None:
        """Begin at the battle's current state."""
        self.course.begin()
        if self.battle.why_closed:  # another process plays it; this process watches
            self.set_interval(1.0, self.course.follow)

    def on_unmount(self) -> None:
        """Close the computer players, so that programs that play a seat end."""
        self.gone = True
        self._unsubscribe()
        dismiss(self.session.table.players.values())

    def on_resize(self, event: events.Resize) -> None:
        """Lay out again for another size."""
        self.draw()

    # Drawing ------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the whole screen; cells that look the same as before are not sent to the
        terminal.
        """
        self.changed(ScreenPart.ALL)

    def changed(self, parts: ScreenPart) -> None:
        """Mark parts for redrawing before the next frame."""
        if ScreenPart.FIT in parts and not self.too_small:
            place, size = self.laid_out().chart, self.extent
            large = size.width >= LARGE[0] and size.height >= LARGE[1]
            self.changes.open_on_action(self.game_app.settings.follow, large)
            self.fit_chart(place.width, place.height)
        if ScreenPart.CHART in parts:
            if frame := self.session.frame:
                self.draw_chart(frame.scene, frame.extra, frame.tableau)
            else:
                self.draw_chart(tableau=self.session.opening)
        super().changed(parts & ScreenPart.CURSOR)
        for part, lay in self._lays.items():
            if part in parts:
                self.soon(lay)
        if ScreenPart.DIAL in parts:
            if self._resting:
                self._resting.stop()
            turning = self.session.turning
            self._resting = self.set_timer(REST, self.changes.rest) if turning else None

    def _lay_bars(self) -> None:
        status = self.game.screen.status(self.view)
        known = self.panel_text.reader.known(self.game_app.settings.panel)
        if "/" in status.points and known.depth == "first":
            # `0/2` has not been taught: in words, where there is room for them
            status = msgspec.structs.replace(status, points=status.standing)
        self.status.show([status_row(status, self.scene, self.extent.width, self.glyphs)])
        place = self.laid_out().log
        if place.height:
            texts = [line.text for line in self.session.latest_lines(place.height)]
            rows = latest_rows(texts, place.width - 1, place.height)
            self.log_lines.show([(("text", f" {row}"),) for _, row in rows])

    def _lay_panel(self) -> None:
        plan = self.laid_out()
        place = plan.panel
        third = plan.third
        turned: list[Line] = []
        if self.session.turning and not self.session.shows:  # only the forecast has changed
            turned = with_forecast(*self._at_rest, self.panel_text.foreseen(place.width))
        lines, orders = self.panel_text.parts(
            place.width, place.height, plan.log_in_panel, third.height > 0, turned
        )
        if not turned:
            self._at_rest = lines, self.panel_text.foreseen(place.width)
        blank: list[Line] = [()] * (place.height - len(lines) - len(orders))
        # The empty columns between chart and panel are painted with the panel.
        beside = plan.panel.left < plan.frame.left
        before = 0 if beside else plan.frame.left + plan.frame.width
        gap = ("text", " " * (plan.panel.left - before))
        self.panel.show([(gap, *line) for line in (*lines, *blank, *orders)])
        if third.height and not self.session.turning:
            log = plan.log.height < LEAST_LOG
            self.third.show(self.panel_text.third_lines(third.width, third.height, log))

    def _lay_prompt(self) -> None:
        plan = self.laid_out()
        width = plan.prompt.width
        hints = self.prompt_text.hints()
        short = () if plan.keys.height else hints
        lines = self.prompt_text.lines(width, plan.prompt.height + plan.keys.height, short)
        self.prompt.show(lines[: plan.prompt.height])
        rest = lines[plan.prompt.height :]
        self.keys.show(rest or [prompts.key_line(hints, self.keymap, width)])

    def panel_texts(self) -> Sequence[str]:
        """Return the lines of panel, log and prompt, and the chart's first and last line, as they
        are on the screen.
        """
        edges = *self.chart.texts[:1], *self.chart.texts[-1:]
        beside = *self.panel.texts, *self.third.texts
        return (*beside, *self.log_lines.texts, *self.prompt.texts, *edges)

    def extras(self) -> Sequence[Mark]:
        """Return the marks drawn over the chart: ghost of the highlighted order, picked lines,
        measured line.
        """
        marks = (*self.forecast.marks(), *self.session.picked_lines())
        return (*marks, *self.model.measured()[0])

    def _meeting(self) -> Sequence[str] | None:
        """Return the ships to zoom in on: those that fight or collide in the animation, or after
        the highlighted answer.

        None while a computer player thinks: the view then stays as it is.
        """
        session = self.session
        if session.playing:
            return self.course.stage.meets
        if session.thinking:
            return None
        question, met = session.met
        return met if session.orders and session.orders.decision is question else ()

    def on_screen_suspend(self) -> None:
        """Record that another screen covers the battle.

        The first frame when it is visible again is drawn without forecasts, so that it comes
        quickly.
        """
        super().on_screen_suspend()
        self.changes.seen(False)

    # Changes ------------------------------------------------------------------------------------

    def selected_changed(self) -> None:
        self.changes.selected_changed()

    def cursor_moved(self) -> None:
        self.changes.cursor_moved()

    def clicked_again(self) -> None:
        """Confirm the place of the piece under the mouse.

        Called at a second click on the same place.
        """
        orders = self.session.orders
        if orders and orders.needs_place and orders.at == self.viewport.at:
            self.act("accept")

    def say(self, sentence: str) -> None:
        """Show a message in the prompt, until the next key."""
        self.changes.say(sentence)

    def advise(self, sentence: str) -> None:
        """Show a message in the prompt until the next key, even if a computer player acts."""
        self.changes.say(sentence, lambda: True)

    # Keys ------------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {**super().handlers(), **self.commands.handlers()}

    def press(self, key: str) -> None:
        """Pass a key on: to an animation, a typed line, a question, or the screen."""
        if name := self.commands.press(key):
            self.act(name)

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text into the line that is being typed."""
        if self.session.typed:
            self.session.typed.paste(event.text)
            self.changed(ScreenPart.WORDS)

    def questions(self) -> list[str]:
        """Return the question, its answers, and the answers that are not available, with
        reasons.
        """
        return self.session.questions()

    def is_live(self, name: str) -> bool:
        return super().is_live(name) and self.commands.live.is_live(name)

    def keys_now(self, action: Action) -> tuple[str, ...]:
        return self.commands.live.keys(action)

    def findings(self, typed: str) -> list[SearchMatch]:
        """Return what typed words may mean, as matches: orders first, then actions."""
        return self.commands.words.find(typed, near=True)

    def do_found(self, found: SearchMatch) -> None:
        """Run the match that was chosen in the command palette."""
        self.commands.words.do(found)


def own_battle(app: GameApp, battle: Battle, players: Mapping[str, Player]) -> BattleScreen:
    """Return the screen of a battle at this keyboard; `players` are computer players by seat."""
    return BattleScreen(BattleSession(battle, SeatTable(battle, players)), app)
