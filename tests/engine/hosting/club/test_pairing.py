"""The pairings of a tournament: everybody meets everybody else once; byes and sides are evenly
shared.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.hosting.club.tournament import Kind, Meeting, Tournament, knock_out, round_robin
from engine.hosting.terms import Terms

TERMS = Terms(game="oak_iron", scenario="quickstart")


@pytest.mark.parametrize("count", range(2, 13))
def test_in_a_round_robin_all_meet_once_and_sides_are_even(count: int) -> None:
    names = [f"p{number}" for number in range(count)]
    rounds = round_robin(names)
    assert len(rounds) == count - 1 + count % 2
    for pairs in rounds:
        assert Counter(name for pair in pairs for name in pair if name) == Counter(names)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if all(pair))
    assert met == Counter(map(frozenset, combinations(names, 2)))
    first = Counter(pair[0] for pairs in rounds for pair in pairs if all(pair))
    assert all(abs(2 * first[name] - (count - 1)) <= 2 for name in names)


@pytest.mark.parametrize("count", range(2, 18))
def test_a_knock_out_gives_byes_to_the_best_and_keeps_the_first_two_apart(count: int) -> None:
    seeds = [f"p{number:02}" for number in range(count)]
    pairs = knock_out(seeds)
    assert Counter(name for pair in pairs for name in pair if name) == Counter(seeds)
    byes = sorted(pair[0] for pair in pairs if not pair[1])
    assert byes == seeds[: len(byes)]
    half = len(pairs) // 2
    if half:
        assert any(seeds[0] in pair for pair in pairs[:half])
        assert any(seeds[1] in pair for pair in pairs[half:])


def played(found: Tournament, score: dict[str, int]) -> Tournament:
    """Return a tournament after one more round, in which the stronger player has won each
    battle.
    """
    number = found.round + 1
    games = tuple(
        Meeting(number, one, other, scores=_scores(one, other, score))
        for one, other in found.next_pairs()
    )
    return Tournament(
        found.name, "anna", found.kind, TERMS, found.rounds, 60.0, found.players, found.gone,
        (*found.meetings, *games), number,
    )  # fmt: skip


def _scores(one: str, other: str, strength: dict[str, int]) -> tuple[float, float]:
    if not other or strength[one] > strength[other]:
        return 1.0, 0.0
    return 0.0, 1.0


@pytest.mark.parametrize(("count", "rounds"), [(30, 5), (31, 6), (8, 7), (6, 5), (5, 4), (3, 3)])
def test_in_a_swiss_nobody_meets_twice_and_the_strongest_win(count: int, rounds: int) -> None:
    dice = Dice(count)
    names = tuple(f"p{number:02}" for number in range(count))
    strength = {name: (6 * dice.face(2 * n, 6) + dice.face(2 * n + 1, 6), n)
                for n, name in enumerate(names)}  # fmt: skip
    order = {name: place for place, name in enumerate(sorted(names, key=strength.__getitem__))}
    found = Tournament("swiss", "anna", "swiss", TERMS, rounds, 60.0, names)
    for _ in range(rounds):
        found = played(found, order)
    met = Counter(frozenset((e.first, e.second)) for e in found.meetings if e.second)
    assert max(met.values()) == 1
    byes = Counter(each.first for each in found.meetings if not each.second)
    assert set(byes.values()) <= {1}
    assert len(byes) == rounds * (count % 2)
    assert not found.next_pairs()
    if rounds >= count.bit_length():
        assert found.standings()[0].name == max(names, key=order.__getitem__)
    assert sum(found.scores().values()) == rounds * ((count + 1) // 2)


def test_who_has_left_is_not_paired_and_a_full_table_pairs_again() -> None:
    names = ("anna", "ben", "carl")
    found = Tournament("t", "anna", "swiss", TERMS, 5, 60.0, names, gone=("carl",))
    order = {"anna": 3, "ben": 2, "carl": 1}
    for _ in range(3):  # only two are left: they meet again and again
        assert {*found.next_pairs()[0]} == {"anna", "ben"}
        found = played(found, order)
    assert found.standings()[0].points == 3
    robin = Tournament("t", "anna", "robin", TERMS, 3, 60.0, names, gone=("carl",))
    rounds = []
    for _ in range(3):
        rounds.append(robin.next_pairs())
        robin = played(robin, order)
    rest = [("anna", ""), ("ben", "")]
    assert sorted(map(sorted, rounds)) == [rest, rest, [("anna", "ben")]]


@pytest.mark.parametrize("kind", ["swiss", "robin", "knockout"])
def test_one_who_is_left_alone_has_no_further_round(kind: Kind) -> None:
    names = ("anna", "ben", "carl", "dora")
    found = Tournament("t", "anna", kind, TERMS, 3, 60.0, names, gone=("ben", "dora"))
    assert found.next_pairs()
    assert replace(found, gone=names[1:]).next_pairs() == []


def test_a_knock_out_ends_with_one_and_a_draw_sends_the_weaker_on() -> None:
    names = ("anna", "ben", "carl", "dora", "emil")
    found = Tournament("t", "anna", "knockout", TERMS, 3, 60.0, names)
    order = {name: -place for place, name in enumerate(names)}
    for _ in range(3):
        found = played(found, order)
    assert [row.name for row in found.standings()][:2] == ["anna", "ben"]
    draw = Tournament("t", "anna", "knockout", TERMS, 2, 60.0, names[:4], round=1, meetings=(
        Meeting(1, "anna", "dora", scores=(0.5, 0.5)), Meeting(1, "ben", "carl", scores=(0.0, 0.0)),
    ))  # fmt: skip
    assert draw.next_pairs() == [("dora", "")]
