"""The rows of the lobby (the list of a host's battles), and the ways to leave a battle."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import Literal

from engine.base.errors import Refused
from engine.base.text import capitalized, join_names
from engine.game.game import Seat
from engine.hosting.clock import duration_text
from engine.hosting.hosted import HostedBattle
from engine.hosting.leaving import ALONE, possible_holders
from engine.hosting.shown import PersonsBattle
from engine.hosting.terms import Pace, Terms, Watching
from engine.players import PLAYERS
from engine.sitting.battle_log import winners
from engine.sitting.seats import WayOut

# The ways for one person to leave a hosted battle, shown on a page.


DRAW = "All other persons are asked. When they agree, the battle is over and nobody has won."
STOP = "All other persons are asked. When they agree, the battle ends here, without a result."


def ways_out(hosted: HostedBattle, person: str, here: Collection[str]) -> Sequence[WayOut]:
    """Return the ways in which a person may leave a battle, such as to resign.

    `here` are the persons who are connected to the host.
    """
    leaving, seating = hosted.leaving, hosted.seating
    proposal = leaving.proposal
    asked = proposal and f"this proposal is still open: {proposal.text}"
    others = hosted.seating.persons - {person}
    ways = [
        WayOut(
            f"Withdraw your proposal: {proposal.text}",
            f"{join_names(sorted(proposal.waits_for))} will not be asked any more.",
            partial(leaving.decline, person),
        )
        for proposal in ([proposal] if proposal and proposal.by == person else [])
    ]
    for side, seats in seating.sides(person).items():
        names = join_names(seat.name for seat in seats)
        then = (
            f"A computer takes over {names}; the other players of your side play on."
            if seating.fights_on(person, side)
            else "Your side gives up: it has lost."
        )
        ways.append(WayOut(f"Resign as {names}", then, partial(leaving.resign, person, side)))
    ways += [
        WayOut(
            "Offer a draw", DRAW, partial(leaving.propose, person, "draw"),
            asked or ("" if others else ALONE),
        ),
        WayOut(
            "Propose to end it here, with no winner", STOP,
            partial(leaving.propose, person, "stop"), asked or "",
        ),
    ]  # fmt: skip
    for seat in hosted.seats:
        holder = hosted.seating.person_of(seat.key)
        if holder == person:
            about = "A computer takes over at once; a person is asked first."
            more = partial(_takers, hosted, person, here, seat, True)
            ways.append(WayOut(f"Hand {seat.name} over to ...", about, more=more))
        elif holder and hosted.seating.away(seat.key):
            away = hosted.agreement.terms.away
            about = f"{holder} is away. Most of the other players decide" + (
                f", once {holder} has kept them waiting for {duration_text(away)}." if away else "."
            )
            more = partial(_takers, hosted, person, here, seat, False)
            why_not = asked or leaving.why_not_replace(seat.key)
            label = f"Let another play {seat.name} for {holder}"
            ways.append(WayOut(label, about, why_not=why_not, more=more))
    return ways


def _takers(
    hosted: HostedBattle, person: str, here: Collection[str], seat: Seat, own: bool
) -> Sequence[WayOut]:
    """Return the persons and computer players who could take a seat, as lines of a sublist."""
    do = hosted.leaving.hand if own else hosted.leaving.replace
    ways = []
    for name in possible_holders(
        {*here, *hosted.seating.persons}, hosted.seating.person_of(seat.key)
    ):
        computer = name in PLAYERS
        about = PLAYERS[name] if computer else f"{name} is asked first."
        about = "You play this seat." if name == person else about
        label = f"the {name}" if computer else "you" if name == person else name
        why_not = "" if computer else hosted.leaving.why_not_ask(name, seat.key)
        ways.append(WayOut(label, about, partial(do, person, seat.key, name), why_not))
    return ways


def check_can_give_up(hosted: HostedBattle, person: str) -> None:
    """Raise `Refused` if a person has no seat to give up, because the person only watches or the
    battle is over.
    """
    if not person or not hosted.seating.seats_of(person):
        raise Refused("people who watch have no seat to give up")
    if hosted.standing == "finished":
        raise Refused("the battle is over")


# What the lobby shows about a battle: the players of its seats, its state, its terms.


SECTIONS = ("Yours", "Open", "Under way", "Over")
YOURS = "YOUR CHOICE"
ASKED = "ASKS YOU"
"""The status of a battle in the lobby, when the reader must answer a proposal, such as a draw."""
INVITED = "INVITES YOU"
"""The status of a battle in the lobby, when a seat is reserved for the reader."""
FREE = "free"
WATCHED: dict[Watching, str] = {
    "live": "watched live, hands hidden",
    "delayed": "watched {} turns behind",
    "nobody": "nobody may watch",
}
"""{rule for watchers: the rule in words}. `{}` is replaced by the number of turns that a watcher is
behind."""
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
LATEST = 20
"""How many finished battles the lobby lists, the latest ones. A search finds all others."""
TWO = 2
"""At most this many seats are named in a row, since more names do not fit."""


def section(hosted: HostedBattle, person: str) -> int:
    """Return the number of the lobby section that lists a battle for a person."""
    if hosted.standing == "finished":
        return 3
    if person and (hosted.seating.seats_of(person) or hosted.seating.kept_for(person)):
        return 0
    return 1 if hosted.standing == "open" else 2


def in_order(battles: Iterable[HostedBattle], person: str) -> list[HostedBattle]:
    """Return battles in the order of the lobby's list, from a list with the oldest first.

    Battles that wait for the person come first.
    """

    def order(hosted: HostedBattle) -> tuple[int, bool, bool]:
        yours = bool(calls(hosted, person))
        return section(hosted, person), not yours, hosted.standing == "open"

    newest = list(battles)[::-1]
    return sorted(newest, key=order)


def search_words(hosted: HostedBattle) -> str:
    """Return the words that a search for a battle may use, besides its title."""
    created = hosted.agreement.created
    when = f"{created[:7]} {created[:10]} {dated_number(hosted)}"
    return f"{persons(hosted)} {hosted.game.title} {hosted.agreement.terms.scenario} {when}"


def dated_number(hosted: HostedBattle) -> str:
    """Return the day of a battle, and its number among the battles of its scenario on that day."""
    number, day = hosted.agreement.id.rpartition("_")[2], hosted.agreement.created
    if not day:
        return f"no. {number}"
    return f"{date_text(datetime.fromisoformat(day))}, no. {number}"


def date_text(day: date) -> str:
    """Return a date in words, the same in every language of the host: `1 May 2026`."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def recent(ordered: Sequence[HostedBattle]) -> list[HostedBattle]:
    """Return the battles of the lobby's list: all that are not finished, and the latest finished
    ones.

    Their order does not change. A search finds the other finished battles.
    """
    over = [each for each in ordered if each.standing == "finished"]
    return [*ordered[: len(ordered) - len(over)], *over[:LATEST]]


