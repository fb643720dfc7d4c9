"""Every lesson is played: with right answers, with each wrong answer that it names, and at
random.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.base.errors import FileFault, SetUpFault
from engine.game.decision import Answer, Decision
from engine.game.game import Given, Record
from engine.game.question import Question, Sheet
from engine.kernel.battle import Battle
from engine.lookahead.scoring import random_draft
from engine.sitting.adviser import best_answers, best_fills
from engine.sitting.kinds.lesson import LessonKind
from engine.teaching.lesson import LONGEST, Lesson, Pattern, Step, read_lesson, shelf
from engine.teaching.lesson_run import AFTER, LessonRun, check, play_right_answers
from tests.of_screens import OF_SCREENS
from tui.terminal.cells import rows_of

LESSONS = {f"{each.game}-{each.name}": each for _, each in shelf() if not each.coach}
COACHED = [each for _, each in shelf() if each.coach]
NARROW, HIGH = 25, 10
"""Columns and lines beside the chart in a terminal of 80 columns and 24 lines."""
FILES = Path(__file__).parents[3] / "data"


def given_at_random(taught: LessonRun, question: Question, random: Random) -> Given:
    """Return a random answer to the question."""
    if isinstance(question, Sheet):
        view = taught.battle.view(question.seat)
        return random_draft(taught.battle.game, view, question, random)
    option = random.choice(question.options)
    dial = question.dial
    low = random.choice((dial.low, dial.high)) if option.dial and dial else None
    return Answer(option.id, low)


def every_answer(taught: LessonRun, question: Question) -> Iterator[Given]:
    """Yield the answers to a question; for a sheet, the right draft with each other answer to one
    slot.
    """
    if isinstance(question, Sheet):
        right = taught.right_answer(question)
        assert isinstance(right, dict)
        for slot in question.slots:
            for option in slot.options:
                yield {**right, slot.id: Answer(option.id)}
        return
    for option in question.options:
        dial = question.dial if option.dial else None
        steps = round((dial.high - dial.low) / dial.step) if dial else 0
        for n in range(steps + 1):
            yield Answer(option.id, dial.low + n * dial.step if dial else None)


def fitting(taught: LessonRun, question: Question, step: Step, pattern: Pattern) -> Given | None:
    """Return a wrong answer that fits a pattern; None if there is none."""
    answers = every_answer(taught, question)
    return next((each for each in answers if pattern.fits(each) and not step.accepts(each)), None)


def test_every_file_of_a_lesson_is_on_the_shelf_once() -> None:
    files = sorted(FILES.glob("*/lessons/*.toml"))
    assert sorted((lesson.game, lesson.name) for _, lesson in shelf()) == [
        (path.parents[1].name, path.stem) for path in files
    ]
    assert len({lesson.name for _, lesson in shelf()}) == len(files) >= 25


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_played_through_by_its_right_answers(name: str) -> None:
    lesson = LESSONS[name]
    check(lesson)
    steps = [step for step, _, _ in play_right_answers(lesson)]
    assert tuple(steps) == lesson.steps
    assert 3 <= len(steps) <= 12


def test_a_lesson_says_what_it_orders_in_the_learners_name() -> None:
    """Every order that no step asks for is named before the text of the next step."""
    unasked: dict[str, list[str]] = {}
    for name, lesson in LESSONS.items():
        taught = LessonRun(lesson)
        while (step := taught.step) is not None:
            since = taught.battle.position
            if not step.question:
                assert taught.says.endswith(step.says)
                taught.read()
                continue
            taught.advance_to_question()
            mine = [e for e in taught.battle.entries[since:] if e.seat == lesson.seat]
            told = f"The lesson ordered for you: {', '.join(_in_words(taught, mine))}."
            assert (told in taught.says) == bool(mine), name
            unasked.setdefault(name, []).extend(_in_words(taught, mine))
            question = taught.asked()
            assert question is not None
            taught.battle.answer(question.seat, taught.right_answer(question))
            taught.advance()
            assert "ordered for you" not in taught.says
    assert {name: told for name, told in unasked.items() if told} == {
        "oak_iron-table_and_wind": ["sail large"]
    }


def _in_words(taught: LessonRun, entries: list[Record]) -> list[str]:
    battle = taught.battle
    return [battle.game.words.describe(battle.at(each.n - 1), each.command) for each in entries]


def test_the_lesson_about_rigging_asks_where_only_rigging_can_be_aimed_at() -> None:
    """The step's text says so; therefore in the first turn the guns can aim at rigging but not at
    the hull.
    """
    taught = LessonRun(LESSONS["wooden_ships-hull_or_rigging"])
    while taught.step is not None and not taught.step.question:
        taught.read()
    taught.advance_to_question()
    question = taught.asked()
    assert isinstance(question, Sheet)
    assert [option.id for option in question.slots[0].options] == ["hold", "port:rigging"]
    assert taught.battle.state.turn == 1


@pytest.mark.parametrize("name", LESSONS)
def test_each_wrong_answer_is_told_and_leaves_the_battle_as_it_was(name: str) -> None:
    """Each wrong answer must be possible, since otherwise its reply would never be shown."""
    lesson, taught = LESSONS[name], LessonRun(LESSONS[name])
    for step in lesson.steps:
        assert taught.step is step
        if not step.question:
            taught.read()
            continue
        taught.advance_to_question()
        question = taught.asked()
        assert question is not None
        position = taught.battle.position
        for reply in step.wrong:
            given = fitting(taught, question, step, reply.answer)
            assert given is not None, reply
            verdict = taught.judge(given)
            assert not verdict.leads_on
            assert verdict.says.startswith(step.reply(given))
        assert taught.battle.position == position
        taught.battle.answer(question.seat, taught.right_answer(question))
        taught.advance()
    assert taught.done


@pytest.mark.parametrize("name", [name for name in LESSONS if name.startswith("oak_iron")])
def test_a_turn_of_0_degrees_is_as_right_as_no_turn(name: str) -> None:
    """An answer with exactly the effect of the right one is right, too."""
    taught = LessonRun(LESSONS[name])
    while not taught.done:
        taught.advance_to_question()
        question = taught.asked()
        if question is None:
            taught.read()
            continue
        right = taught.right_answer(question)
        if isinstance(question, Decision) and question.dial:
            wanted = after_an_answer(taught.battle, question.seat, right)
            for option in question.options:
                given = Answer(option.id, 0.0)
                if option.dial and after_an_answer(taught.battle, question.seat, given) == wanted:
                    assert taught.judge(given).leads_on, (taught.step, given)
        taught.battle.answer(question.seat, right)
        taught.advance()


def after_an_answer(battle: Battle, seat: str, given: Given) -> tuple[object, ...]:
    """Return the ships, the activation and the next question after an answer, in a copy of the
    battle.
    """
    copy = Battle.from_state(battle.game, battle.state, battle.seed)
    copy.answer(seat, given)
    return copy.state.ships, copy.state.activation, copy.pending()


@pytest.mark.parametrize("name", LESSONS)
def test_who_tries_anything_is_told_the_answer_and_never_gets_stuck(name: str) -> None:
    taught, random = LessonRun(LESSONS[name]), Random(name)
    for _ in range(200):
        if taught.done:
            break
        taught.advance_to_question()
        question = taught.asked()
        if question is None:
            taught.read()
            continue
        given = given_at_random(taught, question, random)
        if taught.wrong >= AFTER:
            assert taught.right_answer_text()
            given = taught.right_answer(question)
        verdict = taught.judge(given)
        assert bool(verdict.says) is not verdict.leads_on
        if verdict.leads_on:
            taught.battle.answer(question.seat, given)
            taught.advance()
    assert taught.done


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_said_keeps_within_its_lines_in_three_sentences(name: str) -> None:
    for step in LESSONS[name].steps:
        for text in (step.says, step.otherwise, step.well, *(each.says for each in step.wrong)):
            assert len(text) <= LONGEST
            assert text.count(". ") + text.count("? ") + text.count("! ") <= 3, text
        assert len(rows_of(step.says, NARROW, 99)) <= HIGH, step.says


STEP = Step("Turn.", "manoeuvre", (Pattern("turn_*", low=5, high=45),), otherwise="No.")


@pytest.mark.parametrize(
    ("given", "leads_on"),
    [
        (Answer("turn_start", 22.5), True),
        (Answer("turn_end", 5), True),
        (Answer("turn_end", 4), False),
        (Answer("turn_end"), False),
        (Answer("straight"), False),
    ],
)
def test_a_pattern_means_an_option_and_a_part_of_a_dial(given: Answer, leads_on: bool) -> None:
    assert STEP.accepts(given) is leads_on


def test_of_a_sheet_each_slot_that_is_named_must_be_right() -> None:
    step = Step("", "orders", (Pattern("1", "A1"), Pattern("2", "A1"), Pattern("1", "A2")))
    assert step.accepts({"A1": Answer("2"), "A2": Answer("1"), "A3": Answer("9")})
    assert not step.accepts({"A1": Answer("2"), "A2": Answer("2")})
    assert not step.accepts({"A1": Answer("1")})


@pytest.mark.parametrize("lesson", COACHED, ids=lambda each: each.name)
def test_a_battle_with_the_coach_begins_and_asks_who_learns(lesson: Lesson) -> None:
    check(lesson)
    taught = LessonRun(lesson)
    assert taught.done
    assert lesson.seat in {question.seat for question in taught.battle.pending()}


def lesson_in(folder: Path, old: str, new: str) -> Lesson:
    """Return the first lesson after one text in its file was replaced."""
    text = (FILES / "oak_iron" / "lessons" / "table_and_wind.toml").read_text("utf-8")
    assert old in text
    path = folder / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return read_lesson(path)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('seat = "A"', 'seat = "Z"', "seat: found 'Z', allowed: A, B"),
        ('right = ["none"]', 'right = ["nobody"]', "no right answer is .* possible: attempt"),
        ('right = ["none"]', 'right = ["none dial=a..b"]', r"allowed: an option, and dial=LOW"),
        ('question = "seamanship"', 'question = "tea"', "'tea' is never asked of A"),
        ('picture = "wind"', 'picture = "tide"', r"steps\[2\].picture: found 'tide', allowed:"),
        ('ship = "A1"', 'ship = "Z9"', r"steps\[0\].ship: found 'Z9', allowed: A1, B1"),
        ('game = "oak_iron"', 'game = "chess"', "game: found 'chess'"),
        ("minutes = 2", "minutes = 0", "minutes: found 0"),
        ("minutes = 2", "munites = 2", "munites: is not a key here"),
        ('type = "sloop"', 'type = "tub"', "found 'tub'"),
        ('title = "The table and the wind"', f'title = "{"x" * 60}"', "title: has 60 characters"),
        ("minutes = 2", "minutes = 2\ncoach = true", "coach: is a whole battle"),
        ('otherwise = "Seamanship', 'other = "Seamanship', "says|question|other"),
        ('otherwise = "Seamanship', f'otherwise = "{"x" * 400}', "otherwise: is longer than"),
        ('question = "seamanship"', "", "right: belongs to a question"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_named(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    with pytest.raises(SetUpFault, match=fault):
        check(lesson_in(tmp_path, old, new))


def test_every_fault_of_a_lesson_is_named_at_once(tmp_path: Path) -> None:
    """Such as an unknown overlay, an unknown ship, an answer that is not offered, a question that
    never comes.
    """
    path = lesson_in(tmp_path, 'ship = "A1"', 'ship = "Z9"').source
    text = Path(path).read_text("utf-8")
    for old, new in (
        ('picture = "wind"', 'picture = "tide"'),
        ('right = ["none"]', 'right = ["nobody"]'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    last = text.rindex('question = "')
    text = f'{text[:last]}question = "tea"{text[text.index(chr(10), last) :]}'
    Path(path).write_text(text, "utf-8")
    with pytest.raises(SetUpFault) as caught:
        check(read_lesson(Path(path)))
    told = str(caught.value)
    assert "steps[0].ship: found 'Z9'" in told
    assert "steps[2].picture: found 'tide'" in told
    assert "no right answer is possible" in told
    assert "'tea' is never asked of A" in told
    assert len(caught.value.faults) == 4


def test_an_answer_that_no_slot_of_a_sheet_offers_is_named(tmp_path: Path) -> None:
    text = (FILES / "wooden_ships" / "lessons" / "boarding_parties.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    assert "A1:1: OBP:B1" in text
    path.write_text(text.replace("A1:1: OBP:B1", "A1:1: SWIM", 1), "utf-8")
    with pytest.raises(SetUpFault, match=r"no right answer is possible.*A1:1: "):
        check(read_lesson(path))


def test_a_step_that_asks_nothing_has_no_answer_to_tell() -> None:
    taught = LessonRun(next(iter(LESSONS.values())))
    assert taught.right_answer_text() == ""


@pytest.mark.parametrize("text", ["", "steps = 3", "game = [", "\x00\x01"])
def test_a_file_that_is_no_lesson_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((FileFault, SetUpFault), match=r"mine\.toml"):
        read_lesson(path)


@pytest.mark.parametrize("lesson", [each for _, each in shelf()], ids=lambda each: each.name)
def test_in_lines_a_lesson_speaks_of_no_key_and_no_picture(lesson: Lesson) -> None:
    for step in lesson.for_lines().steps:
        texts = (step.says, step.well, step.otherwise, *(each.says for each in step.wrong))
        if lesson.name == "playing_in_lines":  # it compares both
            texts = tuple(text.replace("as on the screen", "") for text in texts)
        assert not [text for text in texts if OF_SCREENS.search(text)]


@pytest.mark.parametrize("name", [name for name in LESSONS if name.startswith("oak_iron")])
def test_a_ship_that_was_hit_is_not_unharmed_at_the_end_of_a_lesson(name: str) -> None:
    """The roll is a question of its own, and damage is marked after it; the lesson must not end
    before that.
    """
    taught = LessonRun(LESSONS[name])
    before = taught.battle.state
    while taught.step is not None:
        if not taught.step.question:
            taught.read()
            continue
        taught.advance_to_question()
        question = taught.asked()
        assert question is not None
        taught.battle.answer(question.seat, taught.right_answer(question))
        taught.advance()
    after = taught.battle.state
    assert after.attack is None
    hits = [
        event
        for entry in taught.battle.entries
        for event in entry.events
        if type(event).__name__ == "HitsScored" and event.hits
    ]
    assert bool(hits) == any(step.question == "attack" for step in taught.lesson.steps)
    for event in hits:
        was, is_now = before.ships[event.target], after.ships[event.target]
        assert (is_now.damage, is_now.fatigue) > (was.damage, was.fatigue)


@pytest.mark.parametrize("name", LESSONS)
def test_nothing_moves_while_a_text_is_read(name: str) -> None:
    """Other seats only answer a question that all seats have, so that the ships stay as the text
    describes them.
    """
    taught, last = LessonRun(LESSONS[name]), ""
    while (step := taught.step) is not None:
        pair = taught.computed()
        if not step.question:
            assert pair is None or pair[1].kind == last != ""
            taught.read()
            continue
        taught.advance_to_question()
        question = taught.asked()
        assert question is not None
        taught.battle.answer(question.seat, taught.right_answer(question))
        last = step.question
        taught.advance()


@pytest.mark.parametrize("name", LESSONS)
def test_a_page_that_only_tells_asks_for_no_key_of_an_order(name: str) -> None:
    for step in LESSONS[name].steps:
        if not step.question:
            assert "ress Down" not in step.says
            assert "ress Right" not in step.says
            assert "`odds` with" not in step.in_lines


def test_a_turn_of_0_degrees_is_not_called_a_turn_to_port() -> None:
    step = next(
        step
        for step in LESSONS["oak_iron-turning_and_the_eye"].steps
        if step.right == (Pattern.read("turn_end dial=5..90"),)
    )
    assert "To port" in step.reply(Answer("turn_end", -5))
    for dial in (0, 2.5, 4):
        assert "To port" not in step.reply(Answer("turn_end", dial))
        assert "Press Right" in step.reply(Answer("turn_end", dial))


@pytest.mark.parametrize("name", LESSONS)
def test_advice_in_a_lesson_is_accepted_by_its_step(name: str) -> None:
    """Advice costs a star, so the lesson must not refuse it: neither on a screen, which advises on
    one slot of a sheet at a time, nor in lines, which advise on a whole sheet.
    """
    kind = LessonKind(LessonRun(LESSONS[name]))
    taught = kind.taught
    while (step := taught.step) is not None:
        if not step.question:
            taught.read()
            continue
        taught.advance_to_question()
        question, battle = taught.asked(), taught.battle
        assert question is not None
        asked = battle.game, battle.view(question.seat)
        numbers = battle.seed, battle.position
        given: Given
        if isinstance(question, Sheet):
            # Advice on a fleet's sheet of the war plays whole battles for seconds.
            war = battle.game.name == "iron_oak_campaign"
            fills = kind.advised(question, () if war else best_fills(*asked, question, *numbers))
            assert fills
            assert all(step.accepts(each.draft) for each in fills)
            given = dict(fills[0].draft)
            wanted = {pattern.slot for pattern in step.right}
            for slot in question.slots:
                if slot.id not in wanted:  # nothing is right or wrong there
                    continue
                decision = question.as_decision(slot)
                found = kind.advised(
                    decision, () if war else best_answers(*asked, decision, *numbers)
                )
                picked = [
                    Answer(picks=(each.option,)) if slot.at_most > 1 else each.answer
                    for each in found
                ]
                assert all(step.accepts({**given, slot.id: each}) for each in picked)
                given[slot.id] = next(iter(picked), given.get(slot.id, Answer()))
        else:
            found = kind.advised(question, best_answers(*asked, question, *numbers))
            assert found
            assert all(step.accepts(each.answer) for each in found)
            given = found[0].answer
        assert taught.judge(given).leads_on
        battle.answer(question.seat, taught.right_answer(question))
        taught.advance()
