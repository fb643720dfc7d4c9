"""Pieces of terrain: irregular outlines that can be turned and placed anywhere."""

from __future__ import annotations

from collections import Counter

import pytest
from shapely import Polygon

from engine.game.chart import Terrain
from engine.game.panel import Words
from engine.game.parts.screen import Preview
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.screen.preview import preview
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import LayFog, RelayTerrain
from engine.systems.oak_iron.terrain import laid, shifted
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

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


# Where a piece would lie while its place is still being chosen.


FLEET = (ship("A1", "fluyt", 8, 18, 0), ship("B1", "sloop", 30, 18, 0))


def seen(
    play: Skirmish, option: str, at: tuple[float, float], dial: float | None = None
) -> Preview:
    decision = play.asked()
    return preview(play.state, decision, decision.option(option), dial, at)


def outline(shown: Preview) -> tuple[tuple[float, float], ...]:
    return next(mark.outline for mark in shown.marks if isinstance(mark, Terrain))


def said(shown: Preview) -> list[str]:
    return [row.spans[0].text for row in shown.rows if isinstance(row, Words)]


def test_bank_is_shown_as_it_would_lie_with_what_is_near() -> None:
    play = Skirmish(*FLEET, rules=Rules(events=True))
    play.turn_to(LayFog("A"), phase="initiative").settle()
    for at, heading in (((18.0, 6.0), 0.0), ((18.0, 9.0), 90.0)):
        shown = seen(play, "low_bank", at, heading)
        then = Skirmish(*FLEET, rules=play.state.rules, agenda=play.state.agenda)
        then.do("A", "low_bank", heading, at)
        assert outline(shown) == then.state.terrain[0].outline
        assert said(shown)[:2] == ["Low Bank, fog", "may lie here"]
        assert any("from A1" in row for row in said(shown))


def test_piece_that_fell_off_is_shown_where_it_would_come_up() -> None:
    reef = island((18, 38), (20, 38), (20, 40), (18, 40), kind="rocks")
    play = Skirmish(*FLEET, rules=Rules(scrolling_sea=True), terrain=(reef,))
    play.turn_to(RelayTerrain("B", "T1", "south")).settle()
    assert outline(seen(play, "place", (12.0, 3.0))) == ((11, 2), (13, 2), (13, 4), (11, 4))
    assert (
        said(seen(play, "place", (12.0, 9.0)))[1] == "farther than Musket Shot from the south edge"
    )
