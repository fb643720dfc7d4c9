"""Rolls compared with fair dice: sums, the usual range, how unusual a result is, and who may know a
roll.
"""

from __future__ import annotations

from math import comb

import pytest

from engine.game.parts.review import Rolled, binomial, one_die
from engine.kernel.battle import Battle
from engine.kernel.seen import SeenBattle
from engine.review import dice
from engine.review.dice import NumberedRoll, Spread, chi_square, in_words, sums
from engine.review.spectators import without_secrets


def rolled(
    got: int, fair: tuple[float, ...], kind: str = "gunnery", side: str = "Red"
) -> NumberedRoll:
    faces = tuple(("d6", "1") for _ in range(len(fair) - 1))
    return NumberedRoll(1, Rolled(side=side, ship="A1", kind=kind, got=got, fair=fair, faces=faces))


def test_a_sum_is_as_unusual_as_fair_dice_are_seldom_so_far_off() -> None:
    two_dice = Spread([one_die(6), one_die(6)])
    assert two_dice.mean == pytest.approx(7)
    assert two_dice.chance_of(12) == pytest.approx(2 / 36)  # 2 and 12
    assert two_dice.chance_of(7) == 1
    assert two_dice.usual() == (3, 11)
    ten = Spread([binomial(10, 0.5)])
    assert ten.chance_of(9) == pytest.approx(2 * (1 + comb(10, 9)) / 2**10)
    assert Spread([(1.0,)]).chance_of(0) == 1


def test_of_many_dice_the_normal_distribution_tells_nearly_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fairs = [binomial(3, 0.4)] * 60
    exact = Spread(fairs)
    monkeypatch.setattr(dice, "LARGEST", 10)
    nearly = Spread(fairs)
    for got in (60, 72, 80, 90):
        assert nearly.chance_of(got) == pytest.approx(exact.chance_of(got), abs=0.01)
    assert nearly.usual() == pytest.approx(exact.usual(), abs=1)


@pytest.mark.parametrize(
    ("square", "freedom", "chance"),
    [
        (3.841, 1, 0.05),
        (11.07, 5, 0.05),
        (18.307, 10, 0.05),
        (2.0, 2, 0.3679),
        (0, 5, 1),
        (5, 0, 1),
    ],
)
def test_faces_are_judged_by_chi_square(square: float, freedom: int, chance: float) -> None:
    """The expected values come from a printed table of the chi-square distribution."""
    assert chi_square(square, freedom) == pytest.approx(chance, abs=0.0005)


def test_how_unusual_it_was_is_said_in_words() -> None:
    said = [in_words(chance) for chance in (0.5, 0.1, 0.04, 0.004, 0.0002, 1e-9)]
    assert said == [
        *("as usual", "1 in 10", "1 in 25, unusual", "1 in 250, rare", "1 in 5,000, very rare"),
        "less than 1 in a million",
    ]


def test_rolls_are_summed_by_what_one_asks_for() -> None:
    rolls = [
        rolled(1, (0.5, 0.5)),
        rolled(0, (0.5, 0.5), side="Blue"),
        rolled(2, one_die(6), "ram"),
    ]
    assert [(each.name, each.got, each.mean) for each in sums(rolls, lambda each: each.kind)] == [
        ("ram", 2, 3.5),
        ("gunnery", 1, 1.0),
    ]
    assert {each.name for each in sums(rolls, lambda each: each.side)} == {"Red", "Blue"}
    assert sums([], lambda each: each.side) == []


@pytest.mark.parametrize("name", ["boarding", "ironclads", "frigates", "campaign"])
def test_the_dice_of_every_system_are_those_of_its_aftermath_and_fair(name: str) -> None:
    with Battle.open(f"saves/sample_{name}.battle", write=False) as battle:
        rolls = dice.all_rolls(battle)
        assert len(rolls) > 10
        for _, each in rolls:
            assert sum(each.fair) == pytest.approx(1)
            assert each.fair[each.got] > 0
        for found in dice.faces(battle, rolls):
            assert set(found.fell) == set(found.fair)
            assert sum(found.fell.values()) == pytest.approx(sum(found.fair.values()))
            assert found.chance > 0.001
        kinds = {(each.name): each for each in sums(rolls, lambda each: f"{each.side} {each.kind}")}
        for luck in battle.game.review.aftermath(battle.at(0), battle.entries).luck:
            if luck.purpose != "all dice":
                same = kinds[f"{luck.side} {luck.purpose}"]
                assert (same.got, same.mean) == (
                    luck.successes,
                    pytest.approx(luck.expected, abs=0.01),
                )


def test_a_covered_battle_has_what_may_be_read_and_nothing_else() -> None:
    """Each member of the covered battle is written out, so that a member added to `Battle` later
    reveals nothing.
    """
    with Battle.open("tests/battles/ironclads_night.battle", write=False) as battle:
        view = without_secrets(battle)
        wanted = {name for name in vars(SeenBattle) if not name.startswith("_")}
        found = {name for name in vars(type(view)) if not name.startswith("_")}
        assert found == wanted
        assert not hasattr(type(view), "__getattr__")
        assert view.outcome() is None
        assert battle.outcome() is not None
        assert view.view("A") == battle.game.view(battle.state, "A")
        same = ("game", "header", "path", "notice", "seed", "position", "entries", "log", "notes")
        assert all(getattr(view, name) == getattr(battle, name) for name in same)
        assert (view.at(3), view.moment(3)) == (battle.at(3), battle.moment(3))
        assert view.unfolded(3) == battle.unfolded(3)
        assert view.pending() == battle.pending()
        assert view.fork(2).position == 2


def test_rolls_of_hidden_ships_are_told_to_their_own_side_alone() -> None:
    """Some hidden counters only pretend to roll: an enemy who could count rolls would know which
    counters are ships.
    """
    with Battle.open("tests/battles/ironclads_night.battle", write=False) as battle:
        goes_on = without_secrets(battle)
        seen = {seat: dice.all_rolls(goes_on, seat) for seat in ("", "A", "B")}
        every = dice.all_rolls(battle)
        counted = {seat: len(found) for seat, found in seen.items()}
        assert counted[""] == counted["A"] < counted["B"] <= len(every)  # who hides is B
        assert not {each.rolled.ship for found in seen.values() for each in found} & {
            "a hidden counter"
        }
