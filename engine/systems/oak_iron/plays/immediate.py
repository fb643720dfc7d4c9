"""Effects of initiative cards at the moment when they are resolved (Oak & Iron ch. 4, new terms).

Some cards make ships roll a Skill Test, one after the other. The tests of the card Zeal begin when
a flagship Rallies (`effects.crew_actions`).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.game.decision import Decision, Dial, Option
from engine.kit.agenda import Site
from engine.space.plane.contact import free_areas, within
from engine.space.plane.pose import Point
from engine.systems.oak_iron import terrain
from engine.systems.oak_iron.damage import remove_fatigue, take_fatigue
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.effects.turn import LENDS
from engine.systems.oak_iron.machine import RULES, Ledger, Moment, worth
from engine.systems.oak_iron.sailing.course import slide_ahead, turn
from engine.systems.oak_iron.sailing.manoeuvre import make_way, turn_dial
from engine.systems.oak_iron.sailing.seamanship import passed, roll_test
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import area, distance, hull, hulls
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.table.sight import in_the_eye
from engine.systems.oak_iron.victory import strike


class Trial(msgspec.Struct, frozen=True):
    """A Skill Test that a card makes ships roll.

    `concerns` tells whether a ship must roll, `fewer` is the number of dice that the card takes
    away, `outcome` applies the result.
    """

    concerns: Callable[[Ship], bool]
    outcome: Callable[[Ledger, str, bool], None]
    """Function of (ledger, ship id, whether she passed): apply the card's effect to the ship."""
    fewer: int = 0


TRIAL: Moment[Callable[[], Trial]] = Moment("trial")
"""Hook: the Skill Test that a card makes ships roll."""


@TRIAL("zeal")
def zeal() -> Trial:
    """Zeal: a ship with Fatigue rolls a Skill Test; if she passes, she loses 1 Fatigue."""
    return Trial(lambda ship: ship.fatigue > 0, _cheer)


@TRIAL("raise_the_black")
def daunted_by_the_black() -> Trial:
    """Raise the Black: a ship rolls a Skill Test with 3 dice less; if she fails, she takes 1
    Fatigue.
    """
    return Trial(lambda ship: not ship.shaken, _daunt, fewer=3)


def _cheer(ledger: Ledger, ship_id: str, success: bool) -> None:
    if success:
        remove_fatigue(ledger, ship_id)


def _daunt(ledger: Ledger, ship_id: str, success: bool) -> None:
    if not success:
        take_fatigue(ledger, ship_id, 1)


@RULES.does(st.CardTest)
def card_test(ledger: Ledger, step: st.CardTest) -> None:
    """Roll the Skill Test of the next ship that a card makes roll; end the step when none is
    left.
    """
    trial = TRIAL[step.card]()
    ships = ledger.state.ships
    waiting = [key for key in step.ships if ships[key].fights and trial.concerns(ships[key])]
    if not waiting:
        ledger.finish()
        return
    ledger.write(ev.EffectApplied(step.squadron, step.card, waiting[0]))
    then = st.CardTestStands(step.squadron, step.card, tuple(waiting))
    roll_test(ledger, waiting[0], then, "card", trial.fewer)


@RULES.does(st.CardTestStands)
def card_test_stands(ledger: Ledger, step: st.CardTestStands) -> None:
    """Apply the card's effect to the ship that has just rolled, then go on to the next ship."""
    rest = step.ships[1:]
    ledger.finish(*([st.CardTest(step.squadron, step.card, rest)] if rest else []))
    TRIAL[step.card]().outcome(ledger, step.ships[0], passed(ledger.state))


# Initiative cards that work at once (Oak & Iron ch. 4, Resolve Card Effects).
#
# `IMMEDIATE` returns the step for a card's effect. A card that works ship by ship (`CardEffect`)
# also has an entry in `SHIP_EFFECTS`: its options for one ship, and the effect of the answer. The
# other steps ask for a card to borrow, or where to place a shoal.


INSIDE = 0.01
"""Inches by which an area that is offered stays inside Musket Shot, so that a point on its rim is
still legal after rounding."""


class ShipEffect(msgspec.Struct, frozen=True):
    """How a card affects one ship after another, by the player's choice.

    `options` returns the options for a ship, `work` applies the answer, and `dial`, if any, returns
    the dial of the options.
    """

    options: Callable[[State, Ship], list[Option]]
    work: Callable[[Ledger, cmd.AnyCommand], None]
    dial: Callable[[], Dial] | None = None


