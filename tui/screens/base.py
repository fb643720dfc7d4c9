"""BaseScreen: what all screens share. Keys come from the registry, places from a plan.

A screen names itself, plans where its widgets stand, and lists in `handlers` the method
`act_NAME` for each action of the registry that it answers to.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from textual import events
from textual._styles_cache import StylesCache
from textual.app import App, ComposeResult
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from engine.base.errors import WeatherGageError
from tui.input.actions import Handlers
from tui.input.keys import Keymap, Wording, pressed
from tui.screens.game_app import NAMES, TerminalKeys, go, reached
from tui.screens.rectangles import Rectangles
from tui.terminal.frame import PatchFrame
from tui.terminal.lines import Lines
from tui.terminal.looks import Ink

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from engine.kernel.seen import Change
    from engine.sitting.typed_words import Finding
    from tui.screens.game_app import GameApp
    from tui.terminal.terminal import Glyphs

SMALLEST = Size(80, 24)


class PlainScreen(Screen[None], inherit_bindings=False):
    """A screen without what Textual does for styles that none here has."""

    def update_node_styles(self, animate: bool = True) -> None:
        """Leave the styles as they are: no rule of them asks what becomes of a screen."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return blanks, for where no widget stands: no row has a style of its own there."""
        return [Strip.blank(crop.width)] * crop.height


class ScreenOfItsApp(PlainScreen, inherit_bindings=False):
    """A screen that knows whose it is, in whoever's work it is asked."""

    @property
    def app(self) -> App[object]:  # type: ignore[override]  # it has no setter there either
        """The application of this screen.

        Textual answers with that of the task: on a host what one person does is told to the
        screens of others, and they would ask for that person's turn.
        """
        above = self._parent
        return above if isinstance(above, App) else super().app

    @property
    def game_app(self) -> GameApp:
        """The application, as far as screens know it."""
        return cast("GameApp", self.app)  # Textual knows it as any application