def has_words(hosted: HostedBattle, person: str, words: str) -> bool:
    """Tell whether a battle matches a search.

    Each typed word must begin a word of the battle's title, players, game or section.
    """
    title = f"{hosted.title} {SECTIONS[section(hosted, person)]} {search_words(hosted)}"
    known = re.findall(r"[\w-]+", title.lower())
    return all(any(each.startswith(word) for each in known) for word in words.lower().split())


def waits_for(hosted: HostedBattle, person: str) -> bool:
    """Tell whether a battle waits for a choice of a person."""
    own = hosted.seating.seats_of(person) if person else ()
    return bool(own) and not set(own).isdisjoint(hosted.asked())


Call = Literal["choice", "question", "invitation"]
"""What a battle wants of a person: to give an order, to answer a proposal, or to take a seat."""


def calls(hosted: HostedBattle, person: str) -> list[Call]:
    """Return what a battle wants of a person; [] for nothing."""
    found: list[Call] = ["choice"] if waits_for(hosted, person) else []
    if person and hosted.standing != "finished" and hosted.leaving.asks(person):
        found.append("question")
    if hosted.seating.kept_for(person):
        found.append("invitation")
    return found


def persons(hosted: HostedBattle) -> str:
    """Return the players in words, such as `anna v ben`.

    If there are more than two seats, they are listed as `anna, ben, carl`, each once.
    """
    sitters = [hosted.seating.player_name(seat.key) or FREE for seat in hosted.seats]
    if len(sitters) <= TWO:
        return " v ".join(sitters)
    return ", ".join(dict.fromkeys(name for name in sitters if name != FREE)) or "nobody yet"


