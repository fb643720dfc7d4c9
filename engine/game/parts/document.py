"""A document to be printed: a title, parts with tables and lines, as plain text or Markdown."""

from __future__ import annotations

import re
from textwrap import wrap

import msgspec

WIDTH = 78
BOX = "[ ]"


class DocumentPart(msgspec.Struct, frozen=True):
    """A part of a document: a heading, a table whose first row is its head, tracks, lines."""

    heading: str
    table: tuple[tuple[str, ...], ...] = ()
    tracks: tuple[tuple[str, int], ...] = ()
    """Boxes to be ticked off, by name and number."""
    lines: tuple[str, ...] = ()


class Document(msgspec.Struct, frozen=True):
    """A document: its title, lines about the whole, its parts."""

    title: str
    lines: tuple[str, ...] = ()
    parts: tuple[DocumentPart, ...] = ()


def written(document: Document, form: str) -> str:
    """Return a document as `text` or `md`, ending in a newline.

    >>> print(written(Document("Fleet", ("Two ships.",)), "md"), end="")
    # Fleet
    <BLANKLINE>
    Two ships.
    """
    return _markdown(document) if form == "md" else _text(document)


def _text(document: Document) -> str:
    blocks = [_underlined(document.title, "=") + _wrapped(document.lines)]
    for part in document.parts:
        tracks = _columns(tuple((name, BOX * count) for name, count in part.tracks))
        table = _columns(part.table)
        blocks.append(_underlined(part.heading, "-") + table + tracks + _wrapped(part.lines))
    return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def _underlined(heading: str, line: str) -> list[str]:
    return [heading, line * len(heading)]


def _wrapped(lines: tuple[str, ...]) -> list[str]:
    return [
        part
        for line in lines
        for part in wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    ]


def _columns(table: tuple[tuple[str, ...], ...]) -> list[str]:
    """Return a table in columns; the last may be long and is wrapped."""
    if not table:
        return []
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    before = sum(widths[:-1]) + 2 * len(widths[:-1])
    lines = []
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        last = wrap(row[-1], max(WIDTH - before, 20), break_on_hyphens=False) or [""]
        lines.append("  ".join((*cells, last[0])).rstrip())
        lines += [" " * before + more for more in last[1:]]
    return lines


def _markdown(document: Document) -> str:
    blocks = [f"# {_plain(document.title)}", *map(_plain, document.lines)]
    for part in document.parts:
        blocks.append(f"## {_plain(part.heading)}")
        if part.table:
            blocks.append("\n".join(_rows(part.table)))
        tracks = [f"- {_plain(name)} `{BOX * count}`" for name, count in part.tracks]
        if tracks or part.lines:
            blocks.append("\n".join((*tracks, *(f"- {_plain(line)}" for line in part.lines))))
    return "\n\n".join(blocks) + "\n"


def _rows(table: tuple[tuple[str, ...], ...]) -> list[str]:
    rows = [f"| {' | '.join(map(_plain, row))} |" for row in table]
    return [rows[0], "|" + " --- |" * len(table[0]), *rows[1:]]


def _plain(text: str) -> str:
    """Return a text with a backslash before what Markdown would take for a sign of its own."""
    return re.sub(r"([\\`*_|<>\[\]#~])", r"\\\1", text)
