"""The worth of answers in a campaign; during a battle the battle's own evaluation decides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from random import Random
from statistics import fmean
from typing import NamedTuple

from msgspec.structs import replace

from engine.game.decision import Advice, Answer, Decision, Reason
from engine.game.parts.thinking import Thinking
from engine.game.question import Draft, Question, Sheet
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.campaign.data import Book, Grade, ShipCard, book
from engine.systems.iron_oak.campaign.effects import WORTH, kind_of_card
from engine.systems.iron_oak.campaign.fleet import card, own, share
from engine.systems.iron_oak.campaign.state.state import NameShip, PlayCard, State, Vessel, side_of
from engine.systems.iron_oak.campaign.thinking.comparing import BATTLE, WEIGHED, rank_answers
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.machine import chance, percent
from engine.systems.iron_oak.thinking.place_worth import POINT
from engine.systems.iron_oak.thinking.thinking import IronOakThinking


@uses_own_data
class CampaignThinking(Thinking[State]):
    """The thinking part of the campaign: forces, commitments, cards and refits.

    During a battle the battle's own thinking answers.
    """

    unit = IronOakThinking.unit
    unit_size = IronOakThinking.unit_size
    winning_odds = IronOakThinking.winning_odds
    """By how much the score must be higher to make winning e times as likely (odds of e to 1). A
    war's score has the same unit as a battle's."""

    @cached_property
    def _battles(self) -> IronOakThinking:
        thinking: IronOakThinking = IronOak(self.game.data).thinking
        return thinking

    @property
    def data(self) -> Book:
        data: Book = self.game.data
        return data

    def quick_score(self, view: State, question: Question, answer: Answer) -> float:
        if view.battle is not None:
            return self._battles.quick_score(view.battle, question, answer)
        if isinstance(question, Sheet) or question.slot:
            return 0.0
        return quick_score(view, question, answer)

    def slot_score(
        self, view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft
    ) -> float:
        if view.battle is not None:
            score: float = self._battles.slot_score(view.battle, sheet, slot, answer, draft)
            return score
        return slot_score(view, sheet, slot, answer, draft)

    def advice(self, view: State, question: Question, random: Random) -> tuple[Advice, ...]:
        if view.battle is not None:
            return self._battles.advice(view.battle, question, random)
        return advise(view, question)

    def evaluate(self, view: State, seat: str) -> tuple[Reason, ...]:
        return self._battles.evaluate(view.battle, seat) if view.battle is not None else ()

    def determinize(self, view: State, question: Question, random: Random) -> State:
        if view.battle is None:
            return view
        return replace(view, battle=self._battles.determinize(view.battle, question, random))


# Advice: the best of the compared choices, else the sheet's own proposal, else a heuristic.


def advise(view: State, question: Question) -> tuple[Advice, ...]:
    """Return advice: answers with their worth and reasons, best first; () where none can be
    given.
    """
    if isinstance(question, Sheet):
        if question.kind == "grades":
            # A Crack crew goes to the ship where it gains most, a Green crew to the ship where it
            # costs least.
            ships = sorted(own(view, side_of(question.seat)), key=lambda ship: ship.id)
            draft: Draft = {}
            reasons: list[Reason] = []
            for slot in question.slots:
                taken = {answer.option for answer in draft.values()}
                free = [ship for ship in ships if ship.id not in taken]
                weighed = [(_crew_worth(view, ship, _grade(slot.id)), ship) for ship in free]
                worth, best = max(weighed, key=lambda each: each[0])
                draft = {**draft, slot.id: Answer(best.id)}
                words = (
                    f"{slot.label}, {card(best).short}: {_crew_words(view, best, _grade(slot.id))}"
                )
                reasons.append(Reason("crew", words, worth))
            total = sum(reason.worth for reason in reasons)
            return (
                Advice(
                    option="", dial=None, at=None, worth=total, reasons=tuple(reasons), draft=draft
                ),
            )
        tried = rank_answers(view, question.seat, view.dice) if question.kind in WEIGHED else ()
        if tried or not question.proposed:
            return tried
        why = Reason("proposal", _WORDS.get(question.kind, "a sensible beginning"), 0.0)
        return (
            Advice(
                option="",
                dial=None,
                at=None,
                worth=0.0,
                reasons=(why,),
                draft=dict(question.proposed),
            ),
        )
    if question.kind == "grades":
        grade = _grade(question.slot)
        found = []
        for option in question.options:
            ship = view.ships[option.id]
            worth = _crew_worth(view, ship, grade)
            reason = Reason("crew", _crew_words(view, ship, grade), worth)
            found.append(Advice(option.id, None, None, worth, (reason,)))
        return tuple(sorted(found, key=lambda each: -each.worth))
    if question.slot and question.kind in WEIGHED:
        return _in_slot(question, rank_answers(view, question.seat, view.dice))
    return _options(view, question)


_WORDS = {
    "force": "strong ships first, as many as the points allow",
    "place": "spread out from the middle, where it is deep enough",
    "refit": "the most valuable ships first: critical hits, crews, Hits, shields",
}


UNTRIED = 0.1 * BATTLE
"""An answer that was not compared scores this many points below the worst compared answer, or below
0 if even that answer scores above 0. It is little, so that advice names what was found in battles
before what was not tried."""


def _in_slot(slot: Decision, tried: tuple[Advice, ...]) -> tuple[Advice, ...]:
    """Return advice on the options of one slot: each has the worth of the best compared answer that
    contains it.
    """
    found = []
    for option in slot.options:
        best = [
            each
            for each in tried
            if (answer := each.draft.get(slot.slot)) and option.id in answer.chosen
        ]
        if best:
            found.append(Advice(option.id, None, None, best[0].worth, best[0].reasons))
        elif tried:
            words = "no fleet that was tried in battles has this ship"
            untried = Reason("untried", words, min(0.0, tried[-1].worth) - UNTRIED)
            found.append(Advice(option.id, None, None, untried.worth, (untried,)))
    return tuple(sorted(found, key=lambda each: -each.worth))


def _options(view: State, decision: Decision) -> tuple[Advice, ...]:
    found = []
    for option in decision.options:
        worth = quick_score(view, decision, Answer(option.id))
        if isinstance(option.command, NameShip):  # its worth is her Victory Points
            worth /= POINT
        if decision.kind == "cut":
            words = (
                "less useful than the other cards"
                if worth > -2
                else "more useful than the other cards"
            )
        elif decision.kind == "target":
            words = "worth most to the enemy, and nearest to sinking"
        else:
            words = "worth more now than kept in the hand" if worth > 0 else "better kept in hand"
        found.append(Advice(option.id, None, None, worth, (Reason("judgement", words, worth),)))
    return tuple(sorted(found, key=lambda each: -each.worth))


# Heuristics for a war, without look-ahead.


def quick_score(  # noqa: PLR0911  (one answer a command)
    view: State, decision: Decision, answer: Answer
) -> float:
    """Return a quick estimate of an answer's worth for its seat; higher is better."""
    command = decision.option(answer.option).command
    side = side_of(decision.seat)
    if isinstance(command, NameShip):
        if not command.ship:
            return 0.0
        worth = book().ships[command.ship].victory_points
        if decision.kind != "target":
            return float(worth)
        ship = view.ships[command.ship]
        # A ship with many Hits is easier to finish off.
        return worth * (0.5 + ship.hits / max(1, card(ship).hits))
    if isinstance(command, PlayCard) and decision.kind == "cut":
        return -kind_of_card(command.card).kept
    if isinstance(command, PlayCard) and command.card:
        if decision.kind == "answer":
            return 1.0
        return WORTH[kind_of_card(command.card).id](view, side, command)
    return 0.0


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return 1 for the answer that the sheet proposes, 0 for any other. In a slot without a
    proposal an answer with fewer options scores higher.
    """
    proposed = sheet.proposed.get(slot)
    if proposed is None:
        return -float(len(answer.chosen))
    return 1.0 if answer == proposed else 0.0


# Advice on crew grades: what a Crack or a Green crew changes on each ship (Iron & Oak 8.3.1).


class Change(NamedTuple):
    """The effect of a crew's grade on a ship: her chances with this grade minus her chances with an
    average crew.
    """

    moves: float
    """How much likelier she reaches the next box."""
    shots: float
    """How much likelier she hits, on the average of all parts of the enemy's ships."""


