"""Contrast: which answers to a question really differ, and which reasons set them apart."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, inf

from engine.game.advice import Advice, Reason
from engine.game.decision import Decision, Dial, Point

CLEAR = 0.2
"""Share of a dial, or of the extent of all places, from which on two answers are different."""
LEAST = 0.05
"""Points below which a reason is left out: figures are shown with one decimal."""


def distinct(decision: Decision, answers: Sequence[Advice], most: int) -> tuple[Advice, ...]:
    """Return at most `most` answers, best first; of similar ones only the best."""
    reach = _reach([each.at for each in answers if each.at])
    taken: list[Advice] = []
    for each in sorted(answers, key=lambda advice: -advice.worth):
        if len(taken) == most:
            break
        if not any(_alike(decision.dial, reach, each, other) for other in taken):
            taken.append(each)
    return tuple(taken)


def telling(advice: Advice, answers: Sequence[Advice]) -> tuple[Reason, ...]:
    """Return the reasons of an answer, the heaviest first, without those that all answers share.

    When no reason sets the best answer apart, all of its reasons are returned.
    """
    others = [_terms(each) for each in answers if each is not advice]
    heavy = [each for each in advice.reasons if abs(each.worth) >= LEAST]
    parting = [
        each
        for each in heavy
        if not others or any(abs(each.worth - _of(terms, each)) >= LEAST for terms in others)
    ]
    alike = not parting and advice is answers[0]
    return tuple(sorted(heavy if alike else parting, key=lambda each: -abs(each.worth)))


def main_reason(better: Advice, worse: Advice) -> Reason | None:
    """Return the reason that sets two answers apart most, weighted by its share of the difference.

    Above 0 it speaks for the better answer, below 0 against the worse one. Return None when no
    reason differs by more than `LEAST`.
    """
    found, most = None, LEAST
    for reason, other, sign in (
        *((each, _terms(worse), 1) for each in better.reasons),
        *((each, _terms(better), -1) for each in worse.reasons),
    ):
        more = reason.worth - _of(other, reason)
        gain = more * sign
        if gain > most or (gain == most and reason.worth * sign > 0):
            found, most = Reason(reason.term, reason.words, more), gain
    return found


def _terms(advice: Advice) -> dict[tuple[str, str], float]:
    return {(each.term, each.words): each.worth for each in advice.reasons}


def _of(terms: dict[tuple[str, str], float], reason: Reason) -> float:
    return terms.get((reason.term, reason.words), 0.0)


def _alike(dial: Dial | None, reach: float, one: Advice, other: Advice) -> bool:
    """Tell whether two answers are the same option with nearly the same dial and place."""
    return (
        one.option == other.option
        and _turned(dial, one.dial, other.dial) < CLEAR
        and _moved(reach, one.at, other.at) < CLEAR
    )


def _turned(dial: Dial | None, one: float | None, other: float | None) -> float:
    """Return the difference of two values of a dial, as a share of its range."""
    if dial is None or one is None or other is None:
        return 0.0 if one == other else inf
    scale = dial.high - dial.low
    apart = abs(one - other)
    if dial.endless:
        apart = min(apart, scale + dial.step - apart)
    return apart / scale if scale else 0.0


def _moved(reach: float, one: Point | None, other: Point | None) -> float:
    """Return the distance of two places, as a share of the extent of all places."""
    if one is None or other is None:
        return 0.0 if one == other else inf
    return dist(one, other) / reach if reach else 0.0


def _reach(places: Sequence[Point]) -> float:
    """Return the diagonal of the bounding box of all places (inches)."""
    if not places:
        return 0.0
    xs, ys = zip(*places, strict=True)
    return dist((min(xs), min(ys)), (max(xs), max(ys)))
