"""The statistics of a battle: points by turn, gunnery, luck, turning points."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.game.game import Record
from engine.game.parts.review import ALL, Aftermath, Luck
from engine.kernel.battle import Battle
from engine.systems.oak_iron.review import COUNTED, _Counting, aftermath
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Attack, Roll, State
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

SAVES = Path(__file__).resolve().parents[4] / "saves"
DRAWN = (ev.EventDrawn, ev.WeatherShifted, ev.CurrentSet, ev.CardLaidAtRandom)
"""Events that are decided by the number on a die, in favour of no side."""
START = Skirmish(ship("A1"), ship("B1", x=20)).state


def after(*events: ev.AnyEvent, start: State = START) -> Aftermath:
    return aftermath(start, [Record(n=1, kind="command", at=1, seat="A", events=events)])


def shot(dice: int) -> Attack:
    return Attack(
        attacker="A1",
        target="B1",
        kind="broadside",
        edge="port",
        dice=dice,
        hits=("skull", "cannon"),
    )


def counts(found: Aftermath, key: str) -> dict[str, int]:
    each = next(tally for tally in found.ships if tally.key == key)
    return dict(zip(COUNTED, each.counts, strict=True))


def test_harm_of_an_attack_goes_to_the_credit_of_who_fired() -> None:
    found = after(
        ev.AttackDeclared(shot(3)),
        ev.DiceRolled("broadside", "A1", ("skull", "cannon", "sail")),
        ev.HitsScored("A1", "B1", 2),
        ev.DamageTaken("B1", 2, 2),
        ev.FatigueTaken("B1", 1, 1),
        ev.AttackEnded(),
    )
    assert counts(found, "A1") == {
        **dict.fromkeys(COUNTED, 0),
        "shots": 1,
        "hits": 2,
        "d dealt": 2,
        "f dealt": 1,
    }
    assert counts(found, "B1") == {**dict.fromkeys(COUNTED, 0), "d taken": 2, "f taken": 1}


def test_harm_without_an_attack_is_nobodys_credit() -> None:
    found = after(ev.DamageTaken("B1", 1, 1))
    assert counts(found, "A1") == dict.fromkeys(COUNTED, 0)
    assert counts(found, "B1")["d taken"] == 1


def test_luck_counts_every_die_that_fell_and_what_was_to_be_expected() -> None:
    found = after(
        ev.AttackDeclared(shot(4)),
        ev.DiceRolled("broadside", "A1", ("skull", "sail", "sail", "cannon")),
        ev.DiceRerolled("skill", "A1", (1,), ("skull", "skull", "sail", "cannon")),
        ev.DiceAdded("zeal", ("musket",)),
    )
    assert found.luck == (
        Luck("Red", ALL, 6, 3, 1.5),
        Luck("Red", "broadsides", 6, 3, 1.5),
    )


def test_good_luck_in_peril_is_to_roll_nothing() -> None:
    found = after(ev.DiceRolled("shoals", "A1", ("sail", "skull")))
    assert found.luck[0] == Luck("Red", ALL, 2, 1, 1.75)


def test_critical_dice_hope_for_hull_rigging_or_crew() -> None:
    found = after(
        ev.DiceRolled("critical", "A1", ("sail", "musket")),
        ev.DiceRerolled("careful_aim", "A1", (1,), ("sail", "swords")),
    )
    assert found.luck[0] == Luck("Red", ALL, 3, 2, 1.875)
    assert found.luck[1].purpose == "critical"


def test_the_die_for_an_officer_or_a_wreck_is_her_own_sides_to_survive() -> None:
    found = after(
        ev.OfficerRolled("B1", "skull", "captain"),
        ev.SinkingRolled("B1", "sail", sinks=False),
    )
    assert found.luck == (
        Luck("Blue", ALL, 2, 1, 1.375),
        Luck("Blue", "officers", 1, 0, 0.625),
        Luck("Blue", "sinking", 1, 1, 0.75),
    )


def test_turning_points_are_told_once_with_their_entries() -> None:
    found = after(
        ev.AttackDeclared(shot(9)),
        ev.DamageTaken("B1", 2, 2),
        ev.DamageTaken("B1", 2, 4),
        ev.DamageTaken("B1", 3, 7),
        ev.BecameCrippled("B1"),
        ev.AttackEnded(),
    )
    assert [(each.n, each.turn) for each in found.moments] == [(1, 1), (1, 1)]
    assert "hits B1 hard" in found.moments[0].words
    assert "crippled" in found.moments[1].words


def test_a_roll_that_is_not_known_is_passed_over() -> None:
    """A battle may begin from a position in the middle of re-rolls, so that the first roll is not
    known.
    """
    start = Skirmish(ship("A1"), ship("B1"), roll=Roll("skill_test", "A1", ("sail",))).state
    found = after(ev.DiceRerolled("fortune", "A1", (0,), ("skull",)), start=start)
    assert found.luck[0].purpose == ALL


@pytest.mark.parametrize("name", ["boarding", "broadsides", "sinking", "fleet"])
def test_a_whole_battle_adds_up(name: str) -> None:
    battle = Battle.open(SAVES / f"sample_{name}.battle", write=False)
    found = battle.game.review.aftermath(battle.at(0), battle.entries)
    turns = sorted({score.turn for score in found.scores})
    assert turns == list(range(battle.at(0).turn, battle.state.turn + 1))
    assert [moment.n for moment in found.moments] == sorted(each.n for each in found.moments)
    outcome = battle.outcome()
    assert outcome
    assert outcome.told in found.moments[-1].words
    done = sum(counts(found, each.key)["d dealt"] for each in found.ships)
    taken = sum(counts(found, each.key)["d taken"] for each in found.ships)
    assert 0 < done <= taken
    events = [event for record in battle.entries for event in record.events]
    drawn = sum(isinstance(event, DRAWN) for event in events)
    thrown = battle.state.dice - battle.at(0).dice - drawn
    assert sum(each.dice for each in found.luck if each.purpose == ALL) == thrown
    for side in found.sides:
        sums = [each for each in found.luck if each.side == side]
        assert sums[0].purpose == ALL
        assert sums[0].dice == sum(each.dice for each in sums[1:])
        assert sums[0].expected == pytest.approx(sum(each.expected for each in sums[1:]), abs=0.1)
    battle.close()


# Whom a turning point goes against: the side that lost by it.


@pytest.mark.parametrize(
    ("event", "loser"),
    [
        (ev.AdmiralKilled("B"), "B"),
        (ev.BecameCrippled("B1"), "B"),
        (ev.ShipRecaptured("A1"), "B"),  # whose prize she was
    ],
)
def test_a_turning_point_goes_against_who_lost_by_it(event: Any, loser: str) -> None:
    state = with_ship(small_battle(), "A1", captured_by="B")
    assert _Counting(state).loser(event) == loser
