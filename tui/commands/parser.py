"""The parser of the whole command line. It imports nothing of the game.

Each command names the function that runs it as `module:function`, so that only what a command
needs is imported.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from engine import __version__
from tui import UNOFFICIAL
from tui.commands.arena.arguments import balance, simulate, tournament
from tui.commands.grammar import (
    OPPONENTS,
    Commands,
    Parser,
    Sitter,
    Whole,
    command,
    everywhere,
    random_set_up,
    rule_switches,
    saved,
    seed,
    which_squadrons,
)
from tui.commands.remote.arguments import host, join, mail

EPILOG = f"""\
examples:
  weathergage                                   the opening menu
  weathergage play quickstart --b lieutenant    play Red against the computer
  weathergage replay sample:boarding
  weathergage simulate quickstart --games 100 --a lieutenant --b ensign

exit codes: 0 fine, 1 the answer is no, 2 wrong use or bad input

{UNOFFICIAL}
"""
SEATS = "abcdefgh"
"""The options that name players, one for each seat of the largest battle."""


BATTLE = "a battle file; sample:NAME is one that came with the game"
SEED = "the seed of the dice (default: a new one of 128 bits; a program could try out a short one)"


def build(only: str = "") -> Parser:
    """Return the parser for all commands, or for `only` one, which starts faster."""
    parser = Parser(
        prog="weathergage",
        description="Weather Gage: fighting sail in a terminal.",
        epilog=EPILOG,
        parents=[everywhere()],
    )
    parser.add_argument("--version", action="version", version=f"weathergage {__version__}")
    parser.set_defaults(run="tui.commands.play:menu", **DEFAULTS)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, add in COMMANDS.items():
        if only in ("", name):
            add(commands)
    return parser


DEFAULTS: dict[str, Any] = {
    "data": None,
    "saves": None,
    "color": None,
    "glyphs": None,
    "sync": True,
    "keymap": None,
}


def _play(commands: Commands) -> None:
    parser = command(
        commands,
        "play",
        "play:play",
        "play a scenario, a position, or go on with a saved battle",
        "play quickstart --a human --b lieutenant --seed 7",
    )
    parser.add_argument(
        "what",
        nargs="?",
        default="quickstart",
        metavar="WHAT",
        help="a scenario's name, a position file or a battle file (default: quickstart)",
    )
    _sitters(parser)
    parser.add_argument("--seed", type=seed, help=SEED)
    which_squadrons(parser)
    rule_switches(parser)
    random_set_up(parser)
    _recover(parser)
    _plain(parser)


def _series(commands: Commands) -> None:
    parser = command(
        commands,
        "series",
        "series:series",
        "play so many battles of a scenario in a chain, changing sides, for one score",
        "series quickstart --best-of 3 --b lieutenant",
    )
    parser.add_argument(
        "what",
        metavar="WHAT",
        help="a scenario's name, that of a series, or a file of a series",
    )
    parser.add_argument(
        "--best-of",
        type=Whole(1, 15),
        metavar="N",
        help="how many battles at most (default: as the series says, else 3)",
    )
    parser.add_argument(
        "--alternation",
        choices=("sides", "ends", "none"),
        help="what changes from battle to battle: each takes the other's side, or the other's end "
        "with its own squadron along (default: sides)",
    )
    parser.add_argument(
        "--carry",
        metavar="WHAT",
        help="what is carried from battle to battle, where the game can: crew (default: nothing)",
    )
    _sitters(parser)
    parser.add_argument("--seed", type=seed, help=SEED)
    which_squadrons(parser)
    rule_switches(parser)


def _sitters(parser: Parser) -> None:
    for seat in SEATS:
        about = {
            "a": f"who plays squadron A: {', '.join(OPPONENTS)}, or a program, exec:COMMAND",
            "b": "squadron B; --c to --h likewise, in fleets",
        }
        parser.add_argument(
            f"--{seat}",
            type=Sitter(OPPONENTS),
            metavar="PLAYER",
            help=about.get(seat, argparse.SUPPRESS),
        )
    parser.add_argument(
        "--others",
        type=Sitter(OPPONENTS),
        metavar="PLAYER",
        help="who plays all that are not named (default: human, or as the file says)",
    )


def _replay(commands: Commands) -> None:
    parser = command(
        commands,
        "replay",
        "play:replay",
        "watch a saved battle step by step",
        "replay sample:boarding --at 40",
    )
    parser.add_argument("file", type=saved, metavar="FILE", help=BATTLE)
    _at(parser)
    _recover(parser)
    _plain(parser)


def _show(commands: Commands) -> None:
    parser = command(
        commands,
        "show",
        "show:show",
        "print one chart with the ship cards",
        "show sample:boarding --at 40 --width 120 --height 40 --glyphs ascii",
    )
    _source(parser)
    _at(parser)
    for name, low, high in (("width", 40, 500), ("height", 12, 300)):
        parser.add_argument(
            f"--{name}",
            type=Whole(low, high),
            metavar=name[0].upper(),
            help=f"{'columns' if name == 'width' else 'rows'} (default: the terminal's)",
        )
    _recover(parser)


def _report(commands: Commands) -> None:
    parser = command(
        commands,
        "report",
        "tell:report",
        "tell a battle line by line",
        "report sample:boarding --format md",
    )
    parser.add_argument("file", type=saved, metavar="FILE", help=BATTLE)
    parser.add_argument(
        "--format", choices=("text", "md", "json"), default="text", help="default: text"
    )
    parser.add_argument(
        "--choices",
        type=Whole(0, 1000),
        default=0,
        metavar="N",
        help="mark the N choices that cost most, once the battle is over; takes a while "
        "(default: 0)",
    )
    _chapter(parser, "tell this chapter alone")
    _recover(parser)


def _fork(commands: Commands) -> None:
    parser = command(
        commands,
        "fork",
        "branch:fork",
        "begin a new battle from a moment of a saved one; prints its file",
        "fork sample:boarding --at 40",
    )
    parser.add_argument("file", type=saved, metavar="FILE", help=BATTLE)
    _at(parser)
    _chapter(parser, "from the beginning of this chapter")
    _to(parser)


def _export(commands: Commands) -> None:
    parser = command(
        commands,
        "export",
        "share:export",
        "share a battle as a page, picture, text or film, or cut one out of a chain; prints the "
        "new file",
        "export sample:boarding --to battle.html",
    )
    parser.add_argument("file", type=saved, metavar="FILE", help=BATTLE)
    parser.add_argument(
        "--to",
        metavar="NEW",
        help="the new file; its ending says what it is: .html a page to step through, .svg or .png "
        "a picture, .md text with diagrams, .cast a film of a terminal; a battle that is cut out "
        "has any other (default: one with the saved battles)",
    )
    _chapter(parser, "this chapter alone; without --to its battle, in a file that plays on")
    _at(parser)
    _entry(parser, "--from", "first", "from entry N on")
    _entry(parser, "--until", "until", "up to entry N")
    parser.add_argument("--seat", metavar="SEAT", help="as this seat sees it (default: a watcher)")
    parser.add_argument(
        "--open", action="store_true", help="with cards that were never shown, once it is over"
    )
    parser.add_argument(
        "--moments", metavar="N,tN,...", help="text: diagrams of these entries and turns alone"
    )
    parser.add_argument(
        "--diagrams",
        choices=("letters", "svg"),
        help="text: diagrams in letters, or as pictures beside it (default: letters)",
    )
    parser.add_argument("--width", type=Whole(100, 10000), metavar="N", help="pixels of a picture")
    parser.add_argument(
        "--palette",
        choices=("auto", "default", "colour-blind", "blue-blind", "light", "contrast"),
        help="colours (auto: dark or light as the reader's own pages are)",
    )
    parser.add_argument(
        "--cast-version", choices=("2", "3"), help="film: the version of its format (default: 2)"
    )


def _entry(parser: Parser, option: str, name: str, about: str) -> None:
    parser.add_argument(option, dest=name, type=Whole(0, sys.maxsize), metavar="N", help=about)


def _verify(commands: Commands) -> None:
    parser = command(
        commands,
        "verify",
        "tell:verify",
        "decide every command of battles again and compare; 1 when one differs",
        "verify sample:boarding sample:sinking",
    )
    parser.add_argument("files", type=saved, nargs="+", metavar="FILE", help="battle files")
    parser.add_argument(
        "--jobs", type=Whole(1, 256), default=1, metavar="N", help="processes (default: 1)"
    )


def _annotate(commands: Commands) -> None:
    parser = command(
        commands,
        "annotate",
        "annotate:annotate",
        "judge every position and choice of a battle that is over; its replay then has the curve",
        "annotate saves/mine.battle --jobs 2",
    )
    parser.add_argument("file", type=saved, metavar="FILE", help="a battle file")
    parser.add_argument(
        "--jobs", type=Whole(1, 256), default=1, metavar="N", help="processes (default: 1)"
    )
    parser.add_argument(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="let the workers of a Dask scheduler judge, as tcp://host:8786",
    )


def _dice(commands: Commands) -> None:
    parser = command(
        commands,
        "dice",
        "dice:dice",
        "tell every roll of a battle against what fair dice would have given",
        "dice sample:boarding",
    )
    parser.add_argument("file", type=saved, metavar="FILE", help="a battle file; also sample:NAME")
    parser.add_argument("--rolls", action="store_true", help="every roll, too")
    parser.add_argument("--json", action="store_true", help="every roll as JSON, for programs")


def _inspect(commands: Commands) -> None:
    parser = command(
        commands,
        "inspect",
        "show:inspect",
        "say what the rules see: speeds, ranges, arcs and dice of every ship",
        "inspect sample:boarding --at 40 --ship A1 --json",
    )
    _source(parser)
    _at(parser)
    parser.add_argument("--ship", metavar="ID", default="", help="this ship only")
    parser.add_argument(
        "--plot",
        metavar="ORDER",
        default="",
        help="also where this order would lead her, as 2R1 with --ship, or A1:2R1",
    )
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")
    _recover(parser)


def _squadron(commands: Commands) -> None:
    example = "squadron check leeward_station --json"
    parser = command(
        commands,
        "squadron",
        "squadron:check",
        "check or print a squadron file; 1 when it is not legal",
        example,
    )
    doing = parser.add_subparsers(title="what to do", metavar="check|print", required=True)
    judge = command(
        doing, "check", "squadron:check", "say that a squadron is legal, or every fault", example
    )
    judge.add_argument("--json", action="store_true", help="as JSON, for programs")
    paper = command(
        doing,
        "print",
        "squadron:show",
        "print a squadron on paper: ships, cards, hand and points",
        "squadron print leeward_station --format md",
    )
    paper.add_argument("--format", choices=("text", "md"), default="text", help="default: text")
    for each in (judge, paper):
        each.add_argument(
            "file",
            metavar="FILE",
            help="a squadron file, or the name of one of yours or a ready one",
        )


def _cards(commands: Commands) -> None:
    parser = command(
        commands,
        "cards",
        "tell:cards",
        "look up ships, cards and terms of the rules; 1 when nothing matches",
        "cards raking",
    )
    parser.add_argument("term", nargs="*", metavar="TERM", help="words to look for")


def _games(commands: Commands) -> None:
    command(
        commands,
        "games",
        "games:games",
        "list the games that there are, those of other packages too, with their scenarios; "
        "1 when one cannot be used",
        "games",
    )


def _library(commands: Commands) -> None:
    parser = command(
        commands,
        "library",
        "library:library",
        "list the battles that are kept here, found by words; 1 when none has them",
        "library lieutenants quickstart",
    )
    parser.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="what a battle has to have: scenario, players, month, result, #TAG; open, over, won, "
        "lost, drawn, damaged",
    )
    parser.add_argument(
        "--sort",
        choices=("date", "title", "system", "players", "length", "result"),
        default="date",
        help="what comes first (default: the one played last)",
    )
    parser.add_argument("--json", action="store_true", help="as JSON, for programs")


def _completion(commands: Commands) -> None:
    parser = command(
        commands,
        "completion",
        "shell:completion",
        "print what completes commands, options, names and files in a shell",
        "completion bash",
    )
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"), help="which shell")
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)  # asked by that script


def _man(commands: Commands) -> None:
    command(commands, "man", "shell:man", "print the man page, for man -l -", "man")


def _doctor(commands: Commands) -> None:
    command(
        commands,
        "doctor",
        "shell:doctor",
        "say what terminal, folders and packages can do, and how to mend it; 1 when something is",
        "doctor",
    )


def _talk(commands: Commands) -> None:
    command(
        commands,
        "talk",
        "tell:talk",
        "the engine over a pipe: a JSON object a line in, one a line out",
        """talk <<< '{"op":"new","scenario":"quickstart","seed":7}'""",
    )


def _learn(commands: Commands) -> None:
    parser = command(
        commands,
        "learn",
        "learn:learn",
        "learn by doing: a lesson, or the list of them",
        "learn --list",
    )
    parser.add_argument(
        "name", nargs="?", default="", metavar="NAME", help="a lesson's name, or a file of one"
    )
    parser.add_argument("--list", action="store_true", help="print the lessons and their stars")
    parser.add_argument(
        "--check", metavar="FILE", help="play a lesson through by its right answers; name faults"
    )
    _plain(parser)


def _puzzles(commands: Commands) -> None:
    parser = command(
        commands,
        "puzzles",
        "puzzles:puzzles",
        "positions with one best answer: solve, find or check them",
        "puzzles --list",
    )
    parser.add_argument(
        "what",
        nargs="*",
        metavar="WHAT",
        help="a puzzle's name, or today; make SYSTEM finds new ones; check [FILE ...] plays them "
        "on ten times as often (default: the list)",
    )
    parser.add_argument("--list", action="store_true", help="print the puzzles, and your rating")
    _plain(parser)
    finding = parser.add_argument_group("make and check")
    finding.add_argument(
        "--count", type=Whole(1, 1000), default=50, metavar="N", help="how many (default: 50)"
    )
    finding.add_argument(
        "--seed", type=seed, default=1, help="the first battle's, then counted up (default: 1)"
    )
    finding.add_argument(
        "--jobs", type=Whole(1, 256), default=1, metavar="N", help="processes (default: 1)"
    )
    finding.add_argument(
        "--cluster",
        default="",
        metavar="ADDRESS",
        help="make: let the workers of a Dask scheduler look for them, as tcp://host:8786",
    )
    finding.add_argument(
        "--write",
        default="",
        metavar="FILE",
        help="make: where they are kept, and gone on with (default: puzzles_SYSTEM.json); check: "
        "write the table between its marks in this file, too",
    )
    finding.add_argument(
        "--times",
        type=Whole(1, 1000),
        default=10,
        metavar="N",
        help="check: how many times as many rounds as they were found by (default: 10)",
    )
    finding.add_argument(
        "--drop", action="store_true", help="check: take those that fail out of their file"
    )
    finding.add_argument(
        "--new",
        action="store_true",
        help="check: only those that have no row yet in the table of --write FILE",
    )


COMMANDS: dict[str, Callable[[Commands], None]] = {
    "play": _play,
    "learn": _learn,
    "puzzles": _puzzles,
    "series": _series,
    "replay": _replay,
    "show": _show,
    "report": _report,
    "fork": _fork,
    "export": _export,
    "verify": _verify,
    "annotate": _annotate,
    "dice": _dice,
    "inspect": _inspect,
    "simulate": simulate,
    "squadron": _squadron,
    "cards": _cards,
    "games": _games,
    "library": _library,
    "tournament": tournament,
    "balance": balance,
    "talk": _talk,
    "host": host,
    "join": join,
    "mail": mail,
    "doctor": _doctor,
    "completion": _completion,
    "man": _man,
}
"""Every command by its name, in the order in which help lists them."""


def _source(parser: Parser) -> None:
    parser.add_argument(
        "file",
        type=saved,
        metavar="FILE|POSITION",
        help="a battle file or a position file; sample:NAME is one that came with the game",
    )


def _at(parser: Parser) -> None:
    parser.add_argument(
        "--at", type=Whole(0, sys.maxsize), metavar="N", help="after entry N (0: the start)"
    )


def _chapter(parser: Parser, about: str) -> None:
    parser.add_argument(
        "--chapter",
        metavar="NAME",
        default="",
        help=f"{about}, of battles in a chain: 'battle 3'",
    )


def _to(parser: Parser) -> None:
    parser.add_argument(
        "--to", metavar="NEW", help="the new file (default: one with the saved battles)"
    )


def _plain(parser: Parser) -> None:
    parser.add_argument(
        "--plain",
        action="store_true",
        help="in plain lines of text, in and out: for screen readers, dumb terminals, scripts",
    )


def _recover(parser: Parser) -> None:
    parser.add_argument(
        "--recover",
        action="store_true",
        help="of a damaged file, open what comes before the damage as a new battle",
    )
