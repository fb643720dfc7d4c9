"""Commands that a person sends to a host without opening the game in a terminal, and the replies.

An example is a command that downloads the file of a battle.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from engine.base.errors import FileFault, Refused
from engine.base.files import open_regular
from engine.base.text import clean, join_names
from engine.hosting.club.tournament import tournament_page
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import Call, calls, in_order
from engine.kernel.journal import LARGEST
from engine.kernel.seen import SeenBattle

# A host's replies to a person who requests something without opening a terminal. A reply is a few
# lines or a whole file. It is sent in pieces, so that a slow reader costs no memory; it is broken
# off when the reader disconnects or reads nothing for too long.


PIECE = 16 * 1024
"""A reply is sent in pieces of this many bytes, so that a file is never in memory as a whole."""
AHEAD = 64 * 1024
"""More of a file is sent only when at most this many bytes wait for the reader."""
POLL_SECONDS = 0.05
"""Seconds between two checks of whether the reader has received the data."""
UNREADABLE = "The file of this battle cannot be read now; tell the owner of the host."
"""The sentence that refuses a battle's file that cannot be read. It names no path, because the
location of a host's files is private."""


class Reply(NamedTuple):
    """A reply to a request: lines of text, or the content of a `file`.

    A file of more than `largest` bytes is not sent.
    """

    lines: tuple[str, ...] = ()
    file: Path | None = None
    largest: int = 0
    refused: str = ""
    """The request, if it was refused, for the log; else ''."""


Asked = Callable[[str, str, str, bool], Reply]
"""A function that answers a request. Its arguments are the person's name ('' for a guest), the
request, the ssh command of the host, and whether the reply goes to a terminal."""


class Wire(Protocol):
    """The transport by which a reply is sent: an SSH channel or a socket."""

    @property
    def waiting(self) -> int:
        """The number of bytes that the reader has not read yet."""

    def write(self, data: bytes) -> None:
        """Send bytes of the reply; they are ignored if the connection is being closed."""

    def complain(self, data: bytes) -> None:
        """Send the text of a refusal on the error stream, separate from the reply."""

    def finish(self, status: int) -> None:
        """End the reply with an exit status."""


class UnreadReply(Exception):
    """The error that the reader has not read a reply for too long."""


async def send(reply: Reply, wire: Wire, unread_seconds: float, newline: str = "\n") -> str:
    """Send a reply and end it; return why a file was not sent, for the log, or ''.

    Raises `UnreadReply` when the reader reads nothing for `unread_seconds`.
    """
    fault, status = "", 1 if reply.refused else 0
    if reply.file is not None:
        fault = await _send_file(reply.file, reply.largest, wire, unread_seconds)
    told = (UNREADABLE,) if fault else reply.lines
    said = "".join(f"{line}{newline}" for line in told).encode()
    (wire.complain if status or fault else wire.write)(said)
    await _wait_until_taken(wire, 0, unread_seconds)
    wire.finish(1 if fault else status)
    return fault


async def _send_file(path: Path, largest: int, wire: Wire, unread_seconds: float) -> str:
    """Send a file; return why that failed, or ''.

    Only the bytes that it has when it is opened are sent, not those that are appended meanwhile.
    """
    try:
        with open_regular(path) as file:
            left = os.fstat(file.fileno()).st_size
            if left > largest:
                return f"{path} is too large to be sent"
            while left and (piece := file.read(min(PIECE, left))):
                wire.write(piece)
                left -= len(piece)
                await _wait_until_taken(wire, AHEAD, unread_seconds)
    except FileFault as fault:
        return str(fault)
    except OSError as error:
        return f"{path} cannot be read: {(error.strerror or '').lower()}"
    return f"{path} was cut while it was sent" if left else ""


