"""LeaveKeys: the keys that lead from a battle to other screens, or out of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.base.errors import Refused
from engine.sitting.way_out import WayOut
from tui.battle.course import BattleCourse
from tui.input.actions import Handlers
from tui.panel.profile import profiles


class LeaveKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, course: BattleCourse) -> None:
        self.session = course.session
        self.course = course
        self.app = course.app
        self.display = course.display

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "menu": self.act_menu,
            "reference": self.act_reference,
            "help": self.act_help,
            "terms": self.act_terms,
            "aftermath": self.act_aftermath,
            "proof": self.act_proof,
            "settings": self.act_settings,
            "replay": self.act_replay,
            "part": self.act_part,
            "end": self.act_end,
        }

    def act_menu(self) -> None:
        """Go to the opening menu."""
        self.app.open_menu()

    def act_reference(self) -> None:
        """Look something up in the cards and rules."""
        self.display.open_screen("reference")

    def act_help(self) -> None:
        """Explain the screen; while looking round, what the cursor is on: her tokens first."""
        terms = () if self.session.placing else self.session.chart.terms_here()
        if terms:
            self.display.open_screen("terms", self.session.game.name, terms)
        else:
            self.display.open_screen("help", self.display)

    def act_terms(self) -> None:
        """Explain the pictures over the chart, what is asked, selected and face up."""
        session, viewport = self.session, self.session.chart.viewport
        words = session.game.words
        known = {term.id for term in words.terms()} if viewport.overlays else set()
        pictures = (each for each in reversed(viewport.overlays) if each in known)
        terms = (*pictures, *words.terms_now(session.view, viewport.selected))
        ships = profiles(session.game, session.view, viewport.selected)
        self.display.open_screen("terms", session.game.name, tuple(dict.fromkeys(terms)), ships)

    def act_aftermath(self) -> None:
        """Look back on the battle up to here."""
        table = self.session.table
        own = () if table.hot else table.persons
        self.display.open_screen("aftermath", self.session.battle, self.replay_from, own)

    def act_proof(self) -> None:
        """Show what was pledged for the dice, and what of it is proved."""
        self.display.open_screen("proof", self.session.battle)

    def act_settings(self) -> None:
        """Change how the game looks and behaves."""
        self.display.open_screen("settings")

    def act_replay(self) -> None:
        """Watch the battle from its start."""
        self.replay_from(0)

    def replay_from(self, n: int) -> None:
        """Watch the battle from an entry on, with the eyes that the screen has."""
        self.display.open_screen("replay", self.session.battle, n, self.session.table.viewer_seat)

    def act_part(self) -> None:
        """Resign, or end the battle by agreement."""
        battle, table = self.session.battle, self.session.table
        if battle.outcome() is not None:
            raise Refused("the battle is over")
        if battle.why_closed or not table.persons:
            raise Refused(battle.why_closed or "no person plays here")
        self.display.open_screen("leaving", self.ways_out)

    def ways_out(self) -> Sequence[WayOut]:
        """Return the ways out of this battle beside its rules."""
        ways = self.session.table.ways_out()
        return [way._replace(do=partial(self._left, way.do)) for way in ways]

    def _left(self, do: Callable[[], None]) -> None:
        do()
        self.course.advance()

    def act_end(self) -> None:
        """Quit; ask first while the battle goes on."""
        app = self.app
        if not self.session.over and app.settings.confirm_ends:
            self.course.ask("Quit? The battle is saved up to the last order.", app.exit)
        else:
            app.exit()
