"""One battle between computer players, from its set-up to its result."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from functools import cache
from inspect import unwrap
from pathlib import Path
from typing import Any

from engine.arena.match import BattleResult, Bout, Match, Pair, Winner, Work
from engine.base.errors import ProgramFault, WeatherGageError
from engine.game.game import Game, Outcome
from engine.game.parts.review import Aftermath
from engine.kernel.battle import Battle
from engine.kernel.registry import register, system
from engine.players import Player, dismiss, make_player

LIMIT = 20_000
"""A battle counts as endless after this many commands; a long battle has a few thousand."""


AHEAD = 3
"""The number of battles submitted in advance for each process, so that no process is idle. It is
small, because these battles are lost when the run is stopped."""
Fights = Generator[tuple[Bout, BattleResult], None, None]
"""Yields battles that have ended, each with its result, in the order in which they end."""


class Stuck(WeatherGageError):
    """The error about a battle that does not end, or that has no outcome and no open question."""


def play_out(battle: Battle, players: Mapping[str, Player], limit: int = LIMIT) -> Outcome:
    """Let the players answer for their seats until the battle is over, and return its outcome.

    Raises `Stuck` when it does not end within `limit` commands.
    """
    for _ in range(limit):
        if not battle.pending():
            break
        _play_on(battle, players)
    outcome = battle.outcome()
    if outcome is None:
        left = (
            "no player has a choice to make"
            if not battle.pending()
            else "it does not come to an end"
        )
        raise Stuck(
            f"the battle with seed {battle.seed} is stuck after {battle.position} commands: {left}"
        )
    return outcome


def _play_on(battle: Battle, players: Mapping[str, Player]) -> None:
    """Let the computer player of the seat that has the first open question answer this question."""
    question = battle.pending()[0]
    battle.answer(
        question.seat, players[question.seat].choose(battle.view(question.seat), question)
    )


def arrange(battle: Battle) -> None:
    """Let the computer player `lieutenant` give the commands of the set-up for all seats."""
    game = battle.game
    crew = {
        seat.key: make_player("lieutenant", game, battle.seed, seat.key)
        for seat in game.seats(battle.state)
    }
    while game.setting_up(battle.state) and battle.pending():
        _play_on(battle, crew)


def crews(game: Game, state: Any, seed: int, first: str, second: str) -> dict[str, Player]:
    """Return a player for each seat: `first` for seats of the first side, `second` for all others.

    The names may be those of programs, so call `dismiss` at the end.
    """
    seats = game.seats(state)
    home = seats[0].fights_for
    names = {seat.key: first if seat.fights_for == home else second for seat in seats}
    return {key: make_player(name, game, seed, key, programs=True) for key, name in names.items()}


def fight(match: Match, number: int, path: str = "") -> BattleResult:
    """Play battle `number` (from 0) of a match; with a path it is recorded in a file.

    Raises `Stuck`, `SetUpFault` or `ProgramFault`.
    """
    game = system(match.game)
    seed, created = match.seed + number, match.created
    battle = Battle.new(
        game, match.scenario, seed, match.options, path=path or None, created=created
    )
    swapped = match.swapped(number)
    names = (match.b, match.a) if swapped else (match.a, match.b)
    players: dict[str, Player] = {}
    try:
        if match.arranged:
            arrange(battle)
        players = crews(game, battle.state, battle.seed, *names)
        outcome = play_out(battle, players)
        game, state = battle.game, battle.state
        after = game.review.aftermath(battle.at(0), battle.entries)
        first = game.seats(state)[0]
        return BattleResult(
            number=number,
            winner=_winner(outcome, first.fights_for, swapped),
            turns=_turns(battle),
            commands=battle.position,
            reason=after.decided or outcome.reason,
            scores=tuple(_scores(after, swapped)),
            counts={
                head: _counted(after, place, swapped) for place, head in enumerate(after.counted)
            },
        )
    except ProgramFault as fault:
        battle.note(str(fault))
        raise ProgramFault(f"in the battle with seed {seed}, {fault}") from None
    finally:
        dismiss(players.values())
        battle.close()


FIGHT = Work(fight, BattleResult)


def _turns(battle: Battle) -> int:
    """Return the number of turns of a battle, or of all battles of a chain together."""
    game = battle.game
    # A game without chapters inherits `Game.chapter`, which a game with a data set wraps; `unwrap`
    # undoes that.
    if unwrap(type(game).chapter) is Game.chapter:
        return game.turn(battle.state)
    longest: dict[str, int] = {}
    for state in map(battle.at, range(battle.position + 1)):
        chapter = game.chapter(state)
        longest[chapter] = max(longest.get(chapter, 0), game.turn(state))
    return sum(longest.values())


def _winner(outcome: Outcome, first: str, swapped: bool) -> Winner:
    """Return which player won, `a` or `b`; '' for a draw, or when both sides win together."""
    if not outcome.winners:
        return ""
    home = first in outcome.winners
    away = any(side != first for side in outcome.winners)
    if home == away:
        return ""
    return "a" if home != swapped else "b"


def _scores(after: Aftermath, swapped: bool) -> Iterator[Pair]:
    """Yield the points of players a and b at the end of each turn.

    A turn without a score repeats the points of the turn before.
    """
    found = {(score.turn, score.side == after.sides[0]): score.points for score in after.scores}
    home = away = 0
    for turn in range(1, max((turn for turn, _ in found), default=0) + 1):
        home, away = found.get((turn, True), home), found.get((turn, False), away)
        yield (away, home) if swapped else (home, away)


def _counted(after: Aftermath, place: int, swapped: bool) -> Pair:
    """Return for each player the sum of one count over the player's ships, such as damage dealt.

    `place` is the column of the count in `Aftermath.counted`.
    """
    home = sum(ship.counts[place] for ship in after.ships if ship.side == after.sides[0])
    away = sum(ship.counts[place] for ship in after.ships) - home
    return (away, home) if swapped else (home, away)


@cache
def use_records(game: str, data: str) -> None:
    """Replace records of a game system by a user's own records.

    Cached, because the records need to be replaced only once in each process.
    """
    if data:
        register(system(game).with_data(Path(data)))
