"""What a captain weighs before a war goes on: forces, commitments, refits, by battles in the mind.

Each choice is tried in a few battles between lieutenants with dice of their own, the best in
nine, against what the enemy would do by a rule of thumb: what he has sealed is not known. Of nine
battles a share of one half may well be three or six in truth, so only clear differences count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.patience import hurried, run_out
from engine.game.advice import Advice, Reason
from engine.game.answer import Answer
from engine.game.question import question_of
from engine.game.sheet import Sheet
from engine.kit.cached_per_state import cached_per_state
from engine.systems.iron_oak.campaign.machine.agenda import RULES
from engine.systems.iron_oak.campaign.machine.ledger import Ledger
from engine.systems.iron_oak.campaign.rules import commitment, forces, refit
from engine.systems.iron_oak.campaign.rules.fleet import available, card, own, share
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import steps as st
from engine.systems.iron_oak.campaign.state.evolve import evolve
from engine.systems.iron_oak.campaign.state.state import SECRET, Plan, State, Vessel, side_of
from engine.systems.iron_oak.campaign.thinking.imagined_battles import won_in_mind
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import ShipCard, Side
from engine.systems.iron_oak.fleet.sides import other_side

COMMITMENTS = 6
"""Commitments that are compared."""
TRIAL, BATTLES = 3, 9
"""Battles fought in the mind for each choice, and for each of the best."""
FINALISTS = 2
"""Choices that are fought for to the last battle: more cost time and hardly win."""
NEXT = 10_000
"""More than any ship is worth: what goes to the next battle comes first."""
LOSSES = 0.3
"""What sending a ship costs, as a share of a battle, for each tenth of the fleet that she is."""


class Choice(NamedTuple):
    """A way to answer a sheet, and how a battle in the mind comes about with it."""

    words: str
    draft: Mapping[str, Answer]
    wins: Callable[[Random], bool]
    """Fight a battle with this luck; tell whether it was won."""
    more: tuple[Reason, ...] = ()


def compared(view: State, seat: str, luck: int) -> tuple[Advice, ...]:
    """Return the best answers to a seat's sheet by battles, best first; () if one way is open.

    `luck` seeds the battles. Cached, as a few dozen battles take some seconds. Where the time of
    whoever thinks has run out, by those that were fought.
    """
    return _compared(view, seat, luck, hurried())


@cached_per_state
def _compared(view: State, seat: str, luck: int, hurry: bool) -> tuple[Advice, ...]:
    """`hurry`: with a clock fewer are fought, which nobody without one shall be told of."""
    sheet = question_of(RULES.pending(view), seat)
    assert isinstance(sheet, Sheet)
    choices = list(WEIGHED[sheet.kind](view, sheet, Random(luck)))
    won = [0] * len(choices)
    running, fought = list(range(len(choices))), 0
    for battle in range(BATTLES):
        if battle == TRIAL:
            running.sort(key=lambda each: -_worth(choices[each], won[each], fought))
            del running[FINALISTS:]
        results = []
        for each in running:
            if run_out():
                break
            results.append(choices[each].wins(Random(f"{luck} {battle}")))
        if len(results) < len(running):
            break  # a round that was cut short would favour some
        for each, wins in zip(running, results, strict=True):
            won[each] += wins
        fought += 1
    found = (_told(choices[each], won[each], fought) for each in running)
    return tuple(sorted(found, key=lambda each: -each.worth))


def _worth(choice: Choice, won: int, fought: int) -> float:
    return won / max(1, fought) + sum(reason.worth for reason in choice.more)


# Forces ---------------------------------------------------------------------------


def _forces(view: State, sheet: Sheet, luck: Random) -> Iterable[Choice]:
    """Yield three forces, against the enemy's dearest ships in battles as generated."""
    side = side_of(sheet.seat)
    rival = forces.sensible(other_side(side))
    for words, ships in force_candidates(side).items():
        both = {side: ships, other_side(side): rival}
        names = ", ".join(book().ships[id].short for id in ships[:3])
        text = f"{words}, {names} and so on: they"
        yield Choice(
            text, forces.draft_of(ships, sheet.slots), partial(_generated, view, both, side)
        )


def _generated(view: State, both: Mapping[Side, tuple[str, ...]], side: Side, luck: Random) -> bool:
    """Fight a battle as it may be generated between forces; tell whether a side wins it."""
    state = _with_forces(view, both, luck.randrange(1_000_000))
    plan = state.plan(1)
    sent = {each: _strongest(state, each, plan) for each in (side, other_side(side))}
    return won_in_mind(state, plan, sent, side, luck)


