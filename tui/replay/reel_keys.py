"""Keys of a replay: steps, marks, branching off a new battle (fork), and pages about the battle."""

from __future__ import annotations

import gc
from asyncio import sleep, to_thread
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.files.saved_battles import computers, parse_players, players_to_continue
from engine.files.saves import new_path, saves_folder
from engine.game.chart import Mark, Scene
from engine.kernel.battle import Battle, PreparedFork
from engine.sitting.battle_log import StepText, steps
from engine.sitting.watching.reel import Reel
from tui.input.actions import Handlers
from tui.screens.game_app import GameApp

# ForkKeys: fork a new battle from an entry of a replay, prefetched while the person chooses its
# players.


PREFETCH = "prefetch"
"""The name of the group of the task that writes a fork in advance."""


class ForkDisplay(Protocol):
    """What the key for a fork (a new battle that branches off) needs of a replay's screen."""

    battle: Battle

    @property
    def game_app(self) -> GameApp:
        """The application, with the folder of battles and the current battle."""

    def pause(self) -> None:
        """Stop playing, and stay at the present entry."""

    def ask(self, lead: str, done: Callable[[str], None]) -> None:
        """Let the player type a line after the words `lead`, and pass it to `done`."""

    def work(self, task: Callable[[], Coroutine[Any, Any, None]], group: str, alone: bool) -> None:
        """Run a task in the background."""

    def stop_work(self, group: str) -> None:
        """Cancel the tasks of a group."""

    def call_after_refresh(self, callback: Callable[[], None]) -> bool:
        """Call a function once the latest drawing is visible."""


class ForkKeys:
    """The handler of the key that forks a battle: it begins a new battle at the present entry.

    It also holds the fork that is written in advance.
    """

    def __init__(self, reel: Reel, display: ForkDisplay) -> None:
        self.reel = reel
        self.display = display
        self.prepared: PreparedFork | None = None
        """The fork that was written in advance; its file gets its name only after Enter. None
        without one."""
        self._asking = False
        """Whether the player is being asked who plays in the new battle."""
        self._players: dict[str, str] = {}
        """{seat: the player proposed for the new battle}."""

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {"fork": self.act_fork}

    def act_fork(self) -> None:
        """Ask who plays in a new battle that begins at this entry."""
        self.display.pause()
        battle, n = self.display.battle, self.reel.n
        if battle.game.outcome(battle.at(n)):
            raise Refused("the battle is over at this entry; go back to an earlier one")
        seats = battle.game.seats(battle.at(n))
        self._players = players_to_continue(battle, [seat.key for seat in seats])
        text = " ".join(f"{seat}={name}" for seat, name in self._players.items())
        self.display.ask(f"Who plays on? Enter for {text}, or type it: ", self._fork)
        self._asking, ready = True, partial(self._make_ready, n)
        self.display.call_after_refresh(partial(self.display.work, ready, PREFETCH, True))

    def drop(self) -> None:
        """Discard the fork that was written in advance."""
        self._asking = False
        self.display.stop_work(PREFETCH)
        if self.prepared:
            self.prepared.drop()
            self.prepared = None

    async def _make_ready(self, n: int) -> None:
        """While the player reads the prompt, import the battle screens and write the fork's file,
        so that Enter opens it at once.

        The imports run in a thread. A battle is not thread-safe, so the file is written in pieces
        between keys.
        """
        if not self._asking:
            return
        battle = self.display.battle
        await to_thread(_load_screens)
        with suppress(Exception):  # errors in a forged battle are reported when it is played on
            await to_thread(battle.game.pending, battle.at(n))
        with suppress(WeatherGageError):  # a place that cannot be written is reported then, too
            place = self._new_place()
            self.prepared = ready = PreparedFork(battle, n, *place, self._players)
            while ready.write_piece():
                await sleep(0)
            await to_thread(ready.sync)
            gc.collect(1)  # otherwise the next key would wait for a longer collection

    def _fork(self, text: str) -> None:
        players = parse_players(text, self._players)
        fork = self._made_ready(players) or self._made_now(players)
        app = self.display.game_app
        app.play(fork, computers(fork))

    def _made_ready(self, players: Mapping[str, str]) -> Battle | None:
        """Return the fork that was written in advance, if it is for this entry and these players.

        None if it is not, or if another file now has its name.
        """
        ready = self.prepared
        # In the meantime a click may have gone to another entry, or a search to another branch.
        if ready is None or ready.of != (self.display.battle, self.reel.n, players):
            return None
        self.prepared = None
        with suppress(FileFault):  # for example, the name is taken: then create the fork again
            return ready.finish()
        return None

    def _made_now(self, players: Mapping[str, str]) -> Battle:
        self.drop()  # frees disk space that may be needed now
        return self.display.battle.fork(self.reel.n, *self._new_place(), players)

    def _new_place(self) -> tuple[Path, str]:
        """Return (path, time of creation) for a battle that begins now."""
        now = datetime.now()
        scenario = self.display.battle.header.scenario or "battle"
        folder = saves_folder(self.display.game_app.saves)
        return new_path(folder, scenario, now), now.isoformat(timespec="seconds")


def _load_screens() -> None:
    """Import the modules of the battle screens, so that a battle opens at once."""
    from tui.battle import screen, side_screens  # noqa: F401


# StudyKeys: the keys of a replay that open pages about its battle: notes, dice, hindsight.


class StudyDisplay(Protocol):
    """What the keys for pages need of a replay's screen."""

    battle: Battle

    def pause(self) -> None:
        """Stop playing, and stay at the present entry."""

    def open_screen(self, name: str, *about: object) -> None:
        """Open another screen by its name."""


