"""What the lobby says of a battle: who has which seat, its state, its terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.base.errors import Refused
from engine.hosting.clock import spoken
from engine.hosting.hosted import HostedBattle
from engine.hosting.shown import PersonsBattle
from engine.hosting.terms import Terms, Watching
from engine.sitting.acts import winners

SECTIONS = ("Yours", "Open", "Under way", "Over")
YOURS = "YOUR CHOICE"
ASKED = "ASKS YOU"
"""How a battle stands in which a person is to say yes or no, to a draw for example."""
FREE = "free"
WATCHED: dict[Watching, str] = {
    "live": "watched live, hands hidden",
    "delayed": "watched {} turns behind",
    "nobody": "nobody may watch",
}
"""How a battle may be watched; with how many turns a watcher is behind."""
TWO = 2
"""Seats up to which all are named in a row; the names of more do not fit."""


def section(hosted: HostedBattle, person: str) -> int:
    """Return the number of the section that a battle stands in for a person."""
    if hosted.standing == "finished":
        return 3
    if person and hosted.seats_of(person):
        return 0
    return 1 if hosted.standing == "open" else 2


def in_order(battles: Iterable[HostedBattle], person: str) -> list[HostedBattle]:
    """Return battles, oldest first, as a list has them: those that wait before one's others."""

    def order(hosted: HostedBattle) -> tuple[int, bool, bool]:
        yours = waits_for(hosted, person)
        return section(hosted, person), not yours, hosted.standing == "open"

    newest = list(battles)[::-1]
    return sorted(newest, key=order)


def waits_for(hosted: HostedBattle, person: str) -> bool:
    """Tell whether a battle waits for a choice of a person."""
    own = hosted.seats_of(person) if person else ()
    return bool(own) and not set(own).isdisjoint(hosted.asked())


def persons(hosted: HostedBattle) -> str:
    """Return who plays: `anna v ben`, or of more than two seats each player once."""
    sitters = [hosted.player_name(seat.key) or FREE for seat in hosted.seats]
    if len(sitters) <= TWO:
        return " v ".join(sitters)
    return ", ".join(dict.fromkeys(name for name in sitters if name != FREE)) or "nobody yet"


def seats_row(hosted: HostedBattle) -> str:
    """Return in one line who has which seat, or of many seats how many are free."""
    if len(hosted.seats) > TWO:
        free = f", {len(hosted.free)} of {len(hosted.seats)} seats {FREE}" * bool(hosted.free)
        return f"{persons(hosted)}{free}"
    return ", ".join(f"{seat.name} {hosted.player_name(seat.key) or FREE}" for seat in hosted.seats)


def state_of(hosted: HostedBattle, person: str) -> str:
    """Return the state of a battle in two or three words, as far as a person may know it."""
    proposed = bool(person) and hosted.leaving.asks(person) is not None
    if proposed or waits_for(hosted, person):
        return ASKED if proposed else YOURS
    if hosted.standing == "open":
        secret = ", word" if hosted.agreement.terms.word else ""
        return f"{len(hosted.free)} {FREE}{secret}"
    if hosted.standing == "adjourned":
        return hosted.standing
    battle = shown_to(hosted, person)
    if battle is None:
        return "not watched"
    if hosted.seats_of(person) and (asked := hosted.asked()):
        others = list(dict.fromkeys(map(hosted.player_name, asked)))
        return f"waits: {others[0]}" if len(others) == 1 else "others choose"
    won = winners(battle, battle.outcome())
    return won or hosted.game.screen.status(battle.view("")).turn.lower()


def facts(hosted: HostedBattle, person: str, here: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return the facts of a battle as lines of (text, style), as far as a person may know them.

    `here` is how many connections each person has.
    """
    terms, standing = hosted.agreement.terms, hosted.standing
    lines = [(f"{hosted.title}, founded by {hosted.agreement.founder}", "head")]
    lines += [_seat(hosted, seat.key, seat.name, person, here) for seat in hosted.seats]
    if standing == "open":
        lines += [(text, "dim") for text in _terms(hosted, person)]
    elif terms.clock and standing != "finished":
        lines.append((f"clock: {spoken(terms.clock)} a choice", "dim"))
    if person and (proposal := hosted.leaving.asks(person)):
        lines.append((f"you are asked: {proposal.text_for(person)}", "warning"))
    if standing == "adjourned":
        lines.append((f"adjourned: {hosted.agreement.adjourned}", "warning"))
    return [*lines, *((text, "text") for text in _stands(hosted, person))]


def shown_to(hosted: HostedBattle, person: str) -> PersonsBattle | None:
    """Return a battle as a person may see it; None when there is nothing to see."""
    try:
        return hosted.shown_to(person)
    except Refused:
        return None


def _seat(
    hosted: HostedBattle, key: str, name: str, person: str, here: Mapping[str, int]
) -> tuple[str, str]:
    """Return a seat's line: who has it, whether away, whether asked for a choice."""
    player_name = hosted.person_of(key)
    parts = [f"{name}: {hosted.player_name(key) or FREE}"]
    if player_name and here.get(player_name, 0) <= 0:
        parts.append("away")
    live = hosted.agreement.terms.watching == "live" or hosted.seats_of(person)
    if key in hosted.asked() and live:
        parts.append(YOURS if player_name and player_name == person else "to choose")
    return ", ".join(parts), "warning" if YOURS in parts else "text"


def _terms(hosted: HostedBattle, person: str) -> list[str]:
    """Return in short the terms of a battle that has not begun; its own page has all of them."""
    terms = hosted.agreement.terms
    lines = []
    if terms.word:
        known = person == hosted.agreement.founder
        word = f"its invitation word is {terms.word}" if known else "ask for the invitation word"
        lines.append(f"private: {word}")
    if terms.clock:
        lines.append(f"clock: {_clock(terms)}")
    if terms.watching != "live":
        lines.append(WATCHED[terms.watching].format(terms.delay))
    return lines


def agreed(terms: Terms) -> list[str]:
    """Return in sentences what one agrees to by sitting down: clock, absence, watchers, advice."""
    away = (
        f"Who is away and keeps the others waiting for {spoken(terms.away)} may lose the seat, by "
        "the vote of most of them."
        if terms.away
        else "Nobody's seat is given to another."
    )
    watched = WATCHED[terms.watching].format(terms.delay)
    return [
        f"Clock: {_clock(terms)}." if terms.clock else "Clock: none.",
        away,
        f"{watched[:1].upper()}{watched[1:]}.",
        f"Advice: {'for who asks' if terms.advice else 'for nobody'}.",
    ]


def _clock(terms: Terms) -> str:
    then = "a computer plays" if terms.late == "computer" else "it is adjourned"
    return f"{spoken(terms.clock)} a choice, then {then}"


def _stands(hosted: HostedBattle, person: str) -> list[str]:
    """Return turn and points of a battle that has begun, or how it ended."""
    battle = shown_to(hosted, person)
    if battle is None:
        return ["its players want no watchers"] if hosted.standing != "open" else []
    if outcome := battle.outcome():
        return [f"{winners(battle, outcome)}: {outcome.told}"]
    status = hosted.game.screen.status(battle.view(""))
    return [", ".join(filter(None, (status.turn.lower(), status.phase.lower(), status.points)))]
