"""The log: the words for each event, found by the event's type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.base.text import correct_grammar
from engine.kit.by_type import ByType
from engine.systems.iron_oak.cards import label
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Explosive
from engine.systems.iron_oak.effects import STRUCK
from engine.systems.iron_oak.fleet import LOCATIONS, public_name, side_of
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Roll, State
from engine.systems.iron_oak.victory import NAMES

# The registry: for each type of event, the function that describes it.


Telling = Callable[["Reader", Any], str]  # each takes its own type of event
tells: ByType[Telling] = ByType("tells")


class Reader:
    """The state before an event, with units named as a seat knows them: a hidden ship is called a
    counter.
    """

    def __init__(self, before: State, seat: str) -> None:
        self.state = before
        self.side = side_of(before, seat)

    def name(self, id: str) -> str:
        """Return a unit's name as the seat knows it."""
        if id in self.state.ships or id in self.state.sections:
            return public_name(self.state.unit(id), self.side)
        return thing(id)

    def names(self, ids: tuple[str, ...]) -> str:
        """Return the names of several units as a list in words: `A, B and C`."""
        texts = [self.name(id) for id in ids]
        return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]


def thing(what: str) -> str:
    """Return an id as words, with spaces for underscores."""
    return what.replace("_", " ")


def dice(roll: Roll) -> str:
    """Return a roll as text, with its dice: `7 (d10d6: 7 3, -1)`."""
    faces = " ".join(map(str, roll.faces))
    drm = f", {roll.drm:+d}" if roll.drm else ""
    return f"{roll.total} ({roll.dice}: {faces}{drm})"


def versus(challenge: Roll, response: Roll) -> str:
    """Return a challenge and its response as text: `7 (...) against 4 (...)`."""
    tie = ", which is not more" if challenge.total == response.total else ""
    return f"{dice(challenge)} against {dice(response)}{tie}"


def verb(done: bool, yes: str, no: str) -> str:
    """Return the ending of a sentence: the text `yes` if something was done, else the text `no`."""
    return yes if done else no


# The log's sentences about cards.


@tells(ev.CardsDealt, ev.CardsDiscarded, ev.Quieted, ev.StandingChanged)
@tells(ev.Planned, ev.UnitChosen, ev.UnitActed, ev.PlayerTurnEnded, ev.CountersNumbered)
@tells(ev.GunfireEnded, ev.GunfireSeen, ev.ShotEnded)
def _nothing(to: Reader, event: object) -> str:
    return ""


@tells(ev.CardPlayed)
def _played(to: Reader, event: ev.CardPlayed) -> str:
    return f"{NAMES[event.side]} plays {label(event.card)} on {to.name(event.unit)}"


@tells(ev.DeckRenewed)
def _renewed(to: Reader, event: ev.DeckRenewed) -> str:
    return "The discards are shuffled into a new deck"


@tells(ev.CardReplaced)
def _replaced(to: Reader, event: ev.CardReplaced) -> str:
    if event.side != to.side:
        return f"{NAMES[event.side]} replaces a card"
    return f"{label(event.card)} is set aside, {label(event.drawn)} is drawn"


@tells(ev.SpringsRigged)
def _springs(to: Reader, event: ev.SpringsRigged) -> str:
    return f"{to.name(event.ship)} rigs springs on her anchor"


@tells(ev.Screened)
def _screened(to: Reader, event: ev.Screened) -> str:
    forts = book().forts
    enemy = forts[event.enemy].name if event.enemy in forts else to.name(event.enemy)
    return f"{to.name(event.ship)} is screened from {enemy}"


# The log's sentences about phases.


@tells(ev.PhaseBegan)
def _phase(to: Reader, event: ev.PhaseBegan) -> str:
    if event.phase != "status":
        return ""
    return f"{NAMES[event.side]}, turn {to.state.turn}"


@tells(ev.TurnEnded)
def _turn(to: Reader, event: ev.TurnEnded) -> str:
    return f"Turn {event.turn} begins"


