"""Glicko-2: a rating, its uncertainty, and its volatility, after games and after days without
games.

Mark E. Glickman, Example of the Glicko-2 system, 2012 and later; the step numbers below refer to
it. A rating is on the Elo scale: 1500 for a newcomer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178
"""Rating points for one unit of the internal scale (step 2)."""
TAU = 0.5
"""The limit on changes of the volatility; values between 0.3 and 1.2 are reasonable (step 1)."""
CLOSE = 0.000001
"""The precision of the new volatility (step 5)."""
START, UNSURE, SWING = 1500.0, 350.0, 0.06
"""Rating, deviation and volatility of a newcomer (step 1)."""
LEAST_UNSURE = 30.0
"""The smallest deviation. It is above zero so that the rating of a player who improves can still
change."""


class Strength(NamedTuple):
    """A rating, its deviation (a standard error), and the volatility."""

    rating: float = START
    deviation: float = UNSURE
    volatility: float = SWING


class Game(NamedTuple):
    """A result against an opponent: 1 won, 0 lost, 0.5 drawn."""

    rating: float
    deviation: float
    score: float


def update_strength(one: Strength, games: Sequence[Game], tau: float = TAU) -> Strength:
    """Return a player's strength after the games of one rating period."""
    mu, phi = (one.rating - START) / SCALE, one.deviation / SCALE
    if not games:  # only step 6: the deviation grows
        wider = sqrt(phi**2 + one.volatility**2) * SCALE
        return Strength(one.rating, min(UNSURE, wider), one.volatility)
    met = [((each.rating - START) / SCALE, each.deviation / SCALE, each.score) for each in games]
    weights = [1 / sqrt(1 + 3 * phi_j**2 / pi**2) for _, phi_j, _ in met]
    expected = [
        1 / (1 + exp(-weight * (mu - mu_j)))
        for weight, (mu_j, _, _) in zip(weights, met, strict=True)
    ]
    # Step 3: the variance of the rating from these games alone. Step 4: the change of rating.
    pairs = list(zip(weights, expected, strict=True))
    variance = 1 / sum(weight**2 * chance * (1 - chance) for weight, chance in pairs)
    gain = sum(
        weight * (score - chance)
        for (weight, chance), (_, _, score) in zip(pairs, met, strict=True)
    )
    volatility = _volatility(one.volatility, phi, variance, variance * gain, tau)
    before = sqrt(phi**2 + volatility**2)  # step 6
    phi = 1 / sqrt(1 / before**2 + 1 / variance)  # step 7
    mu += phi**2 * gain
    return Strength(SCALE * mu + START, SCALE * phi, volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility: the solution of the equation in step 5, by the Illinois method."""
    start = log(sigma**2)

    def zero(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while zero(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = zero(low), zero(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = zero(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def age_strength(one: Strength, days: int) -> Strength:
    """Return a strength after days without a game: its deviation has grown (Glicko-2, step 6).

    A day is a rating period, so the variance grows by the squared volatility every day.
    """
    wider = sqrt((one.deviation / SCALE) ** 2 + max(0, days) * one.volatility**2) * SCALE
    return one._replace(deviation=max(one.deviation, min(UNSURE, wider)))
