"""The campaign's screen: while a battle is fought it is the battle's own."""

from __future__ import annotations

from functools import cached_property

from engine.game.chart import Line, Mark, Scene, Spectacle, Tableau
from engine.game.decision import Answer, Point
from engine.game.panel import Row
from engine.game.parts.screen import Headings, Overlay, Preview, Showing, Status
from engine.game.question import Question, Sheet
from engine.kit.dataset import bound
from engine.systems.iron_oak.campaign.data import Book, book
from engine.systems.iron_oak.campaign.machine.view import looker
from engine.systems.iron_oak.campaign.screen import roster
from engine.systems.iron_oak.campaign.screen.cards import preview, ship_card
from engine.systems.iron_oak.campaign.screen.scene import page
from engine.systems.iron_oak.campaign.screen.spectacle import spectacle, tableau
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, Phase, State
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.screen.screen import IronOakScreen

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


@bound
class CampaignScreen(Showing[State]):
    """Pages of the book between battles; a battle as it is drawn by itself."""

    headings = Headings("Fleets", "If so ordered", "Cards")

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

    def scene(self, view: State) -> Scene:
        """Return the battle's chart, or the page of the book."""
        if view.battle is not None:
            return self._battles.scene(view.battle)
        return page(view, looker(view))

    def subjects(self, view: State) -> tuple[str, ...]:
        if view.battle is not None:
            return self._battles.subjects(view.battle)
        lines = (mark for mark in self.scene(view).marks if isinstance(mark, Line))
        return tuple(line.key for line in lines if line.key in book().ships)

    def card(self, view: State, key: str) -> tuple[Row, ...]:
        """Return a ship's card, or the line of a battle that was fought."""
        if view.battle is not None:
            return self._battles.card(view.battle, key)
        return ship_card(view, key)

    def roster(self, view: State) -> tuple[Row, ...]:
        """Return both fleets, or both sides of the battle."""
        if view.battle is not None:
            return self._battles.roster(view.battle)
        return roster.fleets(view)

    def legend(self, view: State) -> tuple[Row, ...]:
        if view.battle is not None:
            return self._battles.legend(view.battle)
        return roster.LEGEND

    def hand(self, view: State, seat: str) -> tuple[Row, ...]:
        """Return the cards of a seat: of the battle, and of the yard."""
        rows = self._battles.hand(view.battle, seat) if view.battle is not None else ()
        return (*rows, *roster.yard_hand(view, seat))

    def preview(self, view: State, question: Question, answer: Answer) -> Preview:
        if view.battle is not None:
            shown: Preview = self._battles.preview(view.battle, question, answer)
            return shown
        if isinstance(question, Sheet):
            return Preview()
        return preview(view, question, answer)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the battle's overlays."""
        return self._battles.overlays()

    def overlay(self, view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
        """Return an overlay's marks; none on a page."""
        if view.battle is None:
            return ()
        return self._battles.overlay(view.battle, overlay_id, key)

    def measure(self, view: State, start: Point, end: Point) -> Preview:
        """Return the distance of two boxes."""
        return self._battles.measure(view.battle, start, end) if view.battle else Preview()

    def spectacle(self, before: State, event: ev.AnyEvent) -> Spectacle | None:
        """Return what is to be seen: a battle's own, and news of the war."""
        if isinstance(event, ev.InBattle) and before.battle is not None:
            return self._battles.spectacle(before.battle, event.happened)
        return spectacle(before, event, self.game.words.tell)

    def meeting(self, before: State, event: ev.AnyEvent) -> tuple[str, ...]:
        """Return the ships that an event of a battle brings together."""
        if isinstance(event, ev.InBattle) and before.battle is not None:
            return self._battles.meeting(before.battle, event.happened)
        return ()

    def tableau(self, before: State, event: ev.AnyEvent) -> Tableau | None:
        """Return what one tells others about: a battle generated, what happens in it, the end."""
        if isinstance(event, ev.InBattle) and before.battle is not None:
            return self._battles.tableau(before.battle, event.happened)
        return tableau(before, event, self.game.words.tell)
