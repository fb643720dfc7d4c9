"""The chance to win a battle of Iron & Oak, and the part of the game that computer players ask for
the worth of answers.
"""

from __future__ import annotations

from math import tanh
from random import Random

from engine.game.decision import Advice, Answer
from engine.game.parts.part import lazy_method
from engine.game.parts.thinking import Thinking
from engine.game.question import Question, Sheet
from engine.kit import chance as fit
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.data.facts import Side, VictoryLine
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.thinking.battle_playouts import determinize
from engine.systems.iron_oak.thinking.place_worth import evaluate, to_edge
from engine.systems.iron_oak.victory import (
    at_end,
    default_of,
    holds,
    lines_of,
    points,
    ships_of,
    taken_points,
)

# The chance to win from a position: the features of a side that the fitted model uses.


LEAD = 60.0
"""A lead in Victory Points, about one ironclad, from which on more lead hardly counts (it goes
through tanh)."""
FURTHEST = 6.0
"""A ship that waits off the map counts as this many boxes away from the edge where she should
leave."""
TERMS = ("hits", "aground", "places")
"""The kinds of reasons of `evaluate` that are figures of `features` as they are."""


def chance(view: State, seat: str) -> float:
    """Return the chance, 0 to 1, that a seat's side wins; a draw counts as half a win."""
    return fit.chance("iron_oak", features(view, seat), late(view))


def late(view: State) -> float:
    """Return how much of the battle has been played, from 0 to 1, by the number of turns."""
    return min(1.0, view.turn / max(1, view.turns))


def features(view: State, seat: str) -> dict[str, float]:
    """Return the figures of a position from which `chance` is computed, by name: the side's own
    minus the enemy's.
    """
    enemy = fleet.other_side(fleet.side_of(view, seat))
    side = fleet.other_side(enemy)
    first = next(iter(view.sides)) == side
    lead = points(view, side) - points(view, enemy)
    # The present worth of a side's ships and fort sections, in hundreds of Victory Points.
    own, theirs = (
        sum(
            fleet.value(unit) * max(0.0, 1 - unit.hits / fleet.original_hits(unit)) / 100
            for unit in fleet.own_units(view, each)
            if not isinstance(unit, Ship) or unit.kind == "ship"
        )
        for each in (side, enemy)
    )
    found = {
        "prior": fit.prior("iron_oak", view.scenario) * (1 if first else -1),
        "moves_first": 1.0 if view.first == side else -1.0,
        "lead": tanh(lead / LEAD),
        "taken": tanh((taken_points(view, side) - taken_points(view, enemy)) / LEAD),
        "strength": fit.ratio(own, theirs),
        "now": _would_win(view, side),
    }
    found |= {each.term: each.worth for each in evaluate(view, seat) if each.term in TERMS}
    for line in lines_of(view):
        sign = 1.0 if line.side == side else -1.0
        for name, value in _towards(view, line).items():
            found[name] = found.get(name, 0.0) + sign * value
    return found


def _would_win(view: State, side: Side) -> float:
    """Return 1 if the side would win after the present turn as the last one, -1 if it would lose, 0
    for a draw.
    """
    for line in lines_of(view):
        if holds(view, line):
            return 1.0 if line.side == side else -1.0
    default = default_of(view)
    return 0.0 if default == "draw" else 1.0 if default == side else -1.0


def _towards(  # noqa: PLR0911  (one answer a kind of line)
    view: State, line: VictoryLine
) -> dict[str, float]:
    """Return {name: number} with one figure, which says how nearly a victory line is met, mostly
    from 0 to 1. The name stands for the kind of line.
    """
    if holds(view, line) and not at_end(line):
        return {"holds": 1.0}
    match line.when:
        case "any_of" | "count":
            hurt = sorted((_hurt(each) for each in ships_of(view, line)), reverse=True)
            if line.at_most is not None:
                return {"spared": 1 - hurt[min(line.at_most, len(hurt) - 1)] if hurt else 0.0}
            need = 1 if line.when == "any_of" else line.at_least or 1
            return {"losses": sum(hurt[:need]) / need}
        case "exit" | "exit_count":
            ways = sorted(_way_out(view, each, line) for each in ships_of(view, line))[::-1]
            need = 1 if line.when == "exit" else line.at_least or 1
            return {"exit": sum(ways[:need]) / need}
        case "hits_on":
            ship = view.ships.get(line.ship)
            return {"hits_on": min(1.0, ship.hits / (line.at_least or 1)) if ship else 0.0}
        case "fort_silenced" | "sections_silenced":
            enemy = fleet.other_side(line.side)
            whole = [
                min(1.0, each.hits / fleet.original_hits(each))
                for each in view.sections.values()
                if (each.fort == line.fort if line.fort else each.side == enemy)
            ]
            need = len(whole) if line.fort else line.at_least or 1
            return {"forts": sum(sorted(whole)[::-1][:need]) / max(1, need)}
        case _:
            lead = points(view, line.side) - points(view, fleet.other_side(line.side))
            return {"margin": tanh((lead - line.margin) / LEAD)}


def _hurt(ship: Ship) -> float:
    """Return how near a ship is to being lost by damage: 0 undamaged, 1 lost."""
    if ship.lost == "sunk" or ship.captured_by:
        return 1.0
    if ship.lost:
        return 0.0
    return min(1.0, ship.hits / fleet.original_hits(ship))


def _way_out(view: State, ship: Ship, line: VictoryLine) -> float:
    """Return how near a ship is to leaving the map as a victory line requires: 1 if she has left, 0
    if she cannot any more.
    """
    if ship.lost.removeprefix("left:") in line.edges:
        return 1.0
    if ship.lost or ship.captured_by or ship.kind != "ship":
        return 0.0
    last = line.by_turn if line.by_turn is not None else view.turns
    far = FURTHEST
    if ship.on_map:
        far = 1.0 + min(to_edge(ship.box, edge) for edge in line.edges)
    if last - view.turn + 1 < far:
        return 0.0
    return (1 - far / (FURTHEST + 1)) * (1 - _hurt(ship))


# The part of the game that its computer players, advice and searches ask.


@uses_own_data
class IronOakThinking(Thinking[State]):
    """The thinking part of the game: scores by expected Hits, and by progress towards victory."""

    unit = "Victory Points"
    unit_size = 40.0  # `thinking/place_worth.py: POINT`, which a screen need not import
    """How many Victory Points make a point of a score. A lead of 20 points is a won battle."""
    winning_odds = 21.8  # fitted to 48 battles between `lieutenant` players

    slot_score = lazy_method("engine.systems.iron_oak.thinking.quick_score:slot_score")
    evaluate = lazy_method("engine.systems.iron_oak.thinking.place_worth:evaluate")
    chance = staticmethod(chance)

    def quick_score(self, view: State, question: Question, answer: Answer) -> float:
        from engine.systems.iron_oak.thinking.quick_score import quick_score

        assert not isinstance(question, Sheet)
        return quick_score(view, question, question.option(answer.option))

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return advice on a question: answers with their reasons, which count the enemy's
        reply.
        """
        from engine.systems.iron_oak.thinking.advising import advise

        return advise(view, question)

    def determinize(self, view: State, question: Question, random: Random) -> State:
        return determinize(view, random)
