"""Ways to leave a battle outside its rules: resigning, agreeing on an end, handing over a seat."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.base.errors import FileFault, Refused
from engine.kernel.battle import Battle
from engine.kernel.leaving import LeavingKind
from engine.review.report import render_report, report
from engine.sitting.battle_log import BattleLog
from tests.engine.kernel.test_journal import resealed
from tests.pond.play import wander

Step = tuple[LeavingKind, str, str]
DRAWN: tuple[Step, ...] = (("offer", "A", "draw"), ("agree", "B", ""), ("end", "", "draw"))


def sailed(path: Path | None = None) -> Battle:
    """Return a battle on the pond between anna and the lieutenant after some steps."""
    battle = Battle.new("pond", "duel", 5, {"persons": {"A": "anna"}}, path=path)
    return wander(battle, Random(3), 6)


def taken(battle: Battle, *steps: Step) -> Battle:
    for kind, seat, text in steps:
        battle.leave(kind, seat, text)
    return battle


@pytest.mark.parametrize(
    ("steps", "winners", "reason"),
    [
        ((("resign", "A", ""),), ("B",), "{A} resigned"),
        ((("offer", "B", "draw"), ("resign", "B", "")), ("A",), "{B} resigned"),
        (DRAWN, (), "all agreed on a draw"),
        (
            (("offer", "B", "draw"), ("decline", "A", ""), ("offer", "A", "stop"),
             ("agree", "B", ""), ("end", "", "stop")),
            (), "all agreed to end it here, with no winner",
        ),
    ],
)  # fmt: skip
def test_a_battle_ends_beside_its_rules_is_written_and_proved(
    tmp_path: Path, steps: tuple[Step, ...], winners: tuple[str, ...], reason: str
) -> None:
    path = tmp_path / "left.battle"
    battle = sailed(path)
    names = {seat.key: seat.name for seat in battle.game.seats(battle.state)}
    winners = tuple(seat.side for seat in battle.game.seats(battle.state) if seat.key in winners)
    before, asked = battle.state, battle.pending()[0]
    assert battle.outcome() is None
    taken(battle, *steps)
    battle.close()
    with Battle.open(path) as again:
        for each in (battle, again):
            outcome = each.outcome()
            assert outcome is not None
            assert (outcome.winners, outcome.reason) == (winners, reason.format(**names))
            assert each.state == before
            assert each.pending() == ()
        told = f"the battle is over: {reason.format(**names)}"
        for refused in (
            lambda: again.submit(asked.seat, asked.options[0].command),
            lambda: again.answer(asked.seat, asked.options[0].id),
            lambda: again.undo(again.entries[-1].seat),
            lambda: again.redo("A"),
            lambda: again.take_back("A"),
        ):
            with pytest.raises(Refused, match=told):
                refused()
        with pytest.raises(Refused, match="the battle is over"):
            again.leave("resign", "A")
        again.note("well fought", "A")
        proof = again.verify()
        assert proof.ok
        assert proof.text.endswith(f"; it ended outside the rules: {reason.format(**names)}")
        assert reason.format(**names) in render_report(report(again), "text")


def test_until_all_have_agreed_the_battle_goes_on_and_its_log_tells_each_step() -> None:
    battle = taken(
        sailed(),
        ("offer", "A", "draw"),
        ("decline", "B", ""),
        ("offer", "A", "stop"),
        ("hand", "A", "ben"),
        ("agree", "B", ""),
    )
    names = {seat.key: seat.name for seat in battle.game.seats(battle.state)}
    a, b = names["A"], names["B"]
    assert battle.outcome() is None
    assert battle.pending()
    told = [line.text for line in BattleLog(battle).lines("B")][-5:]
    assert told == [
        f"anna ({a}) offers a draw.",
        f"{b} does not agree.",
        f"anna ({a}) proposes to end it here, with no winner.",
        f"ben plays on for anna ({a}).",
        f"{b} agrees.",
    ]
    battle.chat("here I am", "A")
    assert BattleLog(battle).lines("B")[-1].text == f'ben ({a}): "here I am"'
    assert f"(anna ({a}) offers a draw)" in render_report(report(battle), "text")


def test_a_seat_that_has_resigned_and_is_handed_over_fights_on() -> None:
    """A side of two seats is out only when both have resigned."""
    battle = Battle.new("iron_oak", "hampton_roads", 3, {"union_seats": 2})
    sides: dict[str, list[str]] = {}
    for seat in battle.game.seats(battle.state):
        sides.setdefault(seat.side, []).append(seat.key)
    side, (first, second, *rest) = next((k, v) for k, v in sides.items() if len(v) > 1)
    battle.leave("resign", first)
    with pytest.raises(Refused, match="has resigned already"):
        battle.leave("resign", first)
    battle.leave("hand", first, "the captain")
    for seat in (second, *rest):
        battle.leave("resign", seat)
    assert battle.outcome() is None
    battle.leave("resign", first)
    outcome = battle.outcome()
    assert outcome is not None
    assert outcome.winners == tuple(other for other in sides if other != side)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (("resign", "Q", ""), "there is no seat Q"),
        (("offer", "A", "A wins"), "players can only agree on a draw or on no result"),
        (("hand", "A", ""), "the command does not name the player who takes the seat"),
        (("agree", "B", ""), "nobody has offered to end it"),
        (("end", "", "draw"), "nobody has offered to end it"),
        (("end", "", "x"), "players can only agree on a draw or on no result"),
    ],
)
def test_a_step_that_says_nothing_is_refused_and_leaves_no_entry(step: Step, why: str) -> None:
    battle = sailed()
    entries = len(battle.log)
    with pytest.raises(Refused, match=why):
        battle.leave(*step)
    assert len(battle.log) == entries
    battle.leave("offer", "A", "stop")
    with pytest.raises(Refused, match="a different ending was offered"):
        battle.leave("end", "", "draw")


@pytest.mark.parametrize(
    ("now", "why"),
    [
        (b'"kind":"end","at":3,"text":"stop"', "a different ending was offered"),
        (b'"kind":"agree","at":3,"seat":"Q"', "there is no seat Q"),
        (b'"kind":"command","at":3,"seat":"A"', ""),
    ],
)
def test_a_forged_end_is_found_out(tmp_path: Path, now: bytes, why: str) -> None:
    path = tmp_path / "forged.battle"
    taken(sailed(path), *DRAWN).close()
    *lines, last = path.read_bytes().splitlines()
    forged = last.replace(b'"kind":"end","at":3,"text":"draw"', now)
    assert forged != last
    path.write_bytes(resealed([*lines, forged]))
    if not why:
        with pytest.raises(FileFault, match=f"line {len(lines) + 1} is not a command"):
            Battle.open(path, write=False)
        return
    proof = Battle.open(path, write=False).verify()
    assert not proof.ok
    assert why in proof.text


def test_nothing_is_decided_after_the_end(tmp_path: Path) -> None:
    path = tmp_path / "after.battle"
    battle = sailed(path)
    asked = battle.pending()[0]
    battle.leave("resign", "B")
    battle._agreed = None  # as a program would that does not know of it
    battle.answer(asked.seat, asked.options[0].id)
    battle.close()
    proof = Battle.open(path, write=False).verify()
    assert proof.text.startswith(f"entry {len(battle.log)}: it was written after the end:")


def test_an_earlier_entry_of_a_battle_that_was_resigned_can_be_played_on(tmp_path: Path) -> None:
    battle = taken(sailed(tmp_path / "one.battle"), ("resign", "A", ""))
    again = battle.fork(battle.position)
    assert again.outcome() is None
    assert again.pending()
