"""Crossing the T, opposing, escaping, screening, spar and ram (Iron & Oak 5.1.2, 5.5, 5.6, 7.7)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.movement.getting_free import unfoul
from engine.systems.iron_oak.movement.in_box import attack, cross
from engine.systems.iron_oak.movement.rolls import contact_roll, cross_roll, table_roll
from engine.systems.iron_oak.movement.ways import _met
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.commands import Way
from engine.systems.iron_oak.state.state import Move
from engine.systems.iron_oak.state.steps import MarkOpposed, ScreenFrom
from engine.systems.iron_oak.thinking.reasons import _ways
from tests.engine.systems.iron_oak.table import GAME, Table, Told, position, ship, table


def duel(**fields: object) -> Table:
    return table(
        [ship("uss_monitor", "C3", **fields)],
        [ship("css_virginia", "C3"), ship("css_drewry", "E5")],
    )


def test_crossing_the_bow() -> None:
    battle = duel().fill("A", {"uss_monitor": "cross_t"})
    battle.do("A", "bow:css_virginia", 9, 2)
    assert battle.ship("uss_monitor").across_bow_of == "css_virginia"


def test_a_failed_crossing_bars_the_next_turn_only() -> None:
    battle = duel().fill("A", {"uss_monitor": "cross_t"}).do("A", "stern:css_virginia", 1, 8)
    assert battle.ship("uss_monitor").tried_t == ("css_virginia",)
    battle.skip("orders").fill("B", {}).skip("orders")
    assert battle.ship("uss_monitor").no_cross_t == ("css_virginia",)
    battle.fill("A", {"uss_monitor": "maneuver_0"}).skip("orders").fill("B", {}).skip("orders")
    assert battle.ship("uss_monitor").no_cross_t == ()


def test_rolls_of_a_crossing() -> None:
    state = position(
        [ship("uss_monitor", "C3", grade="crack", opposed_by="css_drewry")],
        [
            ship("css_virginia", "C3", criticals=["steering_row", "boiler"]),
            ship("css_drewry", "C3"),
        ],
    )
    monitor, virginia = state.ships["uss_monitor"], state.ships["css_virginia"]
    roll = cross_roll(state, monitor, virginia)
    assert roll.drms == {"grade": 1, "opposed": -1, "cross_t": -1}
    assert roll.target_drms == {"steering": -3, "unpowered": -5}
    assert roll.target_drm == -5
    assert "opposed" not in cross_roll(state, monitor, state.ships["css_drewry"]).drms


def test_with_two_opposers_an_attack_on_one_leaves_the_others_modifier() -> None:
    state = position(
        [ship("uss_monitor", "C3", opposed_by=["css_drewry", "css_virginia"])],
        [ship("css_virginia", "C3"), ship("css_drewry", "C3")],
    )
    monitor, virginia = state.ships["uss_monitor"], state.ships["css_virginia"]
    assert cross_roll(state, monitor, virginia).drms["opposed"] == -1
    assert contact_roll(state, monitor, virginia).drms["opposed"] == -1


def test_a_target_that_cannot_move_answers_with_d10() -> None:
    state = position(
        [ship("uss_monitor", "C3")],
        [ship("css_virginia", "C3", anchored=True), ship("barge_1", "C3")],
    )
    monitor = state.ships["uss_monitor"]
    roll = contact_roll(state, monitor, state.ships["css_virginia"])
    assert (roll.target_dice, roll.target_drms) == ("d10", {"immobile": -5})
    barge = contact_roll(state, monitor, state.ships["barge_1"])
    assert (barge.target_dice, barge.target_drms) == ("d10", {"unpowered": -5})


def test_a_towed_target_answers_with_the_tugs_dice() -> None:
    state = position(
        [ship("uss_zouave", "C3", towing="uss_minnesota"), ship("uss_minnesota", "C3")],
        [ship("css_virginia", "C3")],
    )
    roll = contact_roll(state, state.ships["css_virginia"], state.ships["uss_minnesota"])
    assert roll.target_drms == {"towing": -4}


def test_bow_on_costs_one_but_for_the_ship_across() -> None:
    state = position(
        [ship("uss_monitor", "C3"), ship("uss_zouave", "C3")],
        [ship("css_virginia", "C3", across_bow_of="uss_monitor"), ship("css_drewry", "C3")],
    )
    monitor = state.ships["uss_monitor"]
    assert table_roll(state, monitor).drms == {"bow_on": -1}
    assert contact_roll(state, monitor, state.ships["css_virginia"]).drms == {
        "ram_spar": -2,
        "across_bow": 1,
    }
    assert contact_roll(state, monitor, state.ships["css_drewry"]).drms["bow_on"] == -1


def test_oppose_marks_for_one_segment() -> None:
    battle = duel().fill("A", {"uss_monitor": "oppose"}, 9, 2)
    assert battle.ship("css_virginia").opposed_by == ("uss_monitor",)
    battle.skip("orders").fill("B", {"css_virginia": "maneuver_0", "css_drewry": "maneuver_0"})
    battle.do("B", "css_virginia")
    assert battle.ship("css_virginia").opposed_by == ()


def test_escape_ends_the_position() -> None:
    battle = table(
        [ship("uss_monitor", "C3")], [ship("css_virginia", "C3", across_bow_of="uss_monitor")]
    )
    battle.fill("A", {"uss_monitor": "maneuver_0"}).do("A", "escape", 9, 2)
    assert battle.ship("css_virginia").across_bow_of == ""


def test_screen_keeps_an_enemy_off_for_a_phase() -> None:
    battle = table(
        [ship("uss_monitor", "C3"), ship("uss_minnesota", "C3", order="maneuver_0")],
        [ship("css_virginia", "C3")],
        hands=([31], []),
    )
    battle.fill("A", {"uss_monitor": "maneuver_0"}).do("A", "uss_monitor").do("A", "none")
    battle.do("A", "screen:uss_minnesota", 9, 2)
    assert battle.ship("uss_minnesota").screened_from == ("css_virginia",)
    assert 31 in battle.state.discarded
    battle.skip("orders").fill("B", {"css_virginia": "ram_spar"})
    assert [event.target for event in battle.found(ev.WayNamed)] == ["uss_monitor"]
    assert battle.options("B") == ["uss_monitor", "hold"]


def test_a_torpedo_that_sinks_leaves_no_ram() -> None:
    battle = table(
        [ship("uss_zouave", "C3", hits=1)], [ship("css_atlanta", "C3")], active="confederate"
    )
    battle.fill("B", {"css_atlanta": "ram_spar"})
    battle.do("B", "ram_and_spar:uss_zouave", 10, 1, 9, 8, 1, 1, 1)
    assert battle.ship("uss_zouave").lost == "sunk"
    assert not battle.found(ev.Rammed)
    assert not battle.found(ev.FoulingChecked)


def test_ram_and_fouling() -> None:
    battle = table([ship("uss_minnesota", "C3")], [ship("css_atlanta", "C3")], active="confederate")
    battle.fill("B", {"css_atlanta": "ram_spar"})
    battle.do("B", "ram:uss_minnesota", 10, 1, 1, 9, 1, 3, 1, 1, 1, 8, 1, 1, 8)
    assert battle.ship("css_atlanta").fouled == ("uss_minnesota",)
    assert "ram" in battle.ship("css_atlanta").criticals
    assert battle.ship("css_atlanta").tried_ram == ("uss_minnesota",)


def test_crossing_a_t_while_another_lies_across_her_gets_her_clear() -> None:
    battle = table(
        [ship("uss_monitor", "C3")],
        [ship("css_virginia", "C3", across_stern_of="uss_monitor"), ship("css_drewry", "C3")],
    )
    battle.fill("A", {"uss_monitor": "cross_t"}).do("A", "bow:css_drewry", 9, 2)
    assert battle.found(ev.PositionsEnded) == [ev.PositionsEnded("uss_monitor")]
    assert battle.ship("css_virginia").across_stern_of == ""
    assert battle.ship("uss_monitor").across_bow_of == "css_drewry"


def test_bow_on_makes_a_crossing_harder() -> None:
    state = position(
        [ship("uss_monitor", "C3")],
        [ship("css_virginia", "C3", across_bow_of="uss_monitor"), ship("css_drewry", "C3")],
    )
    roll = cross_roll(state, state.ships["uss_monitor"], state.ships["css_drewry"])
    assert roll.drms["bow_on"] == -1


def test_a_target_that_is_gone_is_neither_crossed_nor_rammed() -> None:
    for way, rule in (("cross_bow", cross), ("ram", attack)):
        state = position([ship("uss_monitor", "C3")], [ship("css_virginia", "D4")])
        move = Move(ship="uss_monitor", order="cross_t", way=way, target="css_virginia")
        ledger = Ledger(replace(state, move=move), Told())
        rule(ledger, "uss_monitor")
        assert ledger.events == []


def test_who_has_nobody_to_oppose_or_be_screened_from_is_not_asked() -> None:
    alone = position([ship("uss_monitor", "C3")], [{"id": "css_virginia", "lost": "sunk"}])
    for step in (MarkOpposed("uss_monitor"), ScreenFrom("uss_monitor")):
        then = GAME.settled(replace(alone, agenda=(step,)), Told())
        assert step not in then.agenda


def test_what_is_no_longer_fouled_needs_no_try() -> None:
    state = position([ship("uss_monitor", "C3")], [ship("css_virginia", "C3")])
    move = Move(ship="uss_monitor", order="unfoul", target="css_virginia")
    ledger = Ledger(replace(state, move=move), Told())
    unfoul(ledger, "uss_monitor")
    assert ledger.events == []


def test_who_attacks_out_of_hiding_is_seen() -> None:
    battle = duel(hidden=True).fill("A", {"uss_monitor": "cross_t"})
    battle.do("A", "bow:css_virginia", 9, 2)
    assert not battle.ship("uss_monitor").hidden
    assert [each.ship for each in battle.found(ev.Revealed)] == ["uss_monitor"]


def test_who_lies_across_may_be_advised_to_escape() -> None:
    for across in ({}, {"across_bow_of": "css_virginia"}):
        state = duel(**across).state
        ways = list(_ways(state, state.ships["uss_monitor"], "maneuver_0"))
        assert ways == [Way("hold"), *[Way("escape")] * bool(across)]


def test_who_has_moved_has_met_nobody() -> None:
    for moved in (False, True):
        state = duel(moved=moved).state
        met = _met(state, state.ships["uss_monitor"])
        assert [each.id for each in met] == ["css_virginia"] * (not moved)
