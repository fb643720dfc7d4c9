"""The reasons that decide a battle, in few words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.game.game import Outcome
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn.end_phase import verdict
from engine.systems.oak_iron.victory.strike import ending
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

TWO = Skirmish(ship("A1"), ship("B1", x=20)).state


def spoilt(state: State, *keys: str, **changes: object) -> State:
    ships = dict(state.ships)
    for key in keys:
        ships[key] = replace(ships[key], **changes)
    return replace(state, ships=ships)


def over(state: State) -> State:
    return replace(state, outcome=verdict(state))


def test_a_battle_that_goes_on_is_not_decided() -> None:
    assert ending(over(TWO)) == ""


def test_the_last_turn_is_told_with_what_gives_it_the_battle() -> None:
    last = replace(TWO, turn=10)
    assert ending(over(replace(last, defender="A"))) == "last turn: tie, defender wins"
    assert ending(over(replace(last, defender=""))) == "last turn: a draw"
    assert ending(over(spoilt(last, "A1", pose=None, lost="left"))) == "no ship left"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("Red withdraws: 4 strike points, 3 ships", "withdrawal"),
        ("Blue withdraws: 9 strike points, 1 ship", "withdrawal"),
        ("both sides withdraw; Red has fewer strike points (Red 3, Blue 4)", "both withdraw"),
        ("no ship is left to fight on either side, strike points are equal (): a draw", "no ship"),
        ("the dignitary is ashore", "dignitary ashore"),
        ("the dignitary has got away to leeward", "dignitary away"),
        ("the moon has fallen", "the moon has fallen"),
    ],
)
def test_battles_that_ended_alike_are_told_alike(reason: str, words: str) -> None:
    assert ending(replace(TWO, outcome=Outcome((), reason))).startswith(words)


def test_a_name_that_sounds_like_an_end_is_none() -> None:
    squadrons = {**TWO.squadrons, "A": replace(TWO.squadrons["A"], name="Nobody withdraws")}
    ended = Outcome(("A",), "turn 10 is over; Nobody withdraws has fewer strike points (...)")
    called = replace(TWO, squadrons=squadrons, outcome=ended)
    assert ending(called) == "last turn: fewer points"
