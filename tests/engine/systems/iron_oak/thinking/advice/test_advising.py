"""Advice: reasons add up to the worth, and include the enemy's reply and what decides the
battle.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engine.game.decision import Advice, Answer, Decision, Option
from engine.game.question import Sheet
from engine.kernel.registry import system
from engine.kit.dataset import using
from engine.lookahead.playout import time_limit
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import maneuver_dice, original_hits, value
from engine.systems.iron_oak.machine import percent
from engine.systems.iron_oak.movement.hazards import smaller
from engine.systems.iron_oak.movement.rolls import table_roll
from engine.systems.iron_oak.orders.legal import goals
from engine.systems.iron_oak.state.commands import Aim, Oppose, Pass, Pretend, Protect, Seek
from engine.systems.iron_oak.state.events.moves import ManeuverRolled, ShipsMoved, WayNamed
from engine.systems.iron_oak.state.state import EDITION, Move, Roll, State
from engine.systems.iron_oak.thinking import advising
from engine.systems.iron_oak.thinking.advising import CLEARLY, FOLLOWS, SURE, order_trials
from engine.systems.iron_oak.thinking.place_reasons import fire_at, place_reasons
from engine.systems.iron_oak.thinking.place_worth import (
    POINT,
    STEP_OUT,
    caution,
    enemies_of,
    going_worth,
    leading_side,
    outside_worth,
    place_worth,
    precious,
    pressing,
)
from engine.systems.iron_oak.thinking.quick_score import (
    RAKE,
    attack_worth,
    delay,
    goal_worth,
    rake_worth,
    rams,
    weight,
)
from engine.systems.iron_oak.thinking.reasons import aim_reasons
from tests.engine.systems.iron_oak.table import Table, ship, table

GAME = system("iron_oak")


def advised(state: State, seat: str, slot: str = "") -> tuple[Advice, ...]:
    view = GAME.view(state, seat)
    question = next(each for each in GAME.pending(state) if each.seat == seat)
    if slot:
        assert isinstance(question, Sheet)
        question = question.as_decision(question.slot(slot))  # type: ignore[assignment]
    return GAME.thinking.advice(view, question, Random(1))


def words(advice: Advice) -> str:
    return "; ".join(reason.words for reason in advice.reasons)


def virginia_and_cumberland(**fields: object) -> Table:
    return table(
        [ship("uss_cumberland", "B2", anchored=True)],
        [ship("css_virginia", "B2")],
        active="confederate",
        phase="order",
        **fields,
    )


def test_an_order_is_told_by_its_chance_its_hits_and_the_reply() -> None:
    best = advised(virginia_and_cumberland().state, "B", "css_virginia")[0]
    assert best.option == "ram_spar"
    assert "strikes Cumberland" in words(best)
    assert "1 may fire at her" in words(best)
    assert best.worth == sum(reason.worth for reason in best.reasons)


def test_every_order_that_is_open_is_weighed_best_first() -> None:
    state = virginia_and_cumberland().state
    found = advised(state, "B", "css_virginia")
    (sheet,) = GAME.pending(state)
    assert isinstance(sheet, Sheet)
    orders = {option.id for option in sheet.slot("css_virginia").options}
    assert {each.option for each in found} == orders
    assert [each.worth for each in found] == sorted((each.worth for each in found), reverse=True)


def test_a_sheet_is_advised_as_a_draft_that_may_be_sealed() -> None:
    state = virginia_and_cumberland().state
    (advice,) = advised(state, "B")
    (sheet,) = GAME.pending(state)
    assert isinstance(sheet, Sheet)
    assert sheet.faults(advice.draft) == ()
    assert advice.draft["css_virginia"].option == "ram_spar"
    assert all(reason.words.startswith("Virginia: ") for reason in advice.reasons)


def test_a_shot_is_told_by_its_hits_and_what_the_target_decides() -> None:
    play = virginia_and_cumberland(scenario="hampton_roads_day_1")
    play.fill("B", {"css_virginia": "maneuver_0"}).skip("gunnery")
    best = advised(play.state, "B")[0]
    assert best.option == "uss_cumberland"
    assert "Hits on average" in words(best)
    assert "the fate of Cumberland decides the battle" in words(best)


def test_a_card_is_told_by_the_chance_before_and_after_it() -> None:
    quick = next(number for number, card in book().cards.items() if card.kind == "quick_maneuver")
    play = virginia_and_cumberland(hands=([], [quick]))
    play.fill("B", {"css_virginia": "maneuver_1"}).do("B", "B1")
    play.asked("cards")
    card = next(each for each in advised(play.state, "B") if each.option.startswith("play:"))
    assert "the maneuver succeeds with" in words(card)
    assert "instead of" in words(card)


@pytest.mark.parametrize("order", ["maneuver_1", "cross_t", "ram_spar"])
def test_a_card_is_worth_as_much_as_the_maneuver_that_it_helps(order: str) -> None:
    """A card for a maneuver that hardly matters is kept for a better moment (docs/bots.md)."""
    quick = next(number for number, card in book().cards.items() if card.kind == "quick_maneuver")
    play = table(
        [ship("uss_minnesota", "B2")],
        [ship("css_virginia", "B2")],
        active="confederate",
        phase="order",
        hands=([], [quick]),
    )
    play.fill("B", {"css_virginia": order}).skip("cards")
    state, move = play.state, play.state.move
    assert move is not None
    virginia, minnesota = state.ships["css_virginia"], state.ships["uss_minnesota"]
    with using(GAME.data):
        if order == "maneuver_1":
            worth = max(0.0, going_worth(state, virginia, move.goal, 1.0))
        elif order == "cross_t":
            worth = max(0.0, rake_worth(minnesota, "bow"))
        else:
            worth = attack_worth(state, virginia, minnesota, "ram")
    card = next(each for each in advised(state, "B") if each.option.startswith("play:"))
    before, after = re.findall(r"(\d+)%", words(card))[::-1]
    assert card.reasons[0].worth == pytest.approx(
        worth * (int(after) - int(before)) / 100 / POINT, abs=0.01 * worth / POINT
    )


def test_a_ship_among_many_enemies_fears_no_more_than_to_lose_all_that_she_is() -> None:
    """Five guns of enemies may do five times her worth; counted so, a gunboat would leave a battle
    that her side wins.
    """
    ids = ("uss_new_ironsides", "uss_onondaga", "uss_minnesota", "uss_brooklyn", "uss_hartford")
    play = table([ship(id, "B2") for id in ids], [ship("css_selma", "B3")])
    with using(GAME.data):
        view = GAME.view(play.state, "B")
        selma = view.ships["css_selma"]
        most = caution(view, "confederate") * value(selma) * precious(view, selma)
        hits = fire_at(view, "css_selma", "B2").hits
        assert hits > original_hits(selma)
        assert place_worth(view, "css_selma", "B2") >= -most
        feared = [
            reason.worth
            for reason in place_reasons(view, "css_selma", "B2")
            if reason.term == "under_fire"
        ]
        assert feared == [pytest.approx(-most)]


def test_a_ship_that_is_to_leave_loses_a_turn_by_a_ram() -> None:
    ships = [ship("uss_carondelet", "C3")], [ship("css_arkansas", "C3")]
    leaves, stays = (
        table(*ships, active="confederate", phase="order", scenario=scenario)
        for scenario in ("yazoo_river", "hampton_roads")
    )
    ram = next(e for e in advised(leaves.state, "B", "css_arkansas") if e.option == "ram_spar")
    assert "loses a turn on her way out" in words(ram)
    ram = next(e for e in advised(stays.state, "B", "css_arkansas") if e.option == "ram_spar")
    assert "loses a turn" not in words(ram)
    with using(GAME.data):
        for play, lost in ((leaves, STEP_OUT), (stays, 0.0)):
            view = GAME.view(play.state, "B")
            assert delay(view, view.ships["css_arkansas"]) == lost


def test_a_ship_outside_is_advised_to_enter() -> None:
    play = table([ship("uss_galena", "off:left")], [ship("css_patrick_henry", "C5")])
    best = advised(play.state, "A", "uss_galena")[0]
    assert best.option == "maneuver_1"


def test_a_ship_outside_sees_the_batteries_before_she_enters() -> None:
    """At Drewry's Bluff the batteries of A3, A4 and A5 cover the rows A to C, but not D and E."""
    state = GAME.set_up("drewrys_bluff")
    with using(GAME.data):
        galena, outside = state.ships["uss_galena"], state.ships["uss_aroostook"]
        assert not outside.on_map
        assert enemies_of(state, galena) == enemies_of(state, outside)
        worth = {row: place_worth(state, outside.id, f"{row}1") for row in "ABCDE"}
        assert min(worth["D"], worth["E"]) > max(worth["A"], worth["B"])


