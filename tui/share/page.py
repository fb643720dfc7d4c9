"""A battle as a single HTML file, or as Markdown for a forum."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import msgspec

from engine.base.text import clean, sentence
from engine.game.chart import Scene, Throw
from engine.game.panel import SideLine
from engine.review.report import COST, Curve, Moment, Story, escape_markdown
from engine.review.spectators import ShipState
from tui.chart.viewport import framed_chart, kind_of, places
from tui.share.canvas import Canvas, around_ships, canvases
from tui.share.marks import OWNERS, SHIPS, layered, ways
from tui.share.packing import Table, diff_lists, extract_patterns, parts_of
from tui.share.paper import Paper, page_rules, style_sheet
from tui.terminal.cells import as_sent
from tui.terminal.guard import one_cell
from tui.terminal.terminal import Glyphs

# A battle as Markdown for a forum: the log, and the chart at chosen moments.


COLUMNS, ROWS = 76, 36
"""The most cells of a chart in letters, frame included, that forums show without scrolling."""

Diagram = Callable[[Moment], str]
"""A function that returns the diagram of a moment."""


def markdown(story: Story, chosen: Collection[int], diagram: Diagram) -> str:
    """Return a story with a diagram after each chosen entry, ending in a newline."""
    return "".join(f"{line}\n" for line in _lines(story, chosen, diagram))


def ascii_chart(moment: Moment, glyphs: Glyphs = "ascii") -> str:
    """Return the chart of a moment in letters, as a block of code."""
    board = kind_of(moment.scene.board)
    wide, high = COLUMNS - 4, ROWS - 2
    about = places(moment.scene)
    size = board.fitted(wide, high) or (wide, high)
    window = board.whole(min(size[0], wide), min(size[1], high), about)
    grid = framed_chart(moment.scene, window, glyphs, moment.smoke)
    rows = [as_sent(one_cell("".join(row))).rstrip() for row in grid.glyphs]
    longest = max((len(ticks) for ticks in re.findall("`+", "".join(rows))), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join((f"{fence}text", *rows, fence))


def picture_link(moment: Moment, name: str) -> str:
    """Return the Markdown line for a picture in a file beside the text."""
    return f"![{escape_markdown(clean(f'Entry {moment.n}: {moment.status}'))}](<{name}>)"


def _lines(story: Story, chosen: Collection[int], diagram: Diagram) -> Iterator[str]:
    yield f"# {escape_markdown(clean(story.title))}"
    yield ""
    yield escape_markdown(clean(story.about))
    if story.prose:
        yield from ("", "## The story", "")
        for heading, _, text in story.prose:
            yield from (
                f"**{escape_markdown(clean(heading))}.** {escape_markdown(clean(text))}",
                "",
            )
    headings = {n: name for name, n in story.turns}
    notes = [
        (each.n, f"{'Costly' if each.kind == COST else 'Note'}: {each.text}")
        for each in story.remarks
    ]
    for moment in story.moments:
        if moment.n in headings:
            yield from ("", f"## {escape_markdown(clean(headings[moment.n].capitalize()))}", "")
        yield from (f"- {moment.n}: {escape_markdown(clean(line))}" for line in moment.lines)
        yield from (f"- *{escape_markdown(clean(text))}*" for n, text in notes if n == moment.n)
        if moment.n in chosen:
            yield from ("", f"**{escape_markdown(clean(moment.status))}**", "", diagram(moment), "")
    if story.ending:
        yield from ("", f"**{escape_markdown(clean(story.ending))}**")


# A battle as one HTML file without network: a chart to step through, and its log.
#
# The log is plain text, complete without scripts unless it is very long. The chart's elements are
# packed, each once, with the changes from entry to entry. The page's policy allows its own script
# only.


CODE = 4
"""A ship's key of at most so many letters is shown with her name; longer keys are mere ids."""
HERE = Path(__file__).parent
LONG = 400_000
"""Logs of more characters are compressed, so that only the script can show them."""
PACKED = '<p id="long">This log is long and compressed; the page needs scripts to show it.</p>'
PACKED_TALE = '<div id="long_tale"></div>'
FOOTER = "Written by Weather Gage. Unofficial; it holds no text of a rulebook."


