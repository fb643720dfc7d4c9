"""In whole battles of all games no order is cut off in the panel, and all odds are shown."""

from __future__ import annotations

import pytest

from engine.game.panel import DEPTHS, Depth
from engine.kernel.battle import Battle
from engine.systems.oak_iron.state.commands import Fire
from tests.tui.panel_counts import (
    BATTLES,
    ROOT,
    SIZES,
    Counts,
    counted,
    looks,
    panel_of,
    seated,
    whole_battle,
)

MOST = 0.3
"""The maximum number of cut lines for each question. Before panels had priorities, there were 2.1
at 80 columns and 1.3 at 100, and an order was cut in every third question."""


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("file", BATTLES)
def test_what_is_asked_is_whole(file: str, depth: Depth) -> None:
    found = whole_battle(file, depth=depth)
    assert found.keys() == {(80, 24), (100, 30)}
    for size, counts in found.items():
        assert _kept(counts), f"at {size}: {counts}"


def _kept(counts: Counts) -> bool:
    whole = counts.cut_orders == counts.lost_odds == 0
    return whole and counts.questions > 30 and counts.cut_lines < MOST * counts.questions


@pytest.mark.parametrize("log", [True, False])
def test_the_third_column_is_never_higher_than_its_place(log: bool) -> None:
    """Legend and cards of further ships fill what is left, and no more."""
    with Battle.open(ROOT / "saves/sample_fleet.battle", write=False) as recorded:
        battle = Battle.from_state(recorded.game, recorded.at(200), recorded.seed)
    parts = seated(battle, battle.pending()[0].seat)
    sizes = {height: len(parts.panel.third_lines(40, height, log)) for height in range(8, 90, 9)}
    assert all(lines <= height for height, lines in sizes.items()), sizes
    assert max(sizes.values()) > 40


def test_what_is_cut_is_counted() -> None:
    """Counted are an order without its end, missing odds, and lines that end with the sign of a
    cut.
    """
    recorded = Battle.open(ROOT / BATTLES[0], write=False)
    at = next(n for n, entry in enumerate(recorded.entries) if isinstance(entry.command, Fire))
    battle = Battle.from_state(recorded.game, recorded.at(at), recorded.seed)
    question = battle.pending()[0]
    parts = seated(battle, question.seat)
    next(looks(parts, question))
    lines = panel_of(parts, SIZES[0])
    assert counted(parts, lines) == Counts(1)
    without_odds = [line for line in lines if "█" not in line]
    assert counted(parts, without_odds) == Counts(1, lost_odds=1)
    orders = parts.panel.session.orders
    assert orders is not None
    label = orders.option.label.split()[-1]
    cut = [line.replace(label, "..") if line in lines[-6:] else line for line in lines]
    assert counted(parts, cut) == Counts(1, cut_lines=1, cut_orders=1)
    recorded.close()
