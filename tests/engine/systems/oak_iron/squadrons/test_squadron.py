"""A squadron's points, the size of its hand, and the cards that it brings."""

from __future__ import annotations

import pytest

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.squadrons.squadron import RosterShip, bill, option_price, ship_points
from tests.engine.systems.oak_iron.roster import fleet, roster, ship, squadron


def price(kind: str, option: str, faction: str) -> int:
    return option_price(book().ships[kind], option, faction)


def test_points_are_those_of_ships_options_skill_cards_and_admiral() -> None:
    assert roster(squadron()).points == 22 + 15 + 8 + 2


def test_bill_names_every_purchase() -> None:
    everything = RosterShip(
        type="fifth_rate",
        skill=2,
        options=("swift", "additional_guns"),
        upgrades=("marines", "foul"),
        commander="brilliant_captain",
    )
    items = bill(everything, "french")
    assert [(item.id, item.cost, item.usual) for item in items] == [
        ("fifth_rate", 16, 16),
        ("swift", 0, 1),
        ("additional_guns", 1, 2),
        ("2", 4, 4),
        ("marines", 2, 2),
        ("foul", -1, -1),
        ("brilliant_captain", 4, 4),
    ]
    assert ship_points(everything, "french") == 26


@pytest.mark.parametrize(("level", "cost"), [(0, 0), (1, 2), (2, 4)])
def test_skill_costs_two_points_a_level(level: int, cost: int) -> None:
    assert ship_points(RosterShip(type="sloop", skill=level), "english") == 7 + cost


def test_fluyt_and_her_crew_cost_what_the_change_log_says() -> None:
    assert ship_points(RosterShip(type="fluyt"), "dutch") == 13
    crewed = RosterShip(type="fluyt", options=("additional_crew",))
    assert ship_points(crewed, "dutch") == 13 + 4


class TestFactionPrices:
    """French, Spanish and pirate squadrons pay less for some options; others pay the price on the
    card.
    """

    def test_french_speed_costs_one_less(self) -> None:
        assert price("sixth_rate", "swift", "french") == 0
        assert price("sixth_rate", "weatherly", "french") == 1
        assert price("sixth_rate", "stout", "french") == 4

    def test_french_guns_cost_one_less(self) -> None:
        assert price("sixth_rate", "additional_guns", "french") == 1
        assert price("third_rate", "additional_guns", "french") == 5

    def test_discount_never_makes_a_thing_dearer(self) -> None:
        rule = book().faction_rules["heavily_armed"]
        assert [rule.price("additional_guns", cost) for cost in (0, 1, 2)] == [0, 1, 1]

    def test_spanish_timber_costs_half(self) -> None:
        assert price("fifth_rate", "stout", "spanish") == 2
        assert price("fourth_rate", "stout", "spanish") == 3
        assert price("fourth_rate", "swift", "spanish") == 1

    def test_half_is_rounded_down(self) -> None:
        assert book().faction_rules["stout_ships"].price("stout", 5) == 2

    def test_pirate_crews_cost_half(self) -> None:
        assert price("sloop", "additional_crew", "pirate") == 1
        assert price("light_galleon", "additional_crew", "pirate") == 3

    @pytest.mark.parametrize("faction", ["english", "dutch"])
    def test_english_and_dutch_pay_in_full(self, faction: str) -> None:
        for kind in book().ships.values():
            for option, cost in kind.options.items():
                assert option_price(kind, option, faction) == cost


class TestAddedCards:
    """Keywords of an admiral, and upgrades, bring additional cards."""

    def test_admirals_keyword_brings_its_card(self) -> None:
        assert roster(squadron(admiral="john_benbow")).added == ("doughty",)
        roberts = roster(squadron(admiral="bartholomew_black_bart_roberts"))
        assert roberts.added == ("intrepid",)

    def test_supply_ships_bring_their_card_once(self) -> None:
        supply = ship("fluyt", upgrades=["supply_ship"])
        assert roster(fleet(ship("sloop"), supply, supply)).added == ("double_rations",)

    def test_others_bring_none(self) -> None:
        assert roster(squadron()).added == ()
