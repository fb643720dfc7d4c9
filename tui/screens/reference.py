"""ReferenceRoom: ships, cards and terms of the rules, searched by typing."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from engine.errors import WeatherGageError
from engine.game import Term, system, systems
from tui.page import Page, scrolled
from tui.screens.sheet import SheetRoom

NAME, LIST = 24, 38
"""Columns of a name, and of the whole list."""
DOUBTS = {
    "printed": "",
    "quoted-secondhand": "quoted by others from the printed piece",
    "inferred": "reconstructed, not seen in print",
    "unknown": "not known for sure",
    "own": "from your own data folder",
}
"""What a mark of confidence says in words; printed facts need none."""
DOUBT = "~"
EVERY = "all"


class ReferenceRoom(SheetRoom):
    """A list of terms, narrowed by what is typed and by kind, and the chosen one in full."""

    room: ClassVar[str] = "reference"
    what_for: ClassVar[str] = (
        "Ships, cards and terms of the rules in our own words. Type to search; ~ marks what was "
        "not seen in print."
    )
    hints: ClassVar[tuple[str, ...]] = ("kind", "down=choose", "erase", "back", "help=help")

    def __init__(self, wanted: str = "") -> None:
        super().__init__()
        self.systems = systems()
        self.game = self.systems[0]
        self.words = wanted
        self.kind = EVERY
        self.index = 0
        self._find()

    # Finding ---------------------------------------------------------------------------

    def _find(self) -> None:
        """List the terms that fit; those whose name begins with the words come first."""
        try:
            terms = system(self.game).terms()
        except (WeatherGageError, ImportError) as error:
            terms, self.said = (), str(error)
        self.kinds = [EVERY, *dict.fromkeys(term.kind for term in terms)]
        if self.kind not in self.kinds:
            self.kind = EVERY
        words = self.words.lower().split()
        fitting = [
            term
            for term in terms
            if self.kind in (EVERY, term.kind) and all(word in _text(term) for word in words)
        ]
        self.found = sorted(fitting, key=lambda term: _nearness(term, self.words.lower()))
        self.index = 0

    @property
    def term(self) -> Term | None:
        """The chosen term."""
        return self.found[self.index] if self.found else None

    # The page --------------------------------------------------------------------------

    def fill(self, page: Page) -> None:
        """Write the list and the chosen term."""
        title = f"CARDS AND RULES   {system(self.game).title}   {self.kind}"
        page.bar(0, title, "status", f"{len(self.found)} found")
        rows = page.rows_count - 4
        first = scrolled(len(self.found), self.index, rows)
        for line, term in enumerate(self.found[first : first + rows]):
            doubt = "" if term.confidence == "printed" else DOUBT
            text = f"{(term.name + doubt)[:NAME]:<{NAME}} {term.kind}"[: LIST - 4]
            click = partial(self._move, first + line)
            page.item(1, 2 + line, LIST - 2, text, first + line == self.index, click)
        if self.term:
            self._full(page, self.term)
        else:
            page.write(LIST + 1, 2, "Nothing is called so.", "dim")

    def _full(self, page: Page, term: Term) -> None:
        left, width = LIST + 1, page.columns - LIST - 2
        row = page.paragraph(left, 2, width, term.name, "head")
        row = page.paragraph(left, row, width, term.kind, "dim")
        doubt = DOUBTS.get(term.confidence, term.confidence)
        if doubt and not any(line.startswith(DOUBT) for line in term.lines):
            row = page.paragraph(left, row, width, f"{DOUBT} {doubt}", "warning")
        row += 1
        for line in term.lines:
            if row >= page.rows_count - 2:
                break
            row = page.paragraph(left, row, width, line, "text", page.rows_count - 2 - row)

    def prompt(self) -> str:
        """Show what is searched for."""
        return f"Search: {self.words}_"

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Let letters, digits and blanks search; everything else is an action."""
        sign = " " if key == "space" else key
        if len(sign) == 1 and (sign.isalnum() or sign in " -'&!"):
            self.words = (self.words + sign).lstrip()
            self._find()
            self.draw()
        else:
            super().press(key)

    def act_erase(self) -> None:
        """Erase a letter."""
        self.words = self.words[:-1]
        self._find()

    def act_back(self) -> None:
        """Empty the search; when it is empty, leave."""
        if self.words or self.kind != EVERY:
            self.words, self.kind = "", EVERY
            self._find()
        else:
            super().act_back()

    def act_kind(self) -> None:
        """Show only the next kind."""
        self._turn(1)

    def act_kind_back(self) -> None:
        """Show only the kind before."""
        self._turn(-1)

    def _turn(self, step: int) -> None:
        at = self.kinds.index(self.kind) + step
        self.kind = self.kinds[at % len(self.kinds)]
        self._find()

    def act_system(self) -> None:
        """Go to the next game system."""
        at = self.systems.index(self.game) + 1
        self.game = self.systems[at % len(self.systems)]
        self._find()

    def act_up(self) -> None:
        """Choose the term above."""
        self._move(self.index - 1)

    def act_down(self) -> None:
        """Choose the term below."""
        self._move(self.index + 1)

    def act_page_up(self) -> None:
        """Go up by ten."""
        self._move(self.index - 10)

    def act_page_down(self) -> None:
        """Go down by ten."""
        self._move(self.index + 10)

    def act_first(self) -> None:
        """Choose the first term."""
        self._move(0)

    def act_last(self) -> None:
        """Choose the last term."""
        self._move(len(self.found) - 1)

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.found) - 1))


def _text(term: Term) -> str:
    return " ".join((term.name, term.id, term.kind, *term.lines)).lower()


def _nearness(term: Term, words: str) -> int:
    name = term.name.lower()
    if not words:
        return 0
    return 0 if name == words else 1 if name.startswith(words) else 2 if words in name else 3
