"""How a new battle is chosen: NewBattleScreen, a list of all battles that can be begun, which can
be searched, and SetupScreen, a form for scenario, players, squadrons, and the seed of the dice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from typing import ClassVar, NamedTuple

from engine.base.text import capitalized, pluralized
from engine.files.saved_battles import computers
from engine.files.saves import random_seed, squadrons_folder
from engine.files.squadron_files import SquadronFile, option_name, scenario_for
from engine.game.game import titled
from engine.kernel.registry import system
from engine.kit.records import Evenness, evenness
from engine.sitting.setting_up.forms import LONG, SEATED, SEED, quick_start, seed_in_short, start
from engine.sitting.setting_up.rows import (
    QUICK_START,
    SetupChoice,
    SetupLine,
    SetUpRows,
    is_first,
    on_offer,
    title_of,
)
from tui.chart.thumbnail import portrait
from tui.input.actions import Handlers
from tui.screens.chooser import Chooser, ListedRow
from tui.start.pick import NAMES, SPARED, FormScreen, PickScreen, form_row
from tui.terminal.cells import cut
from tui.terminal.page import TextPage, wrapped

TURNS = re.compile(r"TURN \d+ OF (\d+)")
MONTH = re.compile(r"\d{4}-\d\d")
FIRST = "A first battle: half an hour, two small ships a side, nothing to choose beforehand."
FIRST_OF_GAME = "The battle to begin this game with: few ships, nothing to choose beforehand."
BEGIN = "First: "
"""The word before the name of the battle that is recommended to a new player."""
NAME = 26
"""The width of a name in columns."""
HEADS = f"{'':<{NAME}}ships turns balance"
"""The headings of the list's columns."""
LEAST = 5
"""A picture of the table is drawn only if at least this many rows are free."""


class Offer(NamedTuple):
    """A battle that can be begun, and what is known of it beforehand."""

    game: str
    scenario: str
    title: str
    about: str
    sides: tuple[str, ...]
    seats: int
    ships: int
    """The number of ships; 0 if the players choose or draw squadrons."""
    turns: int
    """The number of the last turn; 0 if there is none."""
    even: Evenness | None

    @property
    def system(self) -> str:
        """The name of the game whose rules apply."""
        return system(self.game).title


def offers() -> tuple[Offer, ...]:
    """Return all battles that can be begun, the recommended first one on top."""
    return tuple(_offer(*each[:2]) for each in on_offer())


@cache  # cached, because each scenario must be set up
def _offer(game: str, scenario: str) -> Offer:
    rules = system(game)
    start = rules.set_up(scenario)
    view, seats = rules.view(start, ""), rules.seats(start)
    status = rules.screen.status(view)
    turns = TURNS.search(status.turn)
    title, about = titled(rules, scenario)
    # A side whose name is only a letter gets the name of its player's seat.
    names: dict[str, str] = {}
    for seat in seats:
        side = seat.side or seat.name
        names.setdefault(side, seat.name if side == seat.key else side)
    return Offer(
        game,
        scenario,
        title,
        about.rstrip("."),
        tuple(names.values()),
        len(seats),
        len(rules.screen.subjects(view)),
        int(turns[1]) if turns else 0,
        evenness(game, scenario),
    )


class NewBattleScreen(PickScreen):
    """A list of all scenarios, by game. Enter opens the form for the chosen one."""

    what_for: ClassVar[str] = (
        "All scenarios. Type words to find one: its name, its rules, a year, `even`. Up and "
        "down choose; Enter goes on to players, squadrons and seed."
    )

    def __init__(self) -> None:
        self.offers = offers()
        # Further words that find a battle in a search; `even` only if it is balanced.
        rows = [
            ListedRow(
                _row(each, name),
                each.system,
                f"{each.title} {each.about} {each.scenario}".replace("uneven", ""),
            )
            for each, name in zip(self.offers, _names(self.offers), strict=True)
        ]
        super().__init__("New battle", rows, 0, lambda row: "", lambda row: None)

    @property
    def about_game(self) -> str:
        return self.offers[self.index].game

    def fill(self, page: TextPage) -> None:
        """Write the list, with facts about the chosen battle and a picture of its table."""
        page.bar(0, "NEW BATTLE", "status", self.how_many("battles"))
        page.write(2, 1, HEADS, "dim")
        self.write_list(page, 1, NAMES - 2, self._click_row)
        if self.index not in self.found:
            return
        left, offer = NAMES + 1, self.offers[self.index]
        width, row = page.columns - left - 2, 2
        row = page.paragraph(left, row, width, offer.title, "head")
        for text in offer_facts(offer):
            row = page.paragraph(left, row, width, text, "text")
        rows = page.rows_count - row - 3
        if rows >= LEAST:
            rules = system(offer.game)
            scene = rules.screen.scene(rules.view(rules.set_up(offer.scenario), ""))
            page.paste(portrait(scene, width, rows, self.glyphs), left, row + 1)

    def prompt(self) -> str:
        offer = self.offers[self.index]
        return f"Enter goes on to the seats of  {offer.title}"

    def act_accept(self) -> None:
        """Open the form for the chosen battle; the key to go back leads from the form to this
        list.
        """
        if self.index in self.found:
            offer = self.offers[self.index]
            self.open_screen("setup", None, (offer.game, offer.scenario))