def seats_row(hosted: HostedBattle) -> str:
    """Return a line with the player of each seat.

    If there are many seats, it has each player once, and the number of free seats.
    """
    if len(hosted.seats) > TWO:
        free = f", {len(hosted.seating.free)} of {len(hosted.seats)} seats {FREE}" * bool(
            hosted.seating.free
        )
        return f"{persons(hosted)}{free}"
    return ", ".join(
        f"{seat.name} {hosted.seating.player_name(seat.key) or FREE}" for seat in hosted.seats
    )


def state_of(hosted: HostedBattle, person: str) -> str:
    """Return the state of a battle in two or three words.

    It says only what this person may know.
    """
    proposed = bool(person) and hosted.leaving.asks(person) is not None
    invited = bool(hosted.seating.kept_for(person))
    if proposed or invited or waits_for(hosted, person):
        return ASKED if proposed else INVITED if invited else YOURS
    if hosted.standing == "open":
        secret = ", word" if hosted.agreement.terms.word else ""
        return f"{len(hosted.seating.free)} {FREE}{secret}"
    if hosted.standing == "adjourned":
        return hosted.standing
    battle = shown_to(hosted, person)
    if battle is None:
        return "not open to watchers"
    if hosted.seating.seats_of(person) and (asked := hosted.asked()):
        others = list(dict.fromkeys(map(hosted.seating.player_name, asked)))
        return f"waits for {others[0]}" if len(others) == 1 else "others are choosing"
    won = winners(battle, battle.outcome())
    return won or hosted.game.screen.status(battle.view("")).turn.lower()


