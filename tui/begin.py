"""How a battle begins: its file, its seed, and who sits where."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.battle import Battle
from engine.game import Game
from tui.saves import new_path


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


def sides(game: Game[Any, Any, Any], state: Any, first: str, second: str) -> dict[str, str]:
    """Return {seat: player}: `first` for the first side's seats, `second` for all others."""
    seats = game.seats(state)
    home = seats[0].side or seats[0].key
    return {seat.key: first if (seat.side or seat.key) == home else second for seat in seats}


def fresh_seed() -> int:
    """Return a seed that is short enough to be told to a friend."""
    return secrets.randbelow(1_000_000)
