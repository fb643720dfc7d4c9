"""Battles of lieutenants and captains in which a person finds nothing to laugh at."""

from __future__ import annotations

from random import Random

from tests.laughable import BOOKS, fought

EVEN = {
    "oak_iron": ("quickstart", "patrol"),
    "iron_oak": (
        "charleston",
        "drewrys_bluff",
        "hampton_roads",
        "mobile_bay_gauntlet",
        "new_carthage",
        "plum_point",
        "spanish_river",
        "yazoo_river",
    ),
    "wooden_ships": ("mars_hercule", "lake_erie", "suffren_hughes", "lissa", "nile"),
}
"""Battles that neither side has lost when they begin."""
PLAYERS = ("lieutenant", "captain")


def attack(seed: int) -> None:
    """Fight one battle; whatever is laughed at is named with battle, entry, player and seat."""
    random = Random(seed)
    game = random.choice(sorted(BOOKS))
    scenarios = sorted(EVEN[game])
    players = (random.choice(PLAYERS), random.choice(PLAYERS))
    found = fought(game, random.choice(scenarios), seed, players)
    assert not found, "\n".join(map(str, found))
