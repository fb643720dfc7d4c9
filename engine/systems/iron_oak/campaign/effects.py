"""The effects of yard cards (cards played between battles): each effect is a function, beside its
forecast, its worth and its words. Iron & Oak 8.9.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.systems.iron_oak.campaign import fleet
from engine.systems.iron_oak.campaign.data import Side, YardKind, book
from engine.systems.iron_oak.campaign.machine import Ledger, point_chances, row_chances
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import (
    NAMES,
    Laid,
    PlayCard,
    State,
    Vessel,
    WarRow,
)
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.machine import Moment

MOMENTS: dict[str, Moment[Any]] = {}
"""Every moment (a hook at which cards have effects) by its name."""


class Use(NamedTuple):
    """One way to play a yard card (a card played between battles)."""

    use: str
    """The value for the field `use` of the command `PlayCard`; '' if the card can be played in only
    one way."""
    label: str
    subject: str = ""
    """The id of the ship that the use concerns; '' for none."""


class Changes(NamedTuple):
    """The modifiers that yard cards give to the three rolls of a refit: for repairs, for critical
    hits, for crews.
    """

    repair: int = 0
    critical: int = 0
    crew: int = 0

    def plus(self, other: Changes) -> Changes:
        """Return these changes and the other changes, added up."""
        return Changes(*(mine + more for mine, more in zip(self, other, strict=True)))


# The hooks of a war at which yard cards work.


USES: Moment[Callable[[State, Side, YardKind], list[Use]]] = Moment("uses", MOMENTS)
"""Hook called with (state, side, kind): returns the ways to play a card of this kind. A kind that
has no function here can be played in one way."""

ON_PLAY: Moment[Callable[[Ledger, Laid], None]] = Moment("on_play", MOMENTS)
"""Hook called with (ledger, card) when a card is played: writes the card's immediate effect."""

REFIT: Moment[Callable[[YardKind, str], Changes]] = Moment("refit", MOMENTS)
"""Hook called with (kind, use): returns the card's modifiers to the rolls of a refit."""

SHIPS_SHOWN: Moment[Callable[[Ledger, Laid, int], None]] = Moment("ships_shown", MOMENTS)
"""Hook called with (ledger, card, number of the battle) after the battle's ships are shown: writes
the card's effect."""

AFTER_BATTLE: Moment[Callable[[Ledger, Laid, WarRow], None]] = Moment("after_battle", MOMENTS)
"""Hook called with (ledger, card, row of the battle in the war book) after a battle: writes the
card's effect."""

# Notes about a yard card, and its worth.

WOULD_DO: Moment[Callable[[State, Side, YardKind], dict[str, Any]]] = Moment("would_do", MOMENTS)
"""Hook called with (view, side, kind): returns the effect of one more card of this kind, as plain
data for `inspect`."""

WORTH: Moment[Callable[[State, Side, PlayCard], float]] = Moment("worth", MOMENTS)
"""Hook called with (view, side, command): returns the worth of playing the card; keeping it is
worth 0."""

SAID: Moment[Callable[[State, Laid], str]] = Moment("said", MOMENTS)
"""Hook called with (state, card): returns the words that the log adds after the name of a played
card."""


def kind_of_card(number: int) -> YardKind:
    """Return the kind of a yard card, by the card's number."""
    return book().campaign.yard_kinds[book().campaign.cards[number]]


def changes(state: State, side: Side) -> Changes:
    """Return the modifiers that the cards on a side's yard give to its refit; cards that were
    cancelled do not count.
    """
    found = Changes()
    for laid in state.laid:
        kind = kind_of_card(laid.card)
        if laid.yard == side and not laid.answered and kind.id in REFIT:
            found = found.plus(REFIT[kind.id](kind, laid.use))
    return found


def of_rolls(view: State, side: Side, kind: YardKind) -> tuple[Side, Changes]:
    """Return (the yard on which a side would play a card of this kind, the modifiers of that yard's
    rolls with this card).
    """
    yard = side if kind.yard == "own" else other_side(side)
    return yard, changes(view, yard).plus(REFIT[kind.id](kind, CREW))


@SAID("crew_grade", "in_short_supply", "yard_fire")
def _on_a_yard(before: State, laid: Laid) -> str:
    return f" on the {NAMES[laid.yard]}"


HURT = 5
"""If a fleet has lost more than this, in Hits or in crew factors, it is worth playing a card for or
against its repair."""


# Fast Repair and Yard Fire (Iron & Oak 8.9.2, 8.9.7).


@REFIT("fast_repair", "yard_fire")
def repairs(kind: YardKind, use: str) -> Changes:
    """Fast Repair, Yard Fire: return the card's modifiers to the rolls for repairs and for critical
    hits.
    """
    return Changes(repair=kind.drm, critical=kind.drm)


