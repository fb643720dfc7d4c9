"""BaseScreen: the base class of all screens.

A screen has a name, says in `plan` where its widgets are, and lists in `handlers` the method
`act_NAME` for each action that it implements. Which key does which action is in the table of keys
(`Keymap`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

import msgspec
from textual import events
from textual._styles_cache import StylesCache
from textual.app import App, ComposeResult
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from engine.base.errors import WeatherGageError
from tui.input.actions import Action, Handlers
from tui.input.keys import Keymap, Wording, key_name
from tui.screens.game_app import NAMES, TerminalKeys, open_destination, other_destinations
from tui.terminal.frame import PatchFrame
from tui.terminal.lines import Lines
from tui.terminal.looks import Ink

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from engine.kernel.seen import Change
    from engine.sitting.typed_words import SearchMatch
    from tui.screens.game_app import GameApp
    from tui.terminal.terminal import Glyphs

ScreenPlan = Callable[[Size], Mapping[Widget, Region]]
"""A function that returns {widget: its rectangle} for a screen size."""


class Rectangles(Layout):
    """Places widgets where a plan says; widgets that the plan leaves out are hidden."""

    name = "rectangles"

    def __init__(self, plan: ScreenPlan) -> None:
        self.plan = plan

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Return where the plan places the widgets for this size."""
        regions = self.plan(size)
        return [
            WidgetPlacement(regions[child], NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if regions.get(child)
        ]


SMALLEST = Size(80, 24)


class PlainScreen(Screen[None], inherit_bindings=False):
    """A screen without the updates of styles that Textual makes, because this game does not use
    them.
    """

    def update_node_styles(self, animate: bool = True) -> None:
        """Do nothing, because no style depends on the state of a screen."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return blank rows, for the part of the screen that no widget covers."""
        return [Strip.blank(crop.width)] * crop.height


class ScreenOfItsApp(PlainScreen, inherit_bindings=False):
    """A screen whose property `app` is always the application that the screen belongs to."""

    @property
    def app(self) -> App[object]:  # type: ignore[override]  # it has no setter there either
        """The application of this screen.

        Textual's own property returns the application of the current task. That can be another
        person's: on a host, the task of one person's action also notifies the screens of other
        persons.
        """
        above = self._parent
        return above if isinstance(above, App) else super().app

    @property
    def game_app(self) -> GameApp:
        """The application, with the methods that screens may call."""
        return cast("GameApp", self.app)  # Textual treats it as any application


class BaseScreen(ScreenOfItsApp, inherit_bindings=False):
    """A screen of the game.

    All screens derive from it, place their widgets in `plan` and implement actions. It calls the
    handlers of keys, and shows errors of the game as sentences. To send little to the terminal,
    drawings are requested with `soon` and run once before the next frame; after its first frame a
    screen sends only what has changed. `takes_typed_ahead` decides whether keys pressed before the
    screen is visible are kept or dropped.
    """

    screen_name: ClassVar[str] = "any"
    """The screen's name in the table of actions; `any` if it has no actions of its own."""
    what_for: ClassVar[str] = ""
    """What the screen is for, in one sentence that its help shows."""
    wording: Wording = Wording()
    """A game's own words for what the screen is for and for the labels of its actions."""
    DEFAULT_CSS = "BaseScreen { overflow: hidden; background: ansi_default; }"
    can_focus = False
    takes_typed_ahead: ClassVar[bool] = True
    """Whether keys that were pressed before the screen was visible are processed."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = False
        """Whether the layout is finished. Before that, only a first frame is sent."""
        self._begun = False
        """Whether the first frame was sent since the screen was last opened or uncovered."""
        self._framed: Mapping[Widget, Region] = {}
        """{widget: its rectangle} in the first frame."""
        self._due: dict[Callable[[], None], None] = {}
        """The drawings to be run before the next frame, in the order in which they were
        requested."""
        self._fresh: dict[Lines, None] = {}
        """Widgets whose new content was not sent to the terminal yet."""
        self.first_act = ""
        """The name of an action to be done as soon as the screen is visible; '' for none."""
        self.key = ""
        """The latest key."""
        self._sign = Lines(self.ink, "prompt", id="sign")
        self._terminal_keys = TerminalKeys(self)
        self.styles.set_rule("layout", Rectangles(self._plan))

    @property
    def ink(self) -> Ink:
        """The colours of the application."""
        return self.game_app.ink

    @property
    def keymap(self) -> Keymap:
        """The keys of all actions."""
        return self.game_app.keymap

    @property
    def glyphs(self) -> Glyphs:
        """The glyph set: `ascii` or `unicode`."""
        return self.game_app.glyphs

    @property
    def looking(self) -> bool:
        """Whether the arrow keys move a cursor over a chart."""
        return False

    # For subclasses to define -------------------------------------------------------------

    @abstractmethod
    def widgets(self) -> ComposeResult:
        """Yield the screen's widgets."""

    @abstractmethod
    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Return {widget: its rectangle} for a screen of at least 80 columns and 24 lines."""

    def on_file_moved(self, battle: Battle, change: Change) -> None:
        """Show a message when the battle's file had to be rewritten elsewhere."""
        if change.notice:
            self.say(change.notice)

    def say(self, sentence: str) -> None:
        """Show a message to the player."""

    def advise(self, sentence: str) -> None:
        """Show a message that stays until a key is pressed, even if something else happens in the
        meantime.
        """
        self.say(sentence)

    def lay(self, size: Size) -> None:
        """Draw what depends on the size of the screen, before the widgets are placed."""

    def draw(self) -> None:
        """Draw everything again after a change of size or appearance."""
        self.lay(self.extent)

    def repaint(self) -> None:
        """Redraw every cell in the current palette and glyphs."""
        self.game_app.shown.forget()
        self._framed = {}  # first frames in the old colours must not be used
        for widget in self.query(Lines):
            widget.repaint()
        self.draw()

    def questions(self) -> list[str]:
        """Return lines for the help of this screen about the open question."""
        return []

    @property
    def about_game(self) -> str:
        """The name of the game that the screen is about; '' if it is about no single game.

        It is needed to explain terms of the rules, because a word may mean something else in each
        game.
        """
        return ""

    def findings(self, typed: str) -> list[SearchMatch]:
        """Return what typed words may mean on this screen, as matches for the command palette."""
        from engine.sitting.actions import ALSO
        from engine.sitting.typed_words import nearest, search, terms_to_read

        actions, places = self.live_actions(), other_destinations(self, self.game_app)
        return (
            search(typed, actions=actions, places=places, also=ALSO)
            or terms_to_read(typed, self.about_game)
            or nearest(typed, actions, places, ALSO)
        )

    def live_actions(self) -> list[Action]:
        """Return the actions that do something now, each with the keys that work for it now.

        Help and palette list them.
        """
        known = (each for each in self.keymap.actions(self.screen_name) if self.is_live(each.name))
        return [
            self.wording.action(msgspec.structs.replace(each, keys=self.keys_now(each)))
            for each in known
        ]

    def is_live(self, name: str) -> bool:
        """Tell whether an action does something now.

        A screen overrides this for actions that do not always.
        """
        return self.knows(name)

    def keys_now(self, action: Action) -> tuple[str, ...]:
        """Return the keys that do an action now.

        A screen overrides this if some keys are typed as text.
        """
        return action.keys

    def do_found(self, found: SearchMatch) -> None:
        """Do what a match of the command palette stands for."""
        if found.place:
            open_destination(found, self, self.game_app)
        else:
            self.act(found.action)

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for all actions of this screen.

        A subclass adds its own handlers, which replace those of its base class for the same action.
        """
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
        """Tell whether this screen implements an action."""
        return name in self._handled

    # Shared by all screens ----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Yield the screen's widgets, and the message for terminals that are too small."""
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
        """Tell whether the window is too small, so that only a message about it is shown."""
        return self.size.width < SMALLEST.width or self.size.height < SMALLEST.height

    @property
    def extent(self) -> Size:
        """Columns and rows to draw for; in a window that is too small, the smallest supported size.

        So the layout is ready as soon as the window becomes large enough.
        """
        return Size(max(self.size.width, SMALLEST.width), max(self.size.height, SMALLEST.height))

    def work(
        self,
        task: Callable[[], Coroutine[Any, Any, None]],
        group: str = "default",
        alone: bool = False,
    ) -> None:
        """Run a task in the background until it is done or the screen closes; `alone` first cancels
        the other tasks of its group.

        The coroutine is created only when the task starts, so that a screen that closes at once
        leaves no coroutine that was never awaited.
        """

        async def done() -> None:
            try:
                await task()
            except WeatherGageError as error:  # for example, the battle was closed meanwhile
                self.say(self.game_app.describe(error))

        # The cast is needed because `run_worker` cannot infer the result type of a coroutine.
        begin = cast("Callable[[], Awaitable[None]]", done)
        self.run_worker(begin, group=group, exclusive=alone, exit_on_error=True)

    def stop_work(self, group: str) -> None:
        """Cancel the tasks of a group."""
        self.workers.cancel_group(self, group)

    def is_top(self) -> bool:
        """Tell whether no other screen covers this one."""
        return len(self.app.screen_stack) == 1

    def open_screen(self, name: str, *args: Any) -> None:
        """Open a screen over this one, by its name in the table of openers."""
        self.game_app.show(name, *args, above=self)

    # Frames ----------------------------------------------------------------------------

    @property
    def is_current(self) -> bool:
        """Tell whether this screen is on top.

        Textual's own property is also true for screens below.
        """
        return bool(self.app.screen_stack) and self.app.screen is self

    def soon(self, draw: Callable[[], None]) -> None:
        """Request a drawing before the next frame; repeated requests count once."""
        self._due[draw] = None
        self.check_idle()

    def on_idle(self) -> None:
        """Run the requested drawings, because no message waits to be processed.

        On a host this waits for the terminal's turn.
        """
        if self._due and self.is_current:
            self.game_app.in_turn(self._draw_if_seen, self)

    def _draw_if_seen(self) -> None:
        if self.is_current:
            self.draw_due()

    def follow(self, lines: Lines) -> None:
        """Send what has changed in a widget with the next frame."""
        self._fresh[lines] = None
        self._stir()

    def _stir(self) -> None:
        if self.is_running:
            self._update_timer.resume()

    def draw_due(self) -> None:
        """Run the requested drawings now."""
        while self._due:
            due, self._due = self._due, {}
            for draw in due:
                draw()

    def _on_timer_update(self) -> None:
        """Send what has changed in `Lines` widgets, which Textual does not track.

        Called by Textual's frame timer.
        """
        super()._on_timer_update()
        if self.is_current and self.ready and self._fresh:
            fresh, self._fresh = self._fresh, {}
            patches = [patch for lines in fresh for patch in lines.patches()]
            if patches:
                self.app._display(self, PatchFrame(patches, self.ink, self.game_app.shown))

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        if self.is_current:  # a screen below another is drawn when it becomes visible
            self.draw_due()
        super()._refresh_layout(size, scroll)
        if self._fresh:  # the timer was paused by Textual
            self._stir()

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Ignore the refresh that Textual requests when another screen covers or uncovers this one.

        What changes on an open screen is sent by its `Lines` widgets.
        """
        if self.ready and not regions:
            repaint = False
        if not (repaint or layout or recompose):
            return self
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def _compositor_refresh(self) -> None:
        """Compose and send a whole frame; while the screen is being built, only the first frame."""
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
        """Start to wait until the layout is finished."""
        self.call_after_refresh(self._settle)

    def on_screen_suspend(self) -> None:
        """Record that the screen must send a whole first frame when it is shown again."""
        self.ready = self._begun = False

    def _settle(self) -> None:
        """Finish the layout: send what has changed since the first frame, and process the keys that
        were kept.
        """
        if not self.is_current:
            return  # another screen was opened meanwhile
        self.draw_due()
        self.ready = True
        self._stands()
        if not self.takes_typed_ahead:
            self.game_app.forget_keys()
        self.game_app.release()
        if not self.is_current:
            return  # a waiting key has opened another screen
        if self._begun and self._placed() != self._framed:
            self._compositor_refresh()
        elif self._begun:
            # Drop Textual's requests to redraw: its widgets are exactly as in the first frame.
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
        """Hook for subclasses.

        It is called when the first frame was sent, before any kept key is processed.
        """

    def on_unmount(self) -> None:
        """Free cached drawings, because Textual keeps the style caches of the last 1,024
        widgets.
        """
        self._styles_cache.clear()
        StylesCache.get_inner_outer.cache_clear()

    def settled(self) -> None:
        """Hook for work that can wait until the first frame was sent."""

    # Input -----------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Drop mouse input, and keep keys for the next screen, while another screen is on top.

        In a window that is too small, all keys except the one to quit are dropped.
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
        """Do the action of a pressed key; show a `WeatherGageError` as a message."""
        key = key_name(event.key, event.character)
        action = self.keymap.action(self.screen_name, key)
        name = action.name if action else ""
        if name in NAMES and len(key) > 1:  # a letter may be part of a typed word
            self.act(name)
        elif not self.too_small:
            try:
                self.press(key)
            except WeatherGageError as error:
                self.game_app.say(self.game_app.describe(error))
        elif name == "quit":
            self.act_quit()

    def press(self, key: str) -> None:
        """Do the action of a key, given by the key's name."""
        self.key = key
        action = self.keymap.action(self.screen_name, key, self.looking)
        if action:
            self.act(action.name)

    def act(self, name: str) -> bool:
        """Do an action by its name; return False if this screen does not have it now."""
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
        """Quit the game."""
        self.app.exit()

    def act_help(self) -> None:
        """Explain this screen."""
        self.open_screen("help", self)

    def act_palette(self) -> None:
        """Open the command palette, which finds commands by name."""
        self.open_screen("palette", self)


def too_small(size: Size) -> str:
    """Return a message for a terminal that is too small: the longest that fits into it."""
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
