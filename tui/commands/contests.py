"""What may be written on the command line for contests: a tournament, the balance of squadrons."""

from __future__ import annotations

from typing import Any

from tui.commands.grammar import Parser, Whole, command, seed


def tournament(commands: Any) -> None:
    """Add the tournament of players."""
    parser = command(
        commands,
        "tournament",
        "tournament:tournament",
        "let players meet each other, and rate them",
        "tournament --players ensign,lieutenant --games 20 --scenario quickstart patrol --jobs 2",
    )
    parser.add_argument(
        "--players",
        required=True,
        type=_names,
        metavar="A,B,...",
        help="two or more, each named once; a program is exec:COMMAND, without a comma in it",
    )
    parser.add_argument(
        "--scenario",
        nargs="+",
        default=["quickstart"],
        metavar="NAME",
        help="where they meet (default: quickstart)",
    )
    _how_often(parser, "battles of each pair in each scenario, from both sides of every table")
    parser.add_argument(
        "--anchor", metavar="PLAYER", help="who stands at 1500 (default: the lieutenant, or all)"
    )
    parser.add_argument(
        "--write", metavar="FILE", help="write the tables between their marks in this file, too"
    )


def balance(commands: Any) -> None:
    """Add the balance of squadrons."""
    parser = command(
        commands,
        "balance",
        "balance:balance",
        "find squadrons that win more than their points say, or less",
        "balance data/oak_iron/squadrons --games 20 --player lieutenant --jobs 2",
    )
    parser.add_argument(
        "folder",
        nargs="?",
        default="",
        metavar="SQUADRONS_DIR",
        help="a folder of squadron files (default: those that come with the game)",
    )
    parser.add_argument(
        "--player",
        default="lieutenant",
        metavar="PLAYER",
        help="who fights on both sides (default: lieutenant)",
    )
    _how_often(parser, "battles of each pair, from both sides of every table")


def _how_often(parser: Parser, about: str) -> None:
    parser.add_argument(
        "--games", type=Whole(1, 1_000_000), default=20, metavar="N", help=f"{about} (default: 20)"
    )
    parser.add_argument(
        "--seed", type=seed, default=1, help="the first table's, then counted up (default: 1)"
    )
    parser.add_argument(
        "--jobs", type=Whole(1, 256), default=1, metavar="N", help="processes (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


def _names(text: str) -> tuple[str, ...]:
    """Return the names between the commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
