"""Help, which explains the commands of a screen, and the palette, which finds them by typed
words.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from engine.sitting.typed_words import SearchMatch
from tui.input.actions import Action
from tui.input.keys import key_text
from tui.input.typed import Typed
from tui.panel.prompts import hint_runs, section
from tui.screens.base import BaseScreen
from tui.screens.chooser import Scroller
from tui.terminal.lines import Lines
from tui.terminal.page import Line, TextPage, fitted, wrapped

# The palette: find any command of a screen by name, and run it.


KEY_COLUMNS = 14
"""The width in columns for the key of a command."""


class PaletteScreen(BaseScreen):
    """A list of commands over the whole screen, filtered by typed words."""

    screen_name = "palette"
    what_for = "Type some letters of a command; Enter does the highlighted command."

    def __init__(self, behind: BaseScreen) -> None:
        super().__init__()
        self.behind = behind
        self.typed = Typed("Command: ", self.find)
        self.page = Lines(self.ink, "text", id="page")

    def find(self, typed: str) -> list[SearchMatch]:
        """Return the commands of the screen below that match the typed words."""
        return self.behind.findings(typed)

    def widgets(self) -> ComposeResult:
        yield self.page

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Give the list the whole screen."""
        return {self.page: size.region}

    def lay(self, size: Size) -> None:
        """Draw the list."""
        self.page.show(self._lines(size))

    def press(self, key: str) -> None:
        """Edit the typed words; Enter does the highlighted command, Escape leaves."""
        action = self.keymap.action(self.screen_name, key)
        name = action.name if action and len(key) > 1 else ""
        if name == "accept":
            found = self.typed.chosen
            if self.game_app.leave(self) and found:
                self.behind.do_found(found)
        elif name in ("back", "palette"):
            self.game_app.leave(self)
        elif name == "quit":
            self.act_quit()
        else:
            self.typed.press(key)
            self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text into the typed words."""
        self.typed.paste(event.text)
        self.draw()

    def _lines(self, size: Size) -> list[Line]:
        rows = size.height - 3
        self.typed.page = rows = rows - (len(self.typed.found) > rows)  # last: the rest
        first = max(0, min(self.typed.index - rows // 2, len(self.typed.found) - rows))
        below = len(self.typed.found) - first - rows
        lines = [section("Commands", size.width, self.glyphs)]
        for number, found in enumerate(self.typed.found[first : first + rows], first):
            key = key_text(found.key) if found.key else ""
            style = "chosen" if number == self.typed.index else "text"
            mark = ">" if number == self.typed.index else " "
            lines.append(
                fitted(((style, f"{mark} {key:<{KEY_COLUMNS}}{found.label}"),), size.width, style)
            )
        if not self.typed.found:
            none = f"  No command has '{self.typed.text}'."
            lines.append(fitted((("dim", none),), size.width))
        if below > 0:
            lines.append((("dim", f"  {below} more below"),))
        blank: list[Line] = [()] * (size.height - 2 - len(lines))
        hints = hint_runs(self.keymap.hinted("any", ["accept=do it", "back"], size.width - 2))
        return [*lines, *blank, self.typed.line(size.width), (("keys", " "), *hints)]


# HelpScreen: explains a screen, from the same registry as its keys.


KEYS = 13
"""The width in columns for the keys of an action."""
MANY = 4
"""If an action has more keys than this, only its first and last key are shown."""

HelpEntry = tuple[str, str]
"""(keys, what they do); an entry without keys is a heading."""


class HelpScreen(Scroller):
    """A page with what a screen is for, and all its keys."""

    screen_name: ClassVar[str] = "help"
    what_for: ClassVar[str] = "Up and down scroll, Esc goes back to where you were"
    hints: ClassVar[tuple[str, ...]] = ("back", "down=scroll", "page_down", "end")

    def __init__(self, behind: BaseScreen) -> None:
        super().__init__()
        self.behind = behind

    def fill(self, page: TextPage) -> None:
        """Write what the screen is for, the open question, and the keys by groups."""
        lines = self._lines(page.columns)
        screen = page.rows_count - 4
        self.rest = max(0, len(lines) - screen - self.top)
        title = f"HELP   {self.behind.screen_name.replace('_', ' ')}"
        page.bar(0, title, "status", self.below)
        for number, line in enumerate(lines[self.top : self.top + screen]):
            for place, (keys, words) in enumerate(line):
                column = 1 + place * (page.columns // len(line))
                page.write(column, 2 + number, keys, "head" if words else "text")
                page.write(column + (KEYS if keys else 0), 2 + number, words, "text")

    def _lines(self, width: int) -> list[list[HelpEntry]]:
        """Return the lines of the page, each as its entries side by side: as many as fit, at most
        three.
        """
        behind = self.behind
        about = wrapped(behind.wording.about or behind.what_for, width - 2)
        about += [row for text in behind.questions() for row in wrapped(text, width - 2)]
        lines: list[list[HelpEntry]] = [[(text, "")] for text in about]
        known = behind.live_actions()
        steers = [each.keys[0].split()[-1] for each in known if each.steers and each.keys]
        steering = " ".join(map(key_text, steers))
        # Keys that steer the cursor while looking around have another meaning otherwise: they are
        # summed up in one line.
        told = [each for each in known if not each.steers]
        for group, actions in groupby(told, key=lambda action: action.group):
            entries = [_entry(action) for action in actions]
            if steering and any(action.name == "look" for action in told if action.group == group):
                entries.append(("", f"while looking: arrows or {steering}"))
            widest = KEYS + max(len(words) for _, words in entries) + 2
            across = max(1, min(3, width // widest))
            down = -(-len(entries) // across)
            lines += [[("", "")], [(f"{group}", "")]]
            for row in range(down):
                cells = [entries[i] for i in range(row, len(entries), down)]
                lines.append(cells + [("", "")] * (across - len(cells)))
        return lines

    def act_help(self) -> None:
        """Close the help; if the screen below explains rules, open them.

        Called when the key for help is pressed again.
        """
        self.act_back()
        if self.behind.knows("terms"):
            self.behind.act("terms")

    def prompt(self) -> str:
        """Return the prompt, which names the keys to leave and to scroll."""
        if not self.behind.knows("terms"):
            return self.what_for
        return self.keymap.hint(
            self.screen_name, "help", "again explains the rules that matter now"
        )


def _entry(action: Action) -> HelpEntry:
    """Return the entry of an action, with as many of its keys as fit."""
    keys = [key_text(key) for key in action.keys]
    if len(keys) > MANY:
        keys = [keys[0], "..", keys[-1]]
    while len(keys) > 1 and len(" ".join(keys)) >= KEYS:
        keys.pop()
    return " ".join(keys), action.label
