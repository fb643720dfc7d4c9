"""Fits the chance to win a position: `python -m tests.winning` records battles and fits weights.

    python -m tests.winning play iron_oak FOLDER --minutes 60
    python -m tests.winning fit iron_oak FOLDER [--write]

`play` records battles of all scenarios between all kinds of computer players. `fit` draws
positions from them, fits a logistic regression by scikit-learn (the extra `fit`), and prints how
well it predicts battles that the fit has not seen (cross-validation): log loss, Brier score,
calibration by tenth, and the log loss of each third of a battle. For comparison it prints the same
for the evaluation alone and for boosted trees. With `--write` it writes the weights to
data/SYSTEM/chance.toml.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from engine.arena import fight
from engine.arena.fighting import Stuck
from engine.arena.match import Match
from engine.base.errors import WeatherGageError
from engine.game.parts.thinking import Thinking
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.kit.dataset import using

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = (
    (60, "lieutenant", "lieutenant"), (8, "captain", "captain"), (6, "lieutenant", "captain"),
    (6, "captain", "lieutenant"), (7, "ensign", "lieutenant"), (7, "lieutenant", "ensign"),
    (6, "ensign", "ensign"),
)  # fmt: skip
"""(battles of 100, first player, second player): mostly lieutenants, because they are quick."""
SLOW = 25.0
"""After six battles of a scenario, more are played only if these took fewer seconds than this on
average.

Battles of some scenarios take an hour."""
POSITIONS = 12
"""The number of positions drawn from a battle; more would be too similar to teach the fit
anything."""
FOLDS = 5
"""The number of parts of the data for cross-validation: each is predicted by a fit to the
others."""
STRENGTHS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
"""The strengths (inverse of the penalty) of the fit, from which cross-validation chooses."""


class Position(NamedTuple):
    """A position of a battle with its result, for the side of the first seat."""

    battle: str
    third: int
    late: float
    features: dict[str, float]
    judgement: float
    """The chance to win that follows from the computer's evaluation alone."""
    won: float
    """The result: 1, 0, or 0.5 for a draw."""


def play(game: str, folder: Path, minutes: float, seed: int) -> None:
    """Record battles for some minutes; each scenario gets about the same time."""
    folder.mkdir(parents=True, exist_ok=True)
    names, took = system(game).scenarios(), dict[str, list[float]]()
    end, number = monotonic() + 60 * minutes, 0
    while monotonic() < end:
        random = Random(f"{game} {seed} {number}")
        means = {name: _mean(took.get(name, ())) for name in names}
        open_ = [name for name in names if len(took.get(name, ())) < 6 or means[name] < SLOW]
        scenario = random.choices(open_, [1 / (1 + means[name]) for name in open_])[0]
        _, a, b = random.choices(PLAYERS, [share for share, *_ in PLAYERS])[0]
        match = Match(game=game, scenario=scenario, a=a, b=b, seed=seed + number)
        path, began = folder / f"{scenario}.{a}.{b}.{seed + number}.battle", monotonic()
        try:
            fight(match, 0, str(path))
        except Stuck:
            path.unlink()
        took.setdefault(scenario, []).append(monotonic() - began)
        number += 1


def _mean(seconds: Sequence[float]) -> float:
    return sum(seconds) / len(seconds) if seconds else 1.0


def positions(game: str, folder: Path) -> Iterator[Position]:
    """Yield positions of every finished battle in a folder."""
    rules, room = system(game), import_module(f"engine.systems.{game}.thinking.thinking")
    with using(rules.data):
        for path in sorted(folder.glob("*.battle")):
            try:
                with Battle.open(path, write=False) as battle:
                    yield from _drawn(battle, room)
            except WeatherGageError as error:
                print(f"{path.name} is left out: {error}")


def _drawn(battle: Battle, room: Any) -> Iterator[Position]:
    outcome, rules = battle.outcome(), battle.game
    if outcome is None:
        return
    first = rules.seats(battle.state)[0]
    alone = first.fights_for in outcome.winners and len(outcome.winners) == 1
    shared = not outcome.winners or (first.fights_for in outcome.winners and not alone)
    random, last = Random(battle.header.id), battle.position
    for n in sorted(random.sample(range(last), min(POSITIONS, last))):
        state = rules.review.opened(battle.at(n))
        if not rules.setting_up(state):
            yield Position(
                battle.header.id,
                min(2, 3 * n // last),
                room.late(state),
                room.features(state, first.key),
                Thinking.chance(rules.thinking, state, first.key),
                0.5 if shared else float(alone),
            )


class Table(NamedTuple):
    """Positions as arrays.

    `x` has a row for each position; its columns are the features, and the features times `late`.
    """

    x: Any
    y: Any
    judgement: Any
    third: Any
    battles: Any


def table(found: Sequence[Position], names: Sequence[str]) -> Table:
    """Return positions as arrays, with the features of these names."""
    values = np.array([[each.features.get(name, 0.0) for name in names] for each in found])
    late = np.array([[each.late] for each in found])
    return Table(
        np.hstack([values, values * late]),
        np.array([each.won for each in found]),
        np.array([each.judgement for each in found]),
        np.array([each.third for each in found]),
        np.array([each.battle for each in found]),
    )


def doubled(y: Any) -> tuple[Any, Any, Any]:
    """Return (row, label, weight) for the fit: each row once as a win and once as a loss, weighted
    by its result.
    """
    rows = np.arange(len(y))
    return (
        np.concatenate([rows, rows]),
        np.concatenate([np.ones(len(y)), np.zeros(len(y))]),
        np.concatenate([y, 1 - y]),
    )


def log_loss(chances: Any, y: Any) -> float:
    """Return the log loss in nats; 0.693 is the loss of a constant 50%."""
    p = np.clip(chances, 1e-4, 1 - 1e-4)
    return float(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)))


