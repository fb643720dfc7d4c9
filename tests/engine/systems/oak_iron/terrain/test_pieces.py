"""Pieces of terrain: irregular outlines that can be turned and laid anywhere."""

from __future__ import annotations

from collections import Counter

import pytest
from shapely import Polygon

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.terrain import laid, shifted

SIZES = {"shoal": (6, 4), "island": (6, 5), "rocks": (3, 2), "fog": (8, 5)}


def test_a_dozen_pieces_three_of_a_kind() -> None:
    assert Counter(piece.kind for piece in book().pieces.values()) == dict.fromkeys(SIZES, 3)


@pytest.mark.parametrize("key", list(book().pieces))
def test_outline_is_a_simple_polygon_about_its_middle_of_the_usual_size(key: str) -> None:
    piece = book().pieces[key]
    polygon = Polygon(piece.outline)
    assert polygon.is_valid
    assert polygon.contains(polygon.centroid)
    west, south, east, north = polygon.bounds
    assert abs(west + east) < 1
    assert abs(south + north) < 1
    wide, high = SIZES[piece.kind]
    assert east - west == pytest.approx(wide, abs=0.8)
    assert north - south == pytest.approx(high, abs=0.8)


@pytest.mark.parametrize("key", list(book().pieces))
def test_outline_is_irregular(key: str) -> None:
    polygon = Polygon(book().pieces[key].outline)
    assert len(polygon.exterior.coords) > 10
    assert polygon.convex_hull.area > 1.01 * polygon.area, "a coast has bays"


def test_piece_is_laid_and_turned_about_its_middle() -> None:
    first = book().pieces["turtle_island"].outline[0]
    north = laid("turtle_island", (10.0, 20.0))
    assert north.outline[0] == (10 + first[0], 20 + first[1])
    east = laid("turtle_island", (10.0, 20.0), 90, key="T1")
    assert east.outline[0] == pytest.approx((10 + first[1], 20 - first[0]))
    assert (east.id, east.kind, east.name) == ("T1", "island", "Turtle Island")


def test_shifted_piece_keeps_its_shape() -> None:
    here = laid("low_bank", (10.0, 20.0))
    there = shifted(here, (0.0, -6.0))
    assert Polygon(there.outline).equals_exact(Polygon(laid("low_bank", (10, 14)).outline), 1e-9)
