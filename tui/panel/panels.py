"""The layout of a panel: rows become lines.

If they do not all fit, the least important are left out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any

import msgspec

from engine.game.game import Game
from engine.game.panel import (
    EVERYTHING,
    Bar,
    Faces,
    Heading,
    Known,
    Letter,
    Profile,
    Rose,
    Row,
    ShipLine,
    ShipPlan,
    SideLine,
    Span,
    Texture,
    Title,
    Track,
    Words,
    visible_rows,
)
from tui.panel.panel_rows import (
    PanelLine,
    bars,
    card_plan,
    faces,
    going_on,
    heading,
    ship_lines,
    ship_pairs,
    short_bars,
    short_tracks,
    side_lines,
    texture,
    title,
    track,
    words,
)
from tui.panel.pictures import LEAST_COMPASS, beside, compass, profile, rose_in_words
from tui.terminal.terminal import Glyphs

Reduction = Callable[[Sequence[Row]], list[Row]] | type
"""One way to shorten a panel: a function that drops rows, or a kind of row that is then drawn
briefly."""
SET_UP = "battle", "steps", "scenario"
"""Sections that are dropped first while a battle is set up: the status bar shows the step, too."""
NARROW = 30
"""In a panel with fewer columns than this, the list of ships has no room for names."""
MANY_SIDES = 3
"""The lines with the points of the sides are always kept if they take at most the panel's height
divided by this number."""


def lay_out(
    rows: Sequence[Row],
    width: int,
    height: int | None = None,
    glyphs: Glyphs = "unicode",
    known: Known = EVERYTHING,
) -> list[PanelLine]:
    """Return rows as lines of (style, text), at most `width` wide and `height` high.

    `known` leaves out explanations that the reader does not need any more. If there is too much,
    these are left out, one kind after the other, until all fits: ships from the side, dim remarks
    and the plan on ship cards, the hand, the log, dim words after a name, names in the list of
    ships, boxes of tracks, the compass of headings, the last lines of long texts, the sections of a
    set-up, the texts on cards from the last one up, the list of ships. In the end, what was left
    out without need is put back.
    """
    rows = visible_rows(rows, known)
    if height is None:
        return _lines(rows, (Rose,), width, glyphs)
    # A picture never displaces words: it is shown only if all of them fit.
    pictured, rows = rows, [row for row in rows if not isinstance(row, Profile)]
    steps: list[Reduction] = []

    whole_rows = tuple(rows)

    def drawn(taken: Sequence[Reduction]) -> list[PanelLine]:
        return list(_after_steps(whole_rows, tuple(taken), width, glyphs))

    lines = drawn(steps)
    if len(rows) < len(pictured) and len(lines) < height:
        whole = _lines(pictured, (), width, glyphs)
        return whole if len(whole) <= height else lines
    for step in _REDUCTIONS:
        if len(lines) <= height:
            break
        # A reduction that changes none of these rows is skipped, because to try it means to lay out
        # a whole panel.
        if isinstance(step, type):
            matters = any(isinstance(row, step) for row in rows)
        else:
            matters = step(rows) != list(rows)
        if not matters:
            continue
        steps.append(step)
        lines = drawn(steps)
    for step in reversed(steps[:-1]):
        spared = [other for other in steps if other is not step]
        if len(drawn(spared)) <= height:
            steps, lines = spared, drawn(spared)
    if len(lines) <= height:
        return lines
    return _cut(*_reduced(rows, steps), width, height, glyphs)


@lru_cache(64)
def _after_steps(
    rows: tuple[Row, ...], steps: tuple[Reduction, ...], width: int, glyphs: Glyphs
) -> Sequence[PanelLine]:
    """Return the lines of rows that are shortened by `steps`.

    Cached, because from one entry of a film to the next the rows are often the same.
    """
    return _lines(*_reduced(rows, steps), width, glyphs)


def _cut(
    rows: Sequence[Row], brief: tuple[type, ...], width: int, height: int, glyphs: Glyphs
) -> list[PanelLine]:
    """Return the lines of as many rows as fit.

    The least important rows are left out whole. A text is cut in the middle only if even the
    important rows do not fit.
    """
    for section in SET_UP:
        rows = _without_section(section)(rows)
        if len(lines := _lines(rows, brief, width, glyphs)) <= height:
            return lines
    everything = rows
    if (found := _whole(rows, brief, width, height, glyphs)) is not None:
        return found
    rows = _without(rows, {place for place, rank in enumerate(_ranks(rows)) if rank})
    if (found := _fitted(rows, brief, width, height, glyphs)) is not None:
        return found
    stands = [row for row in rows if isinstance(row, SideLine)]
    # The row of sides is never left out, unless that would leave no room for anything else.
    foot: list[PanelLine] = []
    if stands and len(stands) <= height // MANY_SIDES:
        # The lines of the sides' points and the heading above them stand at the foot.
        rows = [
            row
            for place, row in enumerate(rows)
            if not isinstance(row, SideLine)
            and not (isinstance(row, Heading) and isinstance(_after(rows, place), SideLine))
        ]
        foot = _lines(stands, brief, width, glyphs)
    room = height - len(foot)
    fits = partial(_fitted, brief=brief, width=width, height=room, glyphs=glyphs)
    # The most rows that fit, by bisection: a panel is laid out at every step of a dial.
    most = bisect_left(range(1, len(rows) + 1), True, key=lambda last: fits(rows[:last]) is None)
    while most and _heads(rows, most - 1):  # a heading would have no content
        most -= 1
    return [*(fits(_marked(rows[:most], everything, width)) or []), *foot][:height]


def _whole(
    rows: Sequence[Row], brief: tuple[type, ...], width: int, height: int, glyphs: Glyphs
) -> list[PanelLine] | None:
    """Return the lines of the rows without the least important ones.

    None if it is not enough to leave out whole rows.
    """

    def drawn(gone: set[int]) -> list[PanelLine]:
        return _lines(_without(rows, gone), brief, width, glyphs)

    ranks = _ranks(rows)
    order = sorted((place for place in range(len(rows)) if ranks[place]), key=lambda at: ranks[at])

    heads = [_heads(rows, place) for place in range(len(rows))]

    def first(many: int) -> set[int]:
        """Return the indexes of the `many` least important rows, and of their headings."""
        titled = (
            place - 1
            for place in order[:many]
            if place and isinstance(rows[place - 1], Words) and heads[place - 1]
        )
        return {*order[:many], *titled}

    # By bisection: of a fleet's roster dozens of rows are left out at every entry of a film.
    counts = range(len(order) + 1)
    many = bisect_left(counts, True, key=lambda many: len(drawn(first(many))) <= height)
    if many == len(counts):
        return None
    gone = first(many)
    lines = drawn(gone)
    for place in reversed(order):  # a short row may fit where a long one did not
        above = next((at for at in range(place - 1, -1, -1) if heads[at]), None)
        if above in gone or (heads[place] and place + 1 in gone):
            continue  # a table whose titles and first row found no room
        if place in gone and len(lines) < height and ranks[place][0] > LISTS:
            more = drawn(gone - {place})
            if len(more) <= height:
                gone, lines = gone - {place}, more
    return _lines(_marked(_without(rows, gone), rows, width), brief, width, glyphs)


Rank = tuple[int, ...]
LISTS, ROSTER, TEXTS, SIGNS, CARDS, REASONS = range(1, 7)
"""Kinds of rows, in the order in which they are left out: lists under headings, the list of ships,
texts on cards, drawings on cards, whole cards, and facts about an order other than its odds."""


def _ranks(rows: Sequence[Row]) -> list[Rank]:
    """Return the rank of each row: rows with lower ranks are left out first, rows with () never.

    Texts are left out from the bottom of a card upward, evenly from all cards. If no heading is
    marked as kept, `SIGNS`, `CARDS` and `REASONS` are not left out.
    """
    ranks: list[Rank] = []
    on_card, number, kept, first = False, 0, True, False
    for place, row in enumerate(rows):
        number += 1
        match row:
            case Title():
                on_card, number = True, 0
            case Heading():
                on_card, kept, first = False, row.kept, True
            case ShipLine() | SideLine():
                on_card = False
        rank: Rank = ()
        if isinstance(row, ShipLine):
            rank = (ROSTER, -place)
        elif isinstance(row, Heading | SideLine):
            above = isinstance(row, Heading) and isinstance(_after(rows, place), SideLine)
            rank = (ROSTER, 1) if above else ()
        elif on_card and _spans(row) and not _warns(row):
            rank = (TEXTS, -number, -place)
        elif on_card:
            rank = (CARDS, -place) if isinstance(row, Title) else (SIGNS, _warns(row), -place)
        elif not kept:
            rank = (LISTS, -place)
        elif isinstance(row, Words) and not first and not _warns(row):
            rank = (REASONS, -place)
        first = first and isinstance(row, Heading)
        ranks.append(rank)
    if not any(isinstance(row, Heading) and row.kept for row in rows):
        return [rank if rank and rank[0] <= TEXTS else () for rank in ranks]
    return ranks


def _without(rows: Sequence[Row], gone: set[int]) -> list[Row]:
    """Return the rows whose indexes are not in `gone`.

    The heading of a section without remaining rows is left out, too.
    """
    places = [place for place in range(len(rows)) if place not in gone]
    kept: list[Row] = []
    for place, below in zip(places, (*places[1:], None), strict=True):
        if isinstance(rows[place], Heading):
            if below is None or isinstance(rows[below], Heading):
                continue
            # The standings of the sides, or a card, follow a section without a heading.
            if below > place + 1 and isinstance(rows[below], SideLine | Title):
                continue
        kept.append(rows[place])
    return kept


PART = ", in part"
"""The end of the heading of a section that is not shown whole, and its short form."""
PART_IN_SHORT = " .."


def _marked(kept: Sequence[Row], rows: Sequence[Row], width: int) -> list[Row]:
    """Return the kept ones of `rows`; the heading of a section that is cut says so: `To win, in
    part`. No heading takes a second line for it.
    """
    listed, shown = _sections(rows), _sections(kept)
    marked = list(kept)
    for place, row in enumerate(kept):
        if isinstance(row, Heading) and not row.kept and 0 < shown[row] < listed[row]:
            titles = (f"{row.title}{end}" for end in (PART, PART_IN_SHORT))
            title = next((each for each in titles if len(each) <= width - 4), row.title)
            marked[place] = msgspec.structs.replace(row, title=title)
    return marked


def _sections(rows: Sequence[Row]) -> Counter[Row]:
    """Return {heading: number of texts in its section}."""
    found: Counter[Row] = Counter()
    heading: Row | None = None
    for row in rows:
        if isinstance(row, Heading | Title | SideLine):
            heading = row
        elif heading is not None and isinstance(row, Words):
            found[heading] += 1
    return found


def _heads(rows: Sequence[Row], place: int) -> bool:
    """Tell whether a row is a heading, or the titles of a table's columns: dim words directly below
    a heading, or words in the style of headings between other words.
    """
    row, above = rows[place], rows[place - 1] if place else None
    if isinstance(row, Heading):
        return True
    if not isinstance(row, Words):
        return False
    styles = {span.style for span in row.spans}
    return (styles == {"dim"} and isinstance(above, Heading)) or (
        styles == {"head"} and isinstance(above, Words)
    )


def _fitted(
    rows: Sequence[Row], brief: tuple[type, ...], width: int, height: int, glyphs: Glyphs
) -> list[PanelLine] | None:
    """Return all rows with long texts cut as necessary; None if that is not enough."""
    lines = _lines(rows, brief, width, glyphs)
    if len(lines) > height:
        shorter = _with_fewer_second_lines(rows, width, len(lines) - height, glyphs)
        if shorter is None:
            return None
        lines = _lines(shorter, brief, width, glyphs)
    return lines if len(lines) <= height else None


def _after(rows: Sequence[Row], place: int) -> Row | None:
    return rows[place + 1] if place + 1 < len(rows) else None


def _reduced(
    rows: Sequence[Row], steps: Sequence[Reduction]
) -> tuple[Sequence[Row], tuple[type, ...]]:
    """Return the rows after applying reductions, and the kinds of rows to draw briefly."""
    brief = tuple(step for step in steps if isinstance(step, type))
    for step in steps:
        if not isinstance(step, type):
            rows = step(rows)
    return rows, brief


def headed(rows: Sequence[Row], title: str) -> list[Row]:
    """Return rows with a heading above them, unless they are empty or already start with one."""
    if not rows or isinstance(rows[0], Heading):
        return list(rows)
    return [Heading(title), *rows]


def lines_of(rows: Sequence[Row], width: int, glyphs: Glyphs) -> list[tuple[PanelLine, str]]:
    """Return (line, key of a ship) for all lines of the rows; choosing the line centres the chart
    on that ship.
    """
    keyed: list[tuple[PanelLine, str]] = []
    for row in visible_rows(rows, EVERYTHING):
        key = row.key if isinstance(row, Words | Title | ShipLine) else ""
        keyed += [(line, key) for line in _lines([row], (Rose,), width, glyphs)]
    return keyed


_GROUPED = (Bar, Track, ShipLine)
"""Kinds of rows whose neighbours are drawn together. A tuple, because it is checked very often."""


def _lines(
    rows: Sequence[Row], brief: tuple[type, ...], width: int, glyphs: Glyphs
) -> list[PanelLine]:
    """Return the lines of rows. Kinds of rows in `brief` are drawn without boxes and bars."""
    lines: list[PanelLine] = []
    place, last = 0, len(rows)
    while place < last:
        row, end = rows[place], place + 1
        if isinstance(row, _GROUPED):
            kind = type(row)
            while end < last and type(rows[end]) is kind:
                end += 1
        elif isinstance(row, Profile):
            texts = list(takewhile(lambda other: isinstance(other, Words), rows[place + 1 :]))
            together = beside(row, texts, width, glyphs)  # type: ignore[arg-type]  # all are words
            if together is not None:
                lines += together
                place += 1 + len(texts)
                continue
        lines += _drawn(tuple(rows[place:end]), width, glyphs, brief)
        place = end
    return lines


@lru_cache(4096)
def _drawn(  # noqa: PLR0911, PLR0912 - a case for each kind of row
    group: tuple[Row, ...], width: int, glyphs: Glyphs, brief: tuple[type, ...]
) -> Sequence[PanelLine]:
    """Return the lines of adjacent rows of one kind.

    Cached, because a key press changes few rows of a panel, and the layout tries many variants.
    """
    match group[0]:
        case Words() as row:
            return words(row, width)
        case Heading() as row:
            return heading(row, width, glyphs)
        case SideLine() as row:
            return side_lines(row, width, SideLine in brief)
        case Texture() as row:
            return texture(row, width, glyphs)
        case Letter(sign=sign, text=text):
            # `until` keeps it from being shortened: it explains the short words.
            return words(Words((Span(f"{sign}  ", "head"), Span(text)), until="usual"), width)
        case Title() as row:
            return title(row, width)
        case ShipPlan() as row:
            return card_plan(row, width, glyphs)
        case Profile() as row:
            return profile(row, width, glyphs)
        case Rose() as row:
            drawn = width >= LEAST_COMPASS and Rose not in brief
            return compass(row, glyphs) if drawn else words(rose_in_words(row), width)
        case Faces() as row:
            return faces(row, width, glyphs)
        case Bar():
            odds = [row for row in group if isinstance(row, Bar)]
            return short_bars(odds, width) if Bar in brief else bars(odds, width, glyphs)
        case Track():
            tracks = [row for row in group if isinstance(row, Track)]
            if Track in brief:
                return [short_tracks(tracks, width, glyphs)]
            return [line for row in tracks for line in track(row, width, glyphs)]
        case ShipLine():
            strip = [row for row in group if isinstance(row, ShipLine)]
            if width < NARROW or ShipLine in brief:
                return ship_pairs(strip, width)
            return [line for row in strip for line in ship_lines(row, width, glyphs)]


def _on_cards(rows: Sequence[Row], keep: Callable[[Row], bool]) -> list[Row]:
    """Return the rows without those rows of ships' cards for which `keep` returns False."""
    kept: list[Row] = []
    on_card = False
    for row in rows:
        on_card = isinstance(row, Title) or (
            on_card and not isinstance(row, Heading | ShipLine | SideLine)
        )
        if not on_card or keep(row):
            kept.append(row)
    return kept