def test_a_draft_keeps_to_the_ships_that_may_enter_in_a_turn() -> None:
    state = Table(GAME.set_up("mobile_bay_gauntlet")).skip("orders").state
    (advice,) = advised(state, "A")
    (sheet,) = GAME.pending(state)
    assert isinstance(sheet, Sheet)
    assert sheet.faults(advice.draft) == ()
    assert sheet.spent(advice.draft, "entering") == 3


def scored(play: Table, seat: str, command: Any) -> float:
    """Return the quick score of a command."""
    decision = Decision(seat, "any", "?", (Option("it", "it", command),), ship="uss_monitor")
    return GAME.thinking.quick_score(play.state, decision, Answer("it"))


def test_at_a_glance_an_enemy_is_opposed_by_her_weight_and_a_fort_by_its_fire() -> None:
    enemies = [ship("css_virginia", "C3"), ship("css_drewry", "C3")]
    fort = {"fort": "drewrys_bluff", "section": "upper_battery", "boxes": ["A4"]}
    play = table([ship("uss_monitor", "C3")], enemies, forts=([], [fort]))
    near = weight(play.state, "union", play.ship("css_virginia"))
    assert scored(play, "A", Oppose("css_virginia")) == near
    assert scored(play, "A", Protect("css_virginia")) == near
    assert scored(play, "A", Protect("drewrys_bluff")) == RAKE / 20
    assert scored(play, "A", Seek("confederate_contact_1")) > scored(play, "A", Seek())


