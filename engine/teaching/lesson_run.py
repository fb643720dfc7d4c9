"""LessonRun: a person's progress in a lesson, and the check of the person's answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.base.errors import SetUpFault
from engine.game.decision import Advice, Answer, Decision, Option
from engine.game.game import Given
from engine.game.question import Question, Sheet
from engine.kernel.battle import Battle
from engine.lookahead.scoring import best_draft
from engine.players import Player, make_player
from engine.teaching.lesson import Lesson, Pattern, Step

AFTER = 2
"""After this many wrong answers to a step, its right answer is shown."""
TOO_MANY = 400
"""The maximum number of answers of computer players between two steps; a lesson that needs more is
faulty."""


class Verdict(NamedTuple):
    """The judgement of a learner's answer: whether it is right, and the reply to it."""

    leads_on: bool
    says: str


class LessonRun:
    """A lesson under way: its battle, the current step, and the help given so far.

    If no step is about a question to the learner, the computer player `lieutenant` answers it for
    the learner.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.battle = lesson.start_battle()
        game, seed = self.battle.game, lesson.seed
        seats = [seat.key for seat in game.seats(self.battle.state)]
        if lesson.seat not in seats:
            said = f"found '{lesson.seat}', allowed: {', '.join(seats)}"
            raise SetUpFault(lesson.source, [("seat", said)])
        self.others: Mapping[str, Player] = {
            seat: make_player(lesson.others, game, seed, seat)
            for seat in seats
            if seat != lesson.seat
        }
        self.mate = make_player("lieutenant", game, seed, lesson.seat)
        self.at = 0
        self.wrong = 0
        """The number of wrong answers to the current step."""
        self.helped = False
        """Whether the learner was shown an answer or given advice, which costs the second
        star."""
        self.before = ""
        """The reply to the answer that finished the step before this one."""
        self._since = self.battle.position
        """The number of commands in the battle when the learner last answered."""
        self._answered = ""
        """The kind of the question that the learner answered last; '' before the first."""

    @property
    def step(self) -> Step | None:
        """The current step; None when the lesson is done."""
        steps = self.lesson.steps
        return steps[self.at] if self.at < len(steps) else None

    @property
    def done(self) -> bool:
        """Whether all steps are done."""
        return self.step is None

    @property
    def says(self) -> str:
        """The text to show now: the reply to the last answer, the orders given for the learner, the
        step's text.
        """
        step = self.step
        text = step.says if step else "This is the end of the lesson."
        battle = self.battle
        told = [
            battle.game.words.describe(battle.at(entry.n - 1), entry.command)
            for entry in battle.entries[self._since :]
            if entry.seat == self.lesson.seat
        ]
        ordered = f"The lesson ordered for you: {', '.join(told)}." if told else ""
        return " ".join(filter(None, (self.before, ordered, text)))

    def asked(self) -> Question | None:
        """Return the learner's open question that the current step is about; None if it is not
        open.
        """
        step = self.step
        mine = (each for each in self.battle.pending() if each.seat == self.lesson.seat)
        return next((each for each in mine if step and each.kind == step.question), None)

    def read(self) -> None:
        """Go to the next step, if the current one has no question."""
        step = self.step
        if step is not None and not step.question:
            self._next(step)

    def judge(self, given: Given) -> Verdict:
        """Judge an answer to the step's question, before it is submitted; a wrong one is
        counted.
        """
        step = self.step
        if step is None or step.accepts(given):
            return Verdict(True, "")
        self.wrong += 1
        says = step.reply(given)
        if self.wrong >= AFTER:
            self.helped = True
            says = f"{says} Try: {self.right_answer_text()}."
        return Verdict(False, says)

    def advance(self) -> None:
        """Go to the next step, after a right answer was submitted."""
        self._answered = self.step.question if self.step else ""
        self._since = self.battle.position
        if self.step is not None:
            self._next(self.step)

    def right_answer_text(self) -> str:
        """Return a right answer in the words of its question."""
        question = self.asked()
        if question is None:
            return ""
        given = self.right_answer(question)
        if isinstance(given, Mapping):
            assert isinstance(question, Sheet)
            step = self.step
            named = {each.slot for each in step.right} if step else set()
            slots = [slot for slot in question.slots if slot.id in given and slot.id in named]
            return "; ".join(
                f"{slot.label}: {slot.option(given[slot.id].chosen[0]).in_sentence}"
                for slot in slots
                if given[slot.id].chosen
            )
        assert isinstance(question, Decision)
        return question.describe(given.option, given.dial, given.at)

    def right_answer(self, question: Question) -> Given:
        """Return a right answer to the step's question; raises `SetUpFault` if no option
        matches.
        """
        step = self.step
        assert step is not None
        if isinstance(question, Sheet):
            known = [slot.id for slot in question.slots]
            if not {each.slot for each in step.right} <= set(known):
                raise self._none_is_right(question, [f"{each}: ..." for each in known])
            view = self.battle.view(question.seat)
            draft = dict(best_draft(self.battle.game, view, question, Random(self.lesson.seed)))
            for slot in question.slots:
                patterns = [each for each in step.right if each.slot == slot.id]
                fits = [
                    answer
                    for pattern in patterns
                    for option in slot.options
                    if (answer := self._answer(question.as_decision(slot), option, pattern))
                    is not None
                ]
                if patterns and not fits:
                    raise self._none_is_right(
                        question, [f"{slot.id}: {each.id}" for each in slot.options]
                    )
                if fits:
                    draft[slot.id] = (
                        Answer(picks=(fits[0].option,)) if slot.at_most > 1 else fits[0]
                    )
            return draft
        for pattern in step.right:
            for option in question.options:
                if (answer := self._answer(question, option, pattern)) is not None:
                    return answer
        raise self._none_is_right(question, [option.id for option in question.options])

    def advised(self, question: Question, found: Sequence[Advice]) -> tuple[Advice, ...]:
        """Return the advice that the current step accepts, best first; if it accepts none of what
        was `found`, its right answer.

        `question` may be a sheet or one slot of it.
        """
        step, asked = self.step, self.asked()
        if step is None or asked is None:
            return tuple(found)
        if isinstance(question, Sheet):
            kept = tuple(each for each in found if step.accepts(each.draft))
            right = self.right_answer(asked)
            assert isinstance(right, Mapping)
            return kept or (Advice("", None, None, 0.0, draft=right),)
        patterns = [each for each in step.right if each.slot == question.slot]
        kept = tuple(
            each for each in found if any(pattern.fits(each.answer) for pattern in patterns)
        )
        if kept or not patterns:
            return kept or tuple(found)
        given = self.right_answer(asked)
        answer = given[question.slot] if isinstance(given, Mapping) else given
        return (Advice(answer.chosen[0], answer.dial, answer.at, 0.0),)

    def _answer(self, asked: Decision, option: Option, pattern: Pattern) -> Answer | None:
        """Return an option's answer with the lowest dial value that fits a pattern, or None."""
        dial = asked.dial
        if not option.dial or dial is None:
            answer = Answer(option.id)
            return answer if pattern.fits(answer) or pattern.fits({asked.slot: answer}) else None
        steps = round((dial.high - dial.low) / dial.step)
        for n in range(steps + 1):
            answer = Answer(option.id, dial.value(dial.low + n * dial.step))
            if pattern.fits(answer):
                return answer
        return None

    def _none_is_right(self, question: Question, offered: list[str]) -> SetUpFault:
        few = ", ".join(offered[:12])
        said = f"no right answer is possible at '{question.prompt}'; possible: {few}"
        return SetUpFault(self.lesson.source, [(f"steps[{self.at}].right", said)])

    def _next(self, step: Step) -> None:
        self.at, self.wrong, self.before = self.at + 1, 0, step.well

    def computed(self) -> tuple[Player, Question] | None:
        """Return (computer player, open question that it must answer now), or None.

        It is the player of another seat, or the `lieutenant`, which answers for the learner if no
        step is about the question. While the learner reads a text, nobody answers, so that the
        ships stay as the text describes them; but other seats answer at once a question that the
        learner has just answered, such as a secret choice of all seats.
        """
        step = self.step
        reads = step is None or not step.question
        for question in self.battle.pending():
            if question.seat in self.others and (not reads or question.kind == self._answered):
                return self.others[question.seat], question
        if reads or self.asked() is not None:
            return None
        mine = (each for each in self.battle.pending() if each.seat == self.lesson.seat)
        return next(((self.mate, each) for each in mine), None)

    def advance_to_question(self) -> None:
        """Let computer players answer until the step's question is open; raises `SetUpFault` if it
        never is.
        """
        for _ in range(TOO_MANY):
            pair = self.computed()
            if pair is None:
                break
            player, question = pair
            answer = player.choose(self.battle.view(question.seat), question)
            self.battle.answer(question.seat, answer)
        step = self.step
        if step is not None and step.question and self.asked() is None:
            said = f"'{step.question}' is never asked of {self.lesson.seat}"
            raise SetUpFault(self.lesson.source, [(f"steps[{self.at}].question", said)])


