"""The man page, made from the parser: roff, in which no option is hyphenated or stretched."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from engine import __version__
from tui.commands.grammar import Parser

WIDTH = 72
"""Columns of a usage line: what man leaves of a terminal of 80."""
EXIT = (("0", "fine"), ("1", "the answer is no"), ("2", "wrong use or bad input"))
VARIABLES = (
    ("WEATHERGAGE_CONFIG", "the folder of settings, keymap.toml and own records"),
    ("WEATHERGAGE_TRACEBACK", "1 shows the traceback of a fault of the program"),
    ("NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE", "no colours; colours where output is no terminal"),
    ("COLUMNS, LINES", "the size of output that is no terminal"),
)


def man_page(parser: Parser) -> str:
    """Return the page of the program and of each of its commands."""
    return "".join(f"{line}\n" for line in _page(parser))


def _page(parser: Parser) -> Iterator[str]:
    yield f'.TH WEATHERGAGE 6 "" "Weather Gage {__version__}" "Games"'
    yield ".nh"  # a word that is hyphenated could not be typed
    yield ".ad l"
    yield ".SH NAME"
    yield r"weathergage \- fighting sail in a terminal"
    yield ".SH SYNOPSIS"
    yield from _usage(parser)
    yield ".SH DESCRIPTION"
    yield _text(parser.description or "")
    yield ".SH OPTIONS"
    yield from _arguments(parser, shared=True)
    yield ".SH COMMANDS"
    yield from _commands(parser)
    for title, rows in (("EXIT STATUS", EXIT), ("ENVIRONMENT", VARIABLES)):
        yield f".SH {title}"
        for name, about in rows:
            yield from _term(name, about)
    examples, _, _ = (parser.epilog or "").partition("\nexit codes")
    yield ".SH EXAMPLES"
    yield from _as_written(
        [re.sub(r" {2,}", "  ", line.strip()) for line in examples.splitlines()[1:]]
    )


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a section for each command, and for each command of a command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield f".SS {_text(inner.prog)}"
                yield from _usage(inner)
                yield ".PP"
                yield _text(inner.description or "")
                yield from _arguments(inner)
                yield from _commands(inner)


def _usage(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the usage as argparse lays it out, line by line."""
    formatter = argparse.HelpFormatter(parser.prog, width=WIDTH)
    own = [each for each in parser._actions if each.help != argparse.SUPPRESS]
    wanted = [each for each in own if not _is_shared(each)]
    formatter.add_usage(None, wanted, [])
    text = formatter.format_help().strip().removeprefix("usage: ")
    lines = [re.sub(r"^ {7}", "", line) for line in text.splitlines()]
    yield from _as_written([row for line in lines for row in _narrow(line)])


def _narrow(line: str) -> list[str]:
    """Return a line of usage; one choice of many words goes on below, after a comma."""
    indent = " " * (len(line) - len(line.lstrip()) + 1)
    rows = [line]
    while len(rows[-1]) > WIDTH and (comma := rows[-1].rfind(",", 0, WIDTH) + 1):
        rows[-1:] = [rows[-1][:comma], f"{indent}{rows[-1][comma:]}"]
    return rows


def _as_written(lines: list[str]) -> Iterator[str]:
    """Yield lines that are neither filled nor wrapped."""
    yield ".nf"
    yield from (_text(line) for line in lines)
    yield ".fi"


def _arguments(parser: argparse.ArgumentParser, shared: bool = False) -> Iterator[str]:
    """Yield what a parser takes; what each takes stands with the program alone, `shared`."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:
            continue
        if shared or not _is_shared(action):
            takes = parser._get_formatter()._format_action_invocation(action)
            yield from _term(takes, (action.help or "") % {**vars(action), "prog": parser.prog})


def _is_shared(action: argparse.Action) -> bool:
    """Tell whether an option is one of every command."""
    names = {"--data", "--saves", "--color", "--no-color", "--glyphs", "--no-sync", "--keymap"}
    return bool(names.union({"--help"}).intersection(action.option_strings))


def _term(name: str, about: str) -> Iterator[str]:
    yield ".TP"
    yield rf"\fB{_text(name)}\fR"
    yield _text(about)


def _text(text: str) -> str:
    r"""Return a text as roff reads it: no sign of it is a command.

    >>> _text("--to battle.html: a\\b")
    '\\-\\-to battle.html: a\\eb'
    """
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", text)