class StudyKeys:
    """The handlers of keys that open pages: a method `act_NAME` for each action NAME."""

    def __init__(self, reel: Reel, display: StudyDisplay, watch: Callable[[int], None]) -> None:
        """Create the handlers for a recorded battle; `watch` shows the position after an entry in
        this replay.
        """
        self.reel = reel
        self.display = display
        self.shows_entry = watch

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "squadrons": self.act_squadrons,
            "aftermath": self.act_aftermath,
            "dice": self.act_dice,
        }

    def act_squadrons(self) -> None:
        """Open the list of all ships at the present entry, with the meanings of the signs."""
        self.display.pause()
        self.display.open_screen("ships", self.reel)

    def act_aftermath(self) -> None:
        """Open the review of the whole battle; this replay shows the moment that is chosen
        there.
        """
        self.display.pause()
        own = (self.reel.viewer_seat,)
        self.display.open_screen("aftermath", self.display.battle, self.shows_entry, own)

    def act_dice(self) -> None:
        """Open the page about the dice; this replay shows the roll that is chosen there."""
        self.display.pause()
        seat = self.reel.viewer_seat
        self.display.open_screen("dice", self.display.battle, self.shows_entry, seat)


# The keys that move through a replay: from mark to mark, and by the steps of one entry.


class ReelShown(Protocol):
    """What the keys for steps need of a replay's screen."""

    def pause(self) -> None:
        """Stop playing, and stay at the present entry."""

    def jump(self, moved: bool) -> None:
        """Stop playing; if the replay has moved to another entry, show it."""

    def draw_chart(self, scene: Scene, extra: Sequence[Mark]) -> None:
        """Draw a scene with additional marks."""

    def say(self, sentence: str) -> None:
        """Show a message."""


class JumpKeys:
    """The handlers of keys that jump to another entry: a method `act_NAME` for each action NAME."""

    def __init__(self, reel: Reel, shown: ReelShown) -> None:
        self.reel = reel
        self.shown = shown

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "left": self.act_left,
            "activation_back": self.act_activation_back,
            "activation_on": self.act_activation_on,
            "turn_back": self.act_turn_back,
            "turn_on": self.act_turn_on,
            "chapter_back": self.act_chapter_back,
            "chapter_on": self.act_chapter_on,
            "mark_back": self.act_mark_back,
            "mark_on": self.act_mark_on,
            "first": self.act_first,
            "last": self.act_last,
        }

    def act_left(self) -> None:
        """Go back by one entry."""
        self.shown.jump(self.reel.step(-1))

    def act_activation_back(self) -> None:
        """Go back to the start of an activation (one ship's whole move or attack)."""
        self.shown.jump(self.reel.activation(-1))

    def act_activation_on(self) -> None:
        """Go forward to the start of the next activation (one ship's whole move or attack)."""
        self.shown.jump(self.reel.activation(1))

    def act_turn_back(self) -> None:
        """Go back to the start of a turn."""
        self.shown.jump(self.reel.turn(-1))

    def act_turn_on(self) -> None:
        """Go forward to the start of the next turn."""
        self.shown.jump(self.reel.turn(1))

    def act_chapter_back(self) -> None:
        """Go back to the start of a chapter (a battle of a chain)."""
        self.shown.jump(self.reel.by_chapter(-1))

    def act_chapter_on(self) -> None:
        """Go forward to the start of the next chapter (a battle of a chain)."""
        self.shown.jump(self.reel.by_chapter(1))

    def act_mark_back(self) -> None:
        """Go back to the previous note or bookmark."""
        self.shown.jump(self.reel.mark(-1))

    def act_mark_on(self) -> None:
        """Go forward to the next note or bookmark."""
        self.shown.jump(self.reel.mark(1))

    def act_first(self) -> None:
        """Go to the start of the battle."""
        self.shown.jump(self.reel.go(0))

    def act_last(self) -> None:
        """Go to the end of the battle."""
        self.shown.jump(self.reel.go(self.reel.end))


class StepKeys:
    """The handlers of keys that go through one entry step by step: a step is an impulse, a contest
    or a die.
    """

    def __init__(self, reel: Reel, shown: ReelShown) -> None:
        self.reel = reel
        self.shown = shown
        self._at = (-1, 0)
        """(entry, number of its step that is shown); the number 0 is before the first step."""

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "step_on": self.act_step_on,
            "step_back": self.act_step_back,
        }

    def act_step_on(self) -> None:
        """Show the next step of this entry; at first, the first one."""
        self._go(1)

    def act_step_back(self) -> None:
        """Show the previous step of this entry; at first, the last one."""
        self._go(-1)

    def steps(self) -> list[StepText]:
        """Return all steps of this entry."""
        reel = self.reel
        return steps(reel.battle, reel.n, reel.seat) if reel.n else []

    def _go(self, way: int) -> None:
        reel, found = self.reel, self.steps()
        self.shown.pause()
        if not found:
            self.shown.say("This entry has no steps.")
            return
        n, at = self._at
        if n != reel.n:
            at = 0 if way > 0 else len(found) + 1
        at = max(1, min(at + way, len(found)))
        self._at = reel.n, at
        step = found[at - 1]
        screen, view = reel.game.screen, reel.shown(step.after)
        self.shown.draw_chart(screen.scene(view), screen.ordered(view))
        self.shown.say(f"Step {at} of {len(found)}: {step.line}")
