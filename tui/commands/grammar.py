"""The building blocks of a command line: commands and options as rows of a table, types of values,
errors of one line.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn, TypeAlias

from engine.base.text import capitalized, clean
from tui.terminal.terminal import page

FINE, NO, WRONG, INTERRUPTED = 0, 1, 2, 130
"""The exit codes of commands: success, the answer is no, wrong use, and Ctrl+C (130, as in
shells)."""

OPPONENTS = ("human", "ensign", "lieutenant", "captain", "admiral")
"""The players that a seat may have: a person, then the computer players, weakest first."""


LONGEST = 60
"""A wrong word is quoted in an error with at most this many characters."""
YES_OR_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Misuse(Exception):
    """The error for a wrong command line; its text is one line."""


class Help(argparse.RawDescriptionHelpFormatter):
    """Formats help as wide as the terminal on which it is printed, even if the variable COLUMNS
    differs.
    """

    def __init__(self, prog: str, **options: Any) -> None:
        options.setdefault("width", page(sys.stdout)[0] - 2)
        super().__init__(prog, **options)


class Parser(argparse.ArgumentParser):
    """An argparse parser that raises `Misuse` instead of printing its usage."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("allow_abbrev", False)
        options.setdefault("formatter_class", Help)
        super().__init__(*args, **options)

    def error(self, message: str) -> NoReturn:
        """Raise `Misuse`, with a hint at `--help`."""
        raise Misuse(f"{_briefer(message)} (see {self.prog} --help)")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""The type of the group that a command is added to; argparse has no public name for it."""


def _briefer(message: str) -> str:
    """Return argparse's message about a wrong word in a few words, with the most similar valid
    word.

    >>> _briefer("argument COMMAND: invalid choice: 'pley' (choose from 'play', 'show')")
    "COMMAND: there is no 'pley'; did you mean play?"

    """
    found = re.fullmatch(
        r"argument (.+?): invalid choice: (.+?) \(choose from (.+)\)", message, re.S
    )
    if found is None:
        return message
    what, wrong, known = found.groups()
    choices = [each.strip("' ") for each in known.split(",")]
    near = get_close_matches(wrong.strip("'")[:80], choices, 1)
    if not near and what == "COMMAND":
        known = ", ".join(choices)
        return (
            f"there is no command {shortened(wrong)}; `weathergage play SCENARIO` begins a battle; "
            f"the commands are {known}"
        )
    if not near:
        return message
    return f"{what}: there is no {shortened(wrong)}; did you mean {near[0]}?"


def shortened(text: str) -> str:
    """Return a text in quotation marks, shortened if it is long."""
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def everywhere() -> Parser:
    """Return a parser with the options of every command: they may come before or after its name."""
    parent = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    group = parent.add_argument_group("options of all commands")
    group.add_argument(
        "--data",
        metavar="DIR",
        help="a folder of your own data files, which override those of the game",
    )
    group.add_argument("--saves", metavar="DIR", help="the folder where battles are kept")
    group.add_argument(
        "--color",
        choices=("auto", "truecolor", "256", "16", "none"),
        help="how many colours (auto: as many as the terminal reports)",
    )
    group.add_argument(
        "--no-color", dest="color", action="store_const", const="none", help="same as --color none"
    )
    group.add_argument("--glyphs", choices=("auto", "ascii", "unicode"), help="the glyph set")
    group.add_argument(
        "--no-sync",
        dest="sync",
        action="store_false",
        help="do not use synchronised output, for terminals that show garbage with it",
    )
    group.add_argument("--keymap", metavar="FILE", help="a TOML file with your own keys")
    return parent


class Option(NamedTuple):
    """An option or a positional argument of a command, as the arguments that argparse needs for
    it.
    """

    name: str
    how: Mapping[str, Any]
    head: str = ""
    """The heading under which help lists it; '' for the default heading."""


def opt(form: str, about: str, **how: Any) -> Option:
    """Return an option or argument of a command: with `--jobs N` an option, with `file FILE` a
    positional argument.

    The second word of `form`, if any, is the placeholder of its value in help.
    """
    name, _, value = form.partition(" ")
    return Option(name, {"help": about, **({"metavar": value} if value else {}), **how})


def flag(name: str, about: str) -> Option:
    """Return an option that takes no value."""
    return Option(name, {"help": about, "action": "store_true"})


def headed(head: str, *options: Option) -> list[Option]:
    """Return the given options under the heading `head` of the help."""
    return [each._replace(head=head) for each in options]


class Command(NamedTuple):
    """A command with its options in the order in which help lists them."""

    name: str
    run: str
    """The command's function, as `module:function` below tui.commands; it is imported when the
    command runs."""
    about: str
    example: str
    options: Sequence[Option] = ()
    parts: Sequence[Command] = ()
    """The subcommands, such as `mail new` of `mail`."""
    below: Mapping[str, Any] = {}
    """More arguments for argparse, for the group of subcommands."""
    described: str = ""
    """The introduction in the command's help; '' to use the one-line description there too."""

    def add(self, commands: Commands) -> None:
        """Add a parser for this command to a group of commands."""
        parser = commands.add_parser(
            self.name,
            help=self.about,
            description=self.described or f"{capitalized(self.about)}.",
            epilog=f"example:\n  weathergage {self.example}",
            parents=[everywhere()],
        )
        parser.set_defaults(run=f"tui.commands.{self.run}")
        if self.parts:
            below = parser.add_subparsers(**self.below)
            for part in self.parts:
                part.add(below)
        groups: dict[str, argparse._ActionsContainer] = {"": parser}
        for option in self.options:
            if option.head not in groups:
                groups[option.head] = parser.add_argument_group(option.head)
            groups[option.head].add_argument(option.name, **option.how)


