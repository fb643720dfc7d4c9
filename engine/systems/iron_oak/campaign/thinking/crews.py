"""Advice on crew grades: what a Crack or a Green crew changes on each ship (Iron & Oak 8.3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple

from engine.game.decision import Advice, Answer, Decision, Reason
from engine.game.question import Draft, Question, Sheet
from engine.systems.iron_oak.campaign.data import Grade, ShipCard, book
from engine.systems.iron_oak.campaign.fleet import card, own, share
from engine.systems.iron_oak.campaign.state.state import State, Vessel, side_of
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.machine import chance, percent
from engine.systems.iron_oak.thinking.place_worth import POINT


class Change(NamedTuple):
    """What a crew changes on a ship against an average one, as differences of chances."""

    moves: float
    """The difference in the chance to reach the next box."""
    shots: float
    """The difference in the chance to hit, averaged over all parts of the enemy's ships."""


def change(ship: ShipCard, grade: Grade, armour: Iterable[str]) -> Change:
    """Return what a grade changes on a ship; `armour` are the dice of the enemy's parts."""
    tables = book().tables
    moved, fired = tables.maneuver_drms.of_grade(grade), tables.gunnery.of_grade(grade)
    dice = ship.maneuver[0].dice if ship.maneuver else ""
    response, guns = tables.maneuver.one_box, ship.gunnery.dice
    moves = chance(dice, response, moved) - chance(dice, response) if dice else 0.0
    shots = [chance(guns, part, fired) - chance(guns, part) for part in armour] if guns else []
    return Change(moves, fmean(shots) if shots else 0.0)


def advise(view: State, question: Question) -> tuple[Advice, ...]:
    """Return a whole sheet of crews, or the ships for one crew, best first."""
    if isinstance(question, Sheet):
        return (_whole_sheet(view, question),)
    return _in_slot(view, question)


def _whole_sheet(view: State, sheet: Sheet) -> Advice:
    """Return the crews that change most where a ship is worth most, with a reason for each."""
    ships = sorted(own(view, side_of(sheet.seat)), key=lambda ship: ship.id)
    draft: Draft = {}
    reasons: list[Reason] = []
    for slot in sheet.slots:
        taken = {answer.option for answer in draft.values()}
        free = [ship for ship in ships if ship.id not in taken]
        found = [(_worth(view, ship, _grade(slot.id)), ship) for ship in free]
        worth, best = max(found, key=lambda each: each[0])
        draft = {**draft, slot.id: Answer(best.id)}
        words = f"{slot.label}, {card(best).short}: {_words(view, best, _grade(slot.id))}"
        reasons.append(Reason("crew", words, worth))
    total = sum(reason.worth for reason in reasons)
    return Advice(option="", dial=None, at=None, worth=total, reasons=tuple(reasons), draft=draft)


def _in_slot(view: State, slot: Decision) -> tuple[Advice, ...]:
    """Return the ships for a crew, best first."""
    grade = _grade(slot.slot)
    found = []
    for option in slot.options:
        ship = view.ships[option.id]
        worth = _worth(view, ship, grade)
        reason = Reason("crew", _words(view, ship, grade), worth)
        found.append(Advice(option.id, None, None, worth, (reason,)))
    return tuple(sorted(found, key=lambda each: -each.worth))


def _grade(slot: str) -> Grade:
    return "crack" if slot.startswith("crack") else "green"


def _change(view: State, ship: Vessel, grade: Grade) -> Change:
    enemies = own(view, other_side(ship.side))
    return change(
        card(ship), grade, [part.dice for each in enemies for part in card(each).locations.values()]
    )


def _worth(view: State, ship: Vessel, grade: Grade) -> float:
    """Return the changes by the ship's Victory Points, in points of evaluation."""
    return sum(_change(view, ship, grade)) * share(ship) / POINT


def _words(view: State, ship: Vessel, grade: Grade) -> str:
    """Return `maneuvers +9%, shots +6%, worth 700 Victory Points`."""
    changed = _change(view, ship, grade)
    moves, shots = (f"{'+' if each >= 0 else ''}{percent(each)}" for each in changed)
    return f"maneuvers {moves}, shots {shots}, worth {share(ship)} Victory Points"
