"""Attack: options of a set-up combined with every card, scenario and way to win, in whole battles
between lieutenants.
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.kit.dataset import using
from tests.engine.systems.iron_oak import combinations as iron_oak
from tests.engine.systems.oak_iron import combinations as oak_iron
from tests.engine.systems.wooden_ships import combinations as wooden_ships

LARGEST = 10
"""The maximum number of ships in a battle of Wooden Ships that is fought to its end here."""


def attack(seed: int) -> None:
    """Play a random combination of options of one game, the games in turn, and every way to win
    with it.
    """
    (steam, oak, sail)[seed % 3](Random(seed), seed)


def oak(random: Random, seed: int) -> None:
    """Play a patrol of Oak & Iron with random cards, every way to win, and larger battles."""
    with using(oak_iron.GAME.data):
        mixed = oak_iron.at_random(random)
        oak_iron.fought(mixed, seed)
        for name in oak_iron.BRINKS:
            oak_iron.decided(name, mixed.rules, mixed.conditions[:1], (mixed.event,))
        quick = replace(mixed.rules, quick_start=random.random() < 0.5)
        oak_iron.at_large("quickstart", quick, seed, "lieutenant")
        oak_iron.at_large(random.choice(("skirmish", "fleet")), mixed.rules, seed, "ensign")


def steam(random: Random, seed: int) -> None:
    """Play a battle of Iron & Oak with random options, and every way to win in all scenarios."""
    with using(iron_oak.GAME.data):
        ways = list(iron_oak.every_way())
        iron_oak.fought(random.choice(ways)[0], random.choice(iron_oak.PAIRED), seed)
        for scenario, line in ways:
            iron_oak.decided(scenario, line, random.choice(iron_oak.PAIRED))
        for scenario, line in iron_oak.every_exit():
            iron_oak.sailed_off(scenario, line, random.choice(iron_oak.PAIRED))


def sail(random: Random, seed: int) -> None:
    """Play a battle of Wooden Ships & Iron Men with random options, and every way in which one can
    end.
    """
    with using(wooden_ships.GAME.data):
        game = wooden_ships.GAME
        switches = {name: random.random() < 0.5 for name in wooden_ships.SWITCHES}
        sizes = {name: len(game.set_up(name, {}).ships) for name in game.scenarios()}
        scenario = random.choice([name for name, ships in sizes.items() if 0 < ships <= LARGEST])
        options = {**switches, "turn_limit": random.choice((0, 12))}
        if scenario == "algeciras":
            options |= random.choice(wooden_ships.OTHERS)
        wooden_ships.fought(scenario, options, seed)
        for name in wooden_ships.BRINKS:
            wooden_ships.decided(name, switches)
