"""Where the thing of an answer may be put in Oak & Iron, and what an order does to its own side."""

from __future__ import annotations

from engine.game.decision import Answer, Area, Decision, Option, Point
from engine.game.parts.thinking import Answering
from engine.game.question import Draft, Question
from engine.kit.agenda import Site
from engine.kit.dataset import bound
from engine.systems.oak_iron.state.state import State


@bound
class OakIronAnswering(Answering[State]):
    """Areas that depend on the option and its dial: ships and terrain that are placed turned."""

    def area(
        self, view: State, decision: Decision, option: Option, dial: float | None = None
    ) -> Area | None:
        """Return where an option's thing may be put, turned by its dial."""
        there = _site(view, decision, option, dial)
        return there.area if there else super().area(view, decision, option, dial)

    def why_not(self, view: State, decision: Decision, answer: Answer) -> str:
        """Say why an answer's thing may not be put at its place."""
        at: Point | None = answer.at
        there = _site(view, decision, decision.option(answer.option), answer.dial)
        if there is None or at is None:
            return super().why_not(view, decision, answer)
        return there.why_not(at)

    def harm(self, view: State, question: Question, given: Answer | Draft) -> str:
        """Return what an answer costs its giver's side for good."""
        if not isinstance(question, Decision) or not isinstance(given, Answer):
            return ""
        option = question.option(given.option)
        if option.area:
            return ""
        from engine.systems.oak_iron.sailing.harm import harm

        command = option.filled(question, given.dial, None)
        active = view.activation.ship if view.activation is not None else ""
        return harm(view, getattr(command, "ship", "") or question.ship or active, command)


def _site(view: State, decision: Decision, option: Option, dial: float | None) -> Site | None:
    if not option.area or decision.area:
        return None
    from engine.systems.oak_iron.turn.rules import RULES

    return RULES.site(view, option.filled(decision, dial, None))
