"""Luck and skill: how much of a battle's result came from dice, and how much from choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from engine.base.dice import Dice, derive_seed
from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.game.game import Game, Outcome, UnknownCommand
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
    EntryLuck,
    Trial,
    judge_version,
    side_names,
    side_of,
)

# Fortune: the luck and the skill in a battle, measured in the chance of winning. Each choice is
# decided again several times with other dice. The average chance afterwards is the worth of the
# choice; the difference between the actual chance and this average is luck. Everything is counted
# for the first seat's side; a gain for one side is a loss for the others.


ROLLS = 8
"""For each choice, this many other rolls of its dice are tried, to measure luck. The number is
small, because after each of them a position must be judged."""
LEAST = 0.005
"""Smaller changes and errors of a chance are not reported, since whole percents are shown."""


def chance_in(game: Game[Any, Any, Any], state: Any, outcome: Outcome | None = None) -> float:
    """Return the first side's chance (0 to 1) of winning, in a state with everything revealed."""
    outcome = outcome or game.outcome(state)
    if outcome:
        return float(side_of(game, state) in outcome.winners) if outcome.winners else 0.5
    return game.thinking.chance(game.review.opened(state), game.seats(state)[0].key)


def entry_luck(battle: SeenBattle, n: int, chance: float) -> EntryLuck | None:
    """Return the luck of an entry's dice; None if no dice were rolled.

    `chance` is the first side's chance of winning after the entry.
    """
    game = battle.game
    before, record = battle.moment(n)
    if isinstance(record.command, UnknownCommand):
        return None
    if game.dice_rolled(before) == game.dice_rolled(battle.at(n)):
        return None
    found = []
    for number in range(ROLLS):
        dice = Dice(derive_seed(battle.seed, f"fortune {n} {number}"))
        try:
            events = game.decide(before, record.seat, record.command, dice)
        except Refused:  # the choice is illegal with these dice
            return None
        found.append(chance_in(game, fold(game, before, events)))
    mean = sum(found) / ROLLS
    spread = sum((each - mean) ** 2 for each in found) / (ROLLS - 1)
    # An end outside the rules is not luck; before such an end the entry is judged by its own state.
    came = chance if game.outcome(battle.at(n)) or n < battle.position else None
    came = chance_in(game, battle.at(n)) if came is None else came
    return EntryLuck(round(came - mean, 6), round(sqrt(spread / ROLLS), 6))


class Sums(NamedTuple):
    """The change of the chance of winning during a battle, split by cause: dice, choices, and the
    rest.

    All figures are for the first seat's side; `begun + dice + choices + rest` equals `ended`.
    """

    begun: float
    ended: float
    dice: float
    error: float
    """The standard error of `dice`, and also of `choices`. The figures are estimates, because only
    a few of all possible rolls are tried."""
    choices: float
    """The change from the choices of both sides together.

    They are not split by side, because the evaluation underestimates the side to move; so each
    side's choices would seem to improve its chance."""
    rest: float
    """The change from events outside the rules, such as a resignation."""


class Share(NamedTuple):
    """The change of the first side's chance of winning in entry `n`, split by cause as in
    `Sums`.
    """

    n: int
    dice: float
    choice: float
    rest: float


def shares(curve: Curve, battle: SeenBattle, last: int | None = None) -> list[Share] | None:
    """Return the change of the chance of winning in each entry up to `last`, or up to the end.

    None until every position up to there has been judged.
    """
    last = battle.position if last is None else last
    if curve.unweighed or any(n not in curve.chances for n in range(last + 1)):
        return None
    found = []
    for n in range(1, last + 1):
        change = curve.chances[n] - curve.chances[n - 1]
        dice = curve.dice[n].gave if n in curve.dice else 0.0
        rest = 0.0
        if n == battle.position and not battle.game.outcome(battle.state):
            # The battle ended outside the rules, such as by a resignation.
            rest = curve.chances[n] - chance_in(battle.game, battle.state)
        found.append(Share(n, dice, change - dice - rest, rest))
    return found


def sums(curve: Curve, battle: SeenBattle, last: int | None = None) -> Sums | None:
    """Return the changes in all entries up to `last`, or up to the end, added up.

    None until every position up to there has been judged.
    """
    last = battle.position if last is None else last
    found = shares(curve, battle, last)
    if found is None:
        return None
    errors = (gift.error**2 for n, gift in curve.dice.items() if n <= last)
    return Sums(
        curve.chances[0],
        curve.chances[last],
        sum(each.dice for each in found),
        sqrt(sum(errors)),
        sum(each.choice for each in found),
        sum(each.rest for each in found),
    )


DECIDED = 0.95
"""A battle counts as decided once the winner's chance has risen above this for good."""


