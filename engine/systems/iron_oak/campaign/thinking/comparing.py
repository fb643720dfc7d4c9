"""How the computer player `captain` chooses in a campaign: it compares the choices by simulated
battles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from statistics import fmean
from typing import NamedTuple

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.text import pluralized
from engine.game.decision import Advice, Answer, Reason
from engine.game.question import Fill, Sheet, question_of
from engine.kit.by_type import cached_per_state
from engine.kit.ledger import evolve
from engine.lookahead.playout import has_time_limit, is_time_up
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.campaign import forces, planning, refit
from engine.systems.iron_oak.campaign.data import ShipCard, Side, book
from engine.systems.iron_oak.campaign.fleet import available, card, own, share, strength
from engine.systems.iron_oak.campaign.machine import RULES, Ledger
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import (
    NAMES,
    SEATS,
    SECRET,
    AnyCommand,
    Plan,
    State,
    Vessel,
    side_of,
)
from engine.systems.iron_oak.campaign.turn import to_come
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.machine import Ledger as BattleLedger
from engine.systems.iron_oak.machine import mean
from engine.systems.iron_oak.machine import view as view_battle
from engine.systems.iron_oak.state.state import State as Battle
from engine.systems.iron_oak.thinking.battle_playouts import heuristic_command

# The computer player `captain` compares answers to sheets (forces, commitments, refits) by
# simulated battles.
#
# Each choice is tried in a few battles between `lieutenant` players with separate dice, the best
# choices in nine. The enemy's choice comes from a heuristic, because his sealed sheet is unknown.
# Nine battles say little: a true rate of one half may show as three or six wins, so only clear
# differences count.


COMMITMENTS = 6
"""How many different choices of ships for a battle are compared."""
TRIAL, BATTLES = 3, 9
"""The number of simulated battles: for every choice at first, and in all for each of the best
choices."""
FINALISTS = 2
"""How many choices are tried in all battles. More would take time and would rarely turn out
best."""
NEXT = 10_000
"""The bonus in rank for ships of the next battle, in a refit that mends these ships first; it is
more than any ship is worth."""
BATTLE = 20.0
"""The worth of winning a battle, in the points of the battle's own evaluation."""
FLEET = 0.5
"""The worth of a whole fleet for each later battle, in battles won: without a fleet every battle is
lost, with an equal fleet every second one is won."""


class Choice(NamedTuple):
    """One way to fill in a sheet, with a function that simulates a battle after it."""

    words: str
    draft: Mapping[str, Answer]
    fought: Callable[[Random], Fate]
    """A function that simulates a battle after this choice; it is called with a random
    generator."""
    to_come: int = 0
    """At least this many battles follow the simulated one."""


def rank_answers(view: State, seat: str, luck: int) -> tuple[Advice, ...]:
    """Return advice on a sheet: the best of the answers that were compared by simulated battles,
    best first.

    Return () if there is only one answer. `luck` seeds the battles. The result is cached, because a
    few dozen battles take some seconds. When a caller's time runs out, the finished battles count.
    """
    return _compared(view, seat, luck, has_time_limit())


@cached_per_state
def _compared(view: State, seat: str, luck: int, hurry: bool) -> tuple[Advice, ...]:
    """Compare the answers for `rank_answers`.

    `hurry` is part of the cache key: with a time limit fewer battles are fought, and their result
    must not be used where there is no limit.
    """
    sheet = question_of(RULES.pending(view), seat)
    assert isinstance(sheet, Sheet)
    choices = list(WEIGHED[sheet.kind](view, sheet, Random(luck)))
    fates: list[list[Fate]] = [[] for _ in choices]
    running = list(range(len(choices)))
    for battle in range(BATTLES):
        if battle == TRIAL:
            worth = {
                each: sum(reason.worth for reason in _reasons(choices[each], fates[each]))
                for each in running
            }
            running.sort(key=lambda each: -worth[each])
            del running[FINALISTS:]
        results = []
        for each in running:
            if is_time_up():
                break
            results.append(choices[each].fought(Random(f"{luck} {battle}")))
        if len(results) < len(running):
            break  # an incomplete round would favour some choices
        for each, fate in zip(running, results, strict=True):
            fates[each].append(fate)
    found = []
    for each in running:
        reasons = _reasons(choices[each], fates[each])
        gain = sum(reason.worth for reason in reasons)
        draft = dict(choices[each].draft)
        found.append(Advice("", None, None, worth=gain, reasons=reasons, draft=draft))
    return tuple(sorted(found, key=lambda each: -each.worth))


def _reasons(choice: Choice, fates: Sequence[Fate]) -> tuple[Reason, ...]:
    """Return the results of a choice's simulated battles as reasons: battles won, and the part of
    the fleet that is left for later ones.
    """
    many = max(1, len(fates))
    won = sum(each.won for each in fates)
    words = f"{choice.words} won {won} of {len(fates)} playouts"
    found = [Reason("battles", words, BATTLE * won / many)]
    spared = sum(each.spared for each in fates) / many
    if spared and choice.to_come:
        much = f"{-spared:.0%} more" if spared < 0 else f"{spared:.0%} less"
        coming = f"{pluralized(choice.to_come, 'battle')} to come"
        words = f"costs {much} of your fleet than of the enemy's, with {coming}"
        found.append(Reason("stake", words, BATTLE * FLEET * choice.to_come * spared))
    return tuple(found)


# Forces ---------------------------------------------------------------------------


