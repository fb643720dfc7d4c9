"""The chance to win a battle of Wooden Ships, and the part of the game that computer players ask
for the worth of answers.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin, tanh
from random import Random

from engine.game.decision import Advice
from engine.game.parts.thinking import Horizon, Thinking
from engine.game.question import Question, Sheet
from engine.kit import chance as fit
from engine.kit.dataset import uses_own_data
from engine.lookahead.playout import has_time_limit
from engine.space.hexes import heading, plane
from engine.systems.wooden_ships.boarding.aboard import strength_of
from engine.systems.wooden_ships.fleet import (
    apart,
    crewless,
    lost_sections,
    snagged_with,
    surrendered,
)
from engine.systems.wooden_ships.gunnery.shot import shot, sides_borne
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import SIDES, Ship, State, afloat, friends, side_of
from engine.systems.wooden_ships.thinking.advice import (
    DOUBT,
    FEW,
    KINDS,
    advise_by_trials,
    advise_slot_by_trials,
    determinize,
    is_tried,
    unsealed,
)
from engine.systems.wooden_ships.thinking.prospect import evaluate, hull_condition, luck
from engine.systems.wooden_ships.thinking.slots import slot_score
from engine.systems.wooden_ships.victory import side_points

# The chance to win from a position: the features of a side that the fitted model uses.


LONGEST = 30
"""The number of turns that a usual battle takes; few battles have a last turn."""
REACH = 10
"""Broadsides count as bearing within this many hexes. The weather gauge is measured in units of
this distance."""
BROADSIDE = 10.0
"""A broadside counts as (its hit table + 1) divided by this: about 1 for a heavy one."""


def chance(view: State, seat: str) -> float:
    """Return the chance, 0 to 1, that a seat's side wins; a draw counts as half a win."""
    return fit.chance("wooden_ships", features(view, seat), late(view))


def late(view: State) -> float:
    """Return how much of a usual battle has been played, from 0 to 1, by the number of turns."""
    return min(1.0, view.turn / (view.rules.turn_limit or LONGEST))


def features(view: State, seat: str) -> dict[str, float]:
    """Return the figures of a position from which `chance` is computed, by name: the side's own
    minus the enemies'.
    """
    side = view.seats[seat].side
    own = [ship for ship in view.ships.values() if side_of(view, ship) == side]
    foes = [ship for ship in view.ships.values() if side_of(view, ship) != side]
    able, others = (
        [each for each in ships if not surrendered(each) and not crewless(each)]
        for ships in (own, foes)
    )

    def ratio(of: Callable[[Ship], float], scale: float) -> float:
        return fit.ratio(*(sum(map(of, ships)) / scale for ships in (able, others)))

    ours = float(side_points(view, side))
    rivals = dict.fromkeys(seat.side for seat in view.seats.values() if seat.side != side)
    theirs = float(sum(side_points(view, each) for each in rivals))
    worth = sum(ship.points for ship in view.ships.values()) or 1
    count = max(1, len(view.ships) / 2)
    first = next(iter(view.seats.values())).side == side
    duel = float(view.kind == "single")
    found = {
        "prior": fit.prior("wooden_ships", view.scenario) * (1 if first else -1),
        "ships": ratio(lambda each: 1.0, count),
        "condition": ratio(lambda each: hull_condition(each) * each.points, worth / 2),
        "hull": ratio(lambda each: each.hull, 10 * count),
        "crew": ratio(strength_of, 40 * count),
        "guns": ratio(lambda each: sum(each.guns) + sum(each.carronades), 10 * count),
        "rigging": ratio(lambda each: sum(each.rigging), 15 * count),
        "speed": ratio(lambda each: sum(filter(None, each.rigging[:1])) + 1, count),
        "lead": tanh((ours - theirs) / worth * 2),
        "ahead": 0.0 if ours == theirs else 1.0 if ours > theirs else -1.0,
        "loaded": (_loads(able) - _loads(others)) / count,
        "fresh": (_fresh(able) - _fresh(others)) / count,
        "sections": (_sections(others) - _sections(able)) / count,
        "bearing": (_bearing(view, able, others) - _bearing(view, others, able)) / count,
        "gauge": _gauge(view, able, others),
    }
    held = any(
        not friends(view, ship, view.ships[other])
        for ship in able
        for other in snagged_with(view, ship.id)
    )
    found["boarding"] = found["crew"] * held
    for name in ("hull", "crew", "condition", "bearing"):
        found[f"duel_{name}"] = found[name] * duel
    return found


