"""What makes a squadron legal: a test for each rule of its creation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import FileFault, SetUpFault
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.squadrons.check import legal_squadron
from tests.engine.systems.oak_iron.own_data import use
from tests.engine.systems.oak_iron.roster import EXAMPLE, faults, fleet, roster, ship, squadron

SLOOPS = [ship("sloop")] * 3
DUTCH = ["down", "careful_aim", "effective_fire", "reload", "boat_assault", "favorable_wind"]
PLAIN = ["down", "careful_aim", "effective_fire", "reload", "take_courage", "favorable_wind"]


def test_example_is_legal() -> None:
    assert faults(squadron()) == {}
    assert legal_squadron(EXAMPLE).name == "Jamaica Station"


class TestSize:
    """The size of the game limits points, ships and ships of the line."""

    @pytest.mark.parametrize(
        ("size", "most"), [("patrol", 50), ("skirmish", 100), ("engagement", 200)]
    )
    def test_points_are_limited(self, size: str, most: int) -> None:
        cheap = {"patrol": "sloop", "skirmish": "fourth_rate", "engagement": "first_rate"}[size]
        crews = {"options": ["additional_crew", "additional_guns"], "skill": 2}
        found = faults(fleet(*[ship(cheap, **crews)] * 4, size=size))
        assert f"points, allowed: {most} in" in found["size"]

    def test_points_at_the_limit_are_legal(self) -> None:
        fourth = ship("fourth_rate", options=["additional_guns", "weatherly"])
        hundred = fleet(ship("third_rate"), fourth, fourth, ship("corvette"))
        assert faults(hundred) == {}
        hundred["ships"][3] = ship("corvette", upgrades=["expert_topmen"])
        assert faults(hundred) == {"size": "found 101 points, allowed: 100 in a skirmish game"}

    @pytest.mark.parametrize(
        ("size", "count", "legal"),
        [
            ("patrol", 1, False),
            ("patrol", 2, True),
            ("patrol", 4, True),
            ("patrol", 5, False),
            ("skirmish", 2, False),
            ("skirmish", 3, True),
            ("skirmish", 8, True),
            ("skirmish", 9, False),
            ("engagement", 3, False),
            ("engagement", 4, True),
            ("engagement", 10, True),
            ("engagement", 11, False),
        ],
    )
    def test_ships_are_counted(self, size: str, count: int, legal: bool) -> None:
        found = faults(fleet(*[ship("sloop")] * count, size=size))
        assert ("ships" not in found) == legal
        assert legal or f"found {count} ship" in found["ships"]

    def test_patrol_has_no_ship_of_the_line(self) -> None:
        found = faults(fleet(ship("fourth_rate"), ship("sloop"), size="patrol"))
        assert "ship of the line, of which there is none in a patrol" in found["ships[0].type"]
        assert "fifth_rate" in found["ships[0].type"].partition("allowed:")[2]


class TestFaction:
    """Cards must have the faction's symbol or none; ships must be allowed to sail for the
    faction.
    """

    def test_pirates_have_no_ship_of_the_line(self) -> None:
        found = faults(fleet(ship("third_rate"), *SLOOPS, faction="pirate", hand=PLAIN))
        assert "does not sail under the Pirate flag" in found["ships[0].type"]
        assert "queen_annes_revenge" in found["ships[0].type"]

    @pytest.mark.parametrize("kind", ["revenge", "queen_annes_revenge"])
    def test_famous_ships_sail_for_pirates_only(self, kind: str) -> None:
        assert faults(fleet(ship(kind), *SLOOPS, faction="pirate", hand=PLAIN)) == {}
        found = faults(fleet(ship(kind), *SLOOPS, faction="dutch", hand=PLAIN))
        assert "does not sail under the Dutch flag" in found["ships[0].type"]

    def test_unique_ship_sails_once(self) -> None:
        twins = fleet(ship("revenge"), ship("revenge"), *SLOOPS, faction="pirate", hand=PLAIN)
        assert "second Revenge ('revenge')" in faults(twins)["ships[1].type"]

    def test_admiral_bears_the_symbol_or_none(self) -> None:
        found = faults(squadron(admiral="jean_bart"))
        assert "whose symbol is French" in found["admiral"]
        assert "henry_morgan, john_benbow, george_monck" in found["admiral"]

    def test_commander_bears_the_symbol_or_none(self) -> None:
        captain = ship("sloop", commander="captain_stede_bonnet")
        found = faults(fleet(*SLOOPS, captain))
        assert "whose symbol is Pirate" in found["ships[3].commander"]
        assert "bold_captain" in found["ships[3].commander"]
        assert faults(fleet(*SLOOPS, captain, faction="pirate", hand=PLAIN)) == {}

    def test_upgrade_bears_the_symbol_or_none(self) -> None:
        kapers = ship("sloop", upgrades=["kapers"])
        found = faults(fleet(*SLOOPS, kapers))
        assert (
            "Kapers ('kapers'), which is not for the English; allowed"
            in found["ships[3].upgrades[0]"]
        )
        assert faults(fleet(*SLOOPS, kapers, faction="dutch", hand=DUTCH)) == {}

    def test_rogues_lead_no_ship_of_the_line(self) -> None:
        found = faults(fleet(ship("fourth_rate"), *SLOOPS, admiral="henry_morgan"))
        assert "no admiral with Rogues leads" in found["ships[0].type"]


class TestShips:
    """A ship has options of her own card, up to two upgrade cards and one commander; one ship is
    the flagship.
    """

    def test_options_are_those_of_the_ships_card(self) -> None:
        found = faults(fleet(ship("sloop", options=["swift", "stout"]), *SLOOPS))
        assert found.keys() == {"ships[0].options[1]"}
        assert "additional_crew, additional_guns, sweeps, swift" in found["ships[0].options[1]"]

    def test_ship_without_options_takes_none(self) -> None:
        bare = ship("revenge", options=["swift"])
        found = faults(fleet(bare, *SLOOPS, faction="pirate", hand=PLAIN))
        assert "Revenge has no options" in found["ships[0].options"]

    def test_option_is_taken_once(self) -> None:
        found = faults(fleet(ship("sloop", options=["swift", "swift"]), *SLOOPS))
        assert "'swift' again" in found["ships[0].options[1]"]

    def test_skill_is_two_at_most(self) -> None:
        assert faults(fleet(ship("sloop", skill=2), *SLOOPS)) == {}
        assert "from 0 to 2" in faults(fleet(ship("sloop", skill=3), *SLOOPS))["ships[0].skill"]

    def test_two_upgrade_cards_a_ship(self) -> None:
        three = ["marines", "expert_topmen", "swashbucklers"]
        assert faults(fleet(ship("sloop", upgrades=three[:2]), *SLOOPS)) == {}
        found = faults(fleet(ship("sloop", upgrades=three), *SLOOPS))
        assert found == {"ships[0].upgrades": "found 3 upgrade cards, allowed: 2 a ship"}

    def test_upgrade_card_lies_once_on_a_ship(self) -> None:
        found = faults(fleet(ship("sloop", upgrades=["marines", "marines"]), *SLOOPS))
        assert found.keys() == {"ships[0].upgrades[1]"}
        twice = [ship("sloop", upgrades=["marines"])] * 3
        assert faults(fleet(*twice)) == {}

    @pytest.mark.parametrize("card", ["marines", "fire_ship", "supply_ship", "veteran_crew"])
    def test_upgrade_is_not_for_ships_of_the_line(self, card: str) -> None:
        liner = ship("fourth_rate", upgrades=[card])
        found = faults(fleet(ship("sloop"), liner, ship("sloop")))
        assert "not for ships of the line" in found["ships[1].upgrades[0]"]
        assert "expert_gunners" in found["ships[1].upgrades[0]"]

    @pytest.mark.parametrize("card", ["supply_ship", "support_ship", "dispatch_ship"])
    def test_upgrade_is_not_for_the_flagship(self, card: str) -> None:
        flag, consort = ship("sloop", upgrades=[card]), ship("corvette", upgrades=[card])
        assert "not for flagships" in faults(fleet(flag, *SLOOPS))["ships[0].upgrades[0]"]
        assert faults(fleet(ship("sloop"), consort, ship("sloop"))) == {}

    def test_fire_ship_has_no_other_upgrade(self) -> None:
        found = faults(fleet(ship("sloop", upgrades=["marines", "fire_ship"]), *SLOOPS))
        assert "beside another upgrade card" in found["ships[0].upgrades[1]"]
        assert faults(fleet(ship("sloop", upgrades=["fire_ship"]), *SLOOPS)) == {}

    def test_flagship_has_the_admiral_for_commander(self) -> None:
        found = faults(fleet(ship("sloop", commander="bold_captain"), *SLOOPS))
        assert "whose captain is the admiral" in found["ships[0].commander"]

    def test_squadron_needs_a_flagship(self) -> None:
        assert "no flagship" in faults(squadron(ships=SLOOPS))["ships"]

    def test_squadron_has_one_flagship(self) -> None:
        found = faults(fleet(ship("sloop"), ship("sloop"), ship("sloop", flagship=True)))
        assert "second flagship beside ships[0]" in found["ships[2].flagship"]

    def test_squadron_needs_an_admiral(self) -> None:
        table = squadron()
        del table["admiral"]
        assert "is missing" in faults(table)["admiral"]

    def test_squadron_has_one_admiral(self) -> None:
        found = faults(squadron(admiral=["henry_morgan", "john_benbow"]))
        assert "found a list of 2" in found["admiral"]

    def test_ship_has_one_commander(self) -> None:
        two = ship("sloop", commander=["bold_captain", "lucky_captain"])
        assert "a list of 2" in faults(fleet(*SLOOPS, two))["ships[3].commander"]


class TestHand:
    """A hand has 5 cards plus the admiral's value, two of each value, each title once, and three
    that always stay.
    """

    @pytest.mark.parametrize(
        ("admiral", "size"),
        [
            ("untested_admiral", 5),
            ("experienced_admiral", 6),
            ("seasoned_bold_admiral", 7),
            ("george_monck", 8),
        ],
    )
    def test_hand_grows_with_the_admirals_value(self, admiral: str, size: int) -> None:
        nine = [*PLAIN, "zeal", "lee_gage_fire", "shoals_ahead"]
        assert faults(squadron(admiral=admiral, hand=nine[:size])) == {}
        found = faults(squadron(admiral=admiral, hand=nine[: size + 1]))
        assert found["hand"].startswith(f"found {size + 1} cards, allowed: {size}: 5 and")

    def test_indecisive_admiral_has_one_card_less(self) -> None:
        table = fleet(*SLOOPS, faction="spanish", admiral="andres_ochoa_de_zarate")
        seven = [*PLAIN, "resilient"]
        assert faults({**table, "hand": seven}) == {}
        assert "less one for Indecisive" in faults({**table, "hand": [*seven, "bravado"]})["hand"]

    def test_two_cards_of_one_value(self) -> None:
        hand = ["effective_fire", "reload", "small_arms", "down", "careful_aim", "favorable_wind"]
        found = faults(squadron(hand=hand))
        assert found == {
            "hand[2]": "found Small Arms ('small_arms'), a card of value 3 beside "
            "effective_fire, reload; allowed: two of one value"
        }

    def test_one_card_of_a_title(self) -> None:
        found = faults(squadron(hand=[*PLAIN[:5], "down"]))
        assert found == {"hand[5]": "found Down! ('down') again, allowed: each title once"}

    def test_three_cards_that_stay(self) -> None:
        fleeting = ["seize_the_opportunity", "adaptive_tactics", "lured_into_the_shoals"]
        hand = [*fleeting, "fire_as_she_bears", "down", "careful_aim"]
        found = faults(fleet(*SLOOPS, faction="dutch", hand=hand))
        assert found.keys() == {"hand"}
        assert "found 2 that are not discarded when played (down, careful_aim)" in found["hand"]
        assert faults(fleet(*SLOOPS, faction="dutch", hand=[*hand[:3], *PLAIN[:3]])) == {}

    def test_cards_bear_the_symbol_or_none(self) -> None:
        found = faults(squadron(hand=[*PLAIN[:5], "bravado"]))
        assert found == {
            "hand[5]": "found Bravado ('bravado'), whose symbol is Spanish; "
            "allowed: English cards and those without a symbol"
        }

    def test_pirates_hold_cards_of_one_other_nation(self) -> None:
        table = fleet(*SLOOPS, faction="pirate")
        assert faults({**table, "hand": [*PLAIN[:4], "bravado", "resilient"]}) == {}
        found = faults({**table, "hand": [*PLAIN[:4], "bravado", "boarders_away"]})
        assert found.keys() == {"hand[5]"}
        assert "of other nations only Spanish" in found["hand[5]"]

    def test_buccaneer_tactics_lend_one_pirate_card(self) -> None:
        morgan = fleet(*SLOOPS, admiral="henry_morgan")
        hand = [*PLAIN[:3], "zeal", "favorable_wind", "raise_the_black"]
        assert faults({**morgan, "hand": hand}) == {}
        hand = ["down", "effective_fire", "zeal", "favorable_wind", "raise_the_black", "deception"]
        assert "and one Pirate card" in faults({**morgan, "hand": hand})["hand[5]"]

    @pytest.mark.parametrize(
        ("card", "bringer"),
        [
            ("intrepid", "admiral's Intrepid"),
            ("doughty", "admiral's Doughty"),
            ("double_rations", "upgrade's Double Rations"),
        ],
    )
    def test_added_cards_are_not_written_in_the_hand(self, card: str, bringer: str) -> None:
        found = faults(squadron(hand=[*PLAIN[:5], card]))
        assert f"comes automatically with the {bringer}" in found["hand[5]"]

    def test_added_cards_count_for_nothing_in_the_hand(self) -> None:
        hand = ["down", "zeal", "take_courage", "reload", "lee_gage_fire", "shoals_ahead"]
        table = squadron(admiral="john_benbow", hand=[*hand, "favorable_wind"])
        assert roster(table).added == ("doughty",), "a third card of value 4, and an eighth one"
        assert [book().cards[card].value for card in ("doughty", *hand[-2:])] == [4, 4, 4]
        assert faults(table) == {}


class TestForm:
    """Every mistake is reported at its key, with what is allowed."""

    @pytest.mark.parametrize(
        ("table", "path", "words"),
        [
            (squadron(size="battle"), "size", "engagement, patrol, skirmish"),
            (squadron(faction="danish"), "faction", "dutch, english, french, pirate, spanish"),
            (squadron(admiral="nelson"), "admiral", "found 'nelson'"),
            (squadron(name=""), "name", "one line of 1 to 80"),
            (squadron(name="a\nb"), "name", "one line of 1 to 80"),
            (squadron(name=3), "name", "a text"),
            (squadron(hand=["dawn"]), "hand[0]", "did you mean 'down'"),
            (squadron(hand="down"), "hand", "allowed: a list"),
            (squadron(hands=[]), "hands", "did you mean 'hand'"),
            (squadron(ships=[]), "ships", "found no ships"),
            (squadron(ships={}), "ships", "found a table"),
            (squadron(ships=[3]), "ships[0]", "found 3"),
            (fleet(ship("slop")), "ships[0].type", "did you mean 'sloop'"),
            (fleet(ship("sloop", name="x" * 81)), "ships[0].name", "up to 80"),
            (fleet(ship("sloop", flagship="yes")), "ships[0].flagship", "true or false"),
            (fleet(ship("sloop", skill="high")), "ships[0].skill", "a whole number"),
            (fleet(ship("sloop", options=["swfit"])), "ships[0].options[0]", "'swift'"),
            (fleet(ship("slop", options=["wings"])), "ships[0].options[0]", "additional_crew"),
            (fleet(ship("sloop", upgrades=["marine"])), "ships[0].upgrades[0]", "'marines'"),
            (fleet(ship("sloop", commander="ahab")), "ships[0].commander", "found 'ahab'"),
            (fleet(ship("sloop", guns=9)), "ships[0].guns", "is not a key here"),
        ],
    )
    def test_mistake_is_told_at_its_key(self, table: Any, path: str, words: str) -> None:
        assert words in faults(table)[path]

    def test_empty_file_misses_every_key(self) -> None:
        assert faults({}).keys() == {"name", "size", "faction", "admiral", "hand", "ships"}

    def test_all_faults_are_told_at_once(self) -> None:
        ships = [
            ship("fourth_rate", upgrades=["marines"], commander="bold_captain"),
            ship("revenge", flagship=True),
        ]
        found = faults(fleet(*ships, size="patrol", admiral="jean_bart", hand=["bravado"]))
        assert found.keys() == {
            *("admiral", "hand", "hand[0]", "ships[0].type", "ships[0].upgrades[0]"),
            *("ships[0].commander", "ships[1].type", "ships[1].flagship"),
        }

    def test_unreadable_word_causes_no_further_fault(self) -> None:
        for key in ("size", "faction", "admiral"):
            assert faults(squadron(**{key: "?"})).keys() == {key}
        assert faults(squadron(hand=[*PLAIN[:5], "?"])).keys() == {"hand[5]"}
        assert faults(fleet(ship("sloop", flagship="yes"), *SLOOPS)).keys() == {"ships[0].flagship"}

    def test_files_that_cannot_be_used_are_refused(self, tmp_path: Any) -> None:
        with pytest.raises(FileFault, match="cannot be read"):
            legal_squadron(tmp_path / "none.toml")
        (tmp_path / "bad.toml").write_text("name = 'x'")
        with pytest.raises(SetUpFault, match="ships: is missing"):
            legal_squadron(tmp_path / "bad.toml")


def test_own_cards_may_bear_a_symbol_of_nobodys(tmp_path: Path) -> None:
    (tmp_path / "admirals.toml").write_text("[experienced_admiral]\nfaction = 'danish'\n")
    (tmp_path / "initiative_cards.toml").write_text("[down]\nfaction = 'danish'\n")
    try:
        use(tmp_path)
        found = faults(squadron())
    finally:
        use(None)
    assert found.keys() == {"admiral", "hand[0]"}
    assert all("whose symbol is Danish" in text for text in found.values())
