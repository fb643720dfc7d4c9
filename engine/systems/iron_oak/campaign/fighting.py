"""The battle inside a campaign: it is made from its plan and the campaign book, decided by its own
rules, and closed.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.question import NO_SHEET, Fill, Question, Sheet
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.campaign.data import (
    BattleForce,
    BattleRecord,
    BattleSection,
    BattleUnit,
    Condition,
    Marker,
    Shoal,
    Side,
    VictoryLine,
    book,
)
from engine.systems.iron_oak.campaign.effects import AFTER_BATTLE, kind_of_card
from engine.systems.iron_oak.campaign.fleet import card, own, sent, strength
from engine.systems.iron_oak.campaign.forces import shuffle
from engine.systems.iron_oak.campaign.machine import RULES, Ledger
from engine.systems.iron_oak.campaign.preparing import kind_of, share_of
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import (
    NAMES,
    SEATS,
    AnyCommand,
    Plan,
    SetUp,
    State,
    Vessel,
    WarRow,
    side_of,
)
from engine.systems.iron_oak.cards import STANDING
from engine.systems.iron_oak.cards import standing_sheet as sheet_of_battle
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.machine import Ledger as BattleLedger
from engine.systems.iron_oak.set_up import new_battle, read_options, with_victory
from engine.systems.iron_oak.state.events import AnyEvent as BattleEvent
from engine.systems.iron_oak.state.state import Ship
from engine.systems.iron_oak.state.state import State as Battle
from engine.systems.iron_oak.victory import points

# The battle: set up from its plan and the campaign book, then played by its own rules; reopened
# sheets.
#
# Iron & Oak 8.5, 8.6.


STOPPED = "engine_stopped"
SCENARIO = "campaign"
"""The scenario id of every battle in a campaign, because none of them is a scenario of the
rulebook."""


@RULES.does(st.BeginBattle)
def _begin(ledger: Ledger, step: st.BeginBattle) -> None:
    ledger.finish()
    battle = battle_of(ledger.state, step.number)
    ledger.write(ev.BattleBegan(battle))
    inner = BattleLedger(battle, ledger.dice)
    rules.RULES.advance(inner)
    _wrap(ledger, inner.decided())


def _wrap(ledger: Ledger, happened: tuple[BattleEvent, ...]) -> None:
    for event in happened:
        ledger.write(ev.InBattle(event))


@RULES.asks(st.Fight)
def _ask(state: State, step: st.Fight) -> tuple[Question, ...]:
    return rules.pending(state.battle) if state.battle else ()


@RULES.takes(st.Fight)
def _take(ledger: Ledger, step: st.Fight, seat: str, command: AnyCommand) -> None:
    in_battle(ledger, seat, command)


def in_battle(ledger: Ledger, seat: str, command: AnyCommand) -> None:
    """Let the battle's own rules decide a command, and write their events, each wrapped as an event
    of the war.
    """
    battle = ledger.state.battle
    assert battle is not None
    inner = BattleLedger(battle, ledger.dice)
    rules.RULES.decide(inner, rules.pending(battle), seat, command)
    _wrap(ledger, inner.decided())


def standing_sheet(state: State, seat: str) -> Sheet | None:
    """Return the sheet of a seat's standing choices for the current battle; None between
    battles.
    """
    return sheet_of_battle(state.battle, seat) if state.battle is not None else None


@RULES.beside(STANDING, standing_sheet, "no cards can be played here", "Action Cards (1.3.2)")
def change_standing(ledger: Ledger, seat: str, command: Fill) -> None:
    """Record a seat's standing choice in the battle: when it is asked for cards."""
    in_battle(ledger, seat, command)


def why_not_reopen(state: State, seat: str) -> str:
    """Return why a seat may not take its sealed sheet back; '' if it may, because the other side
    has still to seal its own.
    """
    if state.battle is not None:
        return NO_SHEET  # each side is one seat, whose orders start the battle
    waiting = any(question.seat != seat for question in RULES.pending(state))
    sealed = seat in SEATS.values() and state.forces[side_of(seat)].sealed
    return "" if sealed and waiting and state.phase != "grades" else NO_SHEET


@RULES.reopening(why_not_reopen)
def reopen(ledger: Ledger, seat: str) -> None:
    """Take a seat's sealed sheet back, so that the player can change it."""
    ledger.write(ev.Unsealed(side_of(seat)))


# Making the battle ---------------------------------------------------------------


