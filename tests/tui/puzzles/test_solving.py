"""Puzzles on the screen: the list, an answer with its figures, what is stored of it, and the
command.
"""

from __future__ import annotations

import io
import os
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import date
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from engine.arena.cluster import ClusterFault
from engine.base.errors import Refused
from engine.files import diary
from engine.files.own_folders import NOWHERE
from engine.game.decision import Decision
from engine.puzzles import judging
from engine.puzzles.judging import PuzzleCheck, cached_checks, table
from engine.puzzles.puzzle import (
    DIFFICULTIES,
    Book,
    Puzzle,
    puzzle_named,
    puzzle_of,
    read_book,
    shelf,
    shipped_path,
    write_book,
)
from engine.puzzles.solving import Progress, Solving
from engine.sitting.actions import BY_WORD
from engine.sitting.kinds.puzzle import (
    FIND_IT,
    PuzzleTable,
    battle_of,
    next_puzzle,
    number_of,
    title_of,
)
from tests.of_screens import OF_SCREENS
from tests.tui.wired import Wired, wired
from tui import puzzles
from tui.cli import main
from tui.openers import OPENERS
from tui.plain import learning as plain_puzzle
from tui.puzzles import PuzzleScreen, PuzzlesScreen, task_rows

GAME = "iron_oak"