async def _wait_until_taken(wire: Wire, most: int, unread_seconds: float) -> None:
    """Wait until the reader has read all but `most` bytes (back-pressure).

    Raises `UnreadReply` when nothing is read for `unread_seconds`.
    """
    loop = asyncio.get_running_loop()
    least, since = wire.waiting, loop.time()
    await asyncio.sleep(0)
    while (waiting := wire.waiting) > most:
        if waiting < least:
            least, since = waiting, loop.time()
        if loop.time() - since > unread_seconds:
            raise UnreadReply
        await asyncio.sleep(POLL_SECONDS)


# Requests to a host without a terminal, such as to accept an invitation or to download a battle.


LONGEST = 200
"""The maximum number of characters in a request."""
ENDING = ".battle"
GET = "get"
TABLE = "table"
"""The command that returns the table of a tournament as a page of HTML."""
WAITS = ("waits",), ("waits", "--json")
"""The commands that list what waits for a person: as lines, and as JSON for programs."""
GOES_ON = "This battle is not over; you can copy its file when it is."
NOT_YOURS = "No finished battle of this name is open to you; its page of dice shows the right name."
WITHHELD = (
    "You can copy its file to your machine from here once the battle is over.",
    "Only the players of this battle can copy its file: it was closed to watchers.",
)
"""The two reasons why a battle's file cannot be downloaded: the battle is not over, or it is
private."""
TO_A_TERMINAL = "Write a battle file into a file, not to a terminal: leave out -t ."


def reply(hub: Hub, person: str, asked: str, way: str, on_terminal: bool = False) -> Reply:
    """Return the reply to a command that a person has sent.

    If `person` is '', it is a guest. `way` is the ssh command of this host.
    """
    words = asked.split() if len(asked) <= LONGEST else []
    if words == ["help"]:
        return Reply(login_lines(way))
    if tuple(words) in WAITS and person:
        return Reply(_waiting(hub, person, tuple(words) == WAITS[1]))
    if len(words) == 2 and words[0] == TABLE and hub.tournaments:
        name = words[1]
        try:
            return Reply((tournament_page(hub.tournaments.tournament(name)),))
        except Refused as why_not:
            return Reply((f"{why_not}.",), refused=f"the table of {clean(name)}")
    if len(words) == 2 and words[0] == GET:
        return _file(hub, person, words[1].removesuffix(ENDING), on_terminal)
    what = f"a command, {clean(asked[:LONGEST])}" if asked else "a shell without a terminal"
    return Reply(login_lines(way), refused=what)


class WaitingItem(msgspec.Struct, frozen=True):
    """Something that a battle wants of a person.

    It has only facts that the lobby (the list of battles) shows to everybody.
    """

    name: str
    """The name of the battle, as an argument of the command `get`."""
    title: str
    turn: str
    """The turn, such as `turn 3 of 10`; '' before the battle has begun."""
    seats: tuple[str, ...]
    """The person's seats that have an open question, or that are kept for the person."""
    till: str = ""
    """The earliest deadline of these seats, in UTC and ISO 8601; '' without a clock or a
    deadline."""
    what: Call = "choice"


def _waiting(hub: Hub, person: str, as_json: bool) -> tuple[str, ...]:
    """Return a line for each thing that battles want of a person, or all of them as one line of
    JSON.
    """
    found = [
        _wanted(hosted, person, what)
        for hosted in in_order(hub.battles.values(), person)
        for what in calls(hosted, person)
    ]
    if as_json:
        return (msgspec.json.encode(found).decode(),)
    when = partial(hub.people.when, person)
    told = (
        f"{clean(each.title)}: {_in_words(each)}"
        f"{f', till {when(datetime.fromisoformat(each.till).timestamp())}' if each.till else ''}"
        f"  {each.name}"
        for each in found
    )
    return tuple(told) or ("Nothing waits for you.",)