def test_who_has_a_ship_across_her_may_escape_and_it_is_told_how_likely() -> None:
    play = table(
        [ship("uss_monitor", "C3")], [ship("css_virginia", "C3", across_bow_of="uss_monitor")]
    )
    play.fill("A", {"uss_monitor": "maneuver_0"})
    found = {each.option: words(each) for each in advised(play.state, "A")}
    likely = percent(table_roll(play.state, play.ship("uss_monitor")).chance)
    assert f"may get clear of the ship across her, {likely}" in found["escape"]


def test_a_screen_is_told_by_the_card_that_it_costs() -> None:
    play = table(
        [ship("uss_monitor", "C3"), ship("uss_minnesota", "C3", order="maneuver_0")],
        [ship("css_virginia", "C3")],
        hands=([31], []),
    )
    play.fill("A", {"uss_monitor": "maneuver_0"}).do("A", "uss_monitor").do("A", "none")
    found = {each.option: words(each) for each in advised(play.state, "A")}
    assert "spends her order to cover Minnesota" in found["screen:uss_minnesota"]


def test_who_has_ram_and_torpedo_is_thought_to_use_both() -> None:
    both = next(
        id for id, card in book().ships.items() if card.ram and card.spar and card.side == "union"
    )
    state = table([ship(both, "C3")], [ship("css_virginia", "C3")]).state
    (attack,) = rams(state, state.ships[both])
    assert attack[1] == "ram_and_spar"


