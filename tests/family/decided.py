"""What was decided in battles of ensigns in every scenario, as check sums that change with any die.

If a rule decides differently, or a question offers its answers in another order, the sums change.
Recorded battles may then be decided differently, and `rules_version` has to be raised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.registry import system
from engine.players import make_player

MOST = {"oak_iron": 500, "iron_oak": 160, "wooden_ships": 120}
"""{game: number of commands after which a battle is stopped}; large fleets have played a few turns
by then."""
PART = 40
"""The number of commands for each check sum; so it shows where a battle first differed."""
SEEDS = {"oak_iron": (1,), "iron_oak": (1, 2), "wooden_ships": (1,)}
LEFT_OUT = ("own_battle", "any_ships")
"""Scenarios that are not played, because they need files of the player's own."""
OPTIONS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "trafalgar": ({"closer_start": 4},),
    "nile": ({"by_nation": True},),
    "algeciras": ({}, {"by_nation": True, "signals": True}),
    "mobile_bay_gauntlet": ({}, {"union_seats": 2, "plans": True}),
}
"""{scenario: options of its set-up, a set for each battle}."""


def battles(name: str) -> Iterator[tuple[str, Mapping[str, Any], int]]:
    """Yield (scenario, options, seed) of each battle of a game."""
    for scenario in system(name).scenarios():
        if scenario not in LEFT_OUT:
            for options in OPTIONS.get(scenario, ({},)):
                yield from ((scenario, options, seed) for seed in SEEDS[name])


def lines(name: str) -> Iterator[str]:
    """Yield a line for each battle, and then how often each kind of event occurred in all of
    them.
    """
    told = Counter[str]()
    for scenario, options, seed in battles(name):
        switched = " ".join(f"{key}={value}" for key, value in options.items())
        sums = _fought(Battle.new(name, scenario, seed, options), told)
        yield f"{scenario} {switched} seed {seed}: {' '.join(sums)}"
    yield from (f"  {kind} {count}" for kind, count in sorted(told.items()))


def _fought(battle: Battle, told: Counter[str]) -> Iterator[str]:
    """Play a battle; yield a check sum of its events every few commands, and one of its last
    state.
    """
    game, encode = battle.game, codec(battle.game).encode
    players = {
        seat.key: make_player("ensign", game, battle.seed, seat.key)
        for seat in game.seats(battle.state)
    }
    digest = blake2b(digest_size=4)
    while battle.pending() and battle.position < MOST[game.name]:
        asked = battle.pending()[0]
        answer = players[asked.seat].choose(battle.view(asked.seat), asked)
        for event in battle.answer(asked.seat, answer):
            told[type(event).__name__] += 1
            digest.update(encode(event))
        if battle.position % PART == 0:
            yield digest.hexdigest()
    digest.update(encode(battle.state))
    yield f"{battle.position} {digest.hexdigest()}"
