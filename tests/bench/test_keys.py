"""How long a key takes over a pseudo-terminal, from the press to the last byte that is sent in
reply.
"""

from __future__ import annotations

from time import sleep

import pytest

from tests.bench.conftest import Figure
from tests.bench.key_time import milliseconds
from tests.tui.pseudo_terminal import Terminal
from tests.tui.test_bytes import terminal

__all__ = ["terminal"]

pytestmark = pytest.mark.bench
TIMES = 40
DANGER, OVERLAY = "\x1b[18~", 30
"""The key that shows the chart of dangers, as a terminal sends it, and the maximum milliseconds."""
LIMITS = {"quick start": (5, 15)}
MANY = (20, 40)
"""The maximum milliseconds, as median and 95th percentile, in a quick start and with 32 ships."""


def test_the_danger_chart_comes_at_once(
    terminal: Terminal, request: pytest.FixtureRequest, figure: Figure
) -> None:
    """The chart is shown at once for the first ship, after the player has read the screen for a
    while, and for the next ship.
    """
    stage = request.node.callspec.params["terminal"]
    sleep(2)
    figure(f"danger, {stage}, first", milliseconds(terminal, DANGER), "ms", OVERLAY)
    milliseconds(terminal, DANGER)
    milliseconds(terminal, "\t")
    figure(f"danger, {stage}, another ship", milliseconds(terminal, DANGER), "ms", OVERLAY)
    milliseconds(terminal, DANGER)


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("a cursor step", ("l", "k", "h", "j")),
        ("a dial step", ("\x1b[C",)),
        ("a look at the log and back", ("L",)),
    ],
)
def test_a_key_is_answered_at_once(
    terminal: Terminal,
    request: pytest.FixtureRequest,
    figure: Figure,
    name: str,
    keys: tuple[str, ...],
) -> None:
    stage = request.node.callspec.params["terminal"]
    half, most = LIMITS.get(stage, MANY)
    if name == "a cursor step":
        milliseconds(terminal, " ")
    times = sorted(milliseconds(terminal, keys[n % len(keys)]) for n in range(TIMES))
    if name == "a cursor step":
        milliseconds(terminal, " ")
    figure(f"{name}, {stage}, key to last byte, p50", times[TIMES // 2], "ms", half)
    figure(f"{name}, {stage}, key to last byte, p95", times[TIMES * 95 // 100], "ms", most)