def battle_of(state: State, number: int) -> Battle:
    """Return the state at the start of a battle; its ships have the damage of earlier battles."""
    plan, setting = state.plan(number), state.setting
    assert setting is not None
    ships = {side: sent(state, side, number) for side in SEATS}
    record = _record(plan, setting, ships)
    options = read_options("campaign", {})
    options = options._replace(rules=with_victory(options.rules, record))
    battle = new_battle(SCENARIO, record, options)
    carried: dict[str, Ship] = {}
    for side in SEATS:
        for ship in ships[side]:
            criticals = ship.criticals
            if ship.id == setting.target:
                # One marker with two sides: a stopped engine replaces a damaged engine.
                criticals = (
                    *(each for each in criticals if not each.startswith("engine")),
                    STOPPED,
                )
            carried[ship.id] = replace(
                battle.ships[ship.id],
                hits=ship.hits,
                shields=ship.shields,
                crew_loss=ship.crew_loss,
                criticals=criticals,
                spar_spent=ship.spar_spent,
                anchored=ship.id in setting.anchored,
                limited_ammunition=ship.id in setting.limited,
            )
    # The ships that tow a barge at the start: for each barge, a ship in the same box.
    tugs: dict[str, Ship] = {}
    for barge, box in setting.transports.items():
        free = (ship for ship in carried.values() if ship.box == box and ship.id not in tugs)
        if book().ships[barge].barge and (tug := next(free, None)) is not None:
            tugs[tug.id] = replace(tug, towing=barge)
    carried |= tugs
    return replace(battle, ships={**battle.ships, **carried}, dice=state.dice)


def _record(plan: Plan, setting: SetUp, ships: dict[Side, tuple[Vessel, ...]]) -> BattleRecord:
    kind = kind_of(plan)
    contacts = book().campaign.water.false_contacts
    # The side that wins if no victory line is met: usually the defender; but the attacker if the
    # defender's transports had to get through in time.
    default = plan.attacker if kind_of(plan).victory == "transports" else plan.defender
    return BattleRecord(
        id=SCENARIO,
        number=str(plan.number),
        title=f"Battle {plan.number}: {kind.name}",
        date="",
        place="",
        turns=kind.turns,
        first=plan.attacker,
        night=plan.night,
        wind=plan.wind,
        current=plan.current,
        union=_force(plan, setting, "union", ships["union"]),
        confederate=_force(plan, setting, "confederate", ships["confederate"]),
        victory=lines(plan, setting, len(ships[plan.attacker])),
        default=default,
        banks=plan.banks,
        shoals=tuple(Shoal(band, depth) for band, depth in plan.shoals.items()),
        markers=(
            *(Marker("mine", box) for box in setting.mined),
            *(Marker("obstruction", box) for box in setting.obstructed),
        ),
        hidden=("union", "confederate") if plan.night else (),
        false_contacts={"union": contacts, "confederate": contacts} if plan.night else {},
    )


def _force(plan: Plan, setting: SetUp, side: Side, ships: tuple[Vessel, ...]) -> BattleForce:
    share = share_of(plan, side)
    units = [BattleUnit(ship.id, setting.places[ship.id], ship.grade) for ship in ships]
    sections: tuple[BattleSection, ...] = ()
    if side == plan.defender:
        units += [BattleUnit(id, box) for id, box in setting.transports.items()]
        if setting.fort:
            names = book().forts[setting.fort].sections
            sections = tuple(
                BattleSection(setting.fort, name, (box,))
                for name, box in zip(names, setting.fort_boxes, strict=False)
            )
    return BattleForce(share.cards, share.edge, tuple(units), sections)


def lines(plan: Plan, setting: SetUp, attackers: int) -> tuple[VictoryLine, ...]:
    """Return the victory lines (conditions of victory) of a battle of this type with this many
    attacking ships (Iron & Oak 8.1).

    The attacker's ships are not named, because by night they are secret.
    """
    kind, attacker, defender = kind_of(plan), plan.attacker, plan.defender
    away = kind.defender.edge
    if kind.victory == "spoils":
        return (VictoryLine(side=attacker, when="spoils", margin=1),)
    if kind.victory == "run_past":
        half = (attackers + 1) // 2
        return (
            VictoryLine(
                side=attacker,
                when="exit_count",
                ships=attacker,
                edge=away,
                at_least=half,
                unless_damage="heavy",
            ),
        )
    if kind.victory == "transports":
        carried = tuple(setting.transports)
        return (VictoryLine(side=defender, when="exit", ships=carried, edge=kind.attacker.edge),)
    if kind.victory == "target":
        done: tuple[Condition, ...] = ("sunk", "captured", "heavy_damage")
        return (VictoryLine(side=attacker, when="any_of", ships=(setting.target,), states=done),)
    return (
        VictoryLine(side=attacker, when="exit", ships=attacker, edge=away, unless_damage="heavy"),
        VictoryLine(side=attacker, when="taken", margin=1),
    )


