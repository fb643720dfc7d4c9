"""What the command `cards` prints: every ship, card and term, in short lines of our own words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import wrap

import pytest
from msgspec.structs import replace

from engine.game.parts.words import Term
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import TerrainKind
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.state.state import HIDDEN, Attack, Rules, SetUpPlan, Terrain
from engine.systems.oak_iron.state.steps import BoardingTest, CheckWithdrawal
from engine.systems.oak_iron.state.wording import SIGNS, statuses, tokens
from engine.systems.oak_iron.words.reference import _STEPS, UNSURE, terms, terms_now, terms_of
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship
from tests.engine.systems.oak_iron.own_data import use
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship


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
    french = "Fast Ships: The options Swift and Weatherly cost 1 point less, but not below 0."
    assert term("French").lines[0] == french
    assert term("Captain Stede Bonnet").lines == ("3 points, pirate", "keywords: Bold, Persistent")
    assert term("Patrol").lines == ("Squadrons of 50 points, 2 to 4 ships, no ship of the line.",)


def test_rules_of_nations_and_doubtful_nations_say_how_sure_they_are() -> None:
    sailors = term("Skilled Sailors")
    assert sailors.kind == "rule of a nation"
    assert sailors.lines[0] == f"Each Skill Test for a Seamanship Action rolls 1 more die.{UNSURE}"
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
"""The terms that are listed in the rulebook's glossary."""
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
"""The terms that are used in the rulebook's quick reference."""
ADDITIONAL = (
    *("Collision", "Off the table", "Scrolling sea", "Event card", "Formation", "Terrain"),
    *("Shoal", "Fog bank", "Rocks", "Island", "Patrol", "Skirmish", "Engagement", "Faction"),
    *("Ship of the line", "Upgrade", "Commander", "Admiral value", "Initiative hand"),
    *("Attacker and defender", "Setting card", "Deployment zone", "Condition card"),
    *("Objective marker", "Fleet battle"),
)
"""Terms of the chapters after the quick start."""


@pytest.mark.parametrize("name", [*GLOSSARY, *QUICK_REFERENCE, *ADDITIONAL])
def test_terms_of_the_rules_are_explained_and_lead_on(name: str) -> None:
    """Each term has an explanation, and a link to another term or from one."""
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
    linked = {each for each in term("Token").links if not each.startswith("sea_")}
    assert {each.id for each in marked} == linked
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
    for each in known.ships.values():
        entry = term(each.name)
        assert {*each.special_rules, *each.options} <= set(entry.links), each.id


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


# Which terms of the reference matter at a moment.


IDS = {term.id for term in terms()}


def test_every_step_names_terms_that_exist() -> None:
    assert {term for named in _STEPS.values() for term in named} <= IDS


def test_what_the_step_asks_comes_first_then_its_phase() -> None:
    play = Skirmish(ship("A1"), ship("B1"))
    state = play.turn_to(CheckWithdrawal(), phase="end").state
    assert terms_now(state, "")[:3] == ("strike_points", "withdrawal", "end_phase")


def test_all_that_lies_on_the_selected_ship_is_named() -> None:
    wreck = ship("A1", damage=7, fatigue=7, reload=("port",), sail="minimal", aground=True)
    state = Skirmish(wreck, ship("B1"), entangled=(("A1", "B1"),)).state
    found = terms_now(state, "A1")
    for term in ("out_of_action", "shaken", "crippled", "entangled", "aground", "reload_marker"):
        assert term in found
    assert {"minimal_sail", "flagship", "corvette", "yare"} <= set(found)
    assert "reload_marker" not in terms_now(state, "B1")


def test_options_upgrades_and_commander_aboard_are_named() -> None:
    armed = ship("A1", options=("swift",), upgrades=("buccaneers",), commander="bold_captain")
    found = terms_now(Skirmish(armed, ship("B1")).state, "A1")
    assert {"swift", "upgrade_buccaneers", "commander_bold_captain"} <= set(found)