def _forces(view: State, sheet: Sheet, luck: Random) -> Iterable[Choice]:
    """Yield up to three different forces as choices, to be tried against the enemy's most valuable
    ships.
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
    """Simulate a battle, decided by dice, between two forces; return its result for a side."""
    state = evolve(view, ev.ForcesShown(dict(both)))
    ledger = Ledger(
        replace(state, agenda=(st.Generate(1),), dice=0), Dice(luck.randrange(1_000_000))
    )
    RULES.advance(ledger)
    state = ledger.state
    plan = state.plan(1)
    sent = {each: _strongest(state, each, plan) for each in (side, other_side(side))}
    return simulate_battle(state, plan, sent, side, luck)


def force_candidates(side: Side) -> dict[str, tuple[str, ...]]:
    """Return {criterion that chose it: force}, for several different forces.

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
"""{criterion in words: function that ranks a ship}, for choosing the ships of a force."""


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
            partial(simulate_battle, view, plan, both, side),
            to_come(view, plan.number),
        )


def commitments(
    view: State, side: Side, plan: Plan, luck: Random
) -> tuple[tuple[Vessel, ...], ...]:
    """Return up to six different choices of ships to send to a battle.

    They are: the strongest ships in several numbers, the least damaged ships, ships of shallow
    draft, and ships drawn at random.
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
    """Return the ships that the enemy is expected to send, the strongest, because his real choice
    is secret.
    """
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
    """Yield different ways to spend a refit's points as choices, each tried in the coming
    battle.
    """
    side = side_of(sheet.seat)
    plan = view.plan(min(int(number) for number in view.plans))
    rival = _sent(view, other_side(side), plan) or _rival(view, other_side(side), plan)
    for words, draft in refits(view, sheet, plan).items():
        after = replace(view, ships={**view.ships, **refit.refitted(view, side, draft)})
        ships = _sent(after, side, plan) or _strongest(after, side, plan)
        both = {side: ships, other_side(side): rival}
        fight = partial(simulate_battle, after, plan, both, side)
        yield Choice(f"{words}:", draft, fight, to_come(view, plan.number))


def refits(view: State, sheet: Sheet, plan: Plan) -> dict[str, dict[str, Answer]]:
    """Return {name of the priority, such as the most damaged ships first: draft}, for different
    ways to spend a refit's points.
    """
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


WEIGHED: dict[str, Callable[[State, Sheet, Random], Iterable[Choice]]] = {
    "force": _forces,
    "commit": _commitments,
    "refit": _refits,
}
"""{kind of sheet: function that yields the choices to compare}."""

# Simulated battles: `lieutenant` players fight a planned battle with given ships to its end.


LONGEST = 600
"""A simulated battle is stopped after this many answers; then the defender has won it."""


HURT = 0.5
"""Hits cost this fraction of the Victory Points that they take from a ship, because a refit repairs
about half of them."""


class Fate(NamedTuple):
    """The result of a simulated battle for a side."""

    won: bool
    spared: float = 0.0
    """How much more of its fleet the enemy lost than this side: the difference of the lost
    fractions, by Victory Points."""


def simulate_battle(
    view: State, plan: Plan, ships: Mapping[Side, tuple[Vessel, ...]], side: Side, luck: Random
) -> Fate:
    """Simulate a battle between these ships; return its result for a side."""
    enemy = other_side(side)
    if not ships[side] or not ships[enemy]:
        return Fate(bool(ships[side]))
    seed = luck.randrange(1_000_000)
    battle = _fought(_battle(view, plan, ships, seed), Dice(seed), luck)
    winners = battle.outcome.winners if battle.outcome else ()
    winner = next((each for each in SEATS if NAMES[each] in winners), plan.defender)
    mine, theirs = (_lost(view, each, ships[each], battle) for each in (side, enemy))
    return Fate(winner == side, theirs - mine)


def _lost(view: State, side: Side, ships: tuple[Vessel, ...], battle: Battle) -> float:
    """Return the fraction of a side's fleet that a battle cost it; a damaged ship counts in
    part.
    """
    lost = 0.0
    for ship in ships:
        after = battle.ships[ship.id]
        if after.lost or after.control != ship.control:
            lost += share(ship)
        else:
            hits = max(0, after.hits - ship.hits)
            lost += HURT * card(ship).victory_points * hits / max(1, card(ship).hits)
    return lost / max(1, strength(own(view, side)))


def _battle(view: State, plan: Plan, ships: Mapping[Side, tuple[Vessel, ...]], seed: int) -> Battle:
    """Return a battle of these ships at its first question, after a set-up that follows the
    proposals.
    """
    known = {ship.id: replace(ship, battle=0) for ship in view.ships.values()}
    for each in ships.values():
        known |= {ship.id: replace(ship, battle=plan.number) for ship in each}
    state = replace(
        view,
        ships=known,
        plans={str(plan.number): plan},
        laid=(),
        battle=None,
        setting=None,
        outcome=None,
        agenda=(st.Prepare(plan.number),),
        dice=0,
    )
    ledger = Ledger(state, Dice(seed))
    RULES.advance(ledger)
    while ledger.state.battle is None:
        questions = RULES.pending(ledger.state)
        first = questions[0]
        command: AnyCommand = (
            Fill(first.id, dict(first.proposed))
            if isinstance(first, Sheet)
            else first.options[0].command
        )
        RULES.decide(ledger, questions, first.seat, command)
    return ledger.state.battle


def _fought(battle: Battle, dice: Dice, luck: Random) -> Battle:
    """Return a battle at its end, after both sides took the answer with the best quick score each
    time.
    """
    for _ in range(LONGEST):
        questions = rules.pending(battle)
        if not questions:
            break
        question = questions[0]
        command = heuristic_command(view_battle(battle, question.seat), question, luck)
        ledger = BattleLedger(battle, dice)
        rules.RULES.decide(ledger, questions, question.seat, command)
        battle = ledger.state
    return battle
