"""The rows of the form for setting up a new battle, and how one choice changes other choices.

All forms for a new battle have these rows, whether at one keyboard, by mail, or on a host, with
screens or the line interface. A form's other questions are each a `FormQuestion`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import pluralized
from engine.files.saves import initial_state
from engine.files.squadron_files import (
    SquadronFile,
    option_name,
    parse_pasted,
    playable_squadrons,
    squadron_options,
)
from engine.game.game import Game, Seat, titled
from engine.game.parts.building import Switch
from engine.kernel.registry import series, system, systems

QUICK_START = "quickstart"
BY_HAND, QUICK = "by hand", "quick, with proposals"
"""The two ways of setting up a battle: the person makes every choice, or takes or changes the
computer's proposals."""
PROPOSES = "Quick: the computer proposes each choice; press Enter to take it, or change it."
FLEETS = "How many squadrons each fleet has; each squadron has its own player."
PASTE = "Paste the text of your own squadron here."
MOST_PASTED = 16
"""The maximum number of squadrons pasted into one form, which is twice the number of seats in the
largest battle."""


class SetupChoice(msgspec.Struct, kw_only=True, frozen=True):
    """The choices that a person has made for a new battle, on a form."""

    game: str
    scenario: str
    players: dict[str, str]
    seed: int = 0
    proposed: bool = False
    """Whether the computer proposes an answer to each question of the set-up."""
    a_side: int = 0
    """The number of squadrons on each side, if it can be chosen; 0 leaves it to the seed."""
    squadrons: dict[str, str] = {}
    """{seat: name of its chosen squadron, as the options of the set-up name it}."""
    switches: dict[str, str] = {}
    """{option of the set-up: its value}, without options that have their default value."""

    @property
    def plain(self) -> dict[str, Any]:
        """The options of the set-up, without the squadrons."""
        return {**self.switches, **({"a_side": self.a_side} if self.a_side else {})}


class FormQuestion(NamedTuple):
    """A question of a form that is not about the set-up, such as the clock or a name."""

    what: str
    label: str
    about: str = ""
    """The explanation that the question's row shows."""
    values: Mapping[Any, str] = {}
    """{value: the value in words}, the default first; empty where text is typed."""
    none: str = ""
    """The text that is shown while the answer is empty."""

    @property
    def usual(self) -> Any:
        """The default choice."""
        return next(iter(self.values), "")


class SetupLine(NamedTuple):
    """A row of the form: the choice that it changes, and for which seat."""

    what: str
    seat: Seat | None = None
    switch: Switch | None = None
    asked: FormQuestion | None = None

    @property
    def key(self) -> tuple[str, str]:
        """The key by which the row is recognised; it does not change if the seats get other
        names.
        """
        of = self.switch.name if self.switch else self.seat.key if self.seat else ""
        return self.what, of


class Seating(NamedTuple):
    """How a form differs from other forms: its possible players, whether the seed is known, its own
    questions.
    """

    players: Mapping[str, str]
    """{possible player of a seat: description}."""
    others: str
    """The default player of a seat for which none is chosen."""
    lot: str
    """What picks the squadron of a seat that has not chosen one, in words: `the seed` or `lot`."""
    seed_known: bool
    """Whether the seed is known, so that it may decide how many seats there are."""
    asked: Sequence[FormQuestion] = ()
    """The questions of the form that are not about the set-up."""


def first_choice(seed: int, game: str = "") -> SetupChoice:
    """Return the choices for the first scenario of a game (by default of the first game), without
    players.
    """
    game, scenario, _ = next(each for each in on_offer() if game in ("", each[0]))
    return SetupChoice(game=game, scenario=scenario, players={}, seed=seed)


def on_offer() -> list[tuple[str, str, str]]:
    """Return (game, scenario, description) for every scenario and series, game by game.

    The game of the quick start comes first; in each game, the battle for new players; series come
    last.
    """
    games = sorted(systems(), key=lambda game: QUICK_START not in system(game).scenarios())
    games += series()
    offered = [
        (game, scenario, about)
        for game in games
        for scenario, about in system(game).scenarios().items()
    ]
    return sorted(offered, key=lambda each: (games.index(each[0]), not is_first(*each[:2])))


def is_first(game: str, scenario: str) -> bool:
    """Tell whether a scenario is the one recommended to a new player of its game."""
    return scenario == system(game).first_battle


def first_battles() -> list[tuple[str, str]]:
    """Return (game, scenario) of the recommended battle of each game, that of the quick start
    first.
    """
    return [each[:2] for each in on_offer() if is_first(*each[:2])]


