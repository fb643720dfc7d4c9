"""HostedLines: a hosted battle in lines, and what others do in it told as it happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import and_between
from engine.game.question import Question
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import facts, part, ways_out
from engine.hosting.shown import ShownBattle
from engine.kernel.seen import Change
from engine.sitting.seats import WayOut
from engine.sitting.sitting import Sitting
from tui.host.connection.lines import LineTerminal
from tui.host.screens.hosted_keys import LONGEST
from tui.host.screens.hosted_session import HostedTable
from tui.plain.table import HELP, Does, PlainTable, Stirred

ALONE = ("coach", "resign")
"""How the lines of the help begin that are of no use in company."""
MORE = """\
say TEXT  to all; tell TEXT to your side    who       who sits where, and who is away
agree, refuse    what another asks of you   resume    play an adjourned battle on
quit      back to the lobby; the battle is kept, and your seat
"""


class HostedLines(PlainTable):
    """One person at a hosted battle; `run` returns when it is over, or the person leaves it."""

    HELP = (
        "".join(row for row in HELP.splitlines(True) if not row.startswith(("coach", "resign")))
        + MORE
    )
    TALK = ("say", "tell")

    def __init__(
        self,
        hosted: HostedBattle,
        person: str,
        hub: Hub,
        terminal: LineTerminal,
        describe: Callable[[WeatherGageError], str],
    ) -> None:
        shown = hosted.shown_to(person)
        self._table = HostedTable(hosted, shown, person)
        super().__init__(Sitting(shown, self._table), terminal.read, terminal.write, terminal)
        self._hosted = hosted
        self._person = person
        self._hub = hub
        self._terminal = terminal
        self._described = describe
        self._stirred = False
        """Whether others have acted since the latest line: who only reads is not prompted again."""
        self._waiting = ""
        """What was said last of who is waited for."""
        self._asked_of_me = ""
        """What another asks of this person, as it was told last."""
        self._wished = False, False
        """Whether a take-back and a proposal of this person stood when it was looked last."""
        self._answerable: tuple[Callable[[], None], Callable[[], None]] | None = None
        """Agreeing to it, and refusing."""

    async def run(self) -> None:
        """Play or watch until the battle is over, or the person leaves it."""
        leaves = [
            self._table.battle.subscribe(self._heard),
            self._hub.subscribe(self._changed),
        ]
        self._hosted.screen_opened(self._person)
        try:
            await super().run()
        finally:
            for leave in leaves:
                leave()
            self._hosted.screen_closed(self._person)

    @property
    def moved(self) -> bool:
        """Tell whether this person's seats are others than when they sat down."""
        seats = self._hosted.seats_of(self._person) if self._person else ()
        return set(seats) != set(self._table.persons)

    # What others do --------------------------------------------------------------------

    def _heard(self, battle: ShownBattle, change: Change) -> None:
        self._terminal.stir()

    def _changed(self, battle: str) -> None:
        if battle in ("", self._hosted.agreement.id):
            self._terminal.stir()

    def _look_up(self) -> bool:
        """Tell what is asked of this person; the table ends when the seats are another's."""
        if self.moved:
            return False
        self._tell_what_is_asked()
        self._tell_what_was_refused()
        self._tell_who_is_waited_for()
        return True

    def _tell_what_is_asked(self) -> None:
        """Tell what another proposes or wants to take back, once, and have it answered."""
        hosted, person = self._hosted, self._person
        back, leaving, text = hosted.taking_back, hosted.leaving, ""
        request, self._answerable = back.request, None
        if person and request and person in back.others(request.seat) - request.granted:
            text = f"{self._table.who(request.seat)} asks to take the latest order back"
            self._answerable = (lambda: back.grant(person)), (lambda: back.refuse(person))
        elif person and (proposal := leaving.asks(person)):
            said = proposal.text_for(person)
            text = f"{said[:1].upper()}{said[1:]}"
            self._answerable = (lambda: leaving.agree(person)), (lambda: leaving.decline(person))
        if text and text != self._asked_of_me:
            self._say(f"{text}. Type agree or refuse.")
        self._asked_of_me = text

    def _tell_what_was_refused(self) -> None:
        """Say so when a wish or a proposal of this person was not granted."""
        hosted, person = self._hosted, self._person
        request, proposal = hosted.taking_back.request, hosted.leaving.proposal
        wishes = (
            request is not None and request.seat in self._table.persons,
            proposal is not None and proposal.by == person,
        )
        refused = hosted.taking_back.denied, hosted.leaving.refused_by
        for wished, wishing, who in zip(self._wished, wishes, refused, strict=True):
            if wished and not wishing and who:
                self._say(f"{who} does not agree.")
        self._wished = wishes

    def _tell_who_is_waited_for(self) -> None:
        hosted, waiting = self._hosted, ""
        if hosted.standing == "adjourned":
            waiting = f"The battle is adjourned: {hosted.agreement.adjourned}. resume plays it on."
        elif hosted.played_for(self._person):
            waiting = "A computer plays your seat: your time ran out. Any line takes it back."
        elif self.seats.asked() is None and self._person and self._table.persons:
            names = dict.fromkeys(self._table.player_name(seat) for seat in hosted.asked())
            waiting = f"Waiting for {and_between(names)}." if names else ""
        if waiting and waiting != self._waiting:
            self._say(waiting)
        self._waiting = waiting

    # Lines -----------------------------------------------------------------------------

    def _waits(self) -> bool:
        return True

    async def _next(self) -> str | None:
        prompt = "> " if self._put or not self._stirred else ""
        try:
            line = await self._terminal.read_or_stir(prompt)
            self._stirred = False
        except Stirred:
            self._stirred = True
            gone = self._put is not None and self._put not in self.battle.pending()
            if gone and self._terminal.forget():  # it was typed for another question
                self._say("What is asked has changed: what you typed meanwhile is left out.")
            raise
        if line is not None and self._hosted.played_for(self._person):
            self._hosted.come_back(self._person)
        return line

    def _looks(self, question: Question | None) -> dict[str, Does]:
        return {
            **super()._looks(question),
            "say": lambda rest: self._talk(rest, False),
            "tell": lambda rest: self._talk(rest, True),
            "agree": lambda _: self._reply(0),
            "refuse": lambda _: self._reply(1),
            "who": lambda _: self._many(
                text for text, _ in facts(self._hosted, self._person, self._hub.persons)
            ),
            "resume": lambda _: self._hosted.resume(self._person),
        }

    def _asks(self, question: Question) -> dict[str, Does]:
        words = super()._asks(question)
        del words["coach"]  # in company nobody has one
        del words["resign"]  # who resigns for a whole side is told so by the ways out
        return words

    def _talk(self, text: str, to_side: bool) -> None:
        if not self._table.persons:
            raise Refused("who watches does not talk")
        if text:
            self._hosted.say(self._table.viewer_seat, text[:LONGEST], to_side)

    def _reply(self, which: int) -> None:
        if self._answerable is None:
            raise Refused("nothing is asked of you")
        self._answerable[which]()

    async def _answer(self, line: str, question: Question) -> None:
        self._hosted.running()
        await super()._answer(line, question)

    async def _seal(self, question: Question) -> None:
        self._hosted.running()
        await super()._seal(question)

    async def _advice(self, question: Question) -> None:
        if not self._hosted.agreement.terms.advice:
            raise Refused("this battle was founded without advice")
        await super()._advice(question)

    def _undo(self) -> None:
        self._may_go_back()
        super()._undo()

    def _redo(self) -> None:
        self._may_go_back()
        undone = self.battle.undone()
        if undone and undone.seat not in self._table.persons:
            raise Refused(f"only {self._table.who(undone.seat)} may redo it")
        super()._redo()

    async def _take_back(self) -> None:
        self._may_go_back()
        seat = self._table.acting_seat()
        if why_not := self.battle.why_not_take_back(seat):
            raise Refused(why_not)
        others = and_between(sorted(self._hosted.taking_back.others(seat)))
        asked = f"ask {others} to let you take it back" if others else "take it back"
        if await self._sure(asked):
            self._hosted.taking_back.ask(seat)

    def _may_go_back(self) -> None:
        if not self._table.persons:
            raise Refused("who watches takes nothing back")
        self._hosted.running()

    def _ways_out(self) -> Sequence[WayOut]:
        part(self._hosted, self._person)
        here = [name for name, count in self._hub.persons.items() if name and count > 0]
        return ways_out(self._hosted, self._person, here)

    def _told_error(self, error: WeatherGageError) -> str:
        return self._described(error)
