"""Every initiative card in the data has a moment when it applies, and a test named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import MOMENTS
from engine.systems.oak_iron.plays.immediate import IMMEDIATE, SHIP_EFFECTS
from engine.systems.oak_iron.state.steps import CardEffect
from engine.systems.oak_iron.turn import rules
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship


@pytest.mark.parametrize("card", book().cards)
def test_every_card_has_an_effect(card: str) -> None:
    assert rules.CHAPTERS
    works = any(card in moment for moment in MOMENTS.values())
    assert works, f"{card} has no function in effects/, registered at the Moment it works at"


@pytest.mark.parametrize("card", book().cards)
def test_every_card_has_a_test_that_bears_its_name(card: str) -> None:
    text = "".join(path.read_text() for path in Path(__file__).parents[1].rglob("test_cards_*.py"))
    named = any(name.startswith(card) for name in re.findall(r"def test_(\w+)", text))
    assert named, f"no test_{card}... in a file test_cards_*.py"


def test_every_card_that_works_ship_by_ship_says_how() -> None:
    play = Skirmish(ship("A1", x=10), ship("B1", x=26))
    steps = {card: IMMEDIATE[card](play.state, "A", card) for card in IMMEDIATE.sources}
    by_ship = {card for card, step in steps.items() if isinstance(step, CardEffect)}
    assert by_ship == set(SHIP_EFFECTS)
