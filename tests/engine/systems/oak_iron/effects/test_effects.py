"""Every card and special rule in the data has an effect, and every effect belongs to one of
them.
"""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

from engine.systems.oak_iron import effects
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import CARD_WORTH, MOMENTS, ON_PAPER, NextTurn, at_work
from engine.systems.oak_iron.thinking import objective_task
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

for _module in pkgutil.iter_modules(effects.__path__):
    import_module(f"{effects.__name__}.{_module.name}")

REGISTERED = frozenset().union(*(moment.sources for moment in MOMENTS.values()))
PARTS = {
    "upgrades": book().upgrades,
    "keywords": book().keywords,
    "special rules": book().rules,
    "faction rules": book().faction_rules,
}


@pytest.mark.parametrize("part", PARTS)
def test_every_record_has_an_effect_or_a_reason(part: str) -> None:
    idle = set(PARTS[part]) - REGISTERED - set(ON_PAPER)
    assert not idle


def test_captains_have_keywords_with_effects() -> None:
    for captain in book().commanders.values():
        assert captain.keywords
        assert set(captain.keywords) <= REGISTERED


def test_admirals_have_keywords_with_effects_or_a_reason() -> None:
    for admiral in book().admirals.values():
        assert set(admiral.keywords) <= REGISTERED | set(ON_PAPER)


def test_what_works_on_paper_only_has_no_effect_in_play() -> None:
    assert not (REGISTERED & set(ON_PAPER)) - set(book().cards)


@pytest.mark.parametrize(
    ("admiral", "upgrades", "card"),
    [
        ("bartholomew_black_bart_roberts", (), "intrepid"),
        ("john_benbow", (), "doughty"),
        ("untested_admiral", ("supply_ship",), "double_rations"),
    ],
)
def test_keyword_that_brings_a_card_does_not_work_as_the_card(
    admiral: str, upgrades: tuple[str, ...], card: str
) -> None:
    cards = {"A": {"admiral": admiral}}
    play = Skirmish(ship("A1", upgrades=upgrades), ship("B1", x=30), cards=cards)
    assert card not in at_work(play.state, play["A1"])


def test_no_record_shares_the_id_of_a_card_that_works_otherwise() -> None:
    others = {key for part in PARTS.values() for key in part}
    assert others & set(book().cards) <= set(ON_PAPER)


@pytest.mark.parametrize("part", PARTS)
def test_every_record_has_a_test_that_bears_its_name(part: str) -> None:
    here = Path(__file__).parents[1]
    text = "".join(path.read_text() for path in here.rglob("test_*.py"))
    names = " ".join(re.findall(r"def (test_\w+)", text))
    assert not [key for key in PARTS[part] if key not in names]


def test_every_reason_is_about_a_record() -> None:
    known = {key for part in PARTS.values() for key in part}
    assert set(ON_PAPER) <= known


# Every initiative card says beside its effect what it is worth to a computer player.


BUSY = NextTurn(ships=4, fight=3, formed=2, tired=2, empty=2, idle=3, weary=1.5, loose=2)
MANY = NextTurn(ships=11, fight=7, formed=5, tired=3, empty=2, idle=13, weary=1.7, loose=1)
WORTHS = {
    "adaptive_tactics": 2.8,
    "adjust_formation": 0.3,
    "adjust_position": 2.1,
    "aggression": 3.5,
    "await_new_orders": 2.8,
    "boarders_away": 0.7,
    "boarding_through_the_smoke": 1.4,
    "boat_assault": 1.4,
    "bravado": 1.36,
    "careful_aim": 2.1,
    "deception": 2.2,
    "double_rations": 1.02,
    "doughty": 1.02,
    "down": 1.55,
    "effective_fire": 4.9,
    "elan": 4.2,
    "engage_more_closely": 6.3,
    "expert_boarding": 1.4,
    "fast_loaders": 7.8,
    "favorable_wind": 1.2,
    "fire_as_she_bears": 4.0,
    "fleet_maneuver": 1.5,
    "heavy_musket_volley": 2.8,
    "intrepid": 1.02,
    "lee_gage_fire": 1.4,
    "long_range_gunnery": 2.1,
    "lured_into_the_shoals": 1.1,
    "raise_the_black": 2.8,
    "reload": 1.2,
    "repel_boarders": 0.7,
    "resilient": 2.8,
    "rolling_broadsides": 5.6,
    "seize_the_opportunity": 1.3,
    "shoals_ahead": 1.1,
    "small_arms": 2.1,
    "superior_firepower": 9.1,
    "swift_vessels": 1.2,
    "take_courage": 1.5,
    "target_rigging": 2.1,
    "zeal": 0.51,
}
"""{card: its worth to a squadron}, in which every count that cards depend on is different."""
NOTHING = NextTurn(ships=0, fight=0, formed=0, tired=0, empty=0, idle=0, weary=0.0, loose=0)


def test_every_card_has_a_worth_and_no_other_has() -> None:
    assert objective_task.ANY_CARD > 0
    without = set(GAME.data.cards) - set(CARD_WORTH)
    assert not without, f"@worth (machine.py) beside the effect of {without} is missing"
    assert set(CARD_WORTH) == set(GAME.data.cards)


def test_a_card_is_worth_something_where_it_can_work_and_nothing_without_ships() -> None:
    assert [card for card, worth in CARD_WORTH.items() if not 0.1 <= worth(BUSY) <= 5] == []
    assert [card for card, worth in CARD_WORTH.items() if worth(NOTHING)] == []


def test_the_worth_is_that_of_the_ships_that_a_card_works_for() -> None:
    assert CARD_WORTH["superior_firepower"](BUSY) == 1.3 * 3
    assert CARD_WORTH["fire_as_she_bears"](BUSY) == 0.8 * 2
    assert CARD_WORTH["favorable_wind"](BUSY) == 0.3 * 1
    assert CARD_WORTH["bravado"](BUSY) == 0.8 * 1.5


def test_the_worth_of_every_card_is_as_it_was_weighed() -> None:
    assert {card: round(worth(MANY), 3) for card, worth in sorted(CARD_WORTH.items())} == WORTHS
