"""The curve of a battle: judged in batches, stored beside its file, and stale for another version
of the judging code.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.review import curve as curves
from engine.review import fortune
from engine.review.curve import CostlyChoice, Curve, EntryLuck, Trial
from engine.review.fortune import finding_lines, luck_lines, sums
from engine.sitting.hindsight import Hindsight, cached_hindsight
from engine.sitting.watching.reel import Reel
from tests.tui.running import save_battle
from tui.cli import main
from tui.panel.pictures import curve_bars, rows_for
from tui.replay.reel_rows import curve_rows, study_rows, timeline

ONE = CostlyChoice(
    n=3, turn=2, seat="A", name="Red", question="?", chosen="this", better="that", cost=4.0
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a finished duel on the pond."""
    return save_battle(tmp_path, "Duel", turns=99)


def judged(path: Path) -> Curve:
    """Return the whole curve of a battle, judged batch by batch."""
    with Battle.open(path, write=False) as battle:
        curve = curves.load_curve(battle)
    for part in fortune.batches(curve, battle.game):
        curve = fortune.merge_batch(curve, fortune.judge_batch(str(path), part))
    return curve


def test_chances_follow_the_judgement_and_end_with_what_came_of_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    curve = judged(path)
    with Battle.open(path, write=False) as battle:
        outcome = battle.outcome()
        thinking = type(battle.game.thinking)
        assert outcome
        won = float("Red" in outcome.winners) if outcome.winners else 0.5
        assert curve.whole
        assert curve.at(battle.position) == won
        assert (curve.side, curve.name) == ("Red", "Red")

        class Judgement:
            worth = 10.0

        monkeypatch.setattr(thinking, "evaluate", lambda *_: (Judgement(),))
        monkeypatch.setattr(thinking, "winning_odds", 10.0)
        assert fortune.chance(battle, 1) == pytest.approx(0.731, abs=0.001)  # odds of e to 1
        Judgement.worth = -1e9
        assert fortune.chance(battle, 1) == pytest.approx(0, abs=1e-9)


def test_it_goes_on_where_it_stopped_and_is_begun_anew_by_another_judge(path: Path) -> None:
    whole = judged(path)
    with Battle.open(path, write=False) as battle:
        curves.store_curve(replace(whole, chances={0: 0.25}), path)
        kept = curves.load_curve(battle)
        assert kept.chances == {0: 0.25}
        assert (
            sum(len(part.numbers) for part in fortune.batches(kept, battle.game)) == battle.position
        )
        assert kept.at(3) is None
        curves.store_curve(replace(whole, judge="another"), path)
        assert curves.load_curve(battle).chances == {}
        assert Reel(battle).curve is not None
        row = "".join(text for _, text in curve_rows(Reel(battle, 1), 60, "ascii", "1/6")[-1])
        assert row.endswith("(outdated)")


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"null", b"[]", b'{"chances":{"0":7}}', b"\xff" * 99, b'{"battle":"x"}'],
)
def test_a_damaged_curve_is_none(path: Path, data: bytes) -> None:
    curves.curve_path(path).write_bytes(data)
    with Battle.open(path, write=False) as battle:
        assert curves.stored_curve(battle) is None
        assert curves.load_curve(battle).chances == {}
        assert Reel(battle).curve is None


@pytest.mark.parametrize(
    "change",
    [
        {"chances": {0: 1.5}},
        {"chances": {99: 0.5}},
        {"battle": "another"},
        {"positions": 10**12},
        {"dice": {1: EntryLuck(7.0, 0.0)}},
        {"costly": (replace(ONE, n=99),)},
        {"costly": (replace(ONE, n=0),)},
        {"costly": (replace(ONE, seat="Z"),)},
        {"side": "Mauve"},
        {"costly": (replace(ONE, cost=float("inf")),)},
        {"weighed": (99,)},
    ],
)
def test_a_forged_or_foreign_curve_is_none(path: Path, change: dict[str, Any]) -> None:
    curves.store_curve(replace(judged(path), **change), path)
    with Battle.open(path, write=False) as battle:
        assert curves.stored_curve(battle) is None


@pytest.mark.parametrize(
    "change",
    [
        {"instead": Answer("no_such_option")}, {"instead": Answer("steer", 7.0)}, {"seat": "B"},
    ],
)  # fmt: skip
def test_a_choice_that_was_none_is_judged_anew(path: Path, change: dict[str, Any]) -> None:
    with Battle.open(path, write=False) as battle:
        n = next(each.n for each in battle.entries if each.seat == "A")
        asked = replace(ONE, n=n, seat="A", instead=None)
        curves.store_curve(replace(judged(path), costly=(asked,)), path)
        assert curves.load_curve(battle).costly == (asked,)
        curves.store_curve(replace(judged(path), costly=(replace(asked, **change),)), path)
        assert curves.load_curve(battle).costly == ()
        assert Hindsight(battle, ("A", "B")).judged == 0


