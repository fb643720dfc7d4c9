"""The statistics of a finished battle as tables: bars, columns, luck above and below the
average.
"""

from __future__ import annotations

from engine.game.parts.review import (
    ALL,
    Aftermath,
    Luck,
    Score,
    ShipTally,
    TurningPoint,
    columns,
    tables,
)

AFTER = Aftermath(
    sides=("Red", "Blue"),
    score_name="Points",
    scores=(
        Score(1, "Red", 0, 2),
        Score(1, "Blue", 3, 1),
        Score(2, "Red", 19, 2),
        Score(3, "Red", 8, 32),
    ),
    counted=("shots", "hits"),
    ships=(
        ShipTally("A1", "Swan", "Red", (3, 12)),
        ShipTally("B1", "Gull", "Blue", (1, 0), "sunk"),
    ),
    luck=(Luck("Red", ALL, 8, 5, 4.0), Luck("Blue", ALL, 4, 1, 2.5)),
    moments=(TurningPoint(7, 2, "Gull sinks"),),
)


def table(wanted: str) -> tuple[tuple[str, ...], ...]:
    return next(part.rows for part in tables(AFTER) if part.part == wanted)


def test_nothing_counted_makes_no_tables() -> None:
    assert list(tables(Aftermath())) == []


def test_a_bar_shows_points_of_those_that_are_borne_and_a_long_one_is_to_scale() -> None:
    assert table("scores") == (
        ("turn", "Red", "Blue"),
        ("1", "0/2 ..", "3/1 ###"),
        ("2", "19/2 ################", ""),
        ("3", "8/32 ####............", ""),
    )


def test_luck_is_told_against_expectation() -> None:
    assert table("luck")[1] == (ALL, "5/8 4.0 +1.0", "1/4 2.5 -1.5")


def test_columns_put_numbers_to_the_right() -> None:
    assert columns(table("ships")) == [
        "         shots  hits",
        "A1 Swan      3    12",
        "B1 Gull      1     0  sunk",
    ]


def test_moments_name_their_entries() -> None:
    assert table("moments")[1] == ("7", "T2", "Gull sinks")
