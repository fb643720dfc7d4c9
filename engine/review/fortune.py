"""Luck and skill: how much of a battle's result came from dice, and how much from choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import exp, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from engine.base.dice import Dice, apart
from engine.base.errors import Refused
from engine.base.text import counted
from engine.game.game import Forgotten, Game, Outcome
from engine.kernel.battle import Battle
from engine.kernel.logbook import other_edition
from engine.kernel.registry import register, system
from engine.kernel.seen import SeenBattle
from engine.kernel.timeline import fold
from engine.players import make_player
from engine.review import curve as curves
from engine.review import hindsight, proving
from engine.review.curve import (
    CostlyChoice,
    Curve,
    Gift,
    Trial,
    costliest,
    judge_of,
    side_names,
    side_of,
)

# Fortune: the luck and the skill in a battle, in chances of winning.
#
# The same choice is decided again several times with other dice. The average chance after it is the
# worth of the choice; the difference from the actual chance is luck. Everything is counted for the
# first seat's side; a gain for one side is a loss for the others.


ROLLS = 8
"""The number of other dice tried for each choice: each costs as much as judging a position."""
LEAST = 0.005
"""Smaller changes of a chance are not reported: figures are whole percents."""
STEEP = 30.0
"""The evaluation is clipped to this many units, because `exp` overflows."""


def chance_in(game: Game[Any, Any, Any], state: Any, outcome: Outcome | None = None) -> float:
    """Return the chance (0 to 1) of the first seat's side, in a state with everything revealed."""
    outcome = outcome or game.outcome(state)
    if outcome:
        return float(side_of(game, state) in outcome.winners) if outcome.winners else 0.5
    seat = game.seats(state)[0].key
    reasons = game.thinking.evaluate(game.review.opened(state), seat)
    steep = sum(reason.worth for reason in reasons) / game.thinking.winning_odds
    return 1 / (1 + exp(-max(-STEEP, min(STEEP, steep))))


def given(battle: SeenBattle, n: int, chance: float) -> Gift | None:
    """Return the luck of an entry's dice, given the chance after it.

    None where none were rolled.
    """
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
    # A battle that ends outside its rules is not luck: the entry is judged by its own state.
    came = chance if game.outcome(battle.at(n)) or n < battle.position else None
    came = chance_in(game, battle.at(n)) if came is None else came
    return Gift(round(came - mean, 6), round(sqrt(spread / ROLLS), 6))