def calibration(chances: Any, y: Any) -> Iterator[tuple[int, float, float]]:
    """Yield for each tenth of the chances: count, mean chance, share of wins (0 to 1)."""
    tenth = np.minimum(9, (chances * 10).astype(int))
    for number in range(10):
        inside = tenth == number
        if inside.any():
            yield int(inside.sum()), float(chances[inside].mean()), float(y[inside].mean())


def fit(game: str, folder: Path, write: bool) -> None:
    """Fit the weights, print the report, and with `write` store the weights.

    For the report each battle is predicted by a fit to the battles of the other four parts.
    """
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold

    found = list(positions(game, folder))
    names = sorted({name for each in found for name in each.features})
    every = table(found, names)
    # Scaled, so that the penalty is the same for all features. Not shifted, because the chances of
    # both sides must add up to 1.
    scale = np.sqrt((every.x**2).mean(axis=0)) + 1e-9

    def logistic(strength: float, of: Table) -> Any:
        rows, label, weight = doubled(of.y)
        model = LogisticRegression(C=strength, fit_intercept=False, max_iter=2000)
        return model.fit(of.x[rows] / scale, label, sample_weight=weight)

    def trees(of: Table) -> Any:
        rows, label, weight = doubled(of.y)
        model = HistGradientBoostingClassifier(max_depth=4, max_iter=150, learning_rate=0.06)
        return model.fit(of.x[rows] / scale, label, sample_weight=weight)

    def unseen(train: Callable[[Table], Any]) -> Any:
        chances = np.zeros(len(every.y))
        for used, unused in GroupKFold(FOLDS).split(every.x, groups=every.battles):
            model = train(_rows(every, used))
            chances[unused] = model.predict_proba(every.x[unused] / scale)[:, 1]
        return chances

    by_strength = {each: unseen(partial(logistic, each)) for each in STRENGTHS}
    best = min(STRENGTHS, key=lambda each: log_loss(by_strength[each], every.y))
    told = {
        "fit": by_strength[best],
        "judgement alone": every.judgement,
        "boosted trees": unseen(trees),
    }
    said = f"{len(set(every.battles))} battles, {len(every.y)} positions"
    print(f"{game}: {said}, strength {best}")
    for name, given in told.items():
        by_third = ", ".join(
            f"{log_loss(given[every.third == each], every.y[every.third == each]):.3f}"
            for each in range(3)
        )
        brier = float(np.mean((given - every.y) ** 2))
        loss = log_loss(given, every.y)
        print(f"  {name}: log loss {loss:.3f} ({by_third} by third), Brier {brier:.3f}")
    for count, mean, won in calibration(told["fit"], every.y):
        print(f"  {count:5} positions told {mean:4.0%} won {won:4.0%}")
    if write:
        weights = logistic(best, every).coef_[0] / scale
        path = ROOT / "data" / game / "chance.toml"
        path.write_text(written(said, names, weights), encoding="utf-8")
        print(f"  written to {path.relative_to(ROOT)}")


def _rows(of: Table, rows: Any) -> Table:
    return Table(*(column[rows] for column in of))


def written(said: str, names: Sequence[str], weights: Iterable[float]) -> str:
    """Return the text of chance.toml for these weights."""
    values = list(weights)
    lines = [
        "# The chance to win from a position: weights of its features, in log odds. Made by",
        "# `python -m tests.winning`; `late` is added by the last turn, by the turns played.",
        f'fitted = "{said}"',
    ]
    for title, part in (("weights", values[: len(names)]), ("late", values[len(names) :])):
        lines += ["", f"[{title}]"]
        lines += [f"{name} = {value:.4f}" for name, value in zip(names, part, strict=True)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Parse the command line, and play or fit."""
    parser = argparse.ArgumentParser(prog="python -m tests.winning", description=__doc__)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=500_000)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if asked.what == "play":
        play(asked.game, asked.folder, asked.minutes, asked.seed)
    else:
        fit(asked.game, asked.folder, asked.write)


if __name__ == "__main__":
    main()