class BaseScreen(ScreenOfItsApp, inherit_bindings=False):
    """A screen of the game.

    All screens inherit it, and say where their widgets stand (`plan`) and what actions do there
    (`handlers`). It gives keys their meaning, and turns errors of the game into sentences. It
    holds back what would be wasted on a slow line: draws are asked for with `soon` and run once
    before a frame, and of a new screen the terminal gets the first frame, then the differences.
    Keys that were pressed before a screen stands are held for it, or dropped
    (`takes_typed_ahead`).
    """

    screen_name: ClassVar[str] = "any"
    """The screen's name in the registry of actions."""
    what_for: ClassVar[str] = ""
    """One sentence about the screen, for its help."""
    wording: Wording = Wording()
    """What help and palette say instead of `what_for` and the registry."""
    DEFAULT_CSS = "BaseScreen { overflow: hidden; background: ansi_default; }"
    can_focus = False
    takes_typed_ahead: ClassVar[bool] = True
    """Whether keys count that were pressed before the screen was seen."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = False
        """Whether the layout is finished: until then only the first frame is sent."""
        self._begun = False
        """Whether the first frame was sent."""
        self._framed: Mapping[Widget, Region] = {}
        """Where the widgets stand in the first frame."""
        self._due: dict[Callable[[], None], None] = {}
        """Draws that are due before the next frame, in the order they were asked for."""
        self._fresh: dict[Lines, None] = {}
        """Lines with something that is not on the terminal yet."""
        self.first_act = ""
        """The action to be done as soon as the screen is seen."""
        self.key = ""
        """The key that was pressed last."""
        self._sign = Lines(self.ink, "prompt", id="sign")
        self._terminal_keys = TerminalKeys(self)
        self.styles.set_rule("layout", Rectangles(self._plan))

    @property
    def ink(self) -> Ink:
        """The colours."""
        return self.game_app.ink

    @property
    def keymap(self) -> Keymap:
        """The registry of keys."""
        return self.game_app.keymap

    @property
    def glyphs(self) -> Glyphs:
        """`ascii` or `unicode`."""
        return self.game_app.glyphs

    @property
    def looking(self) -> bool:
        """Whether keys steer a cursor over a chart."""
        return False

    # What a screen says of itself ------------------------------------------------------

    @abstractmethod
    def widgets(self) -> ComposeResult:
        """Yield the screen's widgets."""

    @abstractmethod
    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Return where the widgets stand on a screen of at least 80 by 24."""

    def on_file_moved(self, battle: Battle, change: Change) -> None:
        """Tell the player when the battle's file had to be written again in another place."""
        if change.notice:
            self.say(change.notice)

    def say(self, sentence: str) -> None:
        """Tell the player one sentence."""

    def advise(self, sentence: str) -> None:
        """Tell the player one sentence that stays until a key is pressed, whatever happens."""
        self.say(sentence)

    def lay(self, size: Size) -> None:
        """Draw what depends on the size, before the widgets are placed for it."""

    def draw(self) -> None:
        """Draw everything again, as after a change of size or looks."""
        self.lay(self.extent)

    def repaint(self) -> None:
        """Paint every cell again in the present palette and glyphs."""
        self.game_app.shown.forget()
        self._framed = {}  # a first frame in other colours does not count
        for widget in self.query(Lines):
            widget.repaint()
        self.draw()

    def questions(self) -> list[str]:
        """Return lines for the help of this screen about the open question."""
        return []

    def findings(self, typed: str) -> list[Finding]:
        """Return what typed words may mean here, for the palette."""
        from engine.sitting.typed_words import search

        known = (each for each in self.keymap.actions(self.screen_name) if self.knows(each.name))
        actions = [self.wording.action(each) for each in known]
        return search(typed, actions=actions, places=reached(self, self.game_app))

    def do_found(self, found: Finding) -> None:
        """Do what was found."""
        if found.place:
            go(found.place, self, self.game_app)
        else:
            self.act(found.action)

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry; of two the latter."""
        return {
            **self._terminal_keys.handlers(),
            "quit": self.act_quit,
            "help": self.act_help,
            "palette": self.act_palette,
        }

    @cached_property
    def _handled(self) -> Handlers:
        return self.handlers()

    def knows(self, name: str) -> bool:
        """Tell whether this screen answers to an action."""
        return name in self._handled

    # What all screens share ----------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Mount the screen's widgets and the sign for terminals that are too small."""
        yield from self.widgets()
        yield self._sign

    def _plan(self, size: Size) -> Mapping[Widget, Region]:
        if size.width >= SMALLEST.width and size.height >= SMALLEST.height:
            self.lay(size)
            return self.plan(size)
        self._sign.show([(("prompt", too_small(size)),)])
        return {self._sign: size.region}

    @property
    def too_small(self) -> bool:
        """Tell whether the window shows nothing but that it is too small."""
        return self.size.width < SMALLEST.width or self.size.height < SMALLEST.height

    @property
    def extent(self) -> Size:
        """Columns and rows to draw for; in a window that is too small, those of the smallest.

        So all that is drawn meanwhile is right once the window is large enough again.
        """
        return Size(max(self.size.width, SMALLEST.width), max(self.size.height, SMALLEST.height))

    def work(
        self,
        task: Callable[[], Coroutine[Any, Any, None]],
        group: str = "default",
        alone: bool = False,
    ) -> None:
        """Run a task beside the keys; it ends with the screen. `alone` ends others of its group.

        The task is called only when it begins, so that a screen that closes at once leaves no
        coroutine that was never awaited.
        """

        async def done() -> None:
            try:
                await task()
            except WeatherGageError as error:  # the battle was closed meanwhile, say
                self.say(self.game_app.describe(error))

        # Of a coroutine `run_worker` cannot tell what comes of it.
        begin = cast("Callable[[], Awaitable[None]]", done)
        self.run_worker(begin, group=group, exclusive=alone, exit_on_error=True)

    def stop_work(self, group: str) -> None:
        """End the tasks of a group."""
        self.workers.cancel_group(self, group)

    def is_top(self) -> bool:
        """Tell whether no other screen lies over this one."""
        return len(self.app.screen_stack) == 1

    def open_screen(self, name: str, *args: Any) -> None:
        """Open a screen over this one, by its name among the app's openers."""
        self.game_app.show(name, *args, above=self)

    # Frames ----------------------------------------------------------------------------

    @property
    def is_current(self) -> bool:
        """Tell whether this screen is on top; Textual counts those below it as well."""
        return bool(self.app.screen_stack) and self.app.screen is self

    def soon(self, draw: Callable[[], None]) -> None:
        """Draw something before the next frame: once, however often it is asked for."""
        self._due[draw] = None
        self.check_idle()

    def on_idle(self) -> None:
        """Run the draws that are due, now that no message waits and it is this terminal's turn."""
        if self._due and self.is_current:
            self.game_app.in_turn(self._draw_if_seen, self)

    def _draw_if_seen(self) -> None:
        if self.is_current:
            self.draw_due()

    def follow(self, lines: Lines) -> None:
        """Send what has changed in some lines with the next frame."""
        self._fresh[lines] = None
        self._stir()

    def _stir(self) -> None:
        if self.is_running:
            self._update_timer.resume()

    def draw_due(self) -> None:
        """Run the draws that are due."""
        while self._due:
            due, self._due = self._due, {}
            for draw in due:
                draw()

    def _on_timer_update(self) -> None:
        """Send what has changed, besides what Textual takes care of."""
        super()._on_timer_update()
        if self.is_current and self.ready and self._fresh:
            fresh, self._fresh = self._fresh, {}
            patches = [patch for lines in fresh for patch in lines.patches()]
            if patches:
                self.app._display(self, PatchFrame(patches, self.ink, self.game_app.shown))

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        if self.is_current:  # what lies below another screen is drawn when it is seen
            self.draw_due()
        super()._refresh_layout(size, scroll)
        if self._fresh:  # Textual has paused the timer
            self._stir()

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Leave out what Textual asks for when another screen comes and goes over this one.

        All that changes on a screen that stands is told by its lines.
        """
        if self.ready and not regions:
            repaint = False
        if not (repaint or layout or recompose):
            return self
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def _compositor_refresh(self) -> None:
        """Compose and send a whole frame; while the screen is being built, the first alone."""
        if self.is_current and self._begun and not self.ready:
            return  # until the layout is finished
        if self.is_current:
            self._begun, self._framed = True, self._placed()
            self._compositor._dirty_regions.add(self._compositor.size.region)
            for lines in self._fresh:
                lines.forget()
            self._fresh.clear()
        super()._compositor_refresh()

    def _placed(self) -> Mapping[Widget, Region]:
        return {widget: place.region for widget, place in self._compositor.full_map.items()}

    def on_screen_resume(self) -> None:
        """Wait until the layout of the screen is finished."""
        self.call_after_refresh(self._settle)

    def on_screen_suspend(self) -> None:
        """Begin again the next time."""
        self.ready = self._begun = False

    def _settle(self) -> None:
        """Send what has changed since the first frame."""
        if not self.is_current:
            return  # another screen was entered meanwhile
        self.draw_due()
        self.ready = True
        self._stands()
        if not self.takes_typed_ahead:
            self.game_app.forget_keys()
        self.game_app.release()
        if not self.is_current:
            return  # a key that had been waiting has led on
        if self._begun and self._placed() != self._framed:
            self._compositor_refresh()
        elif self._begun:
            # Forget what Textual would draw again: its widgets are where the first frame has
            # them.
            self._repaint_required = False
            self._dirty_widgets.clear()
            self._compositor._dirty_regions.clear()
        if self._fresh:
            self._stir()
        self.settled()
        if self.first_act:
            name, self.first_act = self.first_act, ""
            self.act(name)

    def _stands(self) -> None:
        """Take note that the first frame is on the terminal, before any key that waited for it."""

    def on_unmount(self) -> None:
        """Free what was drawn: Textual keeps the style caches of the last 1,024 widgets."""
        self._styles_cache.clear()
        StylesCache.get_inner_outer.cache_clear()

    def settled(self) -> None:
        """Do what can wait until the first frame is on the terminal."""

    # Input -----------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Drop input that came while another screen was on top; keys are held for the next one.

        In a window that is too small to show what they do, all keys but the one that leaves the
        game are dropped.
        """
        if not isinstance(event, events.InputEvent):
            await super().on_event(event)
        elif isinstance(event, events.Key):
            event.stop()
            self.game_app.hold(event)
            if self.is_current and self.ready:
                self.game_app.release()
        elif self.is_current and not self.too_small:
            await super().on_event(event)

    def take(self, event: events.Key) -> None:
        """Look a key up and act; a `WeatherGageError` becomes one sentence for the player."""
        key = pressed(event.key, event.character)
        action = self.keymap.action(self.screen_name, key)
        name = action.name if action else ""
        if name in NAMES and len(key) > 1:  # a letter may be one of a word that is typed
            self.act(name)
        elif not self.too_small:
            try:
                self.press(key)
            except WeatherGageError as error:
                self.game_app.say(self.game_app.describe(error))
        elif name == "quit":
            self.act_quit()

    def press(self, key: str) -> None:
        """Do what a key means here."""
        self.key = key
        action = self.keymap.action(self.screen_name, key, self.looking)
        if action:
            self.act(action.name)

    def act(self, name: str) -> bool:
        """Do an action by its name; False when this screen has no such action now."""
        handler = self._handled.get(name)
        if handler is None:
            return False
        self.game_app.acted.append(f"{self.screen_name}.{name}")
        try:
            handler()
        except WeatherGageError as error:
            self.say(self.game_app.describe(error))
        return True

    def act_quit(self) -> None:
        """Leave the game."""
        self.app.exit()

    def act_help(self) -> None:
        """Explain this screen."""
        self.open_screen("help", self)

    def act_palette(self) -> None:
        """Find a command by name."""
        self.open_screen("palette", self)


def too_small(size: Size) -> str:
    """Return the one line for a terminal that is too small, as long as it can show."""
    least = f"{SMALLEST.width}x{SMALLEST.height}"
    here = f"{size.width}x{size.height}"
    for line in (
        f"Weather Gage needs {least}, this is {here}. Nothing is lost: enlarge the window.",
        f"This is {here}; {least} is needed. Nothing is lost.",
        f"needs {least}; enlarge",
        "enlarge",
    ):
        if len(line) <= size.width:
            return line
    return ""
