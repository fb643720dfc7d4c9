"""HostedBattleScreen: a battle with people far away, played or watched."""

from __future__ import annotations

from functools import partial

from engine.base.errors import Refused
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import LeftPlace
from engine.hosting.shown import ShownBattle
from engine.kernel.observers import Change
from tui.battle.screen import BattleScreen
from tui.battle.sitting import sit_down
from tui.host.screens.host_app import HostApp
from tui.host.screens.hosted_course import HostedCourse
from tui.host.screens.hosted_keys import HostedKeys
from tui.host.screens.hosted_prompt import HostedPrompt
from tui.host.screens.hosted_session import HostedSession


class HostedBattleScreen(BattleScreen):
    """A hosted battle; what others do is shown as it happens."""

    session: HostedSession
    course: HostedCourse

    def __init__(self, app: HostApp, hosted: HostedBattle, place: LeftPlace | None = None) -> None:
        self._host = app
        person, hub = app.person, app.hub
        battle = hosted.shown_to(person)
        super().__init__(
            HostedSession(hosted, battle, person, hub),
            app,
            partial(sit_down, course=HostedCourse, prompt=HostedPrompt, keys=HostedKeys),
        )
        self._leaving = False
        self._leaves = battle.subscribe(self._heard)
        self._follow = hub.subscribe(self._changed)
        if place and place.kept:
            self.changes.restore(place.kept)
        hosted.screen_opened(person)

    def on_unmount(self) -> None:
        """Leave the table. The seat stays taken; after a lost connection the screen does too."""
        person, hosted, host = self.session.person, self.session.hosted, self._host
        if person and not host.terminal.connected:
            self.session.hub.places[person] = LeftPlace(hosted.agreement.id, self.session.kept())
        self._unsubscribe()
        self._leaves()
        self._follow()
        hosted.screen_closed(person)

    def on_mount(self) -> None:
        """Begin where the battle stands."""
        self.course.begin()

    def _heard(self, battle: ShownBattle, change: Change) -> None:
        """Take note of a change, in whoever's name it is told."""
        self.course.heard(change)

    def _changed(self, battle: str) -> None:
        """Follow arrivals and wishes at this table, and changes of the whole host (`''`)."""
        if battle in ("", self.session.hosted.agreement.id):
            self.call_later(self._host.in_turn, self._look, self)

    def _look(self) -> None:
        """Look up; whose seats have changed sits down anew, or goes where there is a place."""
        session, host = self.session, self._host
        seats = session.hosted.seats_of(session.person) if session.person else ()
        if set(seats) == set(session.table.persons):
            self.course.look_up()
        elif not self._leaving:
            self._leaving = True  # the new screen is a change as well, of which this one hears
            try:
                host.enter_battle(session.hosted)
            except Refused:  # its players want no watchers
                host.open_menu()
