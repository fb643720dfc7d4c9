"""A short campaign between ensigns that is played once in a process; each test gets its own fork
(copy that can go on).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.arena import crews, play_out
from engine.kernel.battle import Battle

SEED = 6
"""The seed of a campaign of five battles in which both sides refit."""


def war() -> Battle:
    """Return the finished campaign."""
    fought = _fought()
    return fought.fork(fought.position)


def war_at(n: int, path: Path | None = None) -> Battle:
    """Return the campaign after `n` commands; with `path`, as a battle in that file."""
    return _fought().fork(n, path)


@cache
def _fought() -> Battle:
    battle = Battle.new("iron_oak_campaign", "campaign", SEED)
    play_out(battle, crews(battle.game, battle.state, SEED, "ensign", "ensign"))
    return battle