@tells(ev.BattleEnded)
def _ended(to: Reader, event: ev.BattleEnded) -> str:
    who = " and ".join(event.winners)
    return (
        f"{who} wins: {correct_grammar(event.reason)}"
        if who
        else f"A draw: {correct_grammar(event.reason)}"
    )


@tells(ev.EngineRolled)
def _engine(to: Reader, event: ev.EngineRolled) -> str:
    end = verb(event.stopped, "stops", "runs on")
    return f"{to.name(event.ship)}'s bad engine {end}: {dice(event.roll)}"


@tells(ev.RepairTried)
def _repair(to: Reader, event: ev.RepairTried) -> str:
    end = verb(event.repaired, "repairs", "does not repair")
    hit = thing(event.critical)
    return f"{to.name(event.unit)} {end} {hit}: {versus(event.challenge, event.response)}"


@tells(ev.PartySent)
def _sent(to: Reader, event: ev.PartySent) -> str:
    return f"{to.name(event.unit)} has a Repair Party at work"


@tells(ev.PartyRecalled)
def _recalled(to: Reader, event: ev.PartyRecalled) -> str:
    return f"{to.name(event.unit)} no longer has a Repair Party"


@tells(ev.FireChecked)
def _fire(to: Reader, event: ev.FireChecked) -> str:
    end = f"is now level {event.level}" if event.level else "is out"
    return f"A fire in {to.name(event.unit)} {end}: {dice(event.roll)}"


@tells(ev.SmokeChecked)
def _smoke(to: Reader, event: ev.SmokeChecked) -> str:
    end = "clears" if event.smoke == "none" else f"is now {event.smoke}"
    return f"Smoke over {to.name(event.unit)} {end}: {dice(event.roll)}"


@tells(ev.OrdersGiven)
def _orders(to: Reader, event: ev.OrdersGiven) -> str:
    return f"{NAMES[event.side]} has given its orders"


@tells(ev.OrdersReopened)
def _reopened(to: Reader, event: ev.OrdersReopened) -> str:
    return f"{NAMES[event.side]} opens its orders again"


@tells(ev.HiddenPlaced)
def _placed(to: Reader, event: ev.HiddenPlaced) -> str:
    return f"{NAMES[event.side]} has placed its hidden counters"


@tells(ev.StartedAnchored)
def _anchored(to: Reader, event: ev.StartedAnchored) -> str:
    return f"At anchor: {to.names(event.ships)}"


# The log's sentences about gunnery and damage.


CASES = {
    "miss": "nothing",
    "possible": "a possible hit",
    "effective": "an effective hit",
    "critical": "a critical hit",
    **STRUCK,
}


@tells(ev.TargetNamed)
def _target(to: Reader, event: ev.TargetNamed) -> str:
    how = "fires plunging shot at" if event.plunging else "fires at"
    return f"{to.name(event.unit)} {how} {to.name(event.target)}"


@tells(ev.ShotFired)
def _shot(to: Reader, event: ev.ShotFired) -> str:
    odds = versus(event.gunnery, event.defence)
    part = "" if event.location == "section" else f"the {LOCATIONS[event.location]} of "
    shot = f"{to.name(event.unit)} at {part}{to.name(event.target)}"
    return f"{shot}: {CASES[event.case]}, {odds}"


@tells(ev.BlastStruck)
def _struck(to: Reader, event: ev.BlastStruck) -> str:
    odds = versus(event.gunnery, event.defence)
    return f"The explosion strikes {to.name(event.target)}: {CASES[event.case]}, {odds}"


@tells(ev.HitsTaken)
def _hits(to: Reader, event: ev.HitsTaken) -> str:
    word = "Hit" if event.hits == 1 else "Hits"
    return f"{to.name(event.unit)} takes {event.hits} {word}{_cause(to, event.unit)}"


