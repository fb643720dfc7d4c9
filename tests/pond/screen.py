"""Draws the pond: the chart and the panels."""

from __future__ import annotations

from engine.game.chart import Hull, Scene, Sea, Spectacle, Throw, Trace
from engine.game.decision import Answer
from engine.game.panel import Bar, Heading, Row, words
from engine.game.parts.screen import Preview, Showing, Status
from engine.game.question import Question
from engine.kit.dataset import uses_own_data
from tests.pond.events import Event, Fired
from tests.pond.figures import book
from tests.pond.rules import run
from tests.pond.state import SIZE, Boat, Pond, name, other


@uses_own_data
class PondScreen(Showing[Pond]):
    """The chart and the panels; each method takes what a seat may see."""

    def status(self, view: Pond) -> Status:
        points = "  ".join(f"{name(seat)} {sinking(seat, b)}" for seat, b in view.boats.items())
        return Status(self.game.title, f"turn {view.turn}", "ORDERS", points=points)

    def scene(self, view: Pond) -> Scene:
        hulls = tuple(hull(seat, boat) for seat, boat in view.boats.items())
        return Scene(Sea(SIZE, SIZE, "north", (("R", book().boats["A"].reach),)), hulls)

    def subjects(self, view: Pond) -> tuple[str, ...]:
        return tuple(view.boats)

    def card(self, view: Pond, key: str) -> tuple[Row, ...]:
        boat = view.boats[key]
        return Heading(name(key)), words(f"hits {boat.hits} of {book().boats[key].sinks}")

    def roster(self, view: Pond) -> tuple[Row, ...]:
        return tuple(
            words(f"{name(seat)} {boat.hits}", key=seat) for seat, boat in view.boats.items()
        )

    def preview(self, view: Pond, question: Question, answer: Answer) -> Preview:
        seat = question.seat
        boat = view.boats[seat]
        if answer.option == "lay_gun":
            ends = (boat.pose.at, view.boats[other(seat)].pose.at)
            return Preview((Trace("sight", ends),), (Bar("hit", 0.5, "5 or more of 8"),))
        end = run(seat, boat.pose, answer.dial or 0.0)
        ghost = Hull(
            key=seat, owner=seat, pose=end, length=1.0, width=0.5, side=seat, state="ghost"
        )
        return Preview((ghost, Trace("sweep", (boat.pose.at, end.at))))

    def spectacle(self, before: Pond, event: Event) -> Spectacle | None:
        return Throw("Gun", (str(event.face),)) if isinstance(event, Fired) else None


def hull(seat: str, boat: Boat) -> Hull:
    """Return a gunboat as a mark on the chart."""
    sinks = book().boats[seat].sinks
    return Hull(
        seat,
        seat,
        boat.pose,
        length=1.0,
        width=0.5,
        side=seat,
        name=name(seat),
        damage=(boat.hits, sinks),
        state="wreck" if boat.hits >= sinks else "live",
    )


def sinking(seat: str, boat: Boat) -> str:
    """Return how often a boat was hit and how many hits sink her, as `1/2`."""
    return f"{boat.hits}/{book().boats[seat].sinks}"
