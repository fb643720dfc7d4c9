"""Where an outline may be placed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point as Spot
from shapely import Polygon, box
from shapely.affinity import translate

from engine.space.plane.contact import free_areas, middle

SQUARE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
TABLE = (20.0, 20.0)


def test_an_empty_table_is_all_room_but_its_margin() -> None:
    (only,) = free_areas(SQUARE, TABLE, [])
    assert Polygon(only).bounds == pytest.approx((1, 1, 19, 19))
    assert middle([only]) == (10, 10)


@settings(max_examples=30)
@given(st.floats(2, 18), st.floats(2, 18), st.floats(0, 3))
def test_every_place_keeps_clear_and_every_other_does_not(x: float, y: float, apart: float) -> None:
    body = box(8, 8, 12, 9)
    places = [Polygon(place) for place in free_areas(SQUARE, TABLE, [body], apart)]
    here = any(place.covers(Spot(x, y)) for place in places)
    gap = translate(Polygon(SQUARE), x, y).distance(body)
    if here:
        assert gap > apart - 1e-6
    elif gap > apart + 0.1:
        pytest.fail(f"there is room at {x}, {y}")


def test_places_have_no_holes_and_join_around_a_body() -> None:
    places = free_areas(SQUARE, TABLE, [box(9, 9, 11, 11)], 1.0)
    assert len(places) == 2, "cut through the body in its middle"
    assert sum(Polygon(place).area for place in places) == pytest.approx(324 - 36 + 0.86, abs=0.4)


def test_within_wants_a_part_of_the_outline_there() -> None:
    strip = box(0, 0, 20, 3)
    (only,) = free_areas(SQUARE, TABLE, [], 0.0, strip)
    assert Polygon(only).bounds == pytest.approx((1, 1, 19, 4))


def test_no_room_at_all() -> None:
    assert free_areas(SQUARE, TABLE, [box(0, 0, 20, 20)]) == ()
    assert free_areas(SQUARE, (1.0, 1.0), []) == ()


def test_no_room_where_only_places_off_the_table_are_allowed() -> None:
    assert free_areas(SQUARE, TABLE, [], 0.0, box(40, 40, 44, 44)) == ()
