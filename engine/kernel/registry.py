"""The registry of game systems by name; each is imported on first use.

Another package adds a game by an entry point of the group `weathergage.games`. Installed packages
are searched only for a name that is not built in, because the search takes longer than a quick
command of the command line.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

from engine.base.errors import FileFault, Refused
from engine.game.game import Game
from engine.game.position import format_value, list_words
from engine.kit.dataset import read_table
from engine.kit.records import shipped_folder

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "weathergage.games"
"""The group of entry points in which other packages name their games."""
_HOMES: dict[str, str] = {
    "oak_iron": "engine.systems.oak_iron.game:OakIron",
    "iron_oak": "engine.systems.iron_oak.game:IronOak",
    "wooden_ships": "engine.systems.wooden_ships.game:WoodenShips",
    "iron_oak_campaign": "engine.systems.iron_oak.campaign.game:IronOakCampaign",
}
_SYSTEMS: dict[str, Game] = {}


SERIES = "series:"
"""The prefix that makes the name of a game mean a series of battles of this game."""
_CHAINS: dict[str, Game] = {}


def register(game: Game) -> None:
    """Add a game system to the registry under its name."""
    _SYSTEMS[game.name] = game


def system(name: str) -> Game:
    """Return the game system with this name; it is imported on first use.

    Raises `Refused`, which lists the known names.
    """
    if name.startswith(SERIES):
        # A series is built again if another game object was registered under the inner name later.
        inner, made = system(name.removeprefix(SERIES)), _CHAINS.get(name)
        if made is None or getattr(made, "inner", None) is not inner:
            chains = import_module("engine.series.game")
            made = _CHAINS[name] = chains.SeriesGame(inner)
        return made
    if name not in _SYSTEMS:
        home = _HOMES.get(name)
        if home is None:
            entry = _entries().get(name)
            if entry is None:
                known = ", ".join(systems(name))
                raise Refused(f"no game system is called {format_value(name)}; known: {known}")
            whose = (
                f"{name}, a game of the package {entry.dist.name if entry.dist else entry.value}"
            )
            try:
                game = entry.load()()
                game.scenarios()
            except (Exception, SystemExit) as error:
                what = f"{type(error).__name__}: {error}".partition("\n")[0]
                raise FileFault(f"{whose}, cannot be used: {what}") from error
            if not isinstance(game, Game) or game.name != name:
                raise FileFault(f"{whose}, cannot be used: {entry.value} is no Game with that name")
            register(game)
        else:
            module, _, kind = home.partition(":")
            register(getattr(import_module(module), kind)())
    return _SYSTEMS[name]


def installed() -> dict[str, str]:
    """Return the packages that add a game to the built-in games: {name of the game: package}."""
    return {name: each.dist.name if each.dist else "" for name, each in _entries().items()}


def _entries() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value))
    return {each.name: each for each in reversed(found) if each.name not in _HOMES}


def series() -> tuple[str, ...]:
    """Return the names of the shipped series, each with the prefix `series:`."""
    shipped, known = import_module("engine.series.set_up").shipped(), systems()
    games = {each.game for each in shipped.values() if each.game in known}
    return tuple(f"{SERIES}{game}" for game in sorted(games))


def systems(*asked: object) -> tuple[str, ...]:
    """Return the names of all game systems: the built-in ones in their order, then others.

    Games of other packages that are not imported yet are included only if a name in `asked` is not
    built in.
    """
    names = (*_HOMES, *sorted(_SYSTEMS.keys() - _HOMES.keys()))
    if all(each in names for each in asked if isinstance(each, str)):
        return names
    return (*names, *sorted(_entries().keys() - set(names)))


def game_with_scenario(scenario: str, name: str = "") -> Game:
    """Return the game system that has a scenario; with a `name`, only that system may be it.

    Raises `Refused` if there is none.
    """
    known: list[str] = []
    asked = (name,) if name else _likely_first(scenario)
    for game in map(system, asked):
        if scenario in game.scenarios():
            return game
        known += game.scenarios()
    for chain in map(system, series()):
        if scenario in chain.scenarios() and name in ("", chain.name):
            return chain
        known += chain.scenarios()
    broken = ""
    for other in () if name else sorted(installed().keys() - set(systems())):
        try:
            game = system(other)
        except FileFault as fault:
            broken += f"; {fault}"
            continue
        if scenario in game.scenarios():
            return game
        known += game.scenarios()
    close = get_close_matches(scenario[:80], known, 1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    told = f"{list_words(known, scenario)}{hint}{broken}"
    raise Refused(f"no scenario is called {format_value(scenario)}; known: {told}")


def _likely_first(scenario: str) -> tuple[str, ...]:
    """Return the names of all game systems; a system that ships this scenario comes first.

    To ask a game for its scenarios imports the game and parses all its data; to read the cached
    tables of scenarios takes a hundredth of that time.
    """
    names = tuple({**_HOMES, **_SYSTEMS})
    for name in names:
        path = shipped_folder(name) / "scenarios.toml"
        if path.is_file() and scenario in read_table(path):
            return (name, *(each for each in names if each != name))
    return names
