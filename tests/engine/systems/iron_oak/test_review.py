"""The review of a finished battle: what each ship did, points by turn, luck, what decided it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.arena.fighting import play_out
from engine.game.decision import Answer
from engine.game.game import Record
from engine.game.parts.review import ALL, Aftermath
from engine.game.question import Fill, Sheet
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.review.curve import CostlyChoice, costliest
from engine.review.hindsight import judge_choices
from engine.review.proving import run_trials
from engine.review.report import render_report, report
from engine.systems.iron_oak.foresight.maneuver_odds import way_to
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.review import COUNTED, _Counting, aftermath, fate
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Roll
from tests.engine.systems.iron_oak.table import Told, position, ship

GAME = IronOak()
START = position([ship("uss_monitor", "C3")], [ship("css_virginia", "C3")])
SHOT = ev.ShotFired(
    unit="uss_monitor",
    target="css_virginia",
    gunnery=Roll("d10", (9,)),
    defence=Roll("d6", (4,)),
    location="A",
    locations=(3,),
    case="effective",
)


def after(*events: ev.AnyEvent) -> Aftermath:
    return aftermath(START, [Record(n=1, kind="command", at=1, seat="A", events=events)])


def counts(found: Aftermath, name: str) -> dict[str, int]:
    each = next(tally for tally in found.ships if tally.name == name)
    return {what: count for what, count in zip(COUNTED, each.counts, strict=True) if count}


def test_hits_of_a_shot_go_to_the_credit_of_who_fired() -> None:
    found = after(
        ev.TargetNamed("uss_monitor", "css_virginia"),
        SHOT,
        ev.HitsTaken("css_virginia", 2),
        ev.ShotEnded("uss_monitor"),
        ev.HitsTaken("css_virginia", 1),
    )
    assert counts(found, "Monitor") == {"shots": 1, "hits dealt": 2}
    assert counts(found, "Virginia") == {"hits taken": 3}


def test_luck_is_the_roll_against_its_exact_chance() -> None:
    found = after(ev.TargetNamed("uss_monitor", "css_virginia"), SHOT)
    luck = {each.purpose: each for each in found.luck}
    assert set(luck) == {"gunnery", ALL}
    assert luck["gunnery"].expected == pytest.approx(39 / 60)  # d10 over d6
    assert luck["gunnery"].better == pytest.approx(21 / 60)


@pytest.fixture(scope="module")
def battle() -> Battle:
    battle = Battle.new(GAME, "hampton_roads", 3)
    play_out(battle, {key: make_player("lieutenant", GAME, 3, key) for key in "AB"})
    return battle


def test_a_whole_battle_is_counted_and_reported(battle: Battle) -> None:
    found = GAME.review.aftermath(battle.at(0), battle.entries)
    assert found.sides == ("Union", "Confederacy")
    assert found.decided
    assert {score.turn for score in found.scores} >= {1, 2}
    assert found.moments
    dealt = sum(tally.counts[1] for tally in found.ships)
    taken = sum(tally.counts[2] for tally in found.ships)
    assert 0 < dealt <= taken
    assert "Victory Points won" in render_report(report(battle), "text")


def test_hidden_ships_are_left_out() -> None:
    battle = Battle.new(GAME, "phantom", 5)
    found = GAME.review.aftermath(battle.at(0), battle.entries)
    hidden = {ship.id for ship in battle.state.ships.values() if ship.hidden}
    assert hidden
    assert len(found.ships) == len(battle.state.ships) + len(battle.state.sections) - len(hidden)


def test_a_ram_is_counted_with_the_hits_that_it_dealt() -> None:
    rolls = Roll("d6", (3,)), Roll("d6", (2,))
    found = after(ev.Rammed("css_virginia", "uss_monitor", *rolls, target_hits=3, own_hits=1))
    assert counts(found, "Virginia") == {"rams": 1, "hits dealt": 3}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"lost": "sunk"}, "sunk"),
        ({"captured_by": "union"}, "captured"),
        ({"captured_by": "union", "lost": "left:right"}, "captured"),
        ({"lost": "left:right"}, "left by the right edge"),
        ({"grounded": True}, "aground"),
        ({}, ""),
    ],
)
def test_the_fate_of_a_ship(fields: dict[str, Any], told: str) -> None:
    assert fate(replace(START.ships["css_virginia"], **fields)) == told


# Orders in hindsight: the one that cost most, and what it did to the chance of winning.


LEAVES = {"side": "union", "when": "exit", "ships": ["uss_monitor"], "edge": "right"}


def last_turn(order: str) -> Battle:
    """Return a finished last turn, in which the Monitor lay beside the edge that would win it for
    her.
    """
    state = position(
        [ship("uss_monitor", "C5")],
        [ship("css_virginia", "A1")],
        victory=[LEAVES],
        default="confederate",
        turns=1,
    )
    battle = Battle.from_state(GAME, GAME.settled(state, Told()), 3)
    while battle.pending():
        question = battle.pending()[0]
        if isinstance(question, Sheet):
            draft = dict(question.proposed)
            if question.seat == "A" and question.kind == "orders":
                draft["uss_monitor"] = Answer(order)
            battle.submit(question.seat, Fill(question.id, draft))
        else:
            battle.answer(question.seat, Answer(question.options[0].id))
    return battle


def order_that_cost(battle: Battle) -> CostlyChoice:
    found = judge_choices(GAME, battle.at(0), battle.entries, battle.seed, ("A",))
    return costliest(found, 1)[0]


def test_the_costliest_order_is_named_with_the_better_one_and_the_difference() -> None:
    battle = last_turn("maneuver_0")
    choice = order_that_cost(battle)
    view = GAME.view(battle.at(choice.n - 1), "A")
    (sheet,) = GAME.pending(view)
    assert isinstance(sheet, Sheet)
    asked = sheet.as_decision(sheet.slot("uss_monitor"))
    worths = {each.option: each.worth for each in GAME.thinking.advice(view, asked, Random(1))}
    assert (choice.slot, choice.instead) == ("uss_monitor", Answer("maneuver_1"))
    assert choice.question == "Orders of the turn Monitor"
    assert (choice.chosen, choice.better) == ("Hold in this box", "Maneuver 1: next box")
    assert choice.cost == pytest.approx(worths["maneuver_1"] - worths["maneuver_0"], abs=1e-3)


def test_an_order_that_was_the_best_cost_nothing() -> None:
    battle = last_turn("maneuver_1")
    found = judge_choices(GAME, battle.at(0), battle.entries, battle.seed, ("A",))
    assert not [choice for choice in found if choice and choice.slot]


def test_the_chance_of_winning_is_that_of_the_one_roll_that_decides() -> None:
    """Either she leaves the map by one roll, or the enemy wins; nothing else can happen in this
    turn.
    """
    battle = last_turn("maneuver_0")
    choice = order_that_cost(battle)
    found = run_trials(battle, choice, 200, 200)
    state = battle.at(choice.n - 1)
    leaves = way_to(state, state.ships["uss_monitor"], "off:right").arrives
    assert found.chosen == 0
    assert found.better / found.of == pytest.approx(leaves, abs=0.08)
    assert run_trials(battle, choice, 0, 10) == run_trials(battle, choice, 0, 10)


# Whom a turning point goes against: the side that lost by it.


@pytest.mark.parametrize(
    ("event", "loser"),
    [
        (ev.Captured("css_virginia", "union"), "B"),
        (ev.Silenced("css_virginia"), "B"),
        (ev.ShipsLeft(("css_virginia",), "left"), ""),
    ],
)
def test_a_turning_point_goes_against_who_lost_by_it(event: Any, loser: str) -> None:
    state = position([ship("uss_monitor", "B2")], [ship("css_virginia", "C3")])
    assert _Counting(state).loser(event) == loser