def offer_facts(offer: Offer) -> Sequence[str]:
    """Return sentences with facts about a battle."""
    ships = pluralized(offer.ships, "ship") if offer.ships else "Squadrons of your choice"
    length = pluralized(offer.turns, "turn") if offer.turns else "no last turn"
    seats = (
        "One seat a side: play alone against the computer, two at one keyboard, on a host or by "
        "mail."
        if offer.seats == len(offer.sides)
        else f"{pluralized(offer.seats, 'seat')} for {pluralized(len(offer.sides), 'side')}: "
        "play in teams, or let computers take some seats."
    )
    first = [FIRST if offer.scenario == QUICK_START else FIRST_OF_GAME]
    first *= is_first(offer.game, offer.scenario)
    about = f"{capitalized(offer.about)}."
    return [*first, about, f"{ships}, {length}.", seats, _even_told(offer)]


def _even_told(offer: Offer) -> str:
    even = offer.even
    if even is None:
        return "Its balance has not been measured."
    first, second = offer.sides[:2]
    return (
        f"{_balance(even).capitalize()}: between computer players ({even.players}) {first} won "
        f"{even.first} of {even.battles}, {second} {even.second}, {even.drawn} drawn."
    )


def _balance(even: Evenness | None) -> str:
    """Return a word for how even a battle is; '' if unknown."""
    if even is None:
        return ""
    return "even" if even.is_even else "leans"


def _row(offer: Offer, name: str) -> str:
    ships = str(offer.ships or "")
    turns = str(offer.turns or "")
    even = _balance(offer.even)
    return f"{cut(name, NAME - 1):<{NAME}}{ships:>4} {turns:>5} {even}".rstrip()


def _names(offered: Sequence[Offer]) -> Sequence[str]:
    """Return the short names of battles for the list; equal names are followed by year and
    month.
    """
    names = []
    for offer in offered:
        title = BEGIN * is_first(offer.game, offer.scenario) + offer.title
        names.append(title if len(title) < NAME else SPARED.sub("", title))
    twice = {name for name, count in Counter(names).items() if count > 1}
    for at, (name, offer) in enumerate(zip(names, offered, strict=True)):
        if name in twice and (month := MONTH.search(offer.title)):
            names[at] = f"{cut(name, NAME - 2 - len(month[0]))} {month[0]}"
    return names


# SetupScreen: the set-up of one battle.