def seats_of(
    game: str, scenario: str, seed: int, options: Mapping[str, Any] | None = None
) -> tuple[Seat, ...]:
    """Return the seats of a scenario; their number may depend on the seed and the options.

    Raises `SetUpFault` when the scenario cannot be set up.
    """
    rules = system(game)
    plain = rules.seats(rules.set_up(scenario, options))
    found = rules.seats(initial_state(rules, scenario, seed, options))
    if len(found) == len(plain):
        return plain  # the seats with the names that they have before any random draw
    return tuple(Seat(seat.key, f"{seat.side} {seat.key}", seat.side) for seat in found)


class SetUpRows:
    """The rows of a form for a new battle, and the choices made in them.

    An impossible value is refused, and changes nothing. Squadrons that do not fit together are
    accepted, since another choice may make them fit; until then `fault` says what is wrong.
    """

    def __init__(self, choice: SetupChoice, seating: Seating, folder: Path | None = None) -> None:
        """Begin with given choices; a player's own squadrons are in `folder`, if there is one."""
        self.seating = seating
        self.folder = folder
        self.offered = on_offer()
        self.choice = choice
        self.own: dict[str, Any] = {each.what: each.usual for each in seating.asked}
        """The answers to the questions that are not about the set-up."""
        self.seats: tuple[Seat, ...] = ()
        self.fit: list[SquadronFile] = []
        """The squadrons that fit the chosen scenario; the seats choose from them."""
        self.pasted: list[SquadronFile] = []
        """The squadrons that were pasted as text, the latest first."""
        self.start: Any = None
        """The state that the present choices set up; if they are not valid, the latest valid
        one."""
        self.fault = ""
        """Why the present choices are not a valid set-up; '' if they are."""
        self._settle(choice)

    # The rows --------------------------------------------------------------------------

    @property
    def rules(self) -> Game[Any, Any, Any]:
        """The chosen game."""
        return system(self.choice.game)

    @property
    def about_scenario(self) -> str:
        """A line about the chosen scenario."""
        title, about = titled(self.rules, self.choice.scenario)
        return f"{title}: {about}"

    def who(self) -> list[SetupLine]:
        """Return the rows for the game, the scenario and the players."""
        sizes = self._sizes(self.choice)
        return [
            SetupLine("game"),
            SetupLine("scenario"),
            *([SetupLine("a_side")] if sizes else []),
            *(SetupLine("player", seat) for seat in self.seats),
        ]

    def forces(self) -> list[SetupLine]:
        """Return the rows for the squadrons: one for each seat, or one for all seats if a file
        contains the ships of both sides.
        """
        seats = self.seats[:1] if self.rules.building.whole_battle else self.seats
        return [SetupLine("squadron", seat) for seat in seats if self.fit]

    def ways(self) -> list[SetupLine]:
        """Return the rows for the game's switches, and for the way of setting up."""
        asked = self.rules.setting_up(self.start)
        return [
            *(SetupLine("switch", switch=each) for each in self._switches(self.choice.switches)),
            *([SetupLine("set-up")] if asked else []),
        ]

    def _switches(self, chosen: Mapping[str, Any]) -> tuple[Switch, ...]:
        """Return the game's switches (options with a few values), also those that exist only with
        the chosen values of others.
        """
        built, scenario = self.rules.building, self.choice.scenario
        return (*built.switches(scenario), *built.further(scenario, chosen))

    def also(self) -> list[SetupLine]:
        """Return the rows for questions that are not about the set-up."""
        return [SetupLine(each.what, asked=each) for each in self.seating.asked]

    def values(self, row: SetupLine) -> list[Any]:
        """Return the choices of a row; in a row of the set-up, '' stands for the default."""
        if row.asked:
            return list(row.asked.values)
        values = ["", "true"]
        match row.what:
            case "game":
                values = list(dict.fromkeys(each[0] for each in self.offered))
            case "scenario":
                values = [each[1] for each in self.offered if each[0] == self.choice.game]
            case "a_side":
                values = [str(size or "") for size in self._sizes(self.choice)]
            case "player":
                values = list(self.seating.players)
            case "squadron":
                usual = self.rules.building.usual
                values = [*([] if usual else [""]), *map(option_name, self.fit)]
            case "switch" if row.switch:
                values = [value for value, _ in row.switch.values]
        return values

    def value(self, row: SetupLine) -> Any:
        """Return the value that is chosen in a row."""
        if row.asked:
            return self.own[row.what]
        choice, (what, of) = self.choice, row.key
        value = "true" if choice.proposed else ""
        match what:
            case "game":
                value = choice.game
            case "scenario":
                value = choice.scenario
            case "a_side":
                value = str(choice.a_side or "")
            case "player":
                value = choice.players[of]
            case "squadron":
                value = choice.squadrons.get(of, self.rules.building.usual)
            case "switch":
                value = choice.switches.get(of, "")
        return value

    def shown(self, row: SetupLine) -> tuple[str, str]:
        """Return a row's label, and its value in words."""
        labels = {"game": "Game", "a_side": "Squadrons", "set-up": "Set-up"}
        label = labels.get(row.what, "Scenario")
        if row.asked:
            label = row.asked.label
        elif row.switch:
            label = row.switch.label
        elif row.what == "squadron" and row.seat:
            built = self.rules.building
            label = built.kind.capitalize() if built.whole_battle else f"{row.seat.name[:6]} sails"
        elif row.what == "player" and row.seat:
            label = row.seat.name
        return label, self.in_words(row, self.value(row))

    def in_words(self, row: SetupLine, value: Any) -> str:
        """Return a value of a row in words, as the form shows it."""
        if row.asked:
            return row.asked.values.get(value, value or row.asked.none)
        if row.switch:
            return dict(row.switch.values)[value]
        words = {
            "game": lambda: system(value).title,
            "scenario": lambda: titled(self.rules, value).title,
            "squadron": lambda: next(
                (kept.title for kept in self.fit if option_name(kept) == value), self._drawn
            ),
            "a_side": lambda: f"{value} a side" if value else self._drawn,
            "set-up": lambda: QUICK if value else BY_HAND,
        }
        return words[row.what]() if row.what in words else value

    def said_of(self, row: SetupLine, value: str) -> str:
        """Return a remark about a value that is shown before the value is chosen; '' for none."""
        if row.what == "scenario":
            return titled(self.rules, value).about
        if row.what == "player":
            return self.seating.players[value]
        return ""

    def told(self, row: SetupLine) -> str:
        """Return the explanation of a row's value, and what else can be done in the row."""
        usual = self.rules.building.usual
        free = row.what == "squadron" and self.value(row) == usual
        return f"{self.about(row)} {PASTE}" if free else self.about(row)

    def about(self, row: SetupLine) -> str:
        """Return the explanation of a row's value; '' where there is none."""
        about, value = row.asked.about if row.asked else "", self.value(row)
        match row.what:
            case "game":
                scenarios = pluralized(len(self.values(SetupLine("scenario"))), "scenario")
                about = f"{scenarios} in this game; press right for the next game."
            case "a_side":
                about = FLEETS
            case "player":
                about = f"{value}: {self.seating.players[value]}"
            case "squadron" if row.seat:
                about = self._about_squadron(row.seat)
            case "switch" if row.switch:
                about = row.switch.about
            case "set-up":
                about = PROPOSES if value else "Every choice of the set-up is yours."
        return about

    @property
    def _drawn(self) -> str:
        return f"drawn by {self.seating.lot}"

    def _about_squadron(self, seat: Seat) -> str:
        kept, built = self.sailing(seat), self.rules.building
        if kept and kept.draft:
            whose = "came with the game" if kept.ready else "your own"
            units = f"{len(kept.draft.ships)} {built.units}"
            about = f"{kept.points} points, {units}, {whose}."
            about = " ".join((about, *kept.verdict.notes))
        elif built.makes:
            by = self.seating.lot
            about = f"A squadron made by {by}, with the same limit of points as the other squadron."
        else:
            about = f"A squadron that came with the game, by {self.seating.lot}."
        return about

    def sailing(self, seat: Seat) -> SquadronFile | None:
        """Return the squadron chosen for a seat."""
        name = self.choice.squadrons.get(seat.key, self.rules.building.usual)
        return next((kept for kept in self.fit if option_name(kept) == name), None)

    def options(self) -> dict[str, Any]:
        """Return the options of the chosen set-up."""
        built, choice = self.rules.building, self.choice
        seats = [seat.key for seat in self.seats]
        sailing = squadron_options(
            seats, choice.squadrons, self.fit, choice.seed, built.whole_battle, built.makes
        )
        return {**(choice.switches if sailing else choice.plain), **sailing}

    # Choices ---------------------------------------------------------------------------

    def turn(self, row: SetupLine, step: int) -> None:
        """Choose the value `step` places further in a row; after the last comes the first.

        Raises the errors of `take`.
        """
        values = self.values(row)
        self.take(row, values[(values.index(self.value(row)) + step) % len(values)])

    def take(self, row: SetupLine, value: Any) -> None:
        """Choose a value in a row; raises a `WeatherGageError` that says why it is impossible."""
        if row.asked:
            self.own = {**self.own, row.what: value}
            return
        choice, (what, of) = self.choice, row.key
        match what:
            case "game":
                self.choose(value, next(each[1] for each in self.offered if each[0] == value))
            case "scenario":
                self.choose(choice.game, value)
            case "a_side":
                self._settle(replace(choice, a_side=int(value or 0)))
            case "player":
                self._settle(replace(choice, players={**choice.players, of: value}))
            case "squadron":
                self._settle(replace(choice, squadrons=_with(choice.squadrons, of, value)))
            case "switch":
                chosen = _with(choice.switches, of, value)
                known = {each.name for each in self._switches(chosen)}
                kept = {name: said for name, said in chosen.items() if name in known}
                self._settle(replace(choice, switches=kept))
            case _:
                self._settle(replace(choice, proposed=bool(value)))

    def choose(self, game: str, scenario: str) -> None:
        """Choose another scenario and reset all other choices; raises the errors of `take`."""
        other = replace(self.choice, game=game, scenario=scenario, switches={})
        sizes = self._sizes(other)
        self._settle(replace(other, a_side=sizes[0] if sizes else 0))

    def paste(self, row: SetupLine, text: str) -> None:
        """Use a pasted squadron for the seat of a row.

        A `WeatherGageError` says what is wrong with the squadron, or that the row accepts none.
        """
        if row.what != "squadron":
            kind = self.rules.building.kind
            raise Refused(f"highlight the line of a squadron, and paste a {kind} there")
        kept, choice = parse_pasted(text), self.choice
        if kept.draft and kept.draft.game != choice.game:
            raise Refused(
                f"{kept.title} is a {self.rules.building.kind} of {system(kept.draft.game).title}; "
                "choose that game first"
            )
        # This raises the fault of the squadron, or the reason why this scenario does not allow it.
        self.rules.set_up(choice.scenario, {"squadrons": [kept.text] * len(self.seats)})
        if kept.text not in self.values(row):
            if len(self.pasted) >= MOST_PASTED:
                raise Refused(f"at most {MOST_PASTED} squadrons can be pasted here")
            self.pasted = [kept, *self.pasted]
            self.fit = [kept, *self.fit]
        self.take(row, kept.text)

    def reseed(self, seed: int) -> None:
        """Use another seed; the seats of the scenario may change with it."""
        self._settle(replace(self.choice, seed=seed))

    def _sizes(self, choice: SetupChoice) -> tuple[int, ...]:
        """Return the possible numbers of squadrons on each side; 0 stands for letting the seed
        decide.
        """
        sizes = system(choice.game).building.squadrons_a_side(choice.scenario)
        return (0, *sizes) if sizes and self.seating.seed_known else sizes

    def _settle(self, choice: SetupChoice) -> None:
        """Apply changed choices. If the scenario or its seats have changed, players are kept where
        possible, and squadrons are dropped.
        """
        rules = system(choice.game)
        plain = rules.set_up(choice.scenario, choice.plain)
        seats, fit = rules.seats(plain), self.fit
        if self.seating.seed_known:
            seats = seats_of(choice.game, choice.scenario, choice.seed, choice.plain)
        before = self.choice
        same = (choice.game, choice.scenario) == (before.game, before.scenario)
        if seats != self.seats or not same:
            others = self.seating.others
            players = {seat.key: choice.players.get(seat.key, others) for seat in seats}
            choice = replace(choice, players=players, squadrons={})
            fit = playable_squadrons(rules, choice.scenario, len(seats), self.folder, self.pasted)
        self.choice, self.seats, self.fit, self.start, self.fault = choice, seats, fit, plain, ""
        if choice.squadrons:
            try:
                self.start = rules.set_up(choice.scenario, self.options())
            except WeatherGageError as error:
                self.fault = str(error)


def title_of(form: SetUpRows) -> str:
    """Return the title of the chosen scenario."""
    return titled(form.rules, form.choice.scenario).title


def place_of(row: SetupLine, rows: Iterable[SetupLine]) -> int | None:
    """Return the index that a row has now; None when the row no longer exists."""
    return next((at for at, each in enumerate(rows) if each.key == row.key), None)


def _with(chosen: Mapping[str, str], key: str, value: str) -> dict[str, str]:
    """Return a copy of the choices with the choice for `key` changed; the value '' removes it."""
    return {each: said for each, said in {**chosen, key: value}.items() if said}
