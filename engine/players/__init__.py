"""Computer players: they see what their seat sees, no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.base.errors import Refused
from engine.game.game import Game
from engine.players.player import Answer, Player

PLAYERS: dict[str, str] = {
    "ensign": "takes any legal answer, at random",
    "lieutenant": "looks one move ahead",
    "captain": "plans with the enemy's reply and the turn after",
    "admiral": "searches for a second, or as `admiral:200` by playouts",
}


PROGRAM = "exec:"
"""What a player's name begins with that is a program's command line, `exec:./mybot`."""
SUBSTITUTE = "lieutenant"
"""Who plays a seat whose time has run out, or whose program is missing or has failed."""


def make_player(
    name: str, game: Game[Any, Any, Any], seed: int, seat: str, programs: bool = False
) -> Player:
    """Return a computer player by name for a seat; `Refused` names those known.

    What it chooses follows from the seed and the seat, never from the battle's dice. With
    `programs` the name comes from this machine's own command line and may start a program;
    a name from a file or from afar never does.
    """
    if name.startswith(PROGRAM):
        if not programs:
            raise Refused(f"a program plays for who names it on the command line only: '{name}'")
        from engine.players.program import Program

        return Program(name.removeprefix(PROGRAM), game, seed, seat)
    if name == "ensign":
        from engine.players.ensign import Ensign

        return Ensign(game, seed, seat)
    if name == "lieutenant":
        from engine.players.lieutenant import Lieutenant

        return Lieutenant(game, seed, seat)
    if name == "captain":
        from engine.players.captain import Captain

        return Captain(game, seed, seat)
    rank, _, words = name.partition(":")
    if rank == "admiral":
        from engine.players.admiral import Admiral
        from engine.players.time_budget import budget

        return Admiral(game, seed, seat, budget(words))
    raise Refused(f"no computer player is called '{name}'; known are {', '.join(PLAYERS)}")


def dismiss(players: Iterable[Any]) -> None:
    """Let players go whose battle is over: programs end."""
    for player in players:
        close = getattr(player, "close", None)
        if close:
            close()


__all__ = ["PLAYERS", "PROGRAM", "Answer", "Player", "dismiss", "make_player"]
