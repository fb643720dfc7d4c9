"""Every initiative card says beside its effect what it is worth to a computer player."""

from __future__ import annotations

from engine.systems.oak_iron.machine.card_worth import CARD_WORTH, NextTurn
from engine.systems.oak_iron.thinking.rules_of_thumb import card_value
from tests.engine.systems.oak_iron.skirmish import GAME

BUSY = NextTurn(ships=4, fight=3, formed=2, tired=2, empty=2, idle=3, weary=1.5, loose=2)
NOTHING = NextTurn(ships=0, fight=0, formed=0, tired=0, empty=0, idle=0, weary=0.0, loose=0)


def test_every_card_has_a_worth_and_no_other_has() -> None:
    assert card_value.ANY_CARD > 0
    without = set(GAME.data.cards) - set(CARD_WORTH)
    assert not without, f"@worth (machine/card_worth.py) beside the effect of {without} is missing"
    assert set(CARD_WORTH) == set(GAME.data.cards)


def test_a_card_is_worth_something_where_it_can_work_and_nothing_without_ships() -> None:
    assert [card for card, worth in CARD_WORTH.items() if not 0.1 <= worth(BUSY) <= 5] == []
    assert [card for card, worth in CARD_WORTH.items() if worth(NOTHING)] == []


def test_the_worth_is_that_of_the_ships_that_a_card_works_for() -> None:
    assert CARD_WORTH["superior_firepower"](BUSY) == 1.3 * 3
    assert CARD_WORTH["fire_as_she_bears"](BUSY) == 0.8 * 2
    assert CARD_WORTH["favorable_wind"](BUSY) == 0.3 * 1
    assert CARD_WORTH["bravado"](BUSY) == 0.8 * 1.5
