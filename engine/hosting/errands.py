"""What a person may ask a host without a terminal: how to come in, and a battle to take home."""

from __future__ import annotations

from engine.base.clean import clean
from engine.base.errors import Refused
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.replies import Reply
from engine.kernel.journal import LARGEST

LONGEST = 200
"""Characters of a request that can mean anything."""
ENDING = ".battle"
GET = "get"
GOES_ON = "This battle goes on; its file can be had once it is over."
NOT_YOURS = "No battle of this name is over that you may have; the page of its dice names it."
WITHHELD = (
    "Its file can be taken home from here once the battle is over.",
    "Its file is for those who sat there: nobody was to watch.",
)
"""What the page of the dice says where there is no file to take: as it goes on, and for ever."""
TO_A_TERMINAL = "A battle file is for a file, not for a terminal: leave out  -t ."


def reply(hub: Hub, person: str, asked: str, way: str, on_terminal: bool = False) -> Reply:
    """Return what a person is answered; '' is a guest. `way` is the command that leads here."""
    words = asked.split() if len(asked) <= LONGEST else []
    if words == ["help"]:
        return Reply(ways_in(way))
    if len(words) == 2 and words[0] == GET:
        return _file(hub, person, words[1].removesuffix(ENDING), on_terminal)
    what = f"a command, {clean(asked[:LONGEST])}" if asked else "a shell without a terminal"
    return Reply(ways_in(way), refused=what)


def ways_in(way: str) -> tuple[str, str, str]:
    """Return three lines that say how to come in, and what else can be asked for."""
    return (
        "Weather Gage: battles between people. There is no shell here, only the game.",
        f"To come in, from a terminal of 80 by 24 or more:  {come_in(way)}",
        f"To take a battle home that is over:  {take_home(way, 'NAME')}",
    )


def come_in(way: str) -> str:
    """Return the command that opens the game on a terminal."""
    return way or "ssh as now, with nothing behind the machine"


def take_home(way: str, name: str) -> str:
    """Return the command that writes the file of a battle on the reader's own machine."""
    return f"{way or 'ssh ...'} {GET} {name} > {name}{ENDING}"


def _file(hub: Hub, person: str, name: str, on_terminal: bool) -> Reply:
    """Return the file of a battle that is over, or the sentence that refuses it.

    A battle that is not there and one that is nobody's business get the same sentence.
    """
    hosted, what = hub.battles.get(name), f"the file of {clean(name)}"
    if hosted is None or not may_take(hosted, person):
        watched = hosted is not None and _watches(hosted, person)
        return Reply((GOES_ON if watched else NOT_YOURS,), refused=what)
    if on_terminal:
        return Reply((TO_A_TERMINAL,), refused=what)
    return Reply(file=hosted.path, largest=LARGEST)


def may_take(hosted: HostedBattle, person: str) -> bool:
    """Tell whether a person may have the file of a battle: once it is over, and all of it is open.

    It tells more than a replay, such as what was taken back; so where nobody might watch, only
    those have it who sat there.
    """
    if hosted.standing != "finished":
        return False
    sat = bool(person) and bool(hosted.seats_of(person))
    return sat or hosted.agreement.terms.watching != "nobody"


def _watches(hosted: HostedBattle, person: str) -> bool:
    """Tell whether a person may see a battle that has begun and goes on."""
    if hosted.standing == "finished":
        return False
    try:
        hosted.shown_to(person)
    except Refused:
        return False
    return True
