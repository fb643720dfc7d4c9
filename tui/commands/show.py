"""Commands that print one thing: `show`, `inspect`, `squadron`, `games`."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Any

import msgspec

from engine.base.errors import WeatherGageError
from engine.base.text import clean
from engine.kernel.opening import as_file_fault
from engine.kernel.registry import installed, system, systems
from engine.review.report import battle_lines
from tui.commands.grammar import FINE, NO, Misuse
from tui.commands.source import Source, load, use_data_folder

# The command `games`: the installed games, and their publishers.


def games(_chosen: Namespace) -> int:
    """Print each game with its scenarios; return 1 if a game from another package is not usable."""
    others, code = installed(), FINE
    for name in (*systems(), *sorted(others.keys() - set(systems()))):
        try:
            game = system(name)
        except WeatherGageError as error:
            print(f"weathergage: {clean(str(error))}", file=sys.stderr)
            code = NO
            continue
        whose = f", of the package {others[name]}" if others.get(name) else ""
        print(clean(f"{name}: {game.title}{whose}"))
        print(
            fill(
                clean(", ".join(game.scenarios())), 78, initial_indent="  ", subsequent_indent="  "
            )
        )
    return code


# The command `squadron`: check whether a squadron is legal, or print it.


def check(chosen: Namespace) -> int:
    """Print whether a squadron is legal, or everything that is wrong with it; return 1 if it is
    illegal.
    """
    from engine.base.text import clean
    from engine.building import check as judged

    use_data_folder(chosen.data)
    verdict = judged(_file(chosen))
    if chosen.json:
        told = {
            "legal": verdict.legal,
            "points": verdict.points,
            "limit": verdict.limit,
            "faults": [{"path": path, "text": text} for path, text in verdict.faults],
            **({"notes": verdict.notes} if verdict.notes else {}),
        }
        print(json.dumps(told))
    else:
        limit = "" if verdict.limit is None else f" of {verdict.limit}"
        says = f"{'legal' if verdict.legal else 'not legal'}, {verdict.points}{limit} points"
        print(f"{verdict.name or clean(str(chosen.file))}: {says}")
        for path, text in verdict.faults:
            print(f"  {path}: {text}" if path else f"  {text}")
        for note in verdict.notes:
            print(f"  note: {note}")
    return FINE if verdict.legal else NO


def show_squadron(chosen: Namespace) -> int:
    """Print a squadron with every value, card and price; return 1 if it is not legal."""
    from engine.building import sheet
    from engine.game.parts.building import render_document

    use_data_folder(chosen.data)
    paper, legal = sheet(_file(chosen))
    print(render_document(paper, chosen.format), end="")
    return FINE if legal else NO


def _file(chosen: Namespace) -> str:
    """Return the path of the squadron file named on the command line: a path, or the name of a
    squadron.
    """
    from engine.files.saves import squadrons_folder
    from engine.files.squadron_files import resolve_squadron

    return resolve_squadron(chosen.file, squadrons_folder(chosen.saves))


# The commands that print one situation: `show` and `inspect`.


PAGE = (120, 40)
"""Columns and rows of the chart if the output is not a terminal."""


def show(chosen: Namespace) -> int:
    """Print one chart of a situation, with the cards of the ships."""
    from tui.chart.layouts import LEAST
    from tui.panel.battle_frame import compose, render_text
    from tui.screens.settings import load as load_settings
    from tui.terminal.terminal import glyphs

    columns, rows = _size(chosen)
    if columns < LEAST[0] or rows < LEAST[1]:
        raise Misuse(f"a chart needs {LEAST[0]} by {LEAST[1]} cells, not {columns} by {rows}")
    source = load(chosen)
    settings, _ = load_settings()
    # Without `--color`, a terminal gets the usual number of colours; elsewhere there are none,
    # unless an environment variable forces them.
    from tui.terminal.terminal import depth, forced_depth

    asked = chosen.color or "auto"
    if sys.stdout.isatty() or asked != "auto":
        colours = depth(chosen.color or settings.color)
    else:
        found = forced_depth()
        colours = depth(settings.color) if settings.color != "auto" and found != "none" else found
    with as_file_fault(source.battle):
        page = compose(
            source.game,
            source.game.view(source.state, ""),
            columns,
            rows,
            glyphs(chosen.glyphs or settings.glyphs),
            log=_log(source, chosen.at, rows),
        )
    print(render_text(page, settings.palette, colours))
    return FINE


def _size(chosen: Namespace) -> tuple[int, int]:
    """Return (columns, rows) as requested; otherwise those of the terminal, less a row for the
    prompt.

    A terminal may report any size; the result is at most that of a screen of the game.
    """
    from tui.terminal.terminal import page

    columns, rows = page(sys.stdout, PAGE)
    return chosen.width or columns, chosen.height or (rows - 1 if sys.stdout.isatty() else rows)


def _log(source: Source, at: int | None, most: int) -> list[str]:
    """Return the latest lines of the battle's log, at most `most`, up to the entry `at`."""
    if source.battle is None:
        return []
    last = source.battle.position if at is None else at
    lines = (line.text for line in battle_lines(source.battle, max(1, last - most), last))
    return list(lines)[-most:]


def inspect(chosen: Namespace) -> int:
    """Print the values that the rules use, for all ships or for one ship, and for an order if one
    is given.
    """
    source = load(chosen)
    with as_file_fault(source.battle):
        ship, order = chosen.ship, chosen.plot
        named, colon, rest = order.partition(":")
        if colon:
            if not (named and rest):
                raise Misuse(f"--plot names a ship and her order, such as A1:2R1, not {order}")
            if ship and named != ship:
                raise Misuse(f"--plot names the ship {named}, but --ship names {ship}")
            ship, order = named, rest
        if order and not ship:
            raise Misuse("--plot is for one ship: name it with --ship, or write A1:2R1")
        subject = source.game.positions.subject(ship, order)
        if chosen.json:
            ships = source.game.positions.inspect(source.state, subject)
            print(msgspec.json.encode({"game": source.game.name, "ships": ships}).decode())
        else:
            facts = source.game.positions.explain(source.state, subject)
            print(source.title, *_lines(facts, 0), sep="\n")
        return FINE


def _lines(facts: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yield nested values as indented lines; a mapping of plain values takes one line."""
    for key, value in facts.items():
        name = "  " * depth + (str(key).replace("_", " ") if str(key).islower() else str(key))
        if not isinstance(value, Mapping):
            yield f"{name}: {_plain(value)}"
        elif any(isinstance(inner, Mapping) for inner in value.values()):
            yield name
            yield from _lines(value, depth + 1)
        else:
            yield f"{name}: {_on_one_line(value)}"


def _on_one_line(facts: Mapping[str, Any]) -> str:
    """Return plain values as one line.

    If one of them is the reason why something is illegal, it comes first.
    """
    given = {key: value for key, value in facts.items() if value is not None}
    verdict = []
    if "legal" in given:
        why_not = given.pop("why_not", "not open")
        verdict.append("yes" if given.pop("legal") else f"no, {why_not}")
    parts = (f"{key.replace('_', ' ')} {_plain(value)}" for key, value in given.items())
    return "; ".join([*verdict, *parts]) or "none"


def _plain(value: Any) -> str:
    """Return a value in words: `yes`, `none`, `0.5`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")
