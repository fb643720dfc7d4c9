"""Keys on a chart have no more drawn than what they change."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tui.screens.chart_model import ChartKeys, ChartModel, ScreenPart


@pytest.mark.parametrize(
    ("panned", "measuring", "drawn"),
    [
        (False, None, ScreenPart.CURSOR),
        (True, None, ScreenPart.CHART),
        (False, (1.0, 2.0), ScreenPart.CHART),
    ],
)
def test_a_step_of_the_cursor_draws_the_chart_where_the_window_or_a_ruler_moves(
    panned: bool, measuring: tuple[float, float] | None, drawn: ScreenPart
) -> None:
    done: list[Any] = []
    viewport = SimpleNamespace(measuring=measuring)
    chart = SimpleNamespace(
        viewport=viewport, step_cursor=lambda *step: done.append(step) or panned
    )
    followed = SimpleNamespace(changed=done.append, cursor_moved=lambda: done.append("moved"))
    ChartKeys(cast("ChartModel", chart), cast("Any", followed)).step_cursor(1, -1)
    assert done == [(1, -1), drawn, "moved"]
