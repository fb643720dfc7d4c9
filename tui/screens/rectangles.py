"""A Textual layout that places each widget by the screen's plan, without CSS."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

ScreenPlan = Callable[[Size], Mapping[Widget, Region]]
"""A function that returns the region of each widget for a screen size."""


class Rectangles(Layout):
    """Places children by a plan; children that the plan omits are hidden."""

    name = "rectangles"

    def __init__(self, plan: ScreenPlan) -> None:
        self.plan = plan

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Return the placements of the plan for this size."""
        regions = self.plan(size)
        return [
            WidgetPlacement(regions[child], NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if regions.get(child)
        ]
