"""ReplayScreen: a recorded battle step by step, on a chart with a timeline."""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from engine.base.errors import Refused, WeatherGageError
from engine.files.saves import exports_folder
from engine.game.chart import Mark
from engine.kernel.battle import Battle
from engine.sitting.sitting import known_of
from tui.chart.layouts import stretched
from tui.input.actions import Handlers
from tui.input.typed import Typed
from tui.panel.battle_frame import status_row
from tui.panel.pictures import profiles, rows_for
from tui.panel.prompts import hint_runs
from tui.replay.branches import BranchKeys
from tui.replay.export import CHAPTER, EXPORTS, OPENED, export
from tui.replay.film_screen import PACES, FilmScreen
from tui.replay.notes_keys import NoteKeys
from tui.replay.reel_keys import ForkKeys, StudyKeys
from tui.replay.reel_rows import (
    BAR_LEFT,
    ReelShot,
    ReplayLayout,
    bar_length,
    curve_rows,
    latest_lines,
    panel_lines,
    replay_layout,
    status_of,
    third_lines,
    timeline,
)
from tui.replay.replay_advice import SCREEN, LateAdvice
from tui.terminal.cells import Run
from tui.terminal.lines import Lines
from tui.terminal.page import Line, fitted, wrapped

SEARCH = "search"
"""The name of the group of the task that searches; only one search runs at a time."""
SURVEY = "survey"
"""The name of the group of the task that collects landmarks: the notable entries of a battle."""
SURVEYED = 400
"""The number of entries that are searched for landmarks (notable events) before keys are processed
again."""
AT_ONCE = 8
"""The number of entries that are searched before keys are processed again, which takes some
milliseconds."""


