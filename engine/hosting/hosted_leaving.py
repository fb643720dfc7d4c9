"""The ways out of a hosted battle, as one person has them, for the page of leaving."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from engine.base.counting import and_between
from engine.base.errors import Refused
from engine.game.game import Seat
from engine.hosting.clock import spoken
from engine.hosting.hosted import HostedBattle
from engine.hosting.leaving import ALONE, takers
from engine.players import PLAYERS
from engine.sitting.way_out import WayOut

DRAW = "All other persons are asked. When they agree, the battle is over and nobody has won."
STOP = (
    "All other persons are asked. When they agree, the battle is over as it stands, and counts "
    "for nobody."
)


def ways_out(hosted: HostedBattle, person: str, here: Collection[str]) -> Sequence[WayOut]:
    """Return how a person may leave a battle; `here` are the persons who are on the host."""
    leaving = hosted.leaving
    proposal = leaving.proposal
    asked = proposal and f"it is not answered yet that {proposal.text}"
    others = hosted.persons - {person}
    ways = [
        WayOut(
            f"Take back what you propose: {proposal.text}",
            f"{and_between(sorted(proposal.waits_for))} need not answer any more.",
            partial(leaving.decline, person),
        )
        for proposal in ([proposal] if proposal and proposal.by == person else [])
    ]
    for side, seats in leaving.sides(person).items():
        names = and_between(seat.name for seat in seats)
        then = (
            f"A computer plays {names} on beside the others of your side."
            if leaving.fights_on(person, side)
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
        holder = hosted.person_of(seat.key)
        if holder == person:
            about = "A computer plays it on at once; a person is asked first."
            more = partial(_takers, hosted, person, here, seat, True)
            ways.append(WayOut(f"Hand {seat.name} over to ...", about, more=more))
        elif holder and hosted.away(seat.key):
            away = hosted.agreement.terms.away
            about = f"{holder} is away. Most of the others decide" + (
                f", once {holder} has kept them waiting for {spoken(away)}." if away else "."
            )
            more = partial(_takers, hosted, person, here, seat, False)
            why_not = asked or leaving.why_not_replace(seat.key)
            label = f"Let another play {seat.name} for {holder}"
            ways.append(WayOut(label, about, why_not=why_not, more=more))
    return ways


def _takers(
    hosted: HostedBattle, person: str, here: Collection[str], seat: Seat, own: bool
) -> Sequence[WayOut]:
    """Return who may have a seat from now on, as lines."""
    do = hosted.leaving.hand if own else hosted.leaving.replace
    ways = []
    for name in takers({*here, *hosted.persons}, hosted.person_of(seat.key)):
        computer = name in PLAYERS
        about = PLAYERS[name] if computer else f"{name} is asked first."
        about = "You play it." if name == person else about
        label = f"the {name}" if computer else "you" if name == person else name
        why_not = "" if computer else hosted.leaving.why_not_ask(name, seat.key)
        ways.append(WayOut(label, about, partial(do, person, seat.key, name), why_not))
    return ways


def part(hosted: HostedBattle, person: str) -> None:
    """Raise `Refused` for who has nothing to leave: a watcher, or at a battle that is over."""
    if not person or not hosted.seats_of(person):
        raise Refused("who watches has nothing to give up")
    if hosted.standing == "finished":
        raise Refused("the battle is over")
