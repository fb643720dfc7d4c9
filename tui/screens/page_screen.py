"""PageScreen: a screen that is one page of text, such as the menu.

A page is composed as a whole for every change; only differing cells are sent.
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
"""The key line while a line is typed: other keys belong to that line."""
LONG_PATH = re.compile(r"(^|[\s'\"])(?:~|\.{0,2})(?:/[^\s/]+){2,}/([^\s/]+)")
"""Matches a path of three parts or more in a sentence."""


class PageScreen(BaseScreen):
    """A screen whose last two rows are the prompt and the key line."""

    hints: ClassVar[Sequence[str]] = ()
    """Names of the actions in the key line, most important first; `name=word` replaces the usual
    word."""

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
        """{word of the page: the name of the term that it means}, if the names differ."""

    # For subclasses to define --------------------------------------------------------------

    @abstractmethod
    def fill(self, page: TextPage) -> None:
        """Write the page above the prompt."""

    def prompt(self) -> str:
        """Return the prompt, which says what Enter does now."""
        return self.what_for

    @property
    def about_game(self) -> str:
        """The name of the game that the page is about, to explain its terms; '' if there is none.

        The same word may be a term of several games, with another meaning in each.
        """
        return ""

    def key_line(self) -> Sequence[str]:
        """Return the names of the actions that the key line shows now."""
        return self.hints

    # Shared by all pages -------------------------------------------------------------------

    def act_terms(self) -> None:
        """Explain the terms of the rules on this page."""
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
        """Compose the page."""
        if size.width < 1 or size.height < 3:
            return
        page = TextPage(size.width, size.height, self.glyphs)
        self.fill(page)
        hints = (
            TYPING
            if self.typed
            else self.keymap.hinted(self.screen_name, self.key_line(), size.width - 2)
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
        """Let the player type an answer in the prompt line; Escape leaves it unanswered.

        A `hidden` answer is shown as stars.
        """
        self.typed, self._answered = Typed(f"{question} ", hidden=hidden), answered
        self.draw()

    def press(self, key: str) -> None:
        """Pass the key to the line being typed, else to the registry."""
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
        """Paste into the line being typed, or else pass the text to `take_paste`."""
        if self.too_small:
            return
        self.said = ""
        if self.typed:
            self.typed.paste(event.text)
        else:
            self._do(partial(self.take_paste, event.text))
        self.draw()

    def take_paste(self, text: str) -> None:
        """Accept a text pasted while no line is typed; by default it is ignored."""

    def on_click(self, event: events.Click) -> None:
        """Do the action of the clicked spot."""
        self.said = ""
        for spot in self.spots:
            if spot.holds(int(event.screen_x), int(event.screen_y)):
                self._do(spot.click)
                return

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go up."""
        self.act("up")

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go down."""
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
        """Step back to where the player came from."""
        self.game_app.leave(self)

    def act_end(self) -> None:
        """Step back, like Escape."""
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
    """Return a sentence in at most two rows; a long one with shortened paths.

    Paths are shortened because the reason of a refusal comes after a path, which may be longer than
    the row.

    >>> said_rows("/home/anna/of/the/long/folders/duel.battle cannot be read: cut short", 33)
    ['../duel.battle cannot be read:', 'cut short']
    """
    rows = wrapped(sentence, width)
    if len(rows) <= 2:
        return rows
    return rows_of(LONG_PATH.sub(r"\1../\2", sentence), width, 2)
