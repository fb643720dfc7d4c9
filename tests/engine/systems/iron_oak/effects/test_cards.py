"""Every kind of action card at its moment, and when the other seat may play cards (7, 11.2,
11.3).
"""

from __future__ import annotations

import pytest

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.effects.maneuvers import strike_sums
from engine.systems.iron_oak.machine import view
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.commands import Play
from engine.systems.iron_oak.state.state import COVERED
from tests.engine.systems.iron_oak.table import GAME, Table, Told, ship, table


def moving(union: list[int], confederate: list[int], **fields: object) -> Table:
    return table(
        [ship("uss_monitor", "C3", **fields)],
        [ship("css_virginia", "B3")],
        hands=(union, confederate),
    )


def test_quick_slow_and_the_answer() -> None:
    battle = moving([20, 25], [43]).fill("A", {"uss_monitor": "maneuver_1"}).do("A", "D3")
    battle.do("A", "pass").do("B", "play:43").do("A", "play:25", 8, 1, 1)
    (rolled,) = battle.found(ev.ManeuverRolled)
    assert rolled.challenge.drm == 3 - 2
    assert set(battle.state.discarded) == {25, 43}


def test_a_ship_gets_one_quick_at_most() -> None:
    battle = moving([20, 25], [43]).fill("A", {"uss_monitor": "maneuver_1"}).do("A", "D3")
    battle.do("A", "play:20").do("B", "play:43", 8, 1, 1)
    assert battle.found(ev.ManeuverRolled)


def test_the_enemy_is_asked_whatever_he_holds_and_the_view_is_the_same() -> None:
    with_card = moving([], [43]).fill("A", {"uss_monitor": "maneuver_1"}).do("A", "D3")
    without = moving([], [6]).fill("A", {"uss_monitor": "maneuver_1"}).do("A", "D3")
    assert with_card.asked() == without.asked() == "enemy_cards"
    seen, other = view(with_card.state, "A"), view(without.state, "A")
    assert seen == other
    assert seen.sides["confederate"].hand == (COVERED,)
    assert rules.pending(seen) == rules.pending(other)
    after, then = with_card.do("B", "pass", 8, 1, 1), without.do("B", "pass", 8, 1, 1)
    assert after.events == then.events


def test_standing_answers_are_kept_and_secret() -> None:
    battle = moving([], [43]).fill("A", {"uss_monitor": "maneuver_1"}).do("A", "D3")
    battle.do("B", "pass:all", 8, 1, 1)
    assert battle.state.sides["confederate"].standing.quiet == ("*",)
    assert view(battle.state, "A").sides["confederate"].standing.quiet == ()
    battle.skip("orders").fill("B", {"cards": ("never",)})
    assert battle.state.sides["confederate"].standing.ask == "never"
    battle.skip("orders").fill("A", {"uss_monitor": "maneuver_1"}).do("A", "E3")
    assert battle.found(ev.ManeuverRolled)


def test_cards_on_the_target_of_an_attack() -> None:
    battle = table([ship("uss_monitor", "C3")], [ship("css_virginia", "C3")], hands=([42], [22]))
    battle.fill("A", {"uss_monitor": "cross_t"}).do("A", "bow:css_virginia")
    battle.do("A", "play:42").do("B", "play:22", 9, 2)
    (rolled,) = battle.found(ev.ManeuverRolled)
    assert (rolled.challenge.drm, rolled.response.drm) == (-1, 0)


def test_an_immobile_target_gets_no_cards() -> None:
    battle = table(
        [ship("uss_monitor", "C3")], [ship("css_virginia", "C3", grounded=True)], hands=([42], [])
    )
    battle.fill("A", {"uss_monitor": "cross_t"}).do("A", "bow:css_virginia", 9, 2)
    assert battle.found(ev.ManeuverRolled)


