"""HostedLobby: the battles of a host in lines, and the way to each of them."""

from __future__ import annotations

import os

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import clean, whole
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import (
    agreed,
    facts,
    in_order,
    persons,
    shown_to,
    state_of,
    waits_for,
)
from engine.hosting.terms import new_form, terms_of
from engine.kernel.registry import home
from engine.players import PLAYERS
from engine.sitting.printed import refuse_controls
from tui.host.connection.lines import LineTerminal
from tui.host.lines.table import HostedLines
from tui.plain.look import wrapped
from tui.plain.replay import PlainReplay
from tui.plain.table import Stirred
from tui.replay.reel import leave_out_kept

HELP = """
A number goes to that battle: it plays yours on, watches one that is under way, replays
one that is over, and tells of one that waits for players.
list        the battles once more           about N   all that is known of a battle
sit N SEAT  take a seat of battle N         stand N SEAT  give it back
found NAME [SEAT=PLAYER ...]  a new battle: found quickstart B=lieutenant
withdraw N  give up a battle of yours that has not begun
lessons     all lessons, with your stars    learn NAME   go through one
puzzles [W] all puzzles, or those with a word W, and your rating
puzzle NAME solve one; puzzle today: that of the day; puzzle: the next one
quit        leave the host; battles are kept, your seats too
"""


