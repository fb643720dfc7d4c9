"""ForkKeys: a new battle from an entry of a replay on, made ready while one reads who plays it."""

from __future__ import annotations

import gc
from asyncio import sleep, to_thread
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.files.library import computers, continuing, spelt_players
from engine.files.saves import new_path, saves_folder
from engine.kernel.battle import Battle, Prepared
from tui.input.actions import Handlers
from tui.replay.reel import Reel
from tui.screens.game_app import GameApp

READYING = "readying"
"""The group of the task that makes ready what a battle is played on with."""


class ForkDisplay(Protocol):
    """What shows a reel, as far as a fork needs it. It is asked nothing before a key is pressed."""

    battle: Battle

    @property
    def game_app(self) -> GameApp:
        """The application: its folder of battles, and the battle that is played."""

    def pause(self) -> None:
        """Stop where the reel stands."""

    def ask(self, lead: str, done: Callable[[str], None]) -> None:
        """Let a line be typed, and hand it over."""

    def work(self, task: Callable[[], Coroutine[Any, Any, None]], group: str, alone: bool) -> None:
        """Run a task beside the keys."""

    def stop_work(self, group: str) -> None:
        """End the tasks of a group."""

    def call_after_refresh(self, callback: Callable[[], None]) -> bool:
        """Call something once what was drawn last is seen."""


class ForkKeys:
    """One method an action; the names are those of the registry. It holds what is made ready."""

    def __init__(self, reel: Reel, display: ForkDisplay) -> None:
        self.reel = reel
        self.display = display
        self.prepared: Prepared | None = None
        """The fork that Enter alone makes, as far as it is made ready."""
        self._asking = False
        """Whether it is asked who plays on."""
        self._players: dict[str, str] = {}
        """Who plays on from here if nobody says otherwise, by seat."""

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {"fork": self.act_fork}

    def act_fork(self) -> None:
        """Ask who plays on from here, in a new battle."""
        self.display.pause()
        battle, n = self.display.battle, self.reel.n
        if battle.game.outcome(battle.at(n)):
            raise Refused("the battle is over here; go back to an entry where it goes on")
        seats = battle.game.seats(battle.at(n))
        self._players = continuing(battle, [seat.key for seat in seats])
        text = " ".join(f"{seat}={name}" for seat, name in self._players.items())
        self.display.ask(f"Who plays on? Enter for {text}, or type it: ", self._fork)
        self._asking, ready = True, partial(self._make_ready, n)
        self.display.call_after_refresh(partial(self.display.work, ready, READYING, True))

    def drop(self) -> None:
        """Let go what was made ready: it is not asked for any more."""
        self._asking = False
        self.display.stop_work(READYING)
        if self.prepared:
            self.prepared.drop()
            self.prepared = None

    async def _make_ready(self, n: int) -> None:
        """Load what playing on takes while that is read, and write the fork, so it comes at once.

        In a thread, which gives way to keys: there are screens, rules, and what is asked there.
        A battle is not for two threads at once, so the file is written in pieces between keys.
        """
        if not self._asking:
            return
        battle = self.display.battle
        await to_thread(_load_screens)
        with suppress(Exception):  # what a forged battle leads to is told when it is played on
            await to_thread(battle.game.pending, battle.at(n))
        with suppress(WeatherGageError):  # as is why it cannot be written
            place = self._new_place()
            self.prepared = ready = Prepared(battle, n, *place, self._players)
            while ready.go_on():
                await sleep(0)
            await to_thread(ready.sync)
            gc.collect(1)  # else the next key waits while long lists are looked through

    def _fork(self, text: str) -> None:
        players = spelt_players(text, self._players)
        fork = self._made_ready(players) or self._made_now(players)
        app = self.display.game_app
        if app.battle:
            app.battle.close()
        app.play(fork, computers(fork))

    def _made_ready(self, players: Mapping[str, str]) -> Battle | None:
        """Return the fork that was made ready, if it is this one and can have its name."""
        ready = self.prepared
        # A click leads to another entry meanwhile, a branch that was still looked for to another.
        if ready is None or ready.of != (self.display.battle, self.reel.n, players):
            return None
        self.prepared = None
        with suppress(FileFault):  # another has its name, say: then it is made now
            return ready.named()
        return None

    def _made_now(self, players: Mapping[str, str]) -> Battle:
        self.drop()  # it may take the room on the disk that is needed now
        return self.display.battle.fork(self.reel.n, *self._new_place(), players)

    def _new_place(self) -> tuple[Path, str]:
        """Return where a battle that begins now has its file, and what it says of the time."""
        now = datetime.now()
        scenario = self.display.battle.header.scenario or "battle"
        folder = saves_folder(self.display.game_app.saves)
        return new_path(folder, scenario, now), now.isoformat(timespec="seconds")


def _load_screens() -> None:
    """Import the screens of a battle being played."""
    from tui.battle import hand_over, screen  # noqa: F401