IMMEDIATE: Moment[Callable[[State, str, str], st.AnyStep]] = Moment("immediately")
"""Hook called with (state, squadron, card): the step that carries out a card's effect when the card
is resolved."""


def steps_of(state: State, squadron: str, card: str) -> tuple[st.AnyStep, ...]:
    """Return the steps that carry out a card when it is resolved; () if it has no effect at
    once.
    """
    return (IMMEDIATE[card](state, squadron, card),) if card in IMMEDIATE else ()


@IMMEDIATE("take_courage", "reload", "fleet_maneuver")
@worth(
    take_courage=lambda turn: 0.5 * turn.tired,
    reload=lambda turn: 0.6 * turn.empty,
    fleet_maneuver=lambda turn: 0.3 * turn.formed,
)
def in_line(state: State, squadron: str, card: str) -> st.AnyStep:
    """Take Courage, Reload!, Fleet Maneuver: the player may apply the effect to ships in
    Formation.
    """
    return st.CardEffect(squadron, card, tuple(sorted(in_formation(state, squadron))))


@IMMEDIATE("fast_loaders", "swift_vessels")
@worth(
    fast_loaders=lambda turn: 0.6 * turn.idle,
    swift_vessels=lambda turn: 0.3 * (turn.ships - turn.fight),
)
def all_ships(state: State, squadron: str, card: str) -> st.AnyStep:
    """Fast Loaders, Swift Vessels: the player may apply the effect to every ship of the
    squadron.
    """
    return st.CardEffect(squadron, card, _fit(state, squadron))


@IMMEDIATE("intrepid")
@worth(intrepid=lambda turn: 0.6 * turn.weary)
def intrepid(state: State, squadron: str, card: str) -> st.AnyStep:
    """Intrepid: the player may apply the effect to the Flagship and ships within Musket Shot of
    her.
    """
    flag = state.squadrons[squadron].flagship
    there = flag in state.ships and state.ships[flag].afloat
    musket = book().measures.musket
    near = [
        key
        for key in _fit(state, squadron)
        if there and (key == flag or within(distance(state, key, flag), musket))
    ]
    return st.CardEffect(squadron, card, tuple(near))


@IMMEDIATE("double_rations")
@worth(double_rations=lambda turn: 0.6 * turn.weary)
def double_rations(state: State, squadron: str, card: str) -> st.AnyStep:
    """Double Rations: every ship of the squadron loses 1 Fatigue."""
    return st.RelieveAll(squadron, card, _fit(state, squadron))


@IMMEDIATE("doughty")
@worth(doughty=lambda turn: 0.6 * turn.weary)
def doughty(state: State, squadron: str, card: str) -> st.AnyStep:
    """Doughty: every ship of the squadron loses 1 Fatigue if it had strike points last turn or
    has now.
    """
    last = state.squadrons[squadron].strike_points_last_turn
    struck = state.turn > 1 and (last or strike.points(state, squadron))
    return st.RelieveAll(squadron, card, _fit(state, squadron) if struck else ())


@IMMEDIATE("raise_the_black")
@worth(raise_the_black=lambda turn: 0.4 * turn.fight)
def raise_the_black(state: State, squadron: str, card: str) -> st.AnyStep:
    """Raise the Black: enemies within Musket Shot of any ship of the squadron roll a Skill Test."""
    musket = book().measures.musket
    side = state.squadrons[squadron].side
    own = _fit(state, squadron)
    awed = [
        enemy.id
        for enemy in state.ships.values()
        if enemy.fights
        and state.squadrons[enemy.squadron].side != side
        and any(within(distance(state, enemy.id, key), musket) for key in own)
    ]
    return st.CardTest(squadron, card, tuple(awed))


@IMMEDIATE("await_new_orders", "adaptive_tactics")
def another_card(state: State, squadron: str, card: str) -> st.AnyStep:
    """Await New Orders, Adaptive Tactics: the squadron may choose a second card for this turn."""
    return st.BorrowCard(squadron, card)


