"""Lessons in lines: done with right answers, with wrong ones, and the battle with the coach."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.errors import FileFault
from engine.files import record
from engine.files.saved_battles import computers
from engine.game.game import Outcome
from engine.game.question import Question, Sheet
from engine.kernel.battle import Battle
from engine.kit.records import shipped_folder
from engine.players import make_player
from engine.sitting.adviser import Coach
from engine.sitting.kinds.lesson import HELPED, CoachedTable
from engine.sitting.seats import SeatTable
from engine.sitting.sitting import Sitting
from engine.teaching.lesson import lesson_named, shelf
from engine.teaching.lesson_run import LessonRun
from tui.cli import main
from tui.openers import OPENERS
from tui.plain.learning import coached_table, lesson_table
from tui.plain.table import PlainTable


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Store stars in a folder of this test."""
    monkeypatch.setattr(record, "stars_path", lambda: tmp_path / "lessons.toml")
    return tmp_path / "lessons.toml"


LESSONS = [lesson for _, lesson in shelf() if not lesson.coach]
ON_SCREENS = re.compile(
    r"picture|forecast|beside the chart|shadow|The rings|ripples|is marked|of the screen"
    r"|the dial says|\b(S|W) (lists|says|compares)|\bTab\b|\bShift\b|Down moves"
    r"|[Pp]ress (right|left)"
    r"|Right and left|press Down|\bF10\b|\bW chooses|Enter (fills|picks|takes|writes|again)"
)
"""Matches words about keys and pictures, which the line mode does not have."""


def right_lines(taught: LessonRun, question: Question) -> Iterator[str]:
    """Yield the lines to type for the right answer to a step: the words after its own `Try`."""
    yield f"{taught.right_answer_text()}."
    if isinstance(question, Sheet):
        yield from ("fill", "seal")


def done(name: str) -> tuple[PlainTable, str]:
    """Do a lesson with its right answers; return it, and what was printed."""
    seen: list[str] = []
    waiting: list[str] = []

    async def read(prompt: str) -> str:
        if "y or n" in prompt:
            return "y"
        if not waiting:
            question = lesson.kind.taught.asked()
            waiting.extend(right_lines(lesson.kind.taught, question) if question else [""])
        return waiting.pop(0)

    lesson = lesson_table(lesson_named(name), read, seen.append)
    asyncio.run(lesson.run())
    return lesson, " ".join(" ".join(seen).split()).replace("- ", "-")  # lines end at hyphens, too


@pytest.mark.parametrize("name", [lesson.name for lesson in LESSONS])
def test_a_lesson_is_done_in_lines_by_the_words_of_its_own_try(name: str) -> None:
    """This includes `objectives`, whose battle is over before its last step."""
    lesson, told = done(name)
    assert told.endswith("This is the end of the lesson. Done, 2 of 2 stars.")
    steps = lesson.kind.taught.lesson.steps
    assert all(step.says.replace("- ", "-") in told for step in steps)
    assert record.load_stars() == {f"{lesson.game.name}.{name}": 2}
    for step in steps:
        for text in (step.says, step.well, step.otherwise, *(each.says for each in step.wrong)):
            assert not ON_SCREENS.search(text), text


def typed(name: str, *lines: str) -> list[str]:
    """Return what is printed in a lesson while lines are typed."""
    rest = iter(lines)
    seen: list[str] = []

    async def read(prompt: str) -> str | None:
        return next(rest, None)

    asyncio.run(lesson_table(lesson_named(name), read, seen.append).run())
    return seen


def test_a_wrong_answer_is_told_why_and_nothing_is_undone(own: Path) -> None:
    seen = typed("turning_and_the_eye", "", "1", "2", "2", "undo", "leave", "resign", "", "advice")
    told = " ".join(" ".join(seen).split())
    assert told.count("Holding this heading keeps her in irons. Turn her.") == 2
    assert "Try: turn 45 port" in told or "Try: turn" in told
    assert told.count("a lesson has its own steps, so this is not possible in it.") == 3
    assert not own.exists()


def test_a_missing_star_has_its_reason(own: Path) -> None:
    lines = ["", "", "", "1", "1", "2", "2 5", "", ""]  # the test is tried twice, and is wrong
    told = " ".join(" ".join(typed("table_and_wind", *lines)).split())
    assert "Try: sail on without one." in told
    assert "The lesson ordered for you: sail large." in told
    assert "Done, 1 of 2 stars: a shown answer costs a star." in told


def test_where_advice_has_a_price_an_empty_slot_names_the_rule_of_thumb(own: Path) -> None:
    """In a lesson `fill` does not compute advice: it writes what the line has named."""
    seen = "\n".join(typed("plots_and_attitudes", *[""] * 6, "fill", "ask"))
    named = re.findall(r"^  (\S+)  .*: empty; `fill` takes (.+)$", seen, re.MULTILINE)
    assert named
    for slot, answer in named:
        assert re.search(rf"^  {slot}  [^:]*: {re.escape(answer)}$", seen, re.MULTILINE)


