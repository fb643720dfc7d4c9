"""Which ships flee: one that is nearly lost, one whose side is ahead, one that carries the
objective.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from engine.game.decision import Advice
from engine.space.plane.many import Bases, Numbers
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Rules, SetUpPlan, State
from engine.systems.oak_iron.state.steps import EndActivation, Manoeuvre, SettleMove
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.advice.helm import NAMES
from engine.systems.oak_iron.thinking.measure import flight
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.search import playout_policy
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

GAME = OakIron()
SOUND = ship("A1", "sixth_rate", 30.5, 18.0, 90, damage=1)
CRIPPLE = ship("A1", "sixth_rate", 32.8, 18.0, 90, damage=7, fatigue=6)
"""A crippled ship near the table's edge, which she leaves unless she turns at once."""
CONSORTS = (ship("A2", "sloop", 4, 4, 0), ship("A3", "sloop", 4, 10, 0))
HEAVY = ship("B1", "third_rate", 28.5, 14.5, 90)


def steering(*ships: Any, **rest: Any) -> tuple[State, tuple[Advice, ...]]:
    """Return (battle before A1's move, advice on the move, best first)."""
    play = Skirmish(*ships, rules=Rules(), phase="movement", **rest)
    play.turn_to(Manoeuvre(), SettleMove(), EndActivation(), active="A1").settle()
    return play.state, advice(play.state, play.asked("A"))


def leaves(state: State, found: Advice) -> bool:
    """Return whether an answer takes A1 off the table."""
    turns: dict[str, Any] = {name: turn for turn, name in NAMES.items()}
    way = course.trace(state, "A1", do.Sail(turns[found.option], found.dial or 0.0))
    assert way is not None
    return way.off_table


def reason(found: Advice, term: str) -> float:
    """Return how much a term adds to the worth of an answer."""
    return sum(each.worth for each in found.reasons if each.term == term)


def gone(own: Any) -> tuple[Advice, bool]:
    """Return (the best answer that leaves the table, whether it is the best of all)."""
    state, found = steering(own, *CONSORTS, HEAVY)
    return next(each for each in found if leaves(state, each)), leaves(state, found[0])


def test_a_cripple_that_the_next_broadside_would_finish_leaves_the_table() -> None:
    """Now she is worth one strike point to the enemy; lost she would be worth two, and off the
    table none.
    """
    best, runs = gone(CRIPPLE)
    assert runs
    assert reason(best, "saved") > 4.0
    assert reason(best, "deserted") > -8.0
    assert {each.term for each in best.reasons} <= {"saved", "deserted"}


def test_a_ship_that_can_fight_on_stays() -> None:
    best, runs = gone(SOUND)
    assert not runs
    assert reason(best, "deserted") < -15.0
    assert reason(best, "saved") == 0.0


def test_the_last_ship_does_not_run_for_that_would_be_the_end() -> None:
    state, found = steering(CRIPPLE, HEAVY)
    assert not leaves(state, found[0])
    off = next(each for each in found if leaves(state, each))
    assert reason(off, "deserted") == pytest.approx(-75.0)


def test_peril_is_counted_from_the_guns_that_may_reach_her() -> None:
    worn = replace(CRIPPLE, fatigue=5)

    def peril(own: Any, *foes: Any) -> float:
        return flight.peril(Skirmish(own, *foes, rules=Rules()).state, own)

    light, far = ship("B1", "sloop", 30.5, 14.5, 90), ship("B1", "third_rate", 4, 30, 90)
    assert 1.0 > peril(worn, HEAVY) > peril(worn, light) > 0.0
    assert peril(worn, HEAVY, replace(light, id="B2")) > peril(worn, HEAVY)
    assert peril(worn, far) == 0.0
    assert peril(replace(worn, damage=2, fatigue=1), HEAVY) == 0.0


