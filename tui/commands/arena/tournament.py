"""The command `tournament`: every player fights every other; then all are rated."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.arena import BattleResult, Bout
from engine.arena.tournament import (
    MIDDLE,
    Encounter,
    Field,
    Rated,
    encounters,
    fit_ratings,
    fit_strengths,
    meetings,
)
from engine.base import files
from engine.base.errors import FileFault, Refused
from engine.base.files import read_text
from engine.base.text import pluralized
from engine.kernel.registry import game_with_scenario, system
from engine.players import make_player
from tui.commands.arena.results import TableRow, columns, fight_all, markdown
from tui.commands.grammar import Misuse
from tui.commands.source import switches, use_data_folder

LARGEST = 16 * 1024 * 1024
"""The maximum size in bytes of a document into which the tables are written."""
ANCHOR = "lieutenant"
"""The player whose rating is 1500 unless another is named; so ratings of several tournaments
compare."""
BEGIN, END = "<!-- tournament -->", "<!-- end of the tournament -->"
"""The comments in a document between which the tables are written."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a tournament, perhaps an unfinished one."""

    field: Field
    battles: int
    encounters: tuple[Encounter, ...]
    ratings: tuple[Rated, ...] = ()
    """The ratings, best first; () until all pairs have played."""
    anchor: str = ""
    """The player whose rating is 1500; '' if 1500 is the average of all players."""
    padded: bool = False
    rules: dict[str, str] = {}
    """{game system: version of its rules}."""


def tournament(chosen: Namespace) -> int:
    """Let the players fight, and print their ratings.

    After Ctrl+C or an error, use the battles that were finished.
    """
    if chosen.write:
        _read(chosen.write)
    # Any error in the players and scenarios is raised before the first battle.
    players: tuple[str, ...] = chosen.players
    if len(players) < 2 or len(set(players)) < len(players):
        raise Misuse("a tournament needs at least two players, each named once")
    data = use_data_folder(chosen.data)
    scenarios = tuple(dict.fromkeys(chosen.scenario))
    wanted = switches(chosen)
    systems = {scenario: game_with_scenario(scenario) for scenario in scenarios}
    for scenario, game in systems.items():
        seat = game.seats(game.set_up(scenario, wanted))[0].key
        for player in players:
            make_player(player, game, chosen.seed, seat, programs=True)
    field = Field(
        players=players,
        scenarios=scenarios,
        game={scenario: game.name for scenario, game in systems.items()},
        games=chosen.games,
        seed=chosen.seed,
        options=wanted,
        data=data,
    )
    if chosen.anchor and chosen.anchor not in field.players:
        known = ", ".join(field.players)
        raise Misuse(
            f"--anchor names '{chosen.anchor}', who does not play; name one of the players: {known}"
        )
    anchor = chosen.anchor or (ANCHOR if ANCHOR in field.players else "")
    fights = fight_all(field.bouts(), field.total, chosen.jobs)
    if fights.worth_telling:
        outcome = tournament_result(field, fights.found, anchor)
        if chosen.json:
            field = outcome.field
            facts: dict[str, Any] = {
                "players": field.players,
                "scenarios": field.scenarios,
                "games": field.games,
                "seed": field.seed,
                "wanted": field.total,
                "battles": outcome.battles,
                "anchor": outcome.anchor,
                "at": MIDDLE,
                "padded": outcome.padded,
                "rules": outcome.rules,
                "ratings": [msgspec.structs.asdict(each) for each in outcome.ratings],
                "encounters": [
                    {
                        **msgspec.structs.asdict(each),
                        "points": each.share.share,
                        "low": each.share.low,
                        "high": each.share.high,
                    }
                    for each in outcome.encounters
                ],
            }
            print(msgspec.json.encode(facts).decode())
        else:
            print(as_text(outcome))
        if chosen.write and not fights.stop:
            # Write the tables between their marks; read the file again, as it may have changed.
            before, after = _read(chosen.write)
            page = f"{before}{BEGIN}\n{as_markdown(outcome)}\n{END}{after}"
            files.write(Path(chosen.write), page.encode(), private=False)
            print(f"weathergage: the tables were written to {chosen.write}", file=sys.stderr)
    return fights.code()


