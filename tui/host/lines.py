"""A host as lines of text, for connections without a terminal (`ssh -T`). HostedLobby has the list
of battles and the commands for them; HostedLines is one battle, in which others' actions are
printed as they happen.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterable, Sequence

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import clean, no_command, parse_number, pluralized
from engine.hosting.club.desk import Desk
from engine.hosting.club.owner import Owner
from engine.hosting.club.sessions import Session
from engine.hosting.company import Company, HostedTable
from engine.hosting.errands import dice_evidence
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import (
    DICE,
    calls,
    dated_number,
    facts,
    has_words,
    in_order,
    persons,
    privacy_text,
    recent,
    seat_person_text,
    shown_to,
    state_of,
    terms_to_accept,
)
from engine.hosting.shown import ShownBattle
from engine.hosting.terms import new_form, rows_of, terms_of
from engine.kernel.registry import game_with_scenario
from engine.kernel.seen import Change
from engine.sitting.printed import refuse_controls
from engine.sitting.setting_up.forms import fill, read_terms
from engine.sitting.setting_up.rows import SetUpRows
from engine.sitting.sitting import Sitting
from engine.sitting.watching.reel import drop_file_notes
from tui.host.connection.lines import LineTerminal
from tui.host.credentials import Credentials
from tui.plain.form import PlainForm
from tui.plain.look import lookup_lines, wrapped
from tui.plain.replay import PlainReplay
from tui.plain.table import Interrupted, PlainTable

# HostedLines: one hosted battle.


class HostedLines(PlainTable):
    """One person at a hosted battle in lines of text; `run` returns when it is over, or when the
    person leaves.
    """

    def __init__(
        self,
        hosted: HostedBattle,
        person: str,
        hub: Hub,
        terminal: LineTerminal,
        describe: Callable[[WeatherGageError], str],
    ) -> None:
        self.table = HostedTable(hosted, hosted.shown_to(person), person)
        sitting = Sitting(self.table.battle, self.table, Company(self.table, hub))
        super().__init__(sitting, terminal.read, terminal.write, terminal, describe)
        self._hosted = hosted
        self._person = person
        self._hub = hub
        self._terminal = terminal
        self._stirred = False
        """Whether others have acted since this person's latest line. If so, the prompt is not
        printed again without a question."""

    async def run(self) -> None:
        """Play or watch until the battle is over, or the person leaves it."""
        leaves = [
            self.table.battle.subscribe(self._heard),
            self._hub.subscribe(self._changed),
        ]
        self._hosted.screen_opened(self._person)
        try:
            await super().run()
        finally:
            for leave in leaves:
                leave()
            self._hosted.screen_closed(self._person)

    def _heard(self, battle: ShownBattle, change: Change) -> None:
        self._terminal.wake_up()

    def _changed(self, battle: str) -> None:
        if battle in ("", self._hosted.agreement.id):
            self._terminal.wake_up()

    async def next_line(self) -> str | None:
        """Return the next typed line; None at the end of the input.

        Lines that were typed for an earlier question are dropped.
        """
        prompt = "> " if self._put or not self._stirred else ""
        try:
            line = await self._terminal.read_or_wake(prompt)
            self._stirred = False
        except Interrupted:
            self._stirred = True
            gone = self._put is not None and not self.sitting.still_asked
            if gone and self._terminal.forget():  # it was typed for another question
                self._say("The question has changed, so the line you typed was ignored.")
            raise
        if line is not None:
            self.kind.come_back()
        return line


# HostedLobby: all battles, clubs and tournaments of the host.


HELP = """
Type a battle's number to continue yours, watch one in progress, replay a finished one,
or read about one that waits for players.
list         show the battles again          find W    list battles with the word W
go           to the next battle that waits for you
about N      the seats, terms and state of battle N
watch N      watch it live                   replay N  watch it again, once it is over
resume N     continue an adjourned battle    proof N   the proof of its dice
get N        how to download its file, once it is over
sit N SEAT   take a seat of battle N         stand N SEAT  give it back
found        a new battle, row by row: seats, clock, watchers, squadrons and all else
found NAME [ROW=CHOICE ...]  at once: `found quickstart B=lieutenant clock=none`
form NAME [ROW=CHOICE ...]   shows its rows first; type `found` there to set it up
withdraw N   give up a battle of yours that has not begun; owners of the host: any
lessons      all lessons, with your stars    learn NAME   go through one
puzzles [W]  all puzzles, or those with a word W, and your rating
puzzle NAME  solve it; `puzzle today`: the puzzle of the day; `puzzle`: the next one
rules W      cards and rules: what a word means
page [NAME]  battles, rating and results of a person, or your own
ladder       the ratings of all players      archive [W]  battles that are over, with word W
challenge NAME SCENARIO [ROW=CHOICE ...]  a battle against somebody
decline N    decline a battle that keeps a seat for you
rematch N    play battle N again, with sides swapped
tournaments  all tournaments                 tournament NAME  its table and its round
enter NAME   take part                       drop NAME  leave a tournament for good
organize NAME KIND SCENARIO [rounds=5 days=7 clock=a day]  set up a tournament
begin NAME   begin a tournament that you founded
cancel NAME  give up a tournament of yours that has not begun
zone [NAME]  your time zone, for deadlines   holiday [DAYS]  stop your long clocks
say TEXT     say it to all in the lobby      talk      what was said there
mute NAME    hide what NAME says there       unmute NAME  show it again
notices      how you are notified; `hook URL`, `mail ADDRESS`, `quiet 22-8` change it
account      your password and your keys     invite  a friend: what to send
password     choose a password; it is seen while you type it
add KEY      another key of yours: the line of a .pub file
remove N     take away key N
owner WORD   give the host an order, if you own it; `owner help` lists all orders
quit         leave the host; your battles and seats are kept
"""
IN_LINES = {
    "lobby.accept": "N",
    "lobby.found": "found",
    "lobby.watch": "watch",
    "lobby.replay": "replay",
    "lobby.resume": "resume",
    "lobby.withdraw": "withdraw",
    "lobby.lessons": "lessons",
    "lobby.puzzles": "puzzles",
    "lobby.find": "find",
    "lobby.reference": "rules",
    "lobby.next": "go",
    "lobby.account": "account",
    "lobby.owner": "owner",
    "lobby.club": "page",
    "lobby.talk": "say",
    "club.talk": "talk",
    "club.accept": "page",
    "club.page": "page",
    "club.ladder": "ladder",
    "club.archive": "archive",
    "club.end": "list",
    "owner.accept": "owner",
    "owner.who": "owner",
    "owner.end": "list",
    "account.password": "password",
    "account.add": "add",
    "account.remove": "remove",
    "account.invite": "invite",
    "account.end": "list",
    "lobby.end": "quit",
    "gathering.accept": "sit",
    "gathering.stand_up": "stand",
    "gathering.end": "list",
    "founding.accept": "found",
    "founding.up": "ROW",
    "founding.down": "ROW",
    "founding.left": "ROW CHOICE",
    "founding.right": "ROW CHOICE",
    "founding.find": "find",
    "founding.word": "ROW CHOICE",
    "founding.end": "quit",
}
"""{action of a screen: the word for it in lines}."""
LEARNING = "lessons", "learn", "puzzles", "puzzle"
"""The words that a lobby hands on to lessons and puzzles."""
NOT_IN_LINES = {
    "lobby.settings": "settings are only for the screens: signs, colours and animation",
}
"""{action of a screen: why it has no word in lines}."""


Does = Callable[[], Awaitable[None] | None]
"""A function that carries out a typed word; it may be asynchronous."""


class HostedLobby:
    """One person's lobby (list of battles) in lines of text; `run` returns when the person
    leaves.
    """

    def __init__(
        self,
        hub: Hub,
        person: str,
        terminal: LineTerminal,
        account: Credentials | None = None,
        owner: Owner | None = None,
    ) -> None:
        """Create the lobby for a person's connection.

        `account` is the person's means of login, None for a person without one. `owner` carries out
        orders to the host; only the host's owners have one.
        """
        self._account = account
        self._desk = Desk(hub, person)
        self._owner = owner if person in hub.owners else None
        self._hub = hub
        self._person = person
        self._terminal = terminal
        self._listed: list[HostedBattle] = []
        """The battles of the list that was printed last; the person names them by number, from
        1."""
        self._waiting: set[str] = set()
        """The ids of battles of which this person was already told that they wait for an answer."""

    async def run(self) -> None:
        """Carry out typed lines until the person leaves or the connection is lost."""
        hub, terminal = self._hub, self._terminal
        gone = hub.sessions.join(Session(self._person, terminal.address, self._tell, self._end))
        hub.count_connection(self._person)
        leave = hub.subscribe(lambda _: terminal.wake_up())
        try:
            who = f"You are {self._person}." if self._person else "You are a guest, and may watch."
            self._say(f"Weather Gage in lines. {who} Type `help` for what you can type.")
            self._list()
            while True:
                try:
                    line = await terminal.read_or_wake("> ")
                except Interrupted:
                    # Battles that have begun to wait for this person since the latest list or news.
                    waiting = self._waits()
                    for name in waiting - self._waiting:
                        hosted = self._hub.battles[name]
                        if hosted not in self._listed:
                            self._listed.append(hosted)
                        self._say(f"  {self._listed.index(hosted) + 1}  {self._row(hosted)}")
                    self._waiting = waiting
                    continue
                if line is None or line.strip().lower() in ("quit", "exit", "q"):
                    return
                try:
                    refuse_controls(line)
                    await self._line(clean(line).split())
                except WeatherGageError as error:
                    self._say(f"{self._error_text(error)}.")
        finally:
            leave()
            gone()
            hub.discount_connection(self._person)

    async def _line(self, words: list[str]) -> None:
        """Carry out a typed line; a word that lacks its arguments counts as unknown."""
        word, rest = (words[0].lower(), words[1:]) if words else ("list", [])
        said = " ".join(rest)
        alone: dict[str, Does] = {
            "list": self._list,
            "help": self._help,
            "?": self._help,
            "account": lambda: self._many(self._ways_in.summary_lines()),
            "invite": lambda: self._many(self._ways_in.invite(self._terminal.way)),
            "password": self._choose_password,
            "go": self._go_on,
        }
        of_battle: dict[str, Callable[[HostedBattle], Awaitable[None] | None]] = {
            "about": self._about,
            "watch": self._watch,
            "replay": self._replay,
            "resume": self._resume,
            "proof": self._proof,
            "get": self._take_home,
            "withdraw": self._withdraw,
        }
        of_words: dict[str, Callable[[str], Awaitable[None] | None]] = {
            "find": self._list,
            "rules": lambda said: self._many(lookup_lines(said)),
            "found": lambda said: self._found_battle(self._form(said)),
            "form": lambda said: self._fill_in(self._form(said)),
            "owner": lambda said: self._many(self._owners.execute(said, self._person)),
            "add": lambda said: self._say(self._ways_in.add_key(said)),
            "remove": lambda said: self._say(self._ways_in.remove_key(said)),
        }
        of_seat: dict[str, Callable[[HostedBattle, str], Awaitable[None] | None]] = {
            "sit": self._sit,
            "stand": lambda hosted, seat: hosted.leave_seat(self._person, _seat(hosted, seat)),
        }
        done: Awaitable[None] | None = None
        if word in alone and not rest:
            done = alone[word]()
        elif word in alone:  # the rest may be a password, so it is not repeated
            raise Refused(f"type `{word}` alone, with nothing after it")
        elif word in of_battle and len(rest) == 1:
            done = of_battle[word](self._battle(rest[0]))
        elif word in of_seat and len(rest) > 1:
            done = of_seat[word](self._battle(rest[0]), " ".join(rest[1:]))
        elif word in of_words and (rest or word in ("found", "form")):
            done = of_words[word](said) if rest else self._fill_in(self._form())
        elif word.isdecimal() and not rest:
            done = self._go(self._battle(word))
        elif word in self._desk.words:
            if word in ("rematch", "decline") and said.isdecimal():
                said = self._battle(said).agreement.id
            self._many(self._desk.execute(f"{word} {said}"))
        elif word in LEARNING:
            done = self._learn(word, said)
        elif why := NOT_IN_LINES.get(f"lobby.{word}"):
            raise Refused(why)
        else:
            known = (*alone, *of_battle, *of_seat, *of_words, *self._desk.words, *LEARNING)
            raise Refused(no_command(" ".join(words), known))
        if done is not None:
            await done

    def _help(self) -> None:
        self._terminal.write(HELP.strip("\n"))

    @property
    def _ways_in(self) -> Credentials:
        if self._account is None or not self._person:
            raise Refused("a guest has no name here; sign in with a name: `ssh NAME@HOST`")
        return self._account

    @property
    def _owners(self) -> Owner:
        if self._owner is None:
            raise Refused("only an owner of this host may give it orders")
        return self._owner

    def _tell(self, sentence: str) -> None:
        """Print a sentence for this person, without disturbing the line that is being typed."""
        self._say(sentence)
        self._terminal.wake_up()

    def _end(self, farewell: str) -> None:
        self._say(farewell)
        self._terminal.hang_up()

    async def _go_on(self) -> None:
        """Open the first battle that waits for this person; if it has not begun, print its
        facts.
        """
        battles = in_order(self._hub.battles.values(), self._person)
        waiting = next((each for each in battles if calls(each, self._person)), None)
        if waiting is None:
            raise Refused("no battle waits for you")
        if waiting not in self._listed:
            self._list()
        if waiting.standing == "open":
            self._say(f"  {self._listed.index(waiting) + 1}  {self._row(waiting)}")
            self._about(waiting)
        else:
            await self._watch(waiting)

    async def _choose_password(self) -> None:
        """Ask for a new password, and first for the current one if there is one."""
        account, read = self._ways_in, self._terminal.read
        if account.has_password:
            account.check(await read("Present password: ") or "")
        password = await read("New password, of eight characters or more: ") or ""
        self._say(account.choose(password, await read("The same password again: ") or ""))

    async def _resume(self, hosted: HostedBattle) -> None:
        """Continue an adjourned (paused) battle."""
        hosted.resume(self._person)
        await self._watch(hosted)

    async def _withdraw(self, hosted: HostedBattle) -> None:
        """Withdraw a battle; ask for confirmation if it has begun.

        Only an owner of the host may withdraw a battle that has begun.
        """
        if why_not := self._hub.why_not_withdraw(self._person, hosted):
            raise Refused(why_not)
        if hosted.standing != "open":
            told = f"{hosted.title} has begun. Type `yes` to withdraw it: "
            if (await self._terminal.read(told) or "").strip().lower() != "yes":
                self._say("The battle stays.")
                return
        self._hub.withdraw(self._person, hosted)
        self._list()

    # The battles -----------------------------------------------------------------------

    def _list(self, words: str = "") -> None:
        """Print the battles that match the words.

        Their numbers are those of the list of all battles.
        """
        self._listed = in_order(self._hub.battles.values(), self._person)
        whole = self._listed if words else recent(self._listed)
        found = [each for each in whole if has_words(each, self._person, words)]
        for hosted in found:
            self._say(f"  {self._listed.index(hosted) + 1}  {self._row(hosted)}")
        if older := len(self._listed) - len(whole):
            self._say(
                f"Not listed: {pluralized(older, 'older battle')}; `find W` lists those with the "
                "word W, such as a name or a month."
            )
        if words and not found:
            self._say(f"No battle has '{words}'.")
        elif not self._listed:
            self._say(
                "No battle yet." + " Type `found quickstart` to set one up." * bool(self._person)
            )
        self._waiting = self._waits()

    def _row(self, hosted: HostedBattle) -> str:
        who, state = persons(hosted), state_of(hosted, self._person)
        return f"{hosted.title}: {who}, {state} ({dated_number(hosted)})"

    def _waits(self) -> set[str]:
        battles = self._hub.battles.items()
        return {name for name, hosted in battles if calls(hosted, self._person)}

    def _battle(self, number: str) -> HostedBattle:
        """Return the battle with this number in the list that was printed last."""
        if not number.isdecimal() or not 1 <= parse_number(number) <= len(self._listed):
            raise Refused(
                f"there is no battle {number}; `list` shows "
                f"{pluralized(len(self._listed), 'battle')}"
            )
        return self._listed[parse_number(number) - 1]

    def _about(self, hosted: HostedBattle) -> None:
        waits = hosted.standing == "open"
        for text, style in facts(hosted, self._person, self._hub.persons):
            if style != "dim" or not waits:  # dim lines are terms, which are all listed below
                self._say(f"{text}.")
        if waits:
            for seat in hosted.seats:
                if hosted.agreement.words.get(seat.key):
                    self._say(f"{seat.name}: {seat_person_text(hosted, seat.key)}.")
            if private := privacy_text(hosted, self._person):
                self._say(private)
            for text in (*terms_to_accept(hosted.agreement.terms), DICE):
                self._say(text)
            free = [seat.name for seat in hosted.seats if seat.key in hosted.seating.free]
            self._say(f"Free: {', '.join(free)}. The pledge of its dice: {hosted.pledge}.")

    async def _learn(self, word: str, rest: str) -> None:
        """Carry out a command about lessons or puzzles."""
        from tui.plain.learning import Learning  # lazy: most people come to play

        own, terminal = self._hub.own_files(self._person), self._terminal
        await Learning(own, terminal.read, terminal.write, terminal).does(word, rest)
        if word in ("learn", "puzzle"):
            self._list()

    # Ways to a battle --------------------------------------------------------------------

    async def _go(self, hosted: HostedBattle) -> None:
        """Open a battle in the way that fits it: print its facts before it begins, replay it after
        its end, otherwise play or watch it.
        """
        if hosted.standing == "open":
            self._about(hosted)
            return
        await (self._replay if hosted.standing == "finished" else self._watch)(hosted)

    async def _watch(self, hosted: HostedBattle) -> None:
        """Play or watch a battle."""
        if hosted.standing == "open":
            raise Refused("only a battle that has begun can be watched")
        while shown_to(hosted, self._person):
            table = HostedLines(hosted, self._person, self._hub, self._terminal, self._error_text)
            await table.run()
            if not table.table.moved:
                break
        else:
            raise Refused("the players of this battle do not want watchers")
        self._list()

    async def _replay(self, hosted: HostedBattle) -> None:
        """Replay a finished battle."""
        if hosted.standing != "finished":
            raise Refused("only a battle that is over can be replayed")
        shown = hosted.shown_to(self._person)
        replay = PlainReplay(shown, self._terminal.read, self._terminal.write)
        drop_file_notes(replay.reel)
        await replay.run()
        self._list()

    async def _proof(self, hosted: HostedBattle) -> None:
        """Print the proof that the dice were fair, with the pledge (hash) made before, and how to
        check it at home.
        """
        from tui.plain.look import print_proof  # lazy: most people come to play

        battle, commands, withheld = dice_evidence(hosted, self._person, self._terminal.way)
        await print_proof(battle, self._say, self._terminal.write)
        self._tell_commands(commands, withheld)

    def _take_home(self, hosted: HostedBattle) -> None:
        """Print the command with which the person can download the file of a finished battle."""
        self._tell_commands(*dice_evidence(hosted, self._person, self._terminal.way)[1:])

    def _tell_commands(self, commands: Sequence[str], withheld: str) -> None:
        self._say(withheld or "To check it at home, type in a shell of your own:")
        for each in commands:
            self._terminal.write(f"  {each}")

    async def _sit(self, hosted: HostedBattle, name: str) -> None:
        """Take a seat.

        Ask for the invitation word if one is needed, then for a word that is mixed into the dice.
        """
        read, key = self._terminal.read, _seat(hosted, name)
        asks = hosted.seating.needs_word(self._person)
        invitation = await read("Invitation word: ") or "" if asks else ""
        hosted.seating.check_invitation(self._person, invitation)
        word = (await read("Any word of yours, to mix into the dice: ")) or ""
        mixed = self._hub.word_for_dice(self._person, word)
        hosted.sit(self._person, key, mixed, invitation)
        self._say("You are in." if hosted.standing == "open" else "The battle begins.")
        self._list()

    def _form(self, said: str = "") -> SetUpRows:
        """Return the form of a new battle, filled in from typed words such as `quickstart
        B=lieutenant clock=a day`.
        """
        if not self._person:
            raise Refused("a guest may watch, but not set up a battle")
        form = new_form()
        scenario, _, terms = said.partition(" ")
        if scenario:
            form.choose(game_with_scenario(scenario).name, scenario)
        fill(form, lambda: rows_of(form), read_terms(terms))
        return form

    async def _fill_in(self, form: SetUpRows) -> None:
        """Let the person fill in the form row by row, and then create the battle or give up."""
        read, write = self._terminal.read, self._terminal.write
        page = PlainForm(form, lambda: rows_of(form), read, write, describe=self._error_text)
        if await page.run():
            self._found_battle(form)
        else:
            self._list()

    def _found_battle(self, form: SetUpRows) -> None:
        """Create the battle that a form describes."""
        if form.fault:
            raise Refused(form.fault)
        hosted = self._hub.found_battle(self._person, terms_of(form))
        self._list()
        free = [seat.name for seat in hosted.seats if seat.key in hosted.seating.free]
        number = self._listed.index(hosted) + 1
        self._say(
            f"Founded. Type `sit {number} {free[0]}` to sit down. Free seats: {', '.join(free)}."
        )

    # Output ------------------------------------------------------------------------------

    def _error_text(self, error: WeatherGageError) -> str:
        """Return an error as text for this person, without the paths of the host."""
        return str(error).replace(f"{self._hub.folder}{os.sep}", "")

    def _many(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _say(self, text: str) -> None:
        for line in wrapped(text):
            self._terminal.write(line)


def _seat(hosted: HostedBattle, name: str) -> str:
    """Return the key of a seat that was named by its key or its name, in small or capital
    letters.
    """
    for seat in hosted.seats:
        if name.lower() in (seat.key.lower(), seat.name.lower()):
            return seat.key
    raise Refused(f"there is no seat {name}; there are {', '.join(s.name for s in hosted.seats)}")
