"""Base classes of the builder.

MeasuringScreen lets computer players fight a battle that the player has designed, to measure how
even it is. TwoColumns shows a draft beside what can be bought for its highlighted row.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, redirect_stderr, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

from engine.arena import Bout, Evenness, Match, fight_in_background
from engine.base.errors import FileFault, Refused, WeatherGageError, os_error_text
from engine.building import Draft
from engine.files.squadron_files import save
from engine.game.game import Game
from tui.input.actions import Handlers
from tui.input.typed import MANY
from tui.screens.chooser import ListedRow, SearchedList
from tui.squadrons.builder_page import NEW, BuilderOffer, BuildState, RowPlace, offers

BATTLES = 100
"""The number of battles in a measurement: enough for an error of about ten percent."""
PLAYER = "lieutenant"
"""The computer player of both sides: the strongest that needs less than a minute for all
battles."""
MOST_JOBS = 4
"""The maximum number of processes at a time, because the machine is used for other things, too."""


async def measure(
    game: Game[Any, Any, Any], draft: Draft, on_progress: Callable[[Evenness], None]
) -> Evenness:
    """Measure how even a designed battle without faults is: let computer players fight it often.

    `on_progress` is called after each battle. Cancelling stops the processes at once. Raises the
    error of a battle that fails.
    """
    counts: asyncio.Queue[Evenness | WeatherGageError | None] = asyncio.Queue()
    loop, stop = asyncio.get_running_loop(), Event()

    def tell(what: Evenness | WeatherGageError | None) -> None:
        # raised if the event loop is closed, because the program was quit in the meantime
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(counts.put_nowait, what)

    try:
        # multiprocessing needs a file descriptor; Textual's stream has none
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
        Thread(target=_fight, args=(game, draft, stop.is_set, tell), name="measuring").start()
    except (OSError, RuntimeError) as error:
        raise FileFault(f"no process can be started to fight test battles: {error}") from None
    count = None
    try:
        while (what := await counts.get()) is not None:
            if isinstance(what, WeatherGageError):
                raise what
            count = what
            on_progress(count)
    finally:
        stop.set()
    assert count is not None
    return count


def _fight(
    game: Game[Any, Any, Any],
    draft: Draft,
    stopped: Callable[[], bool],
    tell: Callable[[Evenness | WeatherGageError | None], None],
) -> None:
    """Fight the battles of a measurement; pass the count to `tell` after each, and at the end None
    or the error.
    """
    try:
        with TemporaryDirectory(prefix="weathergage-") as folder:
            path = Path(folder) / "design.toml"
            save(draft, path.parent, path)
            name = str(path)
            scenario = game.building.scenario_for((name,))
            options = {"squadrons": [name]}
            match = Match(
                game=game.name,
                scenario=scenario,
                a=PLAYER,
                b=PLAYER,
                arranged=game.setting_up(game.set_up(scenario, options)),
                options=options,
                data=game.data_folder,
            )
            seats = game.seats(game.set_up(match.scenario, match.options))
            names = list(dict.fromkeys(seat.side or seat.name for seat in seats))
            count = Evenness(PLAYER, (names[0], names[-1]))
            tell(count)
            bouts = (Bout(match, number) for number in range(BATTLES))
            jobs = max(1, min(os.cpu_count() or 1, MOST_JOBS))
            with closing(fight_in_background(bouts, jobs, stopped)) as fights:
                for _, fought in fights:
                    count = count.also(fought.winner)
                    tell(count)
        tell(None)
    except WeatherGageError as error:
        tell(error)
    except OSError as error:
        tell(FileFault(f"no test battles can be fought: {os_error_text(error)}"))


# MeasuringScreen: the page of a draft, with a key that measures the draft in many battles.


GROUP = "measure"
"""The name of the group of the task that measures."""


class MeasuringScreen(SearchedList):
    """A screen on which a designed battle can be measured; the result is shown until the draft
    changes.
    """

    game: Game[Any, Any, Any]
    now: BuildState
    measured = ""
    """The result of the measurement, or its progress; '' without one."""
    measuring = False

    @property
    def draft(self) -> Draft:
        """The draft as it is now."""
        return self.now.draft

    @property
    def kind(self) -> str:
        """What the game calls such a draft, for example `squadron`."""
        return self.game.building.kind

    def knows(self, name: str) -> bool:
        """Tell whether the screen has an action that makes sense for this game's drafts."""
        built = self.game.building
        fits = {"flag": built.names_ships, "measure": built.whole_battle}
        return super().knows(name) and fits.get(name, True)

    def key_line(self) -> Sequence[str]:
        """Return the actions of the key line; the one to measure comes before the one to save."""
        first = self.hints.index("save")
        hints = (*self.hints[:first], "measure", *self.hints[first:])
        known = [each for each in hints if self.knows(each.partition("=")[0])]
        return self._with_search(known)

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "measure": self.act_measure,
        }

    def act_measure(self) -> None:
        """Start a measurement; if one is running, stop it."""
        if self.measuring:
            self.stop_measuring("Stopped.")
            return
        if not self.game.building.whole_battle:
            raise Refused(
                "only a design of a whole battle can be measured, because it has both sides"
            )
        if not self.now.verdict.legal:
            raise Refused(f"a {self.kind} can be measured when it has no faults")
        self.measuring, self.measured = True, "Measuring its balance ..."
        self.work(self._measure, GROUP, alone=True)

    def stop_measuring(self, text: str = "") -> None:
        """Stop the battles of a measurement, and show `text` in place of the result."""
        if self.measuring:
            self.stop_work(GROUP)
        self.measuring, self.measured = False, text

    async def _measure(self) -> None:

        stops = self.keymap.key(self.screen_name, "measure")

        def on_progress(count: Evenness) -> None:
            won = [f"{side} {n}" for side, n in zip(count.sides, count.won, strict=True)]
            figures = ", ".join((*won, f"drawn {count.drawn}"))
            self._tell(f"{count.games} of {BATTLES} battles: {figures}. {stops} stops.")

        try:
            found = await measure(self.game, self.draft, on_progress)
        except WeatherGageError:
            self.measuring, self.measured = False, ""
            raise
        self.measuring = False
        self._tell(found.describe())

    def _tell(self, measured: str) -> None:
        self.measured = measured
        if self.is_current:
            self.draw()


