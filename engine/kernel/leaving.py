"""Ends of a battle outside its rules: a seat resigns or is handed over, or all agree on an end.

Each step is an entry of the log, like a command, but the rules of the game do not know it. The
outcome is computed from the log alone, so that it is the same whenever the file is opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from engine.base.errors import Refused
from engine.base.text import join_names
from engine.game.game import Outcome, Record, Seat

LeavingKind = Literal["resign", "offer", "agree", "decline", "hand", "end"]
LEAVING: tuple[str, ...] = get_args(LeavingKind)
AgreedEnd = Literal["draw", "stop"]
"""The ends that all players can agree on: a draw, or to stop without a result."""
REASONS: Mapping[str, str] = {
    "draw": "all agreed on a draw",
    "stop": "all agreed to end it here, with no winner",
}
OFFERS: Mapping[str, str] = {
    "draw": "offers a draw",
    "stop": "proposes to end it here, with no winner",
}
UNKNOWN = "players can only agree on a draw or on no result"


def check_leaving(log: Iterable[Record], seats: Sequence[Seat], record: Record) -> None:
    """Raise `Refused` for a step that is not allowed now.

    It may be incomplete or unknown, answer an offer that nobody has made, or have been taken
    already.
    """
    if record.kind in ("offer", "end") and record.text not in REASONS:
        raise Refused(UNKNOWN)
    offer = open_offer(log)
    if record.kind in ("agree", "decline", "end") and offer is None:
        raise Refused("nobody has offered to end it")
    if record.kind == "end":
        if offer and offer.text != record.text:
            raise Refused("a different ending was offered")
        return
    if record.seat not in {seat.key for seat in seats}:
        raise Refused(f"there is no seat {record.seat}")
    if record.kind == "hand" and not record.text:
        raise Refused("the command does not name the player who takes the seat")
    if record.kind == "resign" and record.seat in resigned(log):
        raise Refused("this seat has resigned already")


def open_offer(log: Iterable[Record]) -> Record | None:
    """Return the latest offer of an end that nobody has declined; None if there is none."""
    offer = None
    for record in log:
        if record.kind == "offer":
            offer = record
        elif record.kind in ("decline", "end"):
            offer = None
    return offer


def resigned(log: Iterable[Record]) -> set[str]:
    """Return the seats that have resigned and were not handed to another player afterwards."""
    gone: set[str] = set()
    for record in log:
        if record.kind == "resign":
            gone.add(record.seat)
        elif record.kind == "hand":
            gone.discard(record.seat)
    return gone


def agreed_outcome(log: Sequence[Record], seats: Sequence[Seat]) -> Outcome | None:
    """Return how a battle ended outside its rules; None when it did not.

    A side has lost when all its seats have resigned; the last remaining side has won.
    """
    for number, record in enumerate(log, 1):
        if record.kind == "end":
            return Outcome((), REASONS.get(record.text, UNKNOWN))
        if record.kind == "resign":
            gone = resigned(log[:number])
            sides = dict.fromkeys(seat.fights_for for seat in seats)
            left = [s for s in sides if any(x.fights_for == s and x.key not in gone for x in seats)]
            if len(left) < min(2, len(sides)):
                lost = [seat.name for seat in seats if seat.key in gone]
                return Outcome(tuple(left), f"{join_names(lost)} resigned")
    return None


def with_seat_names(
    log: Iterable[Record], seats: Sequence[Seat], persons: Mapping[str, str]
) -> Iterator[tuple[Record, dict[str, str]]]:
    """Yield each entry with {seat's key: name of the seat at that moment}.

    A person's seat is named `anna (Red)`, any other seat `Red`. `persons` is {seat's key: person at
    the start}.
    """
    names = {seat.key: seat.name for seat in seats}
    now = {key: f"{person} ({names.get(key, key)})" for key, person in persons.items() if person}
    names_now = names | now
    for record in log:
        yield record, names_now
        if record.kind == "hand":
            now[record.seat] = f"{record.text} ({names.get(record.seat, record.seat)})"
            names_now = names | now


def who_played(
    log: Iterable[Record], seats: Sequence[Seat], options: Mapping[str, Any]
) -> dict[str, tuple[str, ...]]:
    """Return {seat: its players in the order in which they had it}.

    A person is named as `anna`, a computer player as `the captain`. `options` are the options in
    the battle's header. A seat that the options do not mention is left out.
    """
    persons, players = options.get("persons", {}), options.get("players", {})
    computers = {key: f"the {name}" for key, name in players.items() if name != "human"}
    had = {seat.key: persons.get(seat.key) or computers.get(seat.key, "") for seat in seats}
    found: dict[str, tuple[str, ...]] = {key: (name,) if name else () for key, name in had.items()}
    for record in log:
        if record.kind == "hand" and record.seat in found:
            found[record.seat] = (*found[record.seat], record.text)
    return found


def ended_outside_rules(
    log: Sequence[Record], seats: Sequence[Seat], persons: Mapping[str, str]
) -> str:
    """Return in words how a battle ended outside its rules; '' if it did not.

    The seats that resigned are named.
    """
    outcome = agreed_outcome(log, seats)
    if outcome is None:
        return ""
    gone = resigned(log)
    who = [names[e.seat] for e, names in with_seat_names(log, seats, persons)
           if e.kind == "resign" and e.seat in gone]  # fmt: skip
    return f"{join_names(dict.fromkeys(who))} resigned" if who else outcome.reason


def leaving_text(record: Record, who: Mapping[str, str]) -> str:
    """Return a step outside the rules in words, such as `anna (Red) resigns`.

    `who` is {seat's key: its name}.
    """
    name = who.get(record.seat, record.seat)
    match record.kind:
        case "resign":
            return f"{name} resigns"
        case "offer":
            return f"{name} {OFFERS.get(record.text, UNKNOWN)}"
        case "agree":
            return f"{name} agrees"
        case "decline":
            return f"{name} {'takes the offer back' if record.text else 'does not agree'}"
        case "hand":
            return f"{record.text} plays on for {name}"
        case _:
            return REASONS.get(record.text, UNKNOWN).capitalize()