def _spans(row: Row) -> tuple[Span, ...]:
    return row.spans if isinstance(row, Words) else ()


def _without_remarks(rows: Sequence[Row]) -> list[Row]:
    return _on_cards(
        rows, lambda row: not _spans(row) or any(span.style != "dim" for span in _spans(row))
    )


def _without_plans(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if not isinstance(row, ShipPlan)]


def _without_asides(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without the dim words after a name, such as the text of a playing card after
    its title.
    """

    kept: list[Row] = []
    on_card = False
    for row in rows:
        on_card = isinstance(row, Title) or (on_card and not isinstance(row, Heading))
        spans = _spans(row)
        if not on_card and any(span.style == "head" for span in spans):
            bare = tuple(span for span in spans if span.style != "dim")
            kept.append(Words(bare, row.key if isinstance(row, Words) else ""))
        else:
            kept.append(row)
    return kept


def _without_section(word: str) -> Callable[[Sequence[Row]], list[Row]]:
    def reduce(rows: Sequence[Row]) -> list[Row]:
        kept: list[Row] = []
        inside = False
        for row in rows:
            if isinstance(row, Heading):
                inside = word in row.title.lower().replace(",", " ").split()
            elif isinstance(row, Title):
                inside = False
            if not inside:
                kept.append(row)
        return kept

    return reduce


def _without_minor(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without the sections that the game has marked as minor."""
    kept: list[Row] = []
    minor = False
    for row in rows:
        if isinstance(row, Heading):
            minor = row.minor
        elif isinstance(row, Title | SideLine):
            minor = False
        if not minor:
            kept.append(row)
    return kept


def _with_fewer_second_lines(
    rows: Sequence[Row], width: int, over: int, glyphs: Glyphs
) -> list[Row] | None:
    """Return the rows with `over` lines fewer: the ends of the longest texts are cut, those of
    warnings last.

    An ellipsis marks each cut. None if the texts do not have so many lines.
    """
    lines = {
        place: _drawn((row,), width, glyphs, ())
        for place, row in enumerate(rows)
        if isinstance(row, Words)
    }
    left = {place: len(drawn) for place, drawn in lines.items() if len(drawn) > 1}
    if sum(left.values()) - len(left) < over:
        return None
    plain = {place: not _warns(rows[place]) for place in left}
    for _ in range(over):
        long = (place for place, count in left.items() if count > 1)
        left[max(long, key=lambda at: (plain[at], left[at], at))] -= 1
    kept: list[Row] = []
    for place, row in enumerate(rows):
        whole = place not in left or left[place] == len(lines[place])
        if not isinstance(row, Words) or whole:
            kept.append(row)
            continue
        drawn = list(lines[place][: left[place]])
        drawn[-1] = going_on(drawn[-1], width, glyphs)
        for line in drawn:
            spans = tuple(Span(text, style) for style, text in line)  # type: ignore[arg-type]  # of rows
            kept.append(Words(spans, row.key))
    return kept


def _warns(row: Row) -> bool:
    return any(span.style == "warning" for span in _spans(row))


_REDUCTIONS: tuple[Reduction, ...] = (
    _without_remarks,
    _without_plans,
    _without_section("hand"),
    _without_section("log"),
    _without_asides,
    ShipLine,
    Track,
    Rose,
    _without_minor,
    SideLine,
    Bar,  # last of all: players choose an order by the odds
)


# All ships of a battle, how it is won, and the signs of its chart: the rows behind one key.


SIGNS_TITLE = "Signs"
"""The heading of the list of signs, with their meanings."""


def all_ships(game: Game[Any, Any, Any], view: Any) -> list[Row]:
    """Return rows on how a battle is won, the signs, the sides, and the card of each ship.

    `view` is the state as a seat (a player) may see it. Text rows of a card have the ship's key, so
    that choosing one leads to the ship.
    """
    screen = game.screen
    legend = screen.legend(view)
    signs = [row for row in legend if isinstance(row, Texture | Letter)]
    rows = [*screen.to_win(view), *headed(signs, SIGNS_TITLE)]
    rows += headed(screen.forces(view), screen.headings.roster)
    others = [row for row in legend if row not in signs and not isinstance(row, Heading)]
    rows += headed(others, screen.headings.legend)
    for key in screen.subjects(view):
        rows += [
            msgspec.structs.replace(row, key=key) if isinstance(row, Words) else row
            for row in screen.card(view, key)
            # a list of thirty ships is for reading, so without pictures
            if not isinstance(row, Profile)
        ]
    return rows
