"""PageScreen: a screen that is one page of text, such as the menu.

Every change writes the whole page again; only cells that differ are sent to the terminal.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from engine.base.errors import WeatherGageError
from tui.input.actions import Handlers
from tui.input.keys import Hint
from tui.input.typed import Typed
from tui.panel.prompts import hint_runs
from tui.screens.base import BaseScreen
from tui.terminal.cells import rows_of
from tui.terminal.lines import Lines
from tui.terminal.page import ClickSpot, TextPage, wrapped

TYPING = Hint("Enter", "takes what is typed"), Hint("Esc", "leaves it")
"""The line of keys while a line is being typed: all other keys are part of its text."""
LONG_PATH = re.compile(r"(^|[\s'\"])(?:~|\.{0,2})(?:/[^\s/]+){2,}/([^\s/]+)")
"""Matches a path of at least three parts in a sentence."""


class PageScreen(BaseScreen):
    """A screen whose last two rows are the prompt and the key line."""

    hints: ClassVar[Sequence[str]] = ()
    """The names of the actions in the line of keys, most important first; an entry `name=word`
    shows that word for the action."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet = Lines(self.ink, "text", id="sheet")
        self.typed: Typed | None = None
        self._answered: Callable[[str], None] | None = None
        self.said = ""
        self.advised = ""
        """A message that stays until a key is pressed; '' for none."""
        self.spots: list[ClickSpot] = []
        self.explained: Mapping[str, str] = {}
        """{word on the page: name of the rules term that it means}, where these differ."""

    # For subclasses to define --------------------------------------------------------------

    @abstractmethod
    def fill(self, page: TextPage) -> None:
        """Write the page above the prompt."""

    def prompt(self) -> str:
        """Return the text of the prompt, which says what Enter now does."""
        return self.what_for

    def key_line(self) -> Sequence[str]:
        """Return the names of the actions in the line of keys now."""
        return self.hints

    def typing_hints(self) -> Sequence[Hint]:
        """Return the line of keys while a line is being typed."""
        return TYPING

    # Shared by all pages -------------------------------------------------------------------

    def hints_now(self) -> Sequence[str]:
        """Return the actions of the key line as it is drawn: those of `key_line`, and the ones that
        every page of a kind adds.
        """
        return self.key_line()

    def act_terms(self) -> None:
        """Explain the terms of the rules that appear on this page."""
        # Lazy import: it reads the terms of every game.
        from engine.game.parts.review import explaining
        from engine.sitting.typed_words import find_terms

        meant = explaining(self.explained, self.sheet.texts)
        game, terms = find_terms("\n".join((*self.sheet.texts, *meant)), self.about_game)
        self.open_screen("terms", game, terms)

    def widgets(self) -> ComposeResult:
        yield self.sheet

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Give the page the whole screen."""
        return {self.sheet: size.region}

    def lay(self, size: Size) -> None:
        """Write the page anew."""
        if size.width < 1 or size.height < 3:
            return
        page = TextPage(size.width, size.height, self.glyphs)
        self.fill(page)
        hints = (
            self.typing_hints()
            if self.typed
            else self.keymap.hinted(self.screen_name, self.hints_now(), size.width - 2)
        )
        page.bar(size.height - 1, "", "keys")
        page.runs(size.height - 1, hint_runs(hints), 1)
        if self.typed:
            page.runs(size.height - 2, self.typed.line(size.width))
        elif self.said:
            for number, line in enumerate(said_rows(self.said, size.width - 2)):
                page.bar(size.height - 2 + number, line, "prompt")
        else:
            page.bar(size.height - 2, self.prompt(), "prompt")
        self.spots = page.spots
        self.sheet.show(page.rows())

    def say(self, sentence: str) -> None:
        """Show a message in the prompt line until the next key."""
        self.said = sentence
        self.draw()

    def advise(self, sentence: str) -> None:
        """Show a message in the prompt line until the next key, whatever is drawn meanwhile."""
        self.advised = sentence
        self.say(sentence)

    def ask(self, question: str, answered: Callable[[str], None], hidden: bool = False) -> None:
        """Ask a question in the prompt line, and pass the typed answer to `answered`; Escape
        cancels.

        A `hidden` answer is shown as stars.
        """
        self.typed, self._answered = Typed(f"{question} ", hidden=hidden), answered
        self.draw()

    def press(self, key: str) -> None:
        """Give a key to the line being typed; if there is none, do the key's action."""
        self.said = self.advised = ""
        action = self.keymap.action(self.screen_name, key)
        if self.typed and not (action and action.name == "quit"):
            self._type(key)
        else:
            super().press(key)
        if self.is_current:
            self.draw()

    def act(self, name: str) -> bool:
        """Do an action and draw the result."""
        done = super().act(name)
        if self.is_current:
            self.draw()
        return done

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text into the line being typed; if there is none, pass it to
        `take_paste`.
        """
        if self.too_small:
            return
        self.said = ""
        if self.typed:
            self.typed.paste(event.text)
        else:
            self._do(partial(self.take_paste, event.text))
        self.draw()

    def take_paste(self, text: str) -> None:
        """Take a text that is pasted while no line is being typed. By default it is ignored."""

    def on_click(self, event: events.Click) -> None:
        """Do what a click on this place of the page means."""
        self.said = ""
        for spot in self.spots:
            if spot.holds(int(event.screen_x), int(event.screen_y)):
                self._do(spot.click)
                return

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go up, as the key does."""
        self.act("up")

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go down, as the key does."""
        self.act("down")

    def _do(self, click: Callable[[], None]) -> None:
        try:
            click()
        except WeatherGageError as error:
            self.say(self.game_app.describe(error))
        if self.is_current:
            self.draw()

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "terms": self.act_terms,
            "back": self.act_back,
            "end": self.act_end,
        }

    def act_back(self) -> None:
        """Go back to where the player came from."""
        self.game_app.leave(self)

    def act_end(self) -> None:
        """Go back, as Escape does."""
        self.act_back()

    def _type(self, key: str) -> None:
        typed, answered = self.typed, self._answered
        assert typed is not None
        assert answered is not None
        if key in ("enter", "ctrl+j", "escape"):
            self.typed = None
            if key != "escape":
                self._do(partial(answered, typed.text.strip()))
        else:
            typed.press(key)


def said_rows(sentence: str, width: int) -> list[str]:
    """Return a sentence as at most two rows; if it is too long, paths in it are shortened.

    Otherwise a path could fill the rows and hide the reason that follows it.

    >>> said_rows("/home/anna/of/the/long/folders/duel.battle cannot be read: cut short", 33)
    ['../duel.battle cannot be read:', 'cut short']
    """
    rows = wrapped(sentence, width)
    if len(rows) <= 2:
        return rows
    return rows_of(LONG_PATH.sub(r"\1../\2", sentence), width, 2)
