"""The keywords of admirals and captains, each when it applies; each test is named after one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.dice import skill
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.effects.turn import fortune
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.machine import abilities
from engine.systems.oak_iron.sailing.seamanship import test_pool as pool
from engine.systems.oak_iron.squadrons.squadron import Roster
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    BeginPhase,
    CheckWithdrawal,
    ChooseRole,
    EndActivation,
    RevealCards,
    SeamanshipOffer,
)
from engine.systems.oak_iron.victory.strike import borne, entries, points
from tests.engine.systems.oak_iron.effects_play import (
    FULL,
    NONE,
    abeam,
    ashore,
    attacking,
    broadside,
    crewing,
    locked,
    melee,
)
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

FAR = ship("B1", "sloop", 34, 2, 180)


def led(admiral: str, **rest: Any) -> dict[str, Any]:
    """Return the cards of squadron A under an admiral."""
    return {"cards": {"A": {"admiral": admiral, **rest}}}


def test_captain_commands_his_ship_alone() -> None:
    play = Skirmish(ship("A1"), ship("A2", x=5, commander="captain_stede_bonnet"), FAR)
    assert {"bold", "persistent"} <= set(abilities(play.state, play["A2"]))
    assert "bold" not in abilities(play.state, play["A1"])


def test_captain_is_silent_while_the_admiral_is_aboard() -> None:
    red = ship("A1", commander="bold_captain")
    aboard = Skirmish(red, FAR, **led("untested_lucky_admiral"))
    assert "bold" not in abilities(aboard.state, aboard["A1"])
    gone = Skirmish(red, FAR)
    assert "bold" in abilities(gone.state, gone["A1"])


def test_admirals_keywords_follow_the_flag_and_end_with_him() -> None:
    ships = (ship("A1"), ship("A2", x=5), FAR)
    play = Skirmish(*ships, **led("untested_bold_admiral", flagship="A2"))
    assert "bold" in abilities(play.state, play["A2"])
    assert "bold" not in abilities(play.state, play["A1"])
    assert "bold" not in abilities(Skirmish(*ships).state, play["A2"])


def test_brilliant_adds_a_point_of_skill_up_to_three() -> None:
    for own, now in ((0, 1), (2, 3), (3, 3)):
        play = Skirmish(ship("A1", skill=own, commander="brilliant_captain"), FAR)
        assert skill(play.state, play["A1"]) == now


def test_brilliant_captain_re_rolls_a_die() -> None:
    play = Skirmish(ship("A1", commander="brilliant_captain", heading=180), FAR)
    play.turn_to(SeamanshipOffer(), EndActivation(), active="A1").settle()
    play.dice(NONE).do("A", "attempt")
    assert "reroll_1" in play.options()


def ending(*ships: Any, **rest: Any) -> Skirmish:
    """Return a battle at the start of its End Phase."""
    play = Skirmish(*ships, cards={"A": {"admiral_value": 1}}, **rest)
    return play.turn_to(BeginPhase("end"), phase="attack").settle()


def test_inspiring_takes_a_fatigue_off_one_ship_in_the_end_phase() -> None:
    ships = (
        ship("A1", x=5, fatigue=1),
        ship("A2", x=10, commander="inspiring_captain", fatigue=2),
        ship("A3", x=20, fatigue=1),
        FAR,
    )
    play = ending(*ships)
    assert play.options() == ("relieve_A2", "relieve_A1", "none")
    play.do("A", "relieve_A1")
    assert (play["A1"].fatigue, play["A2"].fatigue) == (0, 2)
    assert play.state.turn == 2


def test_inspiring_asks_nothing_when_nobody_is_weary() -> None:
    play = ending(ship("A1", commander="inspiring_captain"), FAR)
    assert play.state.turn == 2


def test_lucky_admiral_starts_with_a_fortune_point_more() -> None:
    assert fortune("untested_lucky_admiral") == fortune("untested_admiral") + 1 == 4


def test_lucky_captain_has_a_fortune_point_for_his_own_ship_once() -> None:
    play = attacking(*abeam(commander="lucky_captain"), rules=Rules(formation=False))
    play.dice("sail sail sail").do("A", "broadside_starboard_B1")
    assert play.options() == ("fortune", "stand")
    play.dice("cannon sail sail").do("A", "fortune")
    assert play["B1"].damage == 1
    assert "lucky" in play["A1"].used
    assert not play.facts(ev.FortuneSpent)
    spent = attacking(*abeam(commander="lucky_captain", used=("lucky",)), rules=FULL)
    spent.dice("sail sail sail").do("A", "broadside_starboard_B1")
    assert spent["A1"].attacked


def test_bold_adds_a_die_to_boarding_and_close_combat() -> None:
    assert melee({"commander": "bold_captain"}) == 5
    play = Skirmish(ship("A1", commander="bold_captain"), FAR)
    assert pool(play.state, "A1", "boarding").dice == 6
    assert pool(play.state, "A1", "seamanship").dice == 5


def test_strict_rally_removes_more_when_the_test_is_passed() -> None:
    red = ship("A1", commander="strict_captain", fatigue=2)
    assert crewing(red, FAR).dice("sail cannon cannon cannon").do("A", "rally")["A1"].fatigue == 0
    weary = crewing(red, FAR).dice("cannon cannon cannon cannon").do("A", "rally")
    assert weary["A1"].fatigue == 1


def test_strict_captain_and_surgeon_each_have_their_test() -> None:
    red = ship("A1", commander="strict_captain", upgrades=("skilled_surgeon",), fatigue=3)
    play = crewing(red, FAR).dice("sail cannon cannon").dice("cannon cannon cannon sail")
    assert play.do("A", "rally")["A1"].fatigue == 0


def test_persistent_ignores_the_first_fatigue_for_dice() -> None:
    assert melee({"commander": "persistent_captain", "fatigue": 2}) == 3
    assert melee({"fatigue": 2}) == 2


def test_persistent_and_veterans_do_not_add_up() -> None:
    red = {"commander": "persistent_captain", "upgrades": ("veteran_crew",), "fatigue": 3}
    assert melee(red) == 3


def test_raider_fights_better_ashore() -> None:
    assert ashore({}, **led("abraham_crijnssen", flagship="A9")) == 5


def choosing(seat: str, **cards: Any) -> Skirmish:
    """Return a battle in which a squadron is about to choose its role."""
    play = Skirmish(ship("A1"), FAR, cards={key: {"admiral": name} for key, name in cards.items()})
    return play.turn_to(ChooseRole(seat), phase="set_up").settle()


def test_raider_may_take_the_attack_upon_himself() -> None:
    play = choosing("B", A="henry_jennings").do("B", "attacker")
    assert play.asked().seat == "A"
    play.do("A", "attacker")
    assert play.facts(ev.RoleTaken) == [ev.RoleTaken("A", "B")]


def test_raider_may_leave_the_attack_to_the_other() -> None:
    play = choosing("B", A="henry_jennings").do("B", "attacker").do("A", "defender")
    assert play.facts(ev.RoleTaken) == [ev.RoleTaken("B", "A")]


def test_defender_defends_whenever_he_may_choose() -> None:
    play = choosing("A", A="andres_ochoa_de_zarate")
    assert play.state.defender == "A"


def test_brave_flagship_ignores_the_first_fatigue_of_each_turn() -> None:
    ships = abeam(2)
    play = attacking(*ships, cards={"B": {"admiral": "michiel_de_ruyter"}})
    play.dice("cannon sail sail").do("A", "broadside_starboard_B1")
    assert play["B1"].fatigue == 0
    assert play["B1"].used == ("brave@1",)
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    play.dice("cannon").do("A", "partial_fire_B1")
    assert play["B1"].fatigue == 1


def test_brave_is_brave_again_next_turn() -> None:
    play = attacking(
        abeam(2)[0],
        ship("B1", x=13, used=("brave@1",)),
        cards={"B": {"admiral": "michiel_de_ruyter"}},
        turn=2,
    )
    play.dice("cannon").do("A", "partial_fire_B1")
    assert (play["B1"].fatigue, play["B1"].used) == (0, ("brave@2",))


def revealing(admiral: str, value: int = 0, **rest: Any) -> Skirmish:
    """Return a battle before two cards of one value are revealed, with A under an admiral."""
    cards = {
        "A": {"face_down": "down", "admiral": admiral, **rest},
        "B": {"face_down": "down", "admiral_value": value, "hand": ("reload", "take_courage")},
    }
    play = Skirmish(ship("A1"), FAR, cards=cards, initiative="")
    return play.turn_to(RevealCards(), phase="initiative").settle()


def test_tactician_wins_a_tie_before_admirals_are_compared() -> None:
    play = revealing("jean_hamlin", value=3, hand=("reload", "careful_aim"))
    assert play.state.initiative == "A"


def test_clever_changes_the_card_just_before_the_reveal_once_a_game() -> None:
    play = revealing("henry_morgan", hand=("reload", "careful_aim"))
    assert play.asked("A").secret
    play.do("A", "reload")
    squadron = play.state.squadrons["A"]
    assert squadron.face_up == "reload"
    assert set(squadron.hand) == {"down", "careful_aim"}
    assert play["A1"].used == ("clever",)
    assert "reload" not in GAME.words.tell(play.state, play.facts(ev.CardSwapped)[0], "B").lower()
    play.turn_to(RevealCards(), phase="initiative")
    assert "keep" not in play.options()


def test_clever_may_keep_the_card_and_the_chance() -> None:
    play = revealing("henry_morgan", value=1, hand=("reload", "careful_aim")).do("A", "keep")
    assert play.state.squadrons["A"].face_up == "down"
    assert play["A1"].used == ()


def test_beloved_rally_helps_a_friend_within_musket_shot() -> None:
    ships = (
        ship("A1", x=5, fatigue=2),
        ship("A2", x=10, fatigue=2),
        ship("A3", x=13.1, fatigue=2),
        FAR,
    )
    play = crewing(*ships, **led("michiel_de_ruyter")).do("A", "rally")
    assert play.options() == ("relieve_A2", "none")
    play.do("A", "relieve_A2")
    assert [play[key].fatigue for key in ("A1", "A2", "A3")] == [1, 1, 2]


def test_superior_coordination_forms_ships_near_the_flagship_for_cards_only() -> None:
    ships = (ship("A1", x=5), ship("A2", x=11), ship("A3", x=17), FAR)
    play = Skirmish(*ships, **led("george_monck"))
    assert in_formation(play.state, "A") == {"A1", "A2"}
    assert in_formation(play.state, "A", for_cards=False) == frozenset()


def test_dogged_squadron_bears_a_strike_point_more() -> None:
    wreck = ship("A2", x=5, damage=7, fatigue=7)
    plain = Skirmish(ship("A1"), wreck, FAR).turn_to(CheckWithdrawal(), phase="end").settle()
    assert plain.state.outcome is not None
    play = Skirmish(ship("A1"), wreck, FAR, **led("john_benbow"))
    assert (points(play.state, "A"), borne(play.state, "A")) == (2, 2)
    assert play.turn_to(CheckWithdrawal(), phase="end").settle().state.outcome is None


@pytest.mark.parametrize(("damage", "total"), [(6, 0), (7, 2)])
def test_pompous_admiral_counts_a_crippled_flagship_twice(damage: int, total: int) -> None:
    red = ship("A1", damage=damage)
    play = Skirmish(red, FAR, **led("francisco_pereira_freire_de_la_cerda"))
    assert points(play.state, "A") == total


def test_brutal_adds_a_fatigue_in_the_flagships_close_combat() -> None:
    play = locked(**led("edward_blackbeard_teach"))
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    play.dice("skull sail sail sail").do("A", "close_combat_B1")
    assert play["B1"].fatigue == 2


def test_brutal_adds_nothing_to_a_combat_that_tires_nobody() -> None:
    play = locked(**led("edward_blackbeard_teach"))
    play.turn_to(AttackChoice(), EndActivation(), active="A1", phase="attack").settle()
    play.dice("sail sail sail sail").do("A", "close_combat_B1")
    assert play["B1"].fatigue == 0


def test_indecisive_admiral_holds_a_card_less() -> None:
    roster = Roster("", "skirmish", "spanish", "andres_ochoa_de_zarate", (), ())
    assert roster.hand_size == 5 + 3 - 1


@pytest.mark.parametrize("keyword", ["intrepid", "doughty"])
def test_intrepid_and_doughty_bring_their_cards(keyword: str) -> None:
    admiral = next(each for each in book().admirals.values() if keyword in each.keywords)
    assert Roster("", "skirmish", admiral.faction, admiral.id, (), ()).added == (keyword,)


def test_skilled_sailors_roll_a_die_more_for_seamanship() -> None:
    play = Skirmish(ship("A1"), FAR, cards={"A": {"faction": "dutch"}})
    assert pool(play.state, "A1", "seamanship").dice == 6
    assert pool(play.state, "A1", "boarding").dice == 5


def test_admirals_boldness_stays_on_his_ship() -> None:
    play = Skirmish(
        ship("A1", x=30),
        ship("A2", x=10),
        ship("B1", x=11),
        entangled=(("A2", "B1"),),
        **led("untested_bold_admiral"),
    )
    assert shot(play.state, "A2", "B1", "close_combat").dice == 4
    assert broadside(*abeam(), **led("untested_bold_admiral")) == 3


def test_what_a_pompous_admiral_costs_is_accounted_for_by_itself() -> None:
    play = Skirmish(ship("A1", damage=7), FAR, **led("francisco_pereira_freire_de_la_cerda"))
    assert entries(play.state, "A") == ("A1 crippled 1", "cards 1")
