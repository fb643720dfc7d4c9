"""ReferenceScreen: ships, cards and terms of the rules; they are found by typing and linked to each
other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from engine.base.errors import WeatherGageError
from engine.base.text import pluralized
from engine.game.panel import Profile
from engine.game.parts.words import Diagram, Term
from engine.kernel.registry import system, systems
from tui.chart.thumbnail import diagram
from tui.input.actions import Handlers
from tui.input.typed import in_sections, with_heads
from tui.panel.pictures import profile
from tui.screens.chooser import Chooser
from tui.terminal.cells import cut
from tui.terminal.page import ClickSpot, TextPage, wrapped

NAME, LIST = 24, 38
"""The width in columns of a name, and of the whole list."""
WIDE, MORE = 110, 12
"""On a screen of at least `WIDE` columns the list has `MORE` further columns, enough for the
longest name."""
DOUBTS = {
    "printed": "",
    "cross-checked": "",
    "quoted-secondhand": "not read in print, but quoted by others",
    "secondhand": "not read in print, but quoted by others",
    "inferred": "not seen in print: reconstructed",
    "reconstructed": "not seen in print: reconstructed",
    "unknown": "not seen in print: a guess",
    "own": "from your own data folder",
}
"""{how well a fact of the data is known: words that the page shows}; '' for a fact seen in
print."""
DOUBT = "~"
EVERY = "all"
NOW = "what matters now"
"""The name of the list with only those terms for which the screen was opened."""
DIAGRAM = "diagram"
"""The kind of terms that are diagrams; their ids also begin with it."""
LOWEST = 8
"""The minimum number of rows of a diagram, frame included."""
SEE = "see "
SIGNS = " -'&!%*@$"
"""Characters besides letters and digits that can be searched for, because names and tokens contain
them."""

TermPlace = tuple[str, str, int, int]
"""A place to which the player can go back: (searched words, kind, chosen term, marked link)."""


class ReferenceScreen(Chooser):
    """A list of terms, limited by typed words and by kind, and the explanation of the chosen
    term.
    """

    screen_name: ClassVar[str] = "reference"
    what_for: ClassVar[str] = (
        "Ships, cards and terms of the rules in our own words. Type to search; right and left "
        "mark a term in the text, Enter goes to it. ~ marks figures that were not seen in print."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "kind",
        "down=choose",
        "right=link",
        "accept=follow",
        "back",
        "end",
        "erase",
        "help=help",
    )

    def __init__(
        self,
        wanted: str = "",
        game: str = "",
        now: Sequence[str] = (),
        profiles: Mapping[str, Profile] | None = None,
    ) -> None:
        """Open the reference with words to search, or with the ids (`now`) of terms or diagrams
        that matter now.

        The id of a diagram is `diagram:` and its name. `profiles` is {id of a ship's term: drawing
        of the ship as she is now}.
        """
        super().__init__()
        self.systems = systems()
        self.game = game or self.systems[0]
        self.now = tuple(now)
        self.profiles = profiles or {}
        self.words = wanted
        self.kind = self.home
        self.index = 0
        self.link = 0
        self.text_top = 0
        """The first visible line of the chosen term's explanation, if it is too long for the
        page."""
        self.text_page = 0
        """The number of visible lines of that explanation."""
        self.trail: list[TermPlace] = []
        """The places from which the player has followed links, the latest last."""
        self.stepped_back = False
        """Whether the last key went back. Going back twice in a row always leaves the screen."""
        self._find()

    @property
    def home(self) -> str:
        """The kind of terms that is shown first."""
        return NOW if self.now else EVERY

    # Finding ---------------------------------------------------------------------------

    def _find(self) -> None:
        """List the terms that match the typed words; those whose names begin with the words come
        first.
        """
        try:
            words = system(self.game).words
            diagrams = words.diagrams()
            terms = (*words.terms(), *(diagram_term(each) for each in diagrams))
        except (WeatherGageError, ImportError) as error:
            diagrams, terms, self.said = (), (), str(error)
        self.diagrams = {diagram_id(each): each for each in diagrams}
        self.by_id = {term.id: term for term in terms}
        now = [self.by_id[key] for key in self.now if key in self.by_id]
        self.kinds = [*([NOW] if now else []), EVERY, *dict.fromkeys(term.kind for term in terms)]
        if self.kind not in self.kinds:
            self.kind = EVERY
        typed = self.words.lower().split()
        fitting = [
            term
            for term in (now if self.kind == NOW else terms)
            if self.kind in (NOW, EVERY, term.kind) and all(word in _text(term) for word in typed)
        ]
        if typed:
            self.found = sorted(fitting, key=lambda term: _nearness(term, self.words.lower()))
        else:
            self.found = fitting if self.kind == NOW else in_sections(fitting, _section)
        self._move(0)

    @property
    def term(self) -> Term | None:
        """The chosen term; None if no term matches."""
        return self.found[self.index] if self.found else None

    @property
    def links(self) -> list[Term]:
        """The terms to which the chosen term links."""
        if self.term is None:
            return []
        shown = (key for key, each in self.diagrams.items() if self.term.id in each.terms)
        return [self.by_id[key] for key in (*shown, *self.term.links) if key in self.by_id]

    @property
    def diagram(self) -> Diagram | None:
        """The chosen diagram, or the first one that explains the chosen term; None if there is
        none.
        """
        if self.term is None:
            return None
        about = (each for each in self.diagrams.values() if self.term.id in each.terms)
        return self.diagrams.get(self.term.id) or next(about, None)

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the list and the chosen term."""
        title = f"CARDS AND RULES   {system(self.game).title}   {self.kind}"
        page.bar(0, title, "status", f"{len(self.found)} found")
        # The nearest match of typed words comes first, regardless of its section.
        plain = bool(self.words) or self.kind == NOW
        every = range(len(self.found))
        lines = list(every) if plain else with_heads(every, [*map(_section, self.found)])
        place = lines.index(self.index) if self.found else 0
        more = MORE if page.columns >= WIDE else 0
        name, wide = NAME + more, LIST + 2 * more
        for row, number in enumerate(
            page.window(3, 2, page.rows_count - 4, lines, place, (str,)), 2
        ):
            line = lines[number]
            if isinstance(line, str):
                page.write(1, row, cut(line, wide - 2), "head")
                continue
            term = self.found[line]
            doubt = "" if term.confidence == "printed" else DOUBT
            # The section is shown in full rather than the name, which is written in full beside the
            # list.
            room = max(1, min(name, wide - 5 - len(term.kind)))
            text = f"{cut(term.name + doubt, room):<{room}} {term.kind}"
            click = partial(self._move, line)
            page.item(1, row, wide - 2, text, line == self.index, click)
        if self.term:
            self._full(page, self.term, wide + 1)
        else:
            page.write(wide + 1, 2, "Nothing has this name.", "dim")

    def _full(self, page: TextPage, term: Term, left: int) -> None:
        width = page.columns - left - 1
        row = page.paragraph(left, 2, width, term.name, "head")
        row = page.paragraph(left, row, width, term.kind, "dim")
        doubt = DOUBTS.get(term.confidence, term.confidence)
        if doubt and not any(line.startswith(DOUBT) for line in term.lines):
            row = page.paragraph(left, row, width, f"{DOUBT} {doubt}", "warning")
        end = self._links(page, left, width)
        row += 1
        ship = self.profiles.get(term.id)
        plan = profile(ship, width, self.glyphs) if ship else []
        last = end - len(plan)
        row = self._explanation(page, term, left, row, last)
        for number, line_of_plan in enumerate(plan, row):
            page.runs(number, line_of_plan, left)
        self._draw(page, left - 1, row + len(plan), end)

    def _explanation(self, page: TextPage, term: Term, left: int, row: int, last: int) -> int:
        """Write the explanation of a term above the row `last`, and return the next free row.

        If it does not fit, its last row says how many lines are hidden, and which key shows them.
        """
        width, room = page.columns - left - 1, max(0, last - row)
        lines = [text for line in term.lines for text in wrapped(line, width)]
        longer = len(lines) > room > 0
        self.text_page = room - longer
        self.text_top = max(0, min(self.text_top, len(lines) - self.text_page)) if longer else 0
        for text in lines[self.text_top : self.text_top + self.text_page]:
            page.write(left, row, text, "text")
            row += 1
        if longer:
            below = len(lines) - self.text_top - self.text_page
            hidden = pluralized(below or self.text_top, "more line")
            way, name = ("below", "text_down") if below else ("above", "text_up")
            key = self.keymap.key(self.screen_name, name)
            said = f"{hidden} {way}{f': {key}' if key else ''}"
            page.write(left, row, cut(said, width), "dim")
            row += 1
        return row

    def _draw(self, page: TextPage, left: int, row: int, end: int) -> None:
        """Draw the diagram below the explanation, if there is room to draw it legibly."""
        drawn = self.diagram
        if drawn is None or end - row < LOWEST:
            return
        try:
            chart = diagram(system(self.game), drawn, page.columns - left, end - row, self.glyphs)
        except WeatherGageError as error:
            page.paragraph(left + 1, row, page.columns - left - 2, str(error), "warning")
            return
        page.paste(chart, left, row)

    def _links(self, page: TextPage, left: int, width: int) -> int:
        """Write the links at the bottom, with the marked one highlighted; return their first
        row.
        """
        links = self.links
        lines: list[list[tuple[int, str]]] = [[]]
        column = len(SEE)
        for number, name in enumerate(map(self._told_apart, links)):
            if column + len(name) + 2 > width and lines[-1]:
                lines.append([])
                column = len(SEE)
            lines[-1].append((number, cut(name, width - column - 2)))
            column += len(name) + 3
        end = page.rows_count - 2
        top = end - len(lines) if links else end
        for row, line in enumerate(lines if links else [], top):
            column = left + len(SEE)
            page.write(left, row, SEE if row == top else "", "dim")
            for number, name in line:
                marked = number == self.link
                text = f"[{name}]" if marked else f" {name} "
                page.write(column, row, text, "chosen" if marked else "text")
                click = partial(self._clicked, number)
                page.spots.append(ClickSpot(column, row, len(text), 1, click))
                column += len(text) + 1
        return top - 1 if links else end

    def _told_apart(self, other: Term) -> str:
        """Return the name of a linked term; if the chosen term has the same name, its kind is
        added.
        """
        same = self.term is not None and other.name == self.term.name
        return f"{other.name} ({other.kind})" if same else other.name

    def prompt(self) -> str:
        """Return the prompt: the typed words, and the link that Enter follows."""
        links = self.links
        key = self.keymap.key(self.screen_name, "accept")
        follow = f"     {key} goes to {self._told_apart(links[self.link])}" if links and key else ""
        return f"Search: {self.words}_{follow}"

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Add letters, digits and some other characters to the search; other keys are actions."""
        sign = " " if key == "space" else key
        if len(sign) == 1 and (sign.isalnum() or sign in SIGNS):
            self.stepped_back = False
            self.words = (self.words + sign).lstrip()
            self.kind = EVERY if self.kind == NOW else self.kind
            self._find()
            self.draw()
        else:
            action = self.keymap.action(self.screen_name, key)
            self.stepped_back = self.stepped_back and action is not None and action.name == "back"
            super().press(key)

    def handlers(self) -> Handlers:
        shared = {name: act for name, act in super().handlers().items() if name != "terms"}
        return {
            **shared,  # except `terms`: this page is the list of terms
            "erase": self.act_erase,
            "kind": self.act_kind,
            "kind_back": self.act_kind_back,
            "right": self.act_right,
            "left": self.act_left,
            "text_down": self.act_text_down,
            "text_up": self.act_text_up,
            "accept": self.act_accept,
            "system": self.act_system,
        }

    def act_erase(self) -> None:
        """Erase the last typed letter; if there is none, go back from the link that was followed
        last.
        """
        if self.trail and not self.words:
            self._return_to(self.trail.pop())
        else:
            self.words = self.words[:-1]
            self._find()

    def act_back(self) -> None:
        """Go back to where the first link was followed; without links, clear the search.

        If there is neither, or if this is pressed again, leave.
        """
        if self.stepped_back or not (self.trail or self.words or self.kind != self.home):
            super().act_back()
            return
        self.stepped_back = True
        if self.trail:
            first = self.trail[0]
            self.trail = []
            self._return_to(first)
        else:
            self.words, self.kind = "", self.home
            self._find()

    def _return_to(self, place: TermPlace) -> None:
        self.words, self.kind, index, link = place
        self._find()
        self._move(index)
        self.link = link

    def act_end(self) -> None:
        """Leave at once for the screen from which this one was opened."""
        super().act_back()

    def act_kind(self) -> None:
        """Show only terms of the next kind."""
        self._turn(1)

    def act_kind_back(self) -> None:
        """Show only terms of the previous kind."""
        self._turn(-1)

    def _turn(self, step: int) -> None:
        at = self.kinds.index(self.kind) + step
        self.kind = self.kinds[at % len(self.kinds)]
        self._find()

    def act_right(self) -> None:
        """Mark the next link."""
        self.link = (self.link + 1) % max(1, len(self.links))

    def act_left(self) -> None:
        """Mark the previous link."""
        self.link = (self.link - 1) % max(1, len(self.links))

    def act_text_down(self) -> None:
        """Scroll a long explanation down by a page; one line stays visible."""
        self.text_top += max(1, self.text_page - 1)

    def act_text_up(self) -> None:
        """Scroll a long text up by a page, of which one line stays visible."""
        self.text_top -= max(1, self.text_page - 1)

    def act_accept(self) -> None:
        """Follow the marked link."""
        if self.links:
            # Follow to a term of any section; stepping back leads here again.
            other = self.links[self.link]
            self.trail.append((self.words, self.kind, self.index, self.link))
            self.words, self.kind = "", EVERY
            self._find()
            self._move(self.found.index(other))

    def _clicked(self, link: int) -> None:
        self.link = link
        self.act_accept()

    def act_system(self) -> None:
        """Show the terms of the next game."""
        # The game may not be in the list: a series has the cards of its inner game.
        at = self.systems.index(self.game) + 1 if self.game in self.systems else 0
        self.game = self.systems[at % len(self.systems)]
        self.trail, self.now = [], ()
        self._find()

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.found) - 1))
        self.link = self.text_top = 0


def diagram_id(each: Diagram) -> str:
    """Return the id of a diagram as a term of the reference."""
    return f"{DIAGRAM}:{each.name}"


def diagram_term(each: Diagram) -> Term:
    """Return a diagram as a term of the reference, linked to the terms that it explains."""
    return Term(diagram_id(each), each.title, DIAGRAM, (each.words,), links=each.terms)


def _section(term: Term) -> str:
    """Return the heading for a term in the list: its kind, and its side or nation if it has one."""
    return f"{term.kind}, {term.group}" if term.group else term.kind


def _text(term: Term) -> str:
    return " ".join((term.name, term.id, term.kind, term.group, *term.lines, *term.signs)).lower()


def _nearness(term: Term, words: str) -> int:
    name = term.name.lower()
    if words in (name, *term.signs):
        return 0
    return 1 if name.startswith(words) else 2 if words in name else 3