def choosers(battle: SeenBattle, n: int) -> tuple[str, ...]:
    """Return the seats that chose at the same time as the seat of an entry, itself included.

    Choices made at the same time are judged when all are revealed, so they share the result.
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
    """The gains of each side between two entries, in chances of winning."""

    begun: float
    """The chance of the first side at the start."""
    ended: float
    dice: float
    """The first side's gain from dice, which is the others' loss."""
    error: float
    """The standard error of `dice`."""
    choices: Mapping[str, float]
    """The gain of each side from its own choices."""
    rest: float
    """The first side's gain in winning chance from events outside the rules, such as a resignation.
    """


def sums(curve: Curve, battle: SeenBattle, last: int | None = None) -> Sums | None:
    """Return the gains up to an entry, or to the end; None until everything is judged."""
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
    """Return the first side's gain from an end outside the rules; 0 where the rules ended the
    battle.
    """
    if battle.game.outcome(battle.state):
        return 0.0
    return chance - chance_in(battle.game, battle.state)


def told_sums(curve: Curve, battle: SeenBattle, last: int | None = None) -> list[str]:
    """Return a line about dice and a line about choices; [] until everything is judged."""
    found, names = sums(curve, battle, last), side_names(battle)
    if found is None:
        return []
    gave = ", ".join(f"{names[side]}'s {each:+.0%}" for side, each in found.choices.items())
    agreed = f"; agreements gave {curve.name} {found.rest:+.0%}"
    rest = agreed if abs(found.rest) >= LEAST else ""
    err = f", give or take {found.error:.0%}" if found.error >= LEAST else ""
    way = f"{curve.name} from {found.begun:.0%} to {found.ended:.0%}"
    return [
        f"{way}: dice gave {found.dice:+.0%}{err}",
        f"choices gave their own side: {gave}{rest}",
    ]


def told(curve: Curve, battle: SeenBattle, most: int) -> list[str]:
    """Return the findings of a curve: swings, luck and skill, and the costliest choices."""
    lines = [f"{curve.name}'s chances at {counted(len(curve.chances), 'position')}"]
    for n in sorted(curve.swings(most)):
        lines.append(f"  entry {n}: {curve.chances[n - 1]:.0%} to {curve.chances[n]:.0%}")
    lines += told_sums(curve, battle)
    lines += told_costs(curve, battle)
    found = curves.proved(curve)
    for choice, trial in found[:most]:
        lines.append(f"  entry {choice.n}: {curves.told(choice, trial)}")
    if curve.trials and not found and not proving.still_open(curve, battle):
        tried = counted(len(curve.trials), "choice")
        lines.append(
            f"no choice is proved to have cost the battle: {tried} were played out both ways"
        )
    if curve.unweighed:
        lines.append(f"neither dice nor choices are judged: played under {curve.unweighed}")
    return lines


def as_json(curve: Curve, battle: SeenBattle) -> dict[str, Any]:
    """Return the findings as plain data: proved choices, chances by entry, luck and skill."""
    found = sums(curve, battle)
    return {
        "side": curve.side,
        "costly": proving.as_json(curve, battle),
        "chances": {str(n): round(chance, 4) for n, chance in sorted(curve.chances.items())},
        "luck": None if found is None else {"gave": found.dice, "error": found.error},
        "skill": None if found is None else dict(found.choices),
    }


def told_costs(curve: Curve, battle: SeenBattle) -> list[str]:
    """Return a line with the cost of each seat's choices against the best; [] until some are
    judged.
    """
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


# Annotating: a battle judged part by part, in any process, and joined into its curve.


PART = 16
"""Positions judged in one batch: the most work lost on a stop."""
COSTLY = 20
"""The number of costliest choices that are stored with their reasons."""


class Part(msgspec.Struct, frozen=True):
    """A batch of work: positions to judge, or entries whose choices to judge."""

    judge: str
    """The version of the judgement: a worker on another machine may have other rules."""
    game: str
    data: str
    """The folder of a user's own records; '' for none."""
    numbers: tuple[int, ...]
    choices: bool = False
    tried: CostlyChoice | None = None
    """A choice to play out instead, from the given number of its pair on."""


class Found(msgspec.Struct, frozen=True):
    """The result of one batch."""

    chances: dict[int, float] = {}
    dice: dict[int, Gift] = {}
    together: dict[int, tuple[str, ...]] = {}
    weighed: tuple[int, ...] = ()
    costly: tuple[CostlyChoice, ...] = ()
    trials: tuple[Trial, ...] = ()


def parts(curve: Curve, game: Game) -> list[Part]:
    """Return the batches that are left: first the chances, then the choices."""
    unjudged = [n for n in range(curve.positions) if n not in curve.chances]
    return [
        Part(curve.judge, game.name, game.data_folder, tuple(left[at : at + PART]), choices)
        for choices, left in ((False, unjudged), (True, curve.left))
        for at in range(0, len(left), PART)
    ]


def trials_left(curve: Curve, battle: SeenBattle) -> list[Part]:
    """Return a batch of playouts for each choice that is neither proved nor dropped."""
    done = {each.n: each.of for each in curve.trials}
    return [
        Part(curve.judge, battle.game.name, battle.game.data_folder, (done.get(each.n, 0),),
             tried=each)
        for each in proving.still_open(curve, battle)
    ]  # fmt: skip


def judged(path: str, part: Part) -> Found:
    """Judge one batch of a battle file."""
    facts = Path(path).stat()
    return _done(_opened(path, facts.st_mtime_ns, facts.st_size), part)