def decided_at(curve: Curve) -> int | None:
    """Return the number of the entry after which the winner's chance never fell below `DECIDED`
    again.

    None if nobody won, if the battle was undecided to the end, or if a position has not been judged
    yet.
    """
    last = curve.positions - 1
    if len(curve.chances) < curve.positions or curve.chances[last] not in (0.0, 1.0):
        return None
    won = curve.chances[last]
    n = last
    while n and abs(curve.chances[n - 1] - won) < 1 - DECIDED:
        n -= 1
    return n if n < last else None


def luck_lines(curve: Curve, battle: SeenBattle, last: int | None = None) -> list[str]:
    """Return a line on how much dice and choices changed the chances, and a line on when the battle
    was decided; [] until every position has been judged.
    """
    found = sums(curve, battle, last)
    if found is None:
        return []
    err = f" (give or take {found.error:.0%})" if found.error >= LEAST else ""
    parts = [f"dice {found.dice:+.0%}{err}", f"choices {found.choices:+.0%}"]
    if abs(found.rest) >= LEAST:
        parts.append(f"agreements {found.rest:+.0%}")
    lines = [
        f"{curve.name}'s chances went from {found.begun:.0%} to {found.ended:.0%}: "
        f"{', '.join(parts)}"
    ]
    n = decided_at(curve)
    if n is not None and last in (None, battle.position):
        turn = battle.game.screen.status(battle.game.view(battle.at(n), "")).turn
        other = next(name for side, name in side_names(battle).items() if side != curve.side)
        winner = curve.name if found.ended else other
        lines.append(
            f"decided at entry {n}, {turn}: from there on {winner} had a chance to win of over "
            f"{DECIDED:.0%}"
        )
    return lines


def finding_lines(curve: Curve, battle: SeenBattle, most: int) -> list[str]:
    """Return the findings of a curve in lines of text: the largest swings of the chance, luck and
    skill, and the costliest choices.
    """
    lines = [f"{curve.name}'s chances, judged at {pluralized(len(curve.chances), 'position')}"]
    for n in sorted(curve.swings(most)):
        lines.append(f"  entry {n}: from {curve.chances[n - 1]:.0%} to {curve.chances[n]:.0%}")
    lines += luck_lines(curve, battle)
    found = curves.proved_choices(curve)
    for choice, trial in found[:most]:
        lines.append(f"  entry {choice.n}: {curves.effect_text(choice, trial)}")
    if curve.trials and not found and not proving.still_open(curve, battle):
        tried = pluralized(len(curve.trials), "choice")
        lines.append(
            f"no choice is proved to have cost the battle: {tried} were played out both ways"
        )
    if curve.unweighed:
        lines.append(
            f"dice and choices are not judged: the battle was played under {curve.unweighed}"
        )
    return lines


def as_json(curve: Curve, battle: SeenBattle) -> dict[str, Any]:
    """Return the findings as plain data: proved choices, chances by entry, luck and skill."""
    found, moved = sums(curve, battle), shares(curve, battle)
    return {
        "side": curve.side,
        "costly": proving.as_json(curve, battle),
        "chances": {str(n): round(chance, 4) for n, chance in sorted(curve.chances.items())},
        "luck": None if found is None else {"gave": found.dice, "error": found.error},
        "skill": None if found is None else {"gave": found.choices},
        "agreed": None if found is None else found.rest,
        "shares": None if moved is None else [
            {"entry": each.n, "dice": each.dice, "choice": each.choice} for each in moved
        ],
        "decided": decided_at(curve),
    }  # fmt: skip


# Annotating: a battle judged part by part, in any process, and joined into its curve.


PART = 16
"""The number of positions judged in one batch. If judging is interrupted, each process loses at
most the work on one batch."""
COSTLY = 20
"""The number of costliest choices that are stored with their reasons."""


class Batch(msgspec.Struct, frozen=True):
    """A batch of work for one process: positions to be judged, or entries whose choices are to be
    judged.
    """

    judge: str
    """The version of the judging code, since a worker on another machine may have another one."""
    game: str
    data: str
    """The folder of a user's own data set; '' for the game's own."""
    numbers: tuple[int, ...]
    choices: bool = False
    tried: CostlyChoice | None = None
    """If set, the batch is one of playouts that check this choice, and `numbers` holds only the
    number of their first pair."""


class BatchResult(msgspec.Struct, frozen=True):
    """The result of one batch of judging."""

    chances: dict[int, float] = {}
    dice: dict[int, EntryLuck] = {}
    weighed: tuple[int, ...] = ()
    costly: tuple[CostlyChoice, ...] = ()
    trials: tuple[Trial, ...] = ()


def batches(curve: Curve, game: Game) -> list[Batch]:
    """Return the batches of a curve that are still to be judged: first positions, then choices."""
    unjudged = [n for n in range(curve.positions) if n not in curve.chances]
    return [
        Batch(curve.judge, game.name, game.data_folder, tuple(left[at : at + PART]), choices)
        for choices, left in ((False, unjudged), (True, curve.left))
        for at in range(0, len(left), PART)
    ]