@IMMEDIATE("lured_into_the_shoals")
@worth(lured_into_the_shoals=lambda turn: 0.1 * turn.ships)
def lured_into_the_shoals(state: State, squadron: str, card: str) -> st.AnyStep:
    """Lured into the Shoals: the squadron places a shoal on the table."""
    return st.LayShoal(squadron, card)


def _fit(state: State, squadron: str) -> tuple[str, ...]:
    return tuple(ship.id for ship in state.own_ships(squadron) if ship.fights)


def _weary(state: State, ship: Ship) -> list[Option]:
    if not ship.fatigue:
        return []
    label = f"{ship.id} loses 1 fatigue"
    return [Option(f"rally_{ship.id}", label, cmd.ApplyEffect(ship.id), subject=ship.id)]


def _relieve(ledger: Ledger, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.ApplyEffect)
    remove_fatigue(ledger, command.ship)


def _markers(state: State, ship: Ship) -> list[Option]:
    return [
        Option(
            f"reload_{ship.id}_{side}",
            f"{ship.id} reloads {side}",
            cmd.ApplyEffect(ship.id, side),
            subject=ship.id,
        )
        for side in ship.reload
    ]


def _reload(ledger: Ledger, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.ApplyEffect)
    assert command.side
    ledger.write(ev.Reloaded(command.ship, command.side))


def _held(state: State, ship: Ship) -> bool:
    return bool(ship.aground or ship.sail == "anchored" or state.holds(ship.id))


def _turns(state: State, ship: Ship) -> list[Option]:
    if _held(state, ship):
        return []
    label = f"{ship.id} turns"
    return [Option(f"turn_{ship.id}", label, cmd.FreeTurn(ship.id), dial="angle", subject=ship.id)]


def _turn(ledger: Ledger, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.FreeTurn)
    make_way(ledger, turn(ledger.state, command.ship, command.angle), "free_turn", settle=True)


def _slides(state: State, ship: Ship) -> list[Option]:
    if _held(state, ship) or in_the_eye(state, ship.id):
        return []
    label = f"{ship.id} sails 1 ahead"
    return [Option(f"slide_{ship.id}", label, cmd.FreeSlide(ship.id), subject=ship.id)]


def _slide(ledger: Ledger, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.FreeSlide)
    make_way(ledger, slide_ahead(ledger.state, command.ship), "free_slide", settle=True)


SHIP_EFFECTS: dict[str, ShipEffect] = {
    "take_courage": ShipEffect(_weary, _relieve),
    "intrepid": ShipEffect(_weary, _relieve),
    "reload": ShipEffect(_markers, _reload),
    "fast_loaders": ShipEffect(_markers, _reload),
    "fleet_maneuver": ShipEffect(_turns, _turn, lambda: turn_dial(1)),
    "swift_vessels": ShipEffect(_slides, _slide),
}
"""How each card that affects ships one by one does so: {card id: functions}."""


@RULES.asks(st.CardEffect)
def card_effect(state: State, step: st.CardEffect) -> tuple[Decision, ...]:
    """Ask which ship the card affects next; the player may also stop."""
    effect = SHIP_EFFECTS[step.card]
    options = [
        option
        for key in step.ships
        if state.ships[key].fights
        for option in effect.options(state, state.ships[key])
    ]
    if not options:
        return ()
    options.append(Option("done", "no more", cmd.Pass()))
    name = book().cards[step.card].name
    return (
        Decision(
            step.squadron,
            "card_effect",
            f"{name}: which ship?",
            tuple(options),
            dial=effect.dial() if effect.dial else None,
        ),
    )


@RULES.takes(st.CardEffect)
def take_effect(ledger: Ledger, step: st.CardEffect, seat: str, command: cmd.AnyCommand) -> None:
    """Apply the card to the chosen ship, and ask again about the remaining ships."""
    if isinstance(command, cmd.Pass):
        ledger.finish()
        return
    assert isinstance(command, cmd.ApplyEffect | cmd.FreeTurn | cmd.FreeSlide)
    left = tuple(key for key in step.ships if key != command.ship)
    ledger.finish(st.CardEffect(step.squadron, step.card, left))
    ledger.write(ev.EffectApplied(step.squadron, step.card, command.ship))
    SHIP_EFFECTS[step.card].work(ledger, command)


