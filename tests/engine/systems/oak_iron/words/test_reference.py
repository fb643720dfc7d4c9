"""What `cards` prints: every ship, card and term, in short lines of our own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import wrap

import pytest

from engine.game.parts.words import Term
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.wording import SIGNS
from engine.systems.oak_iron.words.reference import UNSURE, terms
from tests.engine.systems.oak_iron.own_data import use


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
        shown = [row for line in each.lines for row in wrap(line, 76)]
        assert 1 <= len(shown) <= 7, each.id
        assert all(each.lines), each.id
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
    assert term("Patrol").lines == ("Squadrons of 50 points, 2 to 4 ships, no ship of the line.",)


def test_rules_of_nations_and_doubtful_nations_say_how_sure_they_are() -> None:
    sailors = term("Skilled Sailors")
    assert sailors.kind == "rule of a nation"
    assert sailors.lines[0] == f"Skill Tests for Seamanship roll 1 more die.{UNSURE}"
    assert term("Fast Ships").lines == (book().faction_rules["fast_ships"].effect,)
    assert {f"faction_rule_{key}" for key in book().faction_rules} <= {each.id for each in terms()}
    assert f", dutch{UNSURE}, " in term("Boat Assault").lines[0]
    assert term("Untested Bold Admiral").lines[0] == "value 0, 1 point, any nation"


def test_figures_follow_the_measures() -> None:
    assert f"{book().measures.musket:g}~ inches" in term("Musket Shot").lines[0]
    assert "30~ degrees" in term("Speed 3 tool").lines[0]


GLOSSARY = (
    *("Aground", "Bow", "Broadside path", "Captured", "Challenge Test", "Crippled"),
    *("Directly Away", "Downwind", "Entangled", "Fatigue", "Flagship", "Full turn"),
    *("Line of Sight", "Out of Action", "Point of sail", "Large", "Windward"),
    *("In the Wind's Eye", "Sail setting", "Full Sail", "Battle Sail", "Minimal Sail"),
    *("Shaken", "Skill Test", "Skill value", "Squadron", "Stern", "Strike points"),
    "Weather edge",
)
"""The terms that the rulebook's glossary lists."""
QUICK_REFERENCE = (
    *("Initiative Phase", "Movement Phase", "Attack Phase", "End Phase", "Initiative card"),
    *("Speed rating", "Seamanship Action", "Change Heading", "Adjust Speed", "Cut Free"),
    *("Crew Action", "Reload", "Rally", "Repair", "Change Sail Setting", "Boarding", "Row"),
    *("Transfer Flag", "Landing Party", "Broadside", "Partial Fire", "Close Combat", "Hits"),
    *("Damage", "Re-roll", "Fortitude", "Broadside value", "Crew value", "Reload marker"),
    *("Capture or destroy", "Withdrawal", "Sinking", "Lost flagship", "Objective card"),
    *("Fortune Point", "Targeting rigging", "Targeting crew", "Raking", "Critical damage"),
    *("Hull hit", "Rigging hit", "Crew hit", "Officer lost", "Admiral", "Token"),
    *("Yard Arm", "Pistol Shot", "Musket Shot", "Cannon Shot", "Speed 2 tool", "Die"),
)
"""The terms that the quick reference speaks of."""
ADDITIONAL = (
    *("Collision", "Off the table", "Scrolling sea", "Event card", "Formation", "Terrain"),
    *("Shoal", "Fog bank", "Rocks", "Island", "Patrol", "Skirmish", "Engagement", "Faction"),
    *("Ship of the line", "Upgrade", "Commander", "Admiral value", "Initiative hand"),
    *("Attacker and defender", "Setting card", "Deployment zone", "Condition card"),
    *("Objective marker", "Fleet battle"),
)
"""Terms of the chapters after the quick start's."""


@pytest.mark.parametrize("name", [*GLOSSARY, *QUICK_REFERENCE, *ADDITIONAL])
def test_terms_of_the_rules_are_explained_and_lead_on(name: str) -> None:
    """A term has its rule, and links that lead to it or from it to others."""
    entry = term(name)
    assert sum(map(len, entry.lines)) > len(name)
    assert entry.links or any(entry.id in each.links for each in terms())


def test_terms_of_the_glossary_name_their_chapter() -> None:
    for record in book().glossary.values():
        assert record.chapter in ("2", "4", "5", "6", "7", "9"), record.id
        named = next(each for each in terms() if each.id == record.id)
        assert f"Rulebook ch. {record.chapter}" in named.lines[-1]


def test_every_token_sign_has_its_term_and_the_key_lists_them_all() -> None:
    signed = [sign for each in terms() for sign in each.signs]
    assert len(signed) == len(set(signed))
    assert set(signed) == {*SIGNS, "$"}
    key = " ".join(term("Token").lines)
    marked = [each for each in terms() if set(each.signs) <= set(SIGNS) and each.signs]
    assert all(f"{' '.join(each.signs)} {each.name}" in key for each in marked)
    assert {each.id for each in marked} == set(term("Token").links)
    assert all("token" in each.links for each in marked)


def test_every_keyword_and_every_rule_of_a_ship_can_be_reached_by_a_link() -> None:
    reached = {link for each in terms() for link in each.links}
    known = book()
    held = {
        word
        for card in (*known.admirals.values(), *known.commanders.values())
        for word in card.keywords
    }
    assert {f"keyword_{word}" for word in held} <= reached
    for ship in known.ships.values():
        entry = term(ship.name)
        assert {*ship.special_rules, *ship.options} <= set(entry.links), ship.id


def test_reference_needs_neither_geometry_nor_terminal() -> None:
    code = (
        "import sys; from engine.kernel.registry import system; system('oak_iron').words.terms();"
        "print({'shapely', 'textual', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_terms_are_linked_to_those_that_their_lines_name() -> None:
    assert term("Rally").links == ("fatigue", "crew_action", "shaken")
    assert {"yare", "fore_and_aft", "shallow_draft", "small"} <= set(term("Sloop").links)
    ids = {each.id for each in terms()}
    assert all(set(each.links) <= ids - {each.id} for each in terms())


def test_links_follow_a_users_own_data(tmp_path: Path) -> None:
    (tmp_path / "glossary.toml").write_text('[shaken]\ntext = "Ask for a Broadside."\n')
    try:
        use(tmp_path)
        assert term("Shaken").links == ("broadside", "token")
    finally:
        use(None)
