"""Pages about a battle in lines: looking back on it, and its dice."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.parts.review import columns, tables
from engine.kernel.seen import SeenBattle
from engine.review import dice
from engine.sitting.acts import winners


def looked_back(battle: SeenBattle) -> Iterator[str]:
    """Yield who won, what each ship dealt and took, the luck of each side, and the moments."""
    after = battle.game.review.aftermath(battle.at(0), battle.entries)
    yield f"{winners(battle, battle.outcome()) or 'THE BATTLE GOES ON'}"
    for part in tables(after):
        yield part.heading
        yield from (f"  {row}" for row in columns(part.rows))


def dice_told(battle: SeenBattle, seat: str) -> Iterator[str]:
    """Yield the sums of all rolls that a seat may know against fair dice, and the faces."""
    rolls = dice.all_thrown(battle, seat)
    if not rolls:
        yield "No dice have been rolled that can be counted."
        return
    for heading, rows in dice.tables(rolls):
        yield heading
        yield from (f"  {row}" for row in columns(tuple(rows)))
    yield from map(dice.told_faces, dice.faces(battle, rolls))