def page(story: Story, paper: Paper = "auto") -> str:
    """Return the page of a story, which must have at least one moment."""
    items = _items(story)
    log = "\n".join(_log(items))
    tale = "".join(_prose(story))
    long = len(log) + len(tale) > LONG
    packed = frames(story) | {"log": items if long else [], "tale": tale if long else ""}
    script = _own("page.js").replace("</", "<\\/")
    style = style_sheet(paper) + page_rules(paper) + _own("page.css")
    first = story.moments[0]
    data = gzip.compress(msgspec.json.encode(packed), mtime=0)
    step = packed["steps"][0]
    elements = parts_of(packed["parts"])
    opening = "".join(elements[at] for name in "uo" for at in _first(step, name))
    return Template(_own("page.html")).substitute(
        policy=f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'",
        title=_plain(story.title),
        about=_plain(" ".join(filter(None, (story.about, story.ending)))),
        style=style,
        status=_plain(first.status),
        box=packed["boxes"][0],
        chart=opening,
        fleet="".join(packed["rows"][at] for at in _first(step, "r")),
        curve=_curves(story),
        first=first.n,
        last=story.moments[-1].n,
        prose="".join((PACKED_TALE if long and tale else tale, *_luck(story))),
        log=PACKED if long else log,
        ending=f"<p><strong>{_plain(story.ending)}</strong></p>\n" if story.ending else "",
        footer=FOOTER,
        data=b64encode(data).decode(),
        script=script,
    )


def frames(story: Story) -> dict[str, Any]:
    """Return the data for the page's script: elements and frames, each once, and the steps."""
    elements, statuses, boxes = Table(), Table(), Table()
    rows, dice = Table(), Table()
    seen: list[_Frame] = []
    had: _Frame | None = None
    shown: Moment | None = None
    whole = canvases(m.scene for m in story.moments)
    for moment, frame, near in zip(story.moments, whole, _followed(story, whole), strict=True):
        if had and shown and _looks_alike(shown, moment):
            below, over = had.lists[:2]
        else:
            below, over = (list(map(elements.number, each)) for each in _elements(moment, frame))
        if had and shown and moment.ships is shown.ships:
            roster = had.lists[2]
        else:
            roster = [rows.number(_fleet_row(row)) for row in moment.ships]
        now = _Frame(
            (below, over, roster),
            {
                "b": boxes.number(near.view_box),
                "w": boxes.number(frame.view_box),
                "s": statuses.number(clean(moment.status)),
                "d": dice.number("".join(_dice(moment.dice))),
            },
        )
        seen.append(now)
        had, shown = now, moment
    parts, places = extract_patterns(elements.entries)
    seen = _renumbered(seen, places)
    steps = [_step(before, now) for before, now in zip((None, *seen), seen, strict=False)]
    turns = [[clean(name), n] for name, n in story.turns]
    marks = [[clean(name).replace("turn ", "T"), n, "turn"] for name, n in story.turns]
    marks += [[clean(each.text), each.n, each.kind] for each in story.remarks]
    return {
        "first": story.moments[0].n,
        "end": story.end,
        "parts": parts,
        "statuses": statuses.entries,
        "boxes": boxes.entries,
        "rows": rows.entries,
        "dice": dice.entries,
        "steps": steps,
        "turns": turns,
        "notes": sorted({each.n for each in story.remarks}),
        "marks": marks,
    }


def _renumbered(seen: Sequence[_Frame], places: Sequence[int]) -> list[_Frame]:
    """Return frames with the elements' new numbers."""
    kept: dict[int, list[int]] = {}  # most frames have lists of the frame before

    def renumbered(ids: list[int]) -> list[int]:
        if id(ids) not in kept:
            kept[id(ids)] = [places[each] for each in ids]
        return kept[id(ids)]

    return [
        frame._replace(lists=(renumbered(below), renumbered(over), roster))
        for frame in seen
        for below, over, roster in (frame.lists,)
    ]


