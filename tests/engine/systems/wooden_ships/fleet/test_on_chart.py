"""Places on the chart and the hexes in which they are."""

from __future__ import annotations

from itertools import product
from math import cos, pi, sin

from engine.space.hexes import plane
from engine.systems.wooden_ships.fleet import hex_at


def test_every_hex_of_a_wide_chart_is_found_by_its_centre_and_by_what_is_around_it() -> None:
    for column, row in product(range(-24, 72), range(-20, 60)):
        x, y = plane((column, row))
        assert hex_at((x, y)) == (column, row)
        for turn in range(6):
            near = (x + 0.45 * cos(turn * pi / 3), y + 0.45 * sin(turn * pi / 3))
            assert hex_at(near) == (column, row)
