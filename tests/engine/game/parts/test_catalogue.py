"""The catalogue from which squadrons of Oak & Iron are built: everything in it can be built."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from engine.building import Draft, check
from engine.game.chart import Hull, Sea
from engine.game.parts.building import WIDTH, Document, DocumentPart, Section, render_document
from engine.kernel.registry import system
from engine.systems.oak_iron.data.book import shipped
from tests.engine.systems.oak_iron.roster import EXAMPLE, load
from tests.engine.systems.oak_iron.squadrons.test_squadron_mutations import mutants

GAME = system("oak_iron")
READY = sorted(GAME.building.ready())


def ready(name: str) -> Draft:
    return Draft.read(tomllib.loads(GAME.building.ready()[name].read_text()))


def section(draft: Draft, key: str, ship: int | None = None) -> Section:
    catalogue = GAME.building.catalogue(draft.table())
    sections = catalogue.head if ship is None else catalogue.fittings[ship]
    return next(each for each in (*sections, catalogue.types) if each.key == key)


@pytest.mark.parametrize("name", READY)
def test_all_that_a_ready_squadron_holds_lies_on_the_shelves(name: str) -> None:
    draft = ready(name)
    catalogue = GAME.building.catalogue(draft.table())
    for ship, sections in (
        *((None, (each,)) for each in catalogue.head),
        *enumerate(catalogue.fittings),
    ):
        for each in sections:
            held = draft.held(each, ship)
            assert all(each.item(value) for value in held), (each.key, held)


@pytest.mark.parametrize("name", READY)
def test_the_prices_on_the_shelves_add_up_to_the_points(name: str) -> None:
    draft = ready(name)
    catalogue = GAME.building.catalogue(draft.table())
    held = [catalogue.types.item(ship["type"]) for ship in draft.ships]
    places = (*((None, (each,)) for each in catalogue.head), *enumerate(catalogue.fittings))
    for ship, sections in places:
        held += [each.item(value) for each in sections for value in draft.held(each, ship)]
    points = sum(item.cost or 0 for item in held if item)
    assert points == GAME.building.check(draft.table()).points


@pytest.mark.parametrize("name", READY)
def test_a_squadron_written_by_the_builder_is_the_one_that_was_read(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(ready(name).to_toml())
    assert check(path).legal
    assert tomllib.loads(path.read_text()) == ready(name).table()


def test_a_nation_is_offered_its_own_ships_cards_and_leaders() -> None:
    dutch = Draft.new("oak_iron", "New", GAME.building.catalogue({})).with_value("faction", "dutch")
    assert "fluyt" in [item.value for item in section(dutch, "type").items]
    cards = {item.value for item in section(dutch, "hand").items}
    assert "boat_assault" in cards
    assert "zeal" not in cards
    leaders = [shipped().admirals[str(item.value)] for item in section(dutch, "admiral").items]
    assert {leader.faction for leader in leaders} == {"any", "dutch"}


def test_pirates_may_look_through_the_cards_of_all_nations() -> None:
    pirates = Draft.new("oak_iron", "New", GAME.building.catalogue({})).with_value(
        "faction", "pirate"
    )
    cards = {item.value for item in section(pirates, "hand").items}
    assert {"deception", "zeal", "elan"} <= cards


def test_cards_that_come_by_themselves_are_told_and_not_offered() -> None:
    convoy = ready("curacao_convoy")
    assert "double_rations" not in [item.value for item in section(convoy, "hand").items]
    assert ("cards added", "Double Rations") in GAME.building.catalogue(convoy.table()).figures


def test_an_option_costs_what_the_faction_pays_and_says_the_usual_price() -> None:
    french = Draft.new("oak_iron", "New", GAME.building.catalogue({})).with_value(
        "faction", "french"
    )
    swift = section(french.with_ship("sixth_rate"), "options", 0).item("swift")
    english = french.with_value("faction", "english").with_ship("sixth_rate")
    usual = section(english, "options", 0).item("swift")
    assert swift is not None
    assert usual is not None
    assert (swift.cost, usual.cost) == (0, 1)
    assert any("usually costs 1" in line for line in swift.about)


def test_the_hand_says_how_many_cards_are_still_wanted() -> None:
    draft = ready("leeward_station")
    size = len(draft.head["hand"])
    fewer = draft.with_value("hand", draft.head["hand"][1:])
    assert section(fewer, "hand").note == f"{size - 1} of {size}"


def test_reconstructed_figures_bear_a_mark() -> None:
    draft = ready("leeward_station")
    sloop = section(draft, "type").item("sloop")
    assert sloop is not None
    doubted = [key for key, sure in shipped().ships["sloop"].doubts.items() if sure == "inferred"]
    told = ("fortitude", "broadside", "crew", "windward", "large")
    shown = [key for key in doubted if key in told]
    assert sloop.about[0].count("~") == len(shown)


@pytest.mark.parametrize("name", READY)
def test_the_ships_stand_in_line_apart_and_inside_their_strip_of_sea(name: str) -> None:
    line = GAME.building.catalogue(ready(name).table()).line
    assert line is not None
    assert isinstance(line.board, Sea)
    hulls = [mark for mark in line.marks if isinstance(mark, Hull)]
    assert [hull.key for hull in reversed(hulls)] == [
        f"A{number}" for number in range(1, len(ready(name).ships) + 1)
    ]
    for astern, ahead in pairwise(hulls):
        assert astern.pose.x + astern.length / 2 < ahead.pose.x - ahead.length / 2
    assert hulls[0].pose.x > hulls[0].length / 2
    assert hulls[-1].pose.x + hulls[-1].length / 2 < line.board.width
    assert sum(hull.flagship for hull in hulls) == 1


def test_a_file_with_nothing_right_in_it_can_be_built_on() -> None:
    table = {"game": "oak_iron", "size": 3, "hand": "all", "ships": [{"type": "raft"}]}
    catalogue = GAME.building.catalogue(Draft.read(table).table())
    assert [each.key for each in catalogue.fittings[0]] == [
        "skill",
        "options",
        "upgrades",
        "commander",
    ]
    assert catalogue.types.items


def test_every_spoilt_file_can_be_built_on_and_written_again() -> None:
    for mutant in mutants(load(EXAMPLE)):
        draft = Draft.read(mutant.table)
        catalogue = GAME.building.catalogue(draft.table())
        assert len(catalogue.fittings) == len(draft.ships), mutant.what
        for ship, sections in (
            *((None, (each,)) for each in catalogue.head),
            *enumerate(catalogue.fittings),
        ):
            for each in sections:
                for item in each.beside(draft.held(each, ship)):
                    if item.note == "?":
                        dropped = draft.toggled(each, item, ship)
                        assert each.key in ("size", "faction", "admiral") or dropped != draft
        assert Draft.read(tomllib.loads(draft.to_toml())) == draft, mutant.what


# A sheet in plain text and in Markdown.


SHIPS = DocumentPart(
    "Ships",
    table=(("Ship", "What it does"), ("Swan", "sails " * 20 + "on"), ("Ark", "waits")),
    tracks=(("Damage", 3), ("Crew", 2)),
    lines=("one " * 30 + "more",),
)
SHEET = Document("My *fleet*", ("Two ships | one admiral.",), (SHIPS,))


def test_text_has_columns_boxes_and_lines_no_wider_than_paper() -> None:
    lines = render_document(SHEET, "text").splitlines()
    assert lines[:3] == ["My *fleet*", "==========", "Two ships | one admiral."]
    assert max(map(len, lines)) <= WIDTH
    assert lines[lines.index("-----") + 1] == "Ship  What it does"
    assert "Damage  [ ][ ][ ]" in lines
    assert "Crew    [ ][ ]" in lines
    assert all(line == line.rstrip() for line in lines)


def test_long_cell_goes_on_in_its_column() -> None:
    lines = render_document(SHEET, "text").splitlines()
    swan = next(at for at, line in enumerate(lines) if line.startswith("Swan"))
    assert lines[swan + 1].startswith("      sails")


def test_markdown_has_headings_a_table_and_a_list() -> None:
    text = render_document(SHEET, "md")
    assert text.startswith("# My \\*fleet\\*\n\nTwo ships \\| one admiral.\n\n## Ships\n\n| Ship |")
    assert "\n| --- | --- |\n| Swan | sails" in text
    assert "\n- Damage `[ ][ ][ ]`\n" in text


def test_every_markdown_row_has_as_many_cells() -> None:
    rows = [line for line in render_document(SHEET, "md").splitlines() if line.startswith("|")]
    assert {row.replace("\\|", "").count("|") for row in rows} == {3}
