"""The arguments of host, join and mail. Imports nothing of the game, the host or asyncssh."""

from __future__ import annotations

from tui.commands.grammar import (
    Commands,
    Parser,
    Whole,
    command,
    everywhere,
    rule_switches,
    which_squadrons,
)


def host(commands: Commands) -> None:
    """Add the command host."""
    parser = command(
        commands,
        "host",
        "remote.host:host",
        "let people play each other from their own terminals, over SSH",
        "host --port 2222 --open --guests",
    )
    parser.add_argument(
        "--port", type=Whole(0, 65535), default=2222, help="to listen on (default: 2222)"
    )
    parser.add_argument(
        "--address", default="", metavar="ADDRESS", help="to listen on (default: every one)"
    )
    parser.add_argument("--users", metavar="FILE", help="who may come: public keys with names")
    parser.add_argument(
        "--open", action="store_true", help="a new name may come, and keeps its first key"
    )
    parser.add_argument("--guests", action="store_true", help="the name guest may watch, keyless")
    parser.add_argument(
        "--owner",
        action="append",
        default=[],
        metavar="NAME",
        help="may withdraw any battle; can be named several times",
    )
    parser.add_argument(
        "--socket", metavar="PATH", help="also listen on a socket of this machine, for join"
    )
    parser.add_argument(
        "--log", metavar="FILE", help="write the log into a file too, which never grows large"
    )


def join(commands: Commands) -> None:
    """Add the command join."""
    parser = command(
        commands,
        "join",
        "remote.join:join",
        "come to a host on this machine, by its socket",
        "join --socket /run/weathergage/host.sock --name anna",
    )
    parser.add_argument("--socket", required=True, metavar="PATH", help="the host's socket")
    parser.add_argument("--name", metavar="NAME", help="who you are (default: the account)")


def mail(commands: Commands) -> None:
    """Add the commands of battles by mail."""
    parser: Parser = commands.add_parser(
        "mail",
        help="play by letters that are sent by any means",
        description="Play by letters that are sent by any means. Without a command: which battles "
        "there are, and whose turn it is.",
        epilog="example:\n  weathergage mail new quickstart --me anna --with ben",
        parents=[everywhere()],
    )
    parser.set_defaults(run="tui.commands.remote.mail:listing")
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", dest="part")
    first = command(
        parts, "new", "remote.mail:new", "found a battle and write the first letter",
        "mail new quickstart --me anna --with ben",
    )  # fmt: skip
    first.add_argument("scenario", metavar="SCENARIO", help="a scenario's name")
    first.add_argument("--me", required=True, metavar="NAME", help="your name")
    first.add_argument("--with", required=True, metavar="NAME", dest="other", help="the other's")
    first.add_argument("--second", action="store_true", help="play the second side")
    first.add_argument(
        "--strict",
        action="store_true",
        help="nobody can foresee or peep, and no honour is needed (else the battle is quick, on "
        "honour); letters a turn: 4 in Wooden Ships as in a quick one, 19 for 10 in a quick start",
    )
    which_squadrons(first)
    rule_switches(first)
    came = command(
        parts, "open", "remote.mail:open_letter", "take in a letter that came",
        "mail open quickstart-1f0c9a2e-1.mail",
    )  # fmt: skip
    came.add_argument("file", metavar="FILE", help="the letter")
    for part in (first, came):
        part.add_argument("--word", default="", metavar="WORD", help="yours, for fair dice")
    turn = command(
        parts, "move", "remote.mail:move", "play your choices, then write the letter to send",
        "mail move quickstart-1f0c9a2e",
    )  # fmt: skip
    turn.add_argument(
        "--plain", action="store_true", help="in lines, without a screen, for any terminal"
    )
    again = command(
        parts, "send", "remote.mail:send", "write your latest letter again, if it was lost",
        "mail send quickstart-1f0c9a2e --out again.mail",
    )  # fmt: skip
    watch = command(
        parts, "answer", "remote.answering:answer",
        "open the letters in a folder, and write what needs no choice of yours",
        "mail answer --watch ~/Mail/weathergage",
    )  # fmt: skip
    watch.add_argument("folder", metavar="FOLDER", help="where letters lie, and go")
    watch.add_argument("--watch", action="store_true", help="go on looking, until Ctrl+C")
    had = command(
        parts, "receipt", "remote.mail:receipt",
        "write a receipt of the letter that came last, of a strict battle",
        "mail receipt mars_hercule-1f0c9a2e",
    )  # fmt: skip
    third = command(
        parts, "judge", "remote.mail:judge",
        "say what letters and receipts of a strict battle show to a third person; 1 for a cheat",
        "mail judge letters/*.mail",
    )  # fmt: skip
    third.add_argument("files", nargs="+", metavar="FILE", help="files with letters or receipts")
    for part in (turn, again, had):
        part.add_argument("battle", metavar="BATTLE", help="its name, as the letters have it")
    for part in (first, came, turn, again, had):
        part.add_argument(
            "--out", metavar="FILE", help="the letter to write (default: NAME-N.mail)"
        )