def _looks_alike(one: Moment, other: Moment) -> bool:
    """Tell whether the charts of two moments are the same."""
    return one.scene is other.scene and not (one.smoke or one.tracks or other.smoke or other.tracks)


def _elements(moment: Moment, frame: Canvas) -> tuple[list[str], list[str]]:
    """Return the elements below the ships of a chart, and the ships with all elements above them,
    both bottom layer first.
    """
    drawn = layered(moment.scene, frame, moment.smoke)
    below = [each for layer, each in drawn if layer < SHIPS]
    if moment.tracks:
        at = sum(layer == 0 for layer, _ in drawn)
        below.insert(at, ways(moment.tracks, moment.scene.board))
    return below, [each for layer, each in drawn if layer >= SHIPS]


class _Frame(NamedTuple):
    """The visible parts of a moment, by number: elements below the ships, ships, rows of the
    roster, and all other texts.
    """

    lists: tuple[list[int], list[int], list[int]]
    texts: dict[str, int]


LISTS = ("u", "o", "r")
"""The names of the lists of a frame in a step: under, over, roster."""


def _step(had: _Frame | None, now: _Frame) -> dict[str, Any]:
    """Return what has changed since the frame `had`; everything if `had` is None."""
    step: dict[str, Any] = {
        name: text for name, text in now.texts.items() if had is None or text != had.texts[name]
    }
    before = had.lists if had else ([], [], [])
    for name, old, new in zip(LISTS, before, now.lists, strict=True):
        if old != new:
            step[name] = diff_lists(old, new)
    return step


def _first(step: dict[str, Any], name: str) -> list[int]:
    """Return one of the lists of the first step, which contains every list in full."""
    return [number for change in step.get(name, ()) for number in change[2:]]


def _followed(story: Story, whole: Sequence[Canvas]) -> Iterator[Canvas]:
    """Yield the part of the sea in view at each moment: the region of the ships in its turn.

    It stays the same for a whole turn, so that the picture does not move with every step.
    """
    starts = sorted({n for _, n in story.turns})
    turns = [bisect_right(starts, moment.n) for moment in story.moments]
    near: dict[int, Canvas] = {}
    last: tuple[int, Scene] | None = None
    for moment, turn, frame in zip(story.moments, turns, whole, strict=True):
        if last and last[0] == turn and last[1] is moment.scene:
            continue
        last = turn, moment.scene
        here = around_ships(moment.scene, frame)
        near[turn] = near[turn].joined(here) if turn in near else here
    yield from (near[turn] for turn in turns)


@lru_cache(maxsize=4096)
def _fleet_row(row: SideLine | ShipState) -> str:
    """Return a row of the roster: the heading of a side, or a ship.

    Cached: few ships change in an entry.
    """
    if isinstance(row, SideLine):
        points = ", ".join(filter(None, (row.points, row.tip)))
        return f'<h3 class="{row.style}">{_plain(row.name)} <small>{_plain(points)}</small></h3>'
    name = " ".join(dict.fromkeys((row.key, row.name))) if len(row.key) <= CODE else row.name
    left = "".join(_track(*track) for track in row.tracks)
    return (
        f'<p data-ship="{_plain(row.key)}">'
        f'<b class="side_{_owner(row.owner)}">{_plain(name)}</b> '
        f"<span>{_plain(row.kind)}</span>{left}<i>{_plain(row.doing)}</i></p>"
    )


def _track(word: str, filled: int, total: int) -> str:
    said = f"{word} {filled} of {total}"
    return (
        f'<label>{_plain(word)} <meter min="0" max="{total}" value="{filled}" '
        f'title="{_plain(said)}"></meter> {filled}/{total}</label>'
    )


def _dice(rolled: Iterable[Throw]) -> Iterator[str]:
    for each in rolled:
        faces = "".join(f"<span>{_plain(face)}</span>" for face in each.faces)
        yield f"<p>{_plain(each.title)} {faces}</p>"


