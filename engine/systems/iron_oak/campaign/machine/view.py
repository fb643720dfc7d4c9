"""The campaign as a seat sees it, without the secrets of the enemy; and after what no undo is free.

No sealed sheet, commitment, yard hand or mine of the enemy is in a view. The barrier is the fair
play of the house, not a rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.systems.iron_oak.campaign.data import Side
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import (
    HIDDEN,
    SEATS,
    SECRET,
    Force,
    SetUp,
    State,
    Vessel,
)
from engine.systems.iron_oak.machine.view import opened as opened_battle
from engine.systems.iron_oak.machine.view import undo_barrier as of_battle
from engine.systems.iron_oak.machine.view import view as view_battle
from engine.systems.iron_oak.state.state import Roll
from engine.systems.iron_oak.state.state import State as Battle

SECRETLY_LAID = ("mine", "obstruction")
_OPENED = (ev.ForcesShown, ev.Committed, ev.BattlePrepared)
_DRAWN = (ev.YardCardsDrawn, ev.DeckShuffled, ev.AmmunitionShort, ev.GradeDrawn)


class Seen(State, frozen=True, kw_only=True):
    """A campaign as a side sees it, or a watcher, to whom no side belongs."""

    viewer_seat: Side | None = None


def looker(view: State) -> Side | None:
    """Return the side whose view this is; None for a watcher's, and for the whole."""
    return view.viewer_seat if isinstance(view, Seen) else None


def view(state: State, seat: str) -> State:
    """Return what a seat may know; '' is a watcher, who sees what both sides see.

    Screens and computer players get this and never the whole. The battle inside is seen as its
    own view has it, without what the defender laid in secret. A view knows whose it is (`looker`).
    """
    own = next((side for side, key in SEATS.items() if key == seat), None)
    ships = {id: _ship(state, ship, own) for id, ship in state.ships.items()}
    fields = {name: getattr(state, name) for name in State.__struct_fields__}
    fields |= _known(state, seat, own, ships)
    return Seen(**fields, viewer_seat=own)


def opened(state: State) -> State:
    """Return the state of a war that is over, with no ship of a battle hidden."""
    return replace(state, battle=opened_battle(state.battle)) if state.battle else state


def _known(
    state: State, seat: str, own: Side | None, ships: dict[str, Vessel]
) -> dict[str, object]:
    """Return the fields of a view that are not those of the whole."""
    return {
        "ships": ships,
        "forces": {
            side: force if side == own else _covered(force) for side, force in state.forces.items()
        },
        "deck": (HIDDEN,) * len(state.deck),
        "spent": (HIDDEN,) * len(state.spent),
        "setting": state.setting and _setting(state, state.setting, own),
        "battle": state.battle and _battle(state, view_battle(state.battle, seat), own),
    }


def _covered(force: Force) -> Force:
    return replace(force, hand=(HIDDEN,) * len(force.hand), chosen=())


def open_battle(state: State) -> int:
    """Return the number of the battle whose ships both sides know; 0: none by night."""
    plan = state.plans.get(str(state.number))
    shown = state.setting is not None and plan is not None and not plan.night
    return state.number if shown else 0


def _ship(state: State, ship: Vessel, own: Side | None) -> Vessel:
    """Return a ship without the battle that her side has sent her to in secret."""
    if ship.control == own or ship.lost_in or ship.battle == open_battle(state) != 0:
        return ship
    return replace(ship, battle=SECRET)


def _setting(state: State, setting: SetUp, own: Side | None) -> SetUp:
    """Return what is chosen for a battle, as a side may know it."""
    plan = state.plan(state.number)
    if plan.night:
        mine = {ship.id for ship in state.ships.values() if ship.control == own}
        setting = replace(
            setting,
            places={id: box for id, box in setting.places.items() if id in mine},
            transports=setting.transports if own == plan.defender else {},
            anchored=tuple(id for id in setting.anchored if id in mine),
            limited=tuple(id for id in setting.limited if id in mine),
        )
    return setting if own == plan.defender else replace(setting, mined=(), obstructed=())


def _battle(state: State, battle: Battle, own: Side | None) -> Battle:
    """Return a battle without what the defender laid in secret and nobody has met yet."""
    plan, setting = state.plans.get(str(state.number)), state.setting
    if plan is None or setting is None or own == plan.defender:
        return battle
    if not (setting.mined or setting.obstructed):
        return battle
    markers = tuple(
        each
        for each in battle.board.markers
        if each.kind not in SECRETLY_LAID or f"{each.kind} {each.box}" in setting.known
    )
    return replace(battle, board=replace(battle.board, markers=markers))


def undo_barrier(events: Iterable[ev.AnyEvent]) -> str:
    """Say why these events may not be freely undone; '' when they may."""
    for event in events:
        if isinstance(event, ev.InBattle):
            if why := of_battle((event.happened,)):
                return why
        elif isinstance(event, ev.BattleClosed | ev.CampaignEnded):
            return "the battle is over"
        elif isinstance(event, _OPENED):
            return "sealed sheets were opened"
        elif isinstance(event, ev.YardCardPlayed | ev.YardCardAnswered):
            return "a card was played"
        elif isinstance(event, _DRAWN) or _rolled(event):
            return "dice were rolled"
    return ""


def _rolled(event: ev.AnyEvent) -> bool:
    """Tell whether an event tells of dice."""
    if getattr(event, "dice", 0):
        return True
    return any(isinstance(getattr(event, field), Roll) for field in event.__struct_fields__)
