"""Advice in a sentence: by how much, in units that a player knows, and for which reason."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.advice import Advice, Reason
from engine.review.contrast import LEAST

NOTHING = Advice("", None, None, 0.0)
BATTLE = 100.0
"""What no loss of ships comes to in any game's unit: it stands for losing at once."""


def telling_reason(each: Advice, answers: Sequence[Advice]) -> Reason | None:
    """Return the reason that says most about an answer among others, the best of them first.

    Of the best it is what it gains most by against the next; of another one, what it loses most
    by against the best. None where nothing of its own does.
    """
    best = answers[0]
    sign = 1 if each is best else -1
    other = best if each is not best else answers[1] if len(answers) > 1 else NOTHING
    others = {(reason.term, reason.words): reason.worth for reason in other.reasons}

    def gain(reason: Reason) -> float:
        return sign * (reason.worth - others.get((reason.term, reason.words), 0.0))

    own = [each for each in each.reasons if each.worth * sign >= LEAST and gain(each) >= LEAST]
    return max(own, key=gain, default=None)


def standing(each: Advice, answers: Sequence[Advice], unit: str) -> str:
    """Return how an answer stands among others, the best of them first, and for which reason.

    `Best by 2.1 damage: guns that bear`. `unit` is what worths are counted in.
    """
    best, reason = answers[0], telling_reason(each, answers)
    if each is not best:
        less = best.worth - each.worth
        words = f"{less:.1f} {unit} less" if less >= LEAST else "As good as the best"
    elif len(answers) == 1:
        words = "The only answer that stands out"
    else:
        more = best.worth - answers[1].worth
        words = f"Best by {more:.1f} {unit}" if more >= LEAST else "As good as any"
    return f"{words}: {reason.words}" if reason else words


def missed(cost: float, reason: Reason | None, unit: str) -> str:
    """Return what a choice was worth less than the best one, and the main reason for that."""
    return f"{cost:.1f} {unit} less{_because(reason)}"


def worse(cost: float, reason: Reason | None, unit: str) -> str:
    """Return by how much an order that is not taken yet is worse than the best, and why.

    A cost that stands for the battle itself is no figure that says anything.
    """
    by = f"{cost:.1f} {unit}" if cost < BATTLE else "far"
    return f"{by} worse than the best order{_because(reason)}"


def _because(reason: Reason | None) -> str:
    if reason is None:
        return ""
    return f"; {'against it' if reason.worth < 0 else 'what it lacks'}: {reason.words}"