def test_a_false_contact_outside_comes_in_as_a_ship_would() -> None:
    """A False Contact that waits or leaves would tell the enemy which counters are ships."""
    state = table([ship("uss_galena", "off:left")], [ship("css_virginia", "C5")]).state
    contact = replace(state.ships["uss_galena"], kind="contact")
    assert outside_worth(state, contact) == outside_worth(state, state.ships["uss_galena"]) < 0.0
    decoys = replace(state, ships={**state.ships, "uss_galena": contact})
    with using(GAME.data):
        far, near = (place_worth(decoys, "uss_galena", box) for box in ("C1", "C4"))
        left = place_worth(decoys, "uss_galena", "off:top")
    assert left < far < near < 0.0


def test_who_loses_if_nothing_more_happens_wants_to_get_at_the_enemy() -> None:
    state = GAME.set_up("charleston")
    with using(GAME.data):
        assert leading_side(state) == "confederate"
        assert pressing(state, "union") > 1.0 > pressing(state, "confederate")
        assert caution(state, "union") < caution(state, "confederate")


def test_it_is_said_of_the_distance_that_the_battle_is_lost_as_it_stands() -> None:
    play = table([ship("uss_galena", "C1")], [ship("css_virginia", "C3")], scenario="hampton_roads")
    with using(GAME.data):
        said = {
            side: "; ".join(each.words for each in place_reasons(play.state, name, "C2"))
            for side, name in (("union", "uss_galena"), ("confederate", "css_virginia"))
        }
        loses = "union" if leading_side(play.state) == "confederate" else "confederate"
        assert leading_side(play.state)
    assert [side for side in said if ", and at present the battle is lost" in said[side]] == [loses]


def test_a_counter_that_nobody_knows_is_gone_for_by_night() -> None:
    state = table([ship("uss_galena", "C1")], [ship("css_virginia", "C5", hidden=True)]).state
    unknown = replace(state.ships["css_virginia"], counter="confederate_counter_1")
    view = GAME.view(replace(state, ships={**state.ships, "css_virginia": unknown}), "A")
    assert "css_virginia" not in view.ships
    with using(GAME.data):
        assert place_worth(view, "uss_galena", "C2") > place_worth(view, "uss_galena", "C1")


def test_a_hidden_ship_rolls_her_own_dice_and_nobody_asks_for_silence() -> None:
    play = table([ship("uss_galena", "C1", hidden=True)], [])
    own = maneuver_dice(play.ship("uss_galena"))
    state = replace(
        play.state, move=Move(ship="uss_galena", order="maneuver_1", way="maneuver_1", goal="C2")
    )
    dice = [Option(each, each, Pretend(each)) for each in (own, *smaller(own))]
    asked = Decision("A", "feign", "?", tuple(dice), ship="uss_galena")
    scores = [GAME.thinking.quick_score(state, asked, Answer(each.id)) for each in dice]
    assert scores[0] == max(scores) > max(scores[1:])
    passing = Decision("A", "any", "?", (Option("a", "a", Pass()), Option("b", "b", Pass("*"))))
    open_, silent = (GAME.thinking.quick_score(state, passing, Answer(id)) for id in "ab")
    assert open_ > silent


def test_orders_that_were_tried_are_told_by_battles_in_the_mind() -> None:
    """The order that a captain gives is the first advice for each ship, with the result of its
    simulated battles.
    """
    state = Table(GAME.set_up("hampton_roads")).skip("orders").state
    (sheet,) = GAME.pending(state)
    assert isinstance(sheet, Sheet)
    (whole,) = advised(state, sheet.seat)
    told = []
    for slot in sheet.slots:
        if slot.id in whole.draft and slot.id in state.ships:
            best = advised(state, sheet.seat, slot.id)[0]
            assert best.option == whole.draft[slot.id].option
            told.append(words(best))
    assert all(FOLLOWS in each for each in told)


def test_with_a_clock_that_has_run_out_orders_are_found_at_a_glance() -> None:
    state = Table(GAME.set_up("hampton_roads")).skip("orders").state
    (sheet,) = GAME.pending(state)
    looks = [0]

    def run_out() -> bool:
        looks[0] += 1
        return True

    with time_limit(run_out):
        (whole,) = advised(state, sheet.seat)
    assert looks[0] <= 3
    assert sheet.faults(whole.draft) == ()  # type: ignore[union-attr]


