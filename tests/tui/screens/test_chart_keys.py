"""A key on a chart redraws only what it changes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.tui.every_screen import SCREENS
from tests.tui.wired import wired
from tui.screens.chart_model import ChartKeys, ChartModel, ScreenPart
from tui.screens.page_screen import PageScreen


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


# Every spot of every page may be clicked, twice: nothing ends, and a list follows the mouse.


PAGES = ("menu", "saves", "squadrons", "builder", "lessons", "mail", "leaving", "set-up")
MOST = 6
"""The number of places of a page that are clicked, because those of a list are alike."""


@pytest.mark.parametrize("name", PAGES)
async def test_what_can_be_clicked_answers(name: str, tmp_path: Path) -> None:
    screen = SCREENS[name]
    async with wired((100, 30), saves=tmp_path, **screen.options(tmp_path)) as person:
        await person.rests()
        screen.open(person)
        await person.sees(screen.shows)
        await person.rests()
        page = person.app.screen
        assert isinstance(page, PageScreen)
        assert page.spots
        for number in range(min(MOST, len(page.spots))):
            for _ in range(2):
                if person.app.screen is page and number < len(page.spots):
                    page.call_later(page._do, page.spots[number].click)
                    await person.rests()
        assert person.app.is_running
