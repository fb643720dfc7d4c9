"""Company: an evening among people far away, at a hosted battle. Their seats, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.base.errors import Refused
from engine.base.text import and_between
from engine.game.game import Given
from engine.game.question import Question
from engine.hosting.hosted import HostedBattle
from engine.hosting.lobby_rows import facts, part, ways_out
from engine.hosting.shown import PersonsBattle
from engine.sitting.kinds.kind import Kind
from engine.sitting.seats import OwnTable, WayOut
from engine.sitting.sitting import Sitting

LONGEST = 200
"""Letters of what a person says at once."""


class HostedTable(OwnTable):
    """The seats of one person. The choices of other persons are not asked here."""

    def __init__(self, hosted: HostedBattle, battle: PersonsBattle, person: str) -> None:
        super().__init__(battle, hosted.seating.seats_of(person) if person else ())
        self.hosted = hosted
        self.person = person

    def asked(self) -> Question | None:
        """Return the open question of this person's seats."""
        if self.hosted.standing != "running":
            return None
        played = self.hosted.played_for(self.person)
        seats = [seat for seat in self.persons if seat not in played]
        mine = [each for each in self.battle.pending() if each.seat in seats]
        seen = [each for each in mine if each.seat == self._eyes]
        return next(iter(seen or mine), None)

    @property
    def moved(self) -> bool:
        """Whether this person's seats are others than when they sat down."""
        return set(self.hosted.seating.seats_of(self.person) if self.person else ()) != set(
            self.persons
        )

    def who(self, key: str) -> str:
        """Return who has a seat, and which: `anna (Red)`."""
        return f"{self.player_name(key)} ({self.name(key)})"

    def player_name(self, key: str) -> str:
        """Return who has a seat: `anna`, `the lieutenant`."""
        return self.hosted.seating.person_of(key) or f"the {self.hosted.seating.player_name(key)}"

    def acting_seat(self) -> str:
        """Return the seat that undo and redo act for."""
        last = self.battle.entries[-1].seat if self.battle.entries else ""
        return last if last in self.persons else self._eyes