def pending_playouts(curve: Curve, battle: SeenBattle) -> list[Batch]:
    """Return a batch of playouts for each costly choice on which more playouts are needed."""
    done = {each.n: each.of for each in curve.trials}
    return [
        Batch(curve.judge, battle.game.name, battle.game.data_folder, (done.get(each.n, 0),),
             tried=each)
        for each in proving.still_open(curve, battle)
    ]  # fmt: skip


def judge_batch(path: str, part: Batch) -> BatchResult:
    """Judge one batch of the battle file `path`, in a worker process."""
    facts = Path(path).stat()
    return _done(_opened(path, facts.st_mtime_ns, facts.st_size), part)


def _done(battle: Battle, part: Batch) -> BatchResult:
    if part.tried is not None:
        return BatchResult(trials=(proving.run_trials(battle, part.tried, part.numbers[0]),))
    return judge_entries(battle, part.numbers, part.choices)


def judge_remote_batch(task: bytes, file: bytes) -> BatchResult:
    """Judge one batch on another machine, from the bytes of the battle's file."""
    part = msgspec.json.decode(task, type=Batch)
    battle = _unpacked(file, part.game, part.data)
    if judge_version(battle) != part.judge:
        raise Refused(
            f"a worker judges by {judge_version(battle)}, but {part.judge} is needed; install the "
            "same Weather Gage there"
        )
    return _done(battle, part)


@lru_cache(maxsize=1)
def _opened(path: str, changed: int, size: int) -> Battle:
    """Open a battle for reading. Cached, because a worker judges hundreds of batches of one
    battle.
    """
    with Battle.open(path, write=False) as battle:
        return battle


@lru_cache(maxsize=1)
def _unpacked(file: bytes, game: str, data: str) -> Battle:
    """Return the battle in the bytes of a file.

    Cached, because a worker judges hundreds of batches of one battle.
    """
    if data:
        register(system(game).with_data(Path(data)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sent.battle"
        path.write_bytes(file)
        with Battle.open(path, write=False) as battle:
            return battle


def judge_entries(battle: SeenBattle, numbers: Iterable[int], choices: bool = False) -> BatchResult:
    """Judge the positions `numbers`; with `choices`, judge instead the choices in the entries
    `numbers`.
    """
    if choices:
        entries, seats = battle.entries, [seat.key for seat in battle.game.seats(battle.state)]
        costly: list[CostlyChoice] = []
        for n in numbers:
            start, one, before = battle.at(n - 1), entries[n - 1 : n], entries[: n - 1]
            found = hindsight.judge_choices(battle.game, start, one, battle.seed, seats, before)
            costly += [each for each in found if each]
        return BatchResult(weighed=tuple(numbers), costly=tuple(costly))
    chances: dict[int, float] = {}
    dice: dict[int, EntryLuck] = {}
    decides = not other_edition(battle.game, battle.header)
    for n in numbers:
        chances[n] = chance(battle, n)
        if n and decides:
            gave = entry_luck(battle, n, chances[n])
            dice |= {} if gave is None else {n: gave}
    return BatchResult(chances, dice)


def merge_batch(curve: Curve, found: BatchResult) -> Curve:
    """Return a curve with the result of another batch added."""
    curve = proving.with_trials(curve, found.trials)
    chances = {**curve.chances, **found.chances}
    dear = sorted(
        (*curve.costly, *found.costly),
        key=lambda each: (-proving.sort_key(each, chances.get(each.n - 1)), each.n),
    )
    return msgspec.structs.replace(
        curve,
        chances=chances,
        dice={**curve.dice, **found.dice},
        weighed=(*curve.weighed, *found.weighed),
        costly=tuple(dear[:COSTLY]),
    )


def chance(battle: SeenBattle, n: int) -> float:
    """Return the first side's chance (0 to 1) of winning at a position of a finished battle."""
    state = battle.at(n)
    outcome = battle.outcome() if n == battle.position else None
    return chance_in(battle.game, state, outcome)


# The computer's best line: how computer players would continue a battle from an entry, as a fork.


PLAYER = "captain"
"""The computer player that continues the battle. The player `admiral` would be too slow, since it
takes a second for each choice."""
LONGEST = 30
"""The maximum number of entries that `PLAYER` adds to a battle."""


def play_on(fork: Battle, going: Callable[[], bool], played: Callable[[int], None]) -> int:
    """Let computer players (`PLAYER`) continue a fork (a branch of a battle); return how many
    entries they added.

    They stop when the battle is over or has `LONGEST` new entries.

    It runs in a thread of its own. `going` returns False to stop early; `played` is called with the
    number of new entries after each.
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
