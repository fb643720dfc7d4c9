"""Worth of an attack where one blow may decide the battle."""

from __future__ import annotations

import pytest

from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.state.state import Rules, Ship
from engine.systems.oak_iron.thinking.measure.expected_harm import (
    attack_terms,
    decisive,
    value_of_loss,
)
from engine.systems.oak_iron.thinking.measure.weights import weight
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

OURS = ship("A1", "third_rate", 18, 18, 0, moved=True)
WORN = ship("B1", "sloop", 20.5, 18, 0, moved=True, damage=6, fatigue=7)


def battle(*ships: Ship) -> Skirmish:
    """Return a battle under all rules, in which ships attack."""
    return Skirmish(OURS, *ships, rules=Rules(), phase="attack")


def consorts(count: int) -> list[Ship]:
    return [ship(f"B{number}", "sloop", 4, 3 * number, 0) for number in range(2, 2 + count)]


@pytest.mark.parametrize(("others", "ends"), [(0, True), (1, True), (2, False), (4, False)])
def test_a_ship_is_decisive_where_her_side_withdraws_without_her(others: int, ends: bool) -> None:
    """Two strike points against one ship that is left are too many, against two they are not."""
    assert decisive(battle(WORN, *consorts(others)).state, "B1") is ends


def test_points_that_are_borne_already_make_a_ship_decisive() -> None:
    crippled = ship("B9", "sloop", 4, 30, 0, damage=7)
    assert decisive(battle(WORN, *consorts(1), crippled).state, "B1")
    assert not decisive(battle(WORN, *consorts(2)).state, "B1")


def test_who_is_crippled_gives_but_one_point_more() -> None:
    lamed = ship("B1", "sloop", 20.5, 18, 0, moved=True, damage=7, fatigue=5)
    crippled = ship("B9", "sloop", 4, 30, 0, damage=7)
    assert decisive(battle(lamed, *consorts(1), crippled).state, "B1")
    assert not decisive(battle(lamed, *consorts(2), ship("B9", "sloop", 4, 30, 0)).state, "B1")


def test_an_end_that_decides_is_worth_the_more_the_likelier_it_is() -> None:
    alone, among = battle(WORN).state, battle(WORN, *consorts(3)).state
    at = shot(alone, "A1", "B1", "broadside", "starboard")
    assert at.legal
    found = odds.attack_odds(alone, "A1", "B1", at, "broadside")
    assert 0.0 < found.out_of_action == attack_terms(alone, "B1", found)["decisive"]
    assert attack_terms(among, "B1", found)["decisive"] == 0.0
    more = value_of_loss(alone, alone.ships["B1"]) - value_of_loss(among, among.ships["B1"])
    assert more == pytest.approx(weight("decisive"))


def test_a_wreck_decides_nothing_any_more() -> None:
    wreck = ship("B1", "sloop", 20.5, 18, 0, damage=7, fatigue=7)
    assert not decisive(battle(wreck).state, "B1")
    assert decisive(battle(WORN).state, "B1")
