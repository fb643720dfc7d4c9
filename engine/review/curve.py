"""The curve of a battle: one side's chance of winning after each entry of its file, and the choices
that cost most of that chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, sqrt
from pathlib import Path
from typing import Any

import msgspec

from engine.base import files
from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.files import decode_data, read_bytes
from engine.base.text import pluralized
from engine.game.decision import Answer, Reason
from engine.game.game import Game
from engine.game.question import Fill, Sheet, question_of
from engine.kernel.battle import Battle
from engine.kernel.logbook import other_edition
from engine.kernel.seen import SeenBattle

# Costly choices, and the costliest of many.


class CostlyChoice(msgspec.Struct, kw_only=True, frozen=True):
    """A player's choice for which a better answer existed; `cost` is the difference of their scores
    in points.
    """

    n: int
    """The number of the choice's entry; the choice was made in the position before that entry."""
    turn: int
    seat: str
    name: str
    """The name of the seat that made the choice."""
    question: str
    chosen: str
    better: str
    cost: float
    reason: Reason | None = None
    """The main reason why the better answer is better: with a worth above 0, an advantage of the
    better answer; below 0, a disadvantage of the chosen one. None if the game gives no reasons."""
    slot: str = ""
    """If the question was a sheet (a form of several answers), the slot whose answer was judged;
    else ''."""
    instead: Answer | None = None
    """The better answer; None if the game cannot name it."""


def costliest(choices: Iterable[CostlyChoice | None], most: int) -> tuple[CostlyChoice, ...]:
    """Return at most `most` choices, the costliest first."""
    found = sorted(filter(None, choices), key=lambda choice: (-choice.cost, choice.n))
    return tuple(found[:most])


# The curve of a battle: the chance of winning at each position, stored in a file beside the battle.
# The chance follows from the computer's evaluation of the position (`Thinking.evaluate`) with
# everything revealed, so the battle must be over. For each game, it is a function of the
# evaluation, fitted to battles between `lieutenant` players (`Thinking.winning_odds`). The last
# point of the curve is the actual result.


ENDING = ".curve"
JUDGE = 5
"""The version of the judging code; increment it when the same battle would be judged differently.
"""
LARGEST = 4 * 1024 * 1024
"""The maximum size of a curve's file in bytes: about 40 for each entry of the longest battle."""


class EntryLuck(msgspec.Struct, frozen=True, array_like=True):
    """The luck of the dice in one entry: the change that they made to the chance of winning."""

    gave: float
    error: float
    """The standard error of the luck."""


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """The results of pairs of playouts that judge a choice; in each pair one playout follows the
    choice, the other the better answer.

    `better` and `chosen` count the victories of the choosing side after each of the two answers; a
    draw counts as half a victory.
    """

    n: int
    """The number of the entry in which the choice was made."""
    of: int
    """The number of pairs of playouts."""
    better: float
    chosen: float
    squares: float
    """The sum of (result after the better answer - result after the choice) squared over all pairs,
    from which the error is computed."""

    @property
    def gain(self) -> float:
        """The fraction of battles won after the better answer, minus the fraction won after the
        choice (-1 to 1).
        """
        return (self.better - self.chosen) / self.of if self.of else 0.0

    def combined_with(self, more: Trial) -> Trial:
        """Return the sum of two trials of the same choice."""
        return Trial(
            n=self.n,
            of=self.of + more.of,
            better=self.better + more.better,
            chosen=self.chosen + more.chosen,
            squares=self.squares + more.squares,
        )


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """The chance of winning of one side (that of the first seat) at each position of a battle, with
    the luck and the costly choices.

    While the battle is being judged, some values are missing.
    """

    battle: str
    """The id of the battle."""
    judge: str
    """The versions of the rules, of the figures and of the judgement; if one of them changes, the
    curve is stale."""
    side: str
    name: str
    """The name of the side whose chances these are, such as `Red`."""
    positions: int
    chances: dict[int, float]
    """The chance of winning at each position, from 0 to 1."""
    dice: dict[int, EntryLuck] = {}
    """{number of an entry with dice: their luck for the side `name`}."""
    weighed: tuple[int, ...] = ()
    """The numbers of the entries whose choices have already been judged."""
    costly: tuple[CostlyChoice, ...] = ()
    """The costliest choices, the worst first."""
    trials: tuple[Trial, ...] = ()
    """The results of playouts that check the costliest choices."""
    unweighed: str = ""
    """Why dice and choices of the battle cannot be judged, for example because it was played under
    older rules; '' if they can."""

    @property
    def whole(self) -> bool:
        """Whether every position and every choice has been judged."""
        return len(self.chances) == self.positions and not self.left

    @property
    def left(self) -> list[int]:
        """The numbers of the entries whose choices have not been judged yet."""
        weighed = set(self.weighed)
        every = () if self.unweighed else range(1, self.positions)
        return [n for n in every if n not in weighed]

    def at(self, n: int) -> float | None:
        """Return the chance of winning at a position; None if it is not judged yet."""
        return self.chances.get(n)

    def swings(self, most: int) -> list[int]:
        """Return the `most` positions at which the chance differs most from the position before,
        the largest change first.
        """
        both = [n for n in self.chances if n - 1 in self.chances]
        return sorted(both, key=lambda n: -abs(self.chances[n] - self.chances[n - 1]))[:most]


