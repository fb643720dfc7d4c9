"""Before a battle: its ships are shown, cards take effect, a target is named, ships are placed.

Iron & Oak 8.5.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.decision import Answer, Decision, Option
from engine.game.question import Draft, Fault, Fill, Sheet, Slot
from engine.systems.iron_oak.campaign.data import BattleKind, Fort, Share, Side, book
from engine.systems.iron_oak.campaign.effects import SHIPS_SHOWN, kind_of_card
from engine.systems.iron_oak.campaign.fleet import TRANSPORTS, at_sea, card, sent
from engine.systems.iron_oak.campaign.machine import RULES, Ledger, checks, picked, validate
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import SEATS, NameShip, Plan, SetUp, State, Vessel
from engine.systems.iron_oak.fleet import damage, draft
from engine.systems.iron_oak.state.state import Board
from engine.systems.iron_oak.waters import GRID, OFF, depth

MINES, OBSTRUCTIONS, FORT, ANCHORED = "mines", "obstructions", "fort", "anchored"
ROWS = "ABCDE"


def kind_of(plan: Plan) -> BattleKind:
    """Return the record of a battle's type, with the shares of both sides and the kind of
    victory.
    """
    return book().campaign.types[plan.kind]


def share_of(plan: Plan, side: Side) -> Share:
    """Return one side's share in a type of battle: how many ships, its cards, its edge of the
    map.
    """
    kind = kind_of(plan)
    return kind.attacker if side == plan.attacker else kind.defender


@RULES.does(st.Prepare)
def _prepare(ledger: Ledger, step: st.Prepare) -> None:
    plan = ledger.state.plan(step.number)
    ledger.finish(st.CloseBattle(step.number))
    ledger.write(ev.BattlePrepared(step.number))
    if not all(sent(ledger.state, side, step.number) for side in SEATS):
        return
    for laid in ledger.state.laid:
        kind = kind_of_card(laid.card).id
        if kind in SHIPS_SHOWN:
            SHIPS_SHOWN[kind](ledger, laid, step.number)
    steps: list[st.AnyStep] = []
    if kind_of(plan).target_box:
        steps.append(st.NameTarget(step.number))
    if kind_of(plan).mines:
        steps.append(st.CountMines(step.number))
    steps += [st.PlaceShips(step.number, side) for side in (plan.defender, plan.attacker)]
    ledger.plan(*steps, st.BeginBattle(step.number), st.Fight(step.number))


# The target of a Defend battle --------------------------------------------------


def _targets(state: State, plan: Plan) -> tuple[Vessel, ...]:
    """Return the ships of the defender that may be the target: ships without heavy damage or, if
    all have heavy damage, all.

    A target with heavy damage would count as lost before the first shot.
    """
    ships = sent(state, plan.defender, plan.number)
    return tuple(ship for ship in ships if damage(at_sea(ship)) != "heavy") or ships


@RULES.asks(st.NameTarget)
def _ask_target(state: State, step: st.NameTarget) -> tuple[Decision, ...]:
    plan = state.plan(step.number)
    if plan.night:
        return ()
    options = tuple(
        Option(ship.id, f"{card(ship).short}, {card(ship).victory_points} VP", NameShip(ship.id))
        for ship in _targets(state, plan)
    )
    prompt = "Which ship has a stopped engine and is attacked?"
    return (Decision(SEATS[plan.attacker], "target", prompt, options),)


@RULES.takes(st.NameTarget)
def _take_target(ledger: Ledger, step: st.NameTarget, seat: str, command: NameShip) -> None:
    ledger.finish()
    ledger.write(ev.TargetChosen(command.ship))


@RULES.does(st.NameTarget)
def _draw_target(ledger: Ledger, step: st.NameTarget) -> None:
    """Draw the target by lot. By night nobody is asked, because the attacker does not know the
    ships.
    """
    ledger.finish()
    ships = _targets(ledger.state, ledger.state.plan(step.number))
    drawn = ships[ledger.face(len(ships)) - 1] if len(ships) > 1 else ships[0]
    ledger.write(ev.TargetChosen(drawn.id, int(len(ships) > 1)))


@RULES.does(st.CountMines)
def _count_mines(ledger: Ledger, step: st.CountMines) -> None:
    ledger.finish()
    ledger.write(ev.MinesCounted(ledger.roll(kind_of(ledger.state.plan(step.number)).mines)))


# Placing ------------------------------------------------------------------------


def board_of(plan: Plan, setting: SetUp) -> Board:
    """Return the board of a battle: water, wind, banks, shoals. The defender's secret placements
    are not on it.
    """
    return Board(
        current=plan.current, wind=plan.wind, night=plan.night, banks=plan.banks, shoals=plan.shoals
    )


def boxes(plan: Plan, setting: SetUp, ship: Vessel) -> tuple[str, ...]:
    """Return the boxes in which a player may place a ship: in her side's columns, or off the board
    at its edge.

    They are deep enough for her, if any are. In a Defend battle the defender's other ships start
    next to the target, or in her box.
    """
    share, kind = share_of(plan, ship.control), kind_of(plan)
    if not share.columns:
        return (f"{OFF}{share.edge}",)
    if ship.id == setting.target:
        return (kind.target_box,)
    found = _along(ROWS, share.columns)
    if kind.target_box:
        near = {kind.target_box, *GRID.neighbours(kind.target_box)}
        found = tuple(box for box in found if box in near)
    board = board_of(plan, setting)
    afloat = [
        box for box in found if (deep := depth(board, box)) is None or deep >= draft(at_sea(ship))
    ]
    return tuple(afloat) or found


def _along(rows: str, columns: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"{row}{column}" for row in rows for column in columns)


def forts(side: Side, most: int) -> tuple[Fort, ...]:
    """Return the forts of a side with at most `most` sections."""
    return tuple(
        fort for fort in book().forts.values() if fort.side == side and len(fort.sections) <= most
    )


@RULES.asks(st.PlaceShips)
def _ask_places(state: State, step: st.PlaceShips) -> tuple[Sheet, ...]:
    plan, setting = state.plan(step.number), state.setting
    assert setting is not None
    slots: list[Slot] = []
    proposed: dict[str, Answer] = {}
    ships = sent(state, step.side, step.number)
    for place, ship in enumerate(ships):
        where = boxes(plan, setting, ship)
        if len(where) == 1:
            continue
        options = tuple(Option(box, box, None) for box in where)
        slots.append(Slot(ship.id, card(ship).short, options, subject=ship.id))
        # The first ship is proposed in row C, the next ones in B, D, A, E, then C again.
        rows = "CBDAE"[place % 5 :] + "CBDAE"[: place % 5]
        proposed[ship.id] = Answer(min(where, key=lambda box: rows.index(box[0])))
    if step.side == plan.defender:
        _defences(plan, setting, ships, slots, proposed)
    if not slots:
        return ()
    prompt = f"Battle {plan.number}, {kind_of(plan).name}: where do your ships begin?"
    sheet = f"place {plan.number} {step.side}"
    return (Sheet(sheet, SEATS[step.side], "place", prompt, tuple(slots), proposed=proposed),)


def _defences(
    plan: Plan,
    setting: SetUp,
    ships: tuple[Vessel, ...],
    slots: list[Slot],
    proposed: dict[str, Answer],
) -> None:
    """Add slots for the things that the defender may place in this type of battle: fort, mines,
    obstructions, transports, anchors. They are added to `slots`, and their proposed answers to
    `proposed`.
    """
    kind = kind_of(plan)
    known = forts(plan.defender, kind.fort_sections) if kind.fort_sections else ()
    if known:
        options = tuple(
            Option(fort.id, f"{fort.name}, {pluralized(len(fort.sections), 'section')}", None)
            for fort in known
        )
        slots.append(Slot(FORT, "Fort", options))
        proposed[FORT] = Answer(max(known, key=lambda fort: len(fort.sections)).id)
        # The top row A or, if only the bottom is a bank, row E.
        row = "E" if plan.banks == ("bottom",) else "A"
        where = tuple(
            Option(f"{row}{column}", f"{row}{column}", None) for column in kind.fort_columns
        )
        for number in range(1, kind.fort_sections + 1):
            slots.append(Slot(f"section {number}", f"Its section {number}", where))
            proposed[f"section {number}"] = Answer(where[(number - 1) % len(where)].id)
    water = _along(ROWS, kind.marker_columns)
    for name, most in ((MINES, setting.mines), (OBSTRUCTIONS, kind.obstructions)):
        if most and water:
            options = tuple(Option(box, box, None) for box in water)
            slots.append(Slot(name, name.capitalize(), options, at_most=most, needs=False))
            middle = [box for box in ("C3", "B3", "D3", "C2") if box in water][:most]
            proposed[name] = Answer(middle[0]) if most == 1 else Answer(picks=tuple(middle))
    carriers = [ship for ship in book().ships.values() if ship.type in TRANSPORTS]
    columns = share_of(plan, plan.defender).columns
    for number in range(1, kind.transports + 1):
        options = tuple(Option(ship.id, ship.name, None) for ship in carriers)
        slots.append(Slot(f"transport {number}", f"Transport {number}", options))
        proposed[f"transport {number}"] = Answer(carriers[(number - 1) % len(carriers)].id)
        where = tuple(Option(box, box, None) for box in _along(ROWS, columns))
        slots.append(Slot(f"its box {number}", f"Transport {number} begins in", where))
        proposed[f"its box {number}"] = Answer(f"C{columns[0]}")
    if kind.may_anchor and len(ships) > 1:
        options = tuple(Option(ship.id, card(ship).short, None, subject=ship.id) for ship in ships)
        slots.append(Slot(ANCHORED, "At anchor", options, at_most=len(ships) // 2, needs=False))


@checks("place")
def _fits(state: State, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
    """Return the faults of the placements: two fort sections in a box, a transport placed twice or
    aground, a barge without a tug.
    """
    plan, found = state.plan(int(sheet.id.split()[1])), []
    sections = [draft[slot].option for slot in _sections(draft)]
    if len(set(sections)) < len(sections):
        found.append(Fault("section 1", "Fort: two sections in one box"))
    names = [draft[slot.id].option for slot in sheet.slots if slot.id.startswith("transport ")]
    if len(set(names)) < len(names):
        found.append(Fault("transport 1", f"{book().ships[names[0]].name} can be placed only once"))
    tugs = Counter(draft[slot.id].option for slot in sheet.slots if slot.id in state.ships)
    water = board_of(plan, SetUp())
    for id, box in _transports(draft).items():
        carrier = book().ships[id]
        if (deep := depth(water, box)) is not None and deep < carrier.draft:
            found.append(Fault("", f"{carrier.name}: {box} is too shallow for her"))
        if carrier.barge:
            tugs[box] -= 1
            if tugs[box] < 0:
                words = (
                    f"{carrier.name} must begin in a box with a ship of her own side that can tow "
                    "her"
                )
                found.append(Fault("", words))
    return tuple(found)


def _sections(draft: Draft) -> tuple[str, ...]:
    """Return the ids of the slots for the sections of the chosen fort."""
    fort = (*picked(draft, FORT), "")[0]
    count = len(book().forts[fort].sections) if fort else 0
    return tuple(f"section {number}" for number in range(1, count + 1))


def _transports(draft: Draft) -> dict[str, str]:
    """Return {id of a transport: box} for the transports that were chosen, sorted by id."""
    numbers = [slot.removeprefix("transport ") for slot in draft if slot.startswith("transport ")]
    boxes = {
        draft[f"transport {number}"].option: draft[f"its box {number}"].option for number in numbers
    }
    return dict(sorted(boxes.items()))


@RULES.takes(st.PlaceShips)
def _take_places(ledger: Ledger, step: st.PlaceShips, seat: str, command: Fill) -> None:
    validate(ledger.state, seat, command)
    ledger.finish()
    _place(ledger, step, command.answers)


@RULES.does(st.PlaceShips)
def _place_by_rule(ledger: Ledger, step: st.PlaceShips) -> None:
    """Place the ships of a side that has nothing to choose: each ship has only one possible
    place.
    """
    ledger.finish()
    _place(ledger, step, {})


def _place(ledger: Ledger, step: st.PlaceShips, draft: Draft) -> None:
    state, plan = ledger.state, ledger.state.plan(step.number)
    setting = state.setting
    assert setting is not None
    places = dict(setting.places)
    for ship in sent(state, step.side, step.number):
        chosen = picked(draft, ship.id)
        places[ship.id] = chosen[0] if chosen else boxes(plan, setting, ship)[0]
    setting = replace(setting, places=places)
    if step.side == plan.defender:
        setting = replace(
            setting,
            fort=(*picked(draft, FORT), "")[0],
            fort_boxes=tuple(draft[slot].option for slot in _sections(draft)),
            mined=picked(draft, MINES),
            obstructed=picked(draft, OBSTRUCTIONS),
            transports=_transports(draft),
            anchored=picked(draft, ANCHORED),
        )
    ledger.write(ev.ShipsPlaced(step.side, setting))
