"""The forms for setting up a new battle, at one keyboard and by mail, and how a form's rows are
filled in by typed words.
"""

from __future__ import annotations

import getpass
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import clean, parse_number
from engine.files import desks as stored
from engine.files.saves import begin, random_seed, saves_folder
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import PLAYERS
from engine.post import letters
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail as desks
from engine.sitting.setting_up.rows import (
    FormQuestion,
    Seating,
    SetupChoice,
    SetupLine,
    SetUpRows,
    first_choice,
)

# At one keyboard: possible players, the default choices, and the start of the battle.


HUMAN, COMPUTER = "human", "lieutenant"
SEATED = Seating(
    {HUMAN: "a person at this keyboard", **PLAYERS}, COMPUTER, "the seed", seed_known=True
)
"""The players that may have a seat."""
LONG = 2**64
"""Seeds of at least this value are shown abbreviated, since nobody types or guesses them."""
SEED = SetupLine("seed")


def quick_start(game: str = "") -> SetupChoice:
    """Return the choices of the quick start: the first scenario of a game, by default of the first
    game.

    A person plays against the computer player `lieutenant`, with a random seed.
    """
    choice = first_choice(random_seed(), game)
    rules = system(choice.game)
    keys = [seat.key for seat in rules.seats(rules.set_up(choice.scenario))]
    players = {key: HUMAN if key == keys[0] else COMPUTER for key in keys}
    return replace(choice, players=players)


def start(
    choice: SetupChoice, saves: Path | None = None, options: Mapping[str, Any] | None = None
) -> Battle:
    """Begin the battle that was chosen in a form, in a new file; raises `SetUpFault` if it cannot
    be set up, `FileFault` if the file cannot be written.
    """
    game = system(choice.game)
    asked = game.setting_up(game.set_up(choice.scenario, options))
    return begin(
        game,
        choice.scenario,
        choice.players,
        saves_folder(saves),
        choice.seed,
        options,
        proposed=choice.proposed and asked,
    )


def seed_in_short(seed: int) -> str:
    """Return a seed as it is shown: in full, or for a long random seed only its first digits."""
    return str(seed) if seed < LONG else f"{str(seed)[:8]}.."


TYPED_SEED = FormQuestion(
    "seed", "Seed", "The same seed gives the same dice; type digits.", none="drawn"
)
"""The question for the seed, in the line interface."""
MOST_DIGITS = 18
"""A typed seed has at most this many digits."""


class HomeForm(SetUpRows):
    """The form for a new battle at one keyboard, in the line interface; one of its rows is the
    seed.
    """

    def __init__(self, folder: Path | None) -> None:
        """Begin with the quick start; a player's own squadrons are in `folder`."""
        super().__init__(quick_start(), SEATED._replace(asked=(TYPED_SEED,)), folder)

    def rows(self) -> list[SetupLine]:
        """Return all rows in the order of the page."""
        return [*self.who(), *self.forces(), *self.ways(), *self.also()]

    def take(self, row: SetupLine, value: Any) -> None:
        """Set the value of a row. A new seed may change the seats of the scenario."""
        if row.asked is TYPED_SEED:
            if value and not (value.isdecimal() and len(value) <= MOST_DIGITS):
                raise Refused(f"a seed is a whole number of at most {MOST_DIGITS} digits")
            self.reseed(parse_number(value) if value else random_seed())
        super().take(row, value)


# By mail: the form for a new battle, for screens and the line interface.


ASKED = (
    FormQuestion("side", "You play", values={False: "the first side", True: "the other side"}),
    FormQuestion("me", "Your name", "Your name as your opponent reads it; type it."),
    FormQuestion("other", "Playing with", "The name of your opponent; type it."),
    FormQuestion("letters", "Letters", values={False: "quick", True: "strict"}),
    FormQuestion(
        "word", "Your word", "A word of your own, mixed into the dice; empty: a random one."
    ),
)
"""The questions of the form by mail that are not about the set-up."""
MAIL_SEATED = Seating(
    {"you or your opponent": ""}, "you or your opponent", "lot", seed_known=False, asked=ASKED
)
"""The players of a battle by mail: who has which seat follows from the side that is chosen.

There is no seed yet, because the players agree on the dice by the first letters."""