def names(text: str) -> tuple[str, ...]:
    """Return the names in a comma-separated list.

    >>> names("ensign, lieutenant")
    ('ensign', 'lieutenant')
    """
    return tuple(name.strip() for name in text.split(",") if name.strip())


def parse_assignment(text: str) -> tuple[str, Any]:
    """Parse `NAME=VALUE`; raises `ArgumentTypeError` for other text.

    A value is true, false, a whole number, or else the text itself.

    >>> parse_assignment("closer_start=6"), parse_assignment("rescue=no")
    (('closer_start', 6), ('rescue', False))
    """
    name, equals, value = (part.strip() for part in clean(text).partition("="))
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, such as closer_start=6")
    word = value.lower()
    if word in YES_OR_NO:
        return name, YES_OR_NO[word]
    whole = word.removeprefix("-")
    return name, int(word) if whole.isascii() and whole.isdigit() and len(word) < 19 else value


SAMPLE = "sample:"
"""The beginning of a name that stands for a file shipped with the game."""


def parse_file(text: str) -> str:
    """Return the path of a file named on the command line; `sample:boarding` is a file shipped with
    the game.
    """
    if not text.startswith(SAMPLE):
        return text
    from engine.files.saves import samples

    known = samples()
    found = known.get(text.removeprefix(SAMPLE))
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not one of {', '.join(known)}")
    return str(found)


LONGEST_SEED = 39
"""The number of digits of the largest seed; a longer text is refused without being parsed."""


def seed(text: str) -> int:
    """Return the seed of the dice from its text, a whole number of at most 128 bits.

    Raises `ArgumentTypeError` for any other text.
    """
    # lazy import: it loads hashes, which most commands do not need
    from engine.base.dice import HIGHEST, LOWEST

    number = int(text) if text.lstrip("-").isdecimal() and len(text) <= LONGEST_SEED else None
    if number is None or not LOWEST <= number <= HIGHEST:
        what = f"{text[:LONGEST_SEED]!r} is not a whole number from 0 to {HIGHEST}"
        raise argparse.ArgumentTypeError(what)
    return number


class PlayerType:
    """The argparse type of a computer player: a name, an admiral with a time budget, or a
    program.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def __call__(self, text: str) -> str:
        """Return the player's name; raises `ArgumentTypeError` (argparse prints it) if there is no
        such player.
        """
        if text in self.names or text.startswith("exec:"):
            return text
        rank, _, words = text.partition(":")
        if rank == "admiral" and rank in self.names:
            from engine.base.errors import Refused
            from engine.players.admiral import parse_budget

            try:
                parse_budget(words)
            except Refused as error:
                raise argparse.ArgumentTypeError(str(error)) from None
            return text
        known = ", ".join(self.names)
        near = get_close_matches(text[:80], self.names, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        what = f"{shortened(text)!r} is not one of {known} or exec:COMMAND{hint}"
        raise argparse.ArgumentTypeError(what)


PLACE = re.compile(r"(?:(turn):?\s?|(t)|entry:?\s?)?(\d{1,9})|start|end", re.IGNORECASE)


def moment(text: str) -> str:
    """Return a moment of a battle in the form that a replay understands: `151`, `t3`, `start`,
    `end`.

    Raises `ArgumentTypeError` (argparse prints it) for any other text.
    """
    found = PLACE.fullmatch(text.strip())
    if not found:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a moment: write an entry such as 151, a turn such as turn:3, or "
            "start or end"
        )
    return f"{'t' if found[1] or found[2] else ''}{found[3] or text.strip().lower()}"


class IntRange:
    """The argparse type of a whole number within bounds."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def __call__(self, text: str) -> int:
        """Return the number in a text; raises `ArgumentTypeError` (argparse prints it) for any
        other text.
        """
        # The length is limited because int() is slow for endless digits.
        number = int(text) if text.lstrip("-").isdecimal() and len(text) < 30 else None
        if number is None or not self.low <= number <= self.high:
            span = f"from {self.low} to {self.high}" if self.high < sys.maxsize else ""
            lowest = span or f"of {self.low} or more"
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {lowest}")
        return number
