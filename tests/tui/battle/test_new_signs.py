"""A sign is explained only where it stands with its own meaning on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.panel import Letter
from engine.systems.iron_oak.screen import panel as iron_oak
from engine.systems.oak_iron.screen import brief
from engine.systems.wooden_ships.screen.panel import SHORT_SIGNS
from tests.tui.whole_rows import position
from tui.battle.panel import signs_in

POINTS = ("0/2", "0/2!", "ends it")


@pytest.mark.parametrize(
    ("panel", "found"),
    [
        ("d0/7  f0/7", {}),
        ("Initiative cards  3/4", {}),
        ("RED 0/2 3 Effective Fire", {"0/2": "0/2"}),
        ("A RED  1/3: 1 loss ends it", {"0/2": "1/3", "ends it": "1 loss ends it"}),
        ("BLUE 4/5! 3 Reload!", {"0/2": "4/5", "0/2!": "4/5!"}),
    ],
)
def test_strike_points_are_those_after_the_name_of_a_side(
    panel: str, found: dict[str, str]
) -> None:
    signs = signs_in(brief.ON_CARDS, "", f"A1 Swallow\n{panel}")
    assert {sign: signs[sign][0] for sign in POINTS if sign in signs} == found


@pytest.mark.parametrize(
    ("sign", "chart", "panel", "there"),
    [
        ("g", "", "Space g: a place", False),
        ("a", "", "Take a card", False),
        ("f", "", "d0 f0", False),
        ("g", "", "A1*g Swallow", True),
        ("g", " mA1  *g", "", True),
        ("m", " mA1", "", True),
        ("f", "A2*f", "", True),
        ("*", " *ps[A1>", "", True),
    ],
)
def test_a_letter_beside_a_ship_is_not_a_key_or_a_track(
    sign: str, chart: str, panel: str, there: bool
) -> None:
    row = brief._beside(sign, brief.LETTERS[sign])
    assert bool(signs_in([row], chart, panel)) == there


@pytest.mark.parametrize(
    ("sign", "chart", "panel", "there"),
    [
        ("L", "", "Space L log", False),
        ("H", " H :.   .", "", False),
        ("a", "", "a card of her", False),
        ("L", "  L Minnesota", "", True),
        ("F", "[|-|-|> LF2 :", "", True),
        ("L", "[|-|-|> LF2 :", "", True),
        ("g", "", "g Minnesota", True),
        ("g", "", "Minn g h6 c5", True),
    ],
)
def test_a_letter_beside_a_counter_is_not_a_key_or_a_row(
    sign: str, chart: str, panel: str, there: bool
) -> None:
    assert bool(signs_in([iron_oak._beside(sign, "")], chart, panel)) == there


def test_keys_of_ships_are_not_letters_of_sides(tmp_path: Path) -> None:
    battle = position("oak_iron", "quickstart", 58, 11, tmp_path)
    legend = battle.game.screen.legend(battle.view("A"))
    sides = [row for row in legend if isinstance(row, Letter) and row.sign == "A B"]
    assert sides
    assert not signs_in(sides, "A1 B1", 'A1 Swallow\nB1 9.5"\nA ship\nB\nRED 0/2')
    assert signs_in(sides, "", "A RED 0/2\nB BLUE 0/2")


def test_keys_of_ships_are_not_attitudes() -> None:
    assert "A B C" not in signs_in(SHORT_SIGNS, "", "A1 Mars\nB1 C1 D1")
    assert "D" not in signs_in(SHORT_SIGNS, "", "D diagram")
    assert "A B C" in signs_in(SHORT_SIGNS, "", "bow to U16, then C: movement 1")
