"""The panel at every question of whole battles of all games; no order is cut off in it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.runs.calm import calm
from tests.runs.frame import Frame
from tests.tui.panel_counts import BATTLES, SIZES, Counts, whole_battle

NAMES = {file.rpartition("/")[2].partition(".")[0]: file for file in BATTLES}
"""{name of a run: the file of the battle}."""
MOST = 0.3
"""The maximum number of cut lines for each question. Before panels had priorities, there were 2.1
at 80 columns and 1.3 at 100, and an order was cut in every third question."""
SHARED = 8
"""The number of entries that share a line of the golden file."""


def frames(name: str) -> Iterator[Frame]:
    """Yield a frame for each entry: the panels at its question, with each order highlighted.

    Raises an AssertionError if orders are cut off, odds are missing, or too many lines are cut.
    """
    found = dict.fromkeys(SIZES, Counts())
    shown: dict[int, list[str]] = {}
    with calm():
        for look in whole_battle(NAMES[name]):
            found[look.size] += look.counts
            shown.setdefault(look.entry, []).extend((look.depth, *map(str, look.lines)))
    for size, counts in found.items():
        assert is_whole(counts), f"at {size}: {counts}"
    for entry, lines in shown.items():
        first = (entry - 1) // SHARED * SHARED + 1
        yield Frame(f"entries {first} to {first + SHARED - 1}", str(entry), "\n".join(lines))


def is_whole(counts: Counts) -> bool:
    """Tell whether no order is cut off, all odds are shown, and few lines are cut."""
    whole = counts.cut_orders == counts.lost_odds == 0
    return whole and counts.questions > 30 and counts.cut_lines < MOST * counts.questions
