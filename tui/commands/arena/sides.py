"""The balance of scenarios: which side wins how often when one player fights on both."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

import msgspec

from engine.arena import Bout, Match, wilson
from engine.base.counting import counted
from engine.game.game import Game
from engine.kernel.registry import home
from engine.players import make_player
from tui.commands.arena.fights import FoughtBattles, fight_all
from tui.commands.arena.tables import TableRow, columns
from tui.commands.source import switches, use_data_folder


class SideBalance(msgspec.Struct, frozen=True):
    """A scenario and how often each of its sides has won."""

    scenario: str
    first: str
    second: str
    first_won: int = 0
    drawn: int = 0
    second_won: int = 0

    @property
    def games(self) -> int:
        """The number of battles."""
        return self.first_won + self.drawn + self.second_won

    def also(self, winner: str) -> SideBalance:
        """Return the count with one more battle; '' is a draw."""
        count = {"a": "first_won", "b": "second_won", "": "drawn"}[winner]
        return msgspec.structs.replace(self, **{count: getattr(self, count) + 1})


def balance_of_sides(chosen: Namespace) -> int:
    """Let the player fight both sides of each scenario, and print which side wins how often."""
    data, wanted = use_data_folder(chosen.data), switches(chosen)
    found: dict[str, SideBalance] = {}
    bouts: list[Bout] = []
    for name in dict.fromkeys(chosen.scenario):
        game = home(name)
        found[name] = _unfought(game, name, wanted, chosen)
        player = chosen.player
        match = Match(
            game=game.name,
            scenario=name,
            a=player,
            b=player,
            seed=chosen.seed,
            arranged=game.setting_up(game.set_up(name, wanted)),
            options=wanted,
            data=data,
        )
        bouts += [Bout(match, number) for number in range(chosen.games)]
    fights = fight_all(bouts, len(bouts), chosen.jobs)
    for bout, fought in fights.found:
        found[bout.match.scenario] = found[bout.match.scenario].also(fought.winner)
    if fights.worth_telling:
        every = list(found.values())
        print(
            msgspec.json.encode(every).decode() if chosen.json else _as_text(every, chosen, fights)
        )
    return fights.code()


def _unfought(
    game: Game[Any, Any, Any], name: str, wanted: dict[str, Any], chosen: Namespace
) -> SideBalance:
    """Return a scenario before its first battle; raises what is wrong with it or its player."""
    seats = game.seats(game.set_up(name, wanted))
    make_player(chosen.player, game, chosen.seed, seats[0].key, programs=True)
    first = seats[0].fights_for
    sides: tuple[list[str], list[str]] = ([], [])
    for seat in seats:
        sides[seat.fights_for != first].append(seat.name)
    return SideBalance(name, " and ".join(sides[0]), " and ".join(sides[1]))


def _as_text(every: list[SideBalance], chosen: Namespace, fights: FoughtBattles) -> str:
    done = len(fights.found)
    count = (
        f"{done} of {fights.wanted} battles, stopped" if fights.stop else counted(done, "battle")
    )
    head = f"{count} of {chosen.player} against {chosen.player}, from seed {chosen.seed}"
    rows: list[TableRow] = [
        ("scenario", "first side", "won", "drawn", "lost", "second side", "points")
    ]
    for each in every:
        points = each.first_won + each.drawn / 2
        low, high = wilson(points, each.games)
        span = f"{100 * low:.0f} to {100 * high:.0f}%" if each.games else ""
        counts = (str(each.first_won), str(each.drawn), str(each.second_won))
        rows.append((each.scenario, each.first, *counts, each.second, span))
    return "\n".join([head, "", *columns(rows, left=2)])
