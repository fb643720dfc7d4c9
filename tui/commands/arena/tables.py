"""Rows in columns, for people to read: on a terminal, or in a file of Markdown."""

from __future__ import annotations

from collections.abc import Sequence

Row = Sequence[str]


def columns(rows: Sequence[Row], left: int = 1) -> list[str]:
    """Return rows in columns, two blanks before each; `left` of them are words, then figures."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "".join(
            f"  {cell.ljust(width) if place < left else cell.rjust(width)}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def markdown(rows: Sequence[Row], left: int = 1) -> list[str]:
    """Return a head and rows as a table of Markdown."""
    head, *rest = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    rule = "|".join("---" if place < left else "---:" for place in range(len(rows[0])))
    return [f"| {head} |", f"|{rule}|", *(f"| {row} |" for row in rest)]
