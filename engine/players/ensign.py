"""The ensign: any legal answer is as good as another."""

from __future__ import annotations

from typing import Any

from engine.game.decision import Decision
from engine.game.game import Game
from engine.players.player import Answer, on_dial, own_dice, room_for, somewhere, steps


class Ensign:
    """Chooses an option, then a step of its dial or a place, each as likely as any other."""

    name = "ensign"

    def __init__(self, game: Game[Any, Any, Any], seed: int = 0, seat: str = "") -> None:
        self._game = game
        self._random = own_dice(seed, seat)

    def choose(self, view: Any, decision: Decision) -> Answer:
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
