"""The lobby of a host: a list of all its battles, with the players of each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from engine.base.errors import Refused
from engine.base.text import pluralized
from engine.hosting.club.desk import Desk
from engine.hosting.hosted import HostedBattle
from engine.hosting.lobby_rows import (
    SECTIONS,
    calls,
    facts,
    in_order,
    persons,
    recent,
    search_words,
    seats_row,
    section,
    shown_to,
    state_of,
    waits_for,
)
from tui.chart.thumbnail import portrait
from tui.host.desk import HostApp, host_of
from tui.input.actions import Handlers
from tui.screens.chooser import ListedRow, SearchedList
from tui.terminal.cells import cut
from tui.terminal.page import TextPage

if TYPE_CHECKING:
    from textual.timer import Timer


# The battles of a host as a list for one person: in sections, one of them highlighted.


class BattlesOfHost(SearchedList):
    """A searchable list of battles: first the person's own, then those to join, to watch, and to
    replay.
    """

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        self._highlighted = ""
        """The id of the highlighted battle; it stays highlighted when the list changes."""

    @property
    def host(self) -> HostApp:
        """The application of this connection."""
        return host_of(self)

    @property
    def person(self) -> str:
        """The person at this screen; '' for a guest."""
        return self.host.person

    @property
    def battles(self) -> list[HostedBattle]:
        """The battles in the order of the page: first those that wait for the person.

        Without a search, only the recent ones are included.
        """
        ordered = in_order(self.host.hub.battles.values(), self.person)
        return ordered if self.words or self._searching else recent(ordered)

    @property
    def chosen(self) -> HostedBattle | None:
        """The highlighted battle; None in an empty list."""
        battles = self.battles
        return battles[self._place(battles)] if battles else None

    def listed(self) -> list[ListedRow]:
        """Return a row for each battle: title, players and game."""
        return [
            ListedRow(
                each.title,
                SECTIONS[section(each, self.person)],
                search_words(each),
            )
            for each in self.battles
        ]

    @property
    def chosen_row(self) -> int:
        """The number of the highlighted row."""
        return self._place(self.battles)

    def choose_row(self, row: int) -> None:
        """Highlight the battle of a row."""
        battles = self.battles
        self.index = row
        if row < len(battles):
            self._highlight(battles[row])

    def _yours(self, hosted: HostedBattle) -> bool:
        """Tell whether a battle waits for the person's choice."""
        return waits_for(hosted, self.person)

    def _place(self, battles: Sequence[HostedBattle]) -> int:
        """Return the index of the highlighted battle; 0 if it is no longer in the list."""
        ids = [each.agreement.id for each in battles]
        return ids.index(self._highlighted) if self._highlighted in ids else 0

    def _highlight(self, hosted: HostedBattle) -> None:
        self._highlighted = hosted.agreement.id


# LobbyScreen: the first screen of a host: all its battles, and the players in them.


LIST, WIDE_LIST, WIDE = 46, 62, 110
"""The width of the list in columns, on narrow and on wide screens, and the number of columns from
which a screen counts as wide."""
TITLE, STATE = 14, 12
"""The width in columns of a battle's title, and of its state."""
NEWS = 0.5
"""Seconds between two redraws for news of other battles; on a busy host there is much."""
LEAST = 4
"""A picture of the table is drawn only if more rows than this are free."""
NOTHING = (
    "No battle yet. {found} sets one up: you choose the scenario, who plays which side, and "
    "whether everybody may join or only people to whom you send an invitation word. It begins "
    "when every seat is taken.",
    "No battle yet. Once there is one, Enter watches it.",
)
"""The text of an empty lobby, for a person and for a guest."""


