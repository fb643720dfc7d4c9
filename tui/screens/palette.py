"""The palette: find any command of a screen by name, and do it."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from tui.input.keys import shown
from tui.input.typed import Typed
from tui.input.words import Finding
from tui.panel.hint_runs import hint_runs
from tui.panel.prompts import section
from tui.screens.base import BaseScreen
from tui.terminal.lines import Line, Lines, fitted

KEYS = 14
"""Columns for the key of a command."""


class PaletteScreen(BaseScreen):
    """A list of commands over the whole screen, narrowed by what is typed."""

    screen_name = "palette"
    what_for = "Type some letters of a command; Enter does the highlighted one."

    def __init__(self, behind: BaseScreen) -> None:
        super().__init__()
        self.behind = behind
        self.typed = Typed("Command: ", self.find)
        self.page = Lines(self.ink, "text", id="page")

    def find(self, typed: str) -> list[Finding]:
        """Return the commands of the screen behind that the words may mean."""
        return self.behind.findings(typed)

    def widgets(self) -> ComposeResult:
        yield self.page

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Give the page the whole screen."""
        return {self.page: size.region}

    def lay(self, size: Size) -> None:
        """Draw the list."""
        self.page.show(self._lines(size))

    def press(self, key: str) -> None:
        """Edit the words; Enter does what is highlighted, Escape leaves."""
        action = self.keymap.action(self.screen_name, key)
        name = action.name if action and len(key) > 1 else ""
        if name == "accept":
            self._take()
        elif name in ("back", "palette"):
            self.game_app.leave(self)
        elif name == "quit":
            self.act_quit()
        else:
            self.typed.press(key)
            self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Paste into the words."""
        self.typed.paste(event.text)
        self.draw()

    def _take(self) -> None:
        found = self.typed.chosen
        if self.game_app.leave(self) and found:
            self.behind.do_found(found)

    def _lines(self, size: Size) -> list[Line]:
        self.typed.page = rows = size.height - 3
        first = max(0, min(self.typed.index - rows // 2, len(self.typed.found) - rows))
        lines = [section("Commands", size.width, self.glyphs)]
        for number, found in enumerate(self.typed.found[first : first + rows], first):
            key = shown(found.key) if found.key else ""
            style = "chosen" if number == self.typed.index else "text"
            mark = ">" if number == self.typed.index else " "
            lines.append(
                fitted(((style, f"{mark} {key:<{KEYS}}{found.label}"),), size.width, style)
            )
        if not self.typed.found:
            none = f"  Nothing is called '{self.typed.text}'."
            lines.append(fitted((("dim", none),), size.width))
        blank: list[Line] = [()] * (size.height - 2 - len(lines))
        hints = hint_runs(self.keymap.hinted("any", ["accept=do it", "back"], size.width - 2))
        return [*lines, *blank, self.typed.line(size.width), (("keys", " "), *hints)]
