"""What a plot would bring, in rows: by how many of the enemy's plots she is raked, and the rest."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.panel import Heading, Row, words
from engine.systems.wooden_ships.foresight.prospects import Prospect, counted, prospects, worst
from engine.systems.wooden_ships.state.state import State


def brought(view: State, ship: str, plot: str) -> tuple[list[Row], list[Row]]:
    """Return the one line that matters most, and the table with a line for each enemy."""
    found = worst(prospects(view, ship, plot))
    if not found:
        return [], []
    head = f"{'her plots':<15}{'bear':>5}{'rake':>5}{'raked':>6}"
    table: list[Row] = [Heading("Over all that they may plot"), words(head, "dim")]
    return _one_line(found), [*table, *map(_line, found)]


def _one_line(found: Sequence[Prospect]) -> list[Row]:
    """Return `raked by 4 of 35 B1`, the worst of them named, and who may be run into."""
    rows: list[Row] = []
    for verb, counts in (
        ("raked by", [(each.raked, each) for each in found]),
        ("meets", [(each.collides, each) for each in found]),
    ):
        texts = [f"{counted(n)} of {each.plots} {each.foe}" for n, each in counts if n]
        more = f", and {len(texts) - 1} more" if len(texts) > 1 else ""
        if texts:
            rows.append(words(f"{verb} {texts[0]}{more}", "warning"))
    return rows


def _line(each: Prospect) -> Row:
    """Return an enemy's line: her plots, in how many the ship bears, rakes, is raked."""
    figures = (each.bears, each.rakes, each.raked)
    bear, rake, raked = map(counted, figures)
    return words(f"{each.foe:<4} of {each.plots:<7}{bear:>5}{rake:>5}{raked:>6}", key=each.foe)
