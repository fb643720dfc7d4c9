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
    from engine.sitting.typed_words import Destination
    from tui.input.keys import Keymap
    from tui.screens.base import BaseScreen
    from tui.screens.settings import Settings
    from tui.terminal.frame import ScreenBuffer
    from tui.terminal.looks import Ink
    from tui.terminal.terminal import Depth, Glyphs
    from tui.terminal.terminal_app import Sign
    from tui.terminal.theme import Palette


NAMES = ("paint", "suspend")
"""The actions about the terminal; they take precedence over a screen's own handling of a key."""


class TerminalKeys:
    """Handlers of the actions about the terminal (`NAMES`) on a screen."""

    def __init__(self, screen: BaseScreen) -> None:
        self._screen = screen

    def handlers(self) -> Handlers:
        """Return {name of an action in the registry: its handler} for the actions of this class."""
        return {
            "paint": self.act_paint,
            "suspend": self.act_suspend,
        }

    def act_paint(self) -> None:
        """Redraw the whole terminal."""
        self._screen.game_app.paint_again()

    def act_suspend(self) -> None:
        """Suspend until the shell continues the game."""
        self._screen.game_app.suspend_process()


# GameApp: the application's interface for screens, and the ways to open other screens.


P = ParamSpec("P")
T = TypeVar("T")


class Thinks(Protocol):
    """A function that runs slow functions in the background."""

    async def __call__(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the result of a slow function, while keys are processed."""


class TakesTurns(Protocol):
    """The interface of a terminal that may share the process with other terminals."""

    def in_turn(self, do: Callable[[], None], asks: object) -> None:
        """Run a callback of a screen when it is this terminal's turn, unless the screen is closed.

        At home this happens at once; on a host the terminals take turns in a fair queue.
        """


class GameApp(TakesTurns, Protocol):
    """The application's interface for screens.

    Screens are opened by name: the app has a table of openers, which import a screen on first use.
    """

    settings: Settings
    battle: Battle | None
    """The current battle."""
    destinations: ClassVar[tuple[Destination, ...]]
    """Screens that the palette can open from everywhere."""
    glyphs: Glyphs
    ink: Ink
    keymap: Keymap
    shown: ScreenBuffer
    """The cells that were last sent to the terminal."""
    saves: Path | None
    """The player's own folder for battles; None for the default. On a host there is no such
    folder."""
    own_files: OwnFiles
    """The files for this person's stars and answers."""
    thought: Thinks
    """Runs slow functions; on a host one at a time for each person."""
    acted: deque[str]
    """The names of the latest actions."""
    environ: Mapping[str, str] | None
    """The terminal's environment variables; None: those of this process."""

    def show(self, name: str, *args: Any, above: BaseScreen | None = None) -> None:
        """Open the screen with this name over the current one.

        Nothing is opened if `above`, the requesting screen, was closed in the meantime.
        """

    def open(self, screen: BaseScreen, above: BaseScreen | None = None) -> None:
        """Open a screen over the current one, unless `above`, the requesting screen, was closed."""

    def enter(self, screen: BaseScreen) -> None:
        """Close every screen and open another one."""

    def play(self, battle: Battle, players: Mapping[str, Player] | None = None) -> None:
        """Close every screen and open a battle; `players` are computer players by seat."""

    def set_battle(self, battle: Battle | None) -> None:
        """Make a battle the current one, or None; the file of the one before is closed."""

    def open_menu(self) -> None:
        """Close every screen and open the menu."""

    def leave(self, screen: BaseScreen) -> bool:
        """Close a screen; return whether it was open."""

    def return_to(self, screen: BaseScreen) -> None:
        """Close all screens above a screen."""

    def exit(self) -> None:
        """Exit the game."""

    def call(self, sign: Sign, text: str = "") -> None:
        """Notify the player: ring the bell, set the window's title, or send a desktop
        notification.
        """

    def paint_again(self) -> None:
        """Redraw the whole terminal, whatever other programs have written to it."""

    def suspend_process(self) -> None:
        """Suspend until the shell continues the game; show a message where that is impossible."""

    # Sentences

    def say(self, sentence: str) -> None:
        """Show a message on the current screen."""

    def describe(self, error: WeatherGageError) -> str:
        """Return an error as a sentence for the player."""

    # Keys that are typed before their screen is visible

    def hold(self, event: events.Key) -> None:
        """Keep a key for the next screen."""

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
        """Switch the first-turn guidance on or off."""


class Traveller(Protocol):
    """The interface of a screen from which a destination is opened."""

    def knows(self, name: str) -> bool:
        """Tell whether the screen implements an action."""

    def open_screen(self, name: str, *args: Any) -> None:
        """Open another screen over this one."""


def other_destinations(screen: Traveller, app: GameApp) -> list[Destination]:
    """Return the destinations that no action of the screen itself opens."""
    return [each for each in app.destinations if not screen.knows(each.name)]


def open_destination(place: str, screen: Traveller, app: GameApp) -> None:
    """Open a destination; the menu replaces all screens, other screens are opened on top."""
    if place == "menu":
        app.open_menu()
    else:
        screen.open_screen(place)
