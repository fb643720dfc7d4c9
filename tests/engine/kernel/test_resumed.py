"""A battle that is often closed and opened again goes the same way as one that is never closed."""

from __future__ import annotations

from pathlib import Path
from random import Random

from engine.kernel.battle import Battle
from engine.players import make_player

SEED = 6
"""The seed of a short war of five battles."""


def left_and_resumed(path: Path, seed: int, often: float) -> Battle:
    """Return a war between ensigns that is closed and opened again with the probability `often`
    after each command.
    """
    battle = Battle.new("iron_oak_campaign", "campaign", seed, path=path)
    crew = {seat: make_player("ensign", battle.game, seed, seat) for seat in "AB"}
    chance = Random(seed)
    while questions := battle.pending():
        seat = questions[0].seat
        battle.answer(seat, crew[seat].choose(battle.view(seat), questions[0]))
        if chance.random() < often:
            battle.close()
            battle = Battle.open(path)
    return battle


def test_a_war_that_was_often_left_is_decided_again_as_it_was(tmp_path: Path) -> None:
    """The result must not depend on the order of ships or answers, nor on how a state was
    reached.
    """
    battle = left_and_resumed(tmp_path / "resumed.battle", SEED, 0.05)
    battle.close()
    straight = left_and_resumed(tmp_path / "straight.battle", SEED, 0.0)
    straight.close()
    for each in (battle, straight):
        again = Battle.open(each.path or "", write=False)
        assert again.verify().ok, again.verify().text
    assert battle.state == straight.state