class Company(Kind):
    """A hosted battle for one person: others act meanwhile, and are asked before a take-back."""

    closed: Mapping[str, str] = {
        "coach": "the coach speaks in battles against the computer alone",
        "resign": "leave lists the ways out of the battle, and to resign is one of them",
    }

    def __init__(self, table: HostedTable, here: Callable[[], Mapping[str, int]]) -> None:
        """Sit at a table; `here` returns how many connections each person has."""
        self.table = table
        self.hosted = table.hosted
        self.person = table.person
        self._here = here
        self._waiting = ""
        """What was said last of who is waited for."""
        self._asked_of_me = ""
        """What another asks of this person, as it was told last."""
        self._wished = False, False
        """Whether a take-back and a proposal of this person stood when it was looked last."""
        self._answerable: tuple[Callable[[], None], Callable[[], None]] | None = None
        """Agreeing to what another asks, and refusing it."""
        self.does = {
            "say": lambda text: self._talk(text, False),
            "tell": lambda text: self._talk(text, True),
            "agree": lambda _: self._reply(0),
            "refuse": lambda _: self._reply(1),
            "who": lambda _: (text for text, _ in facts(self.hosted, self.person, self._here())),
            "resume": lambda _: self._resume(),
        }

    def why_not(self, action: str) -> str:
        """Return why an action is not to be had now."""
        if action in ("undo", "redo", "take back"):
            if not self.table.persons:
                return "who watches takes nothing back"
            self.hosted.running()
        if action == "advice" and not self.hosted.agreement.terms.advice:
            return "this battle was founded without advice"
        if action in ("seal", "order"):
            self.hosted.running()
        return super().why_not(action)

    def over(self, sitting: Sitting) -> bool:
        """The table ends when the seats are another's, too."""
        return self.table.moved or super().over(sitting)

    def waits(self) -> bool:
        """Others act meanwhile."""
        return True

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Take an answer; `Refused` while the battle is adjourned."""
        self.hosted.running()
        return super().give(sitting, seat, given)

    # What others do --------------------------------------------------------------------

    def news(self, question: Question | None) -> Iterator[str]:
        """Tell what is asked of this person, what was refused, and who is waited for; once each."""
        yield from self._what_is_asked()
        yield from self._what_was_refused()
        yield from self._who_is_waited_for(question)

    def _what_is_asked(self) -> Iterator[str]:
        """Tell what another proposes or wants to take back, and have it answered."""
        hosted, person = self.hosted, self.person
        back, leaving, text = hosted.taking_back, hosted.leaving, ""
        request, self._answerable = back.request, None
        if person and request and person in back.others(request.seat) - request.granted:
            text = f"{self.table.who(request.seat)} asks to take the latest order back"
            self._answerable = (lambda: back.grant(person)), (lambda: back.refuse(person))
        elif person and (proposal := leaving.asks(person)):
            said = proposal.text_for(person)
            text = f"{said[:1].upper()}{said[1:]}"
            self._answerable = (lambda: leaving.agree(person)), (lambda: leaving.decline(person))
        if text and text != self._asked_of_me:
            yield f"{text}. Type agree or refuse."
        self._asked_of_me = text

    def _what_was_refused(self) -> Iterator[str]:
        """Say so when a wish or a proposal of this person was not granted."""
        hosted, person = self.hosted, self.person
        request, proposal = hosted.taking_back.request, hosted.leaving.proposal
        wishes = (
            request is not None and request.seat in self.table.persons,
            proposal is not None and proposal.by == person,
        )
        refused = hosted.taking_back.denied, hosted.leaving.refused_by
        for wished, wishing, who in zip(self._wished, wishes, refused, strict=True):
            if wished and not wishing and who:
                yield f"{who} does not agree."
        self._wished = wishes

    def _who_is_waited_for(self, question: Question | None) -> Iterator[str]:
        hosted, waiting = self.hosted, ""
        if hosted.standing == "adjourned":
            waiting = f"The battle is adjourned: {hosted.agreement.adjourned}. resume plays it on."
        elif hosted.played_for(self.person):
            waiting = "A computer plays your seat: your time ran out. Any line takes it back."
        elif question is None and self.person and self.table.persons:
            names = dict.fromkeys(self.table.player_name(seat) for seat in hosted.asked())
            waiting = f"Waiting for {and_between(names)}." if names else ""
        if waiting and waiting != self._waiting:
            yield waiting
        self._waiting = waiting

    # What a person may do ----------------------------------------------------------------

    def _talk(self, text: str, to_side: bool) -> Iterable[str]:
        if not self.table.persons:
            raise Refused("who watches does not talk")
        if text:
            self.hosted.say(self.table.viewer_seat, text[:LONGEST], to_side)
        return ()

    def _reply(self, which: int) -> Iterable[str]:
        if self._answerable is None:
            raise Refused("nothing is asked of you")
        self._answerable[which]()
        return ()

    def _resume(self) -> Iterable[str]:
        self.hosted.resume(self.person)
        return ()

    def redo(self, sitting: Sitting) -> None:
        """Do again what this person undid last."""
        undone = sitting.battle.undone()
        if undone and undone.seat not in self.table.persons:
            raise Refused(f"only {self.table.who(undone.seat)} may redo it")
        super().redo(sitting)

    def take_back_question(self, sitting: Sitting) -> str:
        """Return what is asked before the others are."""
        seat = self.table.acting_seat()
        if why_not := sitting.battle.why_not_take_back(seat):
            raise Refused(why_not)
        others = and_between(sorted(self.hosted.taking_back.others(seat)))
        return f"ask {others} to let you take it back" if others else "take it back"

    def take_back(self, sitting: Sitting) -> None:
        """Ask the others."""
        self.hosted.taking_back.ask(self.table.acting_seat())

    def ways_out(self, sitting: Sitting) -> Sequence[WayOut]:
        """Return the ways out of a hosted battle, as this person has them."""
        part(self.hosted, self.person)
        here = [name for name, count in self._here().items() if name and count > 0]
        return ways_out(self.hosted, self.person, here)
