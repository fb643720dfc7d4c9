"""A shot foreseen is what the dice bring, counted over every way in which they fall."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.systems.iron_oak.foresight.shot_odds import (
    _inflicted,
    critical_harm,
    plain_hits,
    shot_at,
)
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import GunnerySegment, State
from tests.engine.systems.every_fall import every_fall
from tests.engine.systems.iron_oak.every_course import chance, every_course, mean
from tests.engine.systems.iron_oak.table import position, ship

FIRER, TARGET = "css_little_rebel", "uss_zouave"
"""One small gun against thin sides: few ways in which the dice may fall."""
HEAVY, SINKS, RETIRES, VALUE = 2, 3, 3, 190
"""Zouave's card: Hits to heavy damage and to sink, casualties to retire, Victory Points."""


def fired(state: State, *steps: Any) -> dict[tuple[int, int, bool], float]:
    """Return the chance of Hits, casualties, and whether she is gone."""
    state = replace(state, shot=GunnerySegment(firer=FIRER, target=TARGET), agenda=steps)

    def run(dice: Dice) -> tuple[int, int, bool]:
        ledger = Ledger(state, dice)
        RULES.advance(ledger)
        after, before = ledger.state.ships[TARGET], state.ships[TARGET]
        return after.hits - before.hits, after.crew_loss - before.crew_loss, bool(after.lost)

    return every_fall(state.dice, run)


def duel(**worn: Any) -> State:
    """Two boxes apart: no shot of an explosion meets anybody."""
    return position([ship(TARGET, "C3", **worn)], [ship(FIRER, "C4")], active="confederate")


def test_a_shot_at_a_ship_with_one_hit_left_is_its_dice_over_every_fall() -> None:
    state = duel(hits=2, shields={"WL": -2, "A": -1})
    found = shot_at(state, state.ships[FIRER], state.ships[TARGET])
    told = fired(state, st.Shoot(FIRER, 1))
    assert 0 < found.sinks == pytest.approx(sum(p for key, p in told.items() if key[2]))
    assert found.hits == pytest.approx(found.sinks)
    assert found.cripples == found.retires == 0
    assert sum(each.share for each in found.locations) == pytest.approx(1)
    assert all(sum(each.cases) == pytest.approx(1) for each in found.locations)


@pytest.mark.parametrize("column", ["ship", "wl"])
def test_a_critical_hit_is_its_dice_over_every_fall(column: str) -> None:
    state = duel(criticals=["speed_2", "armament_2"])
    target = state.ships[TARGET]
    harm = critical_harm(state, target, column)
    left = 3
    told: dict[tuple[int, int], float] = {}
    for (hits, crew, _), share in fired(state, st.Critical(TARGET, column, "A")).items():
        lost = 0 if hits >= left else crew
        told[min(left, hits), lost] = told.get((min(left, hits), lost), 0.0) + share
    assert harm == pytest.approx(told)


@pytest.mark.parametrize(
    "worn",
    [{}, {"crew_loss": 2}, {"hits": 1}, {"hits": 2, "shields": {"WL": -2}}],
    ids=["whole", "few hands", "hit once", "near sinking"],
)
def test_a_whole_shot_is_what_the_rules_make_of_every_fall(worn: dict[str, Any]) -> None:
    """Location, defence, critical hits and what follows from them, step by step."""
    state = duel(**worn)
    before = state.ships[TARGET]
    found = shot_at(state, state.ships[FIRER], before)
    aimed = replace(state, shot=GunnerySegment(firer=FIRER, target=TARGET))
    ends = every_course(aimed, st.Shoot(FIRER, 1))

    def gone(after: State) -> bool:
        return bool(after.ships[TARGET].lost)

    def lost(after: State) -> int:
        return after.ships[TARGET].crew_loss

    assert found.hits == pytest.approx(
        mean(ends, lambda after: min(SINKS, after.ships[TARGET].hits) - before.hits)
    )
    assert found.sinks == pytest.approx(chance(ends, gone))
    assert found.cripples == pytest.approx(
        chance(ends, lambda s: before.hits < HEAVY <= s.ships[TARGET].hits and not gone(s))
    )
    assert found.retires == pytest.approx(
        chance(ends, lambda s: before.crew_loss < RETIRES <= lost(s) and not gone(s))
    )
    assert found.worth == pytest.approx(VALUE * (found.sinks + found.cripples / 2))


def test_a_shot_adds_what_its_critical_hit_does() -> None:
    state = duel(crew_loss=2)
    firer, target = state.ships[FIRER], state.ships[TARGET]
    found = shot_at(state, firer, target)
    assert 0 < plain_hits(state, firer, target, False) < found.hits
    assert found.cripples > 0
    assert found.retires > 0


def test_a_magazine_takes_a_whole_section_and_a_second_boiler_instead_a_hit() -> None:
    """Iron & Oak 6.2.3; a crew of which nobody is left loses nobody."""
    section = {"fort": "drewrys_bluff", "section": "upper_battery", "boxes": ["A4"], "hits": 3}
    gone = ship("css_virginia", "C4", criticals=["boiler"], crew_loss=19)
    state = position([ship("uss_monitor", "C3")], [gone], forts=([], [section]))
    battery, virginia = state.unit("drewrys_bluff.upper_battery"), state.ships["css_virginia"]
    assert _inflicted(state, battery, "magazine") == {(8, 0): 1.0}
    assert _inflicted(state, virginia, "boiler") == {(2, 0): 1.0}
    assert _inflicted(state, virginia, "crew") == {(0, 0): 1.0}


def test_more_on_the_dice_is_better() -> None:
    state = duel()
    firer, target = state.ships[FIRER], state.ships[TARGET]
    hits = [shot_at(state, firer, target, extra=extra).hits for extra in (-4, 0, 4)]
    assert hits == sorted(hits)
    assert hits[0] < hits[2]
