"""The curve of a battle: the chance of winning by entry, kept in a file beside the battle.

It is the computer's judgement of each position (`Thinking.evaluate`), with everything open, so a
battle must be over. How much judgement makes how much of a chance is fitted for each game to
battles between lieutenants (`Thinking.winning_odds`); at the end it is what came of the battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine.base import durable
from engine.base.errors import FileFault, Refused
from engine.base.reading import content, decoded
from engine.game.game import Game
from engine.kernel.battle import Battle
from engine.kernel.seen import SeenBattle

ENDING = ".curve"
JUDGE = 1
"""Raised when the same battle is judged another way, by other code or other figures."""
LARGEST = 4 * 1024 * 1024
"""Bytes of a curve's file: thirty for each of as many entries as a battle may have."""
PART = 16
"""Positions that are judged at a time: what is lost when it is stopped."""
STEEP = 30.0
"""Judgements beyond so many times the odds are as good as won: `exp` ends somewhere."""


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of the first seat's side, by position; some may still be missing."""

    battle: str
    """The id of the battle."""
    judge: str
    """By which rules, figures and code it was judged; another one makes it stale."""
    side: str
    name: str
    """What it is called: `Red`."""
    positions: int
    chances: dict[int, float]
    """From 0 to 1."""

    @property
    def whole(self) -> bool:
        """Tell whether every position is judged."""
        return len(self.chances) == self.positions

    def at(self, n: int) -> float | None:
        """Return the chance at a position; None where it is not judged yet."""
        return self.chances.get(n)

    def costliest(self, most: int) -> list[int]:
        """Return the positions with the largest swings from the one before, largest first."""
        both = [n for n in self.chances if n - 1 in self.chances]
        return sorted(both, key=lambda n: -abs(self.chances[n] - self.chances[n - 1]))[:most]


class Part(NamedTuple):
    """Positions of a battle file that are judged at a time, in whatever process."""

    path: str
    numbers: tuple[int, ...]


_decode = msgspec.json.Decoder(Curve).decode


def curve_path(battle: Path) -> Path:
    """Return where the curve of a battle file is kept."""
    return battle.with_name(f"{battle.name}{ENDING}")


def judge_of(battle: SeenBattle) -> str:
    """Return by what a battle is judged today."""
    game = battle.game
    return f"{game.name} {game.rules_version} {game.data_version} {JUDGE}"


def side_of(game: Game[Any, Any, Any], state: Any) -> str:
    """Return the side whose chances a curve tells: the first seat's."""
    first = game.seats(state)[0]
    return first.side or first.key


def _name(game: Game[Any, Any, Any], state: Any) -> str:
    first = game.seats(state)[0]
    return first.side or first.name


def begun(battle: Battle) -> Curve:
    """Return the curve that is kept beside a battle, or an empty one where it is stale or damaged.

    `Refused` while the battle goes on: with everything open it would tell secrets.
    """
    if battle.outcome() is None:
        raise Refused("a battle that goes on is not judged: it would tell what is hidden")
    fresh = Curve(
        battle=battle.header.id,
        judge=judge_of(battle),
        side=side_of(battle.game, battle.state),
        name=_name(battle.game, battle.state),
        positions=battle.position + 1,
        chances={},
    )
    kept = kept_beside(battle)
    stale = kept is None or kept.judge != fresh.judge or kept.positions != fresh.positions
    return fresh if stale or kept is None else kept


def kept_beside(battle: SeenBattle) -> Curve | None:
    """Return the curve beside a battle's file; None where there is none of this battle."""
    if battle.path is None:
        return None
    try:
        path = curve_path(battle.path)
        curve = decoded(_decode, content(path, LARGEST, "the curve of a battle"), path)
    except FileFault:
        return None
    sound = all(0 <= n < curve.positions and 0 <= c <= 1 for n, c in curve.chances.items())
    return curve if sound and curve.battle == battle.header.id else None


def keep(curve: Curve, battle: Path) -> None:
    """Write a curve beside its battle; raises `FileFault`."""
    durable.write(curve_path(battle), msgspec.json.encode(curve) + b"\n", private=False)


def parts(curve: Curve, path: Path) -> list[Part]:
    """Return what is still to be judged."""
    left = [n for n in range(curve.positions) if n not in curve.chances]
    return [Part(str(path), tuple(left[at : at + PART])) for at in range(0, len(left), PART)]


def judged(part: Part) -> dict[int, float]:
    """Return the chances at some positions of a battle file."""
    with Battle.open(part.path, write=False) as battle:
        return {n: chance(battle, n) for n in part.numbers}


def with_part(curve: Curve, chances: Mapping[int, float]) -> Curve:
    """Return a curve with more of its positions judged."""
    return msgspec.structs.replace(curve, chances={**curve.chances, **chances})


def chance(battle: SeenBattle, n: int) -> float:
    """Return the chance (0 to 1) of the first seat's side at a position, once all is over."""
    game, state = battle.game, battle.at(n)
    outcome = battle.outcome()
    if n == battle.position and outcome:
        return float(side_of(game, state) in outcome.winners) if outcome.winners else 0.5
    seat = game.seats(state)[0].key
    reasons = game.thinking.evaluate(game.review.opened(state), seat)
    steep = sum(reason.worth for reason in reasons) / game.thinking.winning_odds
    return 1 / (1 + exp(-max(-STEEP, min(STEEP, steep))))


def columns(curve: Curve, count: int) -> Iterable[float | None]:
    """Return the chance in each of so many columns of a picture, from the start to the end."""
    last = curve.positions - 1
    return (curve.at(round(column * last / max(1, count - 1))) for column in range(count))
