"""The commands that open the game on a terminal: the menu, `play`, `replay`."""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

from tui.commands.grammar import FINE, WRONG, Misuse
from tui.commands.parser import SEATS

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from engine.players import Player
    from tui.input.keys import Keymap
    from tui.screens.base import BaseScreen
    from tui.screens.game_app import GameApp
    from tui.screens.settings import Settings


IN_LINES = ("the game", "play", "replay", "learn", "mail move")
"""The commands that need no terminal if `--plain` is given."""


def prepare_first_frame(what: str) -> None:
    """Prepare to draw the first frame; raises `Misuse` when there is no terminal.

    Garbage collection is switched off, because it would delay the first frame. The application
    switches it on again when that frame is visible.
    """
    require_terminal(what)
    gc.disable()


def menu(chosen: Namespace) -> int:
    """Open the opening menu; with `--plain`, line by line."""
    from tui.commands.source import use_data_folder

    if chosen.plain:
        from tui.commands import plain

        use_data_folder(chosen.data)
        plain.menu(chosen.saves)
        return FINE
    prepare_first_frame("the game")
    looks = appearance_of(chosen)
    use_data_folder(chosen.data)
    return open_app(looks)


def play(chosen: Namespace) -> int:
    """Begin a scenario or a position, or continue a saved battle; with `--plain`, line by line."""
    if not chosen.plain:
        prepare_first_frame("play")
    from engine.players import dismiss

    looks = None if chosen.plain else appearance_of(chosen)
    # A program that does not exist is refused before the battle's file is created.
    from engine.players import PROGRAM

    for name in (*named(chosen), chosen.others or ""):
        if name.startswith(PROGRAM):
            from engine.players.program import split_command

            split_command(name.removeprefix(PROGRAM))
    battle = _battle(chosen)
    players: dict[str, Player] = {}
    try:
        players = computers_of(chosen, battle)
        if looks is not None:
            return open_app(looks, battle=battle, players=players)
        from tui.commands.plain import play_in_lines, write_line

        play_in_lines(battle, players)
        if battle.path and not battle.outcome():
            write_line(f"The battle is saved; go on with  {resume_command(battle.path)} --plain")
        return FINE
    finally:
        battle.close()
        dismiss(players.values())


def replay(chosen: Namespace) -> int:
    """Replay a saved battle; with `--plain`, line by line."""
    if not chosen.plain:
        prepare_first_frame("replay")
    from tui.commands.source import open_battle

    looks = None if chosen.plain else appearance_of(chosen)
    battle = open_battle(chosen, chosen.file)
    if looks is None:
        from tui.commands.plain import replay_in_lines

        with battle:
            replay_in_lines(battle, chosen.at or 0)
        return FINE

    def screen(app: GameApp) -> BaseScreen:
        from tui.replay.screen import ReplayScreen

        return ReplayScreen(battle, chosen.at or 0)

    try:
        return open_app(looks, start=screen)
    finally:
        battle.close()


def require_terminal(what: str) -> None:
    """Raise `Misuse` unless input and output are a terminal that can show screens."""
    from tui.terminal.terminal import DUMB, DUMB_TOLD

    lines = "; add --plain to play without one" if what in IN_LINES else ""
    for stream in (sys.stdin, sys.stdout):
        if stream is None or not stream.isatty():
            raise Misuse(f"{what} needs a terminal for its input and output{lines}")
    if os.environ.get("TERM") == DUMB:
        raise Misuse(f"{what} needs {DUMB_TOLD}{lines}")


