"""The battle in words: the log, a line for each event, and commands."""

from __future__ import annotations

from typing import ClassVar

from engine.base.text import correct_grammar, join_names, pluralized
from engine.game.parts.part import lazy_method
from engine.game.parts.words import Diagram, Landmarks, Words
from engine.game.question import Fill, Reopen
from engine.kit.by_type import LogFormatters
from engine.kit.dataset import uses_own_data
from engine.kit.records import shipped_diagrams
from engine.kit.sea_words import KIND
from engine.space.hexes import label
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.movement import who_stopped
from engine.systems.wooden_ships.signals import in_words
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.words.reference import terms, terms_now, terms_of

# Commands in the words of the log and of typed orders.


def describe(state: State, command: Fill | Reopen) -> str:
    """Return a player's command as text: the sheet, then its slots with their answers."""
    if isinstance(command, Reopen):
        return "open the sealed sheet again"
    chosen = ", ".join(f"{slot} {answer}" for slot, answer in command.answers.items())
    return f"{command.sheet}: {chosen}" if chosen else command.sheet


# The log: each event as one line, as a seat may know it. An event without a line is not logged.


tells = LogFormatters("tells")
BOOKKEEPING = (ev.Planned, ev.MeleeSettled, ev.MeleeEnded, ev.CrewsLeft, ev.PointsWithdrawn)
"""Events that have no line in the log, because no player needs one."""

_SHEETS = {
    "unfouling": "unfouling",
    "signals": "a signal",
    "orders": "orders",
    "grappling": "grappling",
    "ungrappling": "casting off",
    "boarding": "boarding parties",
    "combat": "fire",
    "melee": "boarding by defenders",
    "loading": "loading",
}


tell = tells.line

# The turn ------------------------------------------------------------------------


@tells(ev.SquadronMade)
def _squadron(state: State, event: ev.SquadronMade, seat: str) -> str:
    points = sum(ship.points for ship in event.ships.values())
    count = pluralized(len(event.ships), "ship")
    return f"{fleet.seat_name(state, event.seat)} mustered {count}, {pluralized(points, 'point')}"


@tells(ev.ShipChosen)
def _chosen(state: State, event: ev.ShipChosen, seat: str) -> str:
    ship, captain = fleet.ship_name(state, event.ship), fleet.seat_name(state, event.seat)
    return f"{captain} {'gets' if event.by_program else 'chose'} {ship}"


@tells(ev.ChoicePassed)
def _passed(state: State, event: ev.ChoicePassed, seat: str) -> str:
    return f"{fleet.seat_name(state, event.seat)} leaves the rest of the choice to the program"


@tells(ev.TurnBegan)
def _turn(state: State, event: ev.TurnBegan, seat: str) -> str:
    return f"Turn {event.turn}"


@tells(ev.ShipArrived)
def _arrived(state: State, event: ev.ShipArrived, seat: str) -> str:
    return f"{fleet.ship_name(state, event.ship)} arrives at {label(event.bow)}"


@tells(ev.ShipRescued)
def _rescued(state: State, event: ev.ShipRescued, seat: str) -> str:
    return f"{fleet.ship_name(state, event.ship)} is rescued by a friend"


@tells(ev.SheetSealed)
def _sealed(state: State, event: ev.SheetSealed, seat: str) -> str:
    phase = _SHEETS[event.sheet.split()[0]]
    if event.seat != seat:
        return f"{fleet.seat_name(state, event.seat)} sealed {phase}"
    chosen = ", ".join(f"{slot} {answer.option}" for slot, answer in event.answers.items())
    return f"{fleet.seat_name(state, event.seat)} sealed {phase}: {chosen}"


@tells(ev.SheetReopened)
def _reopened(state: State, event: ev.SheetReopened, seat: str) -> str:
    return f"{fleet.seat_name(state, event.seat)} took the sealed sheet back"


@tells(ev.SheetsOpened)
def _opened(state: State, event: ev.SheetsOpened, seat: str) -> str:
    if event.phase == "signals":
        return ""  # the signals themselves are logged as they are hoisted
    texts = []
    for answers in event.answers.values():
        chosen = (f"{slot} {answer.option}" for slot, answer in answers.items())
        texts.append(", ".join(each for each in chosen if not each.endswith((" none", " hold"))))
    said = "; ".join(filter(None, texts)) or "nothing"
    return f"{_SHEETS[event.phase].capitalize()}: {said}"


@tells(ev.SignalsHoisted)
def _hoisted(state: State, event: ev.SignalsHoisted, seat: str) -> str:
    texts = (
        f"{fleet.ship_name(state, signal.ship)} signals: {in_words(signal)}"
        for signal in event.signals.values()
    )
    return "; ".join(texts) or "The signals are hauled down"