def test_stars_that_cannot_be_kept_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise FileFault("no space left")

    monkeypatch.setattr("engine.base.files.write", full)
    _, told = done("turning_and_the_eye")
    assert told.endswith("2 of 2 stars. Your stars cannot be kept: no folder of yours is writable.")


def test_the_coach_speaks_before_an_answer_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Battle.new("oak_iron", "quickstart", 7)
    seen: list[str] = []
    lines = iter(["coach", "1", "n", "1", "n", "coach", "quit"])

    async def said(*_: object) -> str:
        return "The coach: this costs much."

    async def read(prompt: str) -> str | None:
        seen.append(prompt)
        return next(lines)

    monkeypatch.setattr(Coach, "warning", said)
    crew = {"B": make_player("ensign", battle.game, 3, "B")}
    asyncio.run(PlainTable(Sitting(battle, SeatTable(battle, crew)), read, seen.append).run())
    asked = [line for line in seen if line.startswith("The coach: this costs much. Give it any")]
    assert len(asked) == 2
    assert "The coach is on." in seen
    assert "The coach is off." in seen
    alone = Battle.new("oak_iron", "quickstart", 7)
    lines = iter(["", "coach", "quit"])
    asyncio.run(PlainTable(Sitting(alone, SeatTable(alone, {})), read, seen.append).run())
    assert "the coach only speaks in battles against the computer." in seen


def test_the_command_goes_through_a_lesson_and_lists_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", (tmp_path / "lines").open("w+"))
    assert main(["learn", "--plain"]) == 0
    assert "turning_and_the_eye" in capsys.readouterr().out
    assert main(["learn", "turning_and_the_eye", "--plain"]) == 0
    assert "A1 points straight at the wind." in capsys.readouterr().out
    assert main(["learn", "first_duel", "--plain", "--saves", str(tmp_path / "saves")]) == 0
    assert list((tmp_path / "saves").glob("*.battle"))
    assert main(["learn", "--list"]) == 0
    assert "turning_and_the_eye" in capsys.readouterr().out
    assert main(["learn", "tea", "--plain"]) == 2
    assert "no lesson is called 'tea'" in capsys.readouterr().err
    file = shipped_folder("oak_iron") / "lessons" / "table_and_wind.toml"
    assert main(["learn", "--check", str(file)]) == 0
    assert str(lesson_named(str(file)).title) in capsys.readouterr().out
    opened: list[object] = []
    monkeypatch.setattr("tui.commands.learn.prepare_first_frame", lambda _: None)
    monkeypatch.setattr("tui.commands.learn.open_app", lambda _, start: opened.append(start) or 0)
    assert main(["learn"]) == 0
    assert opened == [OPENERS["lessons"]]


def test_a_battle_won_in_lines_earns_a_star_with_advice_and_says_when_none_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lesson = lesson_named("first_duel")
    battle = Battle.new(lesson.game, lesson.scenario, 3, lesson.options)
    lines = iter(["", "advice", "quit"])
    seen: list[str] = []
    asked: list[str] = []
    kept: list[int] = []

    async def read(prompt: str) -> str | None:
        asked.append(next(lines))
        return asked[-1]

    monkeypatch.setattr(CoachedTable, "won", True)
    monkeypatch.setattr(record, "award", lambda lesson, count, path: kept.append(count))
    over = Outcome(("A",), "the test says so")
    monkeypatch.setattr(Battle, "outcome", lambda _: over if "quit" in asked else None)
    table = CoachedTable(battle, lesson, computers(battle))
    asyncio.run(coached_table(table, read, seen.append).run())
    assert kept == [1]
    assert seen[-1] == "Your stars cannot be kept: no folder of yours is writable."


def test_advice_that_is_not_given_is_refused_and_costs_no_star() -> None:
    told = " ".join(typed("table_and_wind", "advice", "", "", "", "2", "2 5", "", ""))
    assert "You have nothing to choose now" in told
    assert "Done, 2 of 2 stars." in " ".join(told.split())


def test_help_is_noted_once_in_a_battle_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = lesson_named("first_duel")
    battle = Battle.new(lesson.game, lesson.scenario, 3, lesson.options)
    table = CoachedTable(battle, lesson, {})
    battle.note("what a wind", lesson.seat)
    battle.chat(HELPED, lesson.seat)
    assert not table.helped
    with monkeypatch.context() as patched:
        patched.setattr(Battle, "outcome", lambda _: Outcome(("A",), "the test says so"))
        table.help()
    assert not table.helped
    for _ in range(2):
        table.help()
    assert table.helped
    assert [each.text for each in battle.log if each.kind == "note"] == ["what a wind", HELPED]