@pytest.fixture(autouse=True)
def own_diary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Store answers to puzzles in a folder of this test."""
    path = tmp_path / "data" / diary.FILE
    monkeypatch.setattr(diary, "diary_path", lambda: path)
    return path


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """Return a puzzle with a simple choice, and few simulated battles for its figures."""
    found = puzzle_named("iron_oak_12")
    best, hold, other = found.answers  # to hold fire would be asked about first
    return msgspec.structs.replace(found, rounds=3, answers=(best, other, hold))


@asynccontextmanager
async def solving(puzzle: Puzzle, folder: Path) -> AsyncIterator[Wired]:
    """Show a puzzle to a person, and yield that person."""
    start = lambda app: OPENERS["puzzle"](app, puzzle)  # noqa: E731
    async with wired((80, 24), saves=folder, start=start) as person:
        await person.sees("Find it.")
        await person.rests()
        yield person


def shown(person: Wired) -> PuzzleScreen:
    screen = person.app.screen
    assert isinstance(screen, PuzzleScreen)
    return screen


async def takes(person: Wired, place: int) -> None:
    """Take an answer by the number of its option in the table."""
    solving = shown(person).solving
    question, answer = solving.question, solving.puzzle.answers[place].answer
    assert isinstance(question, Decision)
    assert answer
    ids = [option.id for option in question.options]
    orders = shown(person).session.orders
    assert orders
    steps = ids.index(answer.option) - ids.index(orders.option.id)
    person.writes(*["down" if steps > 0 else "up"] * abs(steps))
    await person.until(
        lambda: (orders := shown(person).session.orders) and orders.option.id == answer.option,
        answer.option,
    )
    await person.rests()
    person.writes("enter")
    await person.rests()
    if "Sure?" in person.text:
        person.writes("y")
        await person.rests()


async def test_the_best_answer_is_right_told_in_figures_and_rated(
    puzzle: Puzzle, tmp_path: Path, own_diary: Path
) -> None:
    async with solving(puzzle, tmp_path) as person:
        before = shown(person).battle.position
        person.writes("h")
        await person.sees("solved without advice")
        person.writes("u", "ctrl+t")
        await person.sees("a puzzle has only this question")
        await person.rests()
        await takes(person, 0)
        await person.sees(
            "Right.", f"{puzzle.answers[0].points:.0f}%  Best:", "Second:", "Rating 1"
        )
        assert shown(person).battle.position == before
        person.writes("enter")
        await person.until(
            lambda: shown(person).solving.puzzle.name != puzzle.name, "the next puzzle"
        )
        assert shown(person).solving.puzzle.game == GAME
        await person.rests()
        person.writes("q")
        await person.until(lambda: isinstance(person.app.screen, PuzzlesScreen), "the list")
        await person.sees("1 of 1 solved, 1 in a row")
    assert len(own_diary.read_text().splitlines()) == 1


async def test_a_wrong_answer_is_set_beside_the_best_and_a_second_try_moves_no_rating(
    puzzle: Puzzle, tmp_path: Path
) -> None:
    async with solving(puzzle, tmp_path) as person:
        await takes(person, 1)
        await person.sees("Another answer is", "Yours (2nd best):", "Best against yours")
        rated = diary.load().strength
        assert rated.rating < 1500
        person.writes("u")
        await person.sees("begins it again")
        await person.rests()
        person.writes("ctrl+r")
        await person.sees("Find it.")
        await person.rests()
        await takes(person, 0)
        await person.sees("Right.", "Tried before")
    assert diary.load().strength == rated
    assert diary.load().solved == 1


def test_the_panel_asks_the_question_before_its_answers(puzzle: Puzzle) -> None:
    table = PuzzleTable(Solving(puzzle))
    asked = table.solving.question.prompt
    assert asked.endswith("fire at which target?")
    rows = [text for ((_, text),) in task_rows(table, 60)]
    assert rows[1:] == [asked, FIND_IT]


def test_puzzles_have_a_number_and_the_next_untried_one_of_the_game_follows(puzzle: Puzzle) -> None:
    assert title_of(puzzle) == f"Puzzle {number_of(puzzle)}, {DIFFICULTIES[puzzle.difficulty]}"
    mine = msgspec.structs.replace(puzzle, name="yours_3")
    assert title_of(mine) == "Puzzle 3, from a battle of yours"
    names = [each.name for _, each in shelf() if each.game == GAME]
    tried: dict[str, bool] = {}
    for before, after in pairwise(names):
        tried[before] = True
        following = next_puzzle(puzzle_named(before), Progress(results=tried))
        assert following
        assert following.name == after
    tried[names[-1]] = True
    other = next_puzzle(puzzle_named(names[-1]), Progress(results=tried))
    assert other
    assert other.game != GAME
    first = next_puzzle(puzzle_named(names[-1]), Progress(results={names[-1]: True}))
    assert first
    assert first.name == names[0], "after the last comes the first that was not tried"


async def test_an_answer_that_no_table_has_is_played_on_as_the_others_were(
    puzzle: Puzzle, tmp_path: Path
) -> None:
    table = puzzle.answers
    unknown = msgspec.structs.replace(puzzle, answers=(table[0], *table[2:]))
    async with wired(
        (80, 24), saves=tmp_path, start=lambda app: OPENERS["puzzle"](app, unknown)
    ) as person:
        await person.sees("Find it.")
        await person.rests()
        screen = shown(person)
        screen.table.solving.puzzle = puzzle  # so that its second answer can be named
        answers, screen.table.solving.puzzle = puzzle.answers, unknown
        question = screen.solving.question
        assert isinstance(question, Decision)
        assert answers[1].answer
        ids = [option.id for option in question.options]
        orders = screen.session.orders
        assert orders
        steps = ids.index(answers[1].answer.option) - ids.index(orders.option.id)
        person.writes(*["down" if steps > 0 else "up"] * abs(steps))
        await person.rests()
        person.writes("enter")
        await person.until(lambda: screen.solving.verdict is not None, "a verdict")
        await person.sees("Yours:")
        await person.rests()
        assert "being played out" not in person.text  # it has been, now


async def test_a_verdict_longer_than_the_panel_says_so_and_scrolls(
    puzzle: Puzzle, tmp_path: Path
) -> None:
    async with solving(puzzle, tmp_path) as person:
        await takes(person, 0)
        await person.sees("Right.")
        screen = shown(person)
        screen.panel_text.told = lambda _: [(("text", f"reason {n}"),) for n in range(40)]
        screen.draw()
        await person.sees("reason 0", "more below: PgDn")
        person.writes("pagedown", "pagedown")
        await person.sees("reason 39")
        assert "more below" not in person.text
        person.writes("pageup", "pageup")
        await person.sees("reason 0", "more below: PgDn")


async def test_the_best_line_says_which_key_shows_its_answer(
    puzzle: Puzzle, tmp_path: Path
) -> None:
    async with solving(puzzle, tmp_path) as person:
        await takes(person, 1)
        for key, whose in (("h", "the best answer"), ("R", "your answer")):
            person.writes(key)
            await person.sees(f"The position before {whose}. Right shows what follows.")
            await person.rests()
            before = person.text
            person.writes("right")
            await person.rests()
            assert person.text != before
            person.writes("q")
            await person.sees("Enter leads to the next puzzle")
            await person.rests()


async def test_the_list_begins_with_the_puzzle_of_the_day_and_finds_by_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = [each for _, each in shelf()]
    first = next(each for each in every if each.game == "oak_iron")
    days = count(date(2026, 11, 1).toordinal())
    day = next(day for day in days if puzzle_of(day, every).game == "wooden_ships")
    async with wired((80, 24), saves=tmp_path, start=lambda _: PuzzlesScreen(day=day)) as person:
        await person.sees("PUZZLES", "Puzzle of the day", "rating 1500")
        today = puzzle_of(day, every)
        assert not first.difficulty, "an easy one of the first game, whose lessons come first"
        await person.sees(f"Enter shows  Puzzle {number_of(first)}")
        person.writes("home")
        await person.sees(f"Enter shows  Puzzle {number_of(today)}")
        person.writes("/", *f"{GAME}_", "enter")
        await person.sees("Iron & Oak, puzzle")
        await person.rests()
        person.writes("enter")
        await person.sees("Find it.")
        await person.rests()
        solved = person.app.screen.table.solving.puzzle  # type: ignore[attr-defined]
        assert diary.record_answer(solved, True)
        person.writes("M")
        await person.until(lambda: isinstance(person.app.screen, PuzzlesScreen), "the list")
        await person.rests()
        listed = person.app.screen
        assert isinstance(listed, PuzzlesScreen)
        following = listed.puzzles[listed.index][1]
        assert following.game == solved.game, "the next one that was not tried"
        assert not listed.progress.sign(following.name)
        person.writes("escape")
        await person.rests()
        person.writes("escape")
        await person.sees("Quick start", "Puzzles")
    monkeypatch.setattr(puzzles, "shelf", list)
    async with wired((80, 24), saves=tmp_path, start=lambda _: PuzzlesScreen()) as person:
        await person.sees("No puzzles came with")
        person.writes("enter")
        await person.sees("choose a puzzle first")


# What is kept -------------------------------------------------------------------------


def test_a_damaged_diary_loses_its_damaged_lines_alone(puzzle: Puzzle, own_diary: Path) -> None:
    assert diary.load().results == {}
    assert diary.record_answer(puzzle, True)
    with own_diary.open("ab") as file:
        file.write(
            b'\x00\xff\n{"puzzle":"../x","right":true,"rating":1}\n[[[\n{"puzzle":"cut_1","ri'
        )
    other = msgspec.structs.replace(puzzle, name="iron_oak_99")
    assert diary.record_answer(other, False)
    progress = diary.load()
    assert progress.results == {puzzle.name: True, "iron_oak_99": False}
    assert progress.streak == 0
    assert progress.days == {"2026-11-26"}


def test_a_thousand_answers_that_change_nothing_are_no_line_more(
    puzzle: Puzzle, own_diary: Path
) -> None:
    for right in (False, *[False, True] * 500):
        assert diary.record_answer(puzzle, right)
    assert len(own_diary.read_bytes().splitlines()) == 2
    assert diary.load().results == {puzzle.name: True}


def test_two_windows_at_once_lose_no_answer(puzzle: Puzzle, own_diary: Path) -> None:
    def answer(n: int) -> bool:
        return diary.record_answer(msgspec.structs.replace(puzzle, name=f"a_{n}"), True)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(answer, range(80)))
    assert len(diary.load().results) == 80


def test_a_diary_that_cannot_be_kept_is_no_fault(
    puzzle: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = tmp_path / "wall"
    wall.write_text("a file where a folder should be", encoding="utf-8")
    large, pipe = tmp_path / "large", tmp_path / "pipe"
    with large.open("wb") as file:
        file.truncate(diary.LARGEST)
    os.mkfifo(pipe)
    for path in (wall / diary.FILE, large, pipe, Path(os.devnull)):
        monkeypatch.setattr(diary, "diary_path", lambda path=path: path)
        assert not diary.record_answer(puzzle, True), path
        assert diary.load().results == {}


# In lines -----------------------------------------------------------------------------


def in_lines(
    puzzle: Puzzle, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str
) -> str:
    """Return what the command prints for a puzzle while lines are typed, as one line."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["puzzles", puzzle.name, "--plain"]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_a_puzzle_is_solved_in_lines_by_who_reads_only_what_is_printed(
    puzzle: Puzzle,
    own_diary: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = puzzle.question(puzzle.position())
    assert isinstance(question, Decision)
    ids = [option.id for option in question.options]
    best, second = (ids.index(each.answer.option) + 1 for each in puzzle.answers[:2] if each.answer)
    typed = f"advice\nundo\n99\n\x1b[2J\n{second}\nagain\n{best}\n"
    told = in_lines(puzzle, capsys, monkeypatch, f"help\n{typed}")
    assert told.startswith(f"Puzzle {number_of(puzzle)}")
    assert told.count("a puzzle has only this question") == 1
    assert "there is no answer 99" in told
    assert "\x1b" not in told
    assert "Another answer is" in told
    assert f"{puzzle.answers[0].points:.0f}% Best:" in told
    assert told.count("Right.") == 1
    assert "Tried before: your rating stays" in told
    assert len(own_diary.read_text().splitlines()) == 2
    assert in_lines(puzzle, capsys, monkeypatch, "").endswith(">")
    monkeypatch.setattr(diary, "diary_path", lambda: NOWHERE / diary.FILE)
    told = in_lines(puzzle, capsys, monkeypatch, f"{best}\nquit\n")
    assert "Your answer cannot be kept: no folder of yours is writable." in told


