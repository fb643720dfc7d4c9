"""How a battle begins: its file, its seed, and who sits where."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.game import Game
from engine.kernel.battle import Battle
from tui.storage.saves import new_path


def begin(
    game: Game[Any, Any, Any],
    scenario: str,
    players: Mapping[str, str],
    folder: Path,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Battle:
    """Begin a scenario in a new file; players are named by seat, a person is 'human'."""
    state = game.set_up(scenario, options)
    return begin_from(game, state, players, folder, seed, scenario=scenario, options=options)


def begin_from(
    game: Game[Any, Any, Any],
    state: Any,
    players: Mapping[str, str],
    folder: Path,
    seed: int | None = None,
    title: str = "",
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
) -> Battle:
    """Begin from any state in a new file; without a seed the dice are new ones."""
    now = datetime.now()
    return Battle.from_state(
        game,
        state,
        fresh_seed() if seed is None else seed,
        options={**(options or {}), "players": dict(players)},
        path=new_path(folder, scenario or title, now),
        created=now.isoformat(timespec="seconds"),
        title=title,
        scenario=scenario,
    )


def drawn(
    game: Game[Any, Any, Any], scenario: str, seed: int, options: Mapping[str, Any] | None = None
) -> Any:
    """Return a scenario at its first question, with the seats that the seed gives it."""
    return game.settled(game.set_up(scenario, options), Dice(seed))


def seated(
    game: Game[Any, Any, Any], state: Any, named: Sequence[str], others: str = "human"
) -> dict[str, str]:
    """Return {seat: player}: those named in the order of the seats ('' for none), else `others`.

    `Refused` when more are named than there are seats.
    """
    keys = [seat.key for seat in game.seats(state)]
    if any(named[len(keys) :]):
        raise Refused(f"there are players for more than {len(keys)} seats: {', '.join(keys)}")
    names = [*named, *[""] * len(keys)]
    return {key: name or others for key, name in zip(keys, names, strict=False)}


def fresh_seed() -> int:
    """Return a seed that is short enough to be told to a friend."""
    return secrets.randbelow(1_000_000)


def fresh_secret() -> str:
    """Return a secret for fair dice that nobody can guess, 64 hexadecimal digits."""
    return secrets.token_hex(32)
