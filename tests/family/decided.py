"""Battles of ensigns in every scenario: what was decided, as sums that change with any die.

A rule that decides in another way changes them, and so does a question that offers its answers in
another order: a recorded battle may be decided otherwise then, and `rules_version` is to be raised.
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
"""Commands of a battle, at which it is left; large fleets have a few turns by then."""
PART = 40
"""Commands of a part: the sum of each tells where a battle went another way."""
SEEDS = {"oak_iron": (1,), "iron_oak": (1, 2), "wooden_ships": (1,)}
LEFT_OUT = ("own_battle", "any_ships")
"""Scenarios that need files of one's own."""
OPTIONS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "trafalgar": ({"closer_start": 4},),
    "nile": ({"by_nation": True},),
    "algeciras": ({}, {"by_nation": True, "signals": True}),
    "mobile_bay_gauntlet": ({}, {"union_seats": 2, "plans": True}),
}
"""Switches of a scenario, battle by battle."""


def battles(name: str) -> Iterator[tuple[str, Mapping[str, Any], int]]:
    """Yield scenario, options and seed of each battle of a system."""
    for scenario in system(name).scenarios():
        if scenario not in LEFT_OUT:
            for options in OPTIONS.get(scenario, ({},)):
                yield from ((scenario, options, seed) for seed in SEEDS[name])


def lines(name: str) -> Iterator[str]:
    """Yield a line a battle, and below it how often each kind of event came in all of them."""
    told = Counter[str]()
    for scenario, options, seed in battles(name):
        switched = " ".join(f"{key}={value}" for key, value in options.items())
        sums = _fought(Battle.new(name, scenario, seed, options), told)
        yield f"{scenario} {switched} seed {seed}: {' '.join(sums)}"
    yield from (f"  {kind} {count}" for kind, count in sorted(told.items()))


def _fought(battle: Battle, told: Counter[str]) -> Iterator[str]:
    """Play a battle; yield a sum of its events every few commands, and one of how it stands."""
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
