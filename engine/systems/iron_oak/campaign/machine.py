"""How the rules of a war run: the agenda (the steps still to be done) and its ledger, exact
chances, the view of a side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.question import Draft, Fault, Fill, Sheet
from engine.kit import ledger as kit
from engine.kit.agenda import Agenda
from engine.systems.iron_oak.campaign.data import Points, Side, row_of
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import HIDDEN, SEATS, SECRET, SetUp, State
from engine.systems.iron_oak.machine import reveal_all as opened_battle
from engine.systems.iron_oak.machine import undo_barrier as of_battle
from engine.systems.iron_oak.machine import view as view_battle
from engine.systems.iron_oak.state.state import Roll, sides_of
from engine.systems.iron_oak.state.state import State as Battle

# Exact chances of the tables of a d10: each result, and its probability.


T = TypeVar("T")
FACES = range(1, 11)


def row_chances(rows: tuple[tuple[int, T], ...], drm: int = 0) -> dict[str, float]:
    """Return the results of a d10 table, with the chance of each.

    >>> row_chances(((3, "none"), (10, "slow")))
    {'none': 0.3, 'slow': 0.7}
    """
    counts: dict[str, int] = defaultdict(int)
    for face in FACES:
        counts[str(row_of(rows, face + drm))] += 1
    return {given: count / len(FACES) for given, count in counts.items()}


def point_chances(points: Points, drm: int = 0) -> dict[str, float]:
    """Return {points: probability} for a roll of a refit; `drm` is added to the die."""
    counts: dict[int, int] = defaultdict(int)
    for face in FACES:
        counts[points.of(face + drm)] += 1
    return {str(given): count / len(FACES) for given, count in sorted(counts.items())}


# The agenda and the ledger of a war, and the faults of drafts of its sheets.


RULES = Agenda[State]()


# The ledger of one decision: the war so far, the dice, and the events written down.


class Ledger(kit.Ledger[State, ev.AnyEvent]):
    """Collects the events of one command: rules roll dice, write events, and read the state after
    them.

    Each command has its own ledger. The battle inside the war has its own ledger with the same
    dice; its events are written into this ledger as `InBattle`.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice, ev.Planned)
        self.dice = dice

    def roll(self, dice: str, drm: int = 0, after: int = 0) -> Roll:
        """Roll dice such as `d10`; `after` is how many dice were already rolled for the same event.

        The caller must write an event that counts these dice.
        """
        faces = tuple(self.face(sides, after + place) for place, sides in enumerate(sides_of(dice)))
        return Roll(dice, faces, drm)


# Sheets: faults of a draft that its slots and budgets do not exclude.


DraftCheck = Callable[[State, Sheet, Draft], tuple[Fault, ...]]
C = TypeVar("C", bound=DraftCheck)

_checks: dict[str, DraftCheck] = {}


def checks(kind: str) -> Callable[[C], C]:
    """Return a decorator. The function that it decorates checks the drafts of one kind of sheet."""

    def enter(check: C) -> C:
        assert kind not in _checks, f"{kind} is checked twice"
        _checks[kind] = check
        return check

    return enter


def faults(view: State, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
    """Return everything that is wrong with a draft."""
    found = sheet.faults(draft)
    check = _checks.get(sheet.kind)
    return found or (check(view, sheet, draft) if check else ())


def validate(state: State, seat: str, command: Fill) -> Fill:
    """Return a command that fills a sheet, unchanged; raises `Refused` with the sheet's first
    fault.
    """
    sheet = next(each for each in RULES.pending(state) if each.seat == seat)
    assert isinstance(sheet, Sheet)
    if found := faults(state, sheet, command.answers):
        raise Refused(found[0].why)
    return command


def picked(draft: Draft, slot: str) -> tuple[str, ...]:
    """Return the option ids that were chosen in a draft's slot; () if the slot has no answer."""
    return draft[slot].chosen if slot in draft else ()


# The view of a campaign for a seat, without the enemy's secrets; and when undo is no longer free.
#
# A view contains no sealed sheet, commitment, yard hand or mine of the enemy. The limit on undo is
# a house rule for fair play, not a rule of the game.


SECRETLY_LAID = ("mine", "obstruction")
_OPENED = (ev.ForcesShown, ev.Committed, ev.BattlePrepared)
_DRAWN = (ev.YardCardsDrawn, ev.DeckShuffled, ev.AmmunitionShort, ev.GradeDrawn)


class Seen(State, frozen=True, kw_only=True):
    """A campaign as one side, or a watcher, may see it."""

    viewer_seat: Side | None = None


def view_side(view: State) -> Side | None:
    """Return the side that sees a view; None for the view of a watcher, and for a full state."""
    return view.viewer_seat if isinstance(view, Seen) else None


def view(state: State, seat: str) -> State:
    """Return the state as a seat may know it; an empty `seat` stands for a watcher, who sees what
    both sides know.

    Screens and computer players receive only this view. The battle inside it is also a view,
    without the defender's secret placements. The view names its side (`view_side`).
    """
    own = next((side for side, key in SEATS.items() if key == seat), None)
    # An enemy ship does not show to which battle she was sent in secret.
    ships = {
        id: (
            ship
            if ship.control == own or ship.lost_in or ship.battle == open_battle(state) != 0
            else replace(ship, battle=SECRET)
        )
        for id, ship in state.ships.items()
    }
    fields = {name: getattr(state, name) for name in State.__struct_fields__}
    # The fields of a view that differ from the full state.
    fields |= {
        "ships": ships,
        "forces": {
            side: force
            if side == own
            else replace(force, hand=(HIDDEN,) * len(force.hand), chosen=())
            for side, force in state.forces.items()
        },
        "deck": (HIDDEN,) * len(state.deck),
        "spent": (HIDDEN,) * len(state.spent),
        "setting": state.setting and _setting(state, state.setting, own),
        "battle": state.battle and _battle(state, view_battle(state.battle, seat), own),
    }
    return Seen(**fields, viewer_seat=own)


def reveal_all(state: State) -> State:
    """Return the state of a finished war in which everybody sees the hidden ships of its battle."""
    return replace(state, battle=opened_battle(state.battle)) if state.battle else state


def open_battle(state: State) -> int:
    """Return the number of the battle whose ships both sides know; 0 if there is none, as before a
    battle by night.
    """
    plan = state.plans.get(str(state.number))
    shown = state.setting is not None and plan is not None and not plan.night
    return state.number if shown else 0


def _setting(state: State, setting: SetUp, own: Side | None) -> SetUp:
    """Return the choices for the coming battle as a side may know them: without the enemy's secret
    ones.
    """
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
    """Return the battle as a side may know it: without the defender's mines and obstructions that
    no ship has met.
    """
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
    """Return why these events may not be undone without the other side's consent; '' if they
    may.
    """
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
        elif (
            isinstance(event, _DRAWN)
            or getattr(event, "dice", False)
            or any(isinstance(getattr(event, field), Roll) for field in event.__struct_fields__)
        ):
            return "dice were rolled"
    return ""
