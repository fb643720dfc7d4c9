"""Company: how one person sits at a hosted battle, while other people act at other keyboards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from engine.base.errors import Refused
from engine.base.text import are, join_names, pluralized, sentence
from engine.game.game import Given
from engine.game.panel import ShipLine
from engine.game.question import Question
from engine.hosting.club.sessions import AT_A_TABLE
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import check_can_give_up, facts, waits_for, ways_out
from engine.hosting.shown import PersonsBattle
from engine.sitting.battle_log import BattleLog
from engine.sitting.kinds.kind import Ask, Done, Kind, Request, RequestReply, Sitting, surrenders
from engine.sitting.seats import OwnTable, WayOut

LONGEST = 200
"""The maximum number of characters in one chat message."""
MOST_NAMED = 8
"""The most ships that one sentence names; the roster names all ships."""
BACK = "You have your seat back."
"""The message to a person who takes a seat back from a computer player."""


class HostedTable(OwnTable):
    """The seats (places in a battle) that one person has, in a hosted battle.

    Questions to other persons are not asked here.
    """

    def __init__(self, hosted: HostedBattle, battle: PersonsBattle, person: str) -> None:
        super().__init__(battle, hosted.seating.seats_of(person) if person else ())
        self.hosted = hosted
        self.shown = battle
        self.person = person

    def asked(self) -> Question | None:
        """Return the open question of one of this person's seats.

        None if there is none, or if the battle is not under way.
        """
        if self.hosted.standing != "running":
            return None
        played = self.hosted.played_for(self.person)
        seats = [seat for seat in self.persons if seat not in played]
        mine = [each for each in self.battle.pending() if each.seat in seats]
        seen = [each for each in mine if each.seat == self._eyes]
        return next(iter(seen or mine), None)

    @property
    def moved(self) -> bool:
        """Whether this person has other seats now than when the sitting began."""
        return set(self.hosted.seating.seats_of(self.person) if self.person else ()) != set(
            self.persons
        )

    def who(self, key: str) -> str:
        """Return the person or computer player of a seat, with the seat's name, such as `anna
        (Red)`.
        """
        return f"{self.player_name(key)} ({self.name(key)})"

    def player_name(self, key: str) -> str:
        """Return the person or computer player of a seat, such as `anna` or `the lieutenant`."""
        return self.hosted.seating.person_of(key) or f"the {self.hosted.seating.player_name(key)}"

    def acting_seat(self) -> str:
        """Return the seat that undo and redo act for.

        It is the seat of the latest command, if that is one of this person's seats.
        """
        last = self.battle.entries[-1].seat if self.battle.entries else ""
        return last if last in self.persons else self._eyes


class Company(Kind):
    """How a person sits at a hosted battle, and how that differs from a battle at home.

    Others may act at any time, and they must agree before an order is taken back.
    """

    closed: Mapping[str, str] = {
        "coach": "the coach only speaks in battles against the computer",
        "resign": "type `leave`: resigning is one of the ways to leave the battle",
    }
    abouts: Mapping[str, str] = {
        "part": "ways to leave: resign, offer a draw, or hand a seat over",
        "menu": "leave for the lobby; the battle waits for you",
        "end": "leave; the battle waits for you",
    }
    in_company = True

    def __init__(self, table: HostedTable, hub: Hub) -> None:
        """Begin with one person's seats in a battle (`table`) of the host `hub`."""
        self.table = table
        self.hosted = table.hosted
        self.person = table.person
        self.hub = hub
        self._said = ""
        """The latest message of the line interface that says for whom the battle waits."""
        self._told = ""
        """The latest request by another person that the line interface has printed, in words."""
        self._wished = self._proposed = False
        """Whether this person had an open request to take an order back (`_wished`), or an open
        proposal (`_proposed`), when `replies` was last called."""
        self.left_at = self.hosted.left_at(self.person) if self.person else None
        """How many commands the battle had when this person last left it; None if nothing was
        missed."""
        self._awaited = ""
        """The latest message to this person that says which players still have to agree."""
        self._chose = self._choosing(self.left_at)
        """Whether captains of a shared fleet were still choosing ships when this person last saw
        the battle. When all ships are chosen, the person is told which ones are the person's
        own."""
        talk = partial(self._talk, to_side=False)
        self.does = {
            "talk": talk,
            "note": talk,  # in a hosted battle a note is a chat message
            "tell": partial(self._talk, to_side=True),
            "agree": lambda _: self._reply(True),
            "refuse": lambda _: self._reply(False),
            "who": lambda _: [text for text, _ in facts(self.hosted, self.person, hub.persons)],
            "resume": lambda _: self._resume(),
            "rematch": lambda _: self._rematch(),
        }

    def why_not(self, action: str) -> str:
        """Return why an action is not available now."""
        if action in ("undo", "redo", "take_back"):
            if not self.table.persons:
                return "people who watch cannot take anything back"
            self.hosted.running()
        if action in ("tell", "note") and not self.table.persons:
            return "people who watch talk among themselves: type `say`"
        if action == "talk" and not self.person:
            return "a guest may read and watch, but not talk"
        if action == "advice" and not self.hosted.agreement.terms.advice:
            return "this battle was founded without advice"
        if action in ("seal", "order"):
            self.hosted.running()
        return super().why_not(action)

    def over(self, sitting: Sitting) -> bool:
        """Tell whether the sitting is over.

        It also ends when other people get this person's seats.
        """
        return self.table.moved or super().over(sitting)

    def waits(self) -> bool:
        """Return True, because others may act while this person has no open question."""
        return True

    def stage(self) -> object:
        """Return a value that changes whenever questions open or close without an order.

        That happens when the battle is adjourned, and when a computer player takes over a seat.
        """
        return self.hosted.standing, self.hosted.played_for(self.person)

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Submit an answer; raises `Refused` while the battle is adjourned."""
        self.hosted.running()
        return super().give(sitting, seat, given)

    def come_back(self) -> str:
        """Take a seat back from the computer player that took it over when the person's time ran
        out.
        """
        if not self.hosted.played_for(self.person):
            return ""
        self.hosted.come_back(self.person)
        return BACK

    # How things stand --------------------------------------------------------------------

    def seat_title(self, seat: str, name: str) -> str:
        """Return the prompt for a choice: who has to choose, and the time left.

        If this person has several seats, it also names the seat.
        """
        several = name if len(self.table.persons) > 1 else ""
        left = self._left(seat)
        return ", ".join(filter(None, ("your choice", several, left)))

    def _left(self, seat: str) -> str:
        """Return how much time a seat has left, with the deadline in this person's time zone."""
        return self.hosted.clock.time_left(seat, partial(self.hub.people.when, self.person))

    def standing(self, sitting: Sitting, usual: str) -> str:
        """Return a sentence about what the battle waits for.

        It names the players who have to choose, and says whether another battle waits for this
        person.
        """
        adjourned = self.hosted.agreement.adjourned
        if sitting.battle.outcome() is not None:
            return usual
        if not self.table.persons:
            return f"You watch{self._behind()}. {self._waiting()}"
        if adjourned:
            return f"Adjourned: {adjourned}."
        if self.hosted.played_for(self.person):
            return "Your time ran out: a computer plays for you. Any key takes your seat back."
        if consent := self.consent_awaited():
            return consent
        others = (each for each in self.hub.battles.values() if each is not self.hosted)
        elsewhere = any(waits_for(each, self.person) for each in others)
        return self._waiting() + (" Another battle waits for you." if elsewhere else "")

    def _waiting(self) -> str:
        """Return a sentence with the players for whose choices the battle waits.

        '' for a watcher who sees the battle some turns later, for whom it would be wrong.
        """
        if self._behind():
            return ""
        if self.hosted.agreement.adjourned:
            return f"Adjourned: {self.hosted.agreement.adjourned}."
        waits = [self._who(key) for key in self.hosted.asked()]
        return f"Waiting for {join_names(waits)} to choose." if waits else ""

    def _behind(self) -> str:
        """Return how many turns behind a watcher is; '' for a person who sees the battle live."""
        turns = self.table.shown.behind
        return f", {pluralized(turns, 'turn')} behind" if turns else ""

    def _who(self, key: str) -> str:
        """Return the player of a seat in words, with the seat's name and whether the player is
        away.
        """
        words = [self.table.name(key)]
        if key in self.hosted.seating.timed_out:
            words.append("played by a computer")
        elif self.hosted.seating.away(key):
            words.append(self._whereabouts(key))
        words.append(self._left(key))
        return f"{self.table.player_name(key)} ({', '.join(filter(None, words))})"

    def _whereabouts(self, key: str) -> str:
        """Return where the person of a seat is who is not at this battle.

        `elsewhere` means connected to the host, `away` not connected.
        """
        return "elsewhere" if self.hub.persons[self.hosted.seating.person_of(key)] > 0 else "away"

    def facts(self) -> Iterable[str]:
        """Return lines about the battle: the persons of all seats, and the pledge for the dice."""
        for seat in self.hosted.seats:
            away = f", {self._whereabouts(seat.key)}" if self.hosted.seating.away(seat.key) else ""
            yield f"{seat.name}: {self.table.player_name(seat.key)}{away}"
        yield f"pledge of the dice, to be compared afterwards: {self.hosted.pledge}"

    def own_ships(self) -> str:
        """Return a sentence that names this person's ships, where several people share a side."""
        own = self.table.persons
        if not self._shares_a_side:
            return ""
        ships = [f"{row.name} ({row.key})" for row in self._roster() if row.owner in own]
        more = len(ships) - MOST_NAMED
        named = [*ships[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
        so_far = " so far" if self._choosing() else ""
        return f"Your ships{so_far}: {join_names(named)}." if ships else ""

    def _roster(self, at: int | None = None) -> list[ShipLine]:
        """Return the roster's lines of all ships, as they are now or were after `at` commands."""
        battle, viewer = self.table.battle, self.table.viewer_seat
        game = self.hosted.game
        view = battle.view(viewer) if at is None else game.view(battle.at(at), viewer)
        return [row for row in game.screen.roster(view) if isinstance(row, ShipLine)]

    def _choosing(self, at: int | None = None) -> bool:
        """Tell whether a fleet of several captains has ships that none of them has chosen yet.

        With `at`, tell it for the moment after so many commands.
        """
        battle, game = self.table.battle, self.hosted.game
        # Ships are chosen before the first turn, so that later the roster need not be computed.
        if not self._shares_a_side or game.turn(battle.state if at is None else battle.at(at)) > 1:
            return False
        return any(not row.owner for row in self._roster(at))

    @property
    def _shares_a_side(self) -> bool:
        """Whether this person shares a side with other people."""
        return any(self.hosted.seating.shared_side(seat) for seat in self.table.persons)

    def introduction(self) -> Iterable[str]:
        """Return the lines that the line interface prints first: the person's ships in a shared
        fleet.
        """
        self._chose = self._choosing()
        return filter(None, (*super().introduction(), self.own_ships()))

    # What others do ----------------------------------------------------------------------

    def news(self, question: Question | None) -> Iterator[str]:
        """Yield the lines that the line interface prints between orders.

        They report another person's request, whether others have refused, and which players the
        battle waits for.
        """
        asked = self.asked_by_other()
        told = asked.text if asked else ""
        if told and told != self._told:
            yield f"{told} Type `agree` or `refuse`."
        self._told = told
        for heard in self.replies():
            yield heard.text
        yield from self._who_is_waited_for(question)

    def _who_is_waited_for(self, question: Question | None) -> Iterator[str]:
        hosted, waiting = self.hosted, ""
        if hosted.standing == "adjourned":
            waiting = (
                f"The battle is adjourned: {hosted.agreement.adjourned}. Type `resume` "
                "to continue it."
            )
        elif hosted.played_for(self.person):
            waiting = (
                "A computer plays your seat: your time ran out. Type any line to take the seat "
                "back."
            )
        elif question is None and self.person and self.table.persons:
            names = dict.fromkeys(self.table.player_name(seat) for seat in hosted.asked())
            waiting = f"Waiting for {join_names(names)}." if names else ""
        if waiting and waiting != self._said:
            yield waiting
        self._said = waiting

    def asked_by_other(self) -> Request | None:
        """Return an open proposal, or an open request to take an order back, by another person."""
        back, leaving, person = self.hosted.taking_back, self.hosted.leaving, self.person
        request = back.request
        if person and request and person in back.others(request.seat) - request.granted:
            # The order that the seat wants back, as far as this person may know it.
            battle = self.table.battle
            at = max(
                (record.at for record in battle.entries if record.seat == request.seat), default=0
            )
            lines = BattleLog(battle).lines(self.table.viewer_seat)
            texts = (line.text for line in lines if line.at == at and line.seat == request.seat)
            latest = next(texts, "the latest order").removesuffix(".")
            text = f"{self.table.who(request.seat)} asks to take back: {latest}"
            return Request(f"{text}.", partial(back.grant, person), partial(back.refuse, person))
        if person and (proposal := leaving.asks(person)):
            text = sentence(proposal.text_for(person))
            return Request(text, partial(leaving.agree, person), partial(leaving.decline, person))
        return None

    def replies(self) -> Iterator[RequestReply]:
        """Yield what has happened to this person's requests, each message only once.

        A message says whose consent is awaited, or who has refused. When the captains of a fleet
        have chosen, one names this person's ships.
        """
        hosted, person = self.hosted, self.person
        chose, self._chose = self._chose, self._choosing()
        if chose and not self._chose:
            yield RequestReply(self.own_ships())
        back, leaving = hosted.taking_back, hosted.leaving
        wished, self._wished = self._wished, self._wishes
        if wished and not self._wished and back.denied:
            yield RequestReply(f"{back.denied} does not agree: the order is not taken back.")
        awaited = self.consent_awaited()
        if awaited and awaited != self._awaited:
            yield RequestReply(awaited, lambda: self.consent_awaited() == awaited)
        self._awaited = awaited
        own = leaving.proposal
        proposed, self._proposed = self._proposed, own is not None and own.by == person
        if proposed and not self._proposed and leaving.refused_by:
            yield RequestReply(f"{leaving.refused_by} does not agree.")
        if own and self._proposed and not proposed:
            waits = own.waits_for
            yield RequestReply(
                f"{are(sorted(waits))} asked.",
                lambda: (now := leaving.proposal) is not None and now.waits_for == waits,
            )

    @property
    def _wishes(self) -> bool:
        """Whether this person's request to take an order back is still open."""
        request = self.hosted.taking_back.request
        return request is not None and request.seat in self.table.persons

    def _not_answered(self) -> list[str]:
        """Return the persons who have not yet agreed to the open request to take an order back."""
        back = self.hosted.taking_back
        return sorted(back.others(back.request.seat) - back.request.granted) if back.request else []

    def consent_awaited(self) -> str:
        """Return in words which players still have to agree to this person's request.

        '' without an open request.
        """
        if not self._wishes:
            return ""
        return f"{are(self._not_answered())} asked whether you may take the order back."

    # What a person may do ----------------------------------------------------------------

    def _talk(self, text: str, *, to_side: bool) -> Done:
        return [told] if (told := self.say(self.table.viewer_seat, text, to_side)) else ()

    def say(self, seat: str, text: str, to_side: bool) -> str:
        """Send a chat message to everybody, or to one side only; return a remark for the person, or
        ''.

        Messages of watchers go only to watchers.
        """
        if not text:
            return ""
        if not self.table.persons:
            read = self.hub.say(self.person, text[:LONGEST], self.hosted)
            return "" if read else "Nobody else watches now."
        if why_not := self.hub.sanctions.why_not_talk(self.person):
            raise Refused(why_not)
        self.hub.talk.count(self.person, AT_A_TABLE)
        self.hosted.say(seat, text[:LONGEST], to_side)
        return ""

    def _reply(self, agrees: bool) -> Done:
        asked = self.asked_by_other()
        if asked is None:
            raise Refused("nobody is asking you for anything")
        (asked.yes if agrees else asked.no)()
        return ()

    def _resume(self) -> Done:
        self.hosted.resume(self.person)
        return ()

    def _rematch(self) -> Done:
        found = self.hub.rematch(self.person, self.hosted)
        return [f"A rematch with sides changed is in the lobby: {found.title}."]

    def undo(self, sitting: Sitting) -> Done:
        """Undo the latest order if nobody has to agree; else ask the other players to agree.

        If they are already asked, offer to withdraw the request.
        """
        return self._given_up() or super().undo(sitting)

    def redo(self, sitting: Sitting) -> Done:
        """Apply again the command that was undone last.

        Raises `Refused` if it is a command of another person.
        """
        undone = sitting.battle.undone()
        if undone and undone.seat not in self.table.persons:
            raise Refused(f"only {self.table.who(undone.seat)} may redo the order")
        return super().redo(sitting)

    def take_back(self, sitting: Sitting, why: str = "") -> Done:
        """Ask the other players to let this person take an order back.

        Their answers come later.
        """
        if wish := self._given_up():
            return wish
        seat = self.table.acting_seat()
        if why_not := sitting.battle.why_not_take_back(seat):
            raise Refused(why_not)
        because = f"{sentence(why)} " if why else ""
        others = join_names(sorted(self.hosted.taking_back.others(seat)))
        text = (
            f"Ask {others} to let you take the order back?"
            if others
            else "Take the order back anyway?"
        )

        def yes() -> Done:
            self.hosted.taking_back.ask(seat)
            return ()

        return Ask(f"{because}{text}", yes, likely=True)

    def _given_up(self) -> Ask | None:
        """Return a question to this person: whether to withdraw the person's own open request.

        None if there is no open request.
        """
        if not self._wishes:
            return None
        waits = self._not_answered()
        have = "has" if len(waits) == 1 else "have"

        def yes() -> Done:
            self.hosted.taking_back.refuse(self.person)
            return ()

        return Ask(f"{join_names(waits)} {have} not answered yet. Withdraw your request?", yes)

    def ways_out(self, sitting: Sitting) -> Sequence[WayOut]:
        """Return the ways in which this person may leave a hosted battle, such as to resign."""
        check_can_give_up(self.hosted, self.person)
        here = [name for name, count in self.hub.persons.items() if name and count > 0]
        return [*ways_out(self.hosted, self.person, here), *surrenders(sitting)]
