"""The screen part of the campaign; events between battles are shown as news."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from engine.base.text import capitalized
from engine.game.chart import Card, Line, Mark, News, Scene, Spectacle, Tableau
from engine.game.decision import Answer, Point
from engine.game.panel import Row
from engine.game.parts.screen import Headings, Overlay, Preview, Showing, Status
from engine.game.question import Question, Sheet
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.campaign.data import Book, Direction, Side, book
from engine.systems.iron_oak.campaign.machine import view_side
from engine.systems.iron_oak.campaign.screen import panel
from engine.systems.iron_oak.campaign.screen.panel import preview, ship_card
from engine.systems.iron_oak.campaign.screen.scene import page
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, Phase, Plan, State
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.screen.screen import IronOakScreen

# Events shown between battles: news of the war, a generated battle, the end.


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
"""The events between battles that are shown as news, a line for each."""

Telling = Callable[[State, ev.AnyEvent, str], str]
"""The type of a function that returns an event's line in the log for a seat: `Words.tell`."""


def spectacle(before: State, event: ev.AnyEvent, tell: Telling) -> Spectacle | None:
    """Return the news of an event between battles; None for an event that is not news."""
    return News(tell(before, event, "")) if isinstance(event, NEWS) else None


def tableau(before: State, event: ev.AnyEvent, tell: Telling) -> Tableau | None:
    """Return the picture for a battle that the dice have generated, or for the end of the war; None
    for other events.
    """
    if isinstance(event, ev.BattleGenerated):
        return generated(event.plan)
    if isinstance(event, ev.CampaignEnded):
        wording = tell(before, event, "")
        text = f"{capitalized(wording).rstrip('.')}."
        return Tableau("end", "THE WAR IS OVER", text, rig="steam")
    return None


STAKES = (
    "One battle follows another. Before each you commit ships in secret; after it you repair the "
    "ships that are left, and play yard cards. Ships that are lost stay lost. The points of all "
    "battles count; a roll after each says whether the war goes on."
)
"""The explanation of a campaign, for the picture at its start."""

# A generated battle: the attacker, the number of ships, the weather.


def generated(plan: Plan) -> Tableau:
    """Return the picture of a battle that the dice have generated (Iron & Oak 8.4.1)."""
    kind = book().campaign.types[plan.kind]
    title = f"BATTLE {plan.number}: {kind.name.upper()}"
    sides: tuple[Side, Side] = (plan.attacker, plan.defender)
    found: list[Card] = []
    for side in sides:
        attacks = side == plan.attacker
        least, most = (kind.attacker if attacks else kind.defender).ships
        ships = f"{least} to {most}" if least < most else str(most)
        noun = "ships" if most != 1 else "ship"
        limit = f", each of {plan.limit} points at most" if plan.limit else ""
        role = "attacks" if attacks else "defends"
        found.append(
            Card(
                SEATS[side], NAMES[side], ships.replace(" to ", "-"), role, f"{ships} {noun}{limit}"
            )
        )
    cards = tuple(found)
    return Tableau("cards", title, day(plan), rig="steam", cards=cards)


def day(plan: Plan) -> str:
    """Return the hour, wind and water of a battle as a sentence: `By night; normal wind; still
    water.`
    """
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
    return f"{capitalized(text)}."


_WAYS: dict[Direction, str] = {
    "none": "",
    "left": "left",
    "right": "right",
    "up": "top",
    "down": "bottom",
}


# The campaign's screen; during a battle, the battle's own screen.


PHASES: dict[Phase, str] = {
    "forces": "FORCES",
    "grades": "CREWS",
    "commit": "COMMITMENT",
    "set_up": "SET-UP",
    "battle": "BATTLE",
    "yard": "YARD",
    "refit": "REFIT",
    "over": "OVER",
}


