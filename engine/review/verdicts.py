"""Verdicts: what pairs of battles that were played on prove of a choice.

It needs no rules: pages and replays ask it of the curve that is kept beside a battle's file.
"""

from __future__ import annotations

from math import sqrt

from engine.base.text import counted
from engine.review.curve import CostlyChoice, Curve, Trial

CANDIDATES = 2
"""Choices of each side that are played on: those that the judgement calls the dearest."""
BATCH = 12
"""Pairs of battles that are fought at a time."""
MOST = 60
"""Pairs of battles of a choice, at most: a minute for a quick start."""
TOLD_BY = 48
"""Pairs of battles by which a choice is told, at least: fewer would be told with a wide error."""
WORTH = 0.05
"""The difference in the chance of winning below which nothing is told."""
SURE = 2.0
"""A difference is reported only if it is this many standard errors from zero."""


def error_of(trial: Trial) -> float:
    """Return the standard error of the difference of both chances: of pairs, so it is small.

    One pair that parts them is added, so that a few that are all alike prove nothing.
    """
    of = trial.of + 1
    mean = (trial.better - trial.chosen) / of
    return sqrt(max(0.0, (trial.squares + 1) / of - mean * mean) / of)


def is_open(trial: Trial) -> bool:
    """Tell whether more battles may still change what is told of a choice."""
    if trial.of >= MOST:
        return False
    unsure = trial.gain <= SURE * error_of(trial)
    # What gains nothing in its first batch is dropped: each pair of battles costs a quarter second.
    return trial.of < BATCH or (trial.gain >= WORTH and (unsure or trial.of < TOLD_BY))


def is_proved(trial: Trial) -> bool:
    """Tell whether a choice is told: the better answer wins more, beyond its error."""
    return not is_open(trial) and trial.gain >= WORTH and trial.gain > SURE * error_of(trial)


def proved(curve: Curve) -> list[tuple[CostlyChoice, Trial]]:
    """Return the choices that are proved to have cost something, the dearest in chances first."""
    trials = {each.n: each for each in curve.trials if is_proved(each)}
    found = [(each, trials[each.n]) for each in curve.costly if each.n in trials]
    return sorted(found, key=lambda pair: -pair[1].gain)


def told(choice: CostlyChoice, trial: Trial) -> str:
    """Return the effect of a choice on its seat's winning chance, in words."""
    after = f"{trial.chosen:.0f} after {choice.chosen} and {trial.better:.0f} after {choice.better}"
    return f"of {counted(trial.of, 'battle')} played on from here {choice.name} won {after}"


def marked(curve: Curve) -> tuple[int, ...]:
    """Return the entries whose choices are proved to have cost something, the dearest first."""
    return tuple(choice.n for choice, _ in proved(curve))