@WOULD_DO("fast_repair", "yard_fire")
def _repairs_would_do(view: State, side: Side, kind: YardKind) -> dict[str, Any]:
    (yard, rolls), facts = of_rolls(view, side, kind), book().campaign
    return {
        "yard": yard,
        "repair": point_chances(facts.repair, rolls.repair),
        "critical": point_chances(facts.critical, rolls.critical),
    }


@WORTH("fast_repair")
def _fast_repair_worth(view: State, side: Side, command: PlayCard) -> float:
    return sum(ship.hits for ship in fleet.own(view, side)) - HURT


@WORTH("yard_fire")
def _yard_fire_worth(view: State, side: Side, command: PlayCard) -> float:
    return sum(ship.hits for ship in fleet.own(view, other_side(side))) - HURT


# Replacements and In Short Supply (Iron & Oak 8.9.3, 8.9.6).


CREW, SHIP, MORE = "crew", "ship", "more"
"""The uses of a Replacements card: more crews, a new ship, +2 to the roll for the new ship."""


@USES("replacements")
def replacements(state: State, side: Side, kind: YardKind) -> list[Use]:
    """Replacements: return the uses of the card: more crews, a new ship, or a better roll for the
    new ship of a card played before.
    """
    uses = [each.use for each in state.laid if each.by == side and kind_of_card(each.card) == kind]
    found = [
        Use(CREW, f"{kind.name}: +2 to the roll for crews"),
        Use(SHIP, f"{kind.name}: one more ship"),
    ]
    if SHIP in uses and MORE not in uses:
        found.append(Use(MORE, f"{kind.name}: +2 to the roll for the ship"))
    return found


@REFIT("replacements")
def _crews(kind: YardKind, use: str) -> Changes:
    return Changes(crew=kind.drm if use == CREW else 0)


@WOULD_DO("replacements")
def _replacements_would_do(view: State, side: Side, kind: YardKind) -> dict[str, Any]:
    extra = book().campaign.extra_ship
    return {
        **_crews_would_do(view, side, kind),
        "ship": row_chances(extra.worth),
        "ship_with_two": row_chances(extra.worth, extra.second_card),
    }


@WORTH("replacements")
def _replacements_worth(view: State, side: Side, command: PlayCard) -> float:
    lost = sum(ship.crew_loss for ship in fleet.own(view, side))
    return {CREW: lost - 2.0 * HURT, SHIP: 6.0}.get(command.use, 3.0)


@SAID("replacements")
def _for_what(before: State, laid: Laid) -> str:
    said = {CREW: ", for crews", SHIP: ", for a ship", MORE: ", for the ship's roll"}
    return said.get(laid.use, "")


@REFIT("in_short_supply")
def in_short_supply(kind: YardKind, use: str) -> Changes:
    """In Short Supply: return the card's negative modifier to the roll for crews."""
    return Changes(crew=kind.drm)


@WOULD_DO("in_short_supply")
def _crews_would_do(view: State, side: Side, kind: YardKind) -> dict[str, Any]:
    yard, rolls = of_rolls(view, side, kind)
    return {"yard": yard, "crew": point_chances(book().campaign.crew, rolls.crew)}


@WORTH("in_short_supply")
def _in_short_supply_worth(view: State, side: Side, command: PlayCard) -> float:
    return sum(ship.crew_loss for ship in fleet.own(view, other_side(side))) - HURT


# Crew Grade (Iron & Oak 8.9.1).


@USES("crew_grade")
def crew_grade(state: State, side: Side, kind: YardKind) -> list[Use]:
    """Crew Grade: return the two ways to play the card, on either side's fleet."""
    return [Use(each, f"{kind.name} on the {NAMES[each]}") for each in (side, other_side(side))]


@AFTER_BATTLE("crew_grade")
def settle_grade(ledger: Ledger, laid: Laid, row: WarRow) -> None:
    """Crew Grade: after the battle, raise or lower the crew grade of a ship drawn by lot (Iron &
    Oak 8.9.1).
    """
    state, won = ledger.state, row.winner == laid.yard
    ships = tuple(
        state.ships[id]
        for id in row.ships[laid.yard]
        if state.ships[id].afloat and id not in row.taken
    )
    ships = drawn_among(ships, won)
    if not ships:
        ledger.write(ev.GradeDrawn(laid.card, "", "average"))
        return
    drawn = ships[ledger.face(len(ships)) - 1] if len(ships) > 1 else ships[0]
    changed = fleet.graded(drawn, 1 if won else -1)
    ledger.write(ev.GradeDrawn(laid.card, drawn.id, changed.grade, int(len(ships) > 1)))


