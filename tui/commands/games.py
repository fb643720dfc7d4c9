"""The command `games`: which games there are, and whose they are."""

from __future__ import annotations

import sys
from argparse import Namespace
from textwrap import fill

from engine.base.clean import clean
from engine.base.errors import WeatherGageError
from engine.kernel.registry import installed, system, systems
from tui.commands.grammar import FINE, NO


def games(_chosen: Namespace) -> int:
    """Print each game with its scenarios; return 1 when one of another package cannot be used."""
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
