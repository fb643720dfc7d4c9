"""Attack: battles between lieutenants and captains, in which a person must find no blunder to laugh
at.
"""

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
"""{game: scenarios in which neither side is lost from the start}."""
PLAYERS = ("lieutenant", "captain")


def attack(seed: int) -> None:
    """Fight one battle; report each blunder with the battle, its entry, the player and the seat."""
    random = Random(seed)
    game = random.choice(sorted(BOOKS))
    scenarios = sorted(EVEN[game])
    players = (random.choice(PLAYERS), random.choice(PLAYERS))
    found = fought(game, random.choice(scenarios), seed, players)
    assert not found, "\n".join(map(str, found))
