"""Lessons on the screen: their texts, how the player goes on, what watchers are shown, and the
stars.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.base import files
from engine.files import record
from engine.files.saved_battles import computers
from engine.game.game import Outcome
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.sitting.kinds.lesson import lesson_of
from engine.teaching.lesson import lesson_named, shelf
from engine.teaching.lesson_run import LessonRun
from tests.tui.wired import Wired, wired
from tui.battle.panel import sign_in
from tui.learn import CoachedScreen, LessonScreen, LessonsScreen
from tui.openers import OPENERS
from tui.screens.settings import Settings

NAME = "table_and_wind"
TOLD = "The chart shows the sea"


@pytest.fixture(autouse=True)
def own_stars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Store stars in a folder of this test; return the path of the file."""
    path = tmp_path / "data" / record.STARS
    monkeypatch.setattr(record, "stars_path", lambda: path)
    return path


@pytest.fixture
async def learner(tmp_path: Path) -> AsyncIterator[Wired]:
    """Show the first step of a lesson to a person, and yield that person."""
    settings = Settings(animation=False)
    start = lambda _: LessonScreen.for_lesson(lesson_named(NAME), _)  # noqa: E731
    async with wired((80, 24), saves=tmp_path, settings=settings, start=start) as person:
        await person.sees(TOLD)
        yield person


def taught(person: Wired) -> LessonRun:
    screen = person.app.screen
    assert isinstance(screen, LessonScreen)
    return screen.taught


async def reads_to(person: Wired, words: str) -> None:
    """Let the person go on to the step whose text contains the words."""
    while words not in person.text:
        person.writes("enter")
        await person.rests()
    await person.sees("LESSON, RED")
    await person.rests()


async def test_a_lesson_is_read_done_and_earns_both_stars(learner: Wired, own_stars: Path) -> None:
    assert "1/6" in learner.text
    assert "Enter goes on" in learner.text
    await reads_to(learner, "Now move her.")
    learner.writes("down")  # sail on without a Seamanship Action
    await learner.rests()
    learner.writes("enter")
    await learner.sees("She moves her whole speed")
    await learner.rests()
    learner.writes("down", *["right"] * 12)
    await learner.rests()
    learner.writes("enter")
    await learner.sees("Well sailed")
    learner.writes("enter")
    await learner.sees("Done, 2 of 2 stars")
    assert record.load_stars(own_stars) == {f"oak_iron.{NAME}": 2}
    learner.writes("enter")
    await learner.until(lambda: isinstance(learner.app.screen, LessonsScreen), "the list")
    await learner.sees("** ")


async def test_a_wrong_answer_is_told_changes_nothing_and_then_the_right_one_is_named(
    learner: Wired, own_stars: Path
) -> None:
    await reads_to(learner, "Now move her.")
    before = taught(learner).battle.position
    learner.writes("enter")  # attempt the Skill Test
    await learner.sees("Seamanship Actions come in a later lesson: sail on without one")
    assert taught(learner).battle.position == before
    learner.writes("enter")
    await learner.sees("Try: sail")
    assert taught(learner).helped
    assert "undoes" not in learner.text, "a lesson goes on step by step"


async def test_enter_goes_on_whatever_is_looked_at(learner: Wired) -> None:
    """In a step without orders an arrow key begins to look around; Enter goes on all the same."""
    learner.writes("down", "right")
    await learner.rests()
    screen = learner.app.screen
    assert isinstance(screen, LessonScreen)
    assert screen.session.chart.looking
    learner.writes("enter")
    await learner.sees("2/6")
    assert not screen.session.chart.looking


async def test_advice_costs_the_second_star_and_a_lesson_may_begin_again(learner: Wired) -> None:
    learner.writes("h")
    await learner.sees("The computer gives advice only when it is your turn to choose")
    assert not taught(learner).helped, "nothing was advised"
    await reads_to(learner, "Now move her.")
    learner.writes("h")
    await learner.until(lambda: taught(learner).helped, "advice")
    await learner.rests()
    learner.writes("escape", "u")
    await learner.sees("begins it again")
    learner.writes("ctrl+r")
    await learner.sees(TOLD)
    assert not taught(learner).helped


