"""Computer players: they see what their seat sees, no more."""

from __future__ import annotations

from typing import Any

from engine.errors import Refused
from engine.game import Game
from engine.players.player import Answer, Player

PLAYERS: dict[str, str] = {
    "ensign": "takes any legal answer, at random",
    "lieutenant": "looks one move ahead",
}


def make_player(name: str, game: Game[Any, Any, Any], seed: int, seat: str) -> Player:
    """Return a computer player by name for a seat; `Refused` names those known.

    What it chooses follows from the seed and the seat, never from the battle's dice.
    """
    if name == "ensign":
        from engine.players.ensign import Ensign

        return Ensign(game, seed, seat)
    if name == "lieutenant":
        from engine.players.lieutenant import Lieutenant

        return Lieutenant(game, seed, seat)
    raise Refused(f"no computer player is called '{name}'; known are {', '.join(PLAYERS)}")


__all__ = ["PLAYERS", "Answer", "Player", "make_player"]
