"""The captain's decisions in a campaign: heuristics, and answers compared by playouts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from statistics import fmean
from typing import NamedTuple

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.text import counted
from engine.game.decision import Advice, Answer, Decision, Reason
from engine.game.question import Draft, Question, Sheet, question_of
from engine.kit.by_type import cached_per_state
from engine.kit.ledger import evolve
from engine.lookahead.playout import hurried, run_out
from engine.systems.iron_oak.campaign import forces, planning, refit
from engine.systems.iron_oak.campaign.data import ShipCard, Side, book
from engine.systems.iron_oak.campaign.effects import WORTH, kind_of_card
from engine.systems.iron_oak.campaign.fleet import available, card, own, share
from engine.systems.iron_oak.campaign.machine import RULES, Ledger
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import (
    SECRET,
    NameShip,
    Plan,
    PlayCard,
    State,
    Vessel,
    side_of,
)
from engine.systems.iron_oak.campaign.thinking import crews
from engine.systems.iron_oak.campaign.thinking.imagined_battles import Fate, fought_in_mind
from engine.systems.iron_oak.campaign.turn import to_come
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.machine import mean
from engine.systems.iron_oak.thinking.place_worth import POINT

# Heuristics for a war, without look-ahead.


def quick_score(view: State, decision: Decision, answer: Answer) -> float:
    """Return a quick estimate of an answer for its seat; higher is better."""
    command = decision.option(answer.option).command
    side = side_of(decision.seat)
    if isinstance(command, NameShip):
        return _ship(view, decision, command)
    if isinstance(command, PlayCard) and decision.kind == "cut":
        return -kind_of_card(command.card).kept
    if isinstance(command, PlayCard) and command.card:
        if decision.kind == "answer":
            return 1.0
        return WORTH[kind_of_card(command.card).id](view, side, command)
    return 0.0


def _ship(view: State, decision: Decision, command: NameShip) -> float:
    if not command.ship:
        return 0.0
    worth = book().ships[command.ship].victory_points
    if decision.kind != "target":
        return float(worth)
    ship = view.ships[command.ship]
    # A ship with many Hits is easier to finish off.
    return worth * (0.5 + ship.hits / max(1, card(ship).hits))


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return 1 for the sheet's proposed answer, which a heuristic has filled in already, and 0 for
    others.

    A slot without a proposed answer scores best when it stays empty.
    """
    proposed = sheet.proposed.get(slot)
    if proposed is None:
        return -float(len(answer.chosen))
    return 1.0 if answer == proposed else 0.0


# Captains compare answers to sheets (forces, commitments, refits) by simulated battles.
#
# Each choice is tried in a few battles between lieutenants with separate dice, the best choices in
# nine. The enemy's choice comes from a heuristic, because his sealed sheet is unknown. Nine battles
# say little: a true rate of one half may show as three or six wins, so only clear differences
# count.


COMMITMENTS = 6
"""The number of commitments that are compared."""
TRIAL, BATTLES = 3, 9
"""The number of simulated battles for each choice, and for each of the best choices."""
FINALISTS = 2
"""The number of choices that get all battles: more would cost time and rarely win."""
NEXT = 10_000
"""A figure above the worth of any ship, so that ships of the next battle come first."""
BATTLE = 20.0
"""The worth of winning a battle, in the points of the battle's own evaluation."""
FLEET = 0.5
"""The worth of a whole fleet for each later battle, in battles: without a fleet a battle is lost,
with an equal one half of it is won."""


class Choice(NamedTuple):
    """A way to answer a sheet, with the function that simulates a battle after it."""

    words: str
    draft: Mapping[str, Answer]
    fought: Callable[[Random], Fate]
    """Simulate a battle with this random generator."""
    to_come: int = 0
    """The least number of battles that follow the simulated one."""


def compared(view: State, seat: str, luck: int) -> tuple[Advice, ...]:
    """Return the best answers to a seat's sheet by playouts of battles, best first.

    () if there is only one answer. `luck` seeds the battles. Cached, because a few dozen battles
    take some seconds. If the time runs out, the finished battles count.
    """
    return _compared(view, seat, luck, hurried())


