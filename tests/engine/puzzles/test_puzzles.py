"""Puzzles: those that come with the program, their files and positions; how puzzles are found,
checked and solved.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from engine.arena import cluster
from engine.arena.cluster import ClusterFault
from engine.arena.match import Bout, Match
from engine.base.errors import FileFault, Refused, SetUpFault
from engine.game.decision import Answer
from engine.game.game import command_of
from engine.game.question import Sheet
from engine.kernel.registry import system
from engine.lookahead.scoring import random_draft
from engine.puzzles import judging, making
from engine.puzzles.judging import BATTLES, check_puzzle, gain, legal_answers
from engine.puzzles.making import FIND, FoundPuzzles, judge_question
from engine.puzzles.puzzle import (
    AHEAD,
    DECIDED,
    FINDERS,
    SURE,
    TODAY,
    Book,
    JudgedAnswer,
    Puzzle,
    answer_text,
    chosen_puzzle,
    drawn_opening,
    option_ids,
    puzzle_named,
    puzzle_of,
    read_book,
    shelf,
    shipped_path,
    write_book,
)
from engine.puzzles.solving import Solving

SYSTEMS = ("oak_iron", "wooden_ships", "iron_oak")
LEAST_SHIPPED = {"oak_iron": 13, "wooden_ships": 20, "iron_oak": 6}
DUEL = Match(game="iron_oak", scenario="duel", a="ensign", b="ensign", seed=10, arranged=True)


@pytest.fixture(scope="module")
def found() -> Puzzle:
    """Return a question from a battle of ironclads, judged by playouts to the end of the battle."""
    old = puzzle_named("iron_oak_31")
    battle = old.position()
    question = old.question(battle)
    puzzle = judge_question(battle, question, old.dice)
    assert puzzle is not None
    return msgspec.structs.replace(puzzle, name="iron_oak_1")


@pytest.fixture
def duel(found: Puzzle) -> Solving:
    """Return the puzzle as it is given to a person."""
    return Solving(found)


# What ships ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", SYSTEMS)
def test_shipped_puzzles_are_small_clear_and_of_many_kinds(name: str) -> None:
    book = read_book(shipped_path(name))
    sizes = [len(msgspec.json.encode(each)) for each in book.puzzles]
    assert len(sizes) >= LEAST_SHIPPED[name]
    assert max(sizes) < 4096
    assert sum(sizes) / len(sizes) < 3072
    for each in book.puzzles:
        assert each.lead >= max(AHEAD, SURE * each.error - 0.01), each.name
        assert len(each.answers) >= 3
        points = [answer.points for answer in each.answers]
        assert points == sorted(points, reverse=True)
    themes = Counter(each.theme for each in book.puzzles)
    assert len(themes) >= 2
    assert len({each.difficulty for each in book.puzzles}) >= 2
    assert len({each.moves for each in book.puzzles}) > 0.7 * len(sizes)


@pytest.mark.parametrize("name", SYSTEMS)
def test_positions_are_reached_by_the_rules_and_their_answers_are_open(name: str) -> None:
    puzzles = read_book(shipped_path(name)).puzzles
    solved = []
    for puzzle in puzzles:
        battle = puzzle.position()
        question = puzzle.question(battle)
        assert battle.game.setting_up(battle.state) is False
        assert len({answer_text(question, each.given) for each in puzzle.answers}) >= 3
        opening = drawn_opening(question, puzzle.dice)
        assert opening == drawn_opening(question, puzzle.dice), "the same at every sitting"
        assert opening is not None
        command_of(battle.game, battle.state, puzzle.seat, opening)  # Enter may give it
        solved.append(set(option_ids(puzzle.answers[0].given)) <= set(option_ids(opening)))
    # Enter alone solves no more puzzles than a blind guess among three or four answers would.
    assert sum(solved) <= len(puzzles) / 4


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_ground_of_a_system_is_what_its_rules_know(name: str) -> None:
    ground = system(name).review.puzzle_ground()
    assert set(ground.scenarios) <= set(system(name).scenarios())
    assert all(0 < len(theme.words) <= 24 for theme in ground.themes)
    kinds = {theme.kind for theme in ground.themes}
    assert {each.kind for each in read_book(shipped_path(name)).puzzles} <= kinds


def test_the_puzzle_of_a_day_is_the_same_for_all_and_none_comes_twice_before_all_came() -> None:
    puzzles = [each for _, each in shelf()]
    today = date(2026, 11, 26).toordinal()
    assert puzzle_of(today, puzzles) == puzzle_of(today, puzzles[::-1])
    days = [puzzle_of(today + n, puzzles).name for n in range(len(puzzles))]
    assert len(set(days)) == len(puzzles)
    with pytest.raises(Refused, match="no puzzles"):
        puzzle_of(today, [])


def test_a_puzzle_has_a_name_and_another_name_is_refused() -> None:
    name = shelf()[0][1].name
    assert puzzle_named(name).name == name
    with pytest.raises(Refused, match="no puzzle is called 'nonsense'"):
        puzzle_named("nonsense")


def test_each_shipped_puzzle_stands_in_the_table_of_its_check() -> None:
    page = (Path(__file__).parent / "checked.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.endswith(" | yes |")]
    rounds = {cells[0].removeprefix("| "): int(cells[4]) for cells in rows}
    assert rounds == {each.name: BATTLES for _, each in shelf()}


# Finding and making -------------------------------------------------------------------


def test_the_best_answer_wins_clearly_more_battles_and_the_battle_is_open(found: Puzzle) -> None:
    assert found.lead >= max(AHEAD, SURE * found.error - 0.01)
    assert found.answers[1].points <= DECIDED
    assert found.answers[0].points >= 100 - DECIDED
    assert found.theme
    assert found.plain == ("lieutenant" in found.finders)


def test_a_worker_of_a_cluster_looks_through_a_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "JUDGED", 1)
    there = json.loads(cluster.work(cluster._packed(Bout(DUEL, 0), FIND)))
    assert len(msgspec.convert(there, FoundPuzzles).puzzles) <= 1


def test_a_check_finds_a_better_answer_that_is_missing_in_the_table() -> None:
    puzzle = puzzle_named("iron_oak_16")
    assert check_puzzle(puzzle, 30).holds
    without = msgspec.structs.replace(puzzle, answers=puzzle.answers[1:])
    assert check_puzzle(without, 30).fault == "another answer is better"


@pytest.mark.parametrize("name", ["oak_iron_51", "wooden_ships_14"])
def test_every_legal_answer_is_looked_at(name: str) -> None:
    """Of a dial, values over its whole range are judged; of a sheet, drafts that differ in one
    slot.
    """
    puzzle = puzzle_named(name)
    battle = puzzle.position()
    game, view, question = battle.game, battle.view(puzzle.seat), puzzle.question(battle)
    every = legal_answers(game, view, question, puzzle.answers[0].given, 7)
    assert every == legal_answers(game, view, question, puzzle.answers[0].given, 7)
    for given in every:
        command_of(game, battle.state, puzzle.seat, given)
    if isinstance(question, Sheet):
        options = {(slot.id, option.id) for slot in question.slots for option in slot.options}
        assert {(slot, each.option) for given in every for slot, each in given.items()} <= options
    else:
        assert {each.option for each in every} == {option.id for option in question.options}
        dial = question.dial
        turned = [each.dial for each in every if each.dial is not None]
        assert dial
        assert (min(turned), max(turned)) == (dial.low, dial.high)


def test_a_worker_does_no_work_of_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = json.loads(cluster._packed(Bout(DUEL, 0), FIND))
    sent["work"] = "os:system"
    monkeypatch.setattr(cluster, "_unlike", ClusterFault)
    with pytest.raises(ClusterFault, match="no function os:system"):
        cluster.work(json.dumps(sent).encode())


def canned(some: Puzzle, number: int) -> FoundPuzzles:
    """Return one puzzle for a battle; themes and difficulties alternate with the battle's
    number.
    """
    finders = FINDERS[: number % 3]
    theme, waters = f"theme {number % 5}", f"waters_{number // 2}"
    canned = msgspec.structs.replace(some, theme=theme, finders=finders, scenario=waters)
    return FoundPuzzles(0, (answered(canned, number),))


def answered(puzzle: Puzzle, number: int) -> Puzzle:
    """Return the puzzle with a best answer of its own kind, which Enter alone does not find."""
    best = msgspec.structs.replace(puzzle.answers[0], answer=Answer(f"way_{chr(97 + number)}"))
    return msgspec.structs.replace(puzzle, answers=(best, *puzzle.answers[1:]), plain=False)


def backwards(some: Puzzle, work: Any, bouts: Any, *_: Any) -> Iterator[tuple[Bout, FoundPuzzles]]:
    """Yield results of battles in the wrong order: each two are exchanged."""
    left = iter(bouts)
    while True:
        pair = [next(left), next(left)]
        yield from ((each, canned(some, each.match.seed)) for each in pair[::-1])


def test_puzzles_are_the_same_whoever_is_done_first_stopped_and_resumed_or_not(
    found: Puzzle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(making, "run_bouts", partial(backwards, found))
    game, path = system("iron_oak"), tmp_path / "puzzles.json"
    whole = list(making.make_puzzles(making.empty_book(game, 7), 12))
    write_book(path, whole[4])
    resumed = list(making.make_puzzles(read_book(path), 12))
    assert resumed[-1] == whole[-1]
    assert [book.searched for book in whole] == list(range(1, len(whole) + 1))
    puzzles = whole[-1].puzzles
    assert [each.name for each in puzzles] == [f"iron_oak_{n}" for n in range(1, 13)]
    assert max(Counter(each.theme for each in puzzles).values()) <= 4
    assert sum(each.difficulty == 0 for each in puzzles) <= 9
    assert list(making.make_puzzles(whole[-1], 12)) == []


def test_a_search_that_finds_nothing_gives_up_and_a_game_without_ground_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = system("iron_oak")
    empty = lambda work, bouts, *_: ((each, FoundPuzzles(0, ())) for each in bouts)  # noqa: E731
    monkeypatch.setattr(making, "run_bouts", empty)
    with pytest.raises(Refused, match="only 0 puzzles of 2 found after 120 battles"):
        list(making.make_puzzles(making.empty_book(game, 1), 2))
    with pytest.raises(Refused, match="does not name scenarios"):
        making.empty_book(system("iron_oak_campaign"), 1)


def test_rounds_alike_by_chance_are_no_certainty() -> None:
    assert not gain([1.0]).clear(SURE)
    assert gain([1.0] * 24).clear(SURE)
    assert gain([1.0, 0.0, 0.0, 0.0]).points == 25


# Checking -----------------------------------------------------------------------------


def test_a_check_confirms_a_puzzle_and_finds_one_whose_table_lies(
    found: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = check_puzzle(found, battles=30)
    assert right.holds
    assert right.rounds == 30
    swapped = msgspec.structs.replace(found, answers=(*found.answers[1:], found.answers[0]))
    assert check_puzzle(swapped, battles=20).fault == "another answer is better"
    monkeypatch.setattr(judging, "SURE", 1000.0)
    assert "leads by less than" in check_puzzle(found, battles=4).fault
    monkeypatch.setattr(judging, "SURE", -1000.0)
    monkeypatch.setattr(judging, "DECIDED", 0.0)
    assert check_puzzle(found, battles=4).fault == "the battle is decided"
    lost = msgspec.structs.replace(found, moves="")
    assert "moves" in check_puzzle(lost).fault


# Solving ------------------------------------------------------------------------------


def test_the_best_answer_is_right_and_the_second_is_told_why_it_is_not(duel: Solving) -> None:
    best, second = duel.puzzle.answers[:2]
    verdict = duel.judge(best.given)
    assert verdict
    assert verdict.right
    wrong = duel.judge(second.given)
    assert wrong
    assert not wrong.right
    assert wrong.best_words == verdict.own_words != wrong.own_words
    assert wrong.why
    assert wrong.own.points == second.points


def test_an_answer_outside_the_table_is_judged_by_the_same_rounds(duel: Solving) -> None:
    puzzle = duel.puzzle
    table = puzzle.answers
    without = msgspec.structs.replace(puzzle, answers=(table[0], *table[2:]))
    alone = Solving(without)
    verdict = alone.judge(table[1].given)
    assert verdict
    assert verdict.own == table[1]
    stopped = Solving(without)
    assert stopped.judge(table[1].given, lambda: True) is None


def test_an_answer_that_the_rules_do_not_allow_is_refused(duel: Solving) -> None:
    with pytest.raises(Refused):
        duel.validate(Answer("nowhere"))
    duel.validate(duel.puzzle.answers[0].given)


# Files --------------------------------------------------------------------------------


def spoilt(found: Puzzle, **changes: Any) -> bytes:
    book = Book(game="iron_oak", rules="1", seed=1, puzzles=(found,))
    plain = json.loads(msgspec.json.encode(book))
    plain["puzzles"][0] |= changes
    return json.dumps(plain).encode()


def test_a_book_is_read_as_it_was_written(found: Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    book = Book(game="iron_oak", rules="3", seed=1, searched=4, puzzles=(found,))
    write_book(path, book)
    assert read_book(path) == book
    empty = msgspec.structs.replace(book, puzzles=())
    write_book(path, empty)
    assert read_book(path) == empty


def test_a_file_that_is_no_book_is_refused_in_a_sentence(found: Puzzle, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    whole = spoilt(found)
    answers = json.loads(whole)["puzzles"][0]["answers"]
    cases = [
        whole[:-40], whole[: len(whole) // 2], b"", b"\x00\xff", b"[" * 100_000, b"{}",
        spoilt(found, name="../../etc"), spoilt(found, name="a\x1b[2J"),
        spoilt(found, theme="\x1b]0;gotcha\x07"), spoilt(found, rounds="many"),
        spoilt(found, rounds=10**9), spoilt(found, answers=answers[:1]),
        spoilt(found, answers=answers * 9), spoilt(found, seed=-1), spoilt(found, error=1e99),
        spoilt(found, moves="A" * 7000), spoilt(found, game="oak_iron"),
        spoilt(found, fought=False),
        whole.replace(b'"puzzles_format": 1', b'"puzzles_format": 2'),
        json.dumps({**json.loads(whole), "puzzles": json.loads(whole)["puzzles"] * 2}).encode(),
        json.dumps({**json.loads(whole), "puzzles": json.loads(whole)["puzzles"] * 1001}).encode(),
    ]  # fmt: skip
    for case in cases:
        path.write_bytes(case)
        with pytest.raises(FileFault) as fault:
            read_book(path)
        assert str(path) in str(fault.value)
        assert "\x1b" not in str(fault.value)
    with pytest.raises(FileFault):
        read_book(tmp_path)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"moves": "!!!"}, "not packed"),
        ({"moves": "AAAA"}, "not packed"),
        ({"scenario": "nowhere"}, "nowhere"),
        ({"game": "chess"}, "chess"),
        ({"seat": "Z"}, "not asked"),
        ({"kind": "something_else"}, "not asked"),
        ({"seed": 99}, "moves"),
        (
            {"answers": (JudgedAnswer(1.0, {}, Answer("x")), JudgedAnswer(0.0, {}, Answer("y")))},
            "x",
        ),
    ],
    ids=lambda each: str(each)[:24],
)
def test_a_position_that_cannot_be_reached_is_told_with_its_puzzle(
    found: Puzzle, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(SetUpFault, match=said) as fault:
        msgspec.structs.replace(found, **changes).position()
    assert "puzzle iron_oak_1" in str(fault.value)


def test_commands_that_unpack_to_too_much_are_refused(found: Puzzle) -> None:
    import zlib
    from base64 import b64encode

    bomb = b64encode(zlib.compress(b" " * 3_000_000, 9)).decode()
    cut = found.moves[: len(found.moves) // 8 * 4]
    many = b64encode(zlib.compress(json.dumps([["A", {}]] * 500).encode())).decode()
    for moves in (bomb, cut, many):
        with pytest.raises(SetUpFault, match=r"too many|cut short|more than|not packed"):
            msgspec.structs.replace(found, moves=moves).position()


def test_a_sheet_is_answered_by_a_whole_draft_and_another_is_played_on() -> None:
    book = read_book(shipped_path("wooden_ships"))
    puzzle = msgspec.structs.replace(
        next(each for each in book.puzzles if each.name == "wooden_ships_40"), rounds=1
    )
    solving = Solving(puzzle)
    assert isinstance(solving.question, Sheet)
    best = solving.judge(puzzle.answers[0].given)
    assert best is not None
    assert best.right
    drafts = (
        random_draft(solving.battle.game, solving.view, solving.question, Random(seed))
        for seed in range(999)
    )
    other = next(draft for draft in drafts if solving.table_answer(draft) is None)
    solving.validate(other)
    judged = solving.judge(other)
    assert judged is not None
    assert judged.own.draft == other
    assert set(option_ids(other)) == {id for each in other.values() for id in each.chosen}


def test_the_next_puzzle_is_one_that_was_not_tried() -> None:
    names = [puzzle.name for _, puzzle in shelf()]
    assert chosen_puzzle("", 5).name == names[0]
    assert chosen_puzzle("", 5, names[:3]).name == names[3]
    assert chosen_puzzle("", 5, names) == chosen_puzzle(TODAY, 5)
    assert chosen_puzzle(names[7], 5).name == names[7]


def test_what_a_book_still_needs(found: Puzzle) -> None:
    """In a book at most a third of the puzzles have one theme, and three of five are easy; no
    puzzle comes twice.

    Of one kind of question at most four or half have the same answer; at most two of five are
    solved by Enter.
    """

    def like(number: int, theme: str, difficulty: int, plain: bool = False) -> Puzzle:
        finders = FINDERS[difficulty:]
        changes = {"theme": theme, "finders": finders, "scenario": f"battle {number}"}
        one = answered(msgspec.structs.replace(found, **changes), number)
        return msgspec.structs.replace(one, plain=plain)

    def needed(one: Puzzle, kept: list[Puzzle]) -> bool:
        return making._is_needed(one, kept, wanted=10)

    of_a_theme = [like(n, "rake", 1) for n in range(4)]
    assert needed(like(9, "rake", 1), of_a_theme[:3])
    assert not needed(like(9, "rake", 1), of_a_theme), "10 puzzles have 4 of a theme"
    assert needed(like(9, "ram", 1), of_a_theme)
    easy = [like(n, f"theme {n}", 0) for n in range(6)]
    assert needed(like(9, "ram", 0), easy[:5])
    assert not needed(like(9, "ram", 0), easy)
    assert needed(like(9, "ram", 1), easy), "one that is hard is wanted all the same"
    assert not needed(like(3, "ram", 1), easy), "whoever knows one knows the other"
    answers = of_a_theme[0].answers
    same = [msgspec.structs.replace(like(n, "ram", 1), answers=answers) for n in range(4, 9)]
    same = [msgspec.structs.replace(each, theme=f"ram {n % 2}") for n, each in enumerate(same)]
    assert needed(same[4], same[:3])
    assert not needed(same[4], same[:4])
    assert needed(same[4], [*same[:4], *(like(n, f"theme {n}", 1) for n in range(10, 15))])
    assert needed(like(9, "ram", 1, plain=True), of_a_theme[:1])
    seen = [like(n, f"theme {n}", 1, plain=True) for n in range(2)]
    assert not needed(like(9, "ram", 1, plain=True), [*seen, *of_a_theme[2:]])


def test_to_leave_by_the_left_edge_or_by_the_right_is_one_kind_of_answer(found: Puzzle) -> None:
    def answered_by(id: str) -> Puzzle:
        best = msgspec.structs.replace(found.answers[0], answer=Answer(id), draft={})
        return msgspec.structs.replace(found, answers=(best, *found.answers[1:]))

    assert making.answer_name(answered_by("off:left")) == "off"
    assert making.answer_name(answered_by("off:right")) == "off"
    assert making.answer_name(answered_by("C5/C4")) != "off"


def test_a_puzzle_that_is_not_needed_yet_is_kept_until_it_is(found: Puzzle) -> None:
    """One that Enter solves waits for others; in a full book nothing waits."""

    def made(number: int, plain: bool) -> Puzzle:
        changes = {"theme": f"theme {number}", "scenario": f"battle {number}", "plain": plain}
        changes["finders"] = FINDERS[1:]
        return msgspec.structs.replace(answered(found, number), **changes)

    book = making.empty_book(system("iron_oak"), 7)
    first = making._with_needed(book, [made(1, True), made(2, True)], 3)
    assert (len(first.puzzles), len(first.spare), first.searched) == (0, 2, 1)
    second = making._with_needed(first, [made(3, False)], 3)
    assert [each.theme for each in second.puzzles] == ["theme 3", "theme 1"]
    assert [each.theme for each in second.spare] == ["theme 2"]
    again = making._with_needed(second, [made(1, True)], 3)
    assert [each.theme for each in again.spare] == ["theme 2"], "the same is not kept twice"
    full = making._with_needed(again, [made(4, False)], 3)
    assert (len(full.puzzles), full.spare) == (3, ())
