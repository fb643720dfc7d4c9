"""How long charts take to be drawn: every key press redraws one."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pytest

from tests.bench.conftest import Figure
from tests.tui.jamaica import PREVIEW, SCENE, SEA
from tui.chart.sea.chart import draw
from tui.chart.sea.window import SeaWindow

pytestmark = pytest.mark.bench
HOME = SeaWindow.fitted(SEA, 72, 36)
ROUNDS = 40


def best(work: Callable[[int], object]) -> float:
    """Return the milliseconds of the fastest of several rounds."""
    times = []
    for number in range(ROUNDS):
        start = perf_counter()
        work(number)
        times.append(perf_counter() - start)
    return min(times) * 1000


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_a_redraw(figure: Figure, glyphs: str) -> None:
    def redraw(number: int) -> object:
        return draw(SCENE, HOME, glyphs, PREVIEW).rows()  # type: ignore[arg-type]

    figure(f"chart 72x36 with rings, path and ghost, {glyphs}", best(redraw), "ms", 4.0)


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_a_redraw_of_water_never_seen(figure: Figure, glyphs: str) -> None:
    def pan(number: int) -> object:
        return draw(SCENE, HOME.panned(number, 0), glyphs, PREVIEW).rows()  # type: ignore[arg-type]

    figure(f"the same panned, nothing kept, {glyphs}", best(pan), "ms", 12.0)