def change(ship: ShipCard, grade: Grade, armour: Iterable[str]) -> Change:
    """Return the effect of a crew's grade on a ship. `armour` has the defence dice of the parts of
    the enemy's ships.
    """
    tables = book().tables
    moved, fired = tables.maneuver_drms.of_grade(grade), tables.gunnery.of_grade(grade)
    dice = ship.maneuver[0].dice if ship.maneuver else ""
    response, guns = tables.maneuver.one_box, ship.gunnery.dice
    moves = chance(dice, response, moved) - chance(dice, response) if dice else 0.0
    shots = [chance(guns, part, fired) - chance(guns, part) for part in armour] if guns else []
    return Change(moves, fmean(shots) if shots else 0.0)


def _grade(slot: str) -> Grade:
    return "crack" if slot.startswith("crack") else "green"


def _change(view: State, ship: Vessel, grade: Grade) -> Change:
    enemies = own(view, other_side(ship.side))
    return change(
        card(ship), grade, [part.dice for each in enemies for part in card(each).locations.values()]
    )


def _crew_worth(view: State, ship: Vessel, grade: Grade) -> float:
    """Return the worth of a grade on a ship, in points: the changes in her chances, times her
    Victory Points.
    """
    return sum(_change(view, ship, grade)) * share(ship) / POINT


def _crew_words(view: State, ship: Vessel, grade: Grade) -> str:
    """Return the effect of a grade on a ship as words: `maneuver chances +9%, shot chances +6%,
    worth 700 Victory Points`.
    """
    changed = _change(view, ship, grade)
    moves, shots = (f"{'+' if each >= 0 else ''}{percent(each)}" for each in changed)
    return f"maneuver chances {moves}, shot chances {shots}, worth {share(ship)} Victory Points"
