"""Two people play each other over real SSH connections, and a third looks on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from engine.battle import Battle
from tests.host.far import Far, company, seated


async def play_to_the_end(battle: Battle, persons: dict[str, Far], random: Random) -> int:
    """Let whoever is asked press keys until the battle is over; return how many choices."""
    choices = 0
    while battle.outcome() is None:
        question = random.choice(battle.pending())
        before = battle.position
        persons[question.seat].press(*["down"] * random.randrange(3), "enter")
        for _ in range(400):
            await asyncio.sleep(0.005)
            if battle.position != before:
                break
        choices += 1
        assert choices < 2000
    return choices


async def test_two_people_play_a_whole_quick_start_and_a_third_watches(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna, ben = await seated(people, "anna", "ben")
        carl = await people.comes("guest")
        await carl.sees("LOBBY", "you are a guest", "Quick start")
        carl.press("enter")
        await carl.sees("Quick start", "TURN 1")
        (hosted,) = people.host.harbour.battles.values()
        assert hosted.battle
        await play_to_the_end(hosted.battle, {"A": anna, "B": ben}, Random(5))
        for far in (anna, ben, carl):
            await far.sees("WINS" if hosted.battle.outcome().winners else "A DRAW")  # type: ignore[union-attr]
        path = hosted.path
    again = Battle.open(path, write=False)
    verdict = again.verify()
    assert verdict.ok, verdict.text