def play_right_answers(lesson: Lesson) -> Iterator[tuple[Step, Battle, Any]]:
    """Play a lesson with right answers; yield each step, the battle, and the answer."""
    taught = LessonRun(lesson)
    while (step := taught.step) is not None:
        if not step.question:
            yield step, taught.battle, None
            taught.read()
            continue
        taught.advance_to_question()
        question = taught.asked()
        assert question is not None
        given = taught.right_answer(question)
        taught.battle.answer(question.seat, given)
        yield step, taught.battle, given
        taught.advance()


def check(lesson: Lesson) -> None:
    """Check a lesson by playing it with right answers; `SetUpFault` lists every faulty step.

    The ships and overlays that steps name are checked, too. If no right answer to a step is
    possible, the computer player `lieutenant` answers, and a step whose question never comes is
    skipped, so that later steps are checked, too. A battle with the coach must begin with a
    question for the learner.
    """
    faults: list[tuple[str, str]] = []
    taught = LessonRun(lesson)
    while not lesson.coach and taught.step is not None:
        faults += _faults_of(taught)
    if faults:
        raise SetUpFault(lesson.source, faults)


def _faults_of(taught: LessonRun) -> list[tuple[str, str]]:
    """Return the faults of the current step as pairs (place in the file, fault), and go to the next
    step.
    """
    step, battle, at = taught.step, taught.battle, taught.at
    assert step is not None
    faults: list[tuple[str, str]] = []
    if step.question:
        try:
            taught.advance_to_question()
        except SetUpFault as fault:
            faults += fault.faults
    view, screen = battle.view(taught.lesson.seat), battle.game.screen
    pictures = [overlay.id for overlay in screen.overlays()]
    for key, name, known in (
        ("ship", step.ship, list(screen.subjects(view))),
        ("picture", step.picture, pictures),
    ):
        if name and name not in known:
            said = f"found '{name}', allowed: {', '.join(known)}"
            faults.append((f"steps[{at}].{key}", said))
    question = taught.asked()
    if question is not None:
        try:
            given = taught.right_answer(question)
        except SetUpFault as fault:
            faults += fault.faults
            given = taught.mate.choose(view, question)
        battle.answer(question.seat, given)
    if step.question:
        taught.advance()
    else:
        taught.read()
    return faults