@cached_per_state
def _compared(view: State, seat: str, luck: int, hurry: bool) -> tuple[Advice, ...]:
    """Return the compared choices.

    `hurry` is part of the cache key: with a time limit fewer battles are fought, and that result
    must not be used when there is no limit.
    """
    sheet = question_of(RULES.pending(view), seat)
    assert isinstance(sheet, Sheet)
    choices = list(WEIGHED[sheet.kind](view, sheet, Random(luck)))
    fates: list[list[Fate]] = [[] for _ in choices]
    running = list(range(len(choices)))
    for battle in range(BATTLES):
        if battle == TRIAL:
            running.sort(key=lambda each: -_worth(choices[each], fates[each]))
            del running[FINALISTS:]
        results = []
        for each in running:
            if run_out():
                break
            results.append(choices[each].fought(Random(f"{luck} {battle}")))
        if len(results) < len(running):
            break  # an incomplete round would favour some
        for each, fate in zip(running, results, strict=True):
            fates[each].append(fate)
    found = (_told(choices[each], fates[each]) for each in running)
    return tuple(sorted(found, key=lambda each: -each.worth))


def _worth(choice: Choice, fates: Sequence[Fate]) -> float:
    return sum(reason.worth for reason in _reasons(choice, fates))


def _reasons(choice: Choice, fates: Sequence[Fate]) -> tuple[Reason, ...]:
    """Return the playouts' result for a choice: battles won, and the fleet left for
    later battles.
    """
    many = max(1, len(fates))
    won = sum(each.won for each in fates)
    words = f"{choice.words} won {won} of {len(fates)} playouts"
    found = [Reason("battles", words, BATTLE * won / many)]
    spared = sum(each.spared for each in fates) / many
    if spared and choice.to_come:
        much = f"{-spared:.0%} more" if spared < 0 else f"{spared:.0%} less"
        coming = f"{counted(choice.to_come, 'battle')} to come"
        words = f"costs {much} of your fleet than of the enemy's, with {coming}"
        found.append(Reason("stake", words, BATTLE * FLEET * choice.to_come * spared))
    return tuple(found)


# Forces ---------------------------------------------------------------------------


def _forces(view: State, sheet: Sheet, luck: Random) -> Iterable[Choice]:
    """Yield up to three forces, tried against the enemy's most valuable ships in
    generated battles.
    """
    side = side_of(sheet.seat)
    rival = forces.sensible(other_side(side))
    for words, ships in force_candidates(side).items():
        both = {side: ships, other_side(side): rival}
        names = ", ".join(book().ships[id].short for id in ships[:3])
        text = f"{words}, {names} and so on: they"
        yield Choice(
            text,
            forces.draft_of(ships, sheet.slots),
            partial(_generated, view, both, side),
            to_come(view, 1),
        )


def _generated(view: State, both: Mapping[Side, tuple[str, ...]], side: Side, luck: Random) -> Fate:
    """Simulate a generated battle between two forces; return its result for a side."""
    state = _with_forces(view, both, luck.randrange(1_000_000))
    plan = state.plan(1)
    sent = {each: _strongest(state, each, plan) for each in (side, other_side(side))}
    return fought_in_mind(state, plan, sent, side, luck)


def force_candidates(side: Side) -> dict[str, tuple[str, ...]]:
    """Return several different forces, by the name of the criterion that chose each.

    The criteria are the best of some twenty in wars against the most valuable ships (docs/bots.md).
    """
    found: dict[str, tuple[str, ...]] = {}
    for words, rank in _RANKS.items():
        ships = forces.sensible(side, rank)
        if ships not in found.values():
            found[words] = ships
    return found


def _armour(ship: ShipCard) -> float:
    return fmean(mean(armour.dice) for armour in ship.locations.values())