def _done(battle: Battle, part: Part) -> Found:
    if part.tried is not None:
        return Found(trials=(proving.tried(battle, part.tried, part.numbers[0]),))
    return found_in(battle, part.numbers, part.choices)


def judged_sent(task: bytes, file: bytes) -> Found:
    """Judge one batch on another machine, from the bytes of the battle's file."""
    part = msgspec.json.decode(task, type=Part)
    battle = _unpacked(file, part.game, part.data)
    if judge_of(battle) != part.judge:
        raise Refused(f"a worker judges by {judge_of(battle)}, but {part.judge} is needed")
    return _done(battle, part)


@lru_cache(maxsize=1)
def _opened(path: str, changed: int, size: int) -> Battle:
    """Open a battle for reading. Cached, because a long battle has hundreds of batches."""
    with Battle.open(path, write=False) as battle:
        return battle


@lru_cache(maxsize=1)
def _unpacked(file: bytes, game: str, data: str) -> Battle:
    """Return the battle in the bytes of a file. Cached for the same reason."""
    if data:
        register(system(game).with_data(Path(data)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sent.battle"
        path.write_bytes(file)
        with Battle.open(path, write=False) as battle:
            return battle


def found_in(battle: SeenBattle, numbers: Iterable[int], choices: bool = False) -> Found:
    """Return the chances at some positions, or the costs of some entries' choices."""
    if choices:
        costly = [each for n in numbers for each in _weighed(battle, n) if each]
        return Found(weighed=tuple(numbers), costly=tuple(costly))
    chances: dict[int, float] = {}
    dice: dict[int, Gift] = {}
    together: dict[int, tuple[str, ...]] = {}
    decides = not other_edition(battle.game, battle.header)
    for n in numbers:
        chances[n] = chance(battle, n)
        if n and decides:
            gave = given(battle, n, chances[n])
            dice |= {} if gave is None else {n: gave}
            others = choosers(battle, n)
            together |= {n: others} if len(others) > 1 else {}
    return Found(chances, dice, together)


def _weighed(battle: SeenBattle, n: int) -> Iterable[CostlyChoice | None]:
    entries, seats = battle.entries, [seat.key for seat in battle.game.seats(battle.state)]
    start, one, before = battle.at(n - 1), entries[n - 1 : n], entries[: n - 1]
    return hindsight.judged(battle.game, start, one, battle.seed, seats, before)


def with_part(curve: Curve, found: Found) -> Curve:
    """Return a curve with the result of another batch added."""
    curve = proving.with_trials(curve, found.trials)
    return msgspec.structs.replace(
        curve,
        chances={**curve.chances, **found.chances},
        dice={**curve.dice, **found.dice},
        together={**curve.together, **found.together},
        weighed=(*curve.weighed, *found.weighed),
        costs={**curve.costs, **{each.n: each.cost for each in found.costly}},
        costly=costliest((*curve.costly, *found.costly), COSTLY),
    )


def chance(battle: SeenBattle, n: int) -> float:
    """Return the chance (0 to 1) of the first seat's side at a position of a finished battle."""
    state = battle.at(n)
    outcome = battle.outcome() if n == battle.position else None
    return chance_in(battle.game, state, outcome)


# The computer's best line: how captains would play a battle on from an entry, as a branch.


PLAYER = "captain"
"""The computer player that plays it out: an admiral takes a second for each choice."""
LONGEST = 30
"""The most entries of a line."""


def play_on(fork: Battle, going: Callable[[], bool], played: Callable[[int], None]) -> int:
    """Let captains continue a fork until it is over or long enough; return how many entries.

    It is called in a thread of its own: `going` returns whether the result is still wanted, and
    `played` is called after each entry.
    """
    seats = fork.game.seats(fork.state)
    players = {seat.key: make_player(PLAYER, fork.game, fork.seed, seat.key) for seat in seats}
    count = 0
    while count < LONGEST and going() and (pending := fork.pending()):
        question = pending[0]
        player = players[question.seat]
        fork.answer(question.seat, player.choose(fork.view(question.seat), question))
        count += 1
        played(count)
    return count
