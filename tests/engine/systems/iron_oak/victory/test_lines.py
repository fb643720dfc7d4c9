"""Victory conditions, one of each kind (Iron & Oak 3.5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Effect, Unless, VictoryLine
from engine.systems.iron_oak.effects import maneuvers
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.victory import holds, in_words, points, verdict
from tests.engine.systems.iron_oak.table import position, ship

FORT = {"fort": "drewrys_bluff", "section": "upper_battery", "boxes": ["A4"]}


def at_sea(union: Any = None, confederate: Any = None, **fields: Any) -> State:
    return position(
        union or [ship("uss_monitor", "C3")], confederate or [ship("css_virginia", "C4")], **fields
    )


SUNK = [{"id": "css_virginia", "lost": "sunk"}]
LEFT = [{"id": "css_virginia", "lost": "left:right"}]
HEAVY = [ship("css_virginia", "C4", hits=17)]
TAKEN = [ship("css_virginia", "C4", captured_by="union")]


@pytest.mark.parametrize(
    ("line", "ships", "held"),
    [
        ({"when": "any_of", "states": ("sunk",)}, SUNK, True),
        ({"when": "any_of", "states": ("captured",)}, TAKEN, True),
        ({"when": "any_of", "states": ("sunk", "captured")}, HEAVY, False),
        ({"when": "any_of", "states": ("heavy_damage",)}, SUNK, False),
        ({"when": "count", "states": ("sunk",), "at_least": 1}, SUNK, True),
        ({"when": "count", "states": ("sunk",), "at_most": 0}, SUNK, False),
        ({"when": "exit", "edge": "right", "by_turn": 5}, LEFT, True),
        ({"when": "exit", "edge": ("left", "top")}, LEFT, False),
        ({"when": "exit", "edge": "right", "after_turn": 5}, LEFT, False),
        ({"when": "exit_count", "edge": "right", "at_least": 1}, LEFT, True),
        ({"when": "exit_count", "edge": "right", "at_most": 0}, LEFT, False),
        ({"when": "hits_on", "ship": "css_virginia", "at_least": 17}, HEAVY, True),
        ({"when": "hits_on", "ship": "css_virginia", "at_least": 18}, HEAVY, False),
    ],
)
def test_lines(line: dict[str, Any], ships: list[Any], held: bool) -> None:
    found = VictoryLine(side="union", ships=("css_virginia",), **line)
    assert holds(at_sea(confederate=ships), found) is held
    assert in_words(found)


def test_heavy_damage_is_the_third_line() -> None:
    line = VictoryLine(
        side="union", when="any_of", ships=("css_virginia",), states=("heavy_damage",)
    )
    chart = book().ships["css_virginia"].maneuver
    for hits, held in ((chart[2].min_hits - 1, False), (chart[2].min_hits, True)):
        assert holds(at_sea(confederate=[ship("css_virginia", "C4", hits=hits)]), line) is held


def test_unless_and_damage_of_those_that_leave() -> None:
    unless = Unless(("uss_monitor",), ("captured",))
    line = VictoryLine(
        side="union", when="any_of", ships=("css_virginia",), states=("sunk",), unless=unless
    )
    taken = [ship("uss_monitor", "C3", captured_by="confederate")]
    assert holds(at_sea(confederate=SUNK), line)
    assert not holds(at_sea(taken, SUNK), line)
    hurt = [{"id": "css_virginia", "lost": "left:right", "hits": 17}]
    away = VictoryLine(
        side="confederate",
        when="exit",
        ships=("css_virginia",),
        edge="right",
        unless_damage="heavy",
    )
    assert holds(at_sea(confederate=LEFT), away)
    assert not holds(at_sea(confederate=hurt), away)


def test_forts() -> None:
    dead = {**FORT, "hits": 30}
    fort = VictoryLine(side="union", when="fort_silenced", fort="drewrys_bluff")
    sections = VictoryLine(side="union", when="sections_silenced", at_least=1)
    for line in (fort, sections):
        assert not holds(at_sea(forts=([], [FORT])), line)
        assert holds(at_sea(forts=([], [dead])), line)


def test_points_count_captured_double_and_heavy_half() -> None:
    worth = book().ships["css_virginia"].victory_points
    for ships, won in ((SUNK, worth), (TAKEN, 2 * worth), (HEAVY, worth // 2), (None, 0)):
        assert points(at_sea(confederate=ships), "union") == won
    line = VictoryLine(side="union", when="points", margin=worth)
    assert holds(at_sea(confederate=SUNK), line)


def test_end_lines_wait_for_the_last_turn() -> None:
    state = at_sea(
        [ship("uss_minnesota", "B4"), ship("uss_monitor", "B4")],
        scenario="hampton_roads",
        turn=9,
        turns=10,
    )
    assert verdict(state) is None
    last = at_sea([ship("uss_minnesota", "B4")], scenario="hampton_roads", turn=10)
    assert verdict(last) == (
        ("Union",),
        "Minnesota not heavily damaged or sunk or captured",
    )
    assert verdict(at_sea(turn=10)) == ((), "the last turn is over and nobody has won")


def test_every_line_of_every_battle_is_said_in_words() -> None:
    for record in book().scenarios.values():
        assert all(in_words(line) for line in record.victory)


def test_who_left_too_late_has_not_left_in_time() -> None:
    line = VictoryLine(side="union", when="exit", ships=("css_virginia",), edge="right", by_turn=5)
    state = at_sea(confederate=LEFT)
    for turn, held in ((5, True), (6, False)):
        gone = replace(state.ships["css_virginia"], left_turn=turn)
        assert holds(replace(state, ships={**state.ships, gone.id: gone}), line) is held


def test_a_prize_that_struck_by_a_card_is_worth_what_the_card_says() -> None:
    state = at_sea()
    effect = Effect(kind="strike_value", ship="css_virginia", victory_points=7)
    valued = replace(state, effects=(effect,))
    assert maneuvers._value(valued, state.ships["css_virginia"]) == 7
    assert maneuvers._value(state, state.ships["css_virginia"]) != 7
