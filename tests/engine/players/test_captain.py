"""The captain in whole battles of every kind, from the set-up to the end, never gives an illegal
answer.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.arena import crews, play_out
from engine.game.decision import Answer, Decision, Option
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from tests.engine.systems.oak_iron.invariants import check_dice, check_fold, watched
from tests.engine.systems.oak_iron.lines_of_battle import lines_of_battle

GAME = system("oak_iron")
LIMIT = 1_500
"""A battle of so few ships counts as stuck after this many commands."""


def begun(kind: str, seed: int) -> Battle:
    """Return a battle at its start; a fleet battle has two squadrons of one ship a side."""
    if kind == "fleets":
        return Battle.from_state(GAME, lines_of_battle(4, squadrons=4), seed)
    return Battle.new(GAME, kind, seed)


@pytest.mark.parametrize(
    ("kind", "foe", "swapped"),
    [
        ("quickstart", "captain", False),
        ("quickstart", "ensign", True),
        ("patrol", "lieutenant", False),
        ("fleets", "ensign", True),
    ],
)
def test_a_captain_fights_a_whole_battle(kind: str, foe: str, swapped: bool) -> None:
    """The rules decide every answer, and every invariant is checked after every command."""
    battle = watched(begun(kind, 1))
    names = (foe, "captain") if swapped else ("captain", foe)
    play_out(battle, crews(GAME, battle.state, battle.seed, *names), LIMIT)
    assert battle.outcome()
    check_dice(battle)
    check_fold(battle)


def fought(seed: int) -> list[Any]:
    """Return the commands in the first turns of a battle between two captains."""
    battle = begun("quickstart", seed)
    players = crews(GAME, battle.state, seed, "captain", "captain")
    while GAME.turn(battle.state) < 3 and battle.pending():
        decision = battle.pending()[0]
        answer = players[decision.seat].choose(battle.view(decision.seat), decision)
        battle.submit(
            decision.seat, decision.option(answer.option).filled(decision, answer.dial, answer.at)
        )
    return [entry.command for entry in battle.entries]


def test_captains_fight_the_same_battle_again_from_the_same_seed() -> None:
    assert fought(5) == fought(5)


def test_a_captain_takes_the_best_of_the_advice_a_person_is_given() -> None:
    battle = begun("quickstart", 2)
    ensigns = crews(GAME, battle.state, 2, "ensign", "ensign")
    met = 0
    while battle.pending() and met < 12:
        decision = battle.pending()[0]
        view = battle.view(decision.seat)
        captain = make_player("captain", GAME, 2, decision.seat)
        given = GAME.thinking.advice(view, decision, captain._random)  # type: ignore[attr-defined]
        if len(given) > 1 and given[0].worth > given[1].worth + 1e-6:
            met += 1
            assert captain.choose(view, decision) == given[0].answer
        answer = ensigns[decision.seat].choose(view, decision)
        command = decision.option(answer.option).filled(decision, answer.dial, answer.at)
        battle.submit(decision.seat, command)
    assert met == 12


@pytest.mark.parametrize("name", ["lieutenant", "captain", "admiral"])
def test_an_officer_does_not_think_about_the_only_answer(name: str) -> None:
    only = Decision("A", "manoeuvre", "?", (Option("stay", "stay", None),), ship="A1")
    assert make_player(name, GAME, 1, "A").choose(None, only) == Answer("stay")