def facts(hosted: HostedBattle, person: str, here: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return facts about a battle that a person may know, as lines of (text, style).

    `here` is the number of connections of each person.
    """
    terms, standing = hosted.agreement.terms, hosted.standing
    lines = [(f"{hosted.title}, founded by {hosted.agreement.founder}", "head")]
    lines.append((dated_number(hosted), "dim"))
    lines += [_seat(hosted, seat.key, seat.name, person, here) for seat in hosted.seats]
    if standing == "open":
        # A summary; all of the terms are on a page of their own.
        terms = hosted.agreement.terms
        texts = []
        if terms.word:
            known = person == hosted.agreement.founder
            word = f"invitation word: {terms.word}" if known else "ask for the invitation word"
            texts.append(f"private: {word}")
        if terms.pace != Pace():
            texts.append(f"clock: {_clock(terms)}")
        if terms.watching != "live":
            texts.append(WATCHED[terms.watching].format(terms.delay))
        lines += [(text, "dim") for text in texts]
    elif terms.pace != Pace() and standing != "finished":
        lines.append((f"clock: {_pace(terms.pace)}", "dim"))
    if person and (proposal := hosted.leaving.asks(person)):
        lines.append((f"you are asked: {proposal.text_for(person)}", "warning"))
    if standing == "adjourned":
        lines.append((f"adjourned: {hosted.agreement.adjourned}", "warning"))
    return [*lines, *((text, "text") for text in _stands(hosted, person))]


def shown_to(hosted: HostedBattle, person: str) -> PersonsBattle | None:
    """Return a battle as a person may see it; None when it cannot be seen yet or at all."""
    try:
        return hosted.shown_to(person)
    except Refused:
        return None


def _seat(
    hosted: HostedBattle, key: str, name: str, person: str, here: Mapping[str, int]
) -> tuple[str, str]:
    """Return the line of a seat, as (text, style).

    It names the player, and says whether the player is away and whether the battle waits for this
    seat.
    """
    player_name = hosted.seating.person_of(key)
    parts = [f"{name}: {hosted.seating.player_name(key) or _free(hosted, key)}"]
    if player_name and here.get(player_name, 0) <= 0:
        parts.append("away")
    live = hosted.agreement.terms.watching == "live" or hosted.seating.seats_of(person)
    if key in hosted.asked() and live:
        parts.append(YOURS if player_name and player_name == person else "to choose")
    return ", ".join(parts), "warning" if YOURS in parts else "text"


def terms_to_accept(terms: Terms) -> list[str]:
    """Return the terms that a player accepts by taking a seat: clock, absence, watchers, advice."""
    away = (
        f"A player who is away and keeps the other players waiting for {duration_text(terms.away)} "
        "may lose the seat, if most of them vote for it."
        if terms.away
        else "Absent players keep their seats."
    )
    watched = WATCHED[terms.watching].format(terms.delay)
    return [
        f"Clock: {_clock(terms)}." if terms.pace != Pace() else "Clock: none.",
        away,
        f"{capitalized(watched)}.",
        f"Advice: {'on request' if terms.advice else 'none'}.",
    ]


DICE = (
    "The dice of this battle come from a secret of the host, whose pledge is shown already, and "
    "from a word of every seat. The secret is revealed at the end, so that everybody can check "
    "the dice."
)
"""A sentence for players about how the dice of a hosted battle are made."""


def privacy_text(hosted: HostedBattle, person: str) -> str:
    """Return the sentence that says who may take a seat in a battle with an invitation word; '' if
    everybody may.
    """
    word = hosted.agreement.terms.word
    if not word:
        return ""
    if not hosted.seating.needs_word(person) and hosted.agreement.founder != person:
        return "Private. A seat is yours, so you need no invitation word."
    if hosted.agreement.founder == person:
        return f"Private. Its invitation word is {word}: tell it to your friends."
    return "Private. You need its invitation word; ask the founder for it."


def seat_person_text(hosted: HostedBattle, key: str) -> str:
    """Return the person of a seat, with the word that the person gave for the dice."""
    player_name = hosted.seating.player_name(key) or _free(hosted, key)
    word = hosted.agreement.words.get(key)
    return f"{player_name}, with the word '{word}'" if word else player_name


def _free(hosted: HostedBattle, key: str) -> str:
    """Return the sentence that a seat is free, and for whom it is reserved."""
    whose = hosted.agreement.reserved.get(key)
    return f"{FREE}, kept for {whose}" if whose else FREE


def _clock(terms: Terms) -> str:
    then = "a computer plays" if terms.late == "computer" else "it is adjourned"
    return f"{_pace(terms.pace)}, then {then}"


def _pace(pace: Pace) -> str:
    """Return a clock in words, such as `3 days a choice`."""
    if pace.bank:
        bank, more = duration_text(pace.bank), duration_text(pace.more)
        return f"{bank} for the battle, {more} more for each choice"
    return f"{duration_text(pace.choice)} a choice"


def _stands(hosted: HostedBattle, person: str) -> list[str]:
    """Return the turn and points of a battle under way, or how a finished battle ended."""
    battle = shown_to(hosted, person)
    if battle is None:
        return (
            ["the players of this battle do not want watchers"] if hosted.standing != "open" else []
        )
    if outcome := battle.outcome():
        return [f"{winners(battle, outcome)}: {outcome.told}"]
    status = hosted.game.screen.status(battle.view(""))
    standing = status.standing or status.points
    return [", ".join(filter(None, (status.moment, standing)))]
