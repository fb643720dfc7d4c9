"""HostedApp: the application of a person connected to a host, its screens and keys."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual.driver import Driver
from textual.screen import Screen
from textual.worker import WorkerFailed

from engine.base.errors import Refused, WeatherGageError
from engine.files.own_folders import NOWHERE
from engine.hosting.club.owner import Owner
from engine.hosting.club.sessions import Session
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import shown_to
from engine.hosting.log import log_fault
from engine.sitting.adviser import think_by
from engine.sitting.typed_words import ON_A_HOST, Destination
from tui.app import WeatherGageApp
from tui.host.connection.terminal import RemoteDriver, RemoteTerminal
from tui.host.credentials import Credentials
from tui.input.actions import Action, actions_of, engine_actions
from tui.openers import OPENERS, Opener, aftermath, of_the_app, screen
from tui.screens.base import BaseScreen
from tui.screens.settings import Settings, load, save
from tui.terminal.terminal import depth, glyphs

if TYPE_CHECKING:
    from engine.hosting.shown import PersonsBattle
    from engine.kernel.battle import Battle
    from engine.kernel.seen import SeenBattle
    from engine.teaching.lesson import Lesson
    from tui.host.desk import HostApp


# The keys of the screens that exist only on a host: lobby, gathering, founding, company.


HOST_ACTIONS: tuple[Action, ...] = (
    *actions_of(
        "lobby",
        "Lobby",
        ("accept", "enter ctrl+j", "go to the highlighted battle", "go there"),
        ("found", "n", "set up a battle", "new battle"),
        ("watch", "w", "watch the highlighted battle", "watch"),
        ("replay", "r", "replay the highlighted battle, once it is over", "replay"),
        ("resume", "P", "continue the highlighted battle, when it is adjourned", "play on"),
        (
            "withdraw",
            "x delete",
            "give up a battle of yours that has not begun; owners of the host: any",
            "withdraw",
        ),
        ("lessons", "l", "lessons: learn by doing, for stars", "learn"),
        ("puzzles", "p", "puzzles: find the best answer, with a rating", "puzzles"),
        ("find", "/", "find: list only battles with the words you type", "find"),
        ("reference", "K", "cards and rules, explained in short", "cards"),
        ("settings", "O", "glyphs, colours, animation", "settings"),
        ("next", "g", "go to the next battle that waits for you", "next"),
        ("talk", "T", "say something to all in the lobby", "talk"),
        ("club", "c", "the club: your page, ladders, battles that are over", "club"),
        ("owner", "H", "orders to the host, for its owner", "owner"),
        ("account", "A", "your password, your keys, invitations for friends", "account"),
        ("end", "q", "leave; your battles wait for you", "leave"),
    ),
    *actions_of(
        "account",
        "Credentials",
        ("password", "p", "choose a password, or another one", "password"),
        ("add", "a", "add a key: paste the line of your .pub file", "add a key"),
        ("remove", "x delete", "remove a key by its number", "remove a key"),
        ("invite", "n", "make an invitation for a friend", "invite"),
        ("end", "q", "back to the lobby", "back"),
    ),
    *actions_of(
        "club",
        "Club",
        ("accept", "enter ctrl+j", "type a command", "type"),
        ("page", "p", "your own page", "your page"),
        ("ladder", "l", "the ratings of all", "ladder"),
        ("talk", "t", "what was said in the lobby", "talk"),
        ("archive", "a", "search battles that are over", "archive"),
        ("end", "q", "back to the lobby", "back"),
    ),
    *actions_of(
        "owner",
        "Owner of the host",
        ("accept", "enter ctrl+j", "type an order", "order"),
        ("who", "w", "who is here", "who is here"),
        ("end", "q", "back to the lobby", "back"),
    ),
    *actions_of(
        "gathering",
        "Gathering",
        ("accept", "enter ctrl+j", "sit down in the highlighted seat", "sit down"),
        ("stand_up", "x delete", "give the highlighted seat back", "stand up"),
        ("end", "q", "back to the lobby; your seat is kept", "lobby"),
    ),
    *actions_of(
        "founding",
        "New battle",
        ("accept", "enter ctrl+j", "set up the battle", "set it up"),
        ("up", "up shift+tab", "the line above", "up"),
        ("down", "down tab", "the line below", "down"),
        ("left", "left", "the previous choice", "change"),
        ("right", "right space", "the next choice", "change"),
        ("find", "/", "search all choices of this line in a list", "find"),
        ("word", "i", "type an invitation word", "invitation"),
        ("end", "q", "back to the lobby", "back"),
    ),
    *engine_actions(
        "battle",
        "Company",
        ("talk", "T", "talk"),
        ("resume", "P", "play on"),
        ("part", "X", "resign"),
        ("rematch", "B", "rematch"),
        ("menu", "M", "lobby"),
        ("end", "q", "leave"),
    ),
)


# The screens of a host by name: its own screens, and the screens of the game that are open to its
# guests.


COACHED = "this lesson is a battle with the coach, which needs the game on your own machine"


def _replay(
    app: HostApp, battle: PersonsBattle | Battle, at: int = 0, viewer_seat: str = ""
) -> BaseScreen:
    """Return the replay of a battle on the host. An unfinished battle is shown only to a person who
    may see it as `viewer_seat`.

    A battle that is given as a `Battle` comes from a replay that is already open, so it is public.
    """
    from engine.hosting.shown import PersonsBattle
    from tui.host.hosted_battle import HostedReplayScreen

    if battle.outcome() is None:
        if not isinstance(battle, PersonsBattle) or not battle.sees_as(viewer_seat):
            raise Refused("a battle can be watched from its start once it is over")
        # The screen uses only the members that both types have.
        return HostedReplayScreen(cast("Battle", battle), at, viewer_seat)
    read = battle.load_finished() if isinstance(battle, PersonsBattle) else battle
    return HostedReplayScreen(read, at, viewer_seat)


def _aftermath(
    app: HostApp,
    battle: PersonsBattle | Battle,
    watch: Callable[[int], None] | None = None,
    own: Collection[str] = (),
) -> BaseScreen:
    """Return the review of a finished battle; raises `Refused` while it is not over."""
    from engine.hosting.shown import PersonsBattle

    if battle.outcome() is None:
        raise Refused("a battle can be reviewed once it is over")
    whole = battle.whole() if isinstance(battle, PersonsBattle) else battle
    return aftermath(app, whole, watch or partial(app.show, "replay", battle), own)


def _proof(app: HostApp, battle: SeenBattle) -> BaseScreen:
    """Return the screen with the proof of a battle's dice, and the command to download the file.

    The battle is looked up again by its id, so that only what this person may see is shown.
    """
    from engine.hosting.errands import dice_evidence
    from tui.review.dice_screen import ProofScreen

    held = (each for each in app.hub.battles.values() if each.battle)
    hosted = next((e for e in held if e.battle and e.battle.header.id == battle.header.id), None)
    if hosted is None:
        raise Refused("only battles between people have a proof of their dice")
    return ProofScreen(*dice_evidence(hosted, app.person, app.terminal.way))


def _lesson(app: HostApp, lesson: Lesson) -> BaseScreen:
    """Return the screen of a lesson; raises `Refused` for a lesson that is a whole battle, because
    its file would be on the host.
    """
    if lesson.coach:
        raise Refused(COACHED)
    return OPENERS["lesson"](app, lesson)


HOST_OPENERS: Mapping[str, Opener] = {
    **OPENERS,
    "menu": screen("tui.host.lobby:LobbyScreen"),  # in the place of the menu at home
    "lesson": _lesson,
    "gathering": screen("tui.host.founding:GatheringScreen"),
    "hosted_battle": of_the_app("tui.host.hosted_battle:HostedBattleScreen"),
    "replay": _replay,
    "aftermath": _aftermath,
    "proof": _proof,
    "account": screen("tui.host.desk:AccountScreen"),
    "owner": screen("tui.host.desk:OwnerScreen"),
    "club": screen("tui.host.desk:ClubScreen"),
}


# HostedApp: the game for one remote person. The lobby is its first screen.


T = TypeVar("T")
STAYS = "The game runs on the host; to suspend your own ssh, press Enter ~ ctrl+z."
LAST_WORDS = "The host had to end this connection. Every order up to here is saved: come back."
SCREEN_FAULT = "a fault ended the screen of %s"


class HostedApp(WeatherGageApp):
    """The application of one connection to a host.

    `person` is the person's name; it is empty for a guest, who may only watch.
    """

    openers = HOST_OPENERS
    destinations: ClassVar[tuple[Destination, ...]] = ON_A_HOST

    def __init__(
        self,
        hub: Hub,
        person: str,
        terminal: RemoteTerminal,
        account: Credentials | None = None,
        owner: Owner | None = None,
    ) -> None:
        """Create the application for a person's terminal.

        `account` is the person's means of login, None for a person without one. `owner` carries out
        orders to the host; only the host's owners have one.
        """
        self.hub = hub
        self.account = account
        self.owner = owner if person in hub.owners else None
        self.person = person
        self.terminal = terminal
        self._farewell = ""
        settings, _ = load(settings_file(hub, person)) if person else (Settings(), "")
        environ = {**terminal.environ, "TERM": terminal.term}
        super().__init__(
            settings,
            glyphs=glyphs(settings.glyphs, environ),
            depth=depth(settings.color, environ),
            bare=terminal.term == "dumb",
            sync=settings.sync,
        )
        self.environ = environ
        self.saves = NOWHERE
        self.own_files = hub.own_files(person)
        self.thought = partial(hub.thinkers, person)
        self.keymap.add(HOST_ACTIONS)
        # Otherwise each connection would capture the process's streams, and restore them in a
        # different order than they were captured.
        self._capture_stdout: Any = sys.stdout
        self._capture_stderr: Any = sys.stderr

    def get_driver_class(self) -> type[Driver]:
        """Return the driver that draws on this connection's terminal."""
        return RemoteDriver

    def get_default_screen(self) -> Screen[Any]:
        """Return the screen on which the person's earlier connection was lost; otherwise the
        lobby.
        """
        place = self.hub.places.pop(self.person, None)
        hosted = self.hub.battles.get(place.battle) if place else None
        if place and hosted and hosted.standing != "finished" and shown_to(hosted, self.person):
            self._start = lambda _: self.screen_named("hosted_battle", hosted, place)
        return super().get_default_screen()

    def enter_battle(self, hosted: HostedBattle) -> None:
        """Close every screen and open a battle of the host, to be played or watched."""
        self.enter(self.screen_named("hosted_battle", hosted))

    def settings_kept(self) -> str:
        """Return a sentence that tells this person whether the settings are kept."""
        return "Your settings are kept on the host" if self.person else "Not kept after you leave"

    def keep_settings(self) -> None:
        """Store a person's settings on the host; those of a guest are not stored."""
        if self.person:
            save(self.settings, settings_file(self.hub, self.person))

    def describe(self, error: WeatherGageError) -> str:
        """Return an error as text for this person, without the paths of the host."""
        return str(error).replace(f"{self.hub.folder}{os.sep}", "")

    def _handle_exception(self, error: Exception) -> None:
        """End this connection after an error.

        The error is only logged, because its text may name hidden cards.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        who = self.person or "a guest"
        log_fault(self.hub.folder, SCREEN_FAULT, who, cause, self.size, self.acted)
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._farewell = LAST_WORDS
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Print nothing: the process's standard streams belong to the host."""

    def paint_again(self) -> None:
        """Redraw the whole terminal, for example after the person's ssh was suspended."""
        if isinstance(self._driver, RemoteDriver):
            self._driver.enter()
        super().paint_again()

    @property
    def stays(self) -> str:
        """The message for a person who presses the key that suspends a program: a host cannot be
        suspended.
        """
        return STAYS

    def in_turn(self, do: Callable[[], None], asks: object) -> None:
        """Run a callback when this connection has its turn in the queue that all connections share
        fairly.
        """
        if isinstance(self._driver, RemoteDriver):
            self._driver.in_turn(do, asks)
        else:
            super().in_turn(do, asks)

    def tell(self, sentence: str) -> None:
        """Show a sentence on the current screen, or on the first one, until a key is pressed."""
        self.call_later(self._tell, sentence)

    def _tell(self, sentence: str) -> None:
        screen = self.screen
        if isinstance(screen, BaseScreen):
            self.in_turn(partial(screen.advise, sentence), screen)

    def end_with(self, farewell: str) -> None:
        """End this connection with a sentence that remains on the person's terminal."""
        self._farewell = farewell
        self.exit()

    async def play_on(self) -> None:
        """Run the application until the person leaves or the connection is lost."""
        session = Session(self.person, self.terminal.address, self.tell, self.end_with)
        leave = self.hub.sessions.join(session)
        self.hub.count_connection(self.person)
        think_by(self.thought)
        # From Python 3.12 on Textual installs an eager task factory in the loop, which breaks
        # logins in the SSH library. By now Textual has installed it, so it is removed here.
        loop = asyncio.get_running_loop()
        loop.call_soon(loop.set_task_factory, None)
        try:
            await self.run_async(mouse=self.settings.mouse == "on")
        finally:
            leave()
            self.hub.discount_connection(self.person)
            if self._farewell:
                self.terminal.send(f"{self._farewell}\r\n")
            self.terminal.hang_up()


def settings_file(hub: Hub, person: str) -> Path:
    """Return the path of a person's settings on the host."""
    return hub.folder / "settings" / f"{person.lower()}.toml"