_RANKS: dict[str, Callable[[ShipCard], float]] = {
    "the toughest ships for their points": lambda ship: (
        _armour(ship) * ship.hits / ship.victory_points
    ),
    "the toughest and strongest ships for their points": lambda ship: (
        _armour(ship) * ship.hits * mean(ship.gunnery.dice) / ship.victory_points
    ),
    "ships with armour and guns": lambda ship: (
        (_armour(ship) * mean(ship.gunnery.dice)) ** 2 / ship.victory_points
    ),
}
"""The criteria for choosing ships: from name to sort key."""


def _with_forces(view: State, ships: Mapping[Side, tuple[str, ...]], seed: int) -> State:
    """Return a war between forces with its first battle generated."""
    state = evolve(view, ev.ForcesShown(dict(ships)))
    ledger = Ledger(replace(state, agenda=(st.Generate(1),), dice=0), Dice(seed))
    RULES.advance(ledger)
    return ledger.state


# Commitments ----------------------------------------------------------------------


def _commitments(view: State, sheet: Sheet, luck: Random) -> Iterable[Choice]:
    side = side_of(sheet.seat)
    plan = view.plan(int(sheet.id.removeprefix("commit ")))
    rival = _rival(view, other_side(side), plan)
    for ships in commitments(view, side, plan, luck):
        both = {side: ships, other_side(side): rival}
        names = " and ".join(card(ship).short for ship in ships)
        alone = "alone she" if len(ships) == 1 else "together they"
        picks = tuple(ship.id for ship in ships)
        answer = Answer(picks[0]) if len(picks) == 1 else Answer(picks=picks)
        yield Choice(
            f"commits {names}: {alone}",
            {planning.SHIPS: answer},
            partial(fought_in_mind, view, plan, both, side),
            to_come(view, plan.number),
        )


def commitments(
    view: State, side: Side, plan: Plan, luck: Random
) -> tuple[tuple[Vessel, ...], ...]:
    """Return up to six different commitments: strong ships, undamaged ones, ones of low draft,
    random ones.
    """
    ships = available(view, side, plan)
    least, most = planning.numbers(view, side, plan)
    strong = sorted(ships, key=lambda ship: -share(ship))
    sound = sorted(strong, key=lambda ship: ship.hits / max(1, card(ship).hits))
    shallow = sorted(strong, key=lambda ship: card(ship).draft)
    fewest = max(1, least)
    some = max(fewest, most - 1)
    tried = [strong[:most], strong[:some], strong[:fewest]]
    tried += [order[:size] for order in (sound, shallow) for size in (some, most)]
    tried += [luck.sample(ships, most) for _ in range(COMMITMENTS) if ships]
    found: dict[frozenset[str], tuple[Vessel, ...]] = {}
    for each in tried:
        if least <= len(each) <= most and each:
            found.setdefault(frozenset(ship.id for ship in each), tuple(each))
    return tuple(found.values())[:COMMITMENTS]


def _rival(view: State, side: Side, plan: Plan) -> tuple[Vessel, ...]:
    """Return the enemy's likely ships by a heuristic, because his real choice is secret."""
    free = {
        ship.id: replace(ship, battle=0) if ship.battle == SECRET else ship
        for ship in own(view, side)
    }
    return _strongest(replace(view, ships={**view.ships, **free}), side, plan)


def _strongest(state: State, side: Side, plan: Plan) -> tuple[Vessel, ...]:
    _, most = planning.numbers(state, side, plan)
    return tuple(sorted(available(state, side, plan), key=lambda ship: -share(ship))[:most])


# Refits ---------------------------------------------------------------------------


def _refits(view: State, sheet: Sheet, luck: Random) -> Iterable[Choice]:
    """Yield each way to spend the points, tried in the coming battle with the ships after that
    refit.
    """
    side = side_of(sheet.seat)
    plan = view.plan(min(int(number) for number in view.plans))
    rival = _sent(view, other_side(side), plan) or _rival(view, other_side(side), plan)
    for words, draft in refits(view, sheet, plan).items():
        after = replace(view, ships={**view.ships, **refit.refitted(view, side, draft)})
        ships = _sent(after, side, plan) or _strongest(after, side, plan)
        both = {side: ships, other_side(side): rival}
        fight = partial(fought_in_mind, after, plan, both, side)
        yield Choice(f"{words}:", draft, fight, to_come(view, plan.number))


