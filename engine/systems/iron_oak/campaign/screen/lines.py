"""Lines of a page: texts in columns, bars, headings."""

from __future__ import annotations

from engine.game.chart import Line
from engine.game.panel import Span, Style
from engine.systems.iron_oak.campaign.state.state import NAMES
from engine.systems.iron_oak.data.facts import Side

STYLES: dict[Side, Style] = {"union": "side_a", "confederate": "side_b"}


class Pad:
    """Lines that are written from the top down."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def write(self, *spans: Span | str, key: str = "") -> None:
        """Write a line."""
        texts = tuple(Span(each) if isinstance(each, str) else each for each in spans)
        self.lines.append(Line(len(self.lines), texts, key))

    def blank(self) -> None:
        """Leave a line empty."""
        self.write("")

    def head(self, text: str) -> None:
        """Write a heading."""
        self.write(Span(text, "head"))

    def side(self, side: Side, text: str = "") -> None:
        """Write a line that belongs to a side."""
        self.write(Span(NAMES[side], STYLES[side]), f"  {text}" if text else "")


def boxes(left: int, total: int, most: int = 10) -> str:
    """Return what is left of a track as boxes: `######....`; long tracks are scaled."""
    if total <= 0:
        return ""
    width = min(most, total)
    full = -(-left * width // total) if left > 0 else 0  # what is left never looks like nothing
    return "#" * full + "." * (width - full)


def named(name: str, width: int) -> str:
    """Return a ship's name in a column; of one too long the first words are shortened."""
    words = name.split()
    for place in range(len(words) - 1):
        if len(" ".join(words)) <= width:
            break
        words[place] = f"{words[place][0]}."
    return fitted(" ".join(words), width)


def fitted(text: str, width: int) -> str:
    """Return a text in a column of so many signs."""
    return text[:width].ljust(width)