class LobbyScreen(BattlesOfHost):
    """The screen with the battles of a host: the person's own first, then those to join, to watch,
    and to replay.
    """

    screen_name: ClassVar[str] = "lobby"
    what_for: ClassVar[str] = (
        "The lobby: all battles of this host. Enter plays your battle on, joins an open one, "
        "watches one that is under way, replays one that is over. YOUR CHOICE marks battles "
        "that wait for you. Leave whenever you like: battles are kept, your seats too."
    )

    def __init__(self) -> None:
        super().__init__()
        self._looks: Timer | None = None
        """The timer that runs while there is news to be shown; None without news."""
        self._follow = self.host.hub.subscribe(self._changed)

    def _changed(self, battle: str) -> None:
        """Have the lobby redrawn a little later; this is called in the middle of another screen's
        work.
        """
        if self._looks is None:
            self.call_later(self._look_soon)

    def _look_soon(self) -> None:
        """Redraw after a short time, with all news that arrives until then."""
        if self._looks is None and self.is_current:
            look = partial(self.game_app.in_turn, self._look, self)
            self._looks = self.set_timer(NEWS, look)

    def _look(self) -> None:
        self._looks = None
        if self.is_current:
            self.said = self.advised  # a refused choice may now be possible
            self.draw()

    def on_unmount(self) -> None:
        """Stop listening to changes of the host."""
        self._follow()

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the list of battles by sections, and the facts about the chosen battle."""
        battles = self.battles
        self.index = self._place(battles)
        chosen = battles[self.index] if battles else None
        who = f"you are {self.person}" if self.person else "you are a guest, and may watch"
        waiting = sum(map(self._yours, battles))
        more = (
            f"   {pluralized(waiting, 'battle')} wait{'s' * (waiting == 1)} for your choice"
            if waiting
            else ""
        )
        words = f"   with '{self.words}'" if self.words else ""
        head = f"LOBBY   {who}{more}{words}"
        # If the names of the connected persons do not fit, their number is shown.
        counts = self.host.hub.persons
        names = sorted(name for name, count in counts.items() if count > 0 and name)
        guests = pluralized(counts[""], "guest") if counts[""] > 0 else ""
        here = f"here: {', '.join(filter(None, (*names, guests)))}"
        short = ", ".join(filter(None, (pluralized(len(names), "person", "people"), guests)))
        fits = len(here) <= page.columns - len(head) - 4
        page.bar(0, head, "status", here if fits else f"here: {short}")
        found = set(self.found) if self.words else set(range(len(battles)))
        # A heading stands above each section.
        lines: list[str | HostedBattle] = []
        before = -1
        for hosted in [each for at, each in enumerate(battles) if at in found]:
            now = section(hosted, self.person)
            if now != before:
                lines.append(SECTIONS[now])
                before = now
            lines.append(hosted)
        if battles and not lines:
            page.write(3, 2, "Nothing here has these words.", "dim")
            return
        if not lines:
            nothing = NOTHING[not self.person].format(
                found=self.keymap.key(self.screen_name, "found")
            )
            page.paragraph(3, 3, min(76, page.columns - 6), nothing)
            return
        width = WIDE_LIST if page.columns >= WIDE else LIST
        place = next((n for n, each in enumerate(lines) if each is chosen), 0)
        for row, number in enumerate(
            page.window(3, 2, page.rows_count - 4, lines, place, (str,)), 2
        ):
            line = lines[number]
            if isinstance(line, str):
                page.write(1, row, line, "head")
            else:
                wide = width - 2
                highlighted = line is chosen
                room = wide - 2 - TITLE - STATE
                who = persons(line)
                who = cut(who, room - 1)
                state = cut(state_of(line, self.person), STATE)
                text = f"{cut(line.title, TITLE - 1):<{TITLE}}{who:<{room}}{state}"
                page.item(1, row, wide, text, highlighted, partial(self._highlight, line))
                if self._yours(line) and not highlighted:
                    page.write(3 + TITLE + room, row, state, "warning")
        if chosen:
            self._about(page, chosen, width + 1)

    def _about(self, page: TextPage, hosted: HostedBattle, left: int) -> None:
        """Write the facts about a battle, and a picture of its table if it fits."""
        width = page.columns - left - 1
        row = 2
        for text, style in facts(hosted, self.person, self.host.hub.persons):
            row = page.paragraph(left, row, width, text, style, page.rows_count - 2 - row)
        battle, game = shown_to(hosted, self.person), hosted.game
        state = battle.view("") if battle else game.view(hosted.start, "")
        rows = page.rows_count - row - 3
        if rows > LEAST:
            page.paste(portrait(game.screen.scene(state), width, rows, self.glyphs), left, row + 1)

    def prompt(self) -> str:
        hosted = self.chosen
        if hosted is None:
            return (
                self.keymap.hint(self.screen_name, "found", "sets up a battle")
                if self.person
                else ""
            )
        key = self.keymap.key(self.screen_name, "accept")
        return f"{key} {self._verb(hosted)}  {hosted.title}: {seats_row(hosted)}"

    def _verb(self, hosted: HostedBattle) -> str:
        mine = bool(self.person and hosted.seating.seats_of(self.person))
        match hosted.standing:
            case "open":
                return "shows the seats of" if mine or not self.person else "joins"
            case "finished":
                return "replays"
            case _:
                return "plays on" if mine else "watches"

    def key_line(self) -> Sequence[str]:
        """Return the names of the actions that this person can do with the highlighted battle."""
        hosted = self.chosen
        names = ["found"] if self.person else []
        if hosted is None:
            own = ["account"] * bool(self.person)
            return [
                *names,
                "lessons",
                "puzzles",
                "reference",
                "help",
                "end",
                *own,
                "club",
                "settings",
            ]
        waits = any(calls(each, self.person) for each in self.battles)
        names = ["accept", *["next"] * waits, *names]
        if self.person and not self.host.hub.why_not_withdraw(self.person, hosted):
            names.append("withdraw")
        if hosted.standing == "adjourned" and hosted.seating.seats_of(self.person):
            names.append("resume")
        names += ["find", "help", "end", "lessons", "puzzles"]
        names += ["down=choose", "reference", "settings"] + ["account"] * bool(self.person)
        names += ["club"] + ["talk"] * bool(self.person) + ["owner"] * (self.host.owner is not None)
        return self._with_search(names)

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "watch": self.act_watch,
            "replay": self.act_replay,
            "resume": self.act_resume,
            "withdraw": self.act_withdraw,
            "found": self.act_found,
            "lessons": self.act_lessons,
            "puzzles": self.act_puzzles,
            "reference": self.act_reference,
            "settings": self.act_settings,
            "account": self.act_account,
            "owner": self.act_owner,
            "club": self.act_club,
            "talk": self.act_talk,
            "next": self.act_next,
        }

    def act_talk(self) -> None:
        """Send a message to everybody in the lobby."""
        if not self.person:
            raise Refused("a guest may read and watch, but not talk")
        self.ask("Say to all in the lobby:", self._say_to_all)

    def _say_to_all(self, text: str) -> None:
        if text and not self.host.hub.say(self.person, text):
            self.say("Nobody else is in the lobby now; your message stays there for a while.")

    def act_club(self) -> None:
        """Open the page of the club."""
        self.open_screen("club", Desk(self.host.hub, self.person))

    def act_owner(self) -> None:
        """Open the page for orders to the host."""
        if self.host.owner is None:
            raise Refused("only an owner of this host may give it orders")
        self.open_screen("owner", self.host.owner)

    def act_next(self) -> None:
        """Go to the first battle in which this person has to choose, to answer or to take a
        seat.
        """
        waiting = next((each for each in self.battles if calls(each, self.person)), None)
        if waiting is None:
            raise Refused("no battle waits for you")
        self._go(waiting)

    def act_account(self) -> None:
        """Open the page for the person's password, keys and invitations."""
        if not self.person or self.host.account is None:
            raise Refused("a guest has no name here; sign in with a name: `ssh NAME@HOST`")
        self.open_screen("account", self.host.account)

    def act_accept(self) -> None:
        """Open the chosen battle: its seats before it begins, then the battle, after its end the
        replay.
        """
        if (hosted := self.chosen) is None:
            return
        if hosted.standing == "finished":
            self.act_replay()
        else:
            self._go(hosted)

    def _go(self, hosted: HostedBattle) -> None:
        """Open a battle that is not over: its seats before it begins, afterwards the battle
        itself.
        """
        if hosted.standing == "open":
            from tui.host.founding import GatheringScreen

            self.game_app.open(GatheringScreen(hosted))
        else:
            self.host.enter_battle(hosted)

    def act_watch(self) -> None:
        """Watch the chosen battle."""
        hosted = self.chosen
        if hosted is None or hosted.standing == "open":
            raise Refused("only a battle that has begun can be watched")
        self.host.enter_battle(hosted)

    def act_replay(self) -> None:
        """Replay the chosen battle, if it is over."""
        hosted = self.chosen
        if hosted is None or hosted.standing == "open":
            raise Refused("only a battle that is over can be replayed")
        self.open_screen("replay", hosted.shown_to(self.person))

    def act_resume(self) -> None:
        """Continue the chosen battle if it is adjourned (paused)."""
        if self.chosen:
            self.chosen.resume(self.person)
            self.host.enter_battle(self.chosen)

    def act_withdraw(self) -> None:
        """Withdraw the chosen battle; ask for confirmation if it has begun.

        Only an owner of the host may withdraw a battle that has begun.
        """
        hub, hosted = self.host.hub, self.chosen
        if hosted is None:
            return
        if why_not := hub.why_not_withdraw(self.person, hosted):
            raise Refused(why_not)
        if hosted.standing == "open":
            hub.withdraw(self.person, hosted)
            return

        def answered(text: str) -> None:
            if text.strip().lower() in ("y", "yes"):
                hub.withdraw(self.person, hosted)

        self.ask(f"Withdraw {hosted.title}, which has begun? y and Enter:", answered)

    def act_found(self) -> None:
        """Open the form of a new battle."""
        if not self.person:
            raise Refused("a guest may watch, but not set up a battle")
        from tui.host.founding import FoundingScreen

        self.game_app.open(FoundingScreen())

    def act_lessons(self) -> None:
        """Open the lessons."""
        self.open_screen("lessons")

    def act_puzzles(self) -> None:
        """Open the puzzles."""
        self.open_screen("puzzles")

    def act_reference(self) -> None:
        """Open the reference of cards and rules."""
        self.open_screen("reference")

    def act_settings(self) -> None:
        """Open the settings."""
        self.open_screen("settings")

    def act_end(self) -> None:
        """Leave the host."""
        self.game_app.exit()

    def act_back(self) -> None:
        """Clear the search; otherwise do nothing, because there is no screen before this one."""
        self.kept_words = ""
