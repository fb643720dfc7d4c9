"""The part of the game that computer players ask, and the chance to win a battle."""

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
    """Return the chance from 0 to 1 that a seat's side wins; a draw counts as half a win."""
    return fit.chance("oak_iron", features(view, seat), late(view))


def late(view: State) -> float:
    """Return what fraction of the battle's turns has been played, this one included."""
    return min(1.0, view.turn / LAST_TURN)


def features(view: State, seat: str) -> dict[str, float]:
    """Return figures about a position from which the chance to win is computed: {name: figure}.

    Each is what the seat's side has, less what its enemies have.
    """
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
    """Return the fraction of a ship's boxes that are empty; 0 if she can no longer fight."""
    return 1 - ship.spent if ship.fights or ship.awaited else 0.0


def _strength(view: State, side: str) -> float:
    """Return how strong a side still is, counted in fresh ships of fourteen boxes."""
    return sum(
        _health(ship) * (ship.damage_boxes + ship.fatigue_boxes) / 14
        for ship in view.ships.values()
        if view.side_of(ship.id) == side
    )


def _ships(view: State, side: str) -> int:
    return len(fighting(view, side)) + len(awaited(view, side))


def _spare(view: State, side: str) -> float:
    """Return how far a side is from withdrawing: 1 without strike points, 0 when it withdraws."""
    borne, points = summed(strike.borne, view, side), summed(strike.points, view, side)
    return (borne + 1 - points) / (borne + 1)


def _cards(view: State, side: str) -> int:
    return sum(len(view.squadrons[key].hand) for key in squadrons_of(view, side))


def _fortune(view: State, side: str) -> int:
    return sum(view.squadrons[key].fortune for key in squadrons_of(view, side))


def _objective(view: State) -> dict[str, float]:
    """Return the progress of the objective for its defender: {name: figure}; {} without a
    set-up.
    """
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
    """The part of the game that computer players, advice and searches ask.

    Every question of Oak & Iron is a single decision, never a sheet of several.
    """

    unit = "damage"
    winning_odds = 8.2  # fitted to 48 battles between `lieutenant` players

    def quick_score(self, view: State, question: Question, answer: Answer) -> float:
        """Return the quick score of an answer, which looks at most one move ahead."""
        from engine.systems.oak_iron.thinking import quick_score

        assert not isinstance(question, Sheet)
        option = question.option(answer.option)
        return quick_score.quick_score(view, question, option, answer.dial, answer.at)

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return the answers to a question with their worth and reasons, best first."""
        from engine.systems.oak_iron.thinking.advice.advise import advice

        return () if isinstance(question, Sheet) else advice(view, question)

    def playout_policy(self, view: State, question: Question) -> tuple[Advice, ...]:
        """Return rough advice for a question in a playout, best first; () where the quick score
        is used.
        """
        from engine.systems.oak_iron.thinking.search import playout_policy

        return () if isinstance(question, Sheet) else playout_policy(view, question)

    def horizon(self, view: State, question: Question) -> Horizon:
        """Return how many turns playouts look ahead: 1; 2 for a card or near the end; less in a
        crowd.
        """
        from engine.systems.oak_iron.thinking.search import horizon

        return Horizon() if isinstance(question, Sheet) else horizon(view, question)

    evaluate = lazy_method("engine.systems.oak_iron.thinking.search:score_side")
    chance = staticmethod(chance)
    luck = lazy_method("engine.systems.oak_iron.thinking.search:luck")

    def determinize(self, view: State, question: Question, random: Random) -> State:
        """Return a state in which possible cards replace those that the seat may not see."""
        from engine.systems.oak_iron.thinking.search import determinize

        return view if isinstance(question, Sheet) else determinize(view, question, random)