@tells(ev.SeatGaveUp)
def _gave_up(state: State, event: ev.SeatGaveUp, seat: str) -> str:
    return f"{fleet.seat_name(state, event.seat)} surrendered with all ships"


@tells(ev.PointsGiven)
def _points(state: State, event: ev.PointsGiven, seat: str) -> str:
    shares = (
        f"{fleet.share_in_words(share)} to {fleet.seat_name(state, key)}"
        for key, share in event.shares.items()
    )
    return f"{fleet.ship_name(state, event.ship)}: {join_names(shares)}"


@tells(ev.TurnEnded)
def _turn_ended(state: State, event: ev.TurnEnded, seat: str) -> str:
    if not event.countdown:
        return ""
    return f"Nobody fires: the battle ends in {pluralized(event.countdown, 'turn')}"


@tells(ev.BattleEnded)
def _ended(state: State, event: ev.BattleEnded, seat: str) -> str:
    return f"The battle is over: {correct_grammar(event.reason)}"


# Moves ------------------------------------------------------------------------------


@tells(ev.ImpulseTaken)
def _impulse(state: State, event: ev.ImpulseTaken, seat: str) -> str:
    ends = (f"{ship} {label((c, r))}" for ship, (c, r, _) in event.places.items())
    return f"Impulse {event.impulse}: {', '.join(ends)}"


@tells(ev.ContestSettled)
def _contest(state: State, event: ev.ContestSettled, seat: str) -> str:
    why = {
        "held": "she was there first",
        "bow": "a bow has priority over a stern",
        "die": "the die decides",
    }[event.rule]
    rolls = "; ".join(
        ", ".join(f"{ship} rolls {face}" for ship, face in roll) for roll in event.rolls
    )
    text = f"{event.holder} gets {label(event.hex)}: {why}; {join_names(event.losers)} put back"
    return f"{text} ({rolls})" if rolls else text


@tells(ev.Collided)
def _collided(state: State, event: ev.Collided, seat: str) -> str:
    one, other = event.ships
    return f"{fleet.ship_name(state, one)} and {fleet.ship_name(state, other)} collide"


@tells(ev.FoulRolled)
def _foul(state: State, event: ev.FoulRolled, seat: str) -> str:
    what = "are fouled" if event.fouled else "stay clear"
    return f"{join_names(event.ships)} {what} ({event.face})"


@tells(ev.Drifted)
def _drifted(state: State, event: ev.Drifted, seat: str) -> str:
    verb = "drifts" if len(event.places) == 1 else "drift"
    return f"{join_names(event.places)} {verb} downwind"


@tells(ev.MovementEnded)
def _kept(state: State, event: ev.MovementEnded, seat: str) -> str:
    cut = []
    for ship, kept in event.kept.items():  # such as `A1 1R1 -> 1R, stopped by B2`
        stopped = join_names(who_stopped(state, event.kept, ship))
        by = f", stopped by {stopped}" if stopped else ""
        cut.append(f"{ship} {state.ships[ship].order} -> {kept}{by}")
    return f"Plots cut short: {'; '.join(cut)}" if cut else ""


@tells(ev.UnfoulTried)
def _unfoul(state: State, event: ev.UnfoulTried, seat: str) -> str:
    what = "gets clear of" if event.freed else "does not get clear of"
    return f"{fleet.ship_name(state, event.ship)} {what} {event.other} ({event.face})"


@tells(ev.GrappleTried)
def _grapple(state: State, event: ev.GrappleTried, seat: str) -> str:
    die = f" (rolled {event.face}, {event.limit} or less holds)" if event.face else ""
    what = "grapples" if event.holds else "fails to grapple"
    return f"{fleet.ship_name(state, event.ship)} {what} {event.other}{die}"


@tells(ev.CastOffTried)
def _cast_off(state: State, event: ev.CastOffTried, seat: str) -> str:
    die = f" ({event.face})" if event.face else ""
    what = "casts off a grapple of" if event.freed else "fails to cast off"
    return f"{fleet.ship_name(state, event.ship)} {what} {event.other}{die}"


# Fire -----------------------------------------------------------------------------------


@tells(ev.TargetDrawn)
def _drawn(state: State, event: ev.TargetDrawn, seat: str) -> str:
    return (
        f"{event.ship} {event.side}: the die chooses {event.target} among {join_names(event.among)}"
    )


@tells(ev.SideFired)
def _fired(state: State, event: ev.SideFired, seat: str) -> str:
    rake = f", {event.rake} rake" if event.rake else ""
    total = fleet.sum_in_words(event.base, event.modifiers, event.table)
    return (
        f"{fleet.ship_name(state, event.ship)} fires {event.side} at {event.target}'s {event.aim}, "
        f"range {event.range}{rake}: {pluralized(event.guns, 'gun')}, {total}, die {event.face}: "
        f"{fleet.hits_in_words(event.hits)}"
    )


