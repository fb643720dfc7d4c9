"""Checks the costly choices that the program reports, by many more simulated battles: does the
answer called better really win more?

`PROVED=50 make bench` tries 50 battles; by default only a few are tried. The output names the
seeds.
"""

from __future__ import annotations

import os
from math import sqrt
from pathlib import Path

import pytest

from engine.kernel.battle import Battle
from engine.players import make_player
from engine.review import curve as curves
from engine.review import fortune
from engine.review.curve import proved_choices
from engine.review.proving import Rivals

pytestmark = pytest.mark.bench
SCENARIOS = (
    ("oak_iron", "quickstart"),
    ("iron_oak", "drewrys_bluff"),
    ("wooden_ships", "mars_hercule"),
)
BATTLES = int(os.environ.get("PROVED", "3"))
AGAIN = 200
"""How many pairs of battles test a reported choice again, with seeds that were not used to find
it."""
FIRST_SEED = 31_001


def fought(game: str, scenario: str, seed: int, folder: Path) -> Path:
    """Return the file of a battle between two lieutenants, fought to its end."""
    path = folder / f"{scenario}-{seed}.battle"
    with Battle.new(game, scenario, seed, path=path) as battle:
        seats = battle.game.seats(battle.state)
        players = {
            each.key: make_player("lieutenant", battle.game, seed, each.key) for each in seats
        }
        while pending := battle.pending():
            asked = pending[0]
            battle.answer(asked.seat, players[asked.seat].choose(battle.view(asked.seat), asked))
    return path


@pytest.mark.parametrize("number", range(BATTLES))
def test_the_better_answer_of_a_told_choice_wins_more(number: int, tmp_path: Path) -> None:
    game, scenario = SCENARIOS[number % len(SCENARIOS)]
    path = fought(game, scenario, FIRST_SEED + number, tmp_path)
    with Battle.open(path, write=False) as battle:
        curve = curves.load_curve(battle)
        for part in fortune.batches(curve, battle.game):
            curve = fortune.merge_batch(curve, fortune.judge_batch(str(path), part))
        while left := fortune.pending_playouts(curve, battle):
            for part in left:
                curve = fortune.merge_batch(curve, fortune.judge_batch(str(path), part))
        outcome = battle.outcome()
        assert outcome
        sides = {seat.key: seat.fights_for for seat in battle.game.seats(battle.state)}
        told = [
            each for each in proved_choices(curve) if sides[each[0].seat] not in outcome.winners
        ]
        if not told:
            print(f"\n{scenario}, seed {FIRST_SEED + number}: nothing is told of the loser")
            return
        choice, trial = told[0]
        rivals = Rivals(battle, choice)
        pairs = [rivals.won(1000 + again) for again in range(AGAIN)]
    better, chosen = (sum(each) / AGAIN for each in zip(*pairs, strict=True))
    print(
        f"\n{scenario}, seed {FIRST_SEED + number}, entry {choice.n}: told "
        f"{trial.chosen / trial.of:.0%} and {trial.better / trial.of:.0%} of {trial.of}; "
        f"again {chosen:.0%} and {better:.0%} of {AGAIN}"
    )
    for first, again in ((trial.chosen / trial.of, chosen), (trial.better / trial.of, better)):
        error = sqrt(first * (1 - first) / trial.of + again * (1 - again) / AGAIN)
        print(f"  off by {abs(first - again):.0%}, error {error:.0%}")
    assert better > chosen
