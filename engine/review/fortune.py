"""Fortune: what of a battle the dice gave, and what the choices, in chances of winning.

The same choice is decided again with other dice, some times. What its chances came to on the
average is what the choice was worth; what they came to in fact beyond that was luck. All of it is
counted for the first seat's side; what is given to one side is taken from the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from typing import Any, NamedTuple

from engine.base.counting import counted
from engine.base.dice import Dice, apart
from engine.base.errors import Refused
from engine.game.game import Game, Outcome
from engine.game.record import Forgotten
from engine.kernel.seen import SeenBattle
from engine.kernel.timeline import fold
from engine.review.curve import Curve, Gift, side_names, side_of

ROLLS = 8
"""Times that a choice is decided again: each costs as much as judging a position."""
LEAST = 0.005
"""Chances below which nothing is told: whole percents are."""
STEEP = 30.0
"""Judgements beyond so many times the odds are as good as won: `exp` ends somewhere."""


def chance_in(game: Game[Any, Any, Any], state: Any, outcome: Outcome | None = None) -> float:
    """Return the chance (0 to 1) of the first seat's side in a state with everything open."""
    outcome = outcome or game.outcome(state)
    if outcome:
        return float(side_of(game, state) in outcome.winners) if outcome.winners else 0.5
    seat = game.seats(state)[0].key
    reasons = game.thinking.evaluate(game.review.opened(state), seat)
    steep = sum(reason.worth for reason in reasons) / game.thinking.winning_odds
    return 1 / (1 + exp(-max(-STEEP, min(STEEP, steep))))


def given(battle: SeenBattle, n: int, chance: float) -> Gift | None:
    """Return what the dice of an entry gave, whose chance came to this; None where none fell."""
    game = battle.game
    before, record = battle.moment(n)
    if isinstance(record.command, Forgotten):
        return None
    if game.dice_rolled(before) == game.dice_rolled(battle.at(n)):
        return None
    found = []
    for number in range(ROLLS):
        dice = Dice(apart(battle.seed, f"fortune {n} {number}"))
        try:
            events = game.decide(before, record.seat, record.command, dice)
        except Refused:  # a choice that only other dice allow, such as one of several at once
            return None
        found.append(chance_in(game, fold(game, before, events)))
    mean = sum(found) / ROLLS
    spread = sum((each - mean) ** 2 for each in found) / (ROLLS - 1)
    # What ends a battle beside its rules is no luck: the entry is judged by its own state.
    came = chance if game.outcome(battle.at(n)) or n < battle.position else None
    came = chance_in(game, battle.at(n)) if came is None else came
    return Gift(round(came - mean, 6), round(sqrt(spread / ROLLS), 6))


def choosers(battle: SeenBattle, n: int) -> tuple[str, ...]:
    """Return the seats that chose at once with the seat of an entry, itself among them.

    What is chosen at once is judged when all of it lies open, so its worth is shared among them.
    """
    found = {battle.entries[n - 1].seat}
    while n:
        asked = {each.seat for each in battle.game.pending(battle.at(n - 1))}
        if len(asked) > 1:
            found |= asked
        n -= 1
        if not n or len({each.seat for each in battle.game.pending(battle.at(n - 1))}) < 2:
            break
    return tuple(sorted(found - {""}))


class Sums(NamedTuple):
    """What a battle gave each side from one entry to another, in chances of winning."""

    begun: float
    """The chance of the first side at the first entry."""
    ended: float
    dice: float
    """What dice gave the first side, and took from the others."""
    error: float
    """A standard error of it."""
    choices: Mapping[str, float]
    """What its own choices gave each side."""
    rest: float
    """What was agreed beside the rules gave the first side, such as that somebody resigned."""


def sums(curve: Curve, battle: SeenBattle, last: int | None = None) -> Sums | None:
    """Return what was given up to an entry, or to the end; None where all is not judged yet."""
    last = battle.position if last is None else last
    if curve.unweighed or any(n not in curve.chances for n in range(last + 1)):
        return None
    game = battle.game
    sides = {seat.key: seat.fights_for for seat in game.seats(battle.state)}
    choices = dict.fromkeys(sides.values(), 0.0)
    dice = variance = rest = 0.0
    for n in range(1, last + 1):
        change = curve.chances[n] - curve.chances[n - 1]
        gift = curve.dice.get(n)
        if gift:
            dice, variance = dice + gift.gave, variance + gift.error**2
            change -= gift.gave
        if n == battle.position and (agreed := _agreed(battle, curve.chances[n])):
            rest, change = agreed, change - agreed
        seats = curve.together.get(n) or (battle.entries[n - 1].seat,)
        own = [sides[seat] for seat in seats if seat in sides]
        for side in own:
            choices[side] += (change if side == curve.side else -change) / len(own)
    return Sums(curve.chances[0], curve.chances[last], dice, sqrt(variance), choices, rest)


def _agreed(battle: SeenBattle, chance: float) -> float:
    """Return what an end beside the rules gave the first side; 0 where the rules ended it."""
    if battle.game.outcome(battle.state):
        return 0.0
    return chance - chance_in(battle.game, battle.state)


def told_sums(curve: Curve, battle: SeenBattle, last: int | None = None) -> list[str]:
    """Return in a line what dice gave and in another what choices did; [] before all is judged."""
    found, names = sums(curve, battle, last), side_names(battle)
    if found is None:
        return []
    gave = ", ".join(f"{names[side]}'s {each:+.0%}" for side, each in found.choices.items())
    agreed = f"; what was agreed gave {curve.name} {found.rest:+.0%}"
    rest = agreed if abs(found.rest) >= LEAST else ""
    err = f", give or take {found.error:.0%}" if found.error >= LEAST else ""
    way = f"{curve.name} from {found.begun:.0%} to {found.ended:.0%}"
    return [
        f"{way}: dice gave {found.dice:+.0%}{err}",
        f"choices gave their own side: {gave}{rest}",
    ]


def told(curve: Curve, battle: SeenBattle, most: int) -> list[str]:
    """Return what a curve tells: swings, dice apart from choices, and what cost most."""
    lines = [f"{curve.name}'s chances at {counted(len(curve.chances), 'position')}"]
    for n in sorted(curve.swings(most)):
        lines.append(f"  entry {n}: {curve.chances[n - 1]:.0%} to {curve.chances[n]:.0%}")
    lines += told_sums(curve, battle)
    unit = battle.game.thinking.unit
    lines += told_costs(curve, battle)
    for each in curve.costly[:most]:
        what = f"{each.chosen}; better: {each.better}"
        lines.append(f"  entry {each.n}, {each.name}: {each.cost:.1f} {unit}: {what}")
    if curve.unweighed:
        lines.append(f"neither dice nor choices are weighed: played under {curve.unweighed}")
    return lines


def told_costs(curve: Curve, battle: SeenBattle) -> list[str]:
    """Return in a line what each seat's choices cost against the best; [] before any is weighed."""
    if not curve.weighed:
        return []
    costs = {seat.key: 0.0 for seat in battle.game.seats(battle.state)}
    for n, cost in curve.costs.items():
        seat = battle.entries[n - 1].seat if 1 <= n <= battle.position else ""
        if seat in costs:
            costs[seat] += cost
    unit = battle.game.thinking.unit
    names = {seat.key: seat.name for seat in battle.game.seats(battle.state)}
    each = ", ".join(f"{names[seat]} {cost:.1f}" for seat, cost in costs.items())
    far = f" so far, of {len(curve.weighed)} entries" if curve.left else ""
    return [f"against the best, choices cost {unit}{far}: {each}"]