_decode = msgspec.json.Decoder(Curve).decode


def curve_path(battle: Path) -> Path:
    """Return the path of the file with the curve of a battle, beside the battle's file."""
    return battle.with_name(f"{battle.name}{ENDING}")


def judge_version(battle: SeenBattle) -> str:
    """Return a text that changes whenever a battle would be judged differently: the versions of
    rules, figures and judging code.
    """
    game = battle.game
    return f"{game.name} {game.rules_version} {game.data_version} {JUDGE}"


def side_of(game: Game[Any, Any, Any], state: Any) -> str:
    """Return the side whose chances a curve shows: the side of the first seat."""
    first = game.seats(state)[0]
    return first.fights_for


def side_names(battle: SeenBattle) -> dict[str, str]:
    """Return the name of each side; a side with only one seat has the seat's name."""
    seats: dict[str, list[str]] = {}
    for seat in battle.game.seats(battle.state):
        seats.setdefault(seat.fights_for, []).append(seat.name)
    return {side: names[0] if len(names) == 1 else side for side, names in seats.items()}


def load_curve(battle: Battle) -> Curve:
    """Return the stored curve of a battle; if there is none, or it is stale or damaged, an empty
    one.

    Raises `Refused` while the battle goes on, because the curve is computed with everything
    revealed and would give secrets away.
    """
    if battle.outcome() is None:
        raise Refused("a battle is judged when it is over: before that it would reveal secrets")
    side = side_of(battle.game, battle.state)
    fresh = Curve(
        battle=battle.header.id,
        judge=judge_version(battle),
        side=side,
        name=side_names(battle)[side],
        positions=battle.position + 1,
        chances={},
        unweighed=other_edition(battle.game, battle.header),
    )
    return resumable_curve(battle) or _inherited(fresh, battle)


def _inherited(fresh: Curve, battle: Battle) -> Curve:
    """Return the curve of a fork, filled from its parent's curve for the entries that both battles
    share.

    So only the new entries must be judged.

    `fresh` is the empty curve of the fork; it is returned unchanged if the parent has no curve. The
    parent's file must be in the same folder, and the shared entries are compared, because a forged
    header may name any parent.
    """
    parent = battle.header.parent
    if parent is None or battle.path is None:
        return fresh
    path = battle.path.with_name(Path(parent.path).name)
    if path == battle.path or not curve_path(path).is_file():
        return fresh
    try:
        with Battle.open(path, write=False) as other:
            pairs = zip(other.entries[: parent.entry], battle.entries, strict=False)
            shared = all(
                (one.seat, one.command, one.events) == (two.seat, two.command, two.events)
                for one, two in pairs
            )
            kept = resumable_curve(other) if shared and other.header.id == parent.id else None
    except WeatherGageError:
        return fresh
    if kept is None or kept.judge != fresh.judge or kept.side != fresh.side:
        return fresh
    # the last chance of a curve is not copied, because it is the result of that battle
    last = min(parent.entry, kept.positions - 2, fresh.positions - 2)
    costly = tuple(each for each in kept.costly if each.n <= last)
    return msgspec.structs.replace(
        fresh,
        chances={n: chance for n, chance in kept.chances.items() if n <= last},
        dice={n: gift for n, gift in kept.dice.items() if n <= last},
        weighed=tuple(n for n in kept.weighed if n <= last),
        costly=costly,
        trials=tuple(each for each in kept.trials if each.n <= last),
    )


def resumable_curve(battle: SeenBattle) -> Curve | None:
    """Return the curve beside a battle's file if judging can continue from it.

    None if there is no such curve, if it is stale, or if it contains impossible choices (the file
    may be forged).
    """
    kept = stored_curve(battle)
    if kept is None or kept.judge != judge_version(battle):
        return None
    return kept if all(_is_choice(each, battle) for each in kept.costly) else None


def _is_choice(choice: CostlyChoice, battle: SeenBattle) -> bool:
    """Tell whether playouts of a choice are possible: the seat had an open question, and the better
    answer was one of its options.
    """
    before, record = battle.moment(choice.n)
    answer = choice.instead
    if record.seat != choice.seat:
        return False
    try:
        question = question_of(battle.game.pending(before), choice.seat)
        if isinstance(question, Sheet):
            if choice.slot:
                question.slot(choice.slot)
            return answer is None or isinstance(record.command, Fill)
        if answer:
            question.option(answer.option).filled(question, answer.dial, answer.at)
    except Refused:
        return False
    return True