@RULES.does(st.RelieveAll)
def relieve_all(ledger: Ledger, step: st.RelieveAll) -> None:
    """Take 1 Fatigue off each of the step's ships that has any."""
    ledger.finish()
    tired = [key for key in step.ships if ledger.state.ships[key].fatigue]
    if tired:
        ledger.write(ev.EffectApplied(step.squadron, step.card))
    for key in tired:
        remove_fatigue(ledger, key)


@RULES.asks(st.BorrowCard)
def borrow_card(state: State, step: st.BorrowCard) -> tuple[Decision, ...]:
    """Ask which second card the squadron applies this turn, if any.

    The question is secret, because its options show a hand of cards.
    """
    cards = book().cards
    found = LENDS[step.card](state, step.squadron).cards
    options = [
        Option(card, f"{cards[card].name} ({cards[card].value})", cmd.BorrowCard(card))
        for card in sorted(found, key=lambda card: (cards[card].value, card))
    ]
    if not options:
        return ()
    options.append(Option("none", "use no other card", cmd.Pass()))
    prompt = f"{cards[step.card].name}: which card works this turn?"
    return (Decision(step.squadron, "borrow_card", prompt, tuple(options), secret=True),)


@RULES.takes(st.BorrowCard)
def take_borrowed(ledger: Ledger, step: st.BorrowCard, seat: str, command: cmd.AnyCommand) -> None:
    """Apply the second card from now on, and plan the steps of its immediate effect, if it has
    one.
    """
    ledger.finish()
    if not isinstance(command, cmd.BorrowCard):
        return
    own = LENDS[step.card](ledger.state, step.squadron).own
    ledger.write(ev.EffectApplied(step.squadron, step.card))
    ledger.write(ev.CardBorrowed(step.squadron, command.card, own))
    ledger.plan(*steps_of(ledger.state, step.squadron, command.card))


def _places(state: State, squadron: str, piece: str, heading: float) -> terrain.Places:
    """Return outlines of the areas where the middle of a shoal may be.

    The shoal must be within Musket Shot of a ship of the squadron, and beyond a Yard Arm of all
    ships and terrain.
    """
    measures = book().measures
    outline = terrain.laid(piece, (0.0, 0.0), heading).outline
    bodies = [base.polygon for base in hulls(state).values()]
    bodies += [area(other) for other in state.terrain]
    return tuple(
        place
        for ship in state.own_ships(squadron)
        if ship.fights
        for place in free_areas(
            outline,
            state.table.size,
            bodies,
            measures.yard_arm,
            hull(ship).polygon.buffer(measures.musket - INSIDE),
        )
    )


@RULES.asks(st.LayShoal)
def lay_shoal(state: State, step: st.LayShoal) -> tuple[Decision, ...]:
    """Ask which shoal to place, where, and at which heading."""
    name = book().cards[step.card].name
    shoals = terrain.fitting(state, "shoal", lambda *turned: _places(state, step.squadron, *turned))
    prompt = f"{name}: which shoal, and where, farther than a yard arm from all ships?"
    return terrain.ask_piece(step.squadron, prompt, shoals)


@RULES.places(st.LayShoal)
def shoal_lies(state: State, step: st.LayShoal, command: cmd.LayPiece) -> Site:
    """Return where a shoal may be placed at the heading that the player has chosen."""
    measures = book().measures

    def wrong(at: Point) -> list[str]:
        shoal = terrain.laid(command.piece, at, command.heading)
        found = terrain.off_table(state, shoal) or [
            *terrain.near_ships(state, shoal, measures.yard_arm, "Yard Arm"),
            *terrain.overlaps(shoal, state.terrain),
        ]
        own = [hull(ship).polygon for ship in state.own_ships(step.squadron) if ship.fights]
        nearest = min(float(area(shoal).distance(base)) for base in own)
        if not within(nearest, measures.musket):
            found.append(f"farther than Musket Shot from your ships: {nearest:.1f} inches")
        return found

    return Site(
        terrain.open_to(_places(state, step.squadron, command.piece, command.heading)), wrong
    )


@RULES.takes(st.LayShoal)
def take_shoal(ledger: Ledger, step: st.LayShoal, seat: str, command: cmd.LayPiece) -> None:
    """Place the shoal on the table."""
    ledger.finish()
    ledger.write(ev.EffectApplied(step.squadron, step.card))
    ledger.write(ev.TerrainLaid(terrain.laid(command.piece, command.at, command.heading)))
