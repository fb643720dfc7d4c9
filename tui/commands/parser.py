"""The parser of the whole command line. To start fast it imports nothing of the game: each command
names its function as `module:function`, so that only the modules of the command are imported.
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
    IntRange,
    Option,
    Parser,
    PlayerType,
    everywhere,
    flag,
    headed,
    moment,
    names,
    opt,
    parse_assignment,
    parse_file,
    seed,
)

EPILOG = f"""\
examples:
  weathergage                                   the opening menu
  weathergage play quickstart --b lieutenant    play Red against the computer
  weathergage replay sample:boarding
  weathergage simulate quickstart --games 100 --a lieutenant --b ensign

exit codes: 0 success, 1 the answer is no, 2 wrong usage or bad input

{UNOFFICIAL}
"""
SEATS = "abcdefgh"
"""The names of the options `--a` to `--h`, which name the players of up to eight seats."""


def build(only: str = "") -> Parser:
    """Return the parser for all commands; or only for the command `only`, which is faster."""
    parser = Parser(
        prog="weathergage",
        description="Weather Gage: fighting sail in a terminal.",
        epilog=EPILOG,
        parents=[everywhere()],
    )
    parser.add_argument(
        "--plain", action="store_true", help="use plain lines of text instead of screens"
    )
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


ENTRY = IntRange(0, sys.maxsize)
BATTLES = IntRange(1, 1_000_000)
PROCESSES = IntRange(1, 256)
HUMAN_OR_NOT = PlayerType(OPPONENTS)

# Each row is an option or a command.
# fmt: off
FILE = opt("file FILE", "a battle file; sample:NAME is one that came with the game",
           type=parse_file)
SOURCE = opt("file FILE|POSITION", "a battle file or a position file; sample:NAME is one that came "
             "with the game", type=parse_file)
PAPER = opt("file FILE", "a squadron file, or the name of a squadron: yours, or one that came "
    "with the game")
MAILED = opt("battle BATTLE", "the name of the battle, as in its letters")
AT = opt("--at N", "take the battle as it was after entry N of its log (0: the start)", type=ENTRY)
JSON = flag("--json", "print JSON, for programs")
PLAIN = flag("--plain", "use plain lines of text: for screen readers, dumb terminals, scripts")
RECOVER = flag("--recover", "open a damaged file up to the damage, as a new battle")
JOBS = opt("--jobs N", "worker processes (default: 1)", type=PROCESSES, default=1)
WORD = opt("--word WORD", "a word of yours, mixed into the dice to keep them fair", default="")
OUT = opt("--out FILE", "where to write the letter (default: NAME-N.mail)")
SQUADRONS = opt("--squadrons NAME", "squadron files or names: two, or four to eight for fleets "
    "(default: drawn by the seed)", nargs="+")
SWITCHES = opt("--option NAME=VALUE", "an option of the rules, such as closer_start=6; repeat "
    "--option for more of them", action="append", type=parse_assignment, default=[])
RANDOM = flag("--random-setup", "let the computer draft and deploy both sides; the battle begins "
    "at turn 1")
SITTERS = (
    opt("--a PLAYER", f"who plays squadron A: {', '.join(OPPONENTS)}, or a program, exec:COMMAND",
        type=HUMAN_OR_NOT),
    opt("--b PLAYER", "who plays squadron B; in fleets --c to --h name the players of squadrons C "
        "to H", type=HUMAN_OR_NOT),
    *(opt(f"--{seat} PLAYER", argparse.SUPPRESS, type=HUMAN_OR_NOT) for seat in SEATS[2:]),
    opt("--others PLAYER", "who plays all other seats (default: human, or as the file says)",
        type=HUMAN_OR_NOT),
)
NEW = (
    *SITTERS,
    opt("--seed", "the seed of the dice (default: a new one of 128 bits; a program could guess a "
        "short one)", type=seed),
    SQUADRONS,
    SWITCHES,
)


def chapter(about: str) -> Option:
    """Return the option that names one battle in a file with a chain of battles."""
    return opt("--chapter NAME", f"{about}, in a file with a chain of battles: 'battle 3'",
        default="")


def cluster(about: str) -> Option:
    """Return the option with the address of a cluster (a Dask scheduler)."""
    told = f"{about}, such as tcp://host:8786"
    return opt("--cluster ADDRESS", told, default="")


def seed_option(what: str) -> Option:
    """Return the option `--seed`, the dice of the first battle; the next battles use the next
    seeds.
    """
    return opt("--seed", f"the seed of the first {what}; each further {what} adds 1 (default: 1)",
        type=seed, default=1)


def fighter(seat: str, side: str) -> Option:
    """Return the option that names the computer player for a side."""
    return opt(f"--{seat} PLAYER", f"the player of the {side} side, or exec:COMMAND (default: "
               "ensign)", type=PlayerType(OPPONENTS[1:]), default="ensign")


def pairs(about: str) -> tuple[Option, ...]:
    """Return the options of commands in which players fight in pairs: battles for each pair, seed,
    jobs, JSON.
    """
    games = opt("--games N", f"{about} (default: 20)", type=BATTLES, default=20)
    return games, seed_option("pair of battles"), JOBS, JSON


EVERY = (
    Command("play", "play:play", "play a scenario, a position or a saved battle",
        "play quickstart --a human --b lieutenant --seed 7", (
        opt("what WHAT", "a scenario's name, a position file or a battle file (default: "
            "quickstart)", nargs="?", default="quickstart"),
        *NEW, RANDOM, RECOVER, PLAIN)),
    Command("learn", "learn:learn", "learn by doing: a lesson, or the list of them",
        "learn --list", (
        opt("name NAME", "a lesson's name, or the file of a lesson", nargs="?", default=""),
        flag("--list", "print the lessons and their stars"),
        opt("--check FILE", "play a lesson through with its right answers, and report its faults"),
        PLAIN)),
    Command("puzzles", "learn:puzzles",
        "solve, find or check puzzles: positions with one best answer",
        "puzzles --list", (
        opt("what WHAT", "a puzzle's name, or today for the puzzle of the day; make SYSTEM finds "
            "new puzzles; check [FILE ...] judges puzzles by more battles (default: list the "
            "puzzles)", nargs="*"),
        flag("--list", "print the puzzles, and your rating"),
        PLAIN,
        *headed("make and check",
        opt("--count N", "make: how many puzzles (default: 50)", type=IntRange(1, 1000),
            default=50),
        seed_option("battle"),
        JOBS,
        cluster("make: search with the workers of a Dask scheduler"),
        opt("--write FILE", "make: the file of puzzles, which a later search continues (default: "
            "puzzles_SYSTEM.json); check: also write the table between the marks in this file",
            default=""),
        opt("--battles N", "check: how many battles are played out from each answer (default: 200)",
            type=IntRange(2, 10_000), default=200),
        flag("--drop", "check: remove failed puzzles from their file"),
        flag("--new", "check: judge only puzzles without a row in the table of --write FILE")))),
    Command("series", "learn:series",
        "play a fixed number of battles of a scenario, with one score",
        "series quickstart --best-of 3 --b lieutenant", (
        opt("what WHAT", "the name of a scenario or of a series, or the file of a series"),
        opt("--best-of N", "the maximum number of battles (default: as the series says, else 3)",
            type=IntRange(1, 15)),
        opt("--alternation", "what the players swap after each battle: sides, or ends of the "
            "table with their own squadrons (default: sides)",
            choices=("sides", "ends", "none")),
        opt("--carry WHAT", "what carries over to the next battle, if the game allows it: crew "
            "(default: nothing)"),
        *NEW)),
    Command("replay", "play:replay", "watch a saved battle step by step",
        "replay sample:boarding --at 40",
        (FILE, AT, RECOVER, PLAIN)),
    Command("show", "show:show", "print one chart with the ship cards",
        "show sample:boarding --at 40 --width 120 --height 40 --glyphs ascii", (
        SOURCE, AT,
        opt("--width W", "columns (default: as many as the terminal has)", type=IntRange(40, 500)),
        opt("--height H", "rows (default: as many as the terminal has)", type=IntRange(12, 300)),
        RECOVER)),
    Command("report", "tell:report", "print a battle line by line",
        "report sample:boarding --format md", (
        FILE,
        opt("--format", "default: text", choices=("text", "md", "json"), default="text"),
        opt("--choices N", "mark the N choices of a finished battle that are proved to have "
            "cost most; takes a while, unless `annotate` has judged it (default: 0)",
            type=IntRange(0, 1000), default=0),
        flag("--story", "tell the battle as a story: a paragraph for each turn"),
        chapter("print only this chapter"),
        RECOVER)),
    Command("fork", "share:fork",
        "begin a new battle from an entry of a saved one; prints the path of the new file",
        "fork sample:boarding --at 40", (
        FILE, AT,
        chapter("begin at the beginning of this chapter"),
        opt("--to NEW", "the new file (default: in the folder of saved battles)"))),
    Command("export", "share:export",
        "export a battle as a page, picture, text or film, or cut one battle out of a chain; "
        "prints the path of the new file",
        "export sample:boarding --to battle.html", (
        FILE,
        opt("--to NEW", "the new file; its ending names the format: .html a page to step "
            "through, .svg or .png a picture, .gif a film (.svg, too, with --from or --until), "
            ".md text with diagrams, .cast a film of a terminal; any other ending for a battle "
            "cut out of a chain (default: in the folder of saved battles)", action="append"),
        chapter("export only this chapter; without --to, write a battle file that can be played "
            "on"),
        opt("--at MOMENT", "show the battle as it was after an entry or a turn of its log: 40, or "
            "turn:3 (0: the start)", type=moment, dest="moment"),
        opt("--from MOMENT", "begin at an entry or a turn: 40, or turn:3", type=moment,
            dest="first"),
        opt("--until MOMENT", "end at an entry or at the end of a turn: 40, or turn:5 (--to turn:5 "
            "does the same)", type=moment),
        opt("--seat SEAT", "show only what this seat sees (default: what a watcher sees)"),
        flag("--open", "show all hidden cards, if the battle is over"),
        opt("--moments N,tN,...", "text: draw diagrams of only these entries and turns"),
        opt("--diagrams", "text: draw diagrams in letters, or as SVG files beside the text "
            "(default: letters)",
            choices=("letters", "svg")),
        opt("--width N", "width of a picture or film, in pixels", type=IntRange(100, 10000)),
        opt("--palette", "colours (auto: dark or light, as the reader's browser prefers)",
            choices=("auto", "default", "colour-blind", "blue-blind", "light", "contrast")),
        opt("--cast-version", "film: the version of its format (default: 2)",
            choices=("2", "3")))),
    Command("verify", "tell:verify",
        "decide every command of battles again and compare; exit code 1 if one differs",
        "verify sample:boarding sample:sinking",
        (opt("files FILE", "battle files", type=parse_file, nargs="+"), JOBS)),
    Command("annotate", "study:annotate",
        "judge every position and choice of a finished battle; its replay then shows the winning "
        "chances",
        "annotate saves/mine.battle --jobs 2", (
        opt("file FILE", "a battle file", type=parse_file),
        JOBS,
        cluster("let the workers of a Dask scheduler judge"),
        flag("--json", "print the results as JSON, for programs"))),
    Command("dice", "study:dice",
        "compare every roll of a battle with fair dice",
        "dice sample:boarding", (
        opt("file FILE", "a battle file; also sample:NAME", type=parse_file),
        flag("--rolls", "also list every roll"),
        flag("--json", "print every roll as JSON, for programs"))),
    Command("inspect", "show:inspect",
        "print the facts the rules use: speeds, ranges, arcs and dice of every ship",
        "inspect sample:boarding --at 40 --ship A1 --json", (
        SOURCE, AT,
        opt("--ship ID", "print only the facts of this ship", default=""),
        opt("--plot ORDER", "also print where this order takes the ship, such as 2R1 with --ship, "
            "or A1:2R1",
            default=""),
        JSON, RECOVER)),
    Command("simulate", "arena.simulate:simulate", "let computer players fight many battles",
        "simulate quickstart --games 200 --a lieutenant --b ensign --mirror --jobs 2", (
        opt("what SCENARIO|SQUADRONS", "a scenario's name; or the files or names of squadrons: "
            "two, or four to eight for fleets", nargs="+"),
        opt("--games N", "how many battles to fight", type=BATTLES, required=True),
        fighter("a", "first"),
        fighter("b", "second"),
        flag("--mirror", "swap sides every other battle"),
        SQUADRONS, SWITCHES, RANDOM,
        seed_option("battle"),
        opt("--jobs N", "worker processes (default: 1)", type=PROCESSES),
        cluster("let the workers of a Dask scheduler fight"),
        opt("--resume FILE", "keep every result in this file, and continue from the results in it"),
        opt("--format", "text, json, csv or battles, a table with a row for each battle "
            "(default: text)",
            choices=("text", "json", "csv", "battles")),
        flag("--json", "same as --format json, for programs"),
        flag("--csv", "same as --format csv, for a spreadsheet"),
        flag("--plot", "draw bars and curves below the text"))),
    Command("squadron", "show:check",
        "check or print a squadron file; exit code 1 if it is not legal",
        "squadron check leeward_station --json",
        below={"title": "what to do", "metavar": "check|print", "required": True}, parts=(
        Command("check", "show:check", "print that a squadron is legal, or list its faults",
            "squadron check leeward_station --json",
            (JSON, PAPER)),
        Command("print", "show:show_squadron",
            "print a squadron on paper: ships, cards, hand and points",
            "squadron print leeward_station --format md",
            (opt("--format", "default: text", choices=("text", "md"), default="text"), PAPER)))),
    Command("cards", "tell:cards",
        "look up ships, cards and terms of the rules; exit code 1 if nothing matches",
        "cards raking",
        (opt("term TERM", "words to look for", nargs="*"),)),
    Command("games", "show:games",
        "list all games with their scenarios, including games of other packages; exit code 1 if "
        "one cannot be used",
        "games"),
    Command("library", "study:library",
        "list saved battles, or find them by words; exit code 1 if none has them",
        "library lieutenants quickstart", (
        opt("words WORD", "words to find: scenario, players, month, result, #TAG; is:open, "
            "is:over, is:won, is:lost, is:drawn, is:damaged", nargs="*"),
        opt("--sort", "how to sort (default: the battle played last comes first)", default="date",
            choices=("date", "title", "system", "players", "length", "result")),
        JSON)),
    Command("log", "study:log",
        "print your captain's log: the battles that you fought, as a career; exit code 1 if there "
        "is none",
        "log --story", (
        flag("--story", "also tell each battle as a story"),
        JSON)),
    Command("tournament", "arena.tournament:tournament",
        "let computer players fight each other, and rate them",
        "tournament --players ensign,lieutenant --games 20 --scenario quickstart patrol --jobs 2", (
        opt("--players A,B,...", "two or more players, each only once; a program is exec:COMMAND, "
            "without a comma in it", required=True, type=names),
        opt("--scenario NAME", "the scenarios that they fight (default: quickstart)", nargs="+",
            default=["quickstart"]),
        SWITCHES,
        *pairs("battles of each pair in each scenario; each seed is fought twice, with sides "
            "swapped"),
        opt("--anchor PLAYER", "the player whose rating is fixed at 1500 (default: the lieutenant; "
            "if he does not play, the mean of all ratings is 1500)"),
        opt("--write FILE", "also write the tables between the marks in this file"))),
    Command("balance", "arena.balance:balance",
        "find squadrons, or sides of scenarios, that win more battles than they should",
        "balance --games 20 --player lieutenant --jobs 2", (
        opt("folder SQUADRONS_DIR", "a folder of squadron files (default: those that come with the "
            "game)", nargs="?", default=""),
        opt("--scenario NAME", "compare the sides of these scenarios instead", nargs="+",
            default=[]),
        SWITCHES,
        opt("--player PLAYER", "the player that fights on both sides (default: lieutenant)",
            default="lieutenant"),
        *pairs("battles of each pair, or of each scenario; each seed is fought twice, with sides "
            "swapped"))),
    Command("talk", "tell:talk", "run the engine for a program: JSON objects, one per line, in "
        "and out",
        """talk <<< '{"op":"new","scenario":"quickstart","seed":7}'"""),
    Command("host", "host:host",
        "let people play each other from their own terminals, over SSH",
        "host --port 2222 --open --guests", (
        opt("--port", "the port to listen on (default: 2222)", type=IntRange(0, 65535),
            default=2222),
        opt("--address ADDRESS", "the address to listen on (default: all addresses)", default=""),
        opt("--users FILE", "a file of public keys with names, of people who may sign in"),
        flag("--open", "let new names sign in; each keeps its first key"),
        flag("--guests", "let people watch without a key, under the name guest"),
        opt("--owner NAME", "a person who may give the host orders; repeat --owner for more people",
            action="append",
            default=[]),
        opt("--socket PATH", "also listen on a socket of this machine, for `weathergage join`"),
        opt("--sendmail PATH", "mail notices by this program, such as /usr/sbin/sendmail"),
        opt("--log FILE", "also write the log to a file of limited size")),
        below={"title": "commands", "metavar": "COMMAND", "dest": "part"}, parts=(
        Command("ctl", "host:ctl", "give an order to a host that runs on this machine",
            "host ctl close 10 for an upgrade", (
            opt("words WORD", "the order; `help` lists all orders", nargs="*"),)),)),
    Command("join", "host:join", "connect to a host on this machine, by its socket",
        "join --socket /run/weathergage/host.sock --name anna", (
        opt("--socket PATH", "the host's socket", required=True),
        opt("--name NAME", "your name (default: your account's)"))),
    Command("mail", "mail:listing", "play by letters, sent by mail or any other way",
        "mail new quickstart --me anna --with ben",
        (flag("--plain", "use plain lines of text: set up a battle, open letters, play, send, "
            "watch"),),
        described="Play by letters, sent by mail or any other way. Without a command: list the "
            "battles, and whose turn it is.",
        below={"title": "commands", "metavar": "COMMAND", "dest": "part"}, parts=(
        Command("new", "mail:new", "set up a battle and write the first letter",
            "mail new quickstart --me anna --with ben", (
            opt("scenario SCENARIO", "a scenario's name"),
            opt("--me NAME", "your name", required=True),
            opt("--with NAME", "your opponent's name", required=True, dest="other"),
            flag("--second", "play the second side"),
            flag("--strict", "a strict battle: nobody can foresee dice or see hidden cards "
                "(default: a quick battle, on trust); it takes as many letters as a quick one in "
                "Wooden Ships, about twice as many in Oak & Iron"),
            SQUADRONS, SWITCHES, WORD, OUT)),
        Command("open", "mail:open_letter", "open a letter that came",
            "mail open quickstart-1f0c9a2e-1.mail",
            (opt("file FILE", "the file of the letter; - reads standard input"), WORD, OUT)),
        Command("move", "mail:move", "make your choices, then write the letter to send",
            "mail move quickstart-1f0c9a2e",
            (flag("--plain", "use plain lines of text instead of screens, for any terminal"),
            MAILED, OUT)),
        Command("send", "mail:send", "write your latest letter again, if it was lost",
            "mail send quickstart-1f0c9a2e --out again.mail",
            (MAILED, OUT)),
        Command("answer", "answering:answer",
            "open the letters in a folder, and write the answers that need no choice of yours",
            "mail answer --watch ~/Mail/weathergage", (
            opt("folder FOLDER", "the folder of letters; answers are written there, too"),
            flag("--watch", "keep looking for new letters, until Ctrl+C"))),
        Command("delete", "mail:delete", "move a battle to the bin",
            "mail delete quickstart-1f0c9a2e",
            (MAILED,)),
        Command("receipt", "mail:receipt",
            "write a receipt for the latest letter of a strict battle",
            "mail receipt mars_hercule-1f0c9a2e",
            (MAILED, OUT)),
        Command("judge", "mail:judge",
            "judge the letters and receipts of a strict battle as a third person; exit code 1 if "
            "somebody has cheated",
            "mail judge letters/*.mail",
            (opt("files FILE", "files with letters or receipts", nargs="+"),)))),
    Command("doctor", "shell:doctor",
        "check terminal, folders and packages, and tell how to fix problems; exit code 1 if "
        "there are any",
        "doctor"),
    Command("completion", "shell:completion",
        "print the script that completes commands, options, names and files in a shell",
        "completion bash", (
        opt("shell", "the shell in which you type", choices=("bash", "zsh", "fish", "tcsh")),
        opt("words", argparse.SUPPRESS, nargs="*"))),  # called by that script
    Command("man", "shell:man", "print the man page, for man -l -", "man"),
)
# fmt: on
COMMANDS: Mapping[str, Command] = {each.name: each for each in EVERY}
"""Every command by name, in the order of help."""