class _Item(NamedTuple):
    """An item of the log; `heading` is printed above it."""

    heading: str
    n: int
    told: str
    notes: list[str]


def _items(story: Story) -> list[_Item]:
    """Return the log entry by entry; an entry without lines has no item."""
    headings = {n: clean(name).capitalize() for name, n in story.turns}
    notes: dict[int, list[str]] = {}
    for remark in story.remarks:
        head = "Costly" if remark.kind == COST else "Note"
        notes.setdefault(remark.n, []).append(f"{head}: {clean(remark.text)}")
    items: list[_Item] = []
    heading = ""
    for moment in story.moments:
        heading = headings.get(moment.n, heading)
        told = clean("; ".join(moment.lines)) or ("The start." if moment.n == 0 else "")
        if told or moment.n in notes:
            items.append(_Item(heading, moment.n, told, notes.get(moment.n, [])))
            heading = ""
    return items


def _prose(story: Story) -> Iterator[str]:
    """Yield the story in prose; a key of the page shows or hides it."""
    if not story.prose:
        return
    yield '<details id="tale" open><summary>The story</summary>'
    for heading, n, text in story.prose:
        yield f'<p><a href="#entry={n}">{_plain(heading)}.</a> {_plain(text)}</p>'
    yield "</details>"


def _luck(story: Story) -> Iterator[str]:
    """Yield the section about luck and skill, with all dice compared with fair dice; the section is
    folded at first.
    """
    if not (story.luck or story.dice):
        return
    yield '<details id="luck"><summary>Luck, skill and dice</summary>'
    yield from (f"<p>{_plain(sentence(line))}</p>" for line in story.luck)
    for heading, (head, *rows) in story.dice:
        yield f"<h3>{_plain(heading)}</h3><table><tr>"
        yield from (f'<th scope="col">{_plain(cell)}</th>' for cell in head)
        for name, *cells in rows:
            told = "".join(f"<td>{_plain(cell)}</td>" for cell in cells)
            yield f'</tr><tr><th scope="row">{_plain(name)}</th>{told}'
        yield "</tr></table>"
    yield "</details>"


def _log(items: Sequence[_Item]) -> Iterator[str]:
    """Yield the log: a heading for each turn, an item for each entry with its notes."""
    for place, item in enumerate(items):
        if item.heading or not place:
            yield "</ol>" if place else ""
            yield f"<h3>{escape(item.heading)}</h3>" if item.heading else ""
            yield "<ol>"
        notes = "".join(f' <span class="note">{escape(note)}</span>' for note in item.notes)
        link = f'<a href="#entry={item.n}">{escape(item.told)}</a>'
        yield f'<li id="e{item.n}" value="{item.n}">{link}{notes}</li>'
    if items:
        yield "</ol>"


def _curves(story: Story) -> str:
    """Return the curves as one picture whose columns are entries; '' if there is no curve."""
    if not story.curves:
        return ""
    first, last = story.moments[0].n, max(story.moments[-1].n, story.moments[0].n + 1)
    most = max((high for curve in story.curves for _, high in curve.points), default=0) or 1
    lines = "".join(
        f'<polyline class="line curve_{curve.style}" points="{_along(curve, curve.most or most)}"/>'
        for curve in story.curves
    )
    names = _plain(", ".join(curve.name for curve in story.curves))
    here = f'<line id="here" class="line ruler" x1="{first}" x2="{first}" y1="0" y2="100"/>'
    return (
        f'<svg id="curve" role="img" aria-label="{names}" viewBox="{first} -4 {last - first} 108" '
        f'preserveAspectRatio="none"><title>{names}</title>{lines}{here}</svg>'
        f'<p class="faint">The lines: {names}.</p>'
    )


def _along(curve: Curve, most: float) -> str:
    return " ".join(f"{n},{100 - 100 * value / most:.1f}" for n, value in curve.points)


def _own(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _plain(text: str) -> str:
    return escape(clean(text))


def _owner(owner: str) -> str:
    return owner[:1].lower() if owner[:1].lower() in OWNERS else "a"
