"""Worth of passing a Skill Test or of winning a Challenge Test; advice on attempting one."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final

import numpy as np

from engine.game.advice import Advice
from engine.game.decision import Decision, Option
from engine.space.plane.many import Bases, together
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.crew_actions import extra_points
from engine.systems.oak_iron.effects.rerolls import skill
from engine.systems.oak_iron.effects.sailing import turns_twice
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.sailing import seamanship
from engine.systems.oak_iron.sailing.course import move_speed
from engine.systems.oak_iron.sailing.skill import test_pool
from engine.systems.oak_iron.sailing.speed import FASTEST
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.sides import seat_of
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import (
    BoardingTest,
    BonusStands,
    CardTestStands,
    RazeTest,
    RepairTest,
    ScoreChallenge,
    SquallResult,
)
from engine.systems.oak_iron.thinking.advice import board_or_cut_free
from engine.systems.oak_iron.thinking.measure.coming_fight import ComingFight
from engine.systems.oak_iron.thinking.measure.expected_harm import point_scale
from engine.systems.oak_iron.thinking.measure.going_first import value_of_first_move
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.melee import grapple_chance
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import ROUGH, base, moves, turns
from engine.systems.oak_iron.thinking.measure.relief import rested
from engine.systems.oak_iron.thinking.measure.weights import (
    best_first,
    scored,
    total,
    weight,
    worth,
)

ANY: Final = 0.3
"""Least worth of passing, in points: the estimates are rough, and no test is for nothing."""
AFLOAT: Final = 2.0
"""Points for getting off the ground."""
OBJECTIVE: Final = 3.0
"""Points for a step of the objective."""
ROLE: Final = 0.4
"""Points for the choice between attack and defence."""


def seamanship_offer(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on whether to attempt a Skill Test: the chance of a better move."""
    gain = odds.passing(view, decision.ship) * _better_move(view, decision.ship)
    given = []
    for option in decision.options:
        values = {"seamanship": gain} if isinstance(option.command, do.Seamanship) else {}
        given.append(scored(option.id, values))
    return best_first(given)


def value_of_passing(view: State, ship: str) -> float:  # noqa: PLR0911  (a case each)
    """Return the worth of passing the Skill Test at hand, in points."""
    step, tested = view.agenda[-2], view.ships[ship]
    match step:
        case BoardingTest(target=target):
            chance = grapple_chance(view, tested, view.ships[target])
            terms = board_or_cut_free.boarded(view, tested, view.ships[target], Guns(view))
            return max(ANY, worth(terms) / chance)
        case BonusStands(what="rally", card=card):
            points = dict(extra_points(view, tested, "rally")).get(card, 0)
            return worth(rested(view, tested, points))
        case BonusStands(what="repair", card=card):
            points = dict(extra_points(view, tested, "repair")).get(card, 0)
            return weight("damage") * point_scale(view, tested) * min(points, tested.damage)
        case CardTestStands():
            return weight("fatigue") * point_scale(view, tested)
        case RepairTest():
            return AFLOAT
        case RazeTest():
            return OBJECTIVE
        case SquallResult():
            return weight("sail")
    return _better_move(view, ship)


# Seamanship ----------------------------------------------------------------------------


def _better_move(view: State, ship: str) -> float:
    """Return how much a Seamanship Action improves the best move, scored by end poses alone.

    No move is traced and the turn after is left out: it is asked for in every activation.
    """
    if view.holds(ship):
        return _to_be_free(view, ship)
    ways = list(_ways(view, ship))
    ends = together([end for _, end in ways])
    sums = total(Outlook(view, ship).terms(ends, ahead=False))
    parts = np.split(sums, np.cumsum([len(end.x) for _, end in ways])[:-1])
    best = {name: float(np.max(part)) for (name, _), part in zip(ways, parts, strict=True)}
    plain = best.pop("plain")
    return max(ANY, max(best.values(), default=plain) - plain)


def _to_be_free(view: State, ship: str) -> float:
    """Return the worth of cutting free to an entangled ship."""
    options = (*seamanship.actions(view)[0], Option("none", "", do.Pass()))
    held = Decision(seat_of(view, ship), "seamanship_action", "", options, ship=ship)
    found = {each.option: each.worth for each in board_or_cut_free.cut_free(view, held)}
    return max(ANY, max(found.values()) - found["none"])


def _ways(view: State, ship: str) -> Iterator[tuple[str, Bases]]:
    """Yield the ends of a ship's moves without an action ('plain') and with each open one."""
    start, speed = base(view, ship), move_speed(view, ship)
    twice = turns_twice(view, view.ships[ship])
    yield "plain", _ends(start, speed, twice)
    for option in seamanship.actions(view)[0]:
        match option.command:
            case do.ChangeHeading():
                most = book().measures.tools[1].turn
                for angle in (-most, most):
                    yield f"{option.id} {angle}", _ends(start.turned(angle), speed, twice)
            case do.AdjustSpeed(by=by) if 0 <= speed + by <= FASTEST:
                yield option.id, _ends(start, speed + by, twice)


def _ends(start: Bases, speed: int, twice: bool) -> Bases:
    return moves(start, speed, turns(speed, ROUGH), twice).ends if speed else start


# Challenge -----------------------------------------------------------------------------


def value_of_successes(view: State, ship: str, mine: int) -> float:
    """Return the worth of a number of successes in a ship's Challenge Test.

    That is the prize times the chance to win it.
    """
    step = view.agenda[-2]
    assert isinstance(step, ScoreChallenge)
    squadron = view.ships[ship].squadron
    prize = (
        ROLE
        if step.prize == "role"
        else value_of_first_move(ComingFight(view, squadron, 1, bare=False))
    )
    chance = 1.0
    for _, rolled in step.rolled:
        chance *= 1.0 if mine > rolled else 0.5 if mine == rolled else 0.0
    for other in step.waiting[1:]:
        chance *= _beats(view, view.ships[ship], mine, view.squadrons[other].flagship)
    return prize * chance


def successes(dice: int) -> list[float]:
    """Return the probability of each number of successes in a Challenge Test (binomial)."""
    hit = odds.share(book().dice.counts["challenge_test"])
    return [comb(dice, n) * hit**n * (1.0 - hit) ** (dice - n) for n in range(dice + 1)]


def _beats(view: State, ship: Ship, mine: int, other: str) -> float:
    """Return the chance that another ship's test has fewer successes; Skill breaks a tie."""
    own, theirs = skill(view, ship), skill(view, view.ships[other])
    tie = 0.5 if own == theirs else float(own > theirs)
    return sum(
        chance * (1.0 if n < mine else tie if n == mine else 0.0)
        for n, chance in enumerate(successes(test_pool(view, other, "challenge").dice))
    )