def force_candidates(side: Side) -> dict[str, tuple[str, ...]]:
    """Return three forces that differ, by what is looked for in them."""
    ranks: dict[str, Callable[[ShipCard], float]] = {
        "the dearest ships": forces.dearest,
        "ships of shallow draft": lambda ship: ship.victory_points - 200 * ship.draft,
        "many ships of middling worth": lambda ship: -abs(ship.victory_points - 350),
    }
    found: dict[str, tuple[str, ...]] = {}
    for words, rank in ranks.items():
        ships = forces.sensible(side, rank)
        if ships not in found.values():
            found[words] = ships
    return found


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
    fleet = sum(share(ship) for ship in own(view, side))
    for ships in commitments(view, side, plan, luck):
        both = {side: ships, other_side(side): rival}
        part = sum(share(ship) for ship in ships) / max(1, fleet)
        names = " and ".join(card(ship).short for ship in ships) or "nobody"
        alone = "alone she" if len(ships) == 1 else "together they"
        words = f"commits {names}: {alone}"
        stake = Reason("stake", f"{part:.0%} of the fleet is at stake", -LOSSES * part)
        picks = tuple(ship.id for ship in ships)
        answer = Answer(picks[0]) if len(picks) == 1 else Answer(picks=picks)
        wins = partial(won_in_mind, view, plan, both, side)
        yield Choice(words, {commitment.SHIPS: answer}, wins, (stake,))


def commitments(
    view: State, side: Side, plan: Plan, luck: Random
) -> tuple[tuple[Vessel, ...], ...]:
    """Return up to six commitments that differ: strong, sound, few, lesser, then any."""
    ships = available(view, side, plan)
    least, most = commitment.numbers(view, side, plan)
    strong = sorted(ships, key=lambda ship: -share(ship))
    sound = sorted(ships, key=lambda ship: ship.hits / max(1, card(ship).hits))
    shallow = sorted(ships, key=lambda ship: (card(ship).draft, -share(ship)))
    sizes = sorted({most, max(least, most - 1), max(least, 1), (least + most + 1) // 2})
    tried = [
        *(order[:size] for size in reversed(sizes) for order in (strong, sound, shallow)),
        strong[-max(1, least) :],
    ]
    tried += [luck.sample(ships, most) for _ in range(COMMITMENTS) if ships]
    found: dict[frozenset[str], tuple[Vessel, ...]] = {}
    for each in tried:
        if least <= len(each) <= most and each:
            found.setdefault(frozenset(ship.id for ship in each), tuple(each))
    return tuple(found.values())[:COMMITMENTS]


def _rival(view: State, side: Side, plan: Plan) -> tuple[Vessel, ...]:
    """Return what the enemy would send by a rule of thumb; what he has sent is not known."""
    free = {
        ship.id: replace(ship, battle=0) if ship.battle == SECRET else ship
        for ship in own(view, side)
    }
    return _strongest(replace(view, ships={**view.ships, **free}), side, plan)


def _strongest(state: State, side: Side, plan: Plan) -> tuple[Vessel, ...]:
    _, most = commitment.numbers(state, side, plan)
    return tuple(sorted(available(state, side, plan), key=lambda ship: -share(ship))[:most])


# Refits ---------------------------------------------------------------------------


def _refits(view: State, sheet: Sheet, luck: Random) -> Iterable[Choice]:
    """Yield each way to spend the points in the coming battle, with the ships as they then are."""
    side = side_of(sheet.seat)
    plan = view.plan(min(int(number) for number in view.plans))
    rival = _sent(view, other_side(side), plan) or _rival(view, other_side(side), plan)
    for words, draft in refits(view, sheet, plan).items():
        after = replace(view, ships={**view.ships, **refit.refitted(view, side, draft)})
        ships = _sent(after, side, plan) or _strongest(after, side, plan)
        both = {side: ships, other_side(side): rival}
        wins = partial(won_in_mind, after, plan, both, side)
        yield Choice(f"{words}:", draft, wins)


def refits(view: State, sheet: Sheet, plan: Plan) -> dict[str, dict[str, Answer]]:
    """Return ways to spend the points of a refit that differ, by what comes first."""
    points = view.refit
    assert points is not None
    found: dict[str, dict[str, Answer]] = {}
    orders: dict[str, Callable[[Vessel], float]] = {
        "the dearest ships first": refit.dearest,
        "first what goes to the next battle": lambda ship: (
            NEXT * (ship.battle == plan.number) + share(ship)
        ),
        "the worst hurt first": lambda ship: ship.hits / max(1, card(ship).hits),
    }
    for words, order in orders.items():
        draft = refit.spent_by(view, points, sheet.slots, order)
        if draft not in found.values():
            found[words] = draft
    return found if len(found) > 1 else {}


def _sent(view: State, side: Side, plan: Plan) -> tuple[Vessel, ...]:
    return tuple(ship for ship in own(view, side) if ship.battle == plan.number)


def _told(choice: Choice, won: int, fought: int) -> Advice:
    words = f"{choice.words} won {won} of {fought} battles in the mind"
    reasons = (Reason("battles", words, won / max(1, fought)), *choice.more)
    worth = _worth(choice, won, fought)
    return Advice(
        option="", dial=None, at=None, worth=worth, reasons=reasons, draft=dict(choice.draft)
    )


WEIGHED: dict[str, Callable[[State, Sheet, Random], Iterable[Choice]]] = {
    "force": _forces,
    "commit": _commitments,
    "refit": _refits,
}
"""How each kind of sheet is weighed."""
