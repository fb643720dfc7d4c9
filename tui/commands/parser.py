"""The parser of the whole command line. It imports nothing of the game.

Each command names the function that runs it as `module:function`, so that only what a command
needs is imported.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

from engine import __version__
from tui import UNOFFICIAL
from tui.commands.grammar import (
    OPPONENTS,
    Command,
    Option,
    Parser,
    Sitter,
    Whole,
    assigned,
    everywhere,
    flag,
    headed,
    names,
    opt,
    saved,
    seed,
)

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


def build(only: str = "") -> Parser:
    """Return the parser for all commands, or for `only` one, which starts faster."""
    parser = Parser(
        prog="weathergage",
        description="Weather Gage: fighting sail in a terminal.",
        epilog=EPILOG,
        parents=[everywhere()],
    )
    parser.add_argument("--plain", action="store_true", help="the menu in plain lines of text")
    parser.add_argument("--version", action="version", version=f"weathergage {__version__}")
    parser.set_defaults(run="tui.commands.play:menu", **DEFAULTS)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, command in COMMANDS.items():
        if only in ("", name):
            command.add(commands)
    return parser


DEFAULTS: dict[str, Any] = {
    "data": None,
    "saves": None,
    "color": None,
    "glyphs": None,
    "sync": True,
    "keymap": None,
}


ENTRY = Whole(0, sys.maxsize)
BATTLES = Whole(1, 1_000_000)
PROCESSES = Whole(1, 256)
HUMAN_OR_NOT = Sitter(OPPONENTS)

# A row an option or a command.
# fmt: off
FILE = opt("file FILE", "a battle file; sample:NAME is one that came with the game", type=saved)
SOURCE = opt("file FILE|POSITION", "a battle file or a position file; sample:NAME is one that came "
             "with the game", type=saved)
PAPER = opt("file FILE", "a squadron file, or the name of one of yours or a ready one")
MAILED = opt("battle BATTLE", "its name, as the letters have it")
AT = opt("--at N", "after entry N (0: the start)", type=ENTRY)
JSON = flag("--json", "as JSON, for programs")
PLAIN = flag("--plain", "in plain lines of text, in and out: for screen readers, dumb terminals, "
             "scripts")
RECOVER = flag("--recover", "of a damaged file, open what comes before the damage as a new battle")
JOBS = opt("--jobs N", "processes (default: 1)", type=PROCESSES, default=1)
WORD = opt("--word WORD", "yours, for fair dice", default="")
OUT = opt("--out FILE", "the letter to write (default: NAME-N.mail)")
SQUADRONS = opt("--squadrons NAME", "squadron files, or names of your own or ready ones: two, or "
                "four to eight for fleets (default: drawn by the seed)", nargs="+")
SWITCHES = opt("--option NAME=VALUE", "a switch of the rules, as closer_start=6; may be given more "
               "than once", action="append", type=assigned, default=[])
RANDOM = flag("--random-setup", "draft and deploy for both sides, to begin at turn 1")
SITTERS = (
    opt("--a PLAYER", f"who plays squadron A: {', '.join(OPPONENTS)}, or a program, exec:COMMAND",
        type=HUMAN_OR_NOT),
    opt("--b PLAYER", "squadron B; --c to --h likewise, in fleets", type=HUMAN_OR_NOT),
    *(opt(f"--{seat} PLAYER", argparse.SUPPRESS, type=HUMAN_OR_NOT) for seat in SEATS[2:]),
    opt("--others PLAYER", "who plays all that are not named (default: human, or as the file says)",
        type=HUMAN_OR_NOT),
)
NEW = (
    *SITTERS,
    opt("--seed", "the seed of the dice (default: a new one of 128 bits; a program could try out a "
        "short one)", type=seed),
    SQUADRONS,
    SWITCHES,
)


def chapter(about: str) -> Option:
    """Return the option that names a chapter."""
    return opt("--chapter NAME", f"{about}, of battles in a chain: 'battle 3'", default="")


def cluster(about: str) -> Option:
    """Return the option that names a Dask scheduler."""
    told = f"{about}, as tcp://host:8786"
    return opt("--cluster ADDRESS", told, default="")


def counted_up(what: str) -> Option:
    """Return the seed of the first of many, from which those of the others are counted up."""
    return opt("--seed", f"the first {what}'s, then counted up (default: 1)", type=seed, default=1)


def fighter(seat: str, side: str) -> Option:
    """Return the option that names the computer player of a side."""
    return opt(f"--{seat} PLAYER", f"the player of the {side} side, or exec:COMMAND (default: "
               "ensign)", type=Sitter(OPPONENTS[1:]), default="ensign")


def pairs(about: str) -> tuple[Option, ...]:
    """Return how often each pair meets, and how it is worked out and told."""
    games = opt("--games N", f"{about} (default: 20)", type=BATTLES, default=20)
    return games, counted_up("table"), JOBS, JSON


EVERY = (
    Command("play", "play:play", "play a scenario, a position, or go on with a saved battle",
        "play quickstart --a human --b lieutenant --seed 7", (
        opt("what WHAT", "a scenario's name, a position file or a battle file (default: "
            "quickstart)", nargs="?", default="quickstart"),
        *NEW, RANDOM, RECOVER, PLAIN)),
    Command("learn", "learn:learn", "learn by doing: a lesson, or the list of them",
        "learn --list", (
        opt("name NAME", "a lesson's name, or a file of one", nargs="?", default=""),
        flag("--list", "print the lessons and their stars"),
        opt("--check FILE", "play a lesson through by its right answers; name faults"),
        PLAIN)),
    Command("puzzles", "learn:puzzles",
        "positions with one best answer: solve, find or check them",
        "puzzles --list", (
        opt("what WHAT", "a puzzle's name, or today; make SYSTEM finds new ones; check [FILE ...] "
            "plays them on ten times as often (default: the list)", nargs="*"),
        flag("--list", "print the puzzles, and your rating"),
        PLAIN,
        *headed("make and check",
        opt("--count N", "how many (default: 50)", type=Whole(1, 1000), default=50),
        counted_up("battle"),
        JOBS,
        cluster("make: let the workers of a Dask scheduler look for them"),
        opt("--write FILE", "make: where they are kept, and gone on with (default: "
            "puzzles_SYSTEM.json); check: write the table between its marks in this file, too",
            default=""),
        opt("--times N", "check: how many times as many rounds as they were found by (default: 10)",
            type=Whole(1, 1000), default=10),
        flag("--drop", "check: take those that fail out of their file"),
        flag("--new", "check: only those that have no row yet in the table of --write FILE")))),
    Command("series", "learn:series",
        "play so many battles of a scenario in a chain, changing sides, for one score",
        "series quickstart --best-of 3 --b lieutenant", (
        opt("what WHAT", "a scenario's name, that of a series, or a file of a series"),
        opt("--best-of N", "how many battles at most (default: as the series says, else 3)",
            type=Whole(1, 15)),
        opt("--alternation", "what changes from battle to battle: each takes the other's side, or "
            "the other's end with its own squadron along (default: sides)",
            choices=("sides", "ends", "none")),
        opt("--carry WHAT", "what is carried from battle to battle, where the game can: crew "
            "(default: nothing)"),
        *NEW)),
    Command("replay", "play:replay", "watch a saved battle step by step",
        "replay sample:boarding --at 40",
        (FILE, AT, RECOVER, PLAIN)),
    Command("show", "show:show", "print one chart with the ship cards",
        "show sample:boarding --at 40 --width 120 --height 40 --glyphs ascii", (
        SOURCE, AT,
        opt("--width W", "columns (default: the terminal's)", type=Whole(40, 500)),
        opt("--height H", "rows (default: the terminal's)", type=Whole(12, 300)),
        RECOVER)),
    Command("report", "tell:report", "tell a battle line by line",
        "report sample:boarding --format md", (
        FILE,
        opt("--format", "default: text", choices=("text", "md", "json"), default="text"),
        opt("--choices N", "mark the N choices that cost most, once the battle is over; takes a "
            "while (default: 0)", type=Whole(0, 1000), default=0),
        chapter("tell this chapter alone"),
        RECOVER)),
    Command("fork", "share:fork",
        "begin a new battle from a moment of a saved one; prints its file",
        "fork sample:boarding --at 40", (
        FILE, AT,
        chapter("from the beginning of this chapter"),
        opt("--to NEW", "the new file (default: one with the saved battles)"))),
    Command("export", "share:export",
        "share a battle as a page, picture, text or film, or cut one out of a chain; prints the "
        "new file",
        "export sample:boarding --to battle.html", (
        FILE,
        opt("--to NEW", "the new file; its ending says what it is: .html a page to step through, "
            ".svg or .png a picture, .md text with diagrams, .cast a film of a terminal; a battle "
            "that is cut out has any other (default: one with the saved battles)"),
        chapter("this chapter alone; without --to its battle, in a file that plays on"),
        AT,
        opt("--from N", "from entry N on", type=ENTRY, dest="first"),
        opt("--until N", "up to entry N", type=ENTRY),
        opt("--seat SEAT", "as this seat sees it (default: a watcher)"),
        flag("--open", "with cards that were never shown, once it is over"),
        opt("--moments N,tN,...", "text: diagrams of these entries and turns alone"),
        opt("--diagrams", "text: diagrams in letters, or as pictures beside it (default: letters)",
            choices=("letters", "svg")),
        opt("--width N", "pixels of a picture", type=Whole(100, 10000)),
        opt("--palette", "colours (auto: dark or light as the reader's own pages are)",
            choices=("auto", "default", "colour-blind", "blue-blind", "light", "contrast")),
        opt("--cast-version", "film: the version of its format (default: 2)",
            choices=("2", "3")))),
    Command("verify", "tell:verify",
        "decide every command of battles again and compare; 1 when one differs",
        "verify sample:boarding sample:sinking",
        (opt("files FILE", "battle files", type=saved, nargs="+"), JOBS)),
    Command("annotate", "study:annotate",
        "judge every position and choice of a battle that is over; its replay then has the curve",
        "annotate saves/mine.battle --jobs 2", (
        opt("file FILE", "a battle file", type=saved),
        JOBS,
        cluster("let the workers of a Dask scheduler judge"),
        flag("--json", "what was found as JSON, for programs"))),
    Command("dice", "study:dice",
        "tell every roll of a battle against what fair dice would have given",
        "dice sample:boarding", (
        opt("file FILE", "a battle file; also sample:NAME", type=saved),
        flag("--rolls", "every roll, too"),
        flag("--json", "every roll as JSON, for programs"))),
    Command("inspect", "show:inspect",
        "say what the rules see: speeds, ranges, arcs and dice of every ship",
        "inspect sample:boarding --at 40 --ship A1 --json", (
        SOURCE, AT,
        opt("--ship ID", "this ship only", default=""),
        opt("--plot ORDER", "also where this order would lead her, as 2R1 with --ship, or A1:2R1",
            default=""),
        JSON, RECOVER)),
    Command("simulate", "arena.simulate:simulate", "let computer players fight many battles",
        "simulate quickstart --games 200 --a lieutenant --b ensign --mirror --jobs 2", (
        opt("what SCENARIO|SQUADRONS", "a scenario's name; or squadron files or names, two "
            "or four to eight", nargs="+"),
        opt("--games N", "how many battles", type=BATTLES, required=True),
        fighter("a", "first"),
        fighter("b", "second"),
        flag("--mirror", "swap sides every other battle"),
        SQUADRONS, SWITCHES, RANDOM,
        counted_up("battle"),
        opt("--jobs N", "processes (default: 1)", type=PROCESSES),
        cluster("let the workers of a Dask scheduler fight"),
        opt("--resume FILE", "keep every result in this file, and go on from those that it has"),
        opt("--format", "battles: a table with a row for each (default: text)",
            choices=("text", "json", "csv", "battles")),
        flag("--json", "as --format json, for programs"),
        flag("--csv", "as --format csv, for a spreadsheet"),
        flag("--plot", "draw bars and curves below the text"))),
    Command("squadron", "show:check",
        "check or print a squadron file; 1 when it is not legal",
        "squadron check leeward_station --json",
        below={"title": "what to do", "metavar": "check|print", "required": True}, parts=(
        Command("check", "show:check", "say that a squadron is legal, or every fault",
            "squadron check leeward_station --json",
            (JSON, PAPER)),
        Command("print", "show:show_squadron",
            "print a squadron on paper: ships, cards, hand and points",
            "squadron print leeward_station --format md",
            (opt("--format", "default: text", choices=("text", "md"), default="text"), PAPER)))),
    Command("cards", "tell:cards",
        "look up ships, cards and terms of the rules; 1 when nothing matches",
        "cards raking",
        (opt("term TERM", "words to look for", nargs="*"),)),
    Command("games", "show:games",
        "list the games that there are, those of other packages too, with their scenarios; 1 when "
        "one cannot be used",
        "games"),
    Command("library", "study:library",
        "list the battles that are kept here, found by words; 1 when none has them",
        "library lieutenants quickstart", (
        opt("words WORD", "what a battle has to have: scenario, players, month, result, #TAG; "
            "open, over, won, lost, drawn, damaged", nargs="*"),
        opt("--sort", "what comes first (default: the one played last)", default="date",
            choices=("date", "title", "system", "players", "length", "result")),
        JSON)),
    Command("tournament", "arena.tournament:tournament",
        "let players meet each other, and rate them",
        "tournament --players ensign,lieutenant --games 20 --scenario quickstart patrol --jobs 2", (
        opt("--players A,B,...", "two or more, each named once; a program is exec:COMMAND, without "
            "a comma in it", required=True, type=names),
        opt("--scenario NAME", "where they meet (default: quickstart)", nargs="+",
            default=["quickstart"]),
        SWITCHES,
        *pairs("battles of each pair in each scenario, from both sides of every table"),
        opt("--anchor PLAYER", "who stands at 1500 (default: the lieutenant, or all)"),
        opt("--write FILE", "write the tables between their marks in this file, too"))),
    Command("balance", "arena.balance:balance",
        "find squadrons that win more than their points say, or sides of scenarios that do",
        "balance --games 20 --player lieutenant --jobs 2", (
        opt("folder SQUADRONS_DIR", "a folder of squadron files (default: those that come with the "
            "game)", nargs="?", default=""),
        opt("--scenario NAME", "scenarios instead: which side of each wins how often", nargs="+",
            default=[]),
        SWITCHES,
        opt("--player PLAYER", "who fights on both sides (default: lieutenant)",
            default="lieutenant"),
        *pairs("battles of each pair, from both sides of every table; of each scenario"))),
    Command("talk", "tell:talk", "the engine over a pipe: a JSON object a line in, one a line out",
        """talk <<< '{"op":"new","scenario":"quickstart","seed":7}'"""),
    Command("host", "remote.host:host",
        "let people play each other from their own terminals, over SSH",
        "host --port 2222 --open --guests", (
        opt("--port", "to listen on (default: 2222)", type=Whole(0, 65535), default=2222),
        opt("--address ADDRESS", "to listen on (default: every one)", default=""),
        opt("--users FILE", "who may come: public keys with names"),
        flag("--open", "a new name may come, and keeps its first key"),
        flag("--guests", "the name guest may watch, keyless"),
        opt("--owner NAME", "may withdraw any battle; can be named several times", action="append",
            default=[]),
        opt("--socket PATH", "also listen on a socket of this machine, for join"),
        opt("--log FILE", "write the log into a file too, which never grows large"))),
    Command("join", "remote.host:join", "come to a host on this machine, by its socket",
        "join --socket /run/weathergage/host.sock --name anna", (
        opt("--socket PATH", "the host's socket", required=True),
        opt("--name NAME", "who you are (default: the account)"))),
    Command("mail", "remote.mail:listing", "play by letters that are sent by any means",
        "mail new quickstart --me anna --with ben",
        (flag("--plain", "all of it in lines: found, open, play, send, watch"),),
        described="Play by letters that are sent by any means. Without a command: which battles "
        "there are, and whose turn it is.",
        below={"title": "commands", "metavar": "COMMAND", "dest": "part"}, parts=(
        Command("new", "remote.mail:new", "found a battle and write the first letter",
            "mail new quickstart --me anna --with ben", (
            opt("scenario SCENARIO", "a scenario's name"),
            opt("--me NAME", "your name", required=True),
            opt("--with NAME", "the other's", required=True, dest="other"),
            flag("--second", "play the second side"),
            flag("--strict", "nobody can foresee or peep, and no honour is needed (else the battle "
                 "is quick, on honour); letters a turn: 4 in Wooden Ships as in a quick one, 19 "
                 "for 10 in a quick start"),
            SQUADRONS, SWITCHES, WORD, OUT)),
        Command("open", "remote.mail:open_letter", "take in a letter that came",
            "mail open quickstart-1f0c9a2e-1.mail",
            (opt("file FILE", "the letter; - reads it from the input"), WORD, OUT)),
        Command("move", "remote.mail:move", "play your choices, then write the letter to send",
            "mail move quickstart-1f0c9a2e",
            (flag("--plain", "in lines, without a screen, for any terminal"), MAILED, OUT)),
        Command("send", "remote.mail:send", "write your latest letter again, if it was lost",
            "mail send quickstart-1f0c9a2e --out again.mail",
            (MAILED, OUT)),
        Command("answer", "remote.answering:answer",
            "open the letters in a folder, and write what needs no choice of yours",
            "mail answer --watch ~/Mail/weathergage", (
            opt("folder FOLDER", "where letters lie, and go"),
            flag("--watch", "go on looking, until Ctrl+C"))),
        Command("delete", "remote.mail:delete", "move a battle to the bin",
            "mail delete quickstart-1f0c9a2e",
            (MAILED,)),
        Command("receipt", "remote.mail:receipt",
            "write a receipt of the letter that came last, of a strict battle",
            "mail receipt mars_hercule-1f0c9a2e",
            (MAILED, OUT)),
        Command("judge", "remote.mail:judge",
            "say what letters and receipts of a strict battle show to a third person; 1 for a "
            "cheat",
            "mail judge letters/*.mail",
            (opt("files FILE", "files with letters or receipts", nargs="+"),)))),
    Command("doctor", "shell:doctor",
        "say what terminal, folders and packages can do, and how to mend it; 1 when something is",
        "doctor"),
    Command("completion", "shell:completion",
        "print what completes commands, options, names and files in a shell",
        "completion bash", (
        opt("shell", "which shell", choices=("bash", "zsh", "fish", "tcsh")),
        opt("words", argparse.SUPPRESS, nargs="*"))),  # asked by that script
    Command("man", "shell:man", "print the man page, for man -l -", "man"),
)
# fmt: on
COMMANDS: Mapping[str, Command] = {each.name: each for each in EVERY}
"""Every command by its name, in the order in which help lists them."""