@tells(ev.UnableToFire)
def _unable(state: State, event: ev.UnableToFire, seat: str) -> str:
    sides = (
        f"{each.ship} {each.side} at {each.target} (table {each.table})" for each in event.sides
    )
    return f"Unable to fire: {', '.join(sides)}"


@tells(ev.StandingChanged)
def _standing(state: State, event: ev.StandingChanged, seat: str) -> str:
    return ""


@tells(ev.HitsMarked)
def _marked(state: State, event: ev.HitsMarked, seat: str) -> str:
    return (
        f"{fleet.ship_name(state, event.ship)} has {event.hull} hull, {sum(event.crew)} crew left"
    )


@tells(ev.ShipSurrendered)
def _surrendered(state: State, event: ev.ShipSurrendered, seat: str) -> str:
    if event.how == "struck":
        return f"{fleet.ship_name(state, event.ship)} strikes"
    return f"{fleet.ship_name(state, event.ship)} surrenders ({event.how})"


@tells(ev.CrewKilled)
def _killed(state: State, event: ev.CrewKilled, seat: str) -> str:
    return f"{fleet.ship_name(state, event.ship)} has lost her crew"


@tells(ev.SideLoaded)
def _loaded(state: State, event: ev.SideLoaded, seat: str) -> str:
    return f"{fleet.ship_name(state, event.ship)} loads {event.side}"


# Boarding ----------------------------------------------------------------------------------


@tells(ev.PartiesFormed)
def _parties(state: State, event: ev.PartiesFormed, seat: str) -> str:
    texts = [
        f"{ship} section {join_names(map(str, party.sections))} {party.kind} {party.to}".rstrip()
        for ship, parties in event.parties.items()
        for party in parties
    ]
    return f"Boarding parties: {', '.join(texts)}" if texts else "No boarding parties"


@tells(ev.CameAboard)
def _aboard(state: State, event: ev.CameAboard, seat: str) -> str:
    squares = pluralized(event.squares, "square")
    return f"{squares} of crew come aboard {fleet.ship_name(state, event.ship)}"


@tells(ev.MeleeFought)
def _round(state: State, event: ev.MeleeFought, seat: str) -> str:
    one, other = event.one, event.other
    return (
        f"Melee of {join_names(event.ships)}: strength {one.strength} rolls {one.face}, "
        f"strength {other.strength} rolls {other.face}; crew lost: {one.lost} and {other.lost}"
    )


@tells(ev.PartyLost)
def _party_lost(state: State, event: ev.PartyLost, seat: str) -> str:
    return f"The party of {fleet.ship_name(state, event.ship)} is lost"


@tells(ev.ShipCaptured)
def _captured(state: State, event: ev.ShipCaptured, seat: str) -> str:
    squares = pluralized(event.squares, "square")
    crew = f"{squares} from {fleet.ship_name(state, event.by)}"
    return f"{fleet.ship_name(state, event.ship)} is captured; prize crew: {crew}"


@tells(ev.ShipRetaken)
def _retaken(state: State, event: ev.ShipRetaken, seat: str) -> str:
    how = {
        "revolt": "her crew rises",
        "fire": "her captors surrender to her crew",
        "boarding": "by boarding",
    }[event.how]
    return f"{fleet.ship_name(state, event.ship)} is retaken: {how}"


@tells(ev.ReserveFilled)
def _reserve(state: State, event: ev.ReserveFilled, seat: str) -> str:
    return f"{fleet.ship_name(state, event.ship)}: the reserve replaces lost crew"


# The words part of the game.


@uses_own_data
class WoodenShipsWords(Words[State]):
    """The words part of the game: events, commands, ships and terms as words."""

    landmarks: ClassVar[Landmarks] = {
        ev.SideFired: ("shot",),
        ev.CrewKilled: ("loss",),
        ev.ShipCaptured: ("loss", "capture"),
        ev.ShipRetaken: ("capture",),
        ev.ShipSurrendered: ("loss",),
    }

    plain = frozenset(("rule", KIND))
    tell = staticmethod(tell)
    happening = lazy_method("engine.systems.wooden_ships.words.happenings:happening")
    voice = lazy_method("engine.systems.wooden_ships.words.happenings:voice")
    describe = staticmethod(describe)
    terms = staticmethod(terms)
    terms_of = staticmethod(terms_of)
    terms_now = staticmethod(terms_now)

    def diagrams(self) -> tuple[Diagram, ...]:
        return shipped_diagrams("wooden_ships")
