"""WeatherGageApp: the Textual application. It knows no rules, no game system and no particular
screen.
"""

from __future__ import annotations

import gc
import os
import sys
from collections import deque
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar

import msgspec
from rich.color import ColorSystem
from textual import events
from textual._compositor import LayoutUpdate

from engine.base import errors
from engine.base.errors import WeatherGageError
from engine.files.own_folders import USUAL_FILES
from engine.kernel.opening import fault_for
from engine.sitting.typed_words import AT_HOME, Destination
from tui.input.keys import Keymap
from tui.openers import OPENERS, Opener
from tui.screens.base import BaseScreen
from tui.screens.game_app import GameApp, Thinks
from tui.terminal.frame import PatchFrame, WholeFrame
from tui.terminal.keyboard import TerminalBackground
from tui.terminal.looks import Ink
from tui.terminal.terminal import is_light_background
from tui.terminal.terminal_app import TerminalApp

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver
    from textual.screen import Screen

    from engine.kernel.battle import Battle
    from engine.players import Player
    from tui.screens.settings import Settings
    from tui.terminal.terminal import Depth, Glyphs
    from tui.terminal.theme import Palette

P = ParamSpec("P")
T = TypeVar("T")


async def run_in_thread(work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Return the result of a slow function, which runs in the thread that computes advice."""
    from engine.sitting.adviser import think  # lazy import

    return await think(work, *args, **named)


LIGHT_GROUND = "Your terminal has a light background: Settings has a palette for it."
_SYSTEMS = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "16": ColorSystem.STANDARD,
    "none": ColorSystem.STANDARD,
}


SAVED = "Every command up to here is saved."
REMEMBERED = 10
"""How many of the player's latest actions are kept for a crash file."""


class WeatherGageApp(TerminalApp, inherit_bindings=False):
    """The terminal game: a battle to play, or the opening menu.

    `players` is {seat (a player's place): the computer player there}; persons play all other seats.
    A `bare` terminal has no bold and no reverse. `start` is the first screen: by default the battle
    screen, or the menu if there is no battle.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Weather Gage"
    openers: ClassVar[Mapping[str, Opener]] = OPENERS
    """{name of a screen: its opener}."""
    destinations: ClassVar[tuple[Destination, ...]] = AT_HOME
    """Screens that the palette can open from everywhere."""

    def __init__(  # noqa: PLR0913 - by keyword, each with the usual value
        self,
        settings: Settings,
        battle: Battle | None = None,
        players: Mapping[str, Player] | None = None,
        *,
        glyphs: Glyphs = "unicode",
        depth: Depth = "truecolor",
        bare: bool | None = None,
        keymap: Keymap | None = None,
        sync: bool = True,
        start: Opener | None = None,
        saves: Path | None = None,
    ) -> None:
        super().__init__(sync)
        self.console._color_system = _SYSTEMS[depth]  # otherwise Rich reads the environment again
        self.settings = settings
        self.battle = battle
        self.players = dict(players or {})
        self.glyphs: Glyphs = glyphs
        dumb = os.environ.get("TERM") == "dumb" if bare is None else bare
        self.ink = Ink(settings.palette, depth, dumb)
        self.keymap = keymap or Keymap()
        self._start = start
        self._held: list[events.Key] = []
        self._proposed = False
        """Whether the light palette was suggested already."""
        self._words = ""
        """The message about why the program had to stop; '' if it did not."""
        self.acted: deque[str] = deque(maxlen=REMEMBERED)
        """The names of the latest actions, for a crash file."""
        self.menu_entry = ""
        """The entry of the menu that was opened last; '' for none that stays highlighted."""
        self.saves = saves
        """The player's own folder for battles; None for the default."""
        self.own_files = USUAL_FILES
        self.thought: Thinks = run_in_thread
        self.environ: Mapping[str, str] | None = None
        """The terminal's environment variables; None for those of this process."""

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the player's own terminal."""
        usual = super().get_driver_class()
        if sys.platform == "win32" or usual.__name__ != "LinuxDriver":
            return usual
        try:
            from tui.terminal.driver import TerminalDriver
        except ImportError:  # a system without POSIX terminals
            return usual
        return TerminalDriver

    def _on_terminal_background(self, message: TerminalBackground) -> None:
        """Suggest the light palette if the terminal's background is light."""
        if message.light:
            self._propose_light()

    def _propose_light(self) -> None:
        if self.settings.palette == "default" and not self._proposed:
            self._proposed = True
            if isinstance(self.screen, BaseScreen):
                self.screen.advise(LIGHT_GROUND)

    def on_ready(self) -> None:
        """Suggest the light palette on a light background, and enable garbage collection.

        Collection was off until the first frame. Existing objects, above all modules, are frozen,
        so that no later collection visits them. On a host and in tests collection is never off, and
        nothing is frozen, because objects there may be screens of people who have left.
        """
        if is_light_background(os.environ if self.environ is None else self.environ):
            self._propose_light()
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def get_default_screen(self) -> Screen[Any]:
        """Return the first screen."""
        app: GameApp = self
        screen = self._start(app) if self._start else self.first_screen()
        # without this Textual cannot replace the first screen
        screen._push_result_callback(self, None)
        return screen

    # The screens, by name -----------------------------------------------------------------

    def screen_named(self, name: str, *args: Any) -> BaseScreen:
        """Return a new screen from the table of openers; raises `Refused` if it is unavailable."""
        app: GameApp = self
        return self.openers[name](app, *args)

    def first_screen(self) -> BaseScreen:
        """Return the screen of the current battle, or the opening menu."""
        if self.battle is None:
            return self.screen_named("menu")
        return self.screen_named("battle", self.battle, self.players)

    def play(self, battle: Battle, players: Mapping[str, Player] | None = None) -> None:
        """Close every screen and open a battle."""
        self.set_battle(battle)
        self.players = dict(players or {})
        self.enter(self.first_screen())

    def set_battle(self, battle: Battle | None) -> None:
        """Make a battle the current one; None for no battle. The file of the battle before is
        closed.

        A battle that the player has left for the menu keeps its file open until then. If this
        method did not close the file, its lock would stop this program from opening the battle
        again.
        """
        if self.battle is not None and self.battle is not battle:
            self.battle.close()
        self.battle = battle

    def open_menu(self) -> None:
        """Close every screen and open the menu."""
        self.enter(self.screen_named("menu"))

    def show(self, name: str, *args: Any, above: BaseScreen | None = None) -> None:
        """Open the screen with this name over the current one."""
        self.open(self.screen_named(name, *args), above)

    # Every change of screen uses one of these four, which check the current stack: keys may come
    # faster than screens, and a worker may end after its screen was closed.

    def enter(self, screen: BaseScreen) -> None:
        """Close every screen and open another one."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.switch_screen(screen)

    def open(self, screen: BaseScreen, above: BaseScreen | None = None) -> None:
        """Open a screen over the current one, unless `above`, the requesting screen, was closed."""
        if above is None or above in self.screen_stack:
            self.push_screen(screen)

    def leave(self, screen: BaseScreen) -> bool:
        """Close a screen if it is on top of the others; return whether it was."""
        left = self.screen_stack[-1:] == [screen] and len(self.screen_stack) > 1
        if left:
            self.pop_screen()
        return left

    def return_to(self, screen: BaseScreen) -> None:
        """Close all screens above `screen`, so that it is visible again."""
        while screen in self.screen_stack and self.screen_stack[-1] is not screen:
            self.pop_screen()

    def say(self, sentence: str) -> None:
        """Show a message on the current screen."""
        if isinstance(self.screen, BaseScreen):
            self.screen.say(sentence)

    # Keys pressed before their screen is visible -----------------------------------------

    def hold(self, event: events.Key) -> None:
        """Keep a key press until the next screen is open; keys are kept in the order of
        pressing.
        """
        self._held.append(event)
        self._held.sort(key=attrgetter("time"))

    def forget_keys(self) -> None:
        """Drop the keys that are kept for the next screen."""
        self._held.clear()

    def release(self) -> None:
        """Give the current screen the keys that were kept for it, one by one.

        If one of them opens another screen, the rest stay kept for that screen.
        """
        while self._held and isinstance(self.screen, BaseScreen) and self.screen.ready:
            self.screen.take(self._held.pop(0))

    # Appearance ---------------------------------------------------------------------------

    def repaint(
        self,
        *,
        palette: Palette | None = None,
        glyphs: Glyphs | None = None,
        depth: Depth | None = None,
    ) -> None:
        """Change palette, glyph set or colour depth, and redraw every screen."""
        if palette:
            self.settings = msgspec.structs.replace(self.settings, palette=palette)
        if depth:
            self.console._color_system = _SYSTEMS[depth]
        self.ink.change(palette or self.ink.palette, depth)
        if glyphs:
            self.glyphs = glyphs
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.repaint()

    def keep_settings(self) -> None:
        """Write the settings; raises `FileFault` when that fails."""
        from tui.screens.settings import save

        save(self.settings)

    def settings_kept(self) -> str:
        """Return a sentence that says where settings are stored."""
        from engine.files.own_folders import is_nowhere
        from tui.screens.settings import settings_path

        path = settings_path()
        return "Not kept: you have no home folder" if is_nowhere(path) else f"Kept in {path}"

    def switch_guide(self) -> None:
        """Switch the hints for a player's first turns on or off."""
        self.settings = msgspec.structs.replace(self.settings, guide=not self.settings.guide)

    def describe(self, error: WeatherGageError) -> str:
        """Return an error as a sentence for the player."""
        return str(error)

    # Terminal ----------------------------------------------------------------------------

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send the changes of a frame to the terminal."""
        if isinstance(renderable, LayoutUpdate):
            renderable = WholeFrame(renderable, self.shown)
        elif not isinstance(renderable, PatchFrame):
            self.shown.forget()
        super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        """Exit with one sentence, never with a traceback; tests get the error itself."""
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        from textual.worker import WorkerFailed

        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error
        screen = self.screen_stack[-1] if self._screen_stack else None
        text = fault_for(getattr(screen, "battle", self.battle), error)
        words = exit_message(text).replace(f" {SAVED}", f"\n{SAVED}")
        if text is error and (left := self._leave(error)):
            words = f"{words}\nDetails are in {left}"
        if errors.wants_traceback():
            words = f"{errors.traceback_text(error)}{words}"
        self._words = self._words or words
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Print the message about why the program had to stop, if there is one."""
        if self._words:
            print(self._words, file=sys.__stderr__)
            self._words = ""
        super()._print_error_renderables()

    def _leave(self, error: Exception) -> Path | None:
        """Write a crash file and return its path; None for an expected error, or if writing
        fails.
        """
        from engine.files import crash_file

        if isinstance(error, WeatherGageError):
            return None
        return crash_file.write_crash_file(error, self.size, self.acted)


def exit_message(error: Exception) -> str:
    """Return the last message to the player when an error ends the program."""
    if isinstance(error, WeatherGageError):
        return str(error)
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return f"Weather Gage had to stop ({what}). {SAVED}"
