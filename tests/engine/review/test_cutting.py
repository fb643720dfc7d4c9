"""A battle copied out of a war into its own file: it has the same dice, events and end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.kernel import fair
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.fair import Fairness
from engine.review.chapters import CUT, chapter_named, chapters, extract_chapter
from engine.review.report import render_report, report
from tests.wars import war, war_at

SECRET = "c0ffee" * 10


def test_every_battle_of_a_war_can_be_cut_out_and_ends_as_it_did(tmp_path: Path) -> None:
    battle = war()
    fought = [row for row in battle.state.rows if row.turns]
    assert len(fought) > 2
    for row in fought:
        chapter = chapter_named(battle, f"battle {row.plan.number}")
        path = tmp_path / f"{row.plan.number}.battle"
        extract_chapter(battle, chapter, path).close()
        again = Battle.open(path, write=False)
        assert again.game.name == "iron_oak"
        assert again.verify().ok
        outcome = again.outcome()
        assert outcome is not None
        assert outcome.reason == row.reason.partition(";")[0]
        assert again.state.turn == row.turns
        again.close()


def test_its_header_tells_where_it_comes_from(tmp_path: Path) -> None:
    source = tmp_path / "war.battle"
    battle = war_file(source)
    chapter = chapter_named(battle, "battle 2")
    fresh = extract_chapter(battle, chapter, tmp_path / "two.battle")
    told = fresh.header.options[CUT]
    assert told["file"] == "war.battle"
    assert told["id"] == battle.header.id
    assert told["chapter"] == "battle 2"
    assert chapter.first < told["entry"] < chapter.last
    assert told["checksum"] == codec(battle.game).hash(battle.at(told["entry"]))
    assert fresh.header.parent
    assert fresh.header.parent.entry == told["entry"]
    fresh.close()
    battle.close()


def war_file(path: Path) -> Battle:
    """Return a war in a file, after some entries of its third battle."""
    return war_at(chapter_named(war(), "battle 3").first + 40, path)


def test_a_battle_that_goes_on_can_be_played_on_alone(tmp_path: Path) -> None:
    battle = war_file(tmp_path / "war.battle")
    fresh = extract_chapter(battle, chapters(battle)[-1])
    assert fresh.outcome() is None
    assert [each.seat for each in fresh.pending()] == [each.seat for each in battle.pending()]
    battle.close()


def test_notes_come_along() -> None:
    battle = war()
    chapter = chapter_named(battle, "battle 1")
    battle.note("here it turned", "A", at=chapter.last - 2)
    battle.note("elsewhere", at=chapter.last + 2)
    assert [note.text for note in extract_chapter(battle, chapter).notes] == ["here it turned"]


def test_where_nothing_is_fought_nothing_is_cut_out() -> None:
    battle = war()
    with pytest.raises(Refused, match="'after battle 1' has no battle"):
        extract_chapter(battle, chapter_named(battle, "after battle 1"))


def test_a_file_is_not_left_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    battle, path = war(), tmp_path / "one.battle"

    def refuse(*_: object) -> None:
        raise FileFault("the disk is full")

    monkeypatch.setattr(Battle, "submit", refuse)
    with pytest.raises(FileFault):
        extract_chapter(battle, chapter_named(battle, "battle 1"), path)
    assert not path.exists()


def test_a_chapter_is_reported_alone_with_the_end_of_its_battle() -> None:
    battle = war()
    chapter, row = chapter_named(battle, "battle 3"), battle.state.rows[2]
    whole = report(battle, chapter=chapter)
    assert {line.n for line in whole.lines} <= set(range(chapter.first + 1, chapter.last + 1))
    text = render_report(whole, "text")
    assert ": battle 3, Iron & Oak" in text
    assert row.reason in text
    assert all(chapter.first < each.n <= chapter.last for each in whole.aftermath.moments)
    assert json.loads(render_report(whole, "json"))["chapter"] == "battle 3"
    between = render_report(report(battle, chapter=chapter_named(battle, "set-up")), "md")
    assert "has chosen" in between
    assert "goes on" not in between


def test_what_is_sealed_or_was_played_under_other_rules_is_not_cut_out() -> None:
    fairness = Fairness(fair.pledge(SECRET), {"A": "lee shore", "B": "fair wind"})
    seed = fair.mix_seed(SECRET, fairness)
    sealed = Battle.new("series:pond", "duel", seed, {"best_of": 3}, fairness=fairness)
    (chapter, *_) = chapters(sealed)
    with pytest.raises(Refused, match="the dice of this battle are sealed until it ends"):
        extract_chapter(sealed, chapter)
    old = Battle.new("series:pond", "duel", 7, {"best_of": 3})
    old.header = replace(old.header, rules="0")
    with pytest.raises(Refused, match="the file was played under other rules"):
        extract_chapter(old, chapter)


def test_a_battle_that_would_come_out_another_way_alone_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    battle = war()
    chapter = chapter_named(battle, "battle 1")
    real = type(battle.game).cut

    def other(game: Any, state: Any, seed: int) -> Any:
        cut = real(game, state, seed)
        return cut and cut._replace(seed=cut.seed + 1)

    monkeypatch.setattr(type(battle.game), "cut", other)
    with pytest.raises(WeatherGageError):
        extract_chapter(battle, chapter)


def test_what_follows_the_end_of_the_battle_inside_a_chapter_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Commands after the battle's end cannot be submitted to it, because it asks no question any
    more.
    """
    battle = war()
    chapter = chapter_named(battle, "battle 1")
    whole = extract_chapter(battle, chapter)
    longer = chapter._replace(last=chapter.last + 1)
    again = extract_chapter(battle, longer)
    assert again.outcome() == whole.outcome() is not None
    assert again.position == whole.position
