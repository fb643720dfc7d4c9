"""HostedBattleRoom: a battle with people far away, played or watched."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from engine.battle import Battle
from engine.errors import Refused
from engine.observers import Change
from tui.host.harbour import Place
from tui.host.hosted import HostedBattle
from tui.host.seats import HostedTable
from tui.screens.battle import BattleRoom
from tui.screens.battle_course import Course
from tui.screens.battle_keys import BattleKeys
from tui.screens.hosted_course import HostedCourse
from tui.typed import Typed

if TYPE_CHECKING:
    from tui.host.app import HostedApp

SAY = "Say: "
LONGEST = 200
"""Signs that may be said at once."""


class HostedKeys(BattleKeys):
    """The keys of the battle room that work another way in company."""

    room: HostedBattleRoom

    def act_talk(self) -> None:
        """Say something to all."""
        if not self.room.table.persons:
            raise Refused("who watches does not talk")
        self._write(Typed(SAY))

    def act_note(self) -> None:
        """Talk: a note would be read by all anyway."""
        self.act_talk()

    def act_replay(self) -> None:
        """Watch the battle from its start, once it is over."""
        if self.room.battle.outcome() is None:
            raise Refused("the battle can be watched from its start once it is over")
        super().act_replay()

    def act_resume(self) -> None:
        """Play an adjourned battle on."""
        self.room.hosted.resume(self.room.person)

    def act_end(self) -> None:
        """Leave; the battle waits."""
        self.room.house.exit()

    def _done(self, typed: Typed) -> None:
        if typed.lead != SAY:
            super()._done(typed)
        elif typed.text.strip():
            self.room.battle.chat(typed.text.strip()[:LONGEST], self.room.table.eyes)
        self.room.draw()


class HostedBattleRoom(BattleRoom):
    """A hosted battle; what others do is shown as it happens."""

    course_kind: ClassVar[type[Course]] = HostedCourse
    keys_kind: ClassVar[type[BattleKeys]] = HostedKeys
    course: HostedCourse
    table: HostedTable

    def __init__(
        self, hosted: HostedBattle, battle: Battle, person: str, place: Place | None = None
    ) -> None:
        self.hosted = hosted
        self.person = person
        super().__init__(battle, {}, HostedTable(hosted, battle, person))
        self._leaves = battle.subscribe(self._heard)
        self._follow = self.host.harbour.subscribe(self._changed)
        if place:
            self.lookout, self.orders = place.lookout, place.orders
        hosted.board(person)

    @property
    def host(self) -> HostedApp:
        """The application, with its harbour."""
        return cast("HostedApp", self.app)

    def on_unmount(self) -> None:
        """Leave the table; the seat is kept, and the place too when the line was dropped."""
        if self.person and not self.host.line.up:
            place = Place(self.hosted.papers.id, self.lookout, self.orders)
            self.host.harbour.places[self.person] = place
        self._leaves()
        self._follow()
        self.hosted.go_ashore(self.person)

    def on_mount(self) -> None:
        """Begin where the battle stands."""
        self.course.advance()

    def press(self, key: str) -> None:
        """Give a key to what waits for one; the person is here again, if he was away."""
        self.hosted.come_back(self.person)
        super().press(key)

    def _heard(self, battle: Battle, change: Change) -> None:
        """Take note of a change, in whoever's name it is told."""
        self.course.heard(change)

    def _changed(self) -> None:
        """Follow who is there and what is wished."""
        self.call_later(self.course.look_up)