class MailForm(SetUpRows):
    """The form for a new battle by mail. It has rows for the side and the names instead of players
    and seed.
    """

    def __init__(self, folder: Path) -> None:
        """Begin with the name that the player used last in the folder of battles by mail."""
        super().__init__(first_choice(random_seed()), MAIL_SEATED)
        self.own["me"] = own_name(folder)

    def rows(self) -> list[SetupLine]:
        """Return all rows in the order of the page."""
        who = [line for line in self.who() if line.what != "player"]
        ways = [line for line in self.ways() if line.what != "set-up"]
        side, me, other, letters, word = self.also()
        last = [letters] if self.strict else [letters, word]
        return [*who, side, me, other, *ways, *self.forces(), *last]

    @property
    def strict(self) -> bool:
        """Whether the player has chosen a strict battle."""
        return bool(self.own["letters"])

    @property
    def second(self) -> bool:
        """Whether the player has the second side instead of the first."""
        return bool(self.own["side"])

    def in_words(self, row: SetupLine, value: Any) -> str:
        """Return a value in words; a side is named by its seats."""
        return self.seats_named(value) if row.what == "side" else super().in_words(row, value)

    def about(self, row: SetupLine) -> str:
        """Return the explanation of a row's value."""
        if row.what in ("game", "scenario"):
            return self.about_scenario
        if row.what == "side":
            mine, others = self.seats_named(self.second), self.seats_named(not self.second)
            return f"You play {mine}, your opponent {others}."
        if row.what != "letters":
            return super().about(row)
        costs = self.rules.strict_costs
        if not self.strict:
            return f"{desks.QUICK} A strict battle takes {costs}."
        return self.why_not_strict() or f"{desks.STRICT} It takes {costs}."

    def why_not_strict(self) -> str:
        """Return why this battle cannot be strict; '' if it can be, or if the player has not chosen
        a strict one.
        """
        why = self.rules.dealt_in_secret if self.strict else ""
        return f"It cannot be strict: {why}." if why else ""

    def seats_named(self, second: bool) -> str:
        """Return the names of the seats of the first side, or of the second."""
        seats = desks.seats_of(self.seats, second)
        return ", ".join(seat.name for seat in self.seats if seat.key in seats)

    def missing(self) -> str:
        """Return what is missing or wrong before the battle can be founded; '' if nothing is."""
        if self.fault:
            return self.fault
        for name, whose in (("me", "your name"), ("other", "your opponent's name")):
            if not self.own[name].strip():
                return f"Type {whose} in its line."
        return self.why_not_strict()

    def new_desk(self) -> Desk:
        """Return the desk of the new battle; raises the errors of `mail.new_desk_of_game`."""
        return desks.new_desk_of_game(
            self.rules,
            self.choice.scenario,
            (self.own["me"].strip(), self.own["other"].strip()),
            self.second,
            "" if self.strict else self.own["word"],
            self.options(),
            self.strict,
        )


def own_name(folder: Path) -> str:
    """Return the player's name in battles by mail: the one used last, else that of the account on
    this machine, else ''.
    """
    latest = sorted(
        stored.desk_names(folder), key=lambda name: stored.desk_path(folder, name).stat().st_mtime
    )
    for name in reversed(latest):
        try:
            desk = stored.load(folder, name)
        except WeatherGageError:
            continue
        if desk:
            return desk.me
    try:
        account = getpass.getuser()
    except (OSError, KeyError, ImportError):  # the account has no name
        return ""
    return account if letters.is_name(account) else ""


# Rows in typed words: every row of `SetUpRows` has a word, so that a form can also be filled in by
# typing.


USUAL = "usual"
"""The word to type for the default choice, which is the first of a row."""
NONE = ("", "-", "none")
"""Typing one of these leaves a row of free text empty."""
TERM = re.compile(r"(\S+?)=")
"""Matches the beginning of a term (ROW=CHOICE), such as `clock=`. The line `clock=a day
watching=not at all` has two terms."""
YES_OR_NO: dict[Any, str] = {True: "yes", False: "no"}


Rows = Callable[[], Sequence[SetupLine]]
"""A function that returns the current rows of a form."""


class Choice(NamedTuple):
    """One choice of a row: its typed word, its value, and its label."""

    typed: str
    value: Any
    words: str


def word_of(row: SetupLine) -> str:
    """Return the word to type for a row: such as `clock` or `a_side`; for the player of a seat, the
    seat's key; for the seat's squadron, `sails_` and the key.
    """
    if row.switch:
        return row.switch.name
    if row.seat:
        return f"sails_{row.seat.key}" if row.what == "squadron" else row.seat.key
    return row.what.replace("-", "_")


def is_typed(row: SetupLine) -> bool:
    """Tell whether the value of a row is free text, not one of several choices."""
    return bool(row.asked and not row.asked.values)