class SetupScreen(FormScreen, Chooser):
    """The form of a new battle: a row for the game, the scenario, the player and squadron of each
    seat (player's place), and the seed.
    """

    screen_name: ClassVar[str] = "setup"
    what_for: ClassVar[str] = (
        "A new battle: left and right change the highlighted line, Enter begins the battle. "
        "The same seed gives the same dice; type another one to play that battle."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept",
        "right",
        "find",
        "reseed",
        "help",
        "end",
        "down=line",
    )

    def __init__(
        self, squadron: SquadronFile | None = None, scenario: tuple[str, str] | None = None
    ) -> None:
        """Create the form with the given (game, scenario), or with the choices of the quick start.

        With a squadron, the form begins with a scenario that accepts it.
        """
        super().__init__()
        folder = squadrons_folder(self.game_app.saves)
        self.form = SetUpRows(quick_start(), SEATED, folder)
        if scenario:
            self.form.choose(*scenario)
        if squadron and squadron.draft:
            form = self.form
            fits = scenario_for(squadron, system(squadron.draft.game))
            if any(each[:2] == (squadron.draft.game, fits) for each in form.offered):
                form.choose(squadron.draft.game, fits)
            if any(option_name(kept) == option_name(squadron) for kept in form.fit):
                form.take(form.forces()[0], option_name(squadron))

    # The page --------------------------------------------------------------------------

    @property
    def choice(self) -> SetupChoice:
        """The choices made in the form."""
        return self.form.choice

    @property
    def lines(self) -> list[SetupLine]:
        """The rows of the form, from the game to the seed."""
        return [*self.form.who(), *self.form.forces(), *self.form.ways(), SEED]

    def fill(self, page: TextPage) -> None:
        """Write the rows of the form, and a picture of the table."""
        page.bar(0, "NEW BATTLE", "status")
        rules = self.form.rules
        wording = rules.screen.opening(rules.view(self.form.start, ""))
        said = [
            (self.form.about_scenario, "dim"),
            (self.form.fault, "text") if self.form.fault else (self.about(self.line), "dim"),
            (wording.text if wording else "", "text"),
        ]
        lines, below = self.lines, [(wrapped(text, 44), style) for text, style in said if text]
        gaps = len(below)
        room = page.rows_count - 4 - sum(len(texts) for texts, _ in below)
        row, step = 2, 2 if len(lines) * 2 + gaps <= room else 1
        gap = len(lines) * step + gaps <= room
        for number, line in enumerate(lines):
            label, value = self.shown(line)
            chosen = number == self.index
            shown = self.highlighted(line, value) if chosen else f"  {value}"
            text = form_row(label, shown, 12, 44)
            page.item(1, row, 46, text, chosen, partial(self._click, number))
            row += step
        row += step == 1
        for texts, style in below:
            for text in texts:
                page.write(3, row, text, style)
                row += 1
            row += gap
        self.draw_table(page, 50)

    def shown(self, line: SetupLine) -> tuple[str, str]:
        return ("Seed", seed_in_short(self.choice.seed)) if line == SEED else super().shown(line)

    def about(self, line: SetupLine) -> str:
        if line != SEED:
            return self.form.told(line)
        if self.choice.seed >= LONG:
            return "Type digits for a seed of your own. The same seed gives the same dice."
        key = self.keymap.key(self.screen_name, "reseed")
        return (
            f"The same seed gives the same dice. A program could guess a seed as short as this; "
            f"{key} draws a long one."
        )

    def prompt(self) -> str:
        """Return which battle Enter would begin, or why it cannot begin."""
        if self.form.fault:
            return self.form.fault
        players = self.choice.players
        seated = ", ".join(f"{seat.name} {players[seat.key]}" for seat in self.form.seats)
        seed = seed_in_short(self.choice.seed)
        return f"Enter begins  {title_of(self.form)}: {seated}, seed {seed}"

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Process a key; while the row of the seed is highlighted, digits and Backspace edit the
        seed.
        """
        if self.line == SEED and (key.isdecimal() or key == "backspace"):
            text = str(self.choice.seed or "") if self.choice.seed < LONG else ""
            text = text[:-1] if key == "backspace" else text + key
            self._set_seed(int(text[:18] or 0))  # longer seeds can only be drawn
            self.draw()
        else:
            super().press(key)

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "reseed": self.act_reseed,
            "find": self.act_find,
        }

    def _move(self, index: int) -> None:
        # Cyclic, because the last line, the seed, is often wanted first.
        count = len(self.lines)
        self.index = index % count if index in (-1, count) else max(0, min(index, count - 1))

    def act_find(self) -> None:
        """Open a list with all choices for the highlighted row."""
        self.find()

    def act_reseed(self) -> None:
        """Draw another seed."""
        self._set_seed(random_seed())

    def act_accept(self) -> None:
        """Begin the battle."""
        battle = start(self.choice, self.game_app.saves, self.form.options())
        self.game_app.play(battle, computers(battle))

    def _turn(self, step: int) -> None:
        seed = self.choice.seed
        if self.line == SEED:
            self._set_seed(max(0, seed + step) if seed < LONG else random_seed())
        else:
            super()._turn(step)

    def _set_seed(self, seed: int) -> None:
        """Use another seed.

        The scenario may then have other players, because some set-ups are random.
        """
        line = self.line
        self.form.reseed(seed)
        self._stay(line)