class ReplayScreen(FilmScreen):
    """The replay of any battle of any game system.

    It is opened from the list of saved battles, the command line, a battle or its review, and
    returns there. An unfinished battle is shown as one player may see it, a finished one with all
    cards open. Only notes and bookmarks change a battle; a fork begins a new one. The base class
    plays the battle; this class draws what is around the chart.
    """

    screen_name: ClassVar[str] = SCREEN
    what_for: ClassVar[str] = (
        "A battle step by step. Digits 1 to 9 set the pace, Space plays. Only notes and "
        "bookmarks are added to the battle."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "right=entry",
        "activation_on=activation",
        "turn_on=turn",
        "play",
        "help",
        "advice",
        "fork",
        "aftermath",
        "squadrons",
        "go",
        "note",
        "bookmark",
        "export",
        "end",
        "dice",
        "proof",
        "mark_on",
        "notes",
        "draw",
        "down=branch",
        "beside",
        "best_line",
    )

    def __init__(self, battle: Battle, at: int = 0, viewer_seat: str = "", said: str = "") -> None:
        """Replay a battle from entry `at` on.

        Notes are written for the viewer's seat; `said` is shown until the first key.
        """
        super().__init__(battle, at, viewer_seat)
        self.advice = LateAdvice(self.reel, self)
        self.study = StudyKeys(self.reel, self, self._watch)
        self.notes = NoteKeys(self.reel, self, self._watch)
        self.branches = BranchKeys(self.reel, self, self.advice)
        self.forks = ForkKeys(self.reel, self)
        self.reel.rows = self.branches.rows
        self.choosing_export = False
        self._searching = False
        """Whether a search is running."""
        self.typed: Typed | None = None
        self.sentence = said or battle.notice
        self.status = Lines(self.ink, "status", id="status")
        self.panel = Lines(self.ink, "text", id="panel")
        self.third = Lines(self.ink, "text", id="third")
        self.log_lines = Lines(self.ink, "text", id="log")
        self.timeline = Lines(self.ink, "text", id="timeline")
        self.curve = Lines(self.ink, "text", id="curve")
        self.prompt = Lines(self.ink, "prompt", id="prompt")
        self.keys = Lines(self.ink, "keys", id="keys")

    def on_mount(self) -> None:
        """Find out which explanations the person no longer needs in the panel, as in a battle."""
        app, game = self.game_app, self.reel.battle.header.game
        self.reel.known = known_of(game, app.own_files, app.settings.panel)

    # Layout ----------------------------------------------------------------------------

    def widgets(self) -> ComposeResult:
        yield from (self.status, self.chart, self.panel, self.third, self.log_lines)
        yield from (self.timeline, self.curve, self.prompt, self.keys)

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        spots = self._places(size)
        panel, third = stretched(spots.chart, spots.panel, spots.third, size.width)
        parts = {
            self.status: spots.status,
            self.chart: spots.chart,
            self.panel: panel,
            self.third: third,
            self.log_lines: spots.log,
            self.timeline: spots.timeline,
            self.curve: spots.curve,
            self.prompt: spots.prompt,
            self.keys: spots.keys,
        }
        return {
            widget: Region(spot.left, spot.top, spot.width, spot.height)
            for widget, spot in parts.items()
            if spot.height
        }

    def _places(self, size: Size | None = None) -> ReplayLayout:
        size = size or self.extent
        rows = rows_for(size.height) if self.reel.curve else 0
        return replay_layout(size.width, size.height, self.scene.board, rows)

    def on_resize(self, event: events.Resize) -> None:
        """Draw again for the new size of the terminal."""
        self.draw()

    def on_unmount(self) -> None:
        """Close the battle's file, unless the battle is being played."""
        self.forks.drop()
        if self.battle is not self.game_app.battle:
            self.battle.close()

    # Drawing ---------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw everything; cells that look the same as before are not sent to the terminal."""
        if not self.is_mounted:
            return
        spot = self._places().board
        if not self.too_small:
            self.model.on_action = self.game_app.settings.follow
            self.fit_chart(spot.width, spot.height)
        self.draw_chart()
        self.draw_words()

    def draw_words(self) -> None:
        width = self.extent.width
        self.status.show([status_row(status_of(self.reel), self.scene, width, self.glyphs)])
        self.draw_panel()
        log = self._places().log
        self.log_lines.show(latest_lines(self.reel, log.width, log.height, self.dice is not None))
        self.timeline.show([timeline(self.reel, width, self.glyphs, self._tail())])
        rows = self._places().curve.height
        self.curve.show(curve_rows(self.reel, width, self.glyphs, self._tail(), rows))
        self.draw_prompt()

    def _tail(self) -> str:
        moving = "playing" if self.playing else "paused"
        return f"{self.reel.n}/{self.reel.end}  {PACES[self.pace - 1]:g} x {moving}"

    def draw_panel(self) -> None:
        """Draw the panel."""
        spots = self._places()
        spot, third = spots.panel, spots.third
        if third.height:
            falling = self.dice is not None
            self.third.show(third_lines(self.reel, third.width, third.height, self.glyphs, falling))
        size, beside = (spot.width, spot.height), third.height > 0
        lines: Sequence[Sequence[Run]] = (
            self.advice.lines(*size)
            if self.advice.advised.open
            else panel_lines(
                self.reel, *size, self.glyphs, self.viewport.selected, self.dice, beside
            )
        )
        gap = ("text", " " * (spot.left - spots.chart.left - spots.chart.width))
        blank: list[Line] = [()] * (spot.height - len(lines))
        self.panel.show([(gap, *line) for line in (*lines, *blank)])

    def draw_prompt(self) -> None:
        """Draw the message or the question, and the keys."""
        width, spots = self.extent.width, self._places()
        overlays = (f"overlay_{each.id}" for each in self.game.screen.overlays())
        named = (*self.hints[:3], *(("chapter_on",) if self.reel.chapters else ()), *self.hints[3:])
        hints = self.keymap.hinted(self.screen_name, (*named, *overlays), width - 2)
        said = self.sentence
        if self.choosing_export:
            said = "Export " + ", ".join(f"{key} {what}" for key, what in self._exports().items())
        text = self.voice if self.dice is not None else next(iter(self.reel.describe()), "")
        text = self.advice.prompt() if self.advice.advised.ready else text
        lines: list[Line] = [(("prompt", f" {line}"),) for line in wrapped(said or text, width - 2)]
        if not said and not spots.keys.height:
            lines = [(("prompt", " "), *hint_runs(hints, "prompt"))]
        if self.typed and said and not spots.keys.height:  # beside the typed text
            half = width // 2
            why = fitted((("warning", f" {said}"),), width - half, "warning")
            lines = [(*self.typed.line(half), *why)]
        elif self.typed:
            lines = [self.typed.line(width), *lines]
        self.prompt.show(lines[:1])
        rest = [fitted(line, width, "prompt") for line in lines[1:2]] if said else []
        self.keys.show(rest or [(("keys", " "), *hint_runs(hints))])

    def extras(self) -> Sequence[Mark]:
        """Return the marks drawn over the chart: smoke, the measured line, circles and arrows of
        notes, and the ghost (preview) of an advised answer.
        """
        advised = self.advice.advised.marks() if self.advice.advised.open else ()
        return (*super().extras(), *advised, *self.branches.known.marks(), *self.notes.marks())

    def cursor_moved(self) -> None:
        if self.notes.drawing:
            self.draw_chart()

    def selected_changed(self) -> None:
        self.draw_chart()
        self.draw_panel()

    # Keys ------------------------------------------------------------------------------

    def is_live(self, name: str) -> bool:
        """Tell whether an action does something now; keys for chapters do nothing in a single
        battle.
        """
        if name in ("chapter_back", "chapter_on") and not self.reel.chapters:
            return False
        return super().is_live(name)

    def press(self, key: str) -> None:
        """Give a key to the typed line or the question about exports if one is open; otherwise do
        its action.
        """
        had, self.sentence = self.sentence, ""
        if self.typed:
            self._type(key)
        elif self.choosing_export:
            self.choosing_export = False
            exports = self._exports()
            if key not in exports:
                self.say("Nothing was exported")
            else:
                self.say(f"Writing the {exports[key]}")
                self.work(partial(self._written, key))
        else:
            super().press(key)
        if had and not self.sentence and self.is_current:
            self.draw_prompt()

    def say(self, sentence: str) -> None:
        """Show a message in the prompt, until the next key."""
        self.sentence = sentence
        self.draw_prompt()

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            **self.advice.handlers(),
            **self.study.handlers(),
            **self.notes.handlers(),
            **self.branches.handlers(),
            **self.forks.handlers(),
            "back": self.act_back,
            "end": self.act_end,
            "go": self.act_go,
            "export": self.act_export,
            "terms": self.act_terms,
            "advice": self.act_advice,
        }

    def act_back(self) -> None:
        """Go one step back: stop playing, stop measuring, hide the cursor, or leave."""
        if self._searching:
            self.stop_work(SEARCH)
            self.say("The search was cancelled")
        elif self.running:
            self.pause()
            self.draw_words()
        elif self.notes.drop():
            self.draw()
        elif self.looking:
            self.model.looking, self.viewport.measuring = False, None
            self.draw()
        elif self.advice.advised.open:
            self.act_advice()
        else:
            self.act_end()

    def act_end(self) -> None:
        """Go back to where the player came from; exit if this is the first screen."""
        self.pause()
        if not self.game_app.leave(self):
            self.act_quit()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Go to the entry that was clicked on the timeline or the curve."""
        at, region = (int(event.screen_x), int(event.screen_y)), self.timeline.region
        if region.contains(*at) or (self.reel.curve and self.curve.region.contains(*at)):
            length = bar_length(region.width, self._tail())
            share = (int(event.screen_x) - BAR_LEFT) / max(1, length - 1)
            self.jump(self.reel.go(round(share * self.reel.end)))
        else:
            super().on_mouse_up(event)

    # Writing ---------------------------------------------------------------------------

    def act_go(self) -> None:
        """Ask for the turn or entry to go to."""
        chapter = f"{self.reel.chapters[-1].name}, " if self.reel.chapters else ""
        swing = "swing, costly, " if self.reel.curve else ""
        self.ask(
            f"Go to (t3, 151, {chapter}shot, loss, capture, {swing}words of the log): ", self._go
        )
        self.work(self._survey, SURVEY, alone=True)

    async def _survey(self) -> None:
        """Collect the notable entries of the battle (landmarks) while the player types."""
        finding = self.reel.finding
        while finding.survey(SURVEYED):
            await sleep(0)

    def act_export(self) -> None:
        """Ask what to export, and in which format."""
        self.pause()
        self.choosing_export = True
        self.draw_prompt()

    def act_help(self) -> None:
        """Explain the screen; while a cursor is shown, the ship or terrain under it."""
        self.pause()
        terms = self.model.terms_here()
        if terms:
            self.open_screen("terms", self.game.name, terms)
        else:
            super().act_help()

    def act_terms(self) -> None:
        """Explain the terms on the screen: the open question, the selected ship, the cards face up,
        other terms in the panel, and the signs of all ships.
        """
        self.pause()
        key = self.viewport.selected
        words = self.game.words
        shown = (self.panel, self.third, self.log_lines, self.prompt)
        named = words.named_in(" ".join(text for part in shown for text in part.texts))
        others = words.terms_of_all(self.view, self.game.screen.subjects(self.view))
        terms = tuple(dict.fromkeys((*words.terms_now(self.view, key), *named, *others)))
        self.open_screen("terms", self.game.name, terms, profiles(self.game, self.view, key))

    def act_advice(self) -> None:
        """Show advice on the question at this entry, or hide it."""
        self.pause()
        if self.advice.advised.open:
            self.advice.advised.close()
        else:
            self.advice.ask()
        self.draw()

    def act_pace(self) -> None:
        """Set the speed to the pressed number; while advice is open, show the answer with this
        number.
        """
        action = self.keymap.action_named(self.screen_name, "pace")
        if self.advice.advised.ready and action:
            self.advice.show(action.keys.index(self.key))
        else:
            super().act_pace()

    def _watch(self, n: int) -> None:
        self.game_app.return_to(self)
        self.jump(self.reel.go(n))

    def ask(self, lead: str, done: Callable[[str], None]) -> None:
        """Let the player type a line after the words `lead`, and pass it to `done`."""
        self.pause()
        self.forks.drop()
        self.typed, self._done = Typed(lead), done
        self.draw_prompt()

    def _type(self, key: str) -> None:
        typed = self.typed
        if typed and key in ("enter", "ctrl+j", "escape"):
            self.typed = None
            try:
                if key != "escape":
                    self._done(typed.text)
            except WeatherGageError as error:
                if self.is_current:  # the person may correct the text
                    self.typed = typed
                self.say(self.game_app.describe(error))
            if not self.typed:
                self.forks.drop()
        elif typed:
            typed.press(key)
            if self._done == self._go and typed.text.strip():
                self.work(partial(self._look_ahead, typed.text), SEARCH, alone=True)
        if self.is_current:  # unless a fork has closed the replay
            self.draw_prompt()

    def _go(self, text: str) -> None:
        """Go to the entry that a text describes; while a long search runs, other keys are
        processed.
        """
        search = self.reel.finding.looked_for(text)
        found = _looked(search)
        if found is not None:
            self.jump(self.reel.go(found))
            return
        self.say(f"Looking for '{text.strip()}' ...")
        self.work(partial(self._look_on, search, self.reel.n), SEARCH, alone=True)

    async def _look_ahead(self, text: str) -> None:
        """Search in advance for the text typed so far, so that Enter finds it at once."""
        search = self.reel.finding.looked_for(text)
        with suppress(Refused):
            while self.typed and _looked(search) is None:
                await sleep(0)

    async def _look_on(self, search: Iterator[int | None], begun: int) -> None:
        """Continue a search and jump to what it finds, unless the player has moved meanwhile."""
        found, self._searching = None, True
        try:
            while found is None:
                await sleep(0)
                found = _looked(search)
                if self.reel.n != begun:
                    return
        finally:
            self._searching = False
        self.sentence = ""
        self.jump(self.reel.go(found))

    def _exports(self) -> Mapping[str, str]:
        """Return {key: what it exports} for this battle."""
        over, chain = self.battle.outcome() is not None, bool(self.reel.chapters)
        return {**EXPORTS, **(OPENED if over else {}), **(CHAPTER if chain else {})}

    async def _written(self, key: str) -> None:
        """Write an export in a thread, because a long battle has many frames, and show its path."""
        folder = exports_folder(self.game_app.saves)
        look, size = self.viewport, self.extent
        palette = self.game_app.settings.palette
        shot = ReelShot(size.width, size.height, self.glyphs, palette, look.view, look.selected)
        try:
            path = await to_thread(export, key, self.battle, self.reel.n, folder, shot)
        except WeatherGageError as error:
            self.say(self.game_app.describe(error))
        else:
            self.say(f"Written: {path}")


def _looked(search: Iterator[int | None]) -> int | None:
    """Search the next few entries; return the entry that was found, or None."""
    return next((each for each in islice(search, AT_ONCE) if each is not None), None)
