"""A squadron as a printed sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.game.parts.building import Document, DocumentPart, render_document
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.squadrons.catalogue import sheet
from engine.systems.oak_iron.squadrons.check import check_roster
from tests.engine.systems.oak_iron.roster import LEGAL, fleet, load, ship, squadron


def paper(table: dict[str, Any]) -> Document:
    roster, faults = check_roster("", table)
    return sheet(roster, tuple(faults.found))


def part(table: dict[str, Any], heading: str) -> DocumentPart:
    return next(each for each in paper(table).parts if heading in each.heading)


def test_head_says_faction_size_ships_and_points() -> None:
    assert paper(squadron()).title == "Jamaica Station"
    assert paper(squadron()).lines[0] == "English, skirmish, 3 ships, 47 of 100 points."


def test_list_prices_everything() -> None:
    rows = part(squadron(), "Squadron").table
    assert rows[1] == (
        *("1", "Swan", "5th Rate", "22"),
        "flagship, Additional Guns (2), Skill 1 (2), Marines (2)",
    )
    assert rows[-2][1:4] == ("Experienced Admiral", "admiral", "2")
    assert rows[-1][3] == "47"


def test_price_of_a_faction_stands_beside_the_usual_one() -> None:
    rows = part(fleet(ship("sloop", options=["swift"]), faction="french"), "Squadron").table
    assert "Swift (0, usually 1)" in rows[1][4]


def test_ship_has_values_marks_and_tracks() -> None:
    stout = ship("fifth_rate", name="Swan", options=["stout", "swift"], upgrades=["poorly_armed"])
    swan = part(fleet(stout), "1. Swan, 5th Rate, flagship")
    assert dict(zip(*swan.table, strict=True)) == {
        "Fortitude": "2",
        "Broadside": "6-1",
        "Crew": "2~",
        "Windward": "2~",
        "Large": "4~+1",
        "Skill": "0",
    }
    assert swan.tracks == (("Damage", 8), ("Fatigue", 7))


def test_rules_options_cards_and_captains_are_explained() -> None:
    busy = ship("sloop", options=["sweeps"], upgrades=["buccaneers"], commander="bold_captain")
    text = " ".join(part(fleet(ship("sloop"), busy), "2. Sloop").lines)
    for name in ("Yare", "Fore & Aft", "Sweeps", "Buccaneers", "Marksmen", "Bold Captain. Bold"):
        assert f"{name}:" in text


def test_hand_is_in_order_of_value_with_added_cards_last() -> None:
    rows = part(squadron(admiral="john_benbow"), "Initiative hand").table[1:]
    assert [row[0] for row in rows] == ["1", "2", "2", "3", "3", "5", "4"]
    assert rows[-1][1:3] == ("Doughty (added)", "stays")


def test_squadron_that_is_not_legal_is_printed_with_its_faults() -> None:
    wrong = paper(fleet(ship("slop", commander="ahab"), size="?", hand=["dawn"]))
    assert wrong.parts[0].heading == "Not legal"
    assert any(line.startswith("ships[0].type: found 'slop'") for line in wrong.parts[0].lines)


def test_empty_file_can_be_printed() -> None:
    assert "Squadron without a name" in render_document(paper({}), "text")


@pytest.mark.parametrize("form", ["text", "md"])
@pytest.mark.parametrize("path", LEGAL.values(), ids=LEGAL)
def test_every_ready_squadron_is_printed_whole(path: Path, form: str) -> None:
    table = load(path)
    text = render_document(paper(table), form)
    assert text.isascii()
    assert "Not legal" not in text
    cards = book().cards
    assert all(cards[key].name in text for key in table["hand"])
    assert all(each["name"].replace("~", "") in text for each in table["ships"])