# After a battle: crew grades, ships and their damage in the campaign book, prizes.
#
# Iron & Oak 8.7.1 to 8.7.3.


@RULES.does(st.CloseBattle)
def _close(ledger: Ledger, step: st.CloseBattle) -> None:
    state, plan = ledger.state, ledger.state.plan(step.number)
    ledger.finish(st.NextBattle())
    winner, reason = _winner(state, plan)
    forces = {side: sent(state, side, step.number) for side in SEATS}
    if state.battle:
        # Fires, smoke, fouls, anchors, grounding and tow end with the battle (Iron & Oak 8.7.3).
        assert state.setting is not None
        target = state.setting.target
        after = {}
        for vessel in state.ships.values():
            if vessel.battle == plan.number and vessel.afloat:
                after[vessel.id] = _back(vessel, state.battle.ships[vessel.id], plan.number, target)
    else:  # the battle was not fought, and its ships are free again
        after = {ship.id: replace(ship, battle=0) for side in SEATS for ship in forces[side]}
    taken = tuple(id for id, ship in after.items() if ship.control != state.ships[id].control)
    battle = state.battle
    then = replace(state, ships={**state.ships, **after})
    strengths = {side: strength(own(then, side)) for side in SEATS}
    row = WarRow(
        plan=plan,
        winner=winner,
        reason=reason,
        ships={side: tuple(ship.id for ship in forces[side]) for side in SEATS},
        points={side: points(battle, side) if battle else 0 for side in SEATS},
        strength=strengths,
        lost=tuple(id for id, ship in after.items() if not ship.afloat),
        taken=taken,
        turns=battle.turn if battle else 0,
    )
    ledger.write(ev.BattleClosed(row, after))
    if is_over(ledger.state):
        return
    for laid in ledger.state.laid:
        kind = kind_of_card(laid.card).id
        if kind in AFTER_BATTLE:
            AFTER_BATTLE[kind](ledger, laid, row)
    shuffle(ledger)
    ledger.plan(*aftermath(ledger.state))


def _winner(state: State, plan: Plan) -> tuple[Side, str]:
    """Return (winner, reason) of a battle. In a draw, or if neither side sent a ship, the defender
    wins.
    """
    if state.battle is not None and state.battle.outcome is not None:
        outcome = state.battle.outcome
        for side, name in NAMES.items():
            if name in outcome.winners:
                return side, outcome.reason
        return plan.defender, f"{outcome.reason}; a draw counts for the defender"
    came = [side for side in SEATS if sent(state, side, plan.number)]
    if not came:
        return plan.defender, "neither side sent a ship"
    return came[0], f"the {NAMES[other_side(came[0])]} sent no ship"


def _back(vessel: Vessel, ship: Ship, number: int, target: str) -> Vessel:
    control = ship.control
    criticals = ship.criticals
    crew_loss, grade = ship.crew_loss, ship.grade
    if vessel.id == target and control == vessel.control:
        # The ship's engine was stopped for this battle only, and is repaired without points
        # (8.8.2).
        criticals = tuple(each for each in criticals if each != STOPPED)
    if control != vessel.control:
        crew_loss, grade = card(vessel).crew.full, "green"
    return Vessel(
        id=vessel.id,
        side=vessel.side,
        grade=grade,
        hits=ship.hits,
        shields=ship.shields,
        crew_loss=crew_loss,
        criticals=criticals,
        spar_spent=ship.spar_spent,
        captured_by="" if control == vessel.side else control,
        lost_in=number if ship.lost == "sunk" else 0,
    )


def aftermath(state: State) -> tuple[st.AnyStep, ...]:
    """Return the steps that follow a battle: yard cards, refits, the die for the war's end.

    Iron & Oak 8.7.4 to 8.7.6.
    """
    first = state.rows[-1].winner
    order = (first, other_side(first))
    steps: list[st.AnyStep] = [st.DrawYardCards()]
    for yard in order:
        for side in (yard, other_side(yard)):
            steps.append(st.PlayYard(yard, side))
        for side in (yard, other_side(yard)):
            steps.append(st.AnswerYard(yard, side))
    steps += [st.CutHand(side) for side in order]
    steps += [st.RollRefit(side) for side in order]
    return (*steps, st.RollEnd())


def is_over(state: State) -> bool:
    """Tell whether the war is over: the last battle was fought, or a side has no ship left."""
    fought = len(state.rows)
    return bool(state.last and fought >= state.last) or not all(own(state, s) for s in SEATS)
