"""`Sitting`: a person at a battle, without a user interface. `Reader`: what that person has learnt,
which decides how much a panel explains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, Literal

from msgspec.structs import replace

from engine.base.errors import ProgramFault, Refused
from engine.base.text import sentence
from engine.files import record
from engine.files.own_folders import OwnFiles
from engine.game.decision import Answer, Decision
from engine.game.game import Given, standing_command
from engine.game.panel import FIRST_BATTLES, Depth, Known, deeper, depth_after
from engine.game.question import Draft, Question, Sheet
from engine.kernel.seen import PlayedBattle
from engine.sitting.adviser import Coach, coached_answers
from engine.sitting.kinds.kind import Ask, Done, Kind, Take
from engine.sitting.orders import (
    Harm,
    Orders,
    cost_warning,
    harmless_first,
    prompter_of,
    proposed_slots_text,
    ready_to_seal_text,
    sound_first,
    sound_slot,
)
from engine.sitting.seats import SeatTable
from engine.sitting.sheet_orders import SheetOrders

# The open question, the available actions, and the methods that carry them out.


class Sitting:
    """One or several persons at one keyboard who play one battle; `kind` says how a lesson, puzzle
    or battle by mail differs.

    It holds the open question while the person answers it. It shows nothing itself: the front end
    shows its state, and asks the question (`Ask`) that an action may return. Methods raise
    `Refused` with a sentence where something is not allowed, and `FileFault` if the disk fails;
    after an error nothing has changed. The actions with names are in engine/sitting/actions.py.
    """

    def __init__(self, battle: PlayedBattle, table: SeatTable, kind: Kind | None = None) -> None:
        self.battle = battle
        self.game = battle.game
        self.table = table
        self.kind = kind or Kind()
        self.question: Question | None = None
        """The question as it is shown to a person, with options that do harm at the end."""
        self._asked: Question | None = None
        """The question as the rules ask it, with its options in the original order."""
        self.orders: Orders | None = None
        """The person's answer while it is being given; None when there is no question."""
        self.aside: Sheet | None = None
        """The sheet of standing choices (choices kept until changed), while it is being filled
        in."""
        self.coach = Coach(battle)
        self.coached = self.kind.coached
        """Whether the coach is on."""

    # What is asked ----------------------------------------------------------------------------

    @property
    def view(self) -> Any:
        """The battle's state as the viewer of the screen may see it."""
        return self.battle.view(self.table.viewer_seat)

    @property
    def seat(self) -> str:
        """The seat that acts at this keyboard: the seat that is asked, or else the seat of the
        latest command.
        """
        return self.question.seat if self.question else self.table.acting_seat()

    @property
    def over(self) -> bool:
        """Whether nothing more can be done in this sitting."""
        return self.kind.over(self)

    @property
    def against_computers(self) -> bool:
        """Whether one person plays against computer players only; in any other battle the coach is
        silent.
        """
        return bool(self.table.players) and not self.table.hot

    async def coach_warning(self, take: Take) -> str:
        """Return the coach's warning about a costly answer; '' for any other answer."""
        return await self.coach.warning(
            take.question.seat, coached_answers(take.question, take.given)
        )

    def moment(self) -> tuple[object, object]:
        """Return a value that stands for the present moment, to be passed to `is_stale` later."""
        return self.battle.state, self.kind.stage()

    def is_stale(self, moment: tuple[object, object]) -> bool:
        """Tell whether the sitting has moved on since `moment`, so that a question of that time is
        no longer open.
        """
        state, stage = moment
        return self.battle.state is not state or self.kind.stage() != stage or self.over

    def computed(self) -> Iterator[str]:
        """Let computer players answer until a person is asked.

        Yields a sentence for each program that has failed; a substitute replaces it.
        """
        while found := self.table.computed():
            player, question = found
            try:
                answer = player.choose(self.battle.view(question.seat), question)
            except ProgramFault as fault:
                yield f"{self.table.relieve(question.seat, fault)}."
                continue
            self.battle.answer(question.seat, answer)

    def put(self, question: Question | None) -> Question | None:
        """Set the current question, or None; return it in the form in which it is shown."""
        self.aside, self._asked = None, question
        self._put(question)
        return self.question

    @property
    def still_asked(self) -> bool:
        """Whether the current question is still open, since somebody at another keyboard may have
        answered it in the meantime.
        """
        return self._asked is None or self._asked in self.battle.pending()

    def _put(self, question: Question | None, standing: bool = False) -> None:
        """Set the current question, or None; `standing` says that it is the sheet of standing
        choices, which opens with the choices as they are.
        """
        opening = question and self.kind.opens_on(question)
        if isinstance(question, Sheet):
            if isinstance(opening, Mapping):
                question = replace(question, proposed=opening)
            self.question, self.orders = question, None
            if any(slot.options for slot in question.slots):
                draft = self.battle.drafts.of(question.seat, question.id)
                prompter = prompter_of(self.battle, question)
                if not standing:
                    prompter = prompter._replace(first=partial(self._first_in_slot, question))
                orders = SheetOrders(question, draft, prompter)
                slots = [slot.id for slot in question.slots]
                if self.kind.slot in slots:
                    orders.go_to(slots.index(self.kind.slot))
                self.orders = orders
        elif question and question.options:
            if self.kind.in_company:  # with several people, begin with the seat's name
                own = f"{self.table.name(question.seat)}: "
                question = replace(question, prompt=question.prompt.removeprefix(own))
            harm, view = self.harm(question), self.battle.view(question.seat)
            answering = self.game.answering
            decision = harmless_first(question, harm)
            decision, sound = self._sound_first(decision, harm)
            self.question = decision
            self.orders = Orders(
                decision,
                lambda option, dial: answering.area(view, decision, option, dial),
                harm,
            )
            first = opening if isinstance(opening, Answer) else sound
            if first:
                self.orders.set_answer(first.option, first.dial, first.at)
        else:
            self.question = self.orders = None

    def _sound_first(self, decision: Decision, harm: Harm) -> tuple[Decision, Answer | None]:
        """Return the decision with an order first that the computer player `lieutenant` would give,
        and the answer with that order.

        The decision is unchanged where `_judges` is False.
        """
        placed = any(option.area for option in decision.options)
        if not self._judges or placed or len(decision.options) < 2:
            return decision, None
        from engine.lookahead.scoring import (
            score_answers as quickly_weighed,
        )  # imported with the first evaluation

        view = self.battle.view(decision.seat)
        found = quickly_weighed(self.game, view, decision, Random(self.battle.position), quick=True)
        score = self.game.thinking.quick_score
        return sound_first(decision, found, lambda answer: score(view, decision, answer), harm)

    @property
    def _judges(self) -> bool:
        """Whether answers are scored to find the one that is highlighted first.

        Not in lessons and puzzles (their order of options is fixed), not on a host (which does no
        such evaluations), and not in a battle's first frame (which must not wait).
        """
        kind = self.kind
        judged = kind.counts and not (kind.in_company or kind.by_slot)
        return judged and bool(self.battle.position)

    def _first_in_slot(self, sheet: Sheet, slot: str, draft: Draft) -> Answer | None:
        """Return the answer to highlight first in an empty slot of a sheet; None for the proposed
        one.
        """
        view, answering = self.battle.view(sheet.seat), self.game.answering
        score = self.game.thinking.slot_score
        others = {key: answer for key, answer in draft.items() if key != slot}
        return sound_slot(
            sheet,
            sheet.slot(slot),
            lambda answer: answering.harm(view, sheet, {**others, slot: answer}),
            (lambda answer: score(view, sheet, slot, answer, others)) if self._judges else None,
        )

    def harm(self, decision: Decision) -> Harm:
        """Return the function that returns the permanent harm of an answer to a decision."""
        view = self.battle.view(decision.seat)
        return lambda answer: self.game.answering.harm(view, decision, answer)

    # Answers ----------------------------------------------------------------------------------

    def take(self, question: Question, given: Given) -> Done:
        """Return the answer, ready to be given; or first, if it does permanent harm, a question
        whether the person is sure.
        """
        told = cost_warning(self.game, self.battle.view(question.seat), question, given)
        taken = Take(question, given)
        return Ask(f"{sentence(told)} Sure?", lambda: taken) if told else taken

    def give(self, seat: str, given: Given) -> Iterable[str]:
        """Submit a person's answer; return the messages about it."""
        if self.aside is not None and isinstance(given, Mapping):
            self.battle.submit(seat, standing_command(self.game, self.battle.state, seat, given))
            return ()
        return self.kind.give(self, seat, given)

    @property
    def sheet(self) -> SheetOrders:
        """The open sheet while it is filled in; raises `Refused` where there is none."""
        if not isinstance(self.orders, SheetOrders):
            raise Refused("there is no sheet to fill in here")
        return self.orders

    @property
    def draft(self) -> Draft:
        """The draft of the sheet that the person is filling in."""
        return self.orders.draft if isinstance(self.orders, SheetOrders) else {}

    def fill(self, slot: str, answer: Answer) -> bool:
        """Fill in a slot; return whether all required slots are filled."""
        orders = self.sheet
        orders.write(slot, answer)
        self.keep_draft()
        return not orders.empty

    def keep_draft(self) -> None:
        """Store the draft of the open sheet with the battle, in case of a crash or a lost
        connection.
        """
        sheet = self.sheet.sheet
        if sheet is not self.aside:
            self.battle.drafts.keep(sheet.seat, sheet.id, self.draft)

    def seal(self) -> Done:
        """Return the question whether to seal (submit) the sheet; it names permanent harm, or says
        that the sheet is complete.

        If the sheet has a fault, that slot is highlighted and `Refused` is raised. Enter means yes
        only if all answers are the person's own and do no harm.
        """
        orders = self.sheet
        sheet, draft = orders.sheet, dict(orders.draft)
        view, answering = self.battle.view(sheet.seat), self.game.answering
        if faults := answering.faults(view, sheet, draft):
            slots = [slot.id for slot in sheet.slots]
            if faults[0].slot in slots:
                orders.go_to(slots.index(faults[0].slot))
            raise Refused(faults[0].why)
        taken, told = Take(sheet, draft), tuple(answering.warnings(view, sheet, draft))
        if harm := answering.harm(view, sheet, draft):
            return Ask(f"{sentence(harm)} Seal it anyway?", lambda: taken, told=told)
        if proposed := proposed_slots_text(sheet, orders.by_program):
            return Ask(f"{proposed}. Seal it?", lambda: taken, told=told)
        return Ask(
            f"{ready_to_seal_text(sheet, draft)} Seal the sheet?",
            lambda: taken,
            likely=True,
            word_is_yes=True,
            told=told,
        )

    def open_standing_sheet(self) -> Sheet:
        """Open the sheet of standing choices.

        Each slot shows the current choice. Raises `Refused` where the game has no standing choices.
        """
        seat = self.table.sitting()
        sheet = self.game.aside(self.battle.view(seat), seat) if seat else None
        if sheet is None:
            raise Refused("there are no standing choices to change here")
        self._put(sheet, standing=True)
        self.aside = sheet
        self.sheet.fill_the_rest()
        return sheet


