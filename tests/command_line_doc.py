"""The reference of the command line, made from the parser: `python -m tests.command_line_doc`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from tui.commands.parser import build

PAGE = Path(__file__).resolve().parent.parent / "docs" / "command-line.md"
MADE = re.compile(r"(<!-- made by: python -m tests\.command_line_doc -->\n).*?(<!-- end -->)", re.S)


def commands() -> dict[str, argparse.ArgumentParser]:
    """Return {command: parser}, including subcommands such as `mail new`."""
    found: dict[str, argparse.ArgumentParser] = {}

    def below(parser: argparse.ArgumentParser, name: str) -> None:
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for word, inner in action.choices.items():
                    path = f"{name} {word}".strip()
                    found[path] = inner
                    below(inner, path)

    below(build(), "")
    return found


def lines() -> Iterator[str]:
    """Yield a heading for each command, and a table of its arguments and options."""
    every = {name: _rows(parser) for name, parser in commands().items()}
    shared = set.intersection(*(set(rows) for rows in every.values() if len(rows) > 1))
    yield "Options of every command stand in the table above and are left out here.\n"
    for name, parser in commands().items():
        about = (parser.description or "").strip().split("\n")[0]
        yield f"### {name}\n"
        yield f"{about[:1].upper()}{about[1:]}.\n".replace("..", ".")
        rows = [row for row in every[name] if row not in shared]
        if rows:
            yield "| takes | what it is |\n|---|---|"
            yield from rows
            yield ""


def _rows(parser: argparse.ArgumentParser) -> list[str]:
    return [row for action in parser._actions if (row := _row(action, parser))]


def _row(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    """Return the row of an argument or option; '' for `--help`, hidden options and subcommands."""
    if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):
        return ""
    if action.help == argparse.SUPPRESS:
        return ""
    takes = parser._get_formatter()._format_action_invocation(action)
    text = (action.help or "") % {**vars(action), "prog": parser.prog}
    cells = (f"`{takes}`".replace("|", "\\|"), " ".join(text.split()).replace("|", "\\|"))
    return f"| {cells[0]} | {cells[1]} |"


def page() -> str:
    """Return the text of the page with the reference of the current parser."""
    made = "\n".join(lines())
    return MADE.sub(lambda m: f"{m[1]}\n{made}\n{m[2]}", PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
