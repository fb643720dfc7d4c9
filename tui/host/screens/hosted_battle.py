"""HostedBattleScreen: a battle with people far away, played or watched."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from engine.base.errors import Refused, WeatherGageError
from engine.kernel.battle import Battle
from engine.kernel.observers import Change
from tui.battle.course import Course
from tui.battle.keys import BattleKeys
from tui.battle.screen import BattleScreen
from tui.host.hosted import HostedBattle
from tui.host.hub import Place
from tui.host.screens.hosted_course import BACK, HostedCourse
from tui.host.seats import HostedTable
from tui.input.typed import Typed

if TYPE_CHECKING:
    from tui.host.app import HostedApp

SAY = "Say: "
LONGEST = 200
"""Signs that may be said at once."""
KEPT = "viewport", "orders", "looking", "shows", "why", "chosen"
"""What of the room is there again for a person whose line was dropped."""


class HostedKeys(BattleKeys):
    """The keys of the battle screen that work another way in company."""

    screen: HostedBattleScreen

    def act_talk(self) -> None:
        """Say something to all."""
        if not self.screen.table.persons:
            raise Refused("who watches does not talk")
        self._write(Typed(SAY))

    def act_advice(self) -> None:
        """Say what would be best, unless the battle was founded without advice."""
        if not self.screen.hosted.agreement.terms.advice:
            raise Refused("this battle was founded without advice")
        super().act_advice()

    def act_note(self) -> None:
        """Talk: a note would be read by all anyway."""
        self.act_talk()

    def act_replay(self) -> None:
        """Watch the battle from its start, once it is over."""
        self._replay(0)

    def act_resume(self) -> None:
        """Play an adjourned battle on."""
        self.screen.hosted.resume(self.screen.person)

    def act_end(self) -> None:
        """Leave the host; ask first while the battle goes on."""
        screen = self.screen
        if screen.battle.outcome() or not screen.table.persons:
            screen.house.exit()
            return
        lobby = screen.keymap.hint(screen.screen_name, "menu", "only goes to the lobby")
        screen.course.ask(f"Leave the host? The battle waits for you; {lobby}.", screen.house.exit)

    def _done(self, typed: Typed) -> None:
        if typed.lead != SAY:
            super()._done(typed)
        elif typed.text.strip():
            self._say(typed.text.strip()[:LONGEST])
        self.screen.draw()

    def _say(self, words: str) -> None:
        try:
            self.screen.hosted.say(self.screen.table.eyes, words)
        except WeatherGageError as error:
            self.screen.sentence = self.screen.house.told(error)


class HostedBattleScreen(BattleScreen):
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
        self._follow = self.host.hub.subscribe(self._changed)
        for name, value in (place.kept if place else {}).items():
            setattr(self, name, value)
        hosted.screen_opened(person)

    @property
    def host(self) -> HostedApp:
        """The application, with its harbour."""
        return cast("HostedApp", self.app)

    def on_unmount(self) -> None:
        """Leave the table; the seat is kept, and the place too when the line was dropped."""
        if self.person and not self.host.terminal.connected:
            kept = {name: getattr(self, name) for name in KEPT}
            place = Place(self.hosted.agreement.id, kept)
            self.host.hub.places[self.person] = place
        self._deaf()
        self._leaves()
        self._follow()
        self.hosted.screen_closed(self.person)

    def on_mount(self) -> None:
        """Begin where the battle stands."""
        self.course.advance()

    def press(self, key: str) -> None:
        """Give a key to what waits for one; any key takes a seat back from a computer."""
        action = self.keymap.action(self.screen_name, key)
        leaves = action is not None and action.name in ("quit", "end", "menu")
        if not leaves and self.hosted.played_for(self.person):
            self.hosted.come_back(self.person)
            self.say(BACK)
            return
        super().press(key)

    def questions(self) -> list[str]:
        """Return who sits where, what is asked now, and what binds the host to its dice."""
        seats = (f"{seat.name}: {self._sits(seat.key)}" for seat in self.hosted.seats)
        pledge = f"pledge of the dice, to be compared afterwards: {self.hosted.pledge}"
        return [*seats, *super().questions(), pledge]

    def _sits(self, key: str) -> str:
        where = self.course.whereabouts(self.hosted.person_of(key))
        away = f", {where}" if self.hosted.away(key) else ""
        return f"{self.table.sitter(key)}{away}"

    def _heard(self, battle: Battle, change: Change) -> None:
        """Take note of a change, in whoever's name it is told."""
        self.course.heard(change)

    def _changed(self, battle: str) -> None:
        """Follow who is there and what is wished; other battles are none of this table's."""
        if battle in ("", self.hosted.agreement.id):
            self.call_later(self.course.look_up)
