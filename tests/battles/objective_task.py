"""A computer player for tests that goes for its objective, because at random objectives are seldom
reached.
"""

from __future__ import annotations

from math import dist
from typing import Any

from engine.game.decision import Answer, Decision, Option
from engine.game.game import Game
from engine.lookahead.scoring import dial_value, steps
from engine.space.plane.pose import Point
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.state.ships import area, hull
from engine.systems.oak_iron.state.state import SAILS, State
from tests.battles.hothead import Hothead

LOOKS = 6
"""How many headings are tried for a move."""
ASTRAY = 100.0


class Errand:
    """Steers ships to the marker or island of the objective and anchors there; otherwise plays as a
    `Hothead`.
    """

    name = "errand"

    def __init__(self, game: Game[Any, Any, Any], seed: int, seat: str) -> None:
        self._else = Hothead(game, seed, seat, bold=False)

    def choose(self, view: State, decision: Decision) -> Answer:
        """Return a legal answer, one that leads to the objective if possible."""
        goal = _goal(view, decision.ship)
        if goal is not None and decision.kind in ("manoeuvre", "turn"):
            return _nearest(view, decision, goal)
        if goal is not None and decision.kind == "crew_action":
            sail = _sail(view, decision)
            if sail is not None:
                return Answer(sail.id)
        return self._else.choose(view, decision)


def _goal(view: State, key: str) -> Point | None:
    """Return the place to which a ship has to go for the objective; None if she has none."""
    plan, ship = view.plan, view.ships.get(key)
    if not plan or ship is None or ship.pose is None:
        return None
    if plan.marker is not None and ship.squadron == plan.attacker:
        return plan.marker
    islands = [area(piece) for piece in view.terrain if piece.id in plan.islands]
    middle = islands[0].centroid if ship.token and islands else None
    return (middle.x, middle.y) if middle is not None else None


def _nearest(view: State, decision: Decision, goal: Point) -> Answer:
    """Return the move that ends nearest to the goal without a collision."""
    answers: list[tuple[float, Answer]] = []
    for option in decision.options:
        last = steps(decision.dial) if option.dial and decision.dial else 0
        for look in range(LOOKS + 1 if last else 1):
            value = (
                dial_value(decision.dial, last * look // LOOKS) if last and decision.dial else None
            )
            way = course.trace(view, decision.ship, option.filled(decision, value, None))
            if way is not None:
                astray = ASTRAY * bool(way.struck or way.off_table)
                answers.append((dist(way.end.at, goal) + astray, Answer(option.id, value)))
    return min(answers, key=lambda each: each[0])[1] if answers else Answer(decision.options[-1].id)


def _sail(view: State, decision: Decision) -> Option | None:
    """Return the option that changes sail as the way to the goal demands; None if no change is
    needed.
    """
    ship, measures = view.ships[decision.ship], shipped().measures
    islands = [area(piece) for piece in view.terrain if view.plan and piece.id in view.plan.islands]
    far = min(hull(ship).polygon.distance(island) for island in islands)
    wanted = (
        "anchored" if far <= measures.pistol else "minimal" if far <= measures.musket else "battle"
    )
    there, here = SAILS.index(wanted), SAILS.index(ship.sail)
    if there == here or (ship.landing_party is not None and there > here):
        return None
    step = SAILS[here + (1 if there > here else -1)]
    return next((option for option in decision.options if option.id == f"sail_{step}"), None)
