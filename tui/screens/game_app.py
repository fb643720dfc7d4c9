"""The interface of the application for screens, and the keys about the terminal itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, Protocol, TypeVar

from tui.input.actions import Handlers

if TYPE_CHECKING:
    from collections import deque

    from textual import events

    from engine.base.errors import WeatherGageError
    from engine.files.own_folders import OwnFiles
    from engine.kernel.battle import Battle
    from engine.players import Player
    from engine.sitting.typed_words import Destination, SearchMatch
    from tui.input.keys import Keymap
    from tui.screens.base import BaseScreen
    from tui.screens.settings import Settings
    from tui.terminal.frame import ScreenBuffer
    from tui.terminal.looks import Ink
    from tui.terminal.terminal import Depth, Glyphs
    from tui.terminal.terminal_app import Sign
    from tui.terminal.theme import Palette


NAMES = ("paint", "suspend")
"""The names of the actions about the terminal itself. Their keys do nothing else on any screen."""


class TerminalKeys:
    """The handlers of the actions in `NAMES`, which are about the terminal itself."""

    def __init__(self, screen: BaseScreen) -> None:
        self._screen = screen

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "paint": self.act_paint,
            "suspend": self.act_suspend,
        }

    def act_paint(self) -> None:
        """Redraw the whole terminal."""
        self._screen.game_app.paint_again()

    def act_suspend(self) -> None:
        """Suspend the program, until the shell continues it."""
        self._screen.game_app.suspend_process()


# GameApp: the application's interface for screens, and the ways to open other screens.


P = ParamSpec("P")
T = TypeVar("T")


class Thinks(Protocol):
    """A function that runs slow functions in the background."""

    async def __call__(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the result of a slow function; keys are processed while it runs."""


class TakesTurns(Protocol):
    """What screens need of a terminal that may share the process with other terminals."""

    def in_turn(self, do: Callable[[], None], asks: object) -> None:
        """Run a callback when it is this terminal's turn, unless `asks`, the screen that asked for
        it, is closed.

        On one's own machine that is at once; on a host the terminals take turns in a fair queue.
        """


class GameApp(TakesTurns, Protocol):
    """What screens may use of the application.

    Screens are opened by name: a table of openers imports a screen when it is first opened.
    """

    settings: Settings
    battle: Battle | None
    """The current battle."""
    destinations: ClassVar[tuple[Destination, ...]]
    """Screens that the command palette can open from everywhere."""
    glyphs: Glyphs
    ink: Ink
    keymap: Keymap
    shown: ScreenBuffer
    """The cells that were last sent to the terminal, so that only changed cells are sent."""
    saves: Path | None
    """The player's own folder for battles; None for the usual one. On a host there is no such
    folder."""
    own_files: OwnFiles
    """The files in which this person's stars and answers to puzzles are stored."""
    thought: Thinks
    """Runs slow functions in the background; on a host one at a time for each person."""
    acted: deque[str]
    """The names of the latest actions, for a crash file."""
    menu_entry: str
    """The entry of the menu that was opened last; '' for none that stays highlighted."""
    environ: Mapping[str, str] | None
    """The environment variables of the terminal; None if they are those of this process."""

    def show(self, name: str, *args: Any, above: BaseScreen | None = None) -> None:
        """Open the screen with this name over the current one.

        Nothing is opened if `above`, the screen that asks for this, was closed meanwhile.
        """

    def open(self, screen: BaseScreen, above: BaseScreen | None = None) -> None:
        """Open a screen over the current one, unless `above`, the screen that asks for this, was
        closed.
        """

    def enter(self, screen: BaseScreen) -> None:
        """Close every screen and open another one."""

    def play(self, battle: Battle, players: Mapping[str, Player] | None = None) -> None:
        """Close every screen and open a battle; `players` is {seat (a player's place): computer
        player}.
        """

    def set_battle(self, battle: Battle | None) -> None:
        """Make a battle the current one; None for no battle.

        The file of the battle before is closed.
        """

    def open_menu(self) -> None:
        """Close every screen and open the menu."""

    def leave(self, screen: BaseScreen) -> bool:
        """Close a screen if it is on top of the others; return whether it was."""

    def return_to(self, screen: BaseScreen) -> None:
        """Close all screens above `screen`, so that it is visible again."""

    def exit(self) -> None:
        """Exit the game."""

    def call(self, sign: Sign, text: str = "") -> None:
        """Notify the player: ring the bell, set the window's title, or send a desktop
        notification.
        """

    def paint_again(self) -> None:
        """Redraw the whole terminal, whatever other programs have written to it."""

    def suspend_process(self) -> None:
        """Suspend the program until the shell continues it; show a message if that is not
        possible.
        """

    # Sentences

    def say(self, sentence: str) -> None:
        """Show a message on the current screen."""

    def describe(self, error: WeatherGageError) -> str:
        """Return an error as a sentence for the player."""

    # Keys that are typed before their screen is visible

    def hold(self, event: events.Key) -> None:
        """Keep a key press until the next screen is open."""

    def forget_keys(self) -> None:
        """Drop the keys that are kept for the next screen."""

    def release(self) -> None:
        """Give the current screen the keys that were kept for it."""

    # Settings

    def repaint(
        self,
        *,
        palette: Palette | None = None,
        glyphs: Glyphs | None = None,
        depth: Depth | None = None,
    ) -> None:
        """Change palette, glyph set or colour depth, and redraw every screen."""

    def keep_settings(self) -> None:
        """Write the settings; raises `FileFault` when that fails."""

    def settings_kept(self) -> str:
        """Return a sentence that says where settings are stored."""

    def switch_guide(self) -> None:
        """Switch the hints for a player's first turns on or off."""


class Traveller(Protocol):
    """What is needed of a screen on which the player chooses another screen to go to."""

    def knows(self, name: str) -> bool:
        """Tell whether the screen has an action."""

    @property
    def about_game(self) -> str:
        """The name of the game that the screen is about; '' if it is about no single game."""

    def open_screen(self, name: str, *args: Any) -> None:
        """Open another screen over this one."""


def other_destinations(screen: Traveller, app: GameApp) -> list[Destination]:
    """Return the screens that the palette can open from here, without those that an action of this
    screen opens.
    """
    return [each for each in app.destinations if not screen.knows(each.name)]


def open_destination(found: SearchMatch, screen: Traveller, app: GameApp) -> None:
    """Open the screen that a match of the search names.

    The menu replaces all screens; others are opened over the current one. Cards and rules open at
    the terms of the current game.
    """
    words, game = found.about
    if found.place == "menu":
        app.open_menu()
    elif found.place == "reference":
        screen.open_screen(found.place, words, game or screen.about_game)
    else:
        screen.open_screen(found.place)
