"""What `cards` prints: every ship, card and term, in short lines of our own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.game import Term
from engine.oak_iron.records import book, use
from engine.oak_iron.reference import UNSURE, WIDTH, terms


def term(name: str) -> Term:
    return next(each for each in terms() if each.name == name)


def test_every_record_has_an_entry() -> None:
    known = book()
    ids = {each.id for each in terms()}
    for records in (known.ships, known.cards, known.admirals, known.glossary):
        assert records.keys() <= ids
    for kind in ("upgrade", "commander", "keyword", "faction", "size"):
        part = known.factions if kind == "faction" else getattr(known, f"{kind}s")
        assert {f"{kind}_{key}" for key in part} <= ids
    assert all({key, f"rule_{key}"} & ids for key in known.rules)


def test_ids_tell_entries_apart() -> None:
    ids = [each.id for each in terms()]
    assert len(ids) == len(set(ids))


def test_entries_are_short_and_fit_a_narrow_terminal() -> None:
    for each in terms():
        assert 1 <= len(each.lines) <= 7, each.id
        assert all(0 < len(line) <= WIDTH for line in each.lines), each.id
        assert all(line.isascii() and line.isprintable() for line in each.lines), each.id


def test_reconstructed_figures_are_marked() -> None:
    sloop = term("Sloop")
    assert "fortitude 1, broadside 3~" in sloop.lines[0]
    assert UNSURE in sloop.lines[-1]


def test_cards_of_a_squadron_say_price_limits_and_how_sure_their_effect_is() -> None:
    buccaneers = term("Buccaneers")
    assert buccaneers.lines[0] == (
        "2 points, english or french or pirate only, not on a ship of the line"
    )
    assert term("Foul").lines[1].endswith(UNSURE)
    assert term("French").lines[0] == "Fast Ships: Swift and Weatherly cost 1 less, not below 0."
    assert term("Captain Stede Bonnet").lines == ("3 points, pirate", "keywords: Bold, Persistent")
    assert term("Patrol").lines == ("50 points, 2 to 4 ships, no ships of the line",)


def test_figures_follow_the_measures() -> None:
    assert f"{book().measures.musket:g}~ inches" in term("Musket Shot").lines[0]
    assert "30~ degrees" in term("Speed 3 tool").lines[0]


@pytest.mark.parametrize(
    "name",
    [
        *("Initiative Phase", "Movement Phase", "Attack Phase", "End Phase", "Large", "Windward"),
        *("In the Wind's Eye", "Full Sail", "Battle Sail", "Minimal Sail", "Anchored"),
        *("Change Heading", "Adjust Speed", "Cut Free", "Reload", "Rally", "Repair"),
        *("Change Sail Setting", "Boarding", "Row", "Transfer Flag", "Landing Party"),
        *("Broadside", "Partial Fire", "Close Combat", "Line of Sight", "Broadside path"),
        *("Shaken", "Crippled", "Out of Action", "Captured", "Entangled", "Aground"),
        *("Strike points", "Collision", "Formation", "Raking", "Shoal", "Fog bank", "Rocks"),
        *("Skill Test", "Challenge Test", "Fortune Point", "Critical damage", "Die"),
    ],
)
def test_terms_of_the_rules_are_explained(name: str) -> None:
    assert term(name).lines


def test_reference_needs_neither_geometry_nor_terminal() -> None:
    code = (
        "import sys; from engine.oak_iron.reference import terms; terms();"
        "print({'shapely', 'textual', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_terms_are_linked_to_those_that_their_lines_name() -> None:
    assert term("Shaken").links == ("fatigue", "rally", "move", "captured", "entangled")
    assert {"yare", "fore_and_aft", "shallow_draft", "small"} <= set(term("Sloop").links)
    ids = {each.id for each in terms()}
    assert all(set(each.links) <= ids - {each.id} for each in terms())


def test_links_follow_a_users_own_data(tmp_path: Path) -> None:
    (tmp_path / "glossary.toml").write_text('[shaken]\ntext = "Ask for a Broadside."\n')
    try:
        use(tmp_path)
        assert term("Shaken").links == ("broadside",)
    finally:
        use(None)
