"""The pond in words and pictures."""

from __future__ import annotations

from engine.game.chart import Hull, Scene, Sea, Spectacle, Throw, Trace
from engine.game.decision import Decision, Option, Point
from engine.game.game import Game, Preview, Status
from engine.game.panel import Bar, Heading, Row, words
from tests.pond.facts import (
    NAMES,
    REACH,
    SINKS,
    SIZE,
    Boat,
    Event,
    Fired,
    Moved,
    Order,
    Ordered,
    Pond,
    Steer,
    other,
    run,
)


class PondScreen(Game[Pond, Order, Event]):
    """How the pond is told and drawn; each method takes what a seat may see."""

    def tell(self, before: Pond, event: Event, seat: str) -> str:
        match event:
            case Ordered(who, order):
                what = self.describe(before, order) if who == seat else "gives an order"
                return f"{NAMES[who]}: {what}"
            case Moved(who, pose):
                return f"{NAMES[who]} runs to ({pose.x:.1f}, {pose.y:.1f})"
            case Fired(who, face, hit):
                return f"{NAMES[who]} fires: {face}, a {'hit' if hit else 'miss'}"
        return f"Turn {before.turn} ends"

    def describe(self, state: Pond, command: Order) -> str:
        return f"steer {command.angle:g}" if isinstance(command, Steer) else "lay the gun"

    def status(self, view: Pond) -> Status:
        points = "  ".join(f"{NAMES[seat]} {b.hits}/{SINKS}" for seat, b in view.boats.items())
        return Status(self.title, f"turn {view.turn}", "ORDERS", points=points)

    def scene(self, view: Pond) -> Scene:
        hulls = (self._hull(seat, boat) for seat, boat in view.boats.items())
        return Scene(Sea(SIZE, SIZE, "north", (("R", REACH),)), tuple(hulls))

    def _hull(self, seat: str, boat: Boat) -> Hull:
        name, hits = NAMES[seat], (boat.hits, SINKS)
        return Hull(
            seat,
            seat,
            boat.pose,
            length=1.0,
            width=0.5,
            side=seat,
            name=name,
            damage=hits,
            state="wreck" if boat.hits >= SINKS else "live",
        )

    def ships(self, view: Pond) -> tuple[str, ...]:
        return tuple(view.boats)

    def card(self, view: Pond, key: str) -> tuple[Row, ...]:
        return Heading(NAMES[key]), words(f"hits {view.boats[key].hits} of {SINKS}")

    def squadrons(self, view: Pond) -> tuple[Row, ...]:
        return tuple(
            words(f"{NAMES[seat]} {boat.hits}", key=seat) for seat, boat in view.boats.items()
        )

    def preview(
        self,
        view: Pond,
        decision: Decision,
        option: Option,
        dial: float | None = None,
        at: Point | None = None,
    ) -> Preview:
        boat = view.boats[decision.seat]
        if option.id == "lay_gun":
            ends = (boat.pose.at, view.boats[other(decision.seat)].pose.at)
            return Preview((Trace("sight", ends),), (Bar("hit", 0.5, "5 or more of 8"),))
        end = run(boat.pose, dial or 0.0)
        ghost = Hull(decision.seat, decision.seat, end, 1.0, 0.5, decision.seat, state="ghost")
        return Preview((ghost, Trace("sweep", (boat.pose.at, end.at))))

    def spectacle(self, before: Pond, event: Event) -> Spectacle | None:
        return Throw("Gun", (str(event.face),)) if isinstance(event, Fired) else None