def _wanted(hosted: HostedBattle, person: str, what: Call) -> WaitingItem:
    """Return what a battle wants of a person, with the seats that are meant and their deadline."""
    asked = [key for key in hosted.seating.seats_of(person) if key in hosted.asked()]
    keys = {"choice": asked, "question": [], "invitation": hosted.seating.kept_for(person)}[what]
    names = tuple(seat.name for seat in hosted.seats if seat.key in keys)
    turn = hosted.game.screen.status(hosted.battle.view("")).turn.lower() if hosted.battle else ""
    due = [at for key, at in hosted.clock.deadlines.items() if key in keys]
    till = datetime.fromtimestamp(int(min(due)), UTC).isoformat() if due else ""
    return WaitingItem(hosted.agreement.id, hosted.title, turn, names, till, what)


def _in_words(waiting: WaitingItem) -> str:
    seats = join_names(waiting.seats)
    match waiting.what:
        case "choice":
            return f"{waiting.turn}, your choice for {seats}"
        case "question":
            return f"{waiting.turn}, another player asks you something"
        case "invitation":
            return f"you are invited to sit down as {seats}"


def login_lines(way: str) -> tuple[str, str, str]:
    """Return three lines with the commands to sign in and to download a file."""
    return (
        "Weather Gage: battles between people. There is no shell here, only the game.",
        f"To sign in, from a terminal of 80 by 24 or more: {terminal_command(way)}",
        f"To copy a finished battle to your machine: {download_command(way, 'NAME')}",
    )


def terminal_command(way: str) -> str:
    """Return the command that opens the game in a terminal."""
    return way or "the same ssh command, with nothing after the machine's name"


def download_command(way: str, name: str) -> str:
    """Return the command that downloads a battle's file to the machine of the person."""
    return f"{way or 'ssh ...'} {GET} {name} > {name}{ENDING}"


def _file(hub: Hub, person: str, name: str, on_terminal: bool) -> Reply:
    """Return the file of a finished battle, or a refusal.

    The refusal is the same for a battle that does not exist and for a private battle.
    """
    hosted, what = hub.battles.get(name), f"the file of {clean(name)}"
    if hosted is None or not may_download(hosted, person):
        watched = hosted is not None and _watches(hosted, person)
        return Reply((GOES_ON if watched else NOT_YOURS,), refused=what)
    if on_terminal:
        return Reply((TO_A_TERMINAL,), refused=what)
    return Reply(file=hosted.path, largest=LARGEST)


def may_download(hosted: HostedBattle, person: str) -> bool:
    """Tell whether a person may download the file of a battle.

    Nobody may before the end, because the file reveals everything. It shows more than a replay,
    such as undone orders; so, if the battle allows no watchers, only its players may download it.
    """
    if hosted.standing != "finished":
        return False
    sat = bool(person) and bool(hosted.seating.seats_of(person))
    return sat or hosted.agreement.terms.watching != "nobody"


class DiceEvidence(NamedTuple):
    """What a person needs to verify a battle's dice, and the commands to do so at home."""

    battle: SeenBattle
    commands: tuple[str, ...] = ()
    """The shell commands that download the battle's file and verify it."""
    withheld: str = ""
    """Why the file cannot be downloaded; '' where it can be."""


def dice_evidence(hosted: HostedBattle, person: str, way: str) -> DiceEvidence:
    """Return what a person needs to verify the dice of a battle.

    `way` is the ssh command of this host. Raises `Refused` if the person may not see the battle.
    """
    shown = hosted.shown_to(person)
    if shown.outcome() is None:
        return DiceEvidence(shown, withheld=WITHHELD[False])
    if not may_download(hosted, person):
        return DiceEvidence(shown.whole(), withheld=WITHHELD[True])
    name = hosted.agreement.id
    return DiceEvidence(
        shown.whole(), (download_command(way, name), f"weathergage verify {name}{ENDING}")
    )


def _watches(hosted: HostedBattle, person: str) -> bool:
    """Tell whether a battle is not over yet and this person may watch it."""
    if hosted.standing == "finished":
        return False
    try:
        hosted.shown_to(person)
    except Refused:
        return False
    return True