def refits(view: State, sheet: Sheet, plan: Plan) -> dict[str, dict[str, Answer]]:
    """Return different ways to spend a refit's points, by the name of the priority."""
    points = view.refit
    assert points is not None
    found: dict[str, dict[str, Answer]] = {}
    orders: dict[str, Callable[[Vessel], float]] = {
        "the most valuable ships first": refit.dearest,
        "ships of the next battle first": lambda ship: (
            NEXT * (ship.battle == plan.number) + share(ship)
        ),
        "the most damaged first": lambda ship: ship.hits / max(1, card(ship).hits),
    }
    for words, order in orders.items():
        draft = refit.spent_by(view, points, sheet.slots, order)
        if draft not in found.values():
            found[words] = draft
    return found if len(found) > 1 else {}


def _sent(view: State, side: Side, plan: Plan) -> tuple[Vessel, ...]:
    return tuple(ship for ship in own(view, side) if ship.battle == plan.number)


def _told(choice: Choice, fates: Sequence[Fate]) -> Advice:
    reasons = _reasons(choice, fates)
    worth = sum(reason.worth for reason in reasons)
    return Advice(
        option="", dial=None, at=None, worth=worth, reasons=reasons, draft=dict(choice.draft)
    )


WEIGHED: dict[str, Callable[[State, Sheet, Random], Iterable[Choice]]] = {
    "force": _forces,
    "commit": _commitments,
    "refit": _refits,
}
"""The function that yields the choices to compare, for each kind of sheet."""


# Advice: the best of the compared choices, else the sheet's own proposal, else a heuristic.


def advise(view: State, question: Question) -> tuple[Advice, ...]:
    """Return answers with worth and reasons, best first; () where there is no advice."""
    if question.kind == "grades":
        return crews.advise(view, question)
    if isinstance(question, Sheet):
        tried = compared(view, question.seat, view.dice) if question.kind in WEIGHED else ()
        if tried:
            return tried
        if question.proposed:
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
        return ()
    if question.slot and question.kind in WEIGHED:
        return _in_slot(question, compared(view, question.seat, view.dice))
    return _options(view, question)


_WORDS = {
    "force": "strong ships first, as many as the points allow",
    "place": "spread out from the middle, where it is deep enough",
    "refit": "the most valuable ships first: critical hits, crews, Hits, shields",
}


UNTRIED = 0.5 * BATTLE
"""How much an answer that was not compared scores below the worst compared answer, or below 0."""


def _in_slot(slot: Decision, tried: tuple[Advice, ...]) -> tuple[Advice, ...]:
    """Return the options of a slot, each with the worth of the best compared answer that contains
    it.
    """
    found = []
    for option in slot.options:
        best = [each for each in tried if option.id in _chosen(each, slot.slot)]
        if best:
            found.append(Advice(option.id, None, None, best[0].worth, best[0].reasons))
        elif tried:
            words = "not part of any choice that was compared by playouts"
            untried = Reason("untried", words, min(0.0, tried[-1].worth) - UNTRIED)
            found.append(Advice(option.id, None, None, untried.worth, (untried,)))
    return tuple(sorted(found, key=lambda each: -each.worth))


def _chosen(advice: Advice, slot: str) -> tuple[str, ...]:
    answer = advice.draft.get(slot)
    return answer.chosen if answer else ()


def _options(view: State, decision: Decision) -> tuple[Advice, ...]:
    found = []
    for option in decision.options:
        worth = quick_score(view, decision, Answer(option.id))
        if isinstance(option.command, NameShip):  # her Victory Points
            worth /= POINT
        if decision.kind == "cut":
            words = "of less use than the others" if worth > -2 else "of more use than others"
        elif decision.kind == "target":
            words = "worth most to the enemy, and nearest to sinking"
        else:
            words = "worth more now than kept in the hand" if worth > 0 else "better kept"
        found.append(Advice(option.id, None, None, worth, (Reason("judgement", words, worth),)))
    return tuple(sorted(found, key=lambda each: -each.worth))
