"""A short war between ensigns, fought once in a process; each test gets a fork of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.arena import crews, play_out
from engine.kernel.battle import Battle

SEED = 6
"""The seed of a war of five battles in which both sides refit."""


def war() -> Battle:
    """Return the finished war."""
    fought = _fought()
    return fought.fork(fought.position)


def war_at(n: int, path: Path | None = None) -> Battle:
    """Return the war after `n` commands; with a path, as a battle in that file."""
    return _fought().fork(n, path)


@cache
def _fought() -> Battle:
    battle = Battle.new("iron_oak_campaign", "campaign", SEED)
    play_out(battle, crews(battle.game, battle.state, SEED, "ensign", "ensign"))
    return battle