class HostedLobby:
    """One person's way through a host in lines; `run` returns when they leave."""

    def __init__(self, hub: Hub, person: str, terminal: LineTerminal) -> None:
        self._hub = hub
        self._person = person
        self._terminal = terminal
        self._listed: list[HostedBattle] = []
        """The battles by the numbers that were written last."""
        self._waiting: set[str] = set()
        """The ids of those of which it was told that they wait for this person."""

    async def run(self) -> None:
        """Take lines until the person leaves or the connection is lost."""
        hub, terminal = self._hub, self._terminal
        hub.come(self._person)
        leave = hub.subscribe(lambda _: terminal.stir())
        try:
            who = f"You are {self._person}." if self._person else "You are a guest, and may watch."
            self._say(f"Weather Gage in lines. {who} Type help for what you can type.")
            self._list()
            while True:
                try:
                    line = await terminal.read_or_stir("> ")
                except Stirred:
                    self._tell_news()
                    continue
                if line is None or line.strip().lower() in ("quit", "exit", "q"):
                    return
                try:
                    refuse_controls(line)
                    await self._line(clean(line).split())
                except WeatherGageError as error:
                    self._say(f"{self._described(error)}.")
        finally:
            leave()
            hub.go(self._person)

    async def _line(self, words: list[str]) -> None:
        if not words or words == ["list"]:
            self._list()
            return
        word, *rest = words
        match word.lower():
            case "help" | "?":
                self._terminal.write(HELP.strip("\n"))
            case "about" if len(rest) == 1:
                self._about(self._battle(rest[0]))
            case "sit" if len(rest) > 1:
                await self._sit(self._battle(rest[0]), " ".join(rest[1:]))
            case "stand" if len(rest) > 1:
                hosted = self._battle(rest[0])
                hosted.leave_seat(self._person, _seat(hosted, " ".join(rest[1:])))
            case "found" if rest:
                self._found(rest[0], rest[1:])
            case "withdraw" if len(rest) == 1:
                await self._withdraw(self._battle(rest[0]))
            case _ if word.isdecimal() and not rest:
                await self._go(self._battle(word))
            case "lessons" | "learn" | "puzzles" | "puzzle":
                await self._learn(word.lower(), " ".join(rest))
            case _:
                raise Refused(f"'{' '.join(words)}' is not known here; type help")

    async def _withdraw(self, hosted: HostedBattle) -> None:
        """Give up a battle; an owner of the host is asked about one that has begun."""
        if why_not := self._hub.why_not_withdraw(self._person, hosted):
            raise Refused(why_not)
        if hosted.standing != "open":
            told = f"{hosted.title} has begun. Type yes to withdraw it: "
            if (await self._terminal.read(told) or "").strip().lower() != "yes":
                self._say("It stays.")
                return
        self._hub.withdraw(self._person, hosted)
        self._list()

    # The battles -----------------------------------------------------------------------

    def _list(self) -> None:
        self._listed = in_order(self._hub.battles.values(), self._person)
        for number, hosted in enumerate(self._listed, 1):
            self._say(f"  {number}  {self._row(hosted)}")
        if not self._listed:
            self._say("No battle yet." + " found quickstart founds one." * bool(self._person))
        self._waiting = self._waits()

    def _row(self, hosted: HostedBattle) -> str:
        return f"{hosted.title}: {persons(hosted)}, {state_of(hosted, self._person)}"

    def _waits(self) -> set[str]:
        battles = self._hub.battles.items()
        return {name for name, hosted in battles if waits_for(hosted, self._person)}

    def _tell_news(self) -> None:
        """Tell of battles that have come to wait for this person."""
        waiting = self._waits()
        for name in waiting - self._waiting:
            hosted = self._hub.battles[name]
            if hosted not in self._listed:
                self._listed.append(hosted)
            self._say(f"  {self._listed.index(hosted) + 1}  {self._row(hosted)}")
        self._waiting = waiting

    def _battle(self, number: str) -> HostedBattle:
        """Return the battle of a number, as it was listed last."""
        if not number.isdecimal() or not 1 <= whole(number) <= len(self._listed):
            raise Refused(f"there is no battle {number}; list lists {len(self._listed)}")
        return self._listed[whole(number) - 1]

    def _about(self, hosted: HostedBattle) -> None:
        for text, _ in facts(hosted, self._person, self._hub.persons):
            self._say(f"{text}.")
        if hosted.standing == "open":
            for text in agreed(hosted.agreement.terms):
                self._say(text)
            free = [seat.name for seat in hosted.seats if seat.key in hosted.seating.free]
            self._say(f"Free: {', '.join(free)}. The pledge of its dice: {hosted.pledge}.")

    async def _learn(self, word: str, rest: str) -> None:
        """Do what a word of lessons and puzzles says."""
        from tui.host.lines.learning import Learning  # most people come to play

        own = self._hub.own_files(self._person)
        await Learning(own, self._terminal, self._say, self._list).does(word, rest)

    # Ways to a battle --------------------------------------------------------------------

    async def _go(self, hosted: HostedBattle) -> None:
        """Play a battle on, watch it, replay it, or tell of it, as it stands."""
        if hosted.standing == "open":
            self._about(hosted)
            return
        if hosted.standing == "finished":
            shown = hosted.shown_to(self._person)
            replay = PlainReplay(shown, self._terminal.read, self._terminal.write)
            leave_out_kept(replay.reel)
            await replay.run()
        else:
            while shown_to(hosted, self._person):
                table = HostedLines(
                    hosted, self._person, self._hub, self._terminal, self._described
                )
                await table.run()
                if not table.table.moved:
                    break
            else:
                raise Refused("its players want no watchers")
        self._list()

    async def _sit(self, hosted: HostedBattle, name: str) -> None:
        """Take a seat: say the invitation word where there is one, then a word for the dice."""
        read, word = self._terminal.read, hosted.agreement.terms.word
        key, known = _seat(hosted, name), self._person == hosted.agreement.founder
        invitation = word if known or not word else (await read("Invitation word: ")) or ""
        hosted.seating.check_invitation(self._person, invitation)
        mixed = (await read("Any word of yours, to mix into the dice: ")) or ""
        hosted.sit(self._person, key, mixed, invitation)
        self._say("You are in." if hosted.standing == "open" else "It begins.")
        self._list()

    def _found(self, scenario: str, seats: list[str]) -> None:
        """Found a battle as the form is filled in at first, but for players: `B=lieutenant`."""
        computers = dict(each.partition("=")[::2] for each in seats)
        if wrong := [each for each in computers.values() if each not in PLAYERS]:
            raise Refused(f"there is no player '{wrong[0]}'; there are {', '.join(PLAYERS)}")
        game = home(scenario)
        filled = new_form()
        filled.choose(game.name, scenario)
        known = {line.key[1]: line for line in filled.who() if line.what == "player"}
        named = {key.upper(): player for key, player in computers.items()}
        if strange := named.keys() - known.keys():
            raise Refused(f"there is no seat {min(strange)}; there are {', '.join(known)}")
        for key, player in named.items():
            filled.take(known[key], player)
        hosted = self._hub.found(self._person, terms_of(filled))
        self._list()
        free = [seat.name for seat in hosted.seats if seat.key in hosted.seating.free]
        number = self._listed.index(hosted) + 1
        self._say(f"Founded. sit {number} {free[0]} sits down; free: {', '.join(free)}.")

    # Writing ---------------------------------------------------------------------------

    def _described(self, error: WeatherGageError) -> str:
        """Return an error as this person reads it: without the paths of the host."""
        return str(error).replace(f"{self._hub.folder}{os.sep}", "")

    def _say(self, text: str) -> None:
        for line in wrapped(text):
            self._terminal.write(line)


def _seat(hosted: HostedBattle, name: str) -> str:
    """Return the key of a seat by its key or its name, in whatever case."""
    for seat in hosted.seats:
        if name.lower() in (seat.key.lower(), seat.name.lower()):
            return seat.key
    raise Refused(f"there is no seat {name}; there are {', '.join(s.name for s in hosted.seats)}")