def _battle(chosen: Namespace) -> Battle:
    """Return the battle that the command line names: a new one, whose file is created, or a saved
    one.
    """
    from engine.files.saves import (
        assign_seats,
        begin,
        begin_from,
        initial_state,
        random_seed,
        saves_folder,
    )
    from engine.kernel.registry import game_with_scenario
    from tui.commands.source import is_position, options, use_data_folder

    folder = saves_folder(chosen.saves)
    sitters, others = named(chosen), chosen.others or "human"
    named_file = bool(Path(chosen.what).suffix) or "/" in chosen.what or Path(chosen.what).is_file()
    if not named_file:  # it is a scenario
        use_data_folder(chosen.data)
        game = game_with_scenario(chosen.what)
        wanted = options(chosen)
        seed = random_seed() if chosen.seed is None else chosen.seed
        players = assign_seats(
            game, initial_state(game, chosen.what, seed, wanted), sitters, others
        )
        battle = begin(game, chosen.what, players, folder, seed, wanted)
        if chosen.random_setup:
            from engine.arena import arrange

            arrange(battle)  # by commands recorded in the file
        return battle
    if chosen.squadrons or chosen.option or chosen.random_setup:
        which = "--squadrons, --option and --random-setup"
        raise Misuse(f"{which} can only be used for a new battle of a scenario")
    if not is_position(chosen.what):
        if chosen.seed is not None:
            raise Misuse("--seed can only be used for a new battle; a saved battle keeps its dice")
        # If another process has locked the file, the battle can only be watched.
        from engine.base.errors import FileFault
        from engine.kernel.journal import Damage
        from tui.commands.source import open_battle

        try:
            return open_battle(chosen, chosen.what, write=True)
        except Damage:
            raise
        except FileFault as fault:
            # raises FileFault if the copy cannot be read either
            battle = open_battle(chosen, chosen.what)
            battle.notice = str(fault).replace(chosen.what, Path(chosen.what).name)
            return battle
    from engine.kernel.opening import read_position

    use_data_folder(chosen.data)
    game, state, seed, title = read_position(chosen.what)
    players = assign_seats(game, state, sitters, others)
    return begin_from(
        game, state, players, folder, seed if chosen.seed is None else chosen.seed, title=title
    )


def named(chosen: Namespace) -> list[str]:
    """Return the players named on the command line, one for each seat; '' if a seat has none."""
    return [getattr(chosen, seat) or "" for seat in SEATS]


def computers_of(chosen: Namespace, battle: Battle) -> dict[str, Player]:
    """Return {seat: computer player}: as named on the command line, otherwise as in the battle's
    file.
    """
    from engine.files.saved_battles import computers
    from engine.files.saves import assign_seats

    said = assign_seats(battle.game, battle.state, named(chosen), chosen.others or "")
    return computers(battle, said)


class Appearance(NamedTuple):
    """How the application looks, from the settings, the terminal and the command line."""

    settings: Settings
    keymap: Keymap
    options: dict[str, Any]
    mouse: bool | None


def appearance_of(chosen: Namespace) -> Appearance:
    """Return how the application is to look; raises `Misuse` or `FileFault` for a faulty keymap."""
    from engine.files.own_folders import config_folder
    from tui.input.keys import Keymap
    from tui.screens.settings import load
    from tui.terminal.terminal import depth, glyphs

    settings, notice = load()
    if notice:
        print(f"weathergage: {notice}", file=sys.stderr)
    keys = Path(chosen.keymap) if chosen.keymap else config_folder() / "keymap.toml"
    if chosen.keymap and not keys.is_file():
        raise Misuse(f"there is no file {keys} with your own keys")
    options = {
        "glyphs": glyphs(chosen.glyphs or settings.glyphs),
        "depth": depth(chosen.color or settings.color),
        "sync": chosen.sync and settings.sync,
        "saves": Path(chosen.saves) if chosen.saves else None,
    }
    mouse = {"on": True, "off": False}.get(settings.mouse)
    return Appearance(settings, Keymap.load(keys), options, mouse)


def open_app(looks: Appearance, **more: Any) -> int:
    """Run the application until the player leaves, and return its exit code."""
    from tui.app import WeatherGageApp

    app = WeatherGageApp(looks.settings, keymap=looks.keymap, **looks.options, **more)
    app.run(mouse=app.wants_mouse() if looks.mouse is None else looks.mouse)
    if app.return_code and not app.ended_by:
        return WRONG
    if app.ended_by and not app.battle:
        print("Everything is saved; go on with `weathergage`")
    elif app.battle and app.battle.path and not app.battle.outcome():
        print(f"The battle is saved; go on with  {resume_command(app.battle.path)}")
    return app.return_code or FINE


def resume_command(path: Path) -> str:
    """Return the command line that continues the battle of a file."""
    from engine.files.desks import is_by_mail

    if is_by_mail(path):
        return f"weathergage mail move {path.stem}"
    return f"weathergage play {quote(str(path))}"
