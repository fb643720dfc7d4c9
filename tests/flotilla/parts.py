"""The parts of the flotilla beyond its rules: its words and its pictures."""

from __future__ import annotations

from engine.game.chart import Hull, Scene, Sea, Spectacle, Throw, Trace
from engine.game.decision import Answer
from engine.game.panel import Heading, Row, words
from engine.game.parts.screen import Preview, Showing, Status
from engine.game.parts.words import Words
from engine.game.question import Fill, Question
from tests.flotilla.facts import (
    BOATS,
    NAMES,
    REACH,
    SINKS,
    SIZE,
    Boat,
    Command,
    Event,
    Fired,
    Flotilla,
    Moved,
    Reopened,
    Sealed,
    run,
    told,
)


class FlotillaWords(Words[Flotilla]):
    """The words of the flotilla, for example in the log."""

    def tell(self, before: Flotilla, event: Event, seat: str) -> str:
        match event:
            case Sealed(who, answers):
                what = self._told(who, answers) if who == seat else "seals its orders"
                return f"{NAMES[who]}: {what}"
            case Reopened(who):
                return f"{NAMES[who]} opens its orders again"
            case Moved(key, pose):
                return f"{BOATS[key]} runs to ({pose.x:.1f}, {pose.y:.1f})"
            case Fired(key, target, face, hit):
                end = "a hit" if hit else "a miss"
                return f"{BOATS[key]} fires at {BOATS[target]}: {face}, {end}"
        return f"Turn {before.turn} ends"

    def describe(self, state: Flotilla, command: Command) -> str:
        return "orders" if isinstance(command, Fill) else "open the orders again"

    def _told(self, seat: str, answers: dict[str, Answer]) -> str:
        named = {key: answer for key, answer in answers.items() if key in BOATS}
        return "; ".join(f"{BOATS[key]} {told(seat, each.option)}" for key, each in named.items())


class FlotillaScreen(Showing[Flotilla]):
    """Draws the flotilla; each method gets the state as a player may see it."""

    def status(self, view: Flotilla) -> Status:
        points = "  ".join(f"{name} {len(view.afloat(seat))}" for seat, name in NAMES.items())
        return Status(self.game.title, f"turn {view.turn}", "ORDERS", points=points)

    def scene(self, view: Flotilla) -> Scene:
        hulls = (self._hull(key, boat) for key, boat in view.boats.items())
        return Scene(Sea(SIZE, SIZE, "north", (("R", REACH),)), tuple(hulls))

    def _hull(self, key: str, boat: Boat) -> Hull:
        return Hull(
            key,
            key,
            boat.pose,
            length=1.0,
            width=0.5,
            side=key[0],
            name=BOATS[key],
            damage=(boat.hits, SINKS),
            state="wreck" if boat.sunk else "live",
        )

    def subjects(self, view: Flotilla) -> tuple[str, ...]:
        return tuple(view.boats)

    def card(self, view: Flotilla, key: str) -> tuple[Row, ...]:
        return Heading(BOATS[key]), words(f"hits {view.boats[key].hits} of {SINKS}")

    def roster(self, view: Flotilla) -> tuple[Row, ...]:
        return tuple(
            words(f"{key} {BOATS[key]} {boat.hits}", key=key) for key, boat in view.boats.items()
        )

    def preview(self, view: Flotilla, question: Question, answer: Answer) -> Preview:
        key = getattr(question, "slot", "")
        if key not in BOATS:
            return Preview()
        here = view.boats[key].pose
        end = run(here, answer.option)
        ghost = Hull(
            key=key, owner=key, pose=end, length=1.0, width=0.5, side=key[0], state="ghost"
        )
        return Preview((ghost, Trace("sweep", (here.at, end.at))))

    def spectacle(self, before: Flotilla, event: Event) -> Spectacle | None:
        return Throw("Gun", (str(event.face),)) if isinstance(event, Fired) else None
