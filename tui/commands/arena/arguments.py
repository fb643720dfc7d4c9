"""The arguments of the commands that fight many battles. Imports nothing of the game."""

from __future__ import annotations

from tui.commands.grammar import (
    OPPONENTS,
    Commands,
    Parser,
    Sitter,
    Whole,
    command,
    random_set_up,
    rule_switches,
    seed,
    which_squadrons,
)


def simulate(commands: Commands) -> None:
    """Add the battles by the hundred."""
    parser = command(
        commands,
        "simulate",
        "arena.simulate:simulate",
        "let computer players fight many battles",
        "simulate quickstart --games 200 --a lieutenant --b ensign --mirror --jobs 2",
    )
    parser.add_argument(
        "what",
        nargs="+",
        metavar="SCENARIO|SQUADRONS",
        help="a scenario's name; or squadron files or names, two or four to eight",
    )
    parser.add_argument(
        "--games", type=Whole(1, 1_000_000), required=True, metavar="N", help="how many battles"
    )
    for seat, other in (("a", "first"), ("b", "second")):
        parser.add_argument(
            f"--{seat}",
            type=Sitter(OPPONENTS[1:]),
            metavar="PLAYER",
            default="ensign",
            help=f"the player of the {other} side, or exec:COMMAND (default: ensign)",
        )
    parser.add_argument("--mirror", action="store_true", help="swap sides every other battle")
    which_squadrons(parser)
    rule_switches(parser)
    random_set_up(parser)
    parser.add_argument(
        "--seed", type=seed, default=1, help="the first battle's, then counted up (default: 1)"
    )
    parser.add_argument("--jobs", type=Whole(1, 256), metavar="N", help="processes (default: 1)")
    parser.add_argument(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="let the workers of a Dask scheduler fight, as tcp://host:8786",
    )
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="keep every result in this file, and go on from those that it has",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "csv", "battles"),
        help="battles: a table with a row for each (default: text)",
    )
    parser.add_argument("--json", action="store_true", help="as --format json, for programs")
    parser.add_argument("--csv", action="store_true", help="as --format csv, for a spreadsheet")
    parser.add_argument("--plot", action="store_true", help="draw bars and curves below the text")


def tournament(commands: Commands) -> None:
    """Add the tournament of players."""
    parser = command(
        commands,
        "tournament",
        "arena.tournament:tournament",
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
    rule_switches(parser)
    _how_often(parser, "battles of each pair in each scenario, from both sides of every table")
    parser.add_argument(
        "--anchor", metavar="PLAYER", help="who stands at 1500 (default: the lieutenant, or all)"
    )
    parser.add_argument(
        "--write", metavar="FILE", help="write the tables between their marks in this file, too"
    )


def balance(commands: Commands) -> None:
    """Add the balance of squadrons."""
    parser = command(
        commands,
        "balance",
        "arena.balance:balance",
        "find squadrons that win more than their points say, or sides of scenarios that do",
        "balance --games 20 --player lieutenant --jobs 2",
    )
    parser.add_argument(
        "folder",
        nargs="?",
        default="",
        metavar="SQUADRONS_DIR",
        help="a folder of squadron files (default: those that come with the game)",
    )
    parser.add_argument(
        "--scenario",
        nargs="+",
        default=[],
        metavar="NAME",
        help="scenarios instead: which side of each wins how often",
    )
    rule_switches(parser)
    parser.add_argument(
        "--player",
        default="lieutenant",
        metavar="PLAYER",
        help="who fights on both sides (default: lieutenant)",
    )
    _how_often(parser, "battles of each pair, from both sides of every table; of each scenario")


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
