"""MailRoom: the player's battles by mail in lines of text: create, open, play, send and prove
them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing
from pathlib import Path

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.text import (
    capitalized,
    clean,
    no_command,
    parse_number,
    pluralized,
    with_full_stop,
)
from engine.files import desks as stored
from engine.files.desks import letters_here, named_file, short_path
from engine.game.game import Game
from engine.kernel.battle import Battle
from engine.kernel.registry import game_with_scenario
from engine.post import correspondence as post
from engine.post import letters
from engine.post.slips import Desk
from engine.sitting.guides import GUIDES, installed_command
from engine.sitting.kinds import mail as desks
from engine.sitting.kinds import mail_errands as errands
from engine.sitting.kinds.mail import MailKind, MailTable
from engine.sitting.kinds.mail_errands import MailStatus, Outgoing
from engine.sitting.printed import refuse_controls
from engine.sitting.setting_up.forms import MailForm, fill, read_terms
from engine.sitting.sitting import Sitting
from tui.plain.form import PlainForm
from tui.plain.look import format_table, lookup_lines, print_proof, wrapped
from tui.plain.replay import PlainReplay
from tui.plain.table import PlainTable, Read

HELP = """
Type a battle's number to play your choices, see your letter, or look at the battle.
list       show the battles again        about N   more about battle N
open FILE  open a letter you received    open      list files that look like letters
paste      paste a whole mail with a letter, then a line with only `end`
new        a new battle, row by row: scenario, side, names, quick or strict, squadrons
new NAME [ROW=CHOICE ...]  at once: `new quickstart me=anna other=ben letters=strict`
send N     write your latest letter again, or the one that is due; `letter N` prints it
receipt N  write a receipt for the latest letter of a strict battle
watch N    replay battle N               proof N   that its dice are fair
delete N   move battle N to the bin      guide     how to play by mail
rules W    look up the word W in cards and rules
quit       leave
"""
IN_LINES = {
    "mail.accept": "N",
    "mail.open": "open",
    "mail.new": "new",
    "mail.send": "send",
    "mail.watch": "watch",
    "mail.delete": "delete",
    "mail.guide": "guide",
    "mail.end": "quit",
    "mail_found.accept": "found",
    "mail_found.up": "ROW",
    "mail_found.down": "ROW",
    "mail_found.left": "ROW CHOICE",
    "mail_found.right": "ROW CHOICE",
    "mail_found.erase": "ROW CHOICE",
    "mail_found.help": "list",
    "mail_found.end": "quit",
    "letter_in.accept": "open",
    "letter_in.open": "paste",
    "letter_in.up": "open",
    "letter_in.down": "open",
    "letter_in.help": "list",
    "letter_in.end": "list",
    "letter.accept": "list",
    "letter.end": "list",
}
"""{action of a screen: the word for it in this room or in its form}."""
NOT_IN_LINES = {
    "letter.copy": "lines have no clipboard: `letter N` prints the letter, `send N` writes its "
    "file",
    "letter_in.erase": "a typed line cannot be erased: paste the text again",
    "letter_in.clear": "a typed line cannot be erased: paste the text again",
}
"""{action of a screen: why it has no word in lines}."""
END = "end"
"""The typed line that ends a pasted mail."""
MOST = 1_000_000
"""The maximum number of pasted characters; a longer mail has to be opened as a file."""
WORDS: dict[str, str] = {
    "choose": "It is your turn: type its number to play.",
    "over": "The battle is over: `watch` and its number shows it.",
    "send": "Your next letter needs no choice of yours.",
}
"""{what to do next in a battle: the message after its letter was opened}."""


def mail_table(
    folder: Path, desk: Desk, battle: Battle, read: Read, write: Callable[[str], None]
) -> tuple[PlainTable, MailKind]:
    """Return (a battle by mail in lines of text, its kind, which will hold the result) for one
    player.
    """
    kind = MailKind(MailTable(folder, desk, battle))
    return PlainTable(Sitting(battle, kind.table, kind), read, write), kind


class MailRoom:
    """A person's battles by mail in lines of text; `run` returns when the person leaves."""

    def __init__(self, saves: str | Path | None, read: Read, write: Callable[[str], None]) -> None:
        """Create the room; `saves` is the folder of battles, or None for the usual one."""
        self._saves = saves
        self._read = read
        self._write = write
        self._rows: list[MailStatus] = []
        """The battles of the list that was printed last; they are named by number, from 1."""
        self._files: list[Path] = []
        """The files with letters of the list that was printed last; they are named by number, from
        1."""

    @property
    def _folder(self) -> Path:
        return stored.mail_folder(self._saves)

    async def run(self) -> None:
        """Carry out typed lines until the person leaves or the input ends."""
        self._say("Battles by mail in lines. Type `help` for what you can type.")
        self._list()
        while (line := await self._read("mail> ")) is not None:
            said = clean(line).strip()
            if said.lower() in ("quit", "exit", "q"):
                return
            try:
                refuse_controls(line)
                await self._line(said)
            except FileFault as fault:
                self._say(f"{with_full_stop(clean(str(fault)))} Nothing was done.")
            except WeatherGageError as error:
                self._say(with_full_stop(clean(str(error))))

    async def _line(self, line: str) -> None:
        """Carry out a typed line."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower() or "list", rest.strip()
        alone: dict[str, Callable[[], Awaitable[None] | None]] = {
            "list": self._list,
            "help": lambda: self._write(format_table(HELP.strip("\n"))),
            "?": lambda: self._write(format_table(HELP.strip("\n"))),
            "open": self._list_files,
            "paste": self._paste,
            "new": self._fill_in,
            "guide": self._guide,
        }
        of_battle: dict[str, Callable[[MailStatus], Awaitable[None] | None]] = {
            "about": lambda row: self._say(errands.status_text(row)),
            "send": lambda row: self._tell_letter(errands.letter_to_send(self._folder, row.name)),
            "letter": self._print_letter,
            "receipt": self._receipt,
            "watch": self._watch,
            "proof": self._proof,
            "delete": self._delete,
        }
        done: Awaitable[None] | None = None
        if word in alone and not rest:
            done = alone[word]()
        elif word in of_battle and rest:
            done = of_battle[word](self._battle(rest))
        elif word == "open":
            done = self._open_file(rest)
        elif word == "new":
            done = self._found(rest)
        elif word == "rules" and rest:
            self._many(lookup_lines(rest))
        elif word.isdecimal() and not rest:
            done = self._go_and_list(self._battle(word, readable=False))
        else:
            why = (NOT_IN_LINES.get(f"{page}.{word}") for page in ("letter", "letter_in"))
            known = (*alone, *of_battle, "rules")
            raise Refused(next(filter(None, why), no_command(line, known)))
        if done is not None:
            await done

    # The battles -----------------------------------------------------------------------

    def _list(self) -> None:
        self._rows = errands.mail_statuses(stored.mail_search_folder(self._saves))
        for number, row in enumerate(self._rows, 1):
            title = f"{row.scenario} with {row.other}" if row.scenario else row.name
            told = "cannot be read" if row.fault else f"{row.next_step_text}, {row.day}"
            self._say(f"  {number}  {title}: {told}")
        if not self._rows:
            self._say("No battle by mail yet. Type `new` to begin one, or `open` to open a letter.")

    def _battle(self, number: str, readable: bool = True) -> MailStatus:
        """Return the battle with this number in the list that was printed last, or with this
        name.
        """
        named = [row for row in self._rows if row.name == number]
        if not named and (
            not number.isdecimal() or not 1 <= parse_number(number) <= len(self._rows)
        ):
            raise Refused(
                f"there is no battle {number}; `list` shows {pluralized(len(self._rows), 'battle')}"
            )
        row = named[0] if named else self._rows[parse_number(number) - 1]
        if row.fault and not readable:
            raise FileFault(row.fault)
        return row

    async def go(self, name: str) -> None:
        """Do what is to be done next in the battle of this name, and return without waiting for
        other commands.
        """
        self._rows = errands.mail_statuses(stored.mail_search_folder(self._saves))
        await self._go(self._battle(name, readable=False))

    async def _go_and_list(self, row: MailStatus) -> None:
        await self._go(row)
        self._list()

    async def _go(self, row: MailStatus) -> None:
        """Do what is to be done next in a battle."""
        if row.next == "send":
            self._tell_letter(errands.letter_to_send(self._folder, row.name))
        elif row.next == "over":
            await self._watch(row)
        elif row.next == "wait":
            step = row.next_step_text
            self._say(f"{errands.status_text(row)} {capitalized(step)}.")
            if stored.battle_path(self._folder, row.name).exists():
                await self._watch(row, at_the_end=True)
        else:
            # After the word `send`, the letter is written.
            folder = self._folder
            desk = errands.desk_of(folder, row.name)
            battle = desks.open_battle(folder, desk)
            try:
                if battle is None:
                    wait = f"waiting for {desk.other}'s letter {desk.held.number + 1}"
                    raise Refused(f"the dice are being agreed on: {wait}")
                table, kind = mail_table(folder, desk, battle, self._read, self._write)
                await table.run()
                kind.table.get_up()
                desk = kind.table.desk
                if (kind.sends or battle.outcome()) and post.is_letter_due(desk, battle):
                    letter = errands.next_letter(folder, desk, battle)
                    desk = letter.desk
                    self._tell_letter(letter)
            finally:
                errands.close(desk, battle)

    async def _watch(self, row: MailStatus, at_the_end: bool = False) -> None:
        with closing(self._seen(row)) as battle:
            at = battle.position if at_the_end else 0
            await PlainReplay(battle, self._read, self._write, at).run()

    async def _proof(self, row: MailStatus) -> None:
        with closing(self._seen(row)) as battle:
            await print_proof(battle, self._say, self._write)

    def _seen(self, row: MailStatus) -> Battle:
        """Open the file of a battle for reading only; raises `Refused` if the battle has not
        begun.
        """
        path = stored.battle_path(self._folder, row.name)
        if not path.exists():
            raise Refused("there is nothing to watch yet: the battle has not begun")
        return Battle.open(path, write=False)

    async def _delete(self, row: MailStatus) -> None:
        if (await self._read(f"Move {row.name} to the bin? y or n: ") or "").strip().lower() in (
            "y",
            "yes",
        ):
            away = stored.bin_desk(self._folder, row.name)
            self._say(f"{row.name} is in the bin now, {away.parent}")
            self._list()

    # Letters ---------------------------------------------------------------------------

    def _tell_letter(self, letter: Outgoing) -> None:
        """Print the path of a letter that was written; if it has no file, print the letter
        itself.
        """
        number, other = letter.desk.held.number, letter.desk.other
        if letter.path:
            self._say(f"Letter {number} to {other} is in")
            self._write(letter.path)
            self._say(f"Attach it to a mail to {other}, or paste it: `letter N` prints it.")
        else:
            self._say(f"{clean(letter.fault)}. Paste this into a mail to {other}:")
            self._print(letter.text)

    def _print_letter(self, row: MailStatus) -> None:
        self._print(errands.letter_to_send(self._folder, row.name).text)

    def _print(self, text: str) -> None:
        for line in text.splitlines():
            self._write(line)

    def _receipt(self, row: MailStatus) -> None:
        desk = errands.desk_of(self._folder, row.name)
        path = errands.write_receipt(self._folder, desk)
        self._say(
            f"The receipt shows {desk.other} that you have letter {desk.held.number}. It is in"
        )
        self._write(str(path))

    def _list_files(self) -> None:
        self._files = letters_here()
        for number, path in enumerate(self._files, 1):
            self._say(f"  {number}  {clean(path.name)}  {clean(short_path(path.parent))}")
        if self._files:
            self._say("`open NUMBER` or `open NAME` opens one; `paste` takes a mail as text.")
        else:
            self._say(
                "No letter was found here. `open FILE` opens a letter in a file; `paste` takes "
                "a mail as text."
            )

    async def _open_file(self, said: str) -> None:
        path = named_file(said)
        if said.isdecimal() and 1 <= parse_number(said) <= len(self._files):
            path = self._files[parse_number(said) - 1]
        path = path or Path(said)
        await self._open(errands.read_letter_file(path), clean(path.name))

    async def _paste(self) -> None:
        """Open the letter in a mail that is typed or pasted line by line."""
        self._say(f"Paste the mail now, then type a line with only `{END}`.")
        lines: list[str] = []
        size = 0
        while (line := await self._read("")) is not None and line.strip().lower() != END:
            size += len(line) + 1
            if size <= MOST:  # the rest of a longer text is dropped, and it is refused
                lines.append(line)
        if size > MOST:
            raise Refused(f"the mail has more than {MOST} characters; save it and open the file")
        await self._open("\n".join(lines), "this text")

    async def _open(self, text: str, source: str) -> None:
        """Open a letter.

        For the first letter of a battle, first ask for a word that is mixed into the dice.
        """
        folder, word = self._folder, ""
        letter = errands.find_letter(folder, text, source)
        if letter.number == 1 and stored.load(folder, letter.id) is None:
            other = next(name for name in letter.players.values() if name != letter.by)
            self._say(f"{letter.by} invites you to {errands.title_of(letter)}, as {other}.")
            strict = isinstance(letter, letters.Slip)
            asks = "The battle is strict, so no word is needed; Enter joins, `quit` does not: "
            said = await self._read(asks if strict else "Your word for the dice, or none: ")
            if said is None or (strict and said.strip()):
                self._say("The letter was not opened.")
                return
            word = said.strip()
        again = "type `send` to write your latest letter again"
        desk, next_, answer = errands.open_and_store(folder, text, source, lambda _: again, word)
        self._say(errands.opened_letter_text(desk, next_, WORDS))
        if answer:
            self._tell_letter(answer)
        self._list()

    # A new battle ----------------------------------------------------------------------

    async def _found(self, said: str) -> None:
        """Create the battle that a typed line describes; ask row by row for what is missing."""
        form = MailForm(stored.mail_search_folder(self._saves))
        scenario, _, terms = said.partition(" ")
        game: Game = game_with_scenario(scenario)
        form.choose(game.name, scenario)
        fill(form, form.rows, read_terms(terms))
        if form.missing():
            await self._fill_in(form)
        else:
            self._founded(form)

    async def _fill_in(self, form: MailForm | None = None) -> None:
        """Let the person fill in the form row by row, and then create the battle or give up."""
        form = form or MailForm(stored.mail_search_folder(self._saves))
        if await PlainForm(form, form.rows, self._read, self._write, form.missing).run():
            self._founded(form)

    def _founded(self, form: MailForm) -> None:
        desk = form.new_desk()
        letter = errands.next_letter(self._folder, desk, None)
        self._say(desks.terms(letter.desk))
        self._list()
        self._tell_letter(letter)

    def _guide(self) -> None:
        """Print how a battle by mail works, with the words that are typed in this room."""
        guide = GUIDES["mail"]
        self._say(guide.about)
        self._say("You: type `new` to begin a battle; send its letter; type `open` when one comes.")
        self._say(
            "Your friend types `open` or `paste` in this room, or chooses Mail in the menu, or "
            "runs:"
        )
        self._write(f"  {installed_command('weathergage mail open FILE')}")
        self._say("A letter was lost: type `send` to write your latest letter again.")
        self._many(guide.faults[1:])

    # Writing ---------------------------------------------------------------------------

    def _many(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _say(self, text: str) -> None:
        for part in text.split("\n"):
            for line in wrapped(part):
                self._write(line)