def test_springs_and_slipped_anchor() -> None:
    battle = moving([46], [38], anchored=True).fill("A", {"uss_monitor": "stay"})
    battle.do("A", "play:46")
    assert battle.ship("uss_monitor").springs == 46
    battle.do("B", "play:38")
    monitor = battle.ship("uss_monitor")
    assert (monitor.anchored, monitor.slipped, monitor.springs) == (False, True, 0)
    assert {46, 38} <= set(battle.state.discarded)


FAST = {"current": {"direction": "right", "speed": "fast"}}
MINE = {"markers": [{"kind": "mine", "box": "C3"}]}


def test_an_anchor_slipped_from_a_ship_without_power_lets_her_drift() -> None:
    """Anchored she had the order to stay, which is now impossible: she must check drift (Iron & Oak
    4.0, 7.9).
    """
    battle = table(
        [ship("uss_monitor", "C3", anchored=True, criticals=["boiler"])],
        [ship("css_virginia", "B1")],
        hands=([], [38]),
        board=FAST,
    )
    battle.fill("A", {}).skip("enemy_cards").do("B", "play:38", 10)
    (drifted,) = battle.found(ev.DriftRolled)
    assert drifted.ships == ("uss_monitor",)
    assert battle.ship("uss_monitor").box != "C3"


@pytest.mark.parametrize("order", ["stay", "weigh_anchor"])
def test_an_anchor_slipped_above_a_mine_makes_her_hold_and_meet_it(order: str) -> None:
    battle = table(
        [ship("uss_monitor", "C3", anchored=True)],
        [ship("css_virginia", "B1")],
        hands=([], [38]),
        board=MINE,
    )
    battle.fill("A", {"uss_monitor": order}).do("B", "play:38", 1, 1, 6, 3)
    (changed,) = battle.found(ev.OrderRevealed)
    assert (changed.given, changed.order) == (order, "maneuver_0")
    (met,) = battle.found(ev.HazardChecked)
    assert (met.hazard, met.passed) == ("mine", False)


def test_a_card_that_changes_nothing_leaves_the_order() -> None:
    battle = moving([46], [], anchored=True).fill("A", {"uss_monitor": "stay"})
    assert not battle.do("A", "play:46").found(ev.OrderRevealed)


def test_scuttle_leaves_a_hulk_and_frees() -> None:
    battle = moving([34], [], grounded=True, fouled_with=["hulk"])
    battle.fill("A", {"uss_monitor": "refloat"})
    asked = battle.question("A")
    assert "she is lost" in GAME.answering.harm(battle.state, asked, Answer("play:34"))
    assert GAME.answering.harm(battle.state, asked, Answer("pass")) == ""
    battle.do("A", "play:34")
    (sunk,) = battle.found(ev.Sunk)
    assert (sunk.hulk, sunk.scuttled) == (True, True)


def strike_battle() -> Table:
    return table(
        [ship("uss_zouave", "C3", grounded=True, repair_party=True)],
        [ship("css_virginia", "C3")],
        hands=([], [47]),
    )


def test_strike_takes_a_ship_that_cannot_help_itself() -> None:
    battle = strike_battle()
    own, enemy = strike_sums(battle.state, battle.ship("uss_zouave"))
    assert own > enemy
    battle.fill("A", {"uss_zouave": "refloat"}).do("B", "play:47")
    zouave = battle.ship("uss_zouave")
    assert (zouave.captured_by, zouave.control) == ("confederate", "confederate")
    assert not zouave.repair_party
    assert not battle.found(ev.RefloatTried)


def test_strike_in_hope_is_wasted_when_short() -> None:
    battle = table(
        [ship("uss_new_ironsides", "C3", grounded=True)],
        [ship("css_drewry", "C3")],
        hands=([], [47]),
    )
    battle.fill("A", {"uss_new_ironsides": "refloat"}).do("B", "play:47", 1, 1, 9)
    assert battle.found(ev.StrikeWasted)
    assert battle.ship("uss_new_ironsides").captured_by == ""
    assert 47 in battle.state.discarded