def test_in_lines_no_sentence_of_a_puzzle_speaks_of_keys_or_pictures(
    puzzle: Puzzle,
    own_diary: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every word of the line mode is typed at a puzzle of each game; then an answer, then its best
    line.
    """
    words = [word for word in BY_WORD if word not in ("quit", "replay", "export", "save")]
    for game in ("oak_iron", "wooden_ships", "iron_oak"):
        # whoever leaves the chart is asked again
        put = puzzle if game == "iron_oak" else read_book(shipped_path(game)).puzzles[0]
        question, best = put.question(put.position()), put.answers[0].answer
        ids = [option.id for option in question.options] if isinstance(question, Decision) else []
        number = f"{ids.index(best.option) + 1}" if best else ""
        typed = "\n".join(["help", *(f"help {word}" for word in words), *words])
        told = in_lines(put, capsys, monkeypatch, f"{typed}\n{number}\nbest\nyours\nwhat\n")
        assert "Best:" in told
        assert "`fill` t" not in told, "it may be the answer"
        found = {each[0] for each in OF_SCREENS.findall(told)}
        assert found <= ({"screen"} if game == "iron_oak" else set())  # to screen a friend


# The command --------------------------------------------------------------------------


def test_the_command_lists_without_telling_what_a_puzzle_is_about(
    puzzle: Puzzle, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", "--list"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("rating 1500 (likely 800 to 2200), none solved\n")
    assert len(said.splitlines()) == len(shelf()) + 1
    line = next(line for line in said.splitlines() if f" {puzzle.name} " in line)
    assert puzzle.theme not in line
    diary.record_answer(puzzle, True)
    assert main(["puzzles", "--list"]) == 0
    assert f"{battle_of(puzzle)}, {puzzle.theme}" in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"{", b"\xff", b"[]", b'{"last":"x"}', None])
def test_the_list_says_why_own_puzzles_are_left_out(
    data: bytes | None, own_diary: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = diary.own_puzzles_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir() if data is None else path.write_bytes(data)
    assert main(["puzzles", "--list"]) == 0
    told = capsys.readouterr()
    assert len(told.out.splitlines()) == len(shelf()) + 1
    assert told.err.startswith(f"weathergage: your own puzzles are left out: {path} ")


def test_the_command_checks_drops_and_writes_its_table(
    puzzle: Puzzle,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    book = read_book(shipped_path(GAME))
    lost = msgspec.structs.replace(puzzle, name="iron_oak_98", moves="")
    path, page = tmp_path / "some.json", tmp_path / "page.md"
    write_book(path, msgspec.structs.replace(book, puzzles=(lost, puzzle)))
    page.write_text("Before\n<!-- puzzles -->\nold\n<!-- end -->\nafter\n", encoding="utf-8")
    words = ["puzzles", "check", str(path), "--battles", "2", "--drop", "--write", str(page)]
    assert main(words) == 1
    said = capsys.readouterr().out
    assert "iron_oak_98: puzzle iron_oak_98: moves" in said
    assert f"| {puzzle.name} |" in page.read_text()
    assert "\nold\n" not in page.read_text()
    assert page.read_text().endswith("<!-- end -->\nafter\n")
    assert "iron_oak_98" not in [each.name for each in read_book(path).puzzles]
    page.write_text("no marks", encoding="utf-8")
    assert main(words) == 2
    assert "lacks the lines <!-- puzzles -->" in capsys.readouterr().err


def test_only_new_puzzles_are_checked_where_the_table_has_the_others(
    puzzle: Puzzle,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        judging, "check_puzzle", lambda each, battles: PuzzleCheck(each.name, 200, 2.0, 0.1)
    )
    older = msgspec.structs.replace(puzzle, name="iron_oak_97")
    best = msgspec.structs.replace(puzzle.answers[0], points=puzzle.answers[0].points + 5)
    changed = msgspec.structs.replace(older, answers=(best, *puzzle.answers[1:]))
    path, page = tmp_path / "some.json", tmp_path / "page.md"
    book = msgspec.structs.replace(read_book(shipped_path(GAME)), puzzles=(puzzle, changed))
    write_book(path, book)
    held = {each.name: PuzzleCheck(each.name, 200, 1.5, 0.25) for each in book.puzzles}
    told = table([puzzle, older], held)
    page.write_text(f"<!-- puzzles -->\n{told}\n<!-- end -->\n", encoding="utf-8")
    words = ["puzzles", "check", str(path), "--new", "--write", str(page)]
    assert main(words) == 0
    assert f"| {puzzle.name} |" in told
    rows = capsys.readouterr().out.splitlines()
    assert "2 of 2 hold." in rows
    assert "| 200 | 1.5 | 0.25 | yes |" in next(row for row in rows if puzzle.name in row)
    assert "| 200 | 2.0 | 0.10 | yes |" in next(row for row in rows if "iron_oak_97" in row)
    assert main(words[:4]) == 2
    assert "--new also needs --write FILE" in capsys.readouterr().err


def test_a_row_of_a_table_whose_figures_are_none_tells_of_no_check(puzzle: Puzzle) -> None:
    told = table([puzzle], {puzzle.name: PuzzleCheck(puzzle.name, 50, 1.5, 0.25)})
    assert [*cached_checks(told, [puzzle], 50)] == [puzzle.name]
    for was, now in (("| 50 |", f"| {'9' * 5000} |"), ("| 1.5 |", "| 1.5.0 |")):
        assert cached_checks(told.replace(was, now), [puzzle], 50) == {}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["make"], "name the game whose puzzles"),
        (["make", "iron_oak", "--cluster", "tcp://x:1", "--jobs", "2"], "workers of its own"),
        (["make", "chess"], "chess"),
        (["a_1", "a_2"], "one puzzle at a time"),
        (["check", "nowhere.json"], "nowhere.json cannot be read"),
    ],
    ids=" ".join,
)
def test_wrong_use_is_told_in_a_sentence(
    words: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["puzzles", *words]) == 2
    assert said in capsys.readouterr().err


def test_making_goes_on_with_its_file_alone_and_with_no_other_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = read_book(shipped_path(GAME))
    path = tmp_path / "p.json"
    write_book(path, book)
    make = ["puzzles", "make", GAME, "--count", "1", "--write", str(path)]
    assert main(make) == 0  # it has as many already
    assert f"{len(book.puzzles)} puzzles out of {book.searched} battles" in capsys.readouterr().out
    assert main([*make, "--seed", "77"]) == 2
    error = capsys.readouterr().err
    assert "has puzzles of another search, with the seed 1 instead of 77; name another" in error
    assert puzzle_named(book.puzzles[0].name) == book.puzzles[0]
    assert list(tmp_path.glob("*.lock")) == []


async def test_only_the_question_is_answered_and_what_is_stopped_is_not_kept(
    puzzle: Puzzle, tmp_path: Path, own_diary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with solving(puzzle, tmp_path) as person:
        screen = shown(person)
        person.app.call_next(screen.act, "aside")
        await person.sees("a puzzle has only this question")
        with pytest.raises(Refused, match="this question takes one answer"):
            screen.course.submit(puzzle.seat, {})
        person.app.call_next(screen.act, "hand")
        await person.until(lambda: "Find it." not in person.text, "the hand in its place")
        person.app.call_next(screen.act, "hand")
        await person.sees("Find it.")
        await person.rests()
        monkeypatch.setattr(type(screen.solving), "judge", lambda *_: None)
        await takes(person, 0)
        assert not own_diary.exists()
        orders, screen.session.sitting.orders = screen.session.orders, None
        screen.course.submit_unconfirmed()
        screen.session.sitting.orders = orders
        monkeypatch.setattr(puzzles, "next_puzzle", lambda *_: None)
        person.app.call_next(screen.go_on)
        await person.until(lambda: isinstance(person.app.screen, PuzzlesScreen), "the list")


def test_the_command_makes_puzzles_and_goes_on_with_its_own_file_alone(
    puzzle: Puzzle,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends: list[BaseException] = []

    def made(book: Book, count: int, jobs: int, cluster: str) -> Iterator[Book]:
        named = msgspec.structs.replace(puzzle, name=f"iron_oak_{90 + len(book.puzzles)}")
        yield msgspec.structs.replace(book, puzzles=(*book.puzzles, named), searched=3)
        if ends:
            raise ends.pop()

    monkeypatch.setattr("engine.puzzles.making.make_puzzles", made)
    path = tmp_path / "mine.json"
    words = ["puzzles", "make", GAME, "--count", "1", "--write", str(path)]
    assert main(words) == 0
    assert "1 puzzle out of 3 battles" in capsys.readouterr().out
    ends.append(ClusterFault("the cluster is gone"))
    assert main(words) == 2
    told = capsys.readouterr()
    assert "2 puzzles" in told.out
    assert "the cluster is gone" in told.err
    ends.append(KeyboardInterrupt())
    assert main(words) == 130
    assert main([*words, "--seed", "9"]) == 2
    error = capsys.readouterr().err
    assert "has puzzles of another search, with the seed 1 instead of 9; name another" in error
    assert main([*words[:-1], str(tmp_path / "mine.json" / "no.json")]) == 2
    assert "cannot be made" in capsys.readouterr().err


async def test_in_lines_a_line_that_is_gone_ends_the_judging_and_the_last_puzzle_says_so(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch, own_diary: Path
) -> None:
    seen: list[str] = []

    async def read(prompt: str) -> str:
        return "1"

    far = SimpleNamespace(connected=False, aside=None)
    table, kind = plain_puzzle.puzzle_table(puzzle, read, seen.append, far=far)
    assert kind._gone()
    far.connected = True
    assert not kind._gone()

    async def at_once(work: Callable[[], object]) -> object:
        return None  # what is found is not waited for

    far.aside = at_once
    await table.run()
    assert not kind.answered
    assert not own_diary.exists()
    monkeypatch.setattr(plain_puzzle, "next_puzzle", lambda *_: None)
    await plain_puzzle.solve(puzzle, read, seen.append)
    assert seen[-1] == "You have tried all puzzles."