# The reader of a panel: what a person knows from finished lessons and battles fought.


NEW_AT_ONCE = 2
"""A panel explains at most this many signs at one position of the battle."""


def known_of(game: str, own: OwnFiles, wanted: Depth | Literal["grows"]) -> Known:
    """Return what a person has learnt (depth of the panel, finished lessons), which decides the
    rows that a panel shows.

    `wanted` is the person's setting: a depth, or `grows` for a depth that grows with experience.
    """
    battles = record.battles_fought(game, own.stars)
    return Known(depth_after(battles) if wanted == "grows" else wanted, _lessons_done(own))


def _lessons_done(own: OwnFiles) -> frozenset[str]:
    return frozenset(key.partition(".")[2] for key in record.load_stars(own.stars))


class Reader:
    """What the person who reads a panel has learnt: decides how much the panel explains, and
    whether the coach is on.

    The person's files are read once, when the sitting begins.
    """

    def __init__(self, sitting: Sitting, own: OwnFiles) -> None:
        self._sitting = sitting
        self._own = own
        self._game = sitting.battle.header.game
        self._battles = record.battles_fought(self._game, own.stars)
        self._lessons = _lessons_done(own) | frozenset(sitting.kind.lessons or ())
        self._asked: Depth | None = None
        """The depth (amount of detail) that the person chose in this sitting; None if the person
        chose none."""
        self._explained = record.signs_explained(self._game, own.stars)
        """The signs that were explained to the person before this sitting."""
        self._new: dict[str, int] = {}
        """{sign explained in this sitting: position of the battle at which it was explained}."""
        self._counted = sitting.battle.outcome() is not None

    def depth(self, wanted: Depth | Literal["grows"]) -> Depth:
        """Return the depth (amount of detail) of the panel: as chosen in this sitting, else by the
        setting `wanted`.
        """
        wanted = self._asked or wanted
        if wanted != "grows":
            return wanted
        return "first" if self._sitting.kind.lessons is not None else depth_after(self._battles)

    def known(self, wanted: Depth | Literal["grows"]) -> Known:
        """Return the depth and the finished lessons, which decide the rows of a panel."""
        return Known(self.depth(wanted), self._lessons)

    def coached(self, wanted: bool | str) -> bool:
        """Tell whether the coach is on according to a setting: always, never, or in the first
        battles.
        """
        return self._battles < FIRST_BATTLES if wanted == "first" else bool(wanted)

    def show_more(self, wanted: Depth | Literal["grows"]) -> Depth:
        """Switch to the next depth, or from the last to the first; return the new depth."""
        self._asked = deeper(self.depth(wanted))
        return self._asked

    def new_signs(self, signs: Iterable[str], position: int) -> list[str]:
        """Return a few of `signs` that were never explained to the person before this position.

        If several signs are new at the same time, they are explained at successive positions, so
        that no panel is full of explanations. The caller passes those that the panel has room for
        to `mark_explained`.
        """
        there = list(signs)
        unseen = [each for each in there if each not in self._new and each not in self._explained]
        now = [each for each, at in self._new.items() if at == position]
        more = unseen[: NEW_AT_ONCE - len(now)]
        return [*(each for each in now if each in there), *more]

    def mark_explained(self, signs: Iterable[str], position: int) -> None:
        """Store in the person's file that these signs are explained, at this position."""
        more = [each for each in signs if each not in self._new]
        if more:
            self._new.update(dict.fromkeys(more, position))
            record.mark_signs_explained(self._game, more, self._own.stars)

    def count(self) -> None:
        """Count a battle that has ended in the person's file of fought battles."""
        sitting = self._sitting
        if sitting.battle.outcome() is not None and not self._counted:
            self._counted = True
            if sitting.kind.counts and sitting.table.persons:
                record.count_battle(self._game, self._own.stars)
