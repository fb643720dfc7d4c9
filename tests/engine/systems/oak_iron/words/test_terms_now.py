"""Which terms of the reference matter at a moment."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.oak_iron.data.facts import TerrainKind
from engine.systems.oak_iron.state.state import HIDDEN, Attack, Rules, SetUpPlan, Terrain
from engine.systems.oak_iron.state.steps import BoardingTest, CheckWithdrawal
from engine.systems.oak_iron.state.wording import tokens
from engine.systems.oak_iron.words.reference import _STEPS, terms, terms_now, terms_of
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

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
