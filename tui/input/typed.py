"""Lists in sections that can be searched, and a typed line with the matches of its text."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from engine.base.text import clean
from engine.sitting.typed_words import SearchMatch
from tui.terminal.cells import cut, rows_of
from tui.terminal.page import CURSOR, Line, fitted, line_of

MANY = 20
"""A list of at most this many rows is shown without headings and search."""
T = TypeVar("T")


def in_sections(rows: Sequence[T], section_of: Callable[[T], Hashable], beside: int = 0) -> list[T]:
    """Return the rows of a long list grouped by section; a short list stays unchanged.

    The sections are in the order of their first rows.

    `beside` is the number of further rows that the list will have.

    >>> in_sections([*"abab", *"a" * 20], lambda row: row)[:3]
    ['a', 'a', 'a']
    """
    if len(rows) + beside <= MANY:
        return list(rows)
    order = {each: at for at, each in enumerate(dict.fromkeys(map(section_of, rows)))}
    return sorted(rows, key=lambda row: order[section_of(row)])


def with_heads(rows: Sequence[int], heads: Sequence[str], always: bool = False) -> list[int | str]:
    """Return the lines of a list: the numbers of its rows, and a heading before each section.

    `heads[row]` is the heading for a row, '' for none. Without `always`, a short list and one with
    a single section have no headings.
    """
    if not always and (len(heads) <= MANY or len(set(heads)) == 1):
        return list(rows)
    lines: list[int | str] = []
    before = ""
    for row in rows:
        if heads[row] and heads[row] != before:
            lines.append(heads[row])
        before = heads[row]
        lines.append(row)
    return lines


def fits(text: str, words: str) -> bool:
    """Tell whether the text of a row contains all of the words that are searched for."""
    found = text.lower()
    return all(word in found for word in words.lower().split())


# A line of text typed in the prompt, with the matches of a search below it.


Search = Callable[[str], Sequence[SearchMatch]]
LONGEST = 400
"""The maximum length of a typed line in characters; a longer paste is cut off."""


class Typed:
    """A line that is being typed, with a caret.

    `search` finds the matches of its text; at first, the best one is highlighted.
    """

    def __init__(
        self,
        lead: str,
        search: Search | None = None,
        does: Callable[[str], None] | None = None,
        tab: Callable[[], str] | None = None,
        hidden: bool = False,
    ) -> None:
        """Begin a line; the words `lead` stand before it, and Enter passes its text to `does`.

        The key Tab replaces `lead` by what `tab` returns. The characters of a `hidden` line, such
        as a password, are shown as stars.
        """
        self.lead = lead
        self._hidden = hidden
        self.does = does
        self._tab = tab
        self.text = ""
        self.caret = 0
        self.index = 0
        self.page = 1
        """The number of matches that fitted on the screen when the line was last drawn."""
        self._proposed = False
        self._search = search
        self.found: Sequence[SearchMatch] = search("") if search else ()

    @property
    def chosen(self) -> SearchMatch | None:
        """The highlighted match; None if there is none."""
        return self.found[self.index] if self.index < len(self.found) else None

    def propose(self, text: str) -> None:
        """Insert a text as a proposal: the first typed letter or paste replaces it, any other key
        keeps it.
        """
        self.paste(text)
        self._proposed = True

    def press(self, key: str) -> bool:
        """Process a key that edits the line; return False for any other key."""
        if self._proposed and (len(key) == 1 or key == "space"):
            self.text, self.caret = "", 0
        self._proposed = False
        before = self.text
        if len(key) == 1 or key == "space":
            self._insert(" " if key == "space" else clean(key))
        elif key in ("backspace", "ctrl+h"):
            self.text = before[: max(0, self.caret - 1)] + before[self.caret :]
            self.caret = max(0, self.caret - 1)
        elif key == "delete":
            self.text = before[: self.caret] + before[self.caret + 1 :]
        elif key == "ctrl+u":
            self.text, self.caret = "", 0
        elif key in ("left", "right", "home", "end"):
            end, at = len(self.text), self.caret
            wanted = {"home": 0, "end": end, "left": at - 1, "right": at + 1}[key]
            self.caret = max(0, min(end, wanted))
        elif key in ("up", "down") and self.found:
            self.index = (self.index + (1 if key == "down" else -1)) % len(self.found)
        elif key in ("pageup", "pagedown") and self.found:
            place = self.index + (self.page if key == "pagedown" else -self.page)
            self.index = max(0, min(len(self.found) - 1, place))
        elif key == "tab" and self._tab:
            self.lead = self._tab()
        elif key == "tab" and self.chosen:
            self.text = self.chosen.label
            self.caret = len(self.text)
        else:
            return False
        if self.text != before:
            self._look()
        return True

    def paste(self, text: str) -> None:
        """Insert a text at the caret, as if it had been typed."""
        if self._proposed:
            self.text, self.caret = "", 0
        self._proposed = False
        self._insert(clean(text[:LONGEST]))
        self._look()

    def line(self, width: int) -> Line:
        """Return the line with its caret."""
        text = "*" * len(self.text) if self._hidden else self.text
        before, at = text[: self.caret], text[self.caret : self.caret + 1] or " "
        return fitted(
            line_of(
                ("prompt", f" {self.lead}{before}"),
                ("prompt" + CURSOR, at),
                ("prompt", text[self.caret + 1 :]),
            ),
            width,
            "prompt",
        )

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the matches around the highlighted one, in at most `height` lines."""
        texts = [found.label for found in self.found]
        whole = rows_of(texts[self.index], width - 2, height) if texts else []
        self.page = room = height - len(whole) + 1
        first = max(0, min(self.index - room // 2, len(texts) - room))
        lines: list[Line] = []
        for number, text in enumerate(texts[first : first + room], first):
            if number == self.index:
                marked = [f"{' ' if row else '>'} {each}" for row, each in enumerate(whole)]
                lines += [fitted((("chosen", each),), width, "chosen") for each in marked]
            else:
                lines.append((("text", cut(f"  {text}", width)),))
        return lines

    def _insert(self, text: str) -> None:
        fits = text[: max(0, LONGEST - len(self.text))]
        self.text = self.text[: self.caret] + fits + self.text[self.caret :]
        self.caret += len(fits)

    def _look(self) -> None:
        if self._search:
            self.found, self.index = self._search(self.text), 0
