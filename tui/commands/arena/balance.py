"""The command `balance`: are squadrons worth their points? Are the sides of a scenario equal?"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.arena import Bout, Match, wilson
from engine.arena.balance import Entrant, Group, bouts, entrant, pairs, rate_groups
from engine.arena.tournament import MIDDLE
from engine.base.errors import FileFault, WeatherGageError
from engine.base.text import clean, pluralized
from engine.files.squadron_files import ENDING, games_with_catalogue
from engine.kernel.registry import game_with_scenario, system
from engine.players import make_player
from tui.commands.arena.results import TableRow, columns, fight_all
from tui.commands.grammar import Misuse
from tui.commands.source import switches, use_data_folder

# The balance of scenarios: how often each side wins when one player plays both.


class SideBalance(msgspec.Struct, frozen=True):
    """A scenario, the names of its sides, and how often each of them has won."""

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
        """Return the counts with one more battle; `winner` is `a` or `b`, or '' for a draw."""
        count = {"a": "first_won", "b": "second_won", "": "drawn"}[winner]
        return msgspec.structs.replace(self, **{count: getattr(self, count) + 1})


def balance_of_sides(chosen: Namespace) -> int:
    """Let one player fight both sides of each scenario, and print how often each side wins."""
    data, wanted = use_data_folder(chosen.data), switches(chosen)
    found: dict[str, SideBalance] = {}
    bouts: list[Bout] = []
    for name in dict.fromkeys(chosen.scenario):
        game = game_with_scenario(name)
        # A scenario or a player that is not usable is refused now, before any battle.
        seats = game.seats(game.set_up(name, wanted))
        make_player(chosen.player, game, chosen.seed, seats[0].key, programs=True)
        first = seats[0].fights_for
        sides: tuple[list[str], list[str]] = ([], [])
        for seat in seats:
            sides[seat.fights_for != first].append(seat.name)
        found[name] = SideBalance(name, " and ".join(sides[0]), " and ".join(sides[1]))
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
        if chosen.json:
            print(msgspec.json.encode(every).decode())
        else:
            done = len(fights.found)
            count = (
                f"{done} of {fights.wanted} battles, stopped"
                if fights.stop
                else pluralized(done, "battle")
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
            print("\n".join([head, "", *columns(rows, left=2)]))
    return fights.code()


# The command `balance`: which squadrons win more, or less, than their points predict.


MARKS = {"more": "wins more", "less": "wins less", "": ""}


def balance(chosen: Namespace) -> int:
    """Let all pairs of squadrons of one size fight, and print which squadrons stand out.

    If scenarios are given, compare their sides instead. After an interruption, print the results
    of the finished battles.
    """
    if chosen.scenario:
        if chosen.folder:
            raise Misuse(
                "`balance` compares squadrons or scenarios: give either a folder or --scenario"
            )
        return balance_of_sides(chosen)
    if chosen.option:
        raise Misuse(
            "--option can only be used with --scenario: squadrons fight by the options of their "
            "size"
        )
    data = use_data_folder(chosen.data)
    entrants, left_out = [], []
    for path in _files(chosen.folder):
        try:
            entrants.append(entrant(path))
        except WeatherGageError as error:
            left_out.append(clean(f"skipped: {error}"))
    for sentence in left_out:
        print(f"weathergage: {sentence}", file=sys.stderr)
    if not pairs(entrants):
        raise FileFault(f"{chosen.folder or 'the game'} has no two legal squadrons of one size")
    for each in entrants:
        game = system(each.game)
        seat = game.seats(game.set_up(each.scenario, {"squadrons": [each.path] * 2}))[0].key
        make_player(chosen.player, game, chosen.seed, seat, programs=True)
    wanted = len(pairs(entrants)) * chosen.games
    schedule = bouts(entrants, chosen.player, chosen.games, chosen.seed, data)
    fights = fight_all(schedule, wanted, chosen.jobs)
    if fights.worth_telling:
        groups = rate_groups(entrants, fights.found)
        if chosen.json:
            facts: dict[str, Any] = {
                "player": chosen.player,
                "games": chosen.games,
                "seed": chosen.seed,
                "wanted": fights.wanted,
                "battles": len(fights.found),
                "entrants": entrants,
                "left_out": left_out,
                "groups": groups,
            }
            print(msgspec.json.encode(facts).decode())
        else:
            done = len(fights.found)
            count = (
                f"{done} of {fights.wanted} battles, stopped"
                if fights.stop
                else pluralized(done, "battle")
            )
            head = f"{count} of {chosen.player} against {chosen.player}, from seed {chosen.seed}"
            print(
                "\n".join(
                    [
                        head,
                        *(line for group in groups for line in _group(group, entrants)),
                    ]
                )
            )
    return fights.code()


def _files(folder: str) -> list[Path]:
    """Return the squadron files in a folder; without a folder, those that ship with the game."""
    if not folder:
        return sorted(
            path for game in games_with_catalogue() for path in game.building.ready().values()
        )
    if not Path(folder).is_dir():
        raise FileFault(f"{folder} is not a folder of squadron files")
    return sorted(Path(folder).glob(f"*{ENDING}"))


def _group(group: Group, entrants: Sequence[Entrant]) -> list[str]:
    size = [each for each in entrants if (each.game, each.scenario) == (group.game, group.scenario)]
    head = ["", f"{group.scenario}: {len(size)} squadrons"]
    if not group.verdicts:
        why = (
            "no other squadron has the same size" if len(size) == 1 else "not all pairs have played"
        )
        return [*head, f"  {', '.join(each.name for each in size)}: {why}"]
    rows: list[TableRow] = [
        (
            "squadron",
            "",
            "points",
            "won",
            "of",
            "rating",
            "95% interval",
            "expected by points",
            "difference",
        )
    ]
    rows += [
        (
            each.name,
            MARKS[each.stands_out],
            str(each.points),
            f"{each.won:g}",
            str(each.games),
            f"{each.rating:.0f}",
            f"{each.low:.0f} to {each.high:.0f}",
            f"{each.expected:.0f}",
            f"{round(each.over):+d} +-{each.margin:.0f}",
        )
        for each in group.verdicts
    ]
    padded = "; a draw was added to each pair, because one squadron won or lost every battle"
    scale = f"  Elo ratings; their mean is {MIDDLE:.0f}{padded if group.padded else ''}"
    return [*head, *columns(rows, left=2), scale]
