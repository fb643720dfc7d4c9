"""Computer players of any game system. Each player knows only what its seat may see.

These modules import `engine.base`, `engine.game` and `engine.lookahead`; `program` also uses the
protocol of `engine.post`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.game import Game, Given
from engine.game.position import format_value
from engine.game.question import Question
from engine.players.player import Player

PLAYERS: dict[str, str] = {
    "ensign": "takes any legal answer, at random",
    "lieutenant": "looks one move ahead",
    "captain": "plans with the enemy's reply and the turn after",
    "admiral": "searches for a second; type `admiral:0.5s` for half a second",
}
"""The names of the players, with one line about each player for help and menus."""

PROGRAM = "exec:"
"""The prefix of a player's name that runs an external program; its command line follows:
`exec:./mybot`."""
SUBSTITUTE = "lieutenant"
"""The computer player that takes over a seat whose time has run out, or whose program is missing or
has failed."""


def make_player(name: str, game: Game, seed: int, seat: str, programs: bool = False) -> Player:
    """Return a computer player by name for a seat.

    Its choices depend on the seed and the seat, never on the dice of the battle. With `programs`,
    the name may start a program: pass it only for a name from the command line of this machine,
    never for a name from a file or a network. Raises `Refused` for an unknown name.
    """
    # The imports are local, because a menu that lists the names needs none of the players' code.
    if name.startswith(PROGRAM):
        if not programs:
            raise Refused(f"a program can only be named on the command line: '{name}'")
        from engine.players.program import Program

        return Program(name.removeprefix(PROGRAM), game, seed, seat)
    if name == "ensign":
        from engine.players.player import Ensign

        return Ensign(game, seed, seat)
    if name == "lieutenant":
        from engine.players.player import Lieutenant

        return Lieutenant(game, seed, seat)
    if name == "captain":
        from engine.players.player import Captain

        return Captain(game, seed, seat)
    rank, _, words = name.partition(":")
    if rank == "admiral":
        from engine.players.admiral import Admiral, parse_budget

        return Admiral(game, seed, seat, parse_budget(words))
    raise Refused(f"no computer player is called {format_value(name)}; known: {', '.join(PLAYERS)}")


def choose_answer(  # noqa: PLR0913  (a player, and what it is asked)
    name: str, game: Game, seed: int, seat: str, view: Any, question: Question
) -> Given:
    """Return a player's answer to one question, with random numbers from this seed only.

    Since no player object is kept between choices, this function can run in another process.
    """
    return make_player(name, game, seed, seat).choose(view, question)


def dismiss(players: Iterable[Any]) -> None:
    """Close the players of a finished battle; players that are external programs exit."""
    for player in players:
        close = getattr(player, "close", None)
        if close:
            close()


__all__ = ["PLAYERS", "PROGRAM", "Answer", "Player", "choose_answer", "dismiss", "make_player"]
