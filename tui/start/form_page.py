"""The page of a form for a new battle: its lines, what the chosen one is about, the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from tui.chart.thumbnail import portrait
from tui.start.set_up_rows import SetUpRows
from tui.terminal.cut import cut
from tui.terminal.page import TextPage, scrolled
from tui.terminal.terminal import Glyphs

MORE = "... and more below"
LABEL = 14
"""Columns of a line's label."""
AROUND = 5
"""Rows that are neither lines nor what the chosen one is about: bars, blanks, keys."""


class FormLine(NamedTuple):
    """A line as it is shown: label, value, and the value while the line is highlighted."""

    label: str
    value: str
    highlighted: str


def fill_form(  # noqa: PLR0913 - what a form shows, and by keyword how much room it takes
    page: TextPage,
    form: SetUpRows,
    lines: Sequence[FormLine],
    index: int,
    about: str,
    click: Callable[[int], None],
    *,
    width: int,
    most: int,
    glyphs: Glyphs,
) -> None:
    """Write the lines, below them `most` rows about the chosen one or a fault, and the table."""
    rows = page.rows_count - AROUND - most
    first = scrolled(len(lines), index, rows)
    for row, line in enumerate(lines[first : first + rows], 2):
        number = first + row - 2
        shown = line.highlighted if number == index else f"  {line.value}"
        text = f"{cut(line.label, LABEL - 1):<{LABEL}}{shown}"
        page.item(1, row, width, text, number == index, partial(click, number))
    if first + rows < len(lines):
        page.write(3, 2 + rows, MORE, "dim")
    row = 3 + min(rows, len(lines))
    page.paragraph(3, row, width - 4, form.fault or about, "text" if form.fault else "dim", most)
    rules, left = form.rules, width + 3
    scene = rules.screen.scene(rules.view(form.start, ""))
    page.paste(portrait(scene, page.columns - left - 2, page.rows_count - 6, glyphs), left, 2)
