"""LobbyRoom: the first room of a host. All its battles, and who sits in them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from engine.battle import Battle
from engine.errors import Refused
from tui.ending import how_it_ended
from tui.host.hosted import HostedBattle
from tui.page import Page, scrolled
from tui.screens.chooser import Chooser
from tui.screens.sheet import SheetRoom
from tui.thumbnail import portrait

if TYPE_CHECKING:
    from tui.host.app import HostedApp

LIST = 46
"""Columns of the list."""
SECTIONS = ("Yours", "Open", "Under way", "Over")


class LobbyRoom(Chooser, SheetRoom):
    """The battles of a host: your own first, then those to join, to watch, to replay."""

    room: ClassVar[str] = "lobby"
    what_for: ClassVar[str] = (
        "The lobby. Enter plays your battle on, joins an open one, watches one that is under way."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept", "found", "watch", "replay", "help", "end", "down=choose",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        self._follow = self.host.harbour.subscribe(self._changed)

    @property
    def host(self) -> HostedApp:
        """The application, with its harbour."""
        return cast("HostedApp", self.app)

    @property
    def person(self) -> str:
        """Who looks; '' is a guest."""
        return self.host.person

    def _changed(self) -> None:
        """Look again, as soon as it is this screen's turn: others' screens tell of changes."""
        self.call_later(self._look)

    def _look(self) -> None:
        if self.is_current:
            self.draw()

    def on_unmount(self) -> None:
        """Follow the harbour no more."""
        self._follow()

    # What there is ---------------------------------------------------------------------

    def section(self, hosted: HostedBattle) -> int:
        """Return the number of the section that a battle stands in."""
        if hosted.standing == "finished":
            return 3
        if self.person and hosted.seats_of(self.person):
            return 0
        return 1 if hosted.standing == "open" else 2

    @property
    def battles(self) -> list[HostedBattle]:
        """The battles in the order of the page; those that wait for you before your others."""
        newest = reversed(self.host.harbour.battles.values())
        return sorted(newest, key=lambda each: (self.section(each), not self.yours(each)))

    @property
    def chosen(self) -> HostedBattle | None:
        """The highlighted battle."""
        battles = self.battles
        return battles[min(self.index, len(battles) - 1)] if battles else None

    def yours(self, hosted: HostedBattle) -> bool:
        """Tell whether a battle waits for a choice of yours."""
        return bool(self.person and set(hosted.asked()) & set(hosted.seats_of(self.person)))

    # The page --------------------------------------------------------------------------

    def fill(self, page: Page) -> None:
        """Write the sections, and what there is to know of the chosen battle."""
        here = sorted(name for name, count in self.host.harbour.persons.items() if count and name)
        who = f"you are {self.person}" if self.person else "you are a guest"
        page.bar(0, f"LOBBY   {who}", "status", f"here: {', '.join(here) or 'guests'}")
        lines = self._lines()
        if not lines:
            page.paragraph(3, 2, page.columns - 6, "No battle yet. Found one with n.", "dim")
            return
        place = next(n for n, (_, each) in enumerate(lines) if each is self.chosen)
        rows = page.rows_count - 4
        first = scrolled(len(lines), place, rows)
        for row, (text, hosted) in enumerate(lines[first : first + rows], 2):
            if hosted is None:
                page.write(1, row, text, "head")
            else:
                click = partial(self._move, self.battles.index(hosted))
                page.item(1, row, LIST - 2, text, hosted is self.chosen, click)
        if self.chosen:
            self._about(page, self.chosen)

    def _lines(self) -> list[tuple[str, HostedBattle | None]]:
        lines: list[tuple[str, HostedBattle | None]] = []
        before = -1
        for hosted in self.battles:
            section = self.section(hosted)
            if section != before:
                lines.append((SECTIONS[section], None))
                before = section
            lines.append((self._line(hosted), hosted))
        return lines

    def _line(self, hosted: HostedBattle) -> str:
        seats = "  ".join(f"{seat.name} {hosted.sitter(seat.key) or '-'}" for seat in hosted.seats)
        mark = "*" if self.yours(hosted) else " "
        return f"{mark}{hosted.title[:14]:<15}{seats}"

    def _about(self, page: Page, hosted: HostedBattle) -> None:
        width = page.columns - LIST - 2
        row = 2
        for text, style in self._facts(hosted):
            row = page.paragraph(LIST + 1, row, width, text, style)
        battle, game = self._shown(hosted), hosted.game
        state = battle.view("") if battle else game.view(hosted.start, "")
        page.paste(portrait(game.scene(state), width, page.rows_count - row - 3, self.glyphs),
                   LIST + 1, row + 1)  # fmt: skip

    def _facts(self, hosted: HostedBattle) -> list[tuple[str, str]]:
        terms = hosted.papers.terms
        lines = [(f"{hosted.title}, founded by {hosted.papers.founder}", "head")]
        lines += [(self._seat(hosted, seat.key, seat.name), "text") for seat in hosted.seats]
        if terms.word and hosted.standing == "open":
            lines.append(("private: ask its founder for the invitation word", "dim"))
        if terms.clock:
            then = "the computer plays" if terms.late == "computer" else "it is adjourned"
            lines.append((f"{terms.clock} seconds for a choice, then {then}", "dim"))
        if hosted.papers.adjourned:
            lines.append((f"adjourned: {hosted.papers.adjourned}", "warning"))
        battle = self._shown(hosted)
        if battle:
            lines.append((self._stands(hosted, battle), "text"))
        return lines

    def _shown(self, hosted: HostedBattle) -> Battle | None:
        """Return a battle as this person may look at it; None when there is nothing to see."""
        try:
            return hosted.shown_to(self.person)
        except Refused:
            return None

    def _seat(self, hosted: HostedBattle, key: str, name: str) -> str:
        sitter = hosted.sitter(key) or "free"
        parts = [f"{name}: {sitter}"]
        if hosted.away(key):
            parts.append("away")
        if key in hosted.asked():
            parts.append("to choose")
        return ", ".join(parts)

    def _stands(self, hosted: HostedBattle, battle: Battle) -> str:
        status = hosted.game.status(battle.view(""))
        if outcome := battle.outcome():
            return f"{how_it_ended(battle)} {outcome.reason}"
        return ", ".join(filter(None, (status.turn.lower(), status.phase.lower(), status.points)))

    def prompt(self) -> str:
        """Say what Enter does."""
        hosted = self.chosen
        if hosted is None:
            return "n founds a battle"
        mine = bool(self.person and hosted.seats_of(self.person))
        match hosted.standing:
            case "open":
                verb = "shows the seats" if mine or not self.person else "joins"
            case "finished":
                verb = "replays"
            case _:
                verb = "plays on" if mine else "watches"
        return f"Enter {verb}  {hosted.title}"

    # Keys ------------------------------------------------------------------------------

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.battles) - 1))

    def act_accept(self) -> None:
        """Go to the chosen battle, the way it stands."""
        hosted = self.chosen
        if hosted is None:
            return
        if hosted.standing == "open":
            from tui.screens.gathering import GatheringRoom

            self.house.push_screen(GatheringRoom(hosted))
        elif hosted.standing == "finished":
            self.act_replay()
        else:
            self.host.enter_battle(hosted)

    def act_watch(self) -> None:
        """Watch the chosen battle."""
        hosted = self.chosen
        if hosted and hosted.battle:
            self.host.enter_battle(hosted)

    def act_replay(self) -> None:
        """Replay the chosen battle, once it is over."""
        hosted = self.chosen
        if hosted is None or hosted.battle is None or hosted.standing != "finished":
            raise Refused("only a battle that is over can be replayed")
        self.house.open_replay(hosted.battle)

    def act_found(self) -> None:
        """Lay down the terms of a new battle."""
        if not self.person:
            raise Refused("a guest may watch, but not found a battle")
        from tui.screens.founding import FoundingRoom

        self.house.push_screen(FoundingRoom())

    def act_reference(self) -> None:
        """Look something up in the cards and rules."""
        from tui.screens.reference import ReferenceRoom

        self.house.push_screen(ReferenceRoom())

    def act_settings(self) -> None:
        """Change how the game looks."""
        from tui.screens.settings import SettingsRoom

        self.house.push_screen(SettingsRoom())

    def act_end(self) -> None:
        """Leave the host."""
        self.house.exit()

    def act_back(self) -> None:
        """Stay: there is no room before this one."""
