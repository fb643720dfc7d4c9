"""Invented advice with reasons, so that tests know its figures."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.game.decision import Advice, Decision, Reason
from tests.pond.opinions import PondThinking

BEARS = Reason("gun", "brings the gun to bear at five inches", 2.4)
GAGE = Reason("gage", "keeps the weather gage", 1.1)
EXPOSED = Reason("danger", "comes under the other boat's gun", -2.2)


def advice(angle: float, *reasons: Reason) -> Advice:
    """Return the advice to steer by an angle; its worth is the sum of its reasons."""
    return Advice("steer", angle, None, sum(each.worth for each in reasons), reasons)


ANSWERS = (
    advice(45.0, BEARS, GAGE),
    advice(30.0, BEARS, GAGE, Reason("way", "loses way", -0.1)),
    advice(-90.0, GAGE),
    advice(0.0, GAGE, EXPOSED),
)
"""Invented advice: the second answer is hardly worse than the best, and all keep the weather gage
(the side of the wind)."""


class Told:
    """Gives the pond its invented advice, and records for what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[Any, Decision, float]] = []
        """(view, question, first random number) for each time that advice was asked for."""
        monkeypatch.setattr(PondThinking, "advice", self.answer)

    def answer(self, view: Any, decision: Decision, random: Random) -> tuple[Advice, ...]:
        """Return those of `ANSWERS` that are possible for a question."""
        self.asked.append((view, decision, random.random()))
        dial = decision.dial
        assert dial
        return tuple(
            each for each in ANSWERS if each.dial is None or dial.low <= each.dial <= dial.high
        )


def reasoned(_: object, view: Any, decision: Any, random: Any) -> tuple[Advice, ...]:
    """Return advice with invented reasons for the first options of a question."""
    dial = decision.dial
    turns = (-20.0, 0.0, 25.0)
    return tuple(
        Advice(
            option.id,
            turns[place] if option.dial and dial else None,
            None,
            3.0 - 1.4 * place,
            (
                Reason("rake", "rakes B1 by the stern at pistol range", 2.6 - 1.4 * place),
                Reason("gage", "keeps the weather gage", 0.9 - 0.3 * place),
                Reason("danger", "lies under the broadside of B2", -0.5 + 0.3 * place),
            ),
        )
        for place, option in enumerate(decision.options[:3])
    )
