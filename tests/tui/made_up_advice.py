"""Made-up counsel, so that advice with reasons can be looked at and reckoned with."""

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
    """Return counsel to steer, worth the sum of its reasons."""
    return Advice("steer", angle, None, sum(each.worth for each in reasons), reasons)


ANSWERS = (
    advice(45.0, BEARS, GAGE),
    advice(30.0, BEARS, GAGE, Reason("way", "loses way", -0.1)),
    advice(-90.0, GAGE),
    advice(0.0, GAGE, EXPOSED),
)
"""The best hardly differs from the second; all keep the weather gage."""


class Told:
    """The pond with counsel of its own: what it is asked, and what it answers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[Any, Decision, float]] = []
        """View, question and the first random number of each time that it was asked."""
        monkeypatch.setattr(PondThinking, "advice", self.answer)

    def answer(self, view: Any, decision: Decision, random: Random) -> tuple[Advice, ...]:
        """Answer with those of `ANSWERS` that the question leaves open."""
        self.asked.append((view, decision, random.random()))
        dial = decision.dial
        assert dial
        return tuple(
            each for each in ANSWERS if each.dial is None or dial.low <= each.dial <= dial.high
        )


def reasoned(_: object, view: Any, decision: Any, random: Any) -> tuple[Advice, ...]:
    """Return made-up reasons for the first options of any question."""
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