def test_orders_that_are_not_clearly_better_and_drifting_stay_untried(monkeypatch: Any) -> None:
    """Simulated battles are not exact enough for small differences, or for drifting ships."""
    state = Table(GAME.set_up("hampton_roads")).skip("orders").state
    (sheet,) = GAME.pending(state)
    view = GAME.view(state, sheet.seat)
    with using(GAME.data):
        for gain, noise, first in (
            (CLEARLY / 2, 0.0, True),
            (CLEARLY * 2, 0.0, False),
            (CLEARLY * 2, 1.0, True),
            (CLEARLY * 2 + SURE, 1.0, False),
        ):
            found = replace(view)  # another state: what is known of one is kept
            monkeypatch.setattr(
                advising._Race, "gain", lambda self, number, gain=gain: gain * bool(number)
            )
            monkeypatch.setattr(advising, "noise", lambda differences, noise=noise: noise)
            tried = order_trials(found, sheet.seat)
            assert tried[0].glance is first
            glance = next(each.draft for each in tried if each.glance)
            singly = [each for each in tried if each.ship]
            assert singly
            for each in singly:
                order = each.draft[each.ship].option
                assert order != "drift" or glance[each.ship].option == "drift"


def test_where_one_ship_decides_the_battle_to_finish_another_brings_less() -> None:
    worths = []
    for scenario in ("", "hampton_roads"):
        play = table(
            [ship("uss_zouave", "B2", hits=1), ship("uss_minnesota", "B3")],
            [ship("css_virginia", "B2")],
            active="confederate",
            phase="action",
            **({"scenario": scenario} if scenario else {}),
        )
        with using(GAME.data):
            found = aim_reasons(play.state, "css_virginia", Aim("uss_zouave"))
        worths.append(sum(each.worth for each in found if each.term in ("finish", "line")))
    assert worths[0] > worths[1] > 0


def test_after_two_failures_to_reach_a_box_another_is_tried() -> None:
    """If she does anything else, or succeeds, the count of failures starts again."""
    state = table(
        [ship("uss_cumberland", "C2")],
        [ship("css_virginia", "C4")],
        active="union",
        phase="action",
    ).state
    state = replace(state, move=Move(ship="uss_cumberland", order="maneuver_1", way="maneuver_1"))

    def best(thwarted: tuple[str, ...]) -> str:
        unit = replace(state.ships["uss_cumberland"], thwarted=thwarted)
        found = replace(state, ships={**state.ships, unit.id: unit})
        with using(GAME.data):
            return max(goals(found, unit), key=lambda goal: goal_worth(found, unit, goal))

    goal = best(())
    assert best((goal,)) == goal
    assert best((goal, goal)) != goal

    def named(at: State, to: str) -> State:
        return WayNamed(ship="uss_cumberland", way="maneuver_1", goal=to).after(at)

    def rolled(at: State, succeeded: bool = False) -> State:
        dice = Roll(dice="d10d6", faces=(3, 3), drm=0)
        return ManeuverRolled(
            ship="uss_cumberland",
            way="maneuver_1",
            challenge=dice,
            response=dice,
            succeeded=succeeded,
        ).after(at)

    state = replace(state, edition=EDITION)
    twice = rolled(named(rolled(named(state, goal)), goal))
    assert twice.ships["uss_cumberland"].thwarted == (goal, goal)
    assert named(twice, "B2").ships["uss_cumberland"].thwarted == ()
    assert rolled(named(twice, goal), succeeded=True).ships["uss_cumberland"].thwarted == (
        goal,
        goal,
    )
    moved = ShipsMoved(ships=("uss_cumberland",), box=goal, how="maneuver").after(twice)
    assert moved.ships["uss_cumberland"].thwarted == ()
    older = replace(state, edition=UNSET)
    assert rolled(named(older, goal)).ships["uss_cumberland"].thwarted == (), (
        "old files read as ever"
    )
