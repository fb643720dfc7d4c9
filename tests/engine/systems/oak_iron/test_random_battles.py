"""Whole battles between computer players; every invariant is checked after every command."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine.arena import crews, play_out
from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.kernel.battle import Battle, Change
from engine.kernel.registry import system
from engine.players import make_player
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Rules, Ship, Squadron, State
from tests.engine.checked import checked
from tests.engine.systems.oak_iron.invariants import (
    check_dice,
    check_fold,
    closed_in,
    fought,
    fought_from_set_up,
    fought_with_any_cards,
    watched,
)


def test_a_check_after_a_command_fails_whoever_plays_it() -> None:
    def odd(battle: Battle, change: Change) -> None:
        assert change.record.n != 3

    battle = checked(Battle.new(system("oak_iron"), "quickstart", 1), odd)
    with pytest.raises(AssertionError):
        play_out(battle, crews(battle.game, battle.state, 1, "ensign", "ensign"))
    assert battle.position == 3


@pytest.mark.parametrize("seed", range(6))
def test_a_random_quick_start_keeps_every_invariant(seed: int) -> None:
    assert fought(seed, "ensign", "ensign").outcome()


@pytest.mark.parametrize("seed", range(10))
def test_a_random_melee_keeps_every_invariant(seed: int) -> None:
    assert fought(seed, "ensign", "ensign", melee=True).outcome()


@pytest.mark.parametrize("seed", range(2))
def test_a_lieutenant_fights_a_whole_battle(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "fought.battle"
    assert fought(seed, "lieutenant", "ensign", path=path).outcome()


@pytest.mark.parametrize("seed", [0, 3], ids=["eight squadrons", "four squadrons"])
def test_a_random_fleet_battle_keeps_every_invariant(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "fleet.battle" if seed == 0 else None
    assert fought_from_set_up(seed, "fleet", path).outcome()


@pytest.mark.parametrize("seed", range(7))
def test_a_random_patrol_keeps_every_invariant_from_its_set_up_on(seed: int) -> None:
    assert fought_from_set_up(seed, "patrol").outcome()


@pytest.mark.parametrize("seed", range(6))
def test_a_random_skirmish_keeps_every_invariant_from_its_set_up_on(
    seed: int, tmp_path: Path
) -> None:
    path = tmp_path / "skirmish.battle" if seed == 0 else None
    assert fought_from_set_up(seed, "skirmish", path).outcome()


@pytest.mark.parametrize("seed", range(5))
def test_a_battle_with_any_cards_keeps_every_invariant(seed: int) -> None:
    assert fought_with_any_cards(seed).outcome()


# Random battles of ships with random upgrades, captains, admirals and nations.


GAME = system("oak_iron")
BY_CARDS = (do.Burn, do.Support, do.ReloadBoth, do.ApplyEffect, do.ChooseCard)


def fitted(seed: int) -> State:
    """Return the quick start at close quarters under all rules, with random upgrades and other
    cards.
    """
    random = Random(seed)
    state = closed_in(GAME.set_up("quickstart"), random)
    return replace(
        state,
        rules=Rules(),
        ships={key: _fit(ship, random) for key, ship in state.ships.items()},
        squadrons={key: _lead(each, random) for key, each in state.squadrons.items()},
    )


def _fit(ship: Ship, random: Random) -> Ship:
    kind = book().ships[ship.type]
    upgrades = tuple(random.sample(sorted(book().upgrades), 4))
    options = tuple(option for option in kind.options if random.random() < 0.4)
    return replace(
        ship,
        upgrades=upgrades,
        options=options,
        commander=random.choice(sorted(book().commanders)),
        skill=random.choice((0, 1, 2)),
        fatigue=random.randrange(3),
        damage_boxes=damage_boxes(kind, options, upgrades),
        fatigue_boxes=fatigue_boxes(kind, options, upgrades),
    )


def _lead(squadron: Squadron, random: Random) -> Squadron:
    admiral = random.choice(sorted(book().admirals))
    return replace(
        squadron,
        admiral=admiral,
        admiral_value=book().admirals[admiral].value,
        faction=random.choice(sorted(book().factions)),
        fortune=3,
    )


@pytest.mark.parametrize("seed", range(12))
def test_a_battle_of_ships_with_cards_is_fought_to_an_end(seed: int) -> None:
    battle = watched(Battle.from_state(GAME, fitted(seed), seed))
    play_out(battle, crews(GAME, battle.state, seed, "ensign", "ensign"))
    assert battle.outcome()
    check_dice(battle)
    check_fold(battle)


@pytest.mark.parametrize("seed", range(3))
def test_every_answer_that_cards_allow_can_be_weighed_shown_and_told(seed: int) -> None:
    state, dice = fitted(seed), Dice(seed)
    player = make_player("ensign", GAME, seed, "A")
    while GAME.outcome(state) is None:
        decision = GAME.pending(state)[0]
        view = GAME.view(state, decision.seat)
        answer = player.choose(view, decision)
        for option in decision.options:
            if option.id == answer.option or isinstance(option.command, BY_CARDS):
                assert math.isfinite(GAME.thinking.quick_score(view, decision, Answer(option.id)))
                GAME.screen.preview(view, decision, Answer(option.id))
                assert GAME.words.describe(view, option.filled(decision, None, None))
        command = decision.option(answer.option).filled(decision, answer.dial, answer.at)
        for event in GAME.decide(state, decision.seat, command, dice):
            assert "\n" not in GAME.words.tell(state, event, "")
            state = GAME.evolve(state, event)
