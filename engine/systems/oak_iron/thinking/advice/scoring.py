"""Advice from terms: the score of an answer with its reasons, and the order of answers."""

from __future__ import annotations

from engine.game.advice import Advice
from engine.game.decision import Point
from engine.systems.oak_iron.thinking.measure.weights import Values, reasons, worth


def scored(
    option: str, values: Values, dial: float | None = None, at: Point | None = None
) -> Advice:
    """Return the advice on an answer: the weighted sum of its terms, and what each adds."""
    return Advice(option, dial, at, worth(values), reasons(values))


def best_first(given: list[Advice]) -> tuple[Advice, ...]:
    """Return advice sorted by worth; equal worths keep their order."""
    return tuple(sorted(given, key=lambda each: -each.worth))
