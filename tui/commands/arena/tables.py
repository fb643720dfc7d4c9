"""Tables for people: aligned columns for a terminal, or Markdown."""

from __future__ import annotations

from collections.abc import Sequence

TableRow = Sequence[str]


def columns(rows: Sequence[TableRow], left: int = 1) -> list[str]:
    """Return rows as aligned lines, two blanks before each column.

    The first `left` columns are aligned to the left, the others, of figures, to the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "".join(
            f"  {cell.ljust(width) if place < left else cell.rjust(width)}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def markdown(rows: Sequence[TableRow], left: int = 1) -> list[str]:
    """Return rows, the first of them the head, as a Markdown table."""
    head, *rest = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    rule = "|".join("---" if place < left else "---:" for place in range(len(rows[0])))
    return [f"| {head} |", f"|{rule}|", *(f"| {row} |" for row in rest)]
