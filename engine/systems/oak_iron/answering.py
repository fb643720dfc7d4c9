"""Checks before an order is given: where a ship or terrain may be placed, and a warning when the
order would harm its own side permanently.
"""

from __future__ import annotations

from engine.base.text import join_names
from engine.game.decision import Answer, Area, Decision, Option, Point
from engine.game.parts.thinking import Answering
from engine.game.question import Draft, Question
from engine.kit.agenda import Site
from engine.kit.dataset import uses_own_data
from engine.systems.oak_iron.sailing.course import trace
from engine.systems.oak_iron.sailing.manoeuvre import held_by_land
from engine.systems.oak_iron.sailing.scrolling import shift
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.terrain import gets_away

# Warnings before an order is given: the permanent harm that the order does to its own side, as a
# sentence.


def harm(  # noqa: PLR0911  (one answer a kind of harm)
    view: State, ship: str, command: cmd.AnyCommand
) -> str:
    """Return a warning when a ship's order would harm her own side permanently; '' when it would
    not.

    Such orders are a collision with a ship of her side, burning as a fire ship, and leaving the
    table (Oak & Iron ch. 5, Moving off the Table). Leaving is no harm for the ship that wins the
    battle by carrying the dignitary (a passenger) off the table.
    """
    moving = view.ships.get(ship)
    if moving is None or not moving.afloat:
        return ""
    if isinstance(command, cmd.Burn):
        return f"{wording.who(view, ship)} burns out, and fights no more"
    course = trace(view, ship, command)
    if course is None or held_by_land(view, course):
        return ""
    who = wording.who(view, course.ship)
    if course.off_table and shift(view, course) == (0.0, 0.0):
        if gets_away(view, view.ships[course.ship], course.end):
            return ""  # leaving here carries the dignitary away, which is the aim
        return f"{who} leaves the table and the battle"
    side = view.side_of(course.ship)
    friends = [key for key in course.struck if key in view.ships and view.side_of(key) == side]
    if not friends:
        return ""
    return (
        f"{who} collides with her consort {join_names([wording.who(view, key) for key in friends])}"
    )


# The part of the game that checks an answer: allowed places, and permanent harm.


@uses_own_data
class OakIronAnswering(Answering[State]):
    """Checks an answer before it is given: where ships and terrain may go, and permanent harm to
    its own side.

    The area depends on the option and on the angle of its dial.
    """

    def area(
        self, view: State, decision: Decision, option: Option, dial: float | None = None
    ) -> Area | None:
        """Return the area where the option's ship or terrain may be placed with heading `dial`."""
        there = _site(view, decision, option, dial)
        return there.area if there else super().area(view, decision, option, dial)

    def why_not(self, view: State, decision: Decision, answer: Answer) -> str:
        """Return the rule against the chosen place of a ship or terrain, as a sentence; '' for
        none.
        """
        at: Point | None = answer.at
        there = _site(view, decision, decision.option(answer.option), answer.dial)
        if there is None or at is None:
            return super().why_not(view, decision, answer)
        return there.why_not(at)

    def harm(self, view: State, question: Question, given: Answer | Draft) -> str:
        """Return a warning when an answer would harm its own side permanently; '' when it would
        not.
        """
        if not isinstance(question, Decision) or not isinstance(given, Answer):
            return ""
        option = question.option(given.option)
        if option.area:
            return ""

        command = option.filled(question, given.dial, None)
        active = view.activation.ship if view.activation is not None else ""
        return harm(view, getattr(command, "ship", "") or question.ship or active, command)


def _site(view: State, decision: Decision, option: Option, dial: float | None) -> Site | None:
    if not option.area or decision.area:
        return None
    from engine.systems.oak_iron.turn.rules import RULES

    return RULES.site(view, option.filled(decision, dial, None))