def _cause(to: Reader, unit: str) -> str:
    """Return the cause of Hits, as the end of a sentence; '' if the sentence before names it (ram,
    mine, torpedo).

    The firer of a shot is named here, too, because a replay shows the Hits some entries after the
    shot.
    """
    shot = to.state.shot
    if shot is not None:
        return f" from {to.name(shot.firer)}" if shot.target == unit else " from the explosion"
    return " from fire" if to.state.phase == "status" else ""


@tells(ev.ShieldWorsened)
def _shield(to: Reader, event: ev.ShieldWorsened) -> str:
    place = "" if event.location == "section" else f" at the {LOCATIONS[event.location]}"
    return f"{to.name(event.unit)}: shield{place} now {event.shield}"


@tells(ev.CrewLost)
def _crew(to: Reader, event: ev.CrewLost) -> str:
    return f"{to.name(event.unit)} loses {event.losses} crew" if event.losses else ""


@tells(ev.CriticalRolled)
def _critical(to: Reader, event: ev.CriticalRolled) -> str:
    return f"Critical hit on {to.name(event.unit)}: {thing(event.critical)}, {dice(event.roll)}"


@tells(ev.Marked)
def _marked(to: Reader, event: ev.Marked) -> str:
    return f"{to.name(event.unit)}: {thing(event.critical)}"


@tells(ev.FireStarted)
def _fire_started(to: Reader, event: ev.FireStarted) -> str:
    return f"Fire in {to.name(event.unit)}: level {event.level}"


BLASTS: dict[Explosive, str] = {
    "boiler": "a boiler bursts",
    "explosion": "powder explodes",
    "magazine": "a magazine blows up",
}


@tells(ev.BlastRolled)
def _blast(to: Reader, event: ev.BlastRolled) -> str:
    what = BLASTS[event.kind]
    return f"{to.name(event.unit)}: {what}, {dice(event.roll)} Hits"


@tells(ev.BurntOut)
def _burnt(to: Reader, event: ev.BurntOut) -> str:
    return f"The fire in {to.name(event.unit)} reaches the powder"


@tells(ev.SmokeThickened)
def _smoke_thickened(to: Reader, event: ev.SmokeThickened) -> str:
    return f"{event.smoke.capitalize()} smoke over {to.name(event.unit)}"


@tells(ev.ArmamentChecked)
def _armament(to: Reader, event: ev.ArmamentChecked) -> str:
    end = verb(event.held, "are undamaged", "are damaged")
    return f"{to.name(event.unit)}'s guns {end}: {versus(event.challenge, event.response)}"


@tells(ev.IncendiaryRolled)
def _incendiary(to: Reader, event: ev.IncendiaryRolled) -> str:
    end = f"fire, level {event.level}" if event.level else "no fire"
    return f"Shells in {to.name(event.unit)}: {end}, {versus(event.challenge, event.response)}"


@tells(ev.DudFired)
def _dud(to: Reader, event: ev.DudFired) -> str:
    return f"{to.name(event.unit)}'s shell does not burst: the hit is only effective"


@tells(ev.Sunk)
def _sunk(to: Reader, event: ev.Sunk) -> str:
    how = "is scuttled" if event.scuttled else "sinks"
    return f"{to.name(event.ship)} {how}{' and lies in the way' if event.hulk else ''}"


@tells(ev.Silenced)
def _silenced(to: Reader, event: ev.Silenced) -> str:
    return f"{to.name(event.unit)} is silenced"


@tells(ev.SectionDestroyed)
def _destroyed(to: Reader, event: ev.SectionDestroyed) -> str:
    return f"The magazine of {to.name(event.unit)} blows up"


@tells(ev.Captured)
def _captured(to: Reader, event: ev.Captured) -> str:
    return f"{to.name(event.ship)} strikes her colours to the {NAMES[event.by]}"


@tells(ev.StrikeWasted)
def _wasted(to: Reader, event: ev.StrikeWasted) -> str:
    worth = f"her enemies here are worth {event.own} VP, her side {event.enemy}"
    return f"{to.name(event.ship)} does not strike: {worth}"
