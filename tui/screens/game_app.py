"""The keys of every screen that are about the terminal: paint it again, leave it for a while."""

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
    from tui.input.keys import Keymap
    from tui.input.words import Destination
    from tui.screens.base import BaseScreen
    from tui.screens.settings import Settings
    from tui.terminal.frame import Shown
    from tui.terminal.looks import Ink
    from tui.terminal.terminal import Depth, Glyphs
    from tui.terminal.terminal_app import Sign
    from tui.terminal.theme import Palette


NAMES = ("paint", "suspend")
"""Their actions: they come before whatever a screen does with a key, and leave it as it is."""


class TerminalKeys:
    """Answers to those actions on a screen."""

    def __init__(self, screen: BaseScreen) -> None:
        self._screen = screen

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "paint": self.act_paint,
            "suspend": self.act_suspend,
        }

    def act_paint(self) -> None:
        """Paint the whole terminal."""
        self._screen.game_app.paint_again()

    def act_suspend(self) -> None:
        """Stop until the shell continues the game."""
        self._screen.game_app.step_aside()


# GameApp: the application as far as screens know it, and the way from any to its destinations.


P = ParamSpec("P")
T = TypeVar("T")


class Thinks(Protocol):
    """Has something found beside the screens."""

    async def __call__(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return what takes a while to be found, while keys are answered."""


class TakesTurns(Protocol):
    """Whoever works for a terminal, beside others perhaps."""

    def in_turn(self, do: Callable[[], None], asks: object) -> None:
        """Do what a screen asks for in the turn of this terminal, unless the screen has gone.

        At home that is now; on a host others may come before.
        """


class GameApp(TakesTurns, Protocol):
    """What screens read of the application and ask of it.

    Screens are opened by name: the app has a table of openers, which import a screen when it
    is first asked for.
    """

    settings: Settings
    battle: Battle | None
    """The battle that is being played."""
    destinations: ClassVar[tuple[Destination, ...]]
    """Where the palette leads from everywhere."""
    glyphs: Glyphs
    ink: Ink
    keymap: Keymap
    shown: Shown
    """What the terminal shows."""
    saves: Path | None
    """The player's own folder for battles; None: the usual one. On a host there is none."""
    own_files: OwnFiles
    """Where this person's stars and answers are kept."""
    thought: Thinks
    """Finds what takes a while; on a host, of what one person asks for, one thing at a time."""
    acted: deque[str]
    """The last actions by name."""
    environ: Mapping[str, str] | None
    """What the terminal says of itself; None: the process's own environment."""

    def show(self, name: str, *args: Any, above: BaseScreen | None = None) -> None:
        """Open the screen of that name over the one that is seen.

        Nothing opens when `above`, the screen that asks for it, has gone meanwhile.
        """

    def open(self, screen: BaseScreen, above: BaseScreen | None = None) -> None:
        """Open a screen that is already built, in the same way."""

    def enter(self, screen: BaseScreen) -> None:
        """Leave every screen for another one."""

    def play(self, battle: Battle, players: Mapping[str, Player] | None = None) -> None:
        """Leave every screen for a battle; `players` are computer players by seat."""

    def open_menu(self) -> None:
        """Leave every screen for the opening menu."""

    def leave(self, screen: BaseScreen) -> bool:
        """Leave a screen for the one below; tell whether it was there to be left."""

    def return_to(self, screen: BaseScreen) -> None:
        """Leave whatever lies over a screen."""

    def exit(self) -> None:
        """Leave the game."""

    def call(self, sign: Sign, text: str = "") -> None:
        """Call the player by a sign: ring, name the window, or have the desktop tell a text."""

    def paint_again(self) -> None:
        """Paint the whole terminal, whatever others have written onto it."""

    def step_aside(self) -> None:
        """Stop until the shell continues the game; say why not where that cannot be done."""

    # What is said

    def say(self, sentence: str) -> None:
        """Tell the player one sentence, in the screen that is seen."""

    def describe(self, error: WeatherGageError) -> str:
        """Return an error as the sentence that the player reads."""

    # Keys that come before the screen that they are for

    def hold(self, event: events.Key) -> None:
        """Hold a key for the screen that comes next."""

    def forget_keys(self) -> None:
        """Drop the keys that are held."""

    def release(self) -> None:
        """Give held keys to the screen that is seen now."""

    # Settings

    def repaint(
        self,
        *,
        palette: Palette | None = None,
        glyphs: Glyphs | None = None,
        depth: Depth | None = None,
    ) -> None:
        """Change palette, glyph set or depth of colour, and draw every screen again."""

    def keep_settings(self) -> None:
        """Write the settings down; `FileFault` when that cannot be done."""

    def settings_kept(self) -> str:
        """Return a sentence that says where settings are kept."""

    def switch_guide(self) -> None:
        """Switch the first-turn guidance on or off."""


class Traveller(Protocol):
    """A screen, as far as it matters for leaving it."""

    def knows(self, name: str) -> bool:
        """Tell whether the screen answers to an action."""

    def open_screen(self, name: str, *args: Any) -> None:
        """Open another screen over this one."""


def reached(screen: Traveller, app: GameApp) -> list[Destination]:
    """Return the destinations to which no action of the screen's own leads."""
    return [each for each in app.destinations if not screen.knows(each.name)]


def go(place: str, screen: Traveller, app: GameApp) -> None:
    """Go to a destination; the menu is entered, all others lie over the screen."""
    if place == "menu":
        app.open_menu()
    else:
        screen.open_screen(place)