def test_a_battle_that_goes_on_is_not_judged(tmp_path: Path) -> None:
    path = save_battle(tmp_path, "Duel", turns=1)
    refused = pytest.raises(Refused, match="judged when it is over")
    with Battle.open(path, write=False) as battle, refused:
        curves.load_curve(battle)


def test_the_command_keeps_it_and_the_replay_shows_it(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["annotate", str(path), "--jobs", "2"]) == 0
    said = capsys.readouterr().out
    assert "Red's chances, judged at 7 positions" in said
    assert "to 100%" in said or "to 0%" in said or "to 50%" in said
    before = curves.curve_path(path).read_bytes()
    assert main(["annotate", str(path)]) == 0  # nothing is left to be judged
    assert curves.curve_path(path).read_bytes() == before
    with Battle.open(path, write=False) as battle:
        reel = Reel(battle, battle.position)
        (_, _), (_, bar), *_, (_, here), (_, _), (_, now) = curve_rows(reel, 60, "unicode", "6/6")[
            -1
        ]
        assert reel.curve
        won = reel.curve.at(reel.end)
        assert here == ("\u2588" if won == 1 else "\u2581" if won == 0 else "\u2585")
        assert now == f"Red {won:.0%}"
        assert bar.strip()
        reel.go(0)
        swings = sorted(reel.curve.swings(10))
        assert reel.find("swing") == swings[0]
        reel.go(swings[-1])
        assert reel.find("swing") == swings[0]


def test_words_of_the_log_are_gone_to_from_here_on_and_back(path: Path) -> None:
    with Battle.open(path, write=False) as battle:
        reel = Reel(battle)
        told = {n: " ".join(reel.describe(n)).lower() for n in range(1, reel.end + 1)}
        word = next(w for w in told[1].split() if sum(w in t for t in told.values()) > 1)
        places = [n for n, text in told.items() if word in text]
        assert reel.find(word) == reel.find(f"next {word}") == places[0]
        reel.go(places[0])
        assert reel.find(word) == places[1]
        reel.go(places[-1])
        assert reel.find(word) == places[0]
        assert reel.find(f"previous {word}") == places[-2]
        assert reel.find(f"first {word}") == places[0]
        with pytest.raises(Refused, match="no entry has 'hornpipe'"):
            reel.find("hornpipe")
        with pytest.raises(Refused, match="not been computed yet"):
            reel.find("swing")


def test_what_dice_and_choices_gave_add_up_to_what_came_of_it(path: Path) -> None:
    """For each part of the battle: the chance at its start plus dice, choices and the rest gives
    the chance at its end.
    """
    curve = judged(path)
    with Battle.open(path, write=False) as battle:
        assert curve.left == []
        thrown = [n for n in range(1, curve.positions) if battle.game.dice_rolled(battle.at(n))]
        assert set(curve.dice) <= set(thrown)
        assert curve.dice
        for last in (1, 4, battle.position):
            found = sums(curve, battle, last)
            assert found
            came = found.begun + found.dice + found.choices + found.rest
            assert came == pytest.approx(curve.chances[last])
        assert found.rest == 0
        assert sums(replace(curve, chances={0: 0.5}), battle) is None
        assert sums(replace(curve, unweighed="older rules"), battle) is None
        lines = finding_lines(curve, battle, 3)
        begun = "Red's chances went from 50%"
    assert any(line.startswith(begun) and ": dice " in line for line in lines)


def test_a_battle_is_decided_from_where_the_winner_stays_ahead() -> None:
    def at(*chances: float) -> int | None:
        positions = len(chances)
        return fortune.decided_at(
            Curve(
                battle="b", judge="j", side="Red", name="Red", positions=positions,
                chances=dict(enumerate(chances)),
            )
        )  # fmt: skip

    assert at(0.5, 0.97, 0.6, 0.96, 0.97, 1.0) == 3
    assert at(0.5, 0.03, 0.04, 0.0) == 1
    assert at(0.5, 0.9, 1.0) is None, "open to its last choice"
    assert at(0.5, 0.97, 0.5) is None, "a draw"


def test_an_end_that_was_agreed_is_neither_luck_nor_a_choice(tmp_path: Path) -> None:
    path = save_battle(tmp_path, "Duel", turns=2)
    with Battle.open(path) as battle:
        battle.leave("resign", "A")
    curve = judged(path)
    with Battle.open(path, write=False) as battle:
        found = sums(curve, battle)
        assert found
        assert (found.ended, found.rest) == (0, pytest.approx(-fortune.chance(battle, 0), abs=1))
        assert found.rest < 0
        assert "agreements -" in " ".join(luck_lines(curve, battle))