@uses_own_data
class CampaignScreen(Showing[State]):
    """The screen part of the campaign: pages of the campaign book; during a battle the battle's own
    screen.
    """

    headings = Headings("Fleets", "With this order", "Cards")

    @cached_property
    def _battles(self) -> IronOakScreen:
        screen: IronOakScreen = IronOak(self.game.data).screen
        return screen

    @property
    def data(self) -> Book:
        data: Book = self.game.data
        return data

    def status(self, view: State) -> Status:
        score = "  ".join(f"{NAMES[side]} {view.forces[side].won}" for side in SEATS)
        if view.battle is not None:
            status = self._battles.status(view.battle)
            return Status(
                status.title,
                status.turn,
                status.phase,
                f"war: {score}",
                status.points,
                wind=status.wind,
            )
        number = f"BATTLE {view.number or len(view.rows) + 1}"
        note = view.outcome.told if view.outcome else ""
        return Status("The war", number, PHASES[view.phase], note, score, wind=" ")

    def opening(self, view: State) -> Tableau | None:
        """Return the picture at the start of a war, with an explanation of the campaign."""
        return Tableau("eve", "THE WAR ON THE RIVERS", STAKES, rig="steam")

    def scene(self, view: State) -> Scene:
        """Return the battle's chart or, between battles, a page of the campaign book."""
        if view.battle is not None:
            return self._battles.scene(view.battle)
        return page(view, view_side(view))

    def subjects(self, view: State) -> tuple[str, ...]:
        if view.battle is not None:
            return self._battles.subjects(view.battle)
        lines = (mark for mark in self.scene(view).marks if isinstance(mark, Line))
        return tuple(line.key for line in lines if line.key in book().ships)

    def card(self, view: State, key: str) -> tuple[Row, ...]:
        """Return a ship's card: the battle's or, between battles, the one of the campaign book."""
        if view.battle is not None:
            return self._battles.card(view.battle, key)
        return ship_card(view, key)

    def roster(self, view: State) -> tuple[Row, ...]:
        """Return the roster: both sides of the battle or, between battles, both fleets."""
        if view.battle is not None:
            return self._battles.roster(view.battle)
        return panel.fleets(view)

    def forces(self, view: State) -> tuple[Row, ...]:
        if view.battle is not None:
            return self._battles.forces(view.battle)
        return self.roster(view)

    def to_win(self, view: State) -> tuple[Row, ...]:
        return self._battles.to_win(view.battle) if view.battle is not None else ()

    def legend(self, view: State) -> tuple[Row, ...]:
        if view.battle is not None:
            return self._battles.legend(view.battle)
        return panel.LEGEND

    def hand(self, view: State, seat: str) -> tuple[Row, ...]:
        """Return the cards of a seat: Action cards during a battle, and yard cards (played between
        battles).
        """
        rows = self._battles.hand(view.battle, seat) if view.battle is not None else ()
        return (*rows, *panel.yard_hand(view, seat))

    def preview(self, view: State, question: Question, answer: Answer) -> Preview:
        if view.battle is not None:
            shown: Preview = self._battles.preview(view.battle, question, answer)
            return shown
        if isinstance(question, Sheet):
            return Preview()
        return preview(view, question, answer)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the overlays (pictures over the chart) that the battle's screen has."""
        return self._battles.overlays()

    def overlay(self, view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
        """Return the marks of an overlay; () between battles, because a page of the campaign book
        has no overlays.
        """
        if view.battle is None:
            return ()
        return self._battles.overlay(view.battle, overlay_id, key)

    def measure(self, view: State, start: Point, end: Point) -> Preview:
        """Return the distance between two boxes of the battle's chart."""
        return self._battles.measure(view.battle, start, end) if view.battle else Preview()

    def spectacle(self, before: State, event: ev.AnyEvent) -> Spectacle | None:
        """Return the animation of an event in the battle, or the news of an event between
        battles.
        """
        if isinstance(event, ev.InBattle) and before.battle is not None:
            return self._battles.spectacle(before.battle, event.happened)
        return spectacle(before, event, self.game.words.tell)

    def meeting(self, before: State, event: ev.AnyEvent) -> tuple[str, ...]:
        """Return the ids of the two units that a shot, an explosion, an attack or a crossed T in
        the battle brings together; () for other events.
        """
        if isinstance(event, ev.InBattle) and before.battle is not None:
            return self._battles.meeting(before.battle, event.happened)
        return ()

    def tableau(self, before: State, event: ev.AnyEvent) -> Tableau | None:
        """Return the picture of an event: a generated battle, a notable event during a battle, or
        the war's end.
        """
        if isinstance(event, ev.InBattle) and before.battle is not None:
            return self._battles.tableau(before.battle, event.happened)
        return tableau(before, event, self.game.words.tell)