def row_named(rows: Sequence[SetupLine], word: str) -> SetupLine:
    """Return the row that a typed word names: by the row's word, or by a seat's name.

    If there is none, raises `Refused` with the words of all rows.
    """
    said = word.lower().replace("-", "_")
    for row in rows:
        if word_of(row).lower() == said:
            return row
    for row in rows:
        if row.what == "player" and row.seat and row.seat.name.lower() == word.lower():
            return row
    raise Refused(f"there is no row {word[:40]}; there are {', '.join(map(word_of, rows))}")


def choices(form: SetUpRows, row: SetupLine) -> list[Choice]:
    """Return the choices of a row in the order of the page; [] for a row of free text.

    What is typed for a choice is its number in this order; but if the values themselves are
    numbers, the value.
    """
    values = form.values(row)
    figures = not row.asked and any(str(value).isdecimal() for value in values)
    return [
        Choice(
            (str(value) or USUAL) if figures else str(number), value, str(form.in_words(row, value))
        )
        for number, value in enumerate(values, 1)
    ]


def read_choice(form: SetUpRows, row: SetupLine, text: str) -> Any:
    """Return the value of the choice that a typed text names: by its number, its name, or words of
    its label that fit no other choice.

    Raises `Refused` with the choices if the text means none of them, or several.
    """
    if is_typed(row):
        said = clean(text).strip()
        return "" if said.lower() in NONE else said
    offered, said = choices(form, row), " ".join(text.lower().split())
    if said == USUAL:
        return offered[0].value
    for matches in (
        lambda each: said == each.typed.lower(),
        lambda each: said == YES_OR_NO.get(each.value, str(each.value)).lower() != "",
        lambda each: said == each.words.lower(),
        lambda each: each.words.lower().startswith(said),
        lambda each: _has(each.words, said),
    ):
        found = [each for each in offered if said and matches(each)]
        if len(found) == 1:
            return found[0].value
    listed = ", ".join(each.words for each in offered)
    raise Refused(f"there is no '{text[:40]}' for {word_of(row)}; choose one of: {listed}")


def _has(words: str, said: str) -> bool:
    """Tell whether each typed word begins a word of a choice's label."""
    known = re.findall(r"\w+", words.lower())
    return all(any(each.startswith(word) for each in known) for word in said.split())


def read_terms(text: str) -> list[tuple[str, str]]:
    """Return the terms (ROW=CHOICE) of a line as pairs (row, choice); `B=lieutenant clock=a day`
    has two terms.

    Raises `Refused` for text before the first term.
    """
    before, *rest = TERM.split(text)
    if before.strip():
        raise Refused(f"'{before.strip()[:40]}' is not of the form ROW=CHOICE, such as clock=a day")
    return [(word, said.strip()) for word, said in zip(rest[::2], rest[1::2], strict=True)]


def fill(form: SetUpRows, rows: Rows, terms: Sequence[tuple[str, str]]) -> None:
    """Apply terms (pairs of row and choice) to a form, in any order that works.

    A row may exist only after another term was applied.

    Raises the error of the first term that cannot be applied.
    """
    left = list(terms)
    while left:
        refused: list[tuple[tuple[str, str], WeatherGageError]] = []
        for word, said in left:
            try:
                row = row_named(rows(), word)
                form.take(row, read_choice(form, row, said))
            except WeatherGageError as error:
                refused.append(((word, said), error))
        if len(refused) == len(left):
            raise refused[0][1]
        left = [term for term, _ in refused]


def form_lines(form: SetUpRows, rows: Sequence[SetupLine]) -> list[str]:
    """Return one line for each row: word, label and choice."""
    width = max(len(word_of(row)) for row in rows)
    lines = []
    for row in rows:
        label, value = form.shown(row)
        lines.append(f"{word_of(row):<{width}}  {label}: {value}")
    return lines


def row_lines(form: SetUpRows, row: SetupLine, words: str = "") -> list[str]:
    """Return lines about a row and its choices; with `words`, only about choices with these
    words.
    """
    label, value = form.shown(row)
    about = form.about_scenario if row.what in ("game", "scenario") else form.about(row)
    lines = [f"{label}: {value}. {about}".strip()]
    if is_typed(row):
        return [*lines, f"Type `{word_of(row)}` and your words; `{word_of(row)} -` for none."]
    for each in choices(form, row):
        said = form.said_of(row, each.value)
        text = f"{each.words}: {said}" if said else each.words
        if _has(text, words.lower()):
            lines.append(f"  {each.typed}  {text}")
    return lines if len(lines) > 1 else [*lines, f"No choice has '{words}'."]