def _loads(ships: list[Ship]) -> int:
    """Return how many sides of these ships are loaded."""
    return sum(load != "empty" for ship in ships for load in ship.loaded)


def _fresh(ships: list[Ship]) -> int:
    """Return how many sides of these ships still have their first broadside."""
    return sum(load == "initial" for ship in ships for load in ship.loaded)


def _sections(ships: list[Ship]) -> int:
    """Return how many crew sections these ships have lost; each lost section weakens a ship's
    fire.
    """
    return sum(lost_sections(ship.printed.crew, ship.crew) for ship in ships if not ship.prize)


def _bearing(view: State, firers: list[Ship], targets: list[Ship]) -> float:
    """Return the strength of the broadsides that bear now, in heavy broadsides; each ship counts
    with her best loaded one.
    """
    found = 0.0
    for ship in firers:
        if ship.enter_turn:
            continue
        best = 0.0
        for target in targets:
            if target.enter_turn or apart(ship, target) > REACH:
                continue
            for side in sides_borne(ship, target):
                if ship.loaded[SIDES.index(side)] != "empty":
                    fire = shot(ship, side, target)
                    best = max(best, (fire.table + 1) / BROADSIDE if fire.fires else 0.0)
        found += best
    return found


def _gauge(view: State, own: list[Ship], foes: list[Ship]) -> float:
    """Return how far a side is to windward of its enemies, -1 to 1; 0 if one of them has no ship on
    the map.
    """
    here, there = ([plane(s.bow) for s in ships if not s.enter_turn] for ships in (own, foes))
    if not here or not there or not afloat(view):
        return 0.0
    dx, dy = (
        sum(at[axis] for at in there) / len(there) - sum(at[axis] for at in here) / len(here)
        for axis in (0, 1)
    )
    blows = radians(heading(view.wind))
    return tanh((dx * sin(blows) - dy * cos(blows)) / REACH)


# The part of the game that its computer players, advice and searches ask.


ALONE = 4.0
"""The error, in points, of comparing two plots by static reasons (without playouts). They look one
turn ahead, and a rake in the turn after is worth about as much."""
SURE = 0.2
"""The error, in points, of comparing two answers for fire, loading or grappling by static reasons
(without playouts). It is small: battles played to the end find no better answers (docs/bots.md)."""


@uses_own_data
class WoodenShipsThinking(Thinking[State]):
    """The thinking part of the game: the worth of slots and sides, and advice on whole sheets."""

    unit = "Victory Points"
    winning_odds = 14.3  # fitted to 48 duels between `lieutenant` players

    slot_score = staticmethod(slot_score)
    evaluate = staticmethod(evaluate)
    chance = staticmethod(chance)

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return advice: drafts of a whole sheet, or answers to one slot, with their reasons."""
        if isinstance(question, Sheet):
            return advise_by_trials(self.game, view, question)
        return advise_slot_by_trials(self.game, view, question) if question.slot else ()

    def horizon(self, view: State, question: Question) -> Horizon:
        """Return how far playouts go: to the end of the next turn; with few ships, one turn
        farther.

        The current turn has at most one broadside, whose mean the static reasons already contain.
        """
        turns = 3 if len(view.ships) <= FEW else 2
        if question.kind not in KINDS:
            return Horizon(turns, doubt=SURE)
        if not is_tried(view, question.kind):
            return Horizon(turns, doubt=ALONE)
        return Horizon(turns, sooner=2, doubt=DOUBT)

    def luck(self, before: State, event: AnyEvent, after: State, seat: str) -> float:
        """Return how lucky a broadside's die was for a seat's side, in points: the result minus the
        mean.
        """
        return luck(before, event, seat)

    def determinize(self, view: State, question: Question, random: Random) -> State:
        """Return a possible full state for playouts: seats whose sheets are hidden fill them in
        again.

        In a search with a time limit they choose as the computer player `captain` would.
        """
        if has_time_limit() and is_tried(view, question.kind):
            return determinize(self.game, view, question, random)
        return unsealed(view)
