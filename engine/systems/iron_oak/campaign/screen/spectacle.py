"""What there is to see between battles: news of the war, a battle generated, the end."""

from __future__ import annotations

from collections.abc import Callable

from engine.game.chart import Card, News, Spectacle, Tableau
from engine.systems.iron_oak.campaign.data import BattleKind, Direction, Side, book
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, Plan, State

NEWS = (
    ev.WaterRolled,
    ev.BattleGenerated,
    ev.BattlePrepared,
    ev.BattleClosed,
    ev.YardCardPlayed,
    ev.YardCardAnswered,
    ev.GradeDrawn,
    ev.RefitRolled,
    ev.ExtraShipJoined,
    ev.EndRolled,
    ev.CampaignEnded,
)
"""Events that are told as a scene: a line for a moment."""

Telling = Callable[[State, ev.AnyEvent, str], str]
"""What tells of an event as a seat may know it: `Words.tell`."""


def spectacle(before: State, event: ev.AnyEvent, tell: Telling) -> Spectacle | None:
    """Return the news that an event between battles is; None for what is only written down."""
    return News(tell(before, event, "")) if isinstance(event, NEWS) else None


def tableau(before: State, event: ev.AnyEvent, tell: Telling) -> Tableau | None:
    """Return the scene of a battle that was generated, and of the end of the war."""
    if isinstance(event, ev.BattleGenerated):
        return generated(event.plan)
    if isinstance(event, ev.CampaignEnded):
        wording = tell(before, event, "")
        text = f"{wording[:1].upper()}{wording[1:].rstrip('.')}."
        return Tableau("end", "THE WAR IS OVER", text, rig="steam")
    return None


# A battle as it was generated: who attacks, how many come, what the day is like.


def generated(plan: Plan) -> Tableau:
    """Return the scene of a battle that the dice have made (Iron & Oak 8.4.1)."""
    kind = book().campaign.types[plan.kind]
    title = f"BATTLE {plan.number}: {kind.name.upper()}"
    sides: tuple[Side, Side] = (plan.attacker, plan.defender)
    cards = tuple(_card(side, plan, kind) for side in sides)
    return Tableau("cards", title, day(plan), rig="steam", cards=cards)


def _card(side: Side, plan: Plan, kind: BattleKind) -> Card:
    attacks = side == plan.attacker
    least, most = (kind.attacker if attacks else kind.defender).ships
    ships = f"{least} to {most}" if least < most else str(most)
    noun = "ships" if most != 1 else "ship"
    limit = f", each of {plan.limit} points at most" if plan.limit else ""
    role = "attacks" if attacks else "defends"
    return Card(
        SEATS[side], NAMES[side], ships.replace(" to ", "-"), role, f"{ships} {noun}{limit}"
    )


def day(plan: Plan) -> str:
    """Return water, wind and hour in a sentence: `By night; normal wind; still water.`"""
    current = plan.current
    water = (
        "still water"
        if current.speed == "none"
        else f"a {current.speed} current to the {_WAYS[current.direction]}"
    )
    shoals = [f"{row} {depth} deep" for row, depth in plan.shoals.items()]
    banks = [f"a bank along the {' and the '.join(plan.banks)}"] if plan.banks else []
    texts = ["by night" if plan.night else "by day", f"{plan.wind} wind", water, *shoals, *banks]
    text = "; ".join(texts)
    return f"{text[0].upper()}{text[1:]}."


_WAYS: dict[Direction, str] = {
    "none": "",
    "left": "left",
    "right": "right",
    "up": "top",
    "down": "bottom",
}