def shooting(union: list[int], confederate: list[int], target: str = "css_alabama") -> Table:
    battle = table([ship("uss_kearsarge", "C3")], [ship(target, "C3")], hands=(union, confederate))
    battle.fill("A", {"uss_kearsarge": "maneuver_0"})
    if battle.asked() == "enemy_cards":
        battle.do("B", "pass")
    return battle.do("A", target)


def test_double_charge_smokes_and_strains_the_guns() -> None:
    battle = shooting([1], []).do("A", "play:1", 1, 1, 1, 2, 6, 4, 1, 1, 8)
    (shot,) = battle.found(ev.ShotFired)
    assert shot.gunnery.drm == 1 + 2
    assert battle.ship("uss_kearsarge").smoke == "light"
    assert "armament_1" in battle.ship("uss_kearsarge").criticals


def test_rapid_fire_is_two_shots_at_one_location() -> None:
    battle = shooting([26], [])
    battle.do("A", "play:26", 1, 1, 1, 3, 6, 4, 1, 1, 1, 6, 4)
    first, second = battle.found(ev.ShotFired)
    assert (first.location, second.location, second.second) == ("A", "A", True)
    assert battle.ship("uss_kearsarge").smoke == "light"


def test_pairs_exclude_each_other() -> None:
    battle = shooting([1, 26, 6, 11], []).do("A", "play:1")
    assert battle.options("A") == ["play:6", "play:11", "pass"]


def test_grapeshot_takes_half_of_the_crew_and_the_stack() -> None:
    battle = shooting([6], []).do("A", "play:6", 10, 1, 1, 4, 1)
    (shot,) = battle.found(ev.ShotFired)
    assert shot.case == "grapeshot"
    (lost,) = battle.found(ev.CrewLost)
    crew = battle.ship("css_alabama")
    assert lost.losses == crew.crew_loss > 0
    assert "smokestack" in crew.criticals
    assert crew.hits == 0


def test_grapeshot_is_refused_at_a_whole_monitor() -> None:
    battle = table(
        [ship("uss_monitor", "C3")],
        [ship("css_virginia", "C3")],
        hands=([], [6]),
        active="confederate",
    )
    battle.fill("B", {"css_virginia": "maneuver_0"}).do("B", "uss_monitor")
    assert battle.found(ev.ShotFired)
    with pytest.raises(Refused):
        GAME.decide(battle.state, "B", Play(6), Told())


def test_incendiary_shells_may_start_a_fire() -> None:
    battle = table(
        [ship("uss_kearsarge", "C3")],
        [ship("css_alabama", "C3", shields={"A": -1})],
        hands=([11], []),
    )
    battle.fill("A", {"uss_kearsarge": "maneuver_0"}).do("A", "css_alabama")
    battle.do("A", "play:11", 5, 1, 1, 3, 4, 1, 10, 6, 3)
    (rolled,) = battle.found(ev.IncendiaryRolled)
    assert rolled.level == 3
    assert [event.level for event in battle.found(ev.FireStarted)] == [3]


def test_misfire_spoils_the_first_shot_only() -> None:
    battle = shooting([26], [16]).do("A", "play:26")
    battle.do("B", "play:16", 1, 1, 1, 3, 6, 4, 1, 1, 1, 6, 4, 1, 1, 8)
    first, second = battle.found(ev.ShotFired)
    assert first.gunnery.drm == second.gunnery.drm - 2
    assert battle.found(ev.ArmamentChecked)
    assert {16, 26} <= set(battle.state.discarded)


def test_a_card_is_replaced_at_most_half_a_hand() -> None:
    battle = table(
        [ship("uss_monitor", "C3")],
        [ship("css_virginia", "E5")],
        hands=([6, 7], []),
        phase="replace",
    )
    top = battle.state.deck[0]
    battle.do("A", "replace:6")
    side = battle.state.sides["union"]
    assert (side.hand, side.replaced) == ((7, top), 1)
    assert battle.state.set_aside == (6,)
    battle.skip("orders").fill("B", {}).skip("orders").fill("A", {})
    assert not any(question.kind == "replace_card" for question in rules.pending(battle.state))
