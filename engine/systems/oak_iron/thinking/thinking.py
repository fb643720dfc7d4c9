"""The evaluation of answers in Oak & Iron, as computer players use it, and the chance to win a
battle.
"""

from __future__ import annotations

from math import tanh
from random import Random

from engine.game.decision import Advice, Answer
from engine.game.parts.part import lazy_method
from engine.game.parts.thinking import Horizon, Thinking
from engine.game.question import Question, Sheet
from engine.kit import chance as fit
from engine.kit.dataset import uses_own_data
from engine.systems.oak_iron.state.ships import awaited, fighting, other_side, squadrons_of, summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.terrain import lee_edge
from engine.systems.oak_iron.thinking.measure.hull_condition import wear
from engine.systems.oak_iron.thinking.measure.outlook import prospects
from engine.systems.oak_iron.thinking.measure.weights import lead
from engine.systems.oak_iron.thinking.quick_worth import both_sides
from engine.systems.oak_iron.thinking.search import range_score
from engine.systems.oak_iron.turn.end_phase import LAST_TURN
from engine.systems.oak_iron.victory import strike

# The chance to win from a position: the features of a side that the fitted model uses.


def chance(view: State, seat: str) -> float:
    """Return the chance that a seat's side wins (0 to 1), a draw counted as half a win."""
    return fit.chance("oak_iron", features(view, seat), late(view))


def late(view: State) -> float:
    """Return the fraction of the turns that have been played."""
    return min(1.0, view.turn / LAST_TURN)


def features(view: State, seat: str) -> dict[str, float]:
    """Return the features of a position for a seat's side: its own figures minus the enemies'."""
    side = view.squadrons[seat].side
    enemy = other_side(view, side)
    # Both are the key of a squadron, or of a side, or unknown.
    defends, begins = (
        view.squadrons[key].side if key in view.squadrons else key
        for key in (view.defender, view.initiative)
    )
    defender = 0.0 if not defends else 1.0 if defends == side else -1.0
    # When nobody wins a tie, both sides count the enemy as ahead.
    ahead = (lead(view, side) - lead(view, enemy)) / 2
    found = {
        "ahead": tanh(ahead / 2),
        "leads": 0.0 if not ahead else 1.0 if ahead > 0 else -1.0,
        "strength": fit.ratio(_strength(view, side), _strength(view, enemy)),
        "spare": _spare(view, side) - _spare(view, enemy),
        "ships": fit.ratio(_ships(view, side), _ships(view, enemy)),
        "cards": float(_cards(view, side) - _cards(view, enemy)),
        "fortune": float(_fortune(view, side) - _fortune(view, enemy)),
        "first": 0.0 if not begins else 1.0 if begins == side else -1.0,
        "defends": defender,
    }
    if view.objective:
        found[f"defends_{view.objective}"] = defender
        found |= {name: defender * each for name, each in _objective(view).items()}
    # In a fleet one ship's guns are a small fraction of the whole.
    share, promise = max(1.0, len(view.ships) / 4), prospects(view)
    for ship in view.ships.values():
        sign = (1.0 if view.squadrons[ship.squadron].side == side else -1.0) / share
        terms = dict(wear(ship))
        if ship.fights:
            terms |= {
                "bear": both_sides(view, ship.id),
                "empty": float(len(ship.reload)),
                "prospect": promise[ship.id],
            }
        for name, value in terms.items():
            found[name] = found.get(name, 0.0) + sign * value
    found["range"] = (range_score(view, side) - range_score(view, enemy)) / share
    return found


def _health(ship: Ship) -> float:
    """Return the fraction of a ship's boxes that are empty; 0 after she can no longer fight."""
    return 1 - ship.spent if ship.fights or ship.awaited else 0.0


def _strength(view: State, side: str) -> float:
    """Return the remaining strength of a side's ships, in units of a fresh ship of
    fourteen boxes.
    """
    return sum(
        _health(ship) * (ship.damage_boxes + ship.fatigue_boxes) / 14
        for ship in view.ships.values()
        if view.side_of(ship.id) == side
    )


def _ships(view: State, side: str) -> int:
    return len(fighting(view, side)) + len(awaited(view, side))


def _spare(view: State, side: str) -> float:
    """Return how far a side is from withdrawing, as a fraction of the points that it bears (1:
    nothing lost).
    """
    borne, points = summed(strike.borne, view, side), summed(strike.points, view, side)
    return (borne + 1 - points) / (borne + 1)


def _cards(view: State, side: str) -> int:
    return sum(len(view.squadrons[key].hand) for key in squadrons_of(view, side))


def _fortune(view: State, side: str) -> int:
    return sum(view.squadrons[key].fortune for key in squadrons_of(view, side))


def _objective(view: State) -> dict[str, float]:
    """Return the progress of the objective for its defender, by feature name; {} if it has none."""
    plan = view.plan
    if not plan:
        return {}
    found = {"razed": float(plan.razed), "scored": float(sum(plan.scored.values()))}
    ship = next((each for each in view.ships.values() if each.token == "dignitary"), None)
    if view.objective == "escort" and ship is not None and ship.pose is not None:
        x, y = ship.pose.at
        width, height = view.table.size
        off = {"west": x, "east": width - x, "south": y, "north": height - y}[lee_edge(view)]
        found["escape"] = (1 - off / max(width, height)) * _health(ship)
    return found


# The part of the game that its computer players, advice and searches ask.


@uses_own_data
class OakIronThinking(Thinking[State]):
    """The thinking part of the game. Every question of Oak & Iron is a decision; there are no
    sheets.
    """

    unit = "damage"
    winning_odds = 8.2  # fitted to 48 battles between `lieutenant` players

    def quick_score(self, view: State, question: Question, answer: Answer) -> float:
        """Return a quick score of an answer, one step ahead."""
        from engine.systems.oak_iron.thinking import quick_score

        assert not isinstance(question, Sheet)
        option = question.option(answer.option)
        return quick_score.quick_score(view, question, option, answer.dial, answer.at)

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return advice on a question: answers with their worth, best first."""
        from engine.systems.oak_iron.thinking.advice.advise import advice

        return () if isinstance(question, Sheet) else advice(view, question)

    def playout_policy(self, view: State, question: Question) -> tuple[Advice, ...]:
        """Return a few answers chosen by the evaluation, for playouts."""
        from engine.systems.oak_iron.thinking.search import playout_policy

        return () if isinstance(question, Sheet) else playout_policy(view, question)

    def horizon(self, view: State, question: Question) -> Horizon:
        """Return the horizon of playouts: one turn; two for a card and near the end; less in a
        crowd.
        """
        from engine.systems.oak_iron.thinking.search import horizon

        return Horizon() if isinstance(question, Sheet) else horizon(view, question)

    evaluate = lazy_method("engine.systems.oak_iron.thinking.search:score_side")
    chance = staticmethod(chance)
    luck = lazy_method("engine.systems.oak_iron.thinking.search:luck")

    def determinize(self, view: State, question: Question, random: Random) -> State:
        """Return a state in which possible cards replace the cards that a seat may not see."""
        from engine.systems.oak_iron.thinking.search import determinize

        return view if isinstance(question, Sheet) else determinize(view, question, random)
