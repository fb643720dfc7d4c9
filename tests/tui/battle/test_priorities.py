"""What is cut off in a panel is counted, and the third column fits its place.

That no order is cut off and all odds are shown in whole battles of all games: tests/runs/panels.py.
"""

from __future__ import annotations

import pytest

from engine.kernel.battle import Battle
from engine.systems.oak_iron.state.commands import Fire
from tests.tui.panel_counts import BATTLES, ROOT, SIZES, Counts, counted, looks, panel_of, seated


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