def test_the_costliest_choices_are_marked_and_gone_to(path: Path) -> None:
    """They are marked on the curve and on the timeline, found by the word `costly`, and shown with
    the better answer.
    """
    curve = judged(path)
    with Battle.open(path, write=False) as battle:
        with pytest.raises(
            Refused, match="the choices have not been judged yet; run `weathergage annotate FILE`"
        ):
            Reel(battle).find("costly")
        curves.store_curve(replace(curve, costly=()), path)
        with pytest.raises(Refused, match="no choice is proved"):
            Reel(battle).find("costly")
        both = (ONE, replace(ONE, n=5, cost=1.0))
        trials = tuple(Trial(n=n, of=60, better=50, chosen=10, squares=40) for n in (3, 5))
        curves.store_curve(replace(curve, costly=both, trials=trials), path)
        reel = Reel(battle)
        assert [reel.find("costly"), reel.find("previous costly")] == [3, 5]
        assert "!" in "".join(text for _, text in timeline(reel, 60, "ascii", ""))
        reel.go(3)
        assert "This choice cost 67%" in str(study_rows(reel))
        assert "better: that" in str(study_rows(reel))
        reel.go(reel.end)
        assert "Dice and choices" in str(study_rows(reel))
        top, *_, low = curve_rows(reel, 60, "ascii", "", 3)
        assert ("warning", "!") in (*top, *low)
        kept = cached_hindsight(battle, ("A", "B"))
        assert kept.over
        assert [each.choice.n for each in kept.listed()] == [3, 5]
        assert not cached_hindsight(battle, ("A",)).over  # of one seat another ten may be listed


def test_a_curve_is_as_high_as_there_is_room(path: Path) -> None:
    curve = replace(judged(path), chances=dict(enumerate((0.0, 0.2, 0.5, 0.8, 1.0, 0.49, 0.5))))
    rows = ["".join(text for _, text in row) for row in curve_bars(curve, 7, 2, "ascii")]
    assert rows == ["   +@  ", "_=@@@@@"]
    (only,) = curve_bars(replace(curve, chances={0: 1.0}), 7, 1, "ascii", 0)
    assert only == [("head", "@"), ("ruler", "      ")]
    assert [rows_for(lines) for lines in (3, 24, 30, 45, 54, 500)] == [1, 1, 2, 4, 6, 6]


def fight_branch(path: Path, n: int, to: Path) -> None:
    """Fork a battle after its nth command, and let the fork be fought to its end."""
    with Battle.open(path, write=False) as parent, parent.fork(n, to) as branch:
        while branch.pending():
            question = branch.pending()[0]
            branch.answer(question.seat, Answer(question.options[0].id))


def test_a_branch_is_judged_from_where_it_leaves(path: Path, tmp_path: Path) -> None:
    """The values for the entries shared with the parent are taken from the curve beside the
    parent's file, and from no other file.
    """
    whole = replace(
        judged(path),
        costly=(ONE, replace(ONE, n=5)),
        trials=(Trial(n=3, of=48, better=30.0, chosen=10.0, squares=20.0),),
    )
    curves.store_curve(whole, path)
    to = tmp_path / "branch.battle"
    fight_branch(path, 4, to)
    with Battle.open(to, write=False) as branch:
        begun = curves.load_curve(branch)
        assert begun.chances == {n: whole.chances[n] for n in range(5)}
        assert set(begun.weighed) == {1, 2, 3, 4}
        assert [each.n for each in begun.costly] == [3]
        assert [each.n for each in begun.trials] == [3]
        assert begun.battle == branch.header.id
        assert begun.positions == branch.position + 1
        left = {n for part in fortune.batches(begun, branch.game) for n in part.numbers}
        assert min(left) == 5
        curves.store_curve(replace(whole, judge="another"), path)
        assert curves.load_curve(branch).chances == {}
        curves.store_curve(whole, path)
        curves.store_curve(replace(begun, chances={0: 0.5}), to)
        assert curves.load_curve(branch).chances == {0: 0.5}, "its own curve comes first"
        curves.curve_path(to).unlink()
    path.write_bytes(path.read_bytes()[:-9])
    with Battle.open(to, write=False) as branch:
        assert curves.load_curve(branch).chances == {}, "a damaged parent"


def test_a_parent_of_other_entries_gives_nothing(path: Path, tmp_path: Path) -> None:
    """A header may name any parent, so the entries are compared."""
    curves.store_curve(judged(path), path)
    to = tmp_path / "branch.battle"
    fight_branch(path, 2, to)
    with Battle.open(to, write=False) as branch:
        claimed = replace(branch.header, parent=replace(branch.header.parent, entry=9))  # type: ignore[type-var]
        branch.header = claimed
        assert curves.load_curve(branch).chances == {}