# TwoColumns: a draft on the left, and on the right the offers for its highlighted row.


class TwoColumns(MeasuringScreen):
    """A screen with two columns: the rows of a squadron, and what can be bought for the highlighted
    row.

    In each column a line is highlighted; keys work in one column, the active one.

    A search filters the right column; moving to another row on the left clears the search.
    """

    def __init__(self) -> None:
        super().__init__()
        self.row = self.offer = 0
        self.on_section = False

    @property
    def place(self) -> RowPlace:
        """The part of the squadron that the highlighted row shows."""
        return self.now.rows[self.row].place

    @property
    def ship(self) -> int:
        """The number of the ship in the highlighted row; raises `Refused` if the row has none."""
        if isinstance(self.place, str) or self.place == NEW:
            raise Refused(f"choose a {self.game.building.unit} of the {self.kind} first")
        return self.place

    @property
    def offers(self) -> list[BuilderOffer]:
        """What can be bought for the highlighted row."""
        return offers(self.now.draft, self.now.catalogue, self.place)

    # The list that the keys move in ------------------------------------------------------------

    def listed(self) -> list[ListedRow]:
        """Return the rows of the active column."""
        if not self.on_section:
            return [ListedRow(row.text) for row in self.now.rows]
        return [_listed(offer) for offer in self.offers]

    @property
    def chosen_row(self) -> int:
        """The highlighted line of the active column."""
        return self.offer if self.on_section else self.row

    @property
    def found(self) -> list[int]:
        """The lines of the active column; in the right column, those that match the search."""
        return super().found if self.on_section else list(range(len(self.now.rows)))

    @property
    def shelf(self) -> list[int]:
        """The numbers of the offers in the right column that match the search."""
        found = (at for at, each in enumerate(self.offers) if _listed(each).holds(self.words))
        return list(found)

    def choose_row(self, row: int) -> None:
        """Highlight a line of the active column."""
        if self.on_section:
            self.offer = row
        elif row != self.row:
            self.row, self.offer, self.kept_words = row, 0, ""

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "switch": self.act_switch,
            "left": self.act_left,
            "right": self.act_right,
        }

    def _with_search(self, hints: Sequence[str]) -> Sequence[str]:
        long = len(self.offers) > MANY
        return hints if long else [each for each in hints if each != "find"]

    def act_find(self) -> None:
        """Start a search in the right column."""
        self.act_right()
        if not self.on_section:
            raise Refused("there are no choices for this line")
        super().act_find()

    def act_switch(self) -> None:
        """Activate the other column."""
        self.on_section = not self.on_section and bool(self.offers)

    def act_left(self) -> None:
        """Make the left column, the squadron, the active one."""
        self.on_section = False

    def act_right(self) -> None:
        """Make the right column, the catalogue, the active one."""
        self.on_section = bool(self.offers)


def _listed(offer: BuilderOffer) -> ListedRow:
    return ListedRow(offer.item.name, offer.item.group, f"{offer.section.title} {offer.item.value}")