def test_face_up_cards_are_named_and_hidden_ones_are_not() -> None:
    cards = {"A": {"face_up": "zeal", "face_down": "elan"}, "B": {"face_up": HIDDEN}}
    found = terms_now(Skirmish(ship("A1"), ship("B1"), cards=cards).state, "")
    assert "zeal" in found
    assert HIDDEN not in found
    assert "elan" not in found


def test_an_attack_names_its_kind_range_and_aim() -> None:
    attack = Attack(
        attacker="A1",
        target="B1",
        kind="broadside",
        edge="port",
        aim="crew",
        band="pistol",
        rake="bow",
    )
    state = Skirmish(ship("A1"), ship("B1"), attack=attack).state
    assert {"broadside", "hits", "raking", "targeting_crew"} <= set(terms_now(state, ""))


def test_scenario_cards_on_offer_and_drafted_are_named() -> None:
    plan = SetUpPlan(
        size="patrol",
        homes={"A": "north", "B": "south"},
        offers={"setting": ("open_sea",)},
        drafted={"A": {"deployment": "centre"}},
    )
    state = Skirmish(ship("A1"), ship("B1"), plan=plan).state
    assert {"setting_open_sea", "deployment_centre"} <= set(terms_now(state, ""))


def test_nothing_is_named_twice_and_all_of_it_can_be_looked_up() -> None:
    play = Skirmish(ship("A1"), ship("B1"), rules=Rules(scrolling_sea=True))
    state = replace(play.turn_to(BoardingTest("B1"), active="A1").state, events_in_force=("fog",))
    found = terms_now(state, "A1")
    assert len(found) == len(set(found))
    assert set(found) <= IDS
    assert {"boarding", "skill_test", "formation", "scrolling_sea"} <= set(found)


def test_the_tokens_of_a_ship_come_first_and_in_their_order() -> None:
    worn = ship("A1", damage=7, sail="full", reload=("port", "starboard"))
    state = Skirmish(worn, ship("B1"), entangled=(("A1", "B1"),)).state
    assert tokens(state, state.ships["A1"]) == "*%psfe"
    signs = ("flagship", "crippled", "reload_marker", "full_sail", "entangled")
    assert terms_of(state, "A1")[:5] == signs
    assert "broadside" not in terms_of(state, "A1")
    assert terms_of(state, "Z9") == ()


def test_a_piece_of_terrain_has_the_rule_of_its_kind() -> None:
    outline = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0))
    kinds: tuple[TerrainKind, ...] = ("land", "fog")
    pieces = tuple(Terrain(f"{kind}_1", kind, outline) for kind in kinds)
    state = Skirmish(ship("A1"), ship("B1"), terrain=pieces).state
    assert terms_of(state, "land_1") == ("island",)
    assert terms_of(state, "fog_1") == ("fog",)


# What a ship's card says of her state.


def test_who_took_a_crew_action_is_not_said_to_have_attacked() -> None:
    """Her activation in the Attack Phase is over, whichever action she took in it."""
    state = with_ship(small_battle(), "A1", attacked=True)
    said = statuses(state, state.ships["A1"])
    assert "has acted" in said
    assert not any("attack" in each for each in said)
    fresh = replace(state, ships={**state.ships, "A1": replace(state.ships["A1"], attacked=False)})
    assert "has acted" not in statuses(fresh, fresh.ships["A1"])


def test_the_terms_that_a_card_names_are_found_in_its_text() -> None:
    """Names of rules are found in lower case, names of cards only as they are written, names of
    ships never.
    """
    words = OakIron().words
    text = "Down! removes 1 fatigue, crew actions must be Rally; crippled <1, a sloop"
    assert words.named_in(text) == ("down", "fatigue", "crew_action", "rally", "crippled")
    assert words.named_in("the wind is down, a prolific seller") == ()
