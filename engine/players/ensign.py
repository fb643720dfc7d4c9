"""The ensign: plays at random."""

from __future__ import annotations

from typing import Any

from engine.game.answer import Answer
from engine.game.decision import Decision
from engine.game.sheet import Draft, Sheet
from engine.lookahead.filling import random_draft
from engine.lookahead.weighing import on_dial, room_for, somewhere, steps
from engine.players.player import Officer


class Ensign(Officer):
    """Chooses an option, then a step of its dial or a place, all equally likely."""

    name = "ensign"

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return a random legal answer."""
        random = self._random
        option = decision.options[int(random.random() * len(decision.options))]
        dial = at = None
        if option.dial and decision.dial is not None:
            dial = on_dial(decision.dial, int(random.random() * (steps(decision.dial) + 1)))
        if option.area:
            dial, area = room_for(self._game, view, decision, option, dial)
            at = somewhere(area, random) if area else None
        return Answer(option.id, dial, at)

    def fill(self, view: Any, sheet: Sheet) -> Draft:
        """Return a random draft that may be sealed."""
        return random_draft(self._game, view, sheet, self._random)
