"""A battle as a single HTML file, or as Markdown for a forum."""

from __future__ import annotations

import re
import zlib
from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import chain
from pathlib import Path
from string import Template
from typing import NamedTuple

from engine.base.text import clean, sentence
from engine.review.report import COST, Moment, Story, escape_markdown
from tui.chart.viewport import framed_chart, kind_of, places
from tui.share.paper import Paper, page_rules, style_sheet
from tui.share.pictures import Pictures, encoded, plain
from tui.terminal.cells import as_sent
from tui.terminal.guard import one_cell
from tui.terminal.terminal import Glyphs

# A battle as Markdown for a forum: the log, and the chart at chosen moments.


COLUMNS, ROWS = 76, 36
"""The maximum width and height, in characters with the frame, of a chart that forums show as text
without scrolling."""

Diagram = Callable[[Moment], str]
"""A function that returns the chart of a moment, to be put between the texts."""


def markdown(story: Story, chosen: Collection[int], diagram: Diagram) -> str:
    """Return a battle as Markdown, with a chart after each entry in `chosen`; the text ends in a
    newline.
    """
    return "".join(f"{line}\n" for line in _lines(story, chosen, diagram))


def ascii_chart(moment: Moment, glyphs: Glyphs = "ascii") -> str:
    """Return the chart of a moment as text, in a code block of Markdown."""
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
    """Return the line of Markdown that shows the picture in the file `name`, which is beside the
    text.
    """
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


HERE = Path(__file__).parent
GZIP = 31
"""The parameter with which zlib writes the format of gzip, which browsers can unpack."""
LONG = 400_000
"""A log of more characters than this is compressed, so that only the page's script can show it."""
PACKED = '<p id="long">This log is long and compressed; the page needs scripts to show it.</p>'
PACKED_TALE = '<div id="long_tale"></div>'
FOOTER = "Written by Weather Gage. Unofficial; it holds no text of a rulebook."


def page(story: Story, paper: Paper = "auto", pictures: Pictures | None = None) -> str:
    """Return the web page of a battle; `story` must have at least one moment.

    `pictures` are the pictures of all its moments, if they are packed already.
    """
    if pictures is None:
        pictures = Pictures()
        for moment in story.moments:
            pictures.add(moment)
    # An entry without lines is left out of the log.
    headings = {n: clean(name).capitalize() for name, n in story.turns}
    notes: dict[int, list[str]] = {}
    for remark in story.remarks:
        head = "Costly" if remark.kind == COST else "Note"
        notes.setdefault(remark.n, []).append(f"{head}: {clean(remark.text)}")
    items: list[_Item] = []
    heading = ""
    for n, told in enumerate(pictures.told, pictures.first):
        heading = headings.get(n, heading)
        if told or n in notes:
            items.append(_Item(heading, n, told, notes.get(n, [])))
            heading = ""
    tale = "".join(_prose(story))
    log = _limited(_log(items), LONG - len(tale))
    long = log is None
    script = _own("page.js").replace("</", "<\\/")
    style = style_sheet(paper) + page_rules(paper) + _own("page.css")
    opening, drawn = pictures.pack(story)
    # the turns and the notes of the battle, in the form that the page's script needs
    turns = [[clean(name), n] for name, n in story.turns]
    marks = [[clean(name).replace("turn ", "T"), n, "turn"] for name, n in story.turns]
    marks += [[clean(each.text), each.n, each.kind] for each in story.remarks]
    others = {
        "turns": turns,
        "notes": sorted({each.n for each in story.remarks}),
        "marks": marks,
        "log": iter(items if long else ()),
        "tale": tale if long else "",
    }
    first, last = pictures.first, pictures.first + len(pictures.told) - 1
    # The format of gzip, without a time stamp.
    packer = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    return Template(_own("page.html")).substitute(
        policy=f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'",
        title=plain(story.title),
        about=plain(" ".join(filter(None, (story.about, story.ending)))),
        style=style,
        status=plain(opening.status),
        box=opening.box,
        chart=opening.chart,
        fleet=opening.fleet,
        curve=_curves(story, first, last),
        first=first,
        last=last,
        prose="".join((PACKED_TALE if long and tale else tale, *_luck(story))),
        log=PACKED if log is None else log,
        ending=f"<p><strong>{plain(story.ending)}</strong></p>\n" if story.ending else "",
        footer=FOOTER,
        data=b64encode(
            b"".join((*map(packer.compress, encoded(chain(drawn, others.items()))), packer.flush()))
        ).decode(),
        script=script,
    )


def _limited(lines: Iterable[str], most: int) -> str | None:
    """Return lines as one text; None if it has more than `most` characters."""
    kept, long = list[str](), -1
    for line in lines:
        kept.append(line)
        long += len(line) + 1
        if long > most:
            return None
    return "\n".join(kept)


class _Item(NamedTuple):
    """One entry of the battle in the log of the page; `heading` is written above it."""

    heading: str
    n: int
    told: str
    notes: list[str]


def _prose(story: Story) -> Iterator[str]:
    """Yield the parts of the story in prose; on the page a key shows or hides them."""
    if not story.prose:
        return
    yield '<details id="tale" open><summary>The story</summary>'
    for heading, n, text in story.prose:
        yield f'<p><a href="#entry={n}">{plain(heading)}.</a> {plain(text)}</p>'
    yield "</details>"


def _luck(story: Story) -> Iterator[str]:
    """Yield the section about luck and skill, which also compares all dice with fair dice.

    It is closed until a reader opens it.
    """
    if not (story.luck or story.dice):
        return
    yield '<details id="luck"><summary>Luck, skill and dice</summary>'
    yield from (f"<p>{plain(sentence(line))}</p>" for line in story.luck)
    for heading, (head, *rows) in story.dice:
        yield f"<h3>{plain(heading)}</h3><table><tr>"
        yield from (f'<th scope="col">{plain(cell)}</th>' for cell in head)
        for name, *cells in rows:
            told = "".join(f"<td>{plain(cell)}</td>" for cell in cells)
            yield f'</tr><tr><th scope="row">{plain(name)}</th>{told}'
        yield "</tr></table>"
    yield "</details>"


def _log(items: Sequence[_Item]) -> Iterator[str]:
    """Yield the parts of the log: a heading for each turn, an item for each entry with its
    notes.
    """
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


def _curves(story: Story, first: int, last: int) -> str:
    """Return the curves as one picture with a column for each entry; '' if there is no curve."""
    if not story.curves:
        return ""
    last = max(last, first + 1)
    most = max((high for curve in story.curves for _, high in curve.points), default=0) or 1
    lines = ""
    for curve in story.curves:
        high = curve.most or most
        points = " ".join(f"{n},{100 - 100 * value / high:.1f}" for n, value in curve.points)
        lines += f'<polyline class="line curve_{curve.style}" points="{points}"/>'
    names = plain(", ".join(curve.name for curve in story.curves))
    here = f'<line id="here" class="line ruler" x1="{first}" x2="{first}" y1="0" y2="100"/>'
    return (
        f'<svg id="curve" role="img" aria-label="{names}" viewBox="{first} -4 {last - first} 108" '
        f'preserveAspectRatio="none"><title>{names}</title>{lines}{here}</svg>'
        f'<p class="faint">The lines: {names}.</p>'
    )


def _own(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
