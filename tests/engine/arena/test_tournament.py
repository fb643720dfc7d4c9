"""The pairings of a tournament, and how results are counted."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import tests.pond.game  # noqa: F401 - registers the pond
from engine.arena import Bout, Fought
from engine.arena.tournament import Encounter, Field, encounters, meetings
from engine.kernel.battle import Battle


def field(games: int = 4, players: tuple[str, ...] = ("x", "y", "z")) -> Field:
    return Field(
        players=players,
        scenarios=("duel", "quickstart"),
        game={"duel": "pond", "quickstart": "oak_iron"},
        games=games,
        seed=11,
    )


def ended(bout: Bout, winner: str) -> tuple[Bout, Fought]:
    """Return a bout that a player has won; '' is a draw."""
    sides = {bout.match.a: "a", bout.match.b: "b", "": ""}
    won = sides[winner]
    assert won in ("a", "b", "")
    return bout, Fought(number=bout.number, winner=won, turns=3, commands=9, reason="over")  # type: ignore[arg-type]


def test_every_pair_meets_in_every_scenario_from_both_sides_of_each_table() -> None:
    bouts = list(field().bouts())
    assert len(bouts) == field().total == 24
    tables = Counter(
        (bout.match.scenario, bout.match.a, bout.match.b, bout.match.seed + bout.number)
        for bout in bouts
    )
    assert set(tables.values()) == {1}
    for scenario, a, b, seed in tables:
        assert (scenario, b, a, seed) in tables
        assert seed in (11, 12)


@given(st.integers(1, 5), st.integers(0, 40))
def test_wherever_it_is_stopped_all_have_met_about_as_often(games: int, stopped: int) -> None:
    met = Counter(
        (bout.match.scenario, frozenset((bout.match.a, bout.match.b)))
        for bout in list(field(games).bouts())[:stopped]
    )
    counts = [met[scenario, frozenset(pair)] for scenario in ("duel", "quickstart")
              for pair in (("x", "y"), ("x", "z"), ("y", "z"))]  # fmt: skip
    assert max(counts) - min(counts) <= 1


def test_wins_are_counted_for_the_player_whichever_side_he_had() -> None:
    bouts = [bout for bout in field(players=("x", "y")).bouts() if bout.match.scenario == "duel"]
    results = [ended(bout, who) for bout, who in zip(bouts, ("x", "x", "y", ""), strict=True)]
    first, other = encounters(field(players=("x", "y")), results)
    assert first == Encounter("duel", "x", "y", won=2, drawn=1, lost=1)
    assert (first.games, first.points, first.share.share) == (4, 2.5, 0.625)
    assert first.share.low < 0.625 < first.share.high
    assert other == Encounter("quickstart", "x", "y")
    assert other.share.share == 0.0
    (turned,) = encounters(field(players=("y", "x")), results)[:1]
    assert turned == Encounter("duel", "y", "x", won=1, drawn=1, lost=2)
    assert [(m.a, m.b, m.points, m.games) for m in meetings([first, other])] == [("x", "y", 2.5, 4)]


def test_one_seed_lays_one_table_whoever_sits_where() -> None:
    bouts = list(field(2, ("ensign", "lieutenant")).bouts())[::2]
    states = [
        Battle.new(b.match.game, b.match.scenario, b.match.seed + b.number).state for b in bouts
    ]
    assert bouts[0].match.a == bouts[1].match.b
    assert states[0] == states[1]
