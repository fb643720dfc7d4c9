"""The command `series`: battles of any game in a chain, played on the screen."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any, NamedTuple

from tui.commands.play import computers_of, looks_of, make_ready, named, open_app


class Chain(NamedTuple):
    """What WHAT and the options mean: a game of series, a name, and the options of its set-up."""

    game: Any
    scenario: str
    options: dict[str, Any]


def series(chosen: Namespace) -> int:
    """Begin a series of a scenario, of one that ships, or of a file."""
    make_ready("series")
    from engine.files.begin import begin, drawn, fresh_seed, seated
    from engine.files.saves import saves_folder
    from engine.players import Player, dismiss
    from tui.commands.source import use_data_folder

    looks = looks_of(chosen)
    use_data_folder(chosen.data)
    game, scenario, options = chain(chosen)
    seed = fresh_seed() if chosen.seed is None else chosen.seed
    state = drawn(game, scenario, seed, options)
    players = seated(game, state, named(chosen), chosen.others or "human")
    battle = begin(game, scenario, players, saves_folder(chosen.saves), seed, options)
    sitting: dict[str, Player] = {}
    try:
        sitting = computers_of(chosen, battle)
        return open_app(looks, battle=battle, players=sitting)
    finally:
        battle.close()
        dismiss(sitting.values())


def chain(chosen: Namespace) -> Chain:
    """Return what is to be played; raises `Refused`, `SetUpFault` or `FileFault`."""
    from engine.base.errors import SetUpFault
    from engine.kernel.registry import SERIES, home, system, systems
    from tui.commands.source import options as of_the_set_up

    options = of_the_set_up(chosen)
    scenario, name = chosen.what, ""
    if Path(scenario).suffix == ".toml":
        from engine.game.position import nearest, read_toml, shown
        from engine.series.files import read

        plan = read(Path(scenario), read_toml(Path(scenario)))
        options |= {key: getattr(plan, key) for key in ("title", "best_of", "alternation", "carry")}
        options["battles"] = list(plan.battles)
        scenario, name = plan.battles[0], plan.game
        known = systems(name) if name else ()
        if name and name not in known:
            allowed = ", ".join(known)
            found = f"found {shown(name)}, allowed is one of {allowed}{nearest(name, known)}"
            raise SetUpFault(chosen.what, [("game", found)])
    for own in ("best_of", "alternation", "carry"):
        if getattr(chosen, own) is not None:
            options[own] = getattr(chosen, own)
    name = name or home(scenario).name
    game = system(name if name.startswith(SERIES) else f"{SERIES}{name}")
    return Chain(game, scenario, options)