async def test_the_dial_moves_by_the_keys_that_a_lesson_names(tmp_path: Path) -> None:
    """The step names the key `]`, which turns the dial to its end; this answer leads to the next
    step.
    """
    settings = Settings(animation=False)
    start = lambda _: LessonScreen.for_lesson(lesson_named("turning_and_the_eye"), _)  # noqa: E731
    async with wired((80, 24), saves=tmp_path, settings=settings, start=start) as person:
        await person.sees("A1 points straight")

        def panel() -> str:
            """Return the panel's text, without its line ends."""
            return " ".join(" ".join(line[53:].split()) for line in person.text.splitlines())

        for words in ("Choose A1", "45 degrees to one side"):
            person.writes("enter")
            await person.until(lambda words=words: words in panel(), words)
        assert "[ and ] turn it to its ends" in panel()
        person.writes("]")
        await person.rests()
        person.writes("enter")
        await person.until(lambda: "After 45 degrees she is out" in panel(), "the answer")


async def test_nobody_resigns_a_lesson_and_two_keys_in_one_write_take_one_step_each(
    learner: Wired,
) -> None:
    learner.writes("enter", "enter")
    await learner.sees("3/6")
    await learner.rests()
    learner.writes("X")
    await learner.until(lambda: isinstance(learner.app.screen, LessonsScreen), "the list")


async def test_the_list_shows_every_lesson_and_begins_the_chosen_one(tmp_path: Path) -> None:
    start = lambda _: LessonsScreen()  # noqa: E731
    async with wired((80, 24), saves=tmp_path, start=start) as person:
        await person.sees("LEARN BY DOING")
        assert "What the chart shows" in person.text
        person.writes("/", "r", "a", "k", "e", "s", "enter")
        await person.sees("Enter begins  Rakes")
        await person.rests()
        person.writes("enter")
        await person.sees("B1, to starboard")
        await person.rests()
        begun = person.app.screen
        person.writes("ctrl+r")
        await person.until(lambda: person.app.screen is not begun, "the lesson anew")
        await person.sees("B1, to starboard")
        await person.rests()
        person.writes("q")
        await person.sees("LEARN BY DOING")
        await person.rests()
        person.writes("escape")  # the words that were searched for
        await person.rests()
        person.writes("escape")
        await person.sees("Quick start")


def test_stars_never_fall_and_a_file_that_is_none_counts_as_nothing(own_stars: Path) -> None:
    lesson = shelf()[0][1]
    key = record.key_of(lesson)
    assert record.load_stars() == {}
    assert record.award(lesson, 2)
    assert record.award(lesson, 1)
    assert record.load_stars() == {key: 2}
    own_stars.write_text(f'"{key}" = 99\n"other" = "many"\nbool = true\n', encoding="utf-8")
    assert record.load_stars() == {key: 2}
    for spoilt in ("= = =", "\x00", '"x" = [[['):
        own_stars.write_text(spoilt, encoding="utf-8")
        assert record.load_stars() == {}
        assert record.award(lesson, 1)
        own_stars.unlink()


