"""Every card and rule of the data has an effect, and no effect is without its card."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

from engine.systems.oak_iron import effects
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import MOMENTS, ON_PAPER, at_work
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

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
