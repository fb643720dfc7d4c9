"""A battle as Markdown for a forum: the log, and the chart at chosen moments."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from engine.base.clean import clean
from engine.review.report import escaped
from engine.review.story import Moment, Story
from tui.chart.boards import framed_chart, kind_of
from tui.chart.viewport import places
from tui.terminal.cells import as_sent
from tui.terminal.guard import one_cell
from tui.terminal.terminal import Glyphs

COLUMNS, ROWS = 76, 36
"""Cells of a chart in letters, its frame included: what a forum shows without a bar to scroll."""

Diagram = Callable[[Moment], str]
"""What stands for the chart of a moment."""


def markdown(story: Story, chosen: Collection[int], diagram: Diagram) -> str:
    """Return a story with a diagram after each chosen entry, ending in a newline."""
    return "".join(f"{line}\n" for line in _lines(story, chosen, diagram))


def letters(moment: Moment, glyphs: Glyphs = "ascii") -> str:
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


def linked(moment: Moment, name: str) -> str:
    """Return the line that shows a picture which lies beside the text."""
    return f"![{escaped(clean(f'Entry {moment.n}: {moment.status}'))}](<{name}>)"


def _lines(story: Story, chosen: Collection[int], diagram: Diagram) -> Iterator[str]:
    yield f"# {escaped(clean(story.title))}"
    yield ""
    yield escaped(clean(story.about))
    headings = {n: name for name, n in story.turns}
    notes = [(each.n, each.text) for each in story.remarks]
    for moment in story.moments:
        if moment.n in headings:
            yield from ("", f"## {escaped(clean(headings[moment.n].capitalize()))}", "")
        yield from (f"- {moment.n}: {escaped(clean(line))}" for line in moment.lines)
        yield from (f"- *Note: {escaped(clean(text))}*" for n, text in notes if n == moment.n)
        if moment.n in chosen:
            yield from ("", f"**{escaped(clean(moment.status))}**", "", diagram(moment), "")
    if story.ending:
        yield from ("", f"**{escaped(clean(story.ending))}**")
