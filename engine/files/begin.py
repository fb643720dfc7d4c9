"""Begin a battle: its file, its seed, and who plays which seat."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.base.dice import BITS, Dice, check_seed
from engine.base.errors import Refused
from engine.files.saves import new_path
from engine.game.game import Game
from engine.kernel.battle import Battle

PROPOSED = "proposed"
"""The option of a battle whose set-up the computer proposes choice by choice."""

COACHED = "coached"
"""The option of a battle that a lesson has begun, with the coach: the lesson's name."""


def begin(  # noqa: PLR0913 - what the head of a battle file holds
    game: Game[Any, Any, Any],
    scenario: str,
    players: Mapping[str, str],
    folder: Path,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    proposed: bool = False,
    coached: str = "",
) -> Battle:
    """Begin a scenario in a new file. `players` has a name by seat; a person is 'human'.

    `proposed` notes in the file that each choice of the set-up is to be proposed, `coached` the
    lesson that the battle is.
    Raises `SetUpFault` for options that do not fit, `FileFault` when the file cannot be written.
    """
    state = game.set_up(scenario, options)
    noted = {
        **(options or {}),
        **({PROPOSED: True} if proposed else {}),
        **({COACHED: coached} if coached else {}),
    }
    return begin_from(game, state, players, folder, seed, scenario=scenario, options=noted)


def begin_from(  # noqa: PLR0913 - what the head of a battle file holds
    game: Game[Any, Any, Any],
    state: Any,
    players: Mapping[str, str],
    folder: Path,
    seed: int | None = None,
    *,
    title: str = "",
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
) -> Battle:
    """Begin from any state in a new file; without a seed, with a random one."""
    now = datetime.now()
    return Battle.from_state(
        game,
        state,
        fresh_seed() if seed is None else seed,
        {**(options or {}), "players": dict(players)},
        path=new_path(folder, scenario or title, now),
        created=now.isoformat(timespec="seconds"),
        title=title,
        scenario=scenario,
    )


def drawn(
    game: Game[Any, Any, Any], scenario: str, seed: int, options: Mapping[str, Any] | None = None
) -> Any:
    """Return the state of a scenario at its first question; the seed may decide the seats.

    `Refused` for a seed that no battle may have.
    """
    check_seed(seed)
    return game.settled(game.set_up(scenario, options), Dice(seed))


def seated(
    game: Game[Any, Any, Any], state: Any, named: Sequence[str], others: str = "human"
) -> dict[str, str]:
    """Return {seat: player}: `named` in the order of the seats ('' for none), else `others`.

    Raises `Refused` when more players are named than there are seats.
    """
    keys = [seat.key for seat in game.seats(state)]
    if any(named[len(keys) :]):
        raise Refused(f"there are players for more than {len(keys)} seats: {', '.join(keys)}")
    names = [*named, *[""] * len(keys)]
    return {key: name or others for key, name in zip(keys, names, strict=False)}


def fresh_seed() -> int:
    """Return a random seed of 128 bits: who is told what follows from it cannot try all."""
    return secrets.randbits(BITS)


def fresh_secret() -> str:
    """Return a random secret for fair dice: 64 hexadecimal digits, more than can be guessed."""
    return secrets.token_hex(32)
