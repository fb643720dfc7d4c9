"""A battle looked back on: what each ship did, points by turn, luck, what decided it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.arena.fighting import play_out
from engine.game.game import Record
from engine.game.parts.review import ALL, Aftermath
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.review.report import report, written
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.review import COUNTED, aftermath, fate
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Roll
from tests.engine.systems.iron_oak.table import position, ship

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
    assert "Victory Points won" in written(report(battle), "text")


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
