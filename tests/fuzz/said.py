"""Attack: what `inspect`, previews and odds say is compared with what is offered and what then
happens.
"""

from __future__ import annotations

from random import Random

from engine.kit.dataset import using
from engine.systems.iron_oak.data.book import shipped as of_ironclads
from engine.systems.oak_iron.data.book import shipped as of_oak_iron
from engine.systems.wooden_ships.data import shipped as of_wooden_ships
from tests.engine.systems.iron_oak import said_and_done as iron_oak
from tests.engine.systems.iron_oak.combinations import PAIRED
from tests.engine.systems.oak_iron import said_and_done as oak_iron
from tests.engine.systems.oak_iron.positions.test_random_positions import situation
from tests.engine.systems.wooden_ships import said_and_done as wooden_ships


def attack(seed: int) -> None:
    """Play a battle of each game at random, and compare at each question what is said with what
    then happens.
    """
    random = Random(seed)
    with using(of_oak_iron()):
        oak_iron.compared(situation(random), seed)
    with using(of_ironclads()):
        scenario = random.choice(sorted(of_ironclads().scenarios))
        iron_oak.compared(scenario, random.choice(PAIRED), seed)
    with using(of_wooden_ships()):
        wooden_ships.compared(*random.choice(wooden_ships.BATTLES), seed)
