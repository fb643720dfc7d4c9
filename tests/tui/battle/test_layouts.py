"""The layout that a player chooses by a key: panel right, left or wide, or a large chart.

It is stored.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.chart import Hexes, Sea
from tests.tui.running import house, screen_of, until
from tests.tui.whole_rows import in_silence, position
from tui.battle.screen import BattleScreen
from tui.chart.layouts import Arranged, Layout, Rect, layout
from tui.screens.settings import Settings

ALL: tuple[Arranged, ...] = ("right", "left", "wide", "chart")
SIZES = [(80, 24), (100, 30), (120, 40), (140, 45), (200, 50)]


def parts(found: Layout) -> list[Rect]:
    every = (found.status, found.frame, found.panel, found.log, found.third, found.prompt)
    return [each for each in (*every, found.keys) if each.height]


@pytest.mark.parametrize("arranged", ALL)
@pytest.mark.parametrize("size", SIZES)
def test_parts_lie_on_the_screen_and_beside_each_other(
    size: tuple[int, int], arranged: Arranged
) -> None:
    for board in (Sea(36.0, 36.0), Hexes(0.0)):
        found = parts(layout(*size, board, arranged=arranged))
        cells = [
            (x, y)
            for each in found
            for x in range(each.left, each.left + each.width)
            for y in range(each.top, each.top + each.height)
        ]
        assert len(cells) == len(set(cells)), f"two parts in one cell at {size}, {arranged}"
        assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in cells)


def test_each_layout_is_what_its_name_says() -> None:
    right, left, wide, chart = (layout(100, 30, arranged=each) for each in ALL)
    assert right.panel.left > right.frame.left
    assert left.panel.left < left.frame.left
    assert left.panel.width == right.panel.width
    assert wide.panel.width > right.panel.width
    assert chart.chart.width >= right.chart.width
    assert layout(140, 45, arranged="chart").chart.width > layout(140, 45).chart.width
    assert chart.chart.height > right.chart.height
    assert chart.log_in_panel


async def test_a_key_goes_through_the_layouts_and_keeps_the_last(tmp_path: Path) -> None:
    battle = position("oak_iron", "quickstart", 58, 11, tmp_path)
    settings = Settings(animation=False, guide=False)
    async with house(tmp_path, (100, 30), battle=battle, players={}, settings=settings) as held:
        app, pilot = held
        if not isinstance(app.screen, BattleScreen):
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready, "its first frame")
        shown = []
        for name in (*ALL[1:], "right"):
            await pilot.press("Z")
            await until(pilot, lambda name=name: f"Layout: {name}." in screen_of(app), name)
            assert not in_silence(screen)
            assert app.settings.layout == name
            shown.append("\n".join(screen_of(app).splitlines()[:-3]))
            assert all(len(row) <= 100 for row in shown[-1].splitlines())
        assert len(set(shown)) == len(ALL)