def test_stars_that_cannot_be_read_now_are_not_written_over(
    own_stars: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host, for example, may have no file descriptor left for a moment."""
    first, other = shelf()[0][1], shelf()[1][1]
    assert record.award(first, 2)
    assert record.count_battle("pond")

    def fails(*_: object) -> None:
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr(files, "open_regular", fails)
        assert not record.award(other, 1)
        assert not record.count_battle("oak_iron")
    assert record.load_stars() == {record.key_of(first): 2}
    kept = record._counts(record.battles_path(None), "a count of battles")
    assert (kept or {}).keys() == {"pond"}


def test_stars_that_cannot_be_kept_are_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = tmp_path / "wall"
    wall.write_text("a file where a folder should be", encoding="utf-8")
    monkeypatch.setattr(record, "stars_path", lambda: wall / record.STARS)
    assert not record.award(shelf()[0][1], 1)


@pytest.mark.parametrize(
    ("winner", "advice", "won"), [("A", False, 2), ("A", True, 1), ("B", False, 0)]
)
async def test_a_battle_with_the_coach_is_a_saved_battle_and_a_victory_earns_stars(
    winner: str, advice: bool, won: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = lesson_named("first_battle")
    start = lambda app: OPENERS["lesson"](app, lesson)  # noqa: E731
    async with wired((100, 30), saves=tmp_path, start=start) as person:
        await person.sees("The coach is on")
        screen = person.app.screen
        assert isinstance(screen, CoachedScreen)
        assert list(tmp_path.rglob("*quickstart*.battle"))
        assert screen.course.sitting.coached
        if advice:
            await person.rests()
            person.writes("h")
            await person.rests()
        outcome = Outcome((winner,), "the test says so")
        monkeypatch.setattr(screen.battle, "outcome", lambda: outcome)
        screen.course.advance()
        assert record.load_stars() == ({"oak_iron.first_battle": won} if won else {})
        told = screen.prompt_text.standing()
        assert told.startswith(("No star this time", "One star", "Two stars")[won])
        await person.sees("Enter lessons")
        await person.rests()
        person.writes("enter")
        await person.until(lambda: isinstance(person.app.screen, LessonsScreen), "the list")


async def test_a_battle_with_the_coach_that_was_left_goes_on_with_him(tmp_path: Path) -> None:
    """At the start the coach says that he checks orders; advice in the first sitting also counts in
    the next.
    """
    lesson = lesson_named("first_battle")
    start = lambda app: OPENERS["lesson"](app, lesson)  # noqa: E731
    async with wired((100, 30), saves=tmp_path, start=start) as person:
        await person.sees("The coach is on")
        await person.rests()
        person.writes("h")
        await person.sees("Advice")
        await person.rests()
        assert person.app.battle
        path = person.app.battle.path
        person.app.battle.close()
    assert path
    with Battle.open(path) as battle:
        players = computers(battle)
        start = lambda app: OPENERS["battle"](app, battle, players)  # noqa: E731
        async with wired((100, 30), saves=tmp_path, start=start) as person:
            screen = person.app.screen
            assert isinstance(screen, CoachedScreen)
            assert screen.table.helped
    with Battle.open(path) as battle:
        assert lesson_of(battle, computers(battle)) == lesson
        assert lesson_of(battle, {}) is None, "two persons share the keyboard"


def test_a_battle_of_a_lesson_that_there_is_not_is_any_other() -> None:
    for name in ("no such", "rakes", "first_duel", 3):
        game = system("oak_iron")
        battle = Battle.from_state(game, game.set_up("quickstart"), 1, {"coached": name})
        assert lesson_of(battle, {"B": object()}) is None  # type: ignore[dict-item]


async def test_a_list_that_was_searched_in_vain_tells_of_no_lesson(tmp_path: Path) -> None:
    async with wired((80, 24), saves=tmp_path, start=OPENERS["lessons"]) as person:
        await person.sees("LEARN BY DOING")
        person.writes("/", *"zzz")
        await person.sees("zzz")
        await person.rests()
        assert "minutes" not in person.text


async def test_without_lessons_the_list_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.learn.shelf", list)
    async with wired((80, 24), saves=tmp_path, start=OPENERS["lessons"]) as person:
        await person.sees("No lessons came with the games of this program.")
        person.writes("enter")
        await person.sees("choose a lesson first")


async def test_stars_that_cannot_be_kept_are_told(
    learner: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "award", lambda *_: False)
    screen = learner.app.screen
    assert isinstance(screen, LessonScreen)
    screen.taught.at = len(screen.taught.lesson.steps)
    screen.course.advance()
    await learner.sees("Your stars cannot be kept: no folder of yours is writable.")


async def test_a_lesson_of_boxes_is_gone_through_on_a_small_screen(tmp_path: Path) -> None:
    """The lesson's text leaves little room for the panel; its last heading may be without rows."""
    start = lambda _: LessonScreen.for_lesson(lesson_named("boxes_and_orders"), _)  # noqa: E731
    settings = Settings(animation=False)
    async with wired((80, 24), saves=tmp_path, settings=settings, start=start) as person:
        await person.rests()
        while not taught(person).done:
            question = taught(person).asked()
            if question is None:
                person.writes("enter")
            else:
                course = person.app.screen.course  # type: ignore[attr-defined]
                given = taught(person).right_answer(question)
                course.submit(question.seat, given)
                course.advance()
            await person.rests()
        await person.sees("Done, 2 of 2 stars")


@pytest.mark.parametrize("name", ["range_and_broadside", "fire_and_rake", "fire_and_locations"])
async def test_a_new_sign_is_explained_only_where_it_stands_on_the_screen(
    tmp_path: Path, name: str
) -> None:
    settings, explained = Settings(animation=False), 0
    start = lambda _: LessonScreen.for_lesson(lesson_named(name), _)  # noqa: E731
    async with wired((80, 30), saves=tmp_path, settings=settings, start=start) as person:
        await person.sees("1/")
        await person.rests()
        for _ in range(2):
            lines = person.text.splitlines()
            rest = "\n".join(line.partition("New: ")[0] for line in lines)
            for line in lines:
                if "New: " in line:
                    sign = line.partition("New: ")[2].partition(" = ")[0]
                    assert sign_in(sign, rest), person.text
                    assert sign in rest or "/" not in sign, "a fraction is that of the screen"
                    explained += 1
            person.writes("enter")
            await person.rests()
    assert explained


async def test_the_larger_step_of_a_dial_is_among_the_keys(tmp_path: Path) -> None:
    settings = Settings(animation=False)
    start = lambda _: LessonScreen.for_lesson(lesson_named(NAME), _)  # noqa: E731
    async with wired((80, 24), saves=tmp_path, settings=settings, start=start) as person:
        await person.sees(TOLD)
        await person.rests()
        await reads_to(person, "Now move her.")
        person.writes("down")
        await person.rests()
        person.writes("enter")
        await person.sees("She moves her whole speed")
        await person.rests()
        person.writes("down")
        await person.sees("< to port", "> to starboard", "{ 5 to port", "} 5 to starboard")


async def test_a_kept_search_is_named_and_a_listed_lesson_highlighted(
    tmp_path: Path, own_stars: Path
) -> None:
    """After a lesson the next one that is not done may be left out by the search: then a lesson
    that is listed is highlighted.
    """
    start = lambda _: LessonsScreen()  # noqa: E731
    async with wired((80, 24), saves=tmp_path, start=start) as person:
        await person.sees("LEARN BY DOING")
        person.writes("/", *"box", "enter")
        await person.sees("lessons with 'box'")
        await person.sees("Esc list all")
        screen = person.app.screen
        assert isinstance(screen, LessonsScreen)
        found = screen.found
        assert len(found) > 1
        for at in found:
            assert record.award(screen.lessons[at][1], 2, own_stars)
            person.writes("enter")
            await person.until(lambda: isinstance(person.app.screen, LessonScreen), "a lesson")
            await person.rests()
            person.writes("q")
            await person.until(lambda: isinstance(person.app.screen, LessonsScreen), "the list")
            await person.rests()
            assert screen.index in found
            assert f"Enter begins  {screen.lessons[screen.index][1].title}" in person.text
            assert "►" in person.text or ">" in person.text
        person.writes("escape")
        await person.rests()
        assert "stars" in person.text
        assert "list all" not in person.text
