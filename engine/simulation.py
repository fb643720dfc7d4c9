"""Whole battles between computer players: one, or many on all cores.

What happens in a battle follows from its seed and its players' names alone, so the
same match has the same results whatever the number of processes.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.battle import Battle
from engine.errors import WeatherGageError
from engine.game import Game, Outcome
from engine.players import Player, make_player
from engine.registry import system

LIMIT = 20_000
"""Commands after which a battle is taken to go on for ever; a long one has some thousand."""

Winner = Literal["a", "b", ""]


class Stuck(WeatherGageError):
    """A battle that does not end, or in which nobody has a choice and nothing is decided."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: a scenario, the two players, and the seed of the first battle."""

    game: str
    scenario: str
    a: str
    b: str
    seed: int = 1
    mirror: bool = False
    """Whether the players swap sides in every other battle."""
    arranged: bool = False
    """Whether the set-up is made by lieutenants, whoever plays."""
    options: dict[str, Any] = {}
    """Of the set-up, as `Game.set_up` takes them."""
    created: str = ""
    data: str = ""
    """The folder of a user's own records, for each process to read."""


class Fought(msgspec.Struct, frozen=True):
    """One battle of a match: which player won (none: a draw), and how long it was."""

    winner: Winner
    commands: int
    turns: int


class Tally(msgspec.Struct, frozen=True):
    """The results of a match. `seconds` is the time on the clock."""

    games: int
    a_wins: int
    b_wins: int
    draws: int
    seconds: float
    commands: int
    turns: int


def play_out(battle: Battle, players: Mapping[str, Player], limit: int = LIMIT) -> Outcome:
    """Let the players answer until the battle is over; `Stuck` when it does not end."""
    for _ in range(limit):
        if not battle.pending():
            break
        _play_on(battle, players)
    outcome = battle.outcome()
    if outcome is None:
        left = "nobody has a choice" if not battle.pending() else "it does not end"
        raise Stuck(
            f"the battle with seed {battle.seed} is stuck after {battle.position} commands: {left}"
        )
    return outcome


def _play_on(battle: Battle, players: Mapping[str, Player]) -> None:
    """Let the player of the first open question answer it."""
    decision = battle.pending()[0]
    answer = players[decision.seat].choose(battle.view(decision.seat), decision)
    option = decision.option(answer.option)
    battle.submit(decision.seat, option.filled(decision, answer.dial, answer.at))


def arrange(battle: Battle) -> None:
    """Let lieutenants set a battle up for all its seats, by recorded commands."""
    game = battle.game
    crew = {
        seat.key: make_player("lieutenant", game, battle.seed, seat.key)
        for seat in game.seats(battle.state)
    }
    while game.setting_up(battle.state) and battle.pending():
        _play_on(battle, crew)


def crews(
    game: Game[Any, Any, Any], state: Any, seed: int, first: str, second: str
) -> dict[str, Player]:
    """Return a player for every seat: `first` for the first side's, `second` for all others."""
    seats = game.seats(state)
    home = seats[0].side or seats[0].key
    return {
        seat.key: make_player(
            first if (seat.side or seat.key) == home else second, game, seed, seat.key
        )
        for seat in seats
    }


def fight(match: Match, number: int, path: str = "") -> Fought:
    """Play battle `number` (from 0) of a match, into a file where a path is given."""
    game = system(match.game)
    seed, created = match.seed + number, match.created
    battle = Battle.new(game, match.scenario, seed, match.options, path or None, created)
    swapped = match.mirror and number % 2 == 1
    names = (match.b, match.a) if swapped else (match.a, match.b)
    try:
        if match.arranged:
            arrange(battle)
        outcome = play_out(battle, crews(game, battle.state, battle.seed, *names))
        first = game.seats(battle.state)[0]
        return Fought(
            _winner(outcome, first.side or first.key, swapped),
            battle.position,
            game.turn(battle.state),
        )
    finally:
        battle.close()


def simulate(
    match: Match,
    games: int,
    jobs: int = 1,
    paths: Sequence[Path] = (),
    watch: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Play a match and return its tally; `watch` is told how many battles are over."""
    # A wrong set-up is refused before any process starts.
    system(match.game).set_up(match.scenario, match.options)
    began = time.perf_counter()
    fought = []
    with _fights(match, games, jobs, [str(path) for path in paths]) as fights:
        for result in fights:
            fought.append(result)
            watch(len(fought))
    winners = [result.winner for result in fought]
    return Tally(
        games=games,
        a_wins=winners.count("a"),
        b_wins=winners.count("b"),
        draws=winners.count(""),
        seconds=round(time.perf_counter() - began, 3),
        commands=sum(result.commands for result in fought),
        turns=sum(result.turns for result in fought),
    )


@contextmanager
def _fights(match: Match, games: int, jobs: int, paths: list[str]) -> Iterator[Iterator[Fought]]:
    """Yield the results of the battles in their order, played here or by `jobs` processes."""
    numbers = range(games)
    files = paths or [""] * games
    if jobs <= 1:
        yield (fight(match, number, path) for number, path in zip(numbers, files, strict=True))
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(match,))
    try:
        yield pool.map(fight, [match] * games, numbers, files, chunksize=1)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(match: Match) -> None:
    """Make a process ready: the user's records, and Ctrl+C left to the one that is watched."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if match.data:
        system(match.game).use_data(Path(match.data))


def _winner(outcome: Outcome, first: str, swapped: bool) -> Winner:
    """Return which player won; sides that won together are a draw between the two."""
    if not outcome.winners:
        return ""
    home = first in outcome.winners
    away = any(side != first for side in outcome.winners)
    if home == away:
        return ""
    return "a" if home != swapped else "b"
