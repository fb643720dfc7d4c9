"""The command `balance`: which squadrons win more, or less, than their points say."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine.arena.balance import Entrant, Group, PointsVerdict, bouts, entrant, judged, pairs
from engine.arena.rating import MIDDLE
from engine.base.clean import clean
from engine.base.counting import counted
from engine.base.errors import FileFault, WeatherGageError
from engine.files.squadron_files import ENDING, games_with_catalogue
from engine.kernel.registry import system
from engine.players import make_player
from tui.commands.arena.fights import FoughtBattles, fight_all
from tui.commands.arena.sides import balance_of_sides
from tui.commands.arena.tables import TableRow, columns
from tui.commands.grammar import Misuse
from tui.commands.source import use_data_folder

MARKS = {"more": "wins more", "less": "wins less", "": ""}


def balance(chosen: Namespace) -> int:
    """Let all pairs of one size fight, and print which squadrons stand out.

    With scenarios, print which of their sides does. When stopped, of the battles that are over.
    """
    if chosen.scenario:
        if chosen.folder:
            raise Misuse("squadrons are balanced or scenarios, not both at once")
        return balance_of_sides(chosen)
    if chosen.option:
        raise Misuse("--option is for scenarios; squadrons have theirs by their size")
    data = use_data_folder(chosen.data)
    entrants, left_out = _entrants(_files(chosen.folder))
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
        found = _Found(chosen, entrants, left_out, judged(entrants, fights.found), fights)
        print(_as_json(found) if chosen.json else _as_text(found))
    return fights.code()


def _files(folder: str) -> list[Path]:
    """Return the squadron files of a folder, or those that came with the game."""
    if not folder:
        return sorted(
            path for game in games_with_catalogue() for path in game.building.ready().values()
        )
    if not Path(folder).is_dir():
        raise FileFault(f"{folder} is not a folder of squadron files")
    return sorted(Path(folder).glob(f"*{ENDING}"))


def _entrants(files: Sequence[Path]) -> tuple[list[Entrant], list[str]]:
    """Return the legal squadrons, and a sentence about every other file."""
    entrants, left_out = [], []
    for path in files:
        try:
            entrants.append(entrant(path))
        except WeatherGageError as error:
            left_out.append(clean(f"left out: {error}"))
    return entrants, left_out


class _Found(NamedTuple):
    """All that is printed of a balance."""

    chosen: Namespace
    entrants: Sequence[Entrant]
    left_out: Sequence[str]
    """Sentences about the squadrons that may not fight."""
    results: Sequence[Group]
    fights: FoughtBattles


def _as_text(found: _Found) -> str:
    chosen, fights = found.chosen, found.fights
    done = len(fights.found)
    count = (
        f"{done} of {fights.wanted} battles, stopped" if fights.stop else counted(done, "battle")
    )
    head = f"{count} of {chosen.player} against {chosen.player}, from seed {chosen.seed}"
    return "\n".join(
        [head, *(line for group in found.results for line in _group(group, found.entrants))]
    )


def _group(group: Group, entrants: Sequence[Entrant]) -> list[str]:
    size = [each for each in entrants if (each.game, each.scenario) == (group.game, group.scenario)]
    head = ["", f"{group.scenario}: {len(size)} squadrons"]
    if not group.verdicts:
        why = "none of the others is of its size" if len(size) == 1 else "not all have met"
        return [*head, f"  {', '.join(each.name for each in size)}: {why}"]
    rows: list[TableRow] = [
        ("squadron", "", "points", "won", "of", "rating", "95% interval", "by points", "over them")
    ]
    rows += [_row(each) for each in group.verdicts]
    padded = "; a draw was added to each pair, for one won or lost everything"
    scale = f"  Elo, the mean of all is {MIDDLE:.0f}{padded if group.padded else ''}"
    return [*head, *columns(rows, left=2), scale]


def _row(each: PointsVerdict) -> TableRow:
    return (
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


def _as_json(found: _Found) -> str:
    chosen, fights = found.chosen, found.fights
    facts: dict[str, Any] = {
        "player": chosen.player,
        "games": chosen.games,
        "seed": chosen.seed,
        "wanted": fights.wanted,
        "battles": len(fights.found),
        "entrants": found.entrants,
        "left_out": found.left_out,
        "groups": found.results,
    }
    return msgspec.json.encode(facts).decode()
