"""A battle with people elsewhere: played, watched, or replayed."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from engine.base.errors import Refused
from engine.hosting.company import Company, HostedTable
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import LeftPlace
from engine.hosting.shown import ShownBattle
from engine.kernel.battle import Battle
from engine.kernel.seen import Change
from engine.sitting.watching.reel import drop_file_notes
from tui.battle.parts import sit_down
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.host.screens.host_app import HostApp
from tui.host.screens.hosted_keys import HostedKeys, hosted_hints
from tui.input.actions import Handlers
from tui.replay.screen import ReplayScreen

# HostedReplayScreen: a finished battle of a host, for everybody to watch with all cards open.


UNWRITTEN = "a host saves nothing for people who watch"
STUDIES = ("advice", "aftermath", "dice", "best_line", "beside", "up", "down", "mark_on",
           "mark_back")  # fmt: skip
"""Actions of a replay that reveal or judge a battle: closed while the battle goes on."""
NOT_HERE = ("fork", "note", "bookmark", "draw", "export", "down", "beside", "best_line")


class HostedReplayScreen(ReplayScreen):
    """The replay without actions that would create files on the host.

    While the battle goes on, it shows what the person's seat has seen; statistics and judgements
    are closed until the end.
    """

    hints: ClassVar[tuple[str, ...]] = tuple(
        hint for hint in ReplayScreen.hints if hint.partition("=")[0] not in NOT_HERE
    )

    def __init__(self, battle: Battle, at: int = 0, viewer_seat: str = "") -> None:
        """Replay from an entry on, without notes beside the file: those belong to the
        file's owner.
        """
        super().__init__(battle, at, viewer_seat)
        self.branches.why_not = "a host shows no branches: each branch would be a file"
        drop_file_notes(self.reel)

    def act_fork(self) -> None:
        """Refuse to fork."""
        raise Refused("you cannot play on from an earlier entry in a battle of a host")

    def handlers(self) -> Handlers:
        closed = {} if self.reel.open else dict.fromkeys(STUDIES, self._wait_for_the_end)
        return {
            **super().handlers(),
            **closed,
            "fork": self.act_fork,
            "note": self.act_note,
            "bookmark": self.act_bookmark,
            "draw": self.act_draw,
        }

    def _wait_for_the_end(self) -> None:
        raise Refused("this is shown once the battle is over")

    def act_note(self) -> None:
        """Refuse to write a note."""
        raise Refused(UNWRITTEN)

    def act_bookmark(self) -> None:
        """Refuse to set a bookmark."""
        raise Refused(UNWRITTEN)

    def act_draw(self) -> None:
        """Refuse to draw a mark."""
        raise Refused(UNWRITTEN)

    def act_export(self) -> None:
        """Refuse to export, and explain how to do it at home."""
        way = self.keymap.hint(self.screen_name, "proof", "tells how to copy its file")
        raise Refused(f"{UNWRITTEN}; {way}")


# HostedBattleScreen: a battle against people at other terminals, played or watched.


class HostedBattleScreen(BattleScreen):
    """A hosted battle; others' actions are shown as they happen."""

    def __init__(self, app: HostApp, hosted: HostedBattle, place: LeftPlace | None = None) -> None:
        self._host = app
        person, hub = app.person, app.hub
        battle = hosted.shown_to(person)
        self.table = HostedTable(hosted, battle, person)
        company = Company(self.table, hub)
        super().__init__(
            BattleSession(battle, self.table, company),
            app,
            partial(
                sit_down,
                hints=hosted_hints,
                keys=lambda course: HostedKeys(course, company).handlers(),
            ),
        )
        self.person, self.hosted, self.hub = person, hosted, hub
        self._leaving = False
        self._leaves = battle.subscribe(self._heard)
        self._follow = hub.subscribe(self._changed)
        if place and place.kept:
            self.changes.restore(place.kept)
        hosted.screen_opened(person)

    def on_unmount(self) -> None:
        """Leave the table.

        The seat stays taken; after a lost connection the screen is remembered, too.
        """
        person, hosted, host = self.person, self.hosted, self._host
        if person and not host.terminal.connected:
            self.hub.places[person] = LeftPlace(hosted.agreement.id, self.session.kept())
        self._unsubscribe()
        self._leaves()
        self._follow()
        hosted.screen_closed(person)

    def on_mount(self) -> None:
        """Begin at the battle's present state, after what this person has missed."""
        self.course.begin()
        company = self.session.sitting.kind
        if isinstance(company, Company) and company.left_at is None:
            told = company.own_ships()
            if told:
                self.advise(told)

    def _heard(self, battle: ShownBattle, change: Change) -> None:
        """Update the screen after a change by any person."""
        self.others.heard(change)

    def _changed(self, battle: str) -> None:
        """Follow arrivals and requests in this battle, and changes of the whole host (`''`)."""
        if battle in ("", self.hosted.agreement.id):
            self.call_later(self._host.in_turn, self._look, self)

    def _look(self) -> None:
        """Check for changes; if this person's seats have changed, sit down again or leave."""
        host = self._host
        if not self.table.moved:
            self.others.look_up()
        elif not self._leaving:
            # the new screen is itself a change, and this one is notified of it
            self._leaving = True
            try:
                host.enter_battle(self.hosted)
            except Refused:  # its players do not want watchers
                host.open_menu()