def terms(key: str, play: Skirmish, *places: tuple[float, float, float]) -> dict[str, Numbers]:
    """Return {term: its values at some places of a ship}."""
    lies = base(play.state, key)
    x, y, heading = np.array(places, dtype=float).T
    return Outlook(play.state, key).terms(Bases(x, y, heading, lies.length, lies.width))


def test_a_ship_nearly_lost_likes_distance_and_minds_the_edge_less() -> None:
    worn = replace(SOUND, damage=7, fatigue=6)
    sound = terms("A1", Skirmish(SOUND, HEAVY, rules=Rules()), (31, 20, 90), (20, 30, 0))
    found = terms("A1", Skirmish(worn, HEAVY, rules=Rules()), (31, 20, 90), (20, 30, 0))
    assert "away" not in sound
    near, far = found["away"]
    assert far > near > 0.0
    assert found["room"][0] > sound["room"][0]
    assert abs(found["closing"][1]) < abs(sound["closing"][1])


@pytest.mark.parametrize(("turn", "runs"), [(3, False), (6, False), (8, True), (10, True)])
def test_a_side_that_leads_keeps_away_when_it_is_late(turn: int, runs: bool) -> None:
    own, foe = ship("A1", "sixth_rate", 18, 18, 0), ship("B1", "sloop", 24, 18, 0)
    beaten = ship("B2", "sloop", 4, 4, 0, damage=7)
    play = Skirmish(own, foe, beaten, rules=Rules(), turn=turn)
    assert ("away" in terms("A1", play, (18, 18, 0))) is runs
    behind = Skirmish(replace(own, damage=7), foe, rules=Rules(), turn=turn)
    assert flight.flight(behind.state, "A1").lead == 0.0


def escorted(x: float, y: float, heading: float) -> tuple[State, tuple[Advice, ...]]:
    """Return (battle, advice) for the ship with the dignitary; the wind is from the west."""
    carrier = ship("A1", "sixth_rate", x, y, heading, token="dignitary")
    play = Skirmish(carrier, *CONSORTS, HEAVY, rules=Rules(), objective="escort", defender="A")
    table = replace(play.state.table, weather_edge="west")
    plan = SetUpPlan(size="patrol", homes={"A": "south", "B": "north"}, attacker="B")
    play.state = replace(play.state, plan=plan, table=table)
    play.turn_to(Manoeuvre(), SettleMove(), EndActivation(), active="A1").settle()
    return play.state, advice(play.state, play.asked("A"))


def test_the_dignitary_is_brought_over_the_lee_edge() -> None:
    state, found = escorted(33.0, 18, 90)
    assert leaves(state, found[0])
    assert reason(found[0], "errand_done") > 30.0
    assert reason(found[0], "deserted") == 0.0


def test_the_dignitary_gets_away_in_playouts_too() -> None:
    """Also by the quicker policy that moves ships in an admiral's playouts."""
    state, _ = escorted(33.0, 18, 90)
    decision = GAME.pending(state)[0]
    seen = playout_policy(GAME.view(state, "A"), decision)
    assert leaves(state, seen[0])
    state, _ = escorted(18, 5.3, 180)
    seen = playout_policy(GAME.view(state, "A"), GAME.pending(state)[0])
    assert not leaves(state, seen[0])


def test_over_another_edge_the_dignitary_is_lost() -> None:
    state, found = escorted(18, 5.3, 180)
    off = next(each for each in found if leaves(state, each))
    assert reason(off, "errand_done") == 0.0
    assert reason(off, "saved") <= -8.0
    assert not leaves(state, found[0])


def test_the_dignitary_makes_for_the_lee_edge() -> None:
    state, _ = escorted(18, 18, 90)
    lies = base(state, "A1")
    x, y, heading = np.array([(21.0, 18.0, 90.0), (15.0, 18.0, 90.0)]).T
    found = Outlook(state, "A1").terms(Bases(x, y, heading, lies.length, lies.width))
    assert found["errand"][0] > found["errand"][1]
    assert "errand" not in Outlook(state, "A2").terms(base(state, "A2"))
