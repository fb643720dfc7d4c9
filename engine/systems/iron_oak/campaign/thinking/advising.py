"""Advice for a war: forces and commitments compared by short battles fought in the mind.

A commitment is tried against what the enemy would send by a rule of thumb, in battles between
lieutenants with dice of their own. What they say errs: of eight battles a share of one half may
well be four or five in truth, so only clear differences count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from msgspec.structs import replace

from engine.game.advice import Advice, Reason
from engine.game.answer import Answer
from engine.game.decision import Decision
from engine.game.question import Question
from engine.game.sheet import Sheet
from engine.systems.iron_oak.campaign.rules import commitment
from engine.systems.iron_oak.campaign.rules.fleet import available, card, share
from engine.systems.iron_oak.campaign.rules.machine import enemy, side_of
from engine.systems.iron_oak.campaign.state.state import SECRET, Plan, State, Vessel
from engine.systems.iron_oak.campaign.thinking import rules_of_thumb
from engine.systems.iron_oak.campaign.thinking.mind_battles import won_in_mind
from engine.systems.iron_oak.data.facts import Side

CANDIDATES = 4
"""Commitments that are compared."""
BATTLES = 8
"""Battles fought in the mind for each."""
LOSSES = 0.3
"""What sending a ship costs, as a share of a battle, for each tenth of the fleet that she is."""


def advise(view: State, question: Question, random: Random) -> tuple[Advice, ...]:
    """Return answers with what they are worth and why, best first; () where nothing is known."""
    if isinstance(question, Sheet):
        if question.kind == "commit":
            return _commitments(view, question, random)
        if question.proposed:
            why = Reason("proposal", _WORDS.get(question.kind, "a sensible beginning"), 0.0)
            return (Advice("", None, None, 0.0, (why,), dict(question.proposed)),)
        return ()
    return _options(view, question)


_WORDS = {
    "force": "strong ships first, as many as the points allow",
    "grades": "the best ships gain most by a good crew, the least lose least by a bad one",
    "place": "spread out from the middle, where it is deep enough",
    "refit": "the dearest ships first: critical hits, crews, Hits, shields",
}


def _options(view: State, decision: Decision) -> tuple[Advice, ...]:
    found = []
    for option in decision.options:
        worth = rules_of_thumb.quick_score(view, decision, Answer(option.id))
        words = _reason(decision.kind, worth)
        found.append(Advice(option.id, None, None, worth, (Reason("judgement", words, worth),)))
    return tuple(sorted(found, key=lambda each: -each.worth))


def _reason(kind: str, worth: float) -> str:
    if kind == "cut":
        return "of less use than the others" if worth > -2 else "of more use than others"
    if kind == "target":
        return "worth most to the enemy, and nearest to sinking"
    return "worth more now than in the hand" if worth > 0 else "better kept"


# Commitments ----------------------------------------------------------------------


def _commitments(view: State, sheet: Sheet, random: Random) -> tuple[Advice, ...]:
    """Return commitments, the one that wins most battles in the mind first."""
    side = side_of(sheet.seat)
    plan = view.plan(int(sheet.id.removeprefix("commit ")))
    rival = _rival(view, enemy(side), plan)
    found = []
    for ships in _candidates(view, side, plan):
        won = won_in_mind(view, plan, {side: ships, enemy(side): rival}, side, BATTLES, random)
        part = sum(share(ship) for ship in ships) / max(1, _fleet(view, side))
        worth = won / BATTLES - LOSSES * part
        names = " and ".join(card(ship).short for ship in ships) or "nobody"
        alone = "alone she" if len(ships) == 1 else "together they"
        words = f"commits {names}: {alone} won {won} of {BATTLES} battles in the mind"
        picks = tuple(ship.id for ship in ships)
        answer = Answer(picks[0]) if len(picks) == 1 else Answer(picks=picks)
        reasons = (
            Reason("battles", words, won / BATTLES),
            Reason("stake", f"{part:.0%} of the fleet is at stake", -LOSSES * part),
        )
        found.append(Advice("", None, None, worth, reasons, {commitment.SHIPS: answer}))
    return tuple(sorted(found, key=lambda each: -each.worth))


def _fleet(view: State, side: Side) -> int:
    return sum(share(ship) for ship in view.ships.values() if ship.afloat and ship.control == side)


def _candidates(view: State, side: Side, plan: Plan) -> Iterable[tuple[Vessel, ...]]:
    """Return commitments that differ: the strongest, fewer of them, the least hurt, the lesser."""
    ships = available(view, side, plan)
    least, most = commitment.numbers(view, side, plan)
    strong = sorted(ships, key=lambda ship: -share(ship))
    sound = sorted(ships, key=lambda ship: ship.hits / max(1, card(ship).hits))
    tried: Mapping[tuple[str, ...], tuple[Vessel, ...]] = {
        tuple(sorted(ship.id for ship in each)): tuple(each)
        for each in (
            strong[:most],
            strong[: max(least, most - 1)],
            sound[:most],
            strong[-max(1, least) :],
        )
        if len(each) >= least
    }
    return list(tried.values())[:CANDIDATES]


def _rival(view: State, side: Side, plan: Plan) -> tuple[Vessel, ...]:
    """Return what the enemy would send by a rule of thumb; what he has sent is not known."""
    free = [
        replace(ship, battle=0) if ship.battle == SECRET else ship
        for ship in view.ships.values()
        if ship.afloat and ship.control == side
    ]
    open_view = replace(view, ships={**view.ships, **{ship.id: ship for ship in free}})
    _, most = commitment.numbers(open_view, side, plan)
    ships = sorted(available(open_view, side, plan), key=lambda ship: -share(ship))
    return tuple(ships[:most])
