"""The battle screen at many moments of recorded battles, for the player who is asked and for
others, while random keys are pressed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from engine.kernel.battle import Battle
from engine.players import Player, make_player
from engine.sitting.seats import SeatTable
from tests.runs.acts import RECORDED
from tests.runs.calm import calm
from tests.runs.frame import Frame
from tests.runs.person import pressed
from tests.tui.wired import Wired, wired
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.input.actions import ACTIONS, OVERLAY_KEYS

NAMES = (
    *(
        "saves/sample_boarding",
        "saves/sample_fleet",
        "saves/sample_campaign",
        "saves/sample_frigates",
    ),
    *("saves/sample_ironclads", "battles/ironclads_in_turns", "battles/ironclads_night"),
    *("battles/ironclads_own", "battles/melee_lieutenants", "battles/quick_start_mixed"),
    *("battles/wooden_ships_five", "battles/wooden_ships_ten", "battles/wooden_ships_two"),
)
"""The recorded battles, in which one can play on from any entry."""
EVERY, MOMENTS = 25, 3
"""Moments are chosen among those after every so many entries, and those at the first question of
each kind; and how many there are of a battle."""
SIZES = ((80, 24), (140, 45))
PRESSED, LOOKED = 8, 2
"""The number of keys that are pressed by the player who is asked, and by anybody else."""
NOT_PRESSED = {
    *("q", "ctrl+q", "ctrl+c", "ctrl+z", "ctrl+l"),  # they end or stop the program, or repaint it
    *("ctrl+e", "O", "M", "V"),  # a thread writes a file; settings; the menu; a proof in the making
    "R",  # a replay, which has runs of its own
    *("h", "A"),  # advice takes seconds
}
KEYS = tuple(
    dict.fromkeys(
        (
            *(key for row in ACTIONS for key in row.keys if row.screen in ("battle", "any")),
            *(*OVERLAY_KEYS.values(), "f2", "f3", "y", "n"),
        )
    )
)
OFTEN = ("down", "down", "up", "right", "left", "tab", "enter", "enter", "escape", "v", ":", "y")
"""Keys that a player presses more often than others."""


class Watched(SeatTable):
    """The seats of a battle that nobody else plays on: its computer players never answer."""

    def computed(self) -> tuple[Player, Any] | None:
        """Return None: no computer player is asked."""
        return None


def frames(name: str) -> Iterator[Frame]:
    """Yield the frames of a recorded battle."""
    with calm() as folder:
        yield from asyncio.run(_frames(name, folder))


async def _frames(name: str, folder: Path) -> list[Frame]:
    found: list[Frame] = []
    with Battle.open(RECORDED[name], write=False) as battle:
        chosen = moments(battle)
        for number, size in enumerate(SIZES):
            async with wired(size, glyphs=("ascii", "unicode")[number], saves=folder) as person:
                for n in chosen[number :: len(SIZES)]:
                    found += await _moment(person, battle, n, folder, n == chosen[1])
    return found


async def _moment(
    person: Wired, battle: Battle, n: int, folder: Path, in_full: bool
) -> list[Frame]:
    """Return the frames of a moment for each seat (player) and a watcher."""
    asked = {each.seat for each in battle.game.pending(battle.at(n))}
    found: list[Frame] = []
    for seat in ("", *(each.key for each in battle.game.seats(battle.at(n)))):
        fork = battle.fork(n, created="2026-11-20T12:00:00")
        others = [each.key for each in fork.game.seats(fork.state) if each.key != seat]
        players = {each: make_player("ensign", fork.game, n, each) for each in others}
        table = (SeatTable if seat in asked else Watched)(fork, players)
        random, count = Random(f"{n} {seat}"), PRESSED if seat in asked else LOOKED
        with person.app._context():
            person.app.enter(BattleScreen(BattleSession(fork, table), person.app))
        run = f"entry {n}, {seat or 'watcher'}, {person.app.size.width} columns"
        for key in ("", *random_keys(random, count)):
            full = in_full and seat in asked and not key
            found.append(await pressed(person, run, key, folder, full))
    return found


def random_keys(random: Random, count: int) -> list[str]:
    """Return so many random keys, as a player might press them."""
    usual = [key for key in KEYS if key not in NOT_PRESSED]
    return [random.choice(OFTEN if random.random() < 0.4 else usual) for _ in range(count)]


def moments(battle: Battle) -> list[int]:
    """Return the entries of a battle that are shown."""
    first: dict[str, int] = {}
    for n in range(battle.position + 1):
        for question in battle.game.pending(battle.at(n)):
            first.setdefault(question.kind, n)
    found = sorted({*first.values(), *range(EVERY, battle.position + 1, EVERY)})
    shift = battle.position % 5
    return [found[(2 * at + 1) * len(found) // (2 * MOMENTS) - shift // 2] for at in range(MOMENTS)]