def stored_curve(battle: SeenBattle) -> Curve | None:
    """Return the curve beside a battle's file; None if there is none, or if it belongs to another
    battle.
    """
    if battle.path is None:
        return None
    try:
        path = curve_path(battle.path)
        curve = decode_data(_decode, read_bytes(path, LARGEST, "the curve of a battle"), path)
    except FileFault:
        return None
    own = curve.battle == battle.header.id and curve.positions == battle.position + 1
    return curve if own and _sound(curve, battle) else None


def _sound(curve: Curve, battle: SeenBattle) -> bool:
    """Tell whether a curve's figures are possible for the battle; its file may be forged."""
    seats = {seat.key: seat.fights_for for seat in battle.game.seats(battle.state)}
    places = (*curve.chances, *curve.dice, *curve.weighed)
    return (
        all(0 <= n < curve.positions for n in places)
        and all(1 <= each.n < curve.positions and each.seat in seats for each in curve.costly)
        and curve.side in seats.values()
        and all(0 <= chance <= 1 for chance in curve.chances.values())
        and all(abs(each.gave) <= 1 and 0 <= each.error <= 1 for each in curve.dice.values())
        and all(isfinite(each.cost) for each in curve.costly)
        and all(_is_trial(each, curve) for each in curve.trials)
    )


def _is_trial(trial: Trial, curve: Curve) -> bool:
    """Tell whether a trial's figures are possible; its file may be forged."""
    inside = all(0 <= won <= trial.of for won in (trial.better, trial.chosen, trial.squares))
    return trial.of > 0 and inside and trial.n in {each.n for each in curve.costly}


def store_curve(curve: Curve, battle: Path) -> None:
    """Write a curve beside its battle; raises `FileFault` if that fails."""
    path, data = curve_path(battle), msgspec.json.encode(curve) + b"\n"
    if len(data) > LARGEST:
        raise FileFault(f"{path} cannot be saved: the curve of a battle would be too large")
    files.write(path, data, private=False)


def columns(curve: Curve, count: int) -> Iterable[float | None]:
    """Return the chance of winning for each of `count` columns of a drawn curve.

    The columns go from the battle's start to its end; None where the chance is unknown.
    """
    last = curve.positions - 1
    return (curve.at(round(column * last / max(1, count - 1))) for column in range(count))


# Verdicts: what pairs of playouts (engine/review/proving.py) prove about a choice.


CANDIDATES = 2
"""For each side, this many choices are checked by playouts: those that were judged the costliest.
"""
BATCH = 12
"""The number of pairs of playouts in one batch."""
MOST = 60
"""The maximum number of pairs of playouts for a choice; in the scenario `quickstart` they take
about a minute."""
TOLD_BY = 48
"""A choice is reported only after this many pairs of playouts; with fewer, the error would be
large."""
WORTH = 0.05
"""The least difference in the chance of winning that is reported."""
SURE = 2.0
"""A difference is reported only if it is more than this many standard errors, so that it is hardly
luck."""


def error_of(trial: Trial) -> float:
    """Return the standard error of `Trial.gain`, the difference between the two answers.

    It is computed as if one more pair had had different results; otherwise a few pairs with equal
    results would seem to prove something.
    """
    of = trial.of + 1
    mean = (trial.better - trial.chosen) / of
    return sqrt(max(0.0, (trial.squares + 1) / of - mean * mean) / of)


def is_open(trial: Trial) -> bool:
    """Tell whether more playouts may still change the verdict on a choice."""
    if trial.of >= MOST:
        return False
    unsure = trial.gain <= SURE * error_of(trial)
    # A choice is dropped if the better answer has gained nothing in the first batch, because each
    # pair of battles takes a quarter of a second.
    return trial.of < BATCH or (trial.gain >= WORTH and (unsure or trial.of < TOLD_BY))


def is_proved(trial: Trial) -> bool:
    """Tell whether the better answer won clearly more often than the choice, by more than luck
    explains.
    """
    return not is_open(trial) and trial.gain >= WORTH and trial.gain > SURE * error_of(trial)


def proved_choices(curve: Curve) -> list[tuple[CostlyChoice, Trial]]:
    """Return the choices that playouts have proved to be costly, those that cost the most winning
    chance first.
    """
    trials = {each.n: each for each in curve.trials if is_proved(each)}
    found = [(each, trials[each.n]) for each in curve.costly if each.n in trials]
    return sorted(found, key=lambda pair: -pair[1].gain)


def effect_text(choice: CostlyChoice, trial: Trial, named: bool = True) -> str:
    """Return in words how many playouts the seat won after its choice, and after the better
    answer.

    Pass `named=False` where both answers are shown beside the text.
    """
    played = f"{pluralized(trial.of, 'battle')} played out from here"
    chosen, better = (f" ({choice.chosen})", f" ({choice.better})") if named else ("", "")
    return (
        f"{choice.name} won {trial.chosen:.0f} of {played} with the choice made{chosen}, and "
        f"{trial.better:.0f} with the better one{better}"
    )


def costly_entries(curve: Curve) -> tuple[int, ...]:
    """Return the numbers of the entries whose choices are proved to be costly, the costliest
    first.
    """
    return tuple(choice.n for choice, _ in proved_choices(curve))
