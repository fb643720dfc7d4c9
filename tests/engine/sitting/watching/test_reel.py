"""Steps through the replay of a recorded battle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.base.errors import Refused
from engine.game.chart import Counter, News, Throw
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.review.report import battle_lines
from engine.sitting.battle_log import BattleLog
from engine.sitting.watching import reel as reel_module
from engine.sitting.watching.reel import Reel
from tests.pond.game import PondGame
from tests.pond.screen import PondScreen
from tui.replay.reel_rows import timeline


def played(turns: int) -> Battle:
    """Return a battle on the pond after some turns in which the boats sail straight ahead and then
    fire.
    """
    battle = Battle.new(PondGame(), "duel", 7)
    for _ in range(turns):
        for seat in "AB":
            question = next(each for each in battle.pending() if each.seat == seat)
            battle.answer(seat, Answer(question.options[-1].id))
    return battle


def over() -> Battle:
    """Return a finished battle."""
    battle = played(0)
    while questions := battle.pending():
        battle.answer(questions[0].seat, Answer(questions[0].options[-1].id))
    return battle


def test_steps_stop_at_both_ends() -> None:
    reel = Reel(played(3))
    assert not reel.step(-1)
    assert reel.go(99)
    assert reel.n == reel.end == 6
    assert not reel.step(1)


def test_a_turn_begins_after_the_entry_that_ends_the_one_before() -> None:
    reel = Reel(played(3))
    assert reel.turns == [(1, 0), (2, 2), (3, 4), (4, 6)]
    reel.go(3)
    reel.turn(-1)
    assert reel.n == 2
    reel.turn(-1)
    assert reel.n == 0
    reel.turn(1)
    assert reel.n == 2


def test_an_activation_is_a_run_of_entries_of_one_seat() -> None:
    reel = Reel(played(2))
    stops = []
    while reel.activation(1):
        stops.append(reel.n)
    assert stops == [1, 2, 3, 4]
    reel.activation(-1)
    assert reel.n == 3


@pytest.mark.parametrize(
    ("words", "n"), [("t2", 2), ("3", 3), ("END", 6), ("start", 0), ("gage", 5)]
)
def test_words_name_a_position(words: str, n: int) -> None:
    battle = played(3)
    battle.note("the gage won it", at=5)
    assert Reel(battle).find(words) == n


@pytest.mark.parametrize(
    "words", ["t9", "99", "", "somewhere", "9" * 5000, f"t{'9' * 5000}"], ids=lambda text: text[:9]
)
def test_words_that_name_no_position_are_refused_with_a_reason(words: str) -> None:
    with pytest.raises(Refused):
        Reel(played(1)).find(words)


def test_a_search_for_shots_finds_the_first_and_then_those_around(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def landmarks(_: object, found: dict[str, list[int]]) -> Iterator[int]:
        found["shot"] += [1, 3, 5]
        found["loss"] += [2, 6]
        yield from range(6)

    monkeypatch.setattr(reel_module, "search_landmarks", landmarks)
    reel = Reel(played(3), 4)
    found = [reel.find(words) for words in ("shot", "next shot", "previous shot", "loss")]
    assert found == [1, 5, 3, 6]


def test_what_may_be_shown_is_what_the_viewer_knows_and_then_what_the_one_who_chose_knew() -> None:
    assert [Reel(played(1), n, "B").seat for n in (1, 2)] == ["B", "B"]
    assert [Reel(over(), n, "B").seat for n in (0, 1, 2)] == ["B", "A", "B"]


def test_a_running_battle_is_shown_as_a_watcher_sees_it() -> None:
    battle = played(1)
    battle.answer("A", Answer("steer", 15.0))
    reel = Reel(battle, 3)
    assert reel.view().boats["A"].order is None
    assert reel.describe() == ["Red: gives an order"]


def test_a_finished_battle_is_shown_with_everything_open() -> None:
    reel = Reel(over(), 1)
    assert reel.view().boats["A"].order is not None
    assert reel.describe() == ["Red: steer 0"]


def test_news_are_shown_with_what_has_come_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw of dice is shown with the state before its event, news with the state after it."""
    reel = Reel(over(), 2)
    monkeypatch.setattr(PondScreen, "spectacle", lambda *_: News("it is so"))
    *_, (view, _) = reel.spectacles()
    assert view == reel.battle.at(2)
    monkeypatch.setattr(PondScreen, "spectacle", lambda *_: Throw("shot", ("1",)))
    (view, _), *_ = Reel(reel.battle, 2).spectacles()
    assert view == reel.battle.at(1)


def test_marks_are_gone_to_one_after_the_other() -> None:
    battle = played(3)
    with pytest.raises(Refused, match="no notes or bookmarks"):
        Reel(battle).mark(1)
    battle.note("gage", "A", at=2)
    battle.note("entry 5", "A", at=5, bookmark=True)
    reel = Reel(battle)
    stops = [reel.n for _ in range(2) if reel.mark(1)]
    assert stops == [2, 5]
    assert not reel.mark(1)
    assert reel.mark(-1)
    assert reel.n == 2


def test_a_note_does_not_hide_a_bookmark() -> None:
    battle = played(3)
    battle.note("entry 3", "A", at=3, bookmark=True)
    battle.note("afterwards", "A", at=3)
    bar = "".join(text for _, text in timeline(Reel(battle), 60, "ascii", ""))
    assert "*" in bar
    assert "n" not in bar


@pytest.mark.parametrize("name", ["tests/battles/ironclads_night", "saves/sample_campaign"])
def test_when_it_is_over_no_ship_is_a_hidden_counter(name: str) -> None:
    """Neither the log nor the replay, the pictures or the report call a ship a hidden counter any
    more.
    """
    battle = Battle.open(f"{name}.battle", write=False)
    reel = Reel(battle, 0)
    told = [line.text for seat in ("", "A", "B") for line in BattleLog(battle).lines(seat)]
    told += [line.text for line in battle_lines(battle)]
    for n in range(1, reel.end + 1):
        reel.go(n)
        told += [*reel.describe(n), *(f"{act.spectacle} {act.tableau}" for act in reel.acts())]
        assert not any(
            mark.name == "counter"
            for mark in reel.game.screen.scene(reel.view()).marks
            if isinstance(mark, Counter)
        )
    assert len(told) > 100
    assert not [line for line in told if "a hidden counter" in line]


def test_smoke_is_the_same_whether_one_steps_or_jumps_to_an_entry() -> None:
    """Dense smoke of this entry's shots, and thin smoke of those before."""
    battle = Battle.open("saves/sample_boarding.battle", write=False)
    places = range(1, battle.position + 1)
    alone = {n: Reel(battle, n).smoke() for n in places}
    assert sum(bool(smoke) for smoke in alone.values()) > 3
    walked = Reel(battle, 0)
    for n in (*places, *reversed(places)):
        walked.go(n)
        assert walked.smoke() == alone[n], n
