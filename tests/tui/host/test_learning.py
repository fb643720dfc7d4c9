"""Lessons and puzzles on a host: results are stored for each person, and nothing else is
written.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engine.base.errors import Refused
from engine.files import diary
from engine.files import record as stars
from engine.game.decision import Decision
from engine.puzzles.puzzle import Puzzle, puzzle_named
from engine.teaching.lesson import shelf
from tests.tui.host.far import company
from tests.tui.host.near import Near, near, running_hub, until
from tests.tui.host.test_lines import comes
from tui.learn import LessonScreen, LessonsScreen
from tui.puzzles import PuzzleScreen


@pytest.fixture(autouse=True)
def host_of_nobody(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail if anything is read or stored among the files of the person who runs the host."""

    def nobody() -> Path:
        raise AssertionError("the files of who runs the host are nobody else's business")

    monkeypatch.setattr(stars, "stars_path", nobody)
    monkeypatch.setattr(diary, "diary_path", nobody)
    return iter(())


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """Return a puzzle with a simple choice."""
    found = puzzle_named("iron_oak_12")
    best, hold, other = found.answers  # to hold fire would be asked about first
    return msgspec.structs.replace(found, answers=(best, other, hold))


def files(folder: Path) -> set[str]:
    """Return the files in a host's folder, without those of settings."""
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {each for each in found if not each.startswith("settings/")}


async def takes(person: Near, puzzle: Puzzle, place: int) -> None:
    """Take the answer with this place in a puzzle's table."""
    screen, answer = person.app.screen, puzzle.answers[place].answer
    assert isinstance(screen, PuzzleScreen)
    question, orders = screen.solving.question, screen.session.orders
    assert isinstance(question, Decision)
    assert answer
    assert orders
    ids = [option.id for option in question.options]
    steps = ids.index(answer.option) - ids.index(orders.option.id)
    await person.press(*["down" if steps > 0 else "up"] * abs(steps), "enter")
    if "Sure?" in person.text:
        await person.press("y")


async def shows(person: Near, puzzle: Puzzle) -> None:
    """Open a puzzle over the screen that a person sees."""
    person.app.call_next(person.app.show, "puzzle", puzzle)
    await person.sees("Find it.")


async def test_lessons_are_a_key_from_the_lobby_and_write_nothing_but_stars(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.sees("l learn", "p puzzles")
        await anna.press("l")
        await anna.sees("LEARN BY DOING", "0 of")
        assert "attle with the coach" not in anna.text
        lessons = anna.app.screen
        assert isinstance(lessons, LessonsScreen)
        assert not any(lesson.coach for _, lesson in lessons.lessons)
        await anna.press("enter")
        await anna.sees("The table and the wind", "1/6")
        for key, told in {
            "ctrl+e": "a host does not write pictures to files",
            "V": "only battles between people have a proof of their dice",
            "R": "once it is over",
            "E": "once it is over",
        }.items():
            await anna.press(key)
            await anna.sees(told)
        screen = anna.app.screen
        assert isinstance(screen, LessonScreen)
        screen.taught.at = len(screen.taught.lesson.steps)  # all of it was done
        await anna.press("escape")
        screen.course.advance()
        await anna.sees("Done, 2 of 2 stars")
        await anna.press("q")
        await anna.sees("2 of", "** ")
        coached = next(lesson for _, lesson in shelf() if lesson.coach)
        with pytest.raises(
            Refused,
            match="this lesson is a battle with the coach, which needs "
            "the game on your own machine",
        ):
            anna.app.show("lesson", coached)
        await anna.press("q")
        await anna.sees("LOBBY")
        assert files(tmp_path) == {"stars/anna.toml", "stars/anna_signs.toml"}


async def test_two_windows_of_one_person_share_a_diary_and_a_guest_has_none(
    tmp_path: Path, puzzle: Puzzle
) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as one, near(hub, "anna") as other:
        for anna in (one, other):
            await anna.press("p")
            await anna.sees("PUZZLES", "none solved")
            await shows(anna, puzzle)
        await takes(one, puzzle, 0)
        await takes(other, puzzle, 1)
        await one.sees("Right.", "Rating 1")
        await other.sees("Another answer is", "Tried before")
        await other.press("q")
        await other.sees("1 of 1 solved")
        async with near(hub, "") as guest:
            await shows(guest, puzzle)
            await takes(guest, puzzle, 0)
            await guest.sees("Right.", "a host saves nothing for guests")
        assert files(tmp_path) == {"puzzles/anna.jsonl"}
        assert len((tmp_path / "puzzles" / "anna.jsonl").read_text().splitlines()) == 1


async def test_an_answer_that_is_played_on_ends_with_its_screen(
    tmp_path: Path, puzzle: Puzzle
) -> None:
    best, _, *others = puzzle.answers
    endless = msgspec.structs.replace(puzzle, answers=(best, *others), rounds=10_000)
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await shows(anna, endless)
        await takes(anna, puzzle, 1)
        thinkers = hub.thinkers
        await until(lambda: thinkers.open, lambda: "something is thought through")
        await anna.press("q")
        await anna.sees("LOBBY")
        await until(lambda: not thinkers.open, lambda: "nothing is thought through")
        assert files(tmp_path) == set()


async def test_puzzles_in_lines_are_solved_and_kept_whatever_is_typed(
    tmp_path: Path, puzzle: Puzzle
) -> None:
    best, second = puzzle.answers[0].answer, puzzle.answers[1].answer
    assert best
    assert second
    async with company(tmp_path) as people:
        anna, guest = await comes(people, "anna"), await comes(people, "guest")
        await anna.types(f"puzzles {puzzle.name}", "rating 1500", puzzle.name, "> ")
        await anna.types("puzzles nonsense", "no puzzle has", "> ")
        await anna.types("puzzles a\x1b[2J", "a control character in it (Escape)", "> ")
        await anna.types("puzzle ../../users", "no puzzle is called", "> ")
        assert "\x1b" not in anna.told
        for lines, answer, told in (
            (guest, best, "a host saves nothing for guests"),
            (anna, second, "Another answer is"),
        ):
            await lines.types(f"puzzle {puzzle.name}", "Find it.", "> ")
            for line in ("undo", "leave", "coach"):
                await lines.types(line, "a puzzle has only this question")
            await lines.types(answer.option, told if "play" in answer.option else "> ")
            if "y or n" in lines.new:
                await lines.types("y", told)
            await lines.sees("Best:", "Enter: ", "> ")
        await anna.types("bset", "'bset' is not possible here; ", "Enter: ", "> ")
        await anna.types("again", "Find it.", "> ")
        await anna.types("quit", "No battle yet")
        anna.process.channel.abort()
        await until(lambda: people.host.hub.persons["anna"] == 0, lambda: "anna leaves")
        assert sorted(files(tmp_path) & {"puzzles/anna.jsonl", "puzzles/guest.jsonl"}) == [
            "puzzles/anna.jsonl"
        ]
