"""Skill Tests and re-rolls, and the Seamanship Actions before a move (Oak & Iron ch. 4, Movement
Phase, step 2).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.base.text import pluralized
from engine.game.decision import Closed, Decision, Option
from engine.kit.ledger import Step
from engine.space.plane.contact import TOUCH, gap
from engine.space.plane.hull import hull_at
from engine.space.plane.sweep import Swept
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.dice import LUCK, SKILL_DICE, Purpose, own_luck, rerolls
from engine.systems.oak_iron.effects.hits import effective_fatigue
from engine.systems.oak_iron.machine import RULES, Ledger, count, name_of
from engine.systems.oak_iron.sailing.course import pose_changed, rating, turn
from engine.systems.oak_iron.sailing.grapple import pair, part
from engine.systems.oak_iron.sailing.manoeuvre import make_way, turn_dial
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.events.event import Pool, pool
from engine.systems.oak_iron.state.ships import active, active_ship, hull, hulls, obstacles, seat_of
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.table.alongside import clear_away

# The purpose of a Skill Test, and the effect of failing it (Oak & Iron ch. 4, new terms).


class Stakes(msgspec.Struct, frozen=True):
    """Words about a Skill Test for the player: its purpose (`what`), and what follows if it is
    failed or passed.
    """

    what: str
    failed: str
    passed: str = ""


def stakes(step: st.AnyStep) -> Stakes | None:  # noqa: PLR0911  (a case each)
    """Return the words about the Skill Test whose result `step` uses; None for a step without a
    test.
    """
    match step:
        case st.SeamanshipAction():
            return Stakes("a Seamanship Action", "no action, she sails on", "one of her actions")
        case st.BoardingTest(target=target):
            return Stakes(
                f"boarding {target}", f"{target} is not boarded", f"she grapples {target}"
            )
        case st.RepairTest():
            return Stakes("getting off the ground", "she stays aground", "she is afloat again")
        case st.RazeTest():
            return Stakes("razing the marker", "it is not razed", "it is razed")
        case st.SquallResult():
            return Stakes("holding her sails in the squall", "she takes in a level of sail")
        case st.BonusStands(what="rally", card=card):
            return Stakes(f"more rest ({name_of(card)})", "no more Fatigue is removed")
        case st.BonusStands(card=card):
            return Stakes(f"more repair ({name_of(card)})", "no more damage is repaired")
        case st.CardTestStands(card="raise_the_black"):
            return Stakes(f"standing firm ({name_of('raise_the_black')})", "she takes 1 Fatigue")
        case st.CardTestStands(card=card):
            return Stakes(f"recovery ({name_of(card)})", "no Fatigue is removed")
    return None


# Skill Tests and re-rolls (Oak & Iron ch. 4, Initiative Phase, new terms; ch. 5, Fortune).


TEST_DICE = 5
"""The number of dice of a Skill Test before Fatigue and cards change it."""


def test_pool(state: State, ship: str, purpose: Purpose) -> Pool:
    """Return the number of dice of a ship's Skill Test, with its reasons.

    It is 5, less Fatigue, plus or minus the dice of cards, but at least 1.
    """
    tested = state.ships[ship]
    effects = SKILL_DICE.on(state, tested)
    changes = [(change(state, tested, purpose), name_of(source)) for source, change in effects]
    added = [(dice, name) for dice, name in changes if dice > 0]
    taken = [(-dice, name) for dice, name in changes if dice < 0]
    fatigue = effective_fatigue(state, tested, purpose)
    borne = tested.fatigue - fatigue
    return pool(TEST_DICE, "skill test", fatigue, added=added, taken=taken, borne=borne)


# Otherwise pytest would collect this function as a test where a test module imports it.
test_pool.__test__ = False  # type: ignore[attr-defined]


def roll_test(ledger: Ledger, ship: str, then: Step, purpose: Purpose, fewer: int = 0) -> None:
    """Roll a ship's Skill Test; afterwards the player may re-roll, then the step `then` uses the
    result.

    These two steps replace the current one on the agenda. `fewer` is the number of dice that an
    enemy's card takes away; at least 1 is rolled.
    """
    ledger.roll("skill_test", ship, max(test_pool(ledger.state, ship, purpose).dice - fewer, 1))
    ledger.finish(st.RerollOffer(), then)


def passed(state: State) -> bool:
    """Tell whether the dice of the current roll, as a Skill Test, are a success."""
    return state.roll is not None and count(state.roll.faces, "skill_test") > 0


@RULES.asks(st.RerollOffer)
def reroll_offer(state: State, step: st.RerollOffer) -> tuple[Decision, ...]:
    """Ask for a re-roll while the ship has re-rolls by Skill or a Fortune Point.

    There is no question once a Skill Test is passed.
    """
    roll = state.roll
    if roll is None or (roll.purpose == "skill_test" and passed(state)):
        return ()
    ship = state.ships[roll.ship]
    options = []
    if len(roll.rerolled) < rerolls(state, ship, roll.purpose):
        options += [
            Option(f"reroll_{place + 1}", f"re-roll die {place + 1}, {face}", cmd.Reroll(place))
            for place, face in enumerate(roll.faces)
            if place not in roll.rerolled
        ]
    fortune = state.squadrons[ship.squadron].fortune
    luck = own_luck(state, ship)
    if (luck or fortune) and not roll.fortune_spent and not state.rules.quick_start:
        left = "her captain's own" if luck else f"{fortune} left"
        label = f"re-roll all for a Fortune Point, {left}"
        options.append(Option("fortune", label, cmd.SpendFortune(), spends=True))
    if not options:
        return ()
    hangs = stakes(state.agenda[-2]) if roll.purpose == "skill_test" else None
    lie = " ".join(roll.faces)
    prompt = f"{ship.id} rolled {lie}: re-roll?"
    stand = f"keep the roll: {hangs.failed}" if hangs else "keep the roll"
    if roll.purpose == "challenge_test":
        counted = f"{count(roll.faces, 'challenge_test')} of {len(roll.faces)} faces count"
        prompt = f"{ship.id} rolled {lie} for the challenge, {counted}: re-roll?"
        stand = f"keep the roll for the challenge: {lie}, {counted}"
    options.append(Option("stand", stand, cmd.Pass()))
    if hangs:
        wanted = " or ".join(book().dice.counts["skill_test"])
        prompt = f"{ship.id} rolled {lie} for {hangs.what}, needs one {wanted}: re-roll?"
    return (Decision(seat_of(state, ship.id), "reroll", prompt, tuple(options), ship=ship.id),)


@RULES.takes(st.RerollOffer)
def take_reroll(ledger: Ledger, step: st.RerollOffer, seat: str, command: cmd.AnyCommand) -> None:
    """Re-roll one die (by Skill) or all dice (by a Fortune Point), or keep the roll, as chosen."""
    roll = ledger.state.roll
    assert roll is not None
    if isinstance(command, cmd.Reroll):
        ledger.reroll("skill", roll.ship, (command.die,))
    elif isinstance(command, cmd.SpendFortune):
        ship = ledger.state.ships[roll.ship]
        every = range(len(roll.faces))
        if own_luck(ledger.state, ship):
            ledger.write(ev.EffectUsed(ship.id, LUCK, LUCK))
            ledger.reroll("fortune", ship.id, every)
        else:
            ledger.reroll("fortune", ship.id, every, ship.squadron)
    else:
        let_stand(ledger, step)


@RULES.does(st.RerollOffer)
def let_stand(ledger: Ledger, step: st.RerollOffer) -> None:
    """Keep the roll; if it is a Skill Test, record whether it was passed.

    Called when the player keeps the roll, or when there is nothing to ask.
    """
    roll = ledger.state.roll
    if roll is not None and roll.purpose == "skill_test":
        ledger.write(ev.TestResolved(roll.ship, roll.purpose, passed(ledger.state)))
    ledger.finish()


# Seamanship Actions (Oak & Iron ch. 4, Movement Phase, step 2).


NOTHING = "none"
"""The id of the option to take no Seamanship Action."""


@RULES.asks(st.SeamanshipOffer)
def seamanship_offer(state: State, step: st.SeamanshipOffer) -> tuple[Decision, ...]:
    """Ask whether to attempt the Skill Test for a Seamanship Action.

    There is no question if no Seamanship Action would be possible after a success.
    """
    activation, ship = active(state)
    options, closed = actions(state)
    if not options or not ship.fights or activation.done:
        return ()
    words = ", ".join(option.label for option in options)
    dice = test_pool(state, ship.id, "seamanship").dice
    choices = (
        Option(
            "attempt", f"attempt a Skill Test, {pluralized(dice, 'die', 'dice')}", cmd.Seamanship()
        ),
        Option(NOTHING, "sail on without one", cmd.Pass()),
    )
    prompt = f"{ship.id}: a Seamanship Action ({words})?"
    seat = seat_of(state, ship.id)
    return (Decision(seat, "seamanship", prompt, choices, closed=closed, ship=ship.id),)


@RULES.takes(st.SeamanshipOffer)
def take_offer(
    ledger: Ledger, step: st.SeamanshipOffer, seat: str, command: cmd.AnyCommand
) -> None:
    """Roll the Skill Test for a Seamanship Action, or sail on without it."""
    if isinstance(command, cmd.Pass):
        ledger.finish()
        return
    ship = active_ship(ledger.state)
    roll_test(ledger, ship.id, st.SeamanshipAction(), "seamanship")


@RULES.asks(st.SeamanshipAction)
def seamanship_action(state: State, step: st.SeamanshipAction) -> tuple[Decision, ...]:
    """Ask which Seamanship Action to take after a passed Skill Test; no question after a failed
    one.
    """
    if not passed(state):
        return ()
    ship = active_ship(state)
    options, closed = actions(state)
    options = (*options, Option(NOTHING, "none of them", cmd.Pass()))
    return (
        Decision(
            seat_of(state, ship.id),
            "seamanship_action",
            f"{ship.id} passed the test: which Seamanship Action?",
            options,
            dial=turn_dial(1),
            closed=closed,
            ship=ship.id,
        ),
    )


@RULES.takes(st.SeamanshipAction)
def take_action(
    ledger: Ledger, step: st.SeamanshipAction, seat: str, command: cmd.AnyCommand
) -> None:
    """Carry out the chosen Seamanship Action."""
    ship = active_ship(ledger.state)
    ledger.finish()
    match command:
        case cmd.ChangeHeading(angle=angle):
            make_way(ledger, turn(ledger.state, ship.id, angle), "change_heading")
        case cmd.AdjustSpeed(by=by):
            ledger.write(ev.SpeedAdjusted(ship.id, by))
        case cmd.CutFree():
            cut_free(ledger, ship.id)


def actions(state: State) -> tuple[tuple[Option, ...], tuple[Closed, ...]]:
    """Return the Seamanship Actions that the active ship may take, and why others are not
    allowed.
    """
    activation, ship = active(state)
    options: list[Option] = []
    closed: list[Closed] = []
    if ship.shaken:
        return (), (Closed("Seamanship Action", "she is shaken"),)
    point = activation.point or "windward"
    eye = "she is in the wind's eye" if point == "eye" else ""
    held = "she is entangled" if state.holds(ship.id) else "she is aground" if ship.aground else eye
    if held:
        closed.append(Closed("Change Heading", held))
    else:
        options.append(Option("change_heading", "Change Heading", cmd.ChangeHeading(), "angle"))
    changes: tuple[tuple[str, str, Literal[1, -1]], ...] = (
        ("faster", "Adjust Speed up", 1),
        ("slower", "Adjust Speed down", -1),
    )
    for key, label, by in changes:
        stopped = held or ("she is anchored" if ship.sail == "anchored" else "")
        now = rating(state, ship.id, point, 0).value
        then = rating(state, ship.id, point, by).value
        if stopped:
            closed.append(Closed(label, stopped))
        elif now == then:
            closed.append(Closed(label, f"the speed would stay {now}"))
        else:
            options.append(Option(key, f"{label} to {then}", cmd.AdjustSpeed(by)))
    why_not = no_cut_free(state, ship.id)
    if why_not:
        closed.append(Closed("Cut Free", why_not))
    else:
        options.append(Option("cut_free", "Cut Free", cmd.CutFree()))
    return tuple(options), tuple(closed)


def no_cut_free(state: State, ship_id: str) -> str:
    """Return why a ship cannot Cut Free of the ships that she is Entangled with; '' when she
    can.
    """
    if not state.holds(ship_id):
        return "she is not entangled"
    if state.ships[ship_id].aground:
        return "she is aground"
    if free_slide(state, ship_id):
        return ""
    return "there is no free place at least a yard arm from every ship"


def free_slide(state: State, ship_id: str) -> Swept | None:
    """Return the slide by which a ship Cuts Free of all ships she is Entangled with; None if no
    room.

    She slides Directly Away, by at least one Yard Arm and at most two, until she is a Yard Arm from
    each of them. She must then be at least a Yard Arm from every other ship too.
    """
    yard_arm = book().measures.yard_arm
    own = hull(state.ships[ship_id])
    others = hulls(state, ship_id)
    left = {key: others[key] for key in state.holds(ship_id)}
    swept = clear_away(own, left, yard_arm, obstacles(state, ship_id), state.table.size)
    if swept is None:
        return None
    there = hull_at(swept.pose, own.length, own.width)
    clear = all(gap(there, other) >= yard_arm - TOUCH for other in others.values())
    return swept if clear else None


def cut_free(ledger: Ledger, ship_id: str) -> bool:
    """Slide a ship free of all ships that she is Entangled with; return whether there was room."""
    swept = None if ledger.state.ships[ship_id].aground else free_slide(ledger.state, ship_id)
    if swept is None:
        return False
    pose_changed(ledger, ev.ShipMoved(ship_id, "cut_free", swept.pose))
    part(ledger, tuple(pair(ship_id, other) for other in ledger.state.holds(ship_id)))
    ledger.write(ev.CutLoose(ship_id))
    return True