def tournament_result(
    field: Field, found: Sequence[tuple[Bout, BattleResult]], anchor: str
) -> Result:
    """Return the ratings and encounters of a tournament.

    Of two players, an encounter names the stronger first.
    """
    rows = encounters(field, found)
    games = sorted(set(field.game.values()))
    plain = Result(
        field=field,
        battles=len(found),
        encounters=rows,
        anchor=anchor,
        rules={game: system(game).rules_version for game in games},
    )
    try:
        fit = fit_strengths(field.players, meetings(rows))
    except Refused:  # stopped before all pairs had met
        return plain
    ratings = fit_ratings(fit, meetings(rows), anchor)
    ranked = msgspec.structs.replace(field, players=tuple(each.name for each in ratings))
    return msgspec.structs.replace(
        plain, encounters=encounters(ranked, found), ratings=ratings, padded=fit.padded
    )


def as_text(result: Result) -> str:
    """Return the tables of a tournament as text for people."""
    field = result.field
    count = pluralized(result.battles, "battle")
    if result.battles < field.total:
        count = f"{result.battles} of {field.total} battles, stopped"
    lines = [f"{', '.join(field.scenarios)}: {count}, from seed {field.seed}", ""]
    if result.ratings:
        lines += [*columns(_standings(result)), "", f"  {_scale(result)}", ""]
    else:
        lines += ["  not all pairs have played, so there are no ratings yet", ""]
    return "\n".join([*lines, *columns(_pairs(result), left=3)])


def as_markdown(result: Result) -> str:
    """Return the tables of a tournament in Markdown, for a document."""
    field = result.field
    rules = ", ".join(f"{game} rules {version}" for game, version in result.rules.items())
    about = (
        f"{pluralized(result.battles, 'battle')}, {field.games} of each pair in each of "
        f"{', '.join(field.scenarios)}, from seed {field.seed}; {rules}. {_scale(result)}."
    )
    tables = [*markdown(_standings(result)), "", *markdown(_pairs(result), left=3)]
    return "\n".join([about, "", *tables])


def _scale(result: Result) -> str:
    who = f"{result.anchor} is fixed at" if result.anchor else "their mean is"
    padded = "; a draw was added to each pair, because one player won or lost every battle"
    return f"Elo ratings; {who} {MIDDLE:.0f}{padded if result.padded else ''}"


def _standings(result: Result) -> list[TableRow]:
    rows: list[TableRow] = [("player", "rating", "95% interval", "points", "battles")]
    for each in result.ratings:
        span = "anchor" if each.name == result.anchor else f"{each.low:.0f} to {each.high:.0f}"
        part = f"{each.points / max(each.games, 1):.1%}"
        rows.append((each.name, f"{each.rating:.0f}", span, part, str(each.games)))
    return rows


def _pairs(result: Result) -> list[TableRow]:
    rows: list[TableRow] = [
        ("scenario", "player", "against", "won", "drawn", "lost", "points", "95% interval")
    ]
    for each in result.encounters:
        share = each.share
        counts = (str(each.won), str(each.drawn), str(each.lost))
        span = f"{100 * share.low:.0f} to {100 * share.high:.0f}%" if each.games else ""
        part = f"{share.share:.1%}" if each.games else ""
        rows.append((each.scenario, each.a, each.b, *counts, part, span))
    return rows


def _read(name: str) -> tuple[str, str]:
    """Return (text before the tables, text after them) of a file.

    Raises `FileFault` if the file cannot be read or lacks the comments that mark the tables.
    """
    wording = read_text(name, LARGEST, "a page with tables")
    before, begun, rest = wording.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not (begun and ended):
        raise FileFault(
            f"{name} lacks the lines {BEGIN} and {END}; add them where the tables belong"
        )
    return before, after