def drawn_among(ships: tuple[Vessel, ...], won: bool) -> tuple[Vessel, ...]:
    """Return the ships from which a Crew Grade card draws one (Iron & Oak 8.9.1).

    After a victory: the ships that lost no captain and fewer crew than their number for light
    casualties. Otherwise: the ships that lost a captain or, if there are none, all.
    """
    ships = tuple(ship for ship in ships if fleet.card(ship).type not in fleet.TRANSPORTS)
    hurt = tuple(ship for ship in ships if "captain" in ship.criticals)
    if won:
        return tuple(
            ship
            for ship in ships
            if ship not in hurt and ship.crew_loss < fleet.card(ship).crew.light
        )
    return hurt or ships


@WOULD_DO("crew_grade")
def _crew_grade_would_do(view: State, side: Side, kind: YardKind) -> dict[str, Any]:
    plan = fleet.upcoming(view)
    if plan is None:
        return {"battle": None}
    ships = fleet.sent(view, side, plan.number)
    return {
        "battle": plan.number,
        "if_won": [ship.id for ship in drawn_among(ships, won=True)],
        "if_lost": [ship.id for ship in drawn_among(ships, won=False)],
    }


@WORTH("crew_grade")
def _crew_grade_worth(view: State, side: Side, command: PlayCard) -> float:
    return 2.0 if command.use == side else 1.0


# Limited Ammunition (Iron & Oak 8.9.4).


@SHIPS_SHOWN("limited_ammunition")
def limited_ammunition(ledger: Ledger, laid: Laid, number: int) -> None:
    """Limited Ammunition: draw a ship by lot that is short of ammunition in the battle; each card
    draws one.
    """
    assert ledger.state.setting is not None
    ships = [
        ship.id
        for ship in fleet.sent(ledger.state, laid.yard, number)
        if fleet.card(ship).type not in fleet.TRANSPORTS
        and ship.id not in ledger.state.setting.limited
    ]
    drawn = ships[ledger.face(len(ships)) - 1] if len(ships) > 1 else (*ships, "")[0]
    ledger.write(ev.AmmunitionShort(laid.card, drawn, int(len(ships) > 1)))


@WOULD_DO("limited_ammunition")
def _limited_would_do(view: State, side: Side, kind: YardKind) -> dict[str, Any]:
    plan = fleet.upcoming(view)
    if plan is None:
        return {"battle": None}
    return {"battle": plan.number, "side": other_side(side), "gunnery": -1}


@WORTH("limited_ammunition")
def _limited_worth(view: State, side: Side, command: PlayCard) -> float:
    return 3.0


# Out of the Mist (Iron & Oak 8.9.5).


GREAT = 500
"""If a ship that comes out of the mist is worth at least this many Victory Points, the enemy may
add a lesser ship."""


@USES("out_of_the_mist")
def out_of_the_mist(state: State, side: Side, kind: YardKind) -> list[Use]:
    """Out of the Mist: return the ways to play the card, one for each ship that may join the coming
    battle. Return none if the side has already played a card of this kind.
    """
    plan = fleet.upcoming(state)
    laid = any(each.by == side and kind_of_card(each.card) == kind for each in state.laid)
    if plan is None or laid:
        return []
    return [
        Use(ship.id, f"{kind.name}: {fleet.card(ship).short}", ship.id)
        for ship in fleet.available(state, side, plan)
    ]


@ON_PLAY("out_of_the_mist")
def _comes(ledger: Ledger, laid: Laid) -> None:
    """If the ship out of the mist is worth at least `GREAT` Victory Points, ask the enemy for a
    lesser ship.
    """
    if fleet.card(ledger.state.ships[laid.use]).victory_points >= GREAT:
        ledger.plan(st.MeetTheMist(other_side(laid.by)))


@WOULD_DO("out_of_the_mist")
def _mist_would_do(view: State, side: Side, kind: YardKind) -> dict[str, Any]:
    plan = fleet.upcoming(view)
    if plan is None:
        return {"battle": None}
    free = fleet.available(view, side, plan)
    return {
        "battle": plan.number,
        "ships": [ship.id for ship in free],
        "answered": [ship.id for ship in free if fleet.card(ship).victory_points >= GREAT],
    }


@WORTH("out_of_the_mist")
def _mist_worth(view: State, side: Side, command: PlayCard) -> float:
    worth = fleet.card(view.ships[command.use]).victory_points
    # a great ship lets the enemy add a lesser one
    return float(worth) if worth < GREAT else worth / 2


@SAID("out_of_the_mist")
def _who_comes(before: State, laid: Laid) -> str:
    return f": {book().ships[laid.use].short}" if laid.use in before.ships else ""
