"""PlainForm: the form of a new battle in lines of text, with the same rows as on the screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import clean, with_full_stop
from engine.files.squadron_files import LONGEST_TEXT
from engine.sitting.printed import refuse_controls
from engine.sitting.setting_up.forms import (
    Rows,
    fill,
    form_lines,
    is_typed,
    read_choice,
    row_lines,
    row_named,
)
from engine.sitting.setting_up.rows import SetupLine, SetUpRows
from tui.plain.look import format_table, wrapped

HELP = """
ROW           explain a row and list its choices, such as `clock`
ROW CHOICE    set a row; a choice is a number or words: `clock a day`, `B lieutenant`
find ROW W    list only the choices of a row with the word W: `find scenario fog`
paste ROW     use your own squadron for a seat: its text, then a line with only `end`
list          show all rows again
found         this battle, with these rows   quit    leave without a battle
"""
END = "end"
"""The typed line that ends a pasted text."""

Read = Callable[[str], Awaitable[str | None]]


class PlainForm:
    """A form in lines of text; `run` returns whether the battle is to be created."""

    def __init__(  # noqa: PLR0913 - the form, and by keyword the words for it
        self,
        form: SetUpRows,
        rows: Rows,
        read: Read,
        write: Callable[[str], None],
        missing: Callable[[], str] = lambda: "",
        verb: str = "found",
        describe: Callable[[WeatherGageError], str] = str,
    ) -> None:
        """Create the dialogue that fills in the `rows` of a form. The typed word `verb` ends it and
        creates the battle.

        `missing` returns why the battle cannot be created yet; '' for none.
        """
        self._verb = verb
        self._form = form
        self._rows = rows
        self._read = read
        self._write = write
        self._missing = missing
        self._describe = describe

    async def run(self) -> bool:
        """Process lines until the battle is to be created, or the person leaves."""
        self._say("A new battle. Type `help` for what you can type.")
        self._list()
        while (line := await self._read("new battle> ")) is not None:
            said = clean(line).strip()
            if said.lower() in ("quit", "exit", "q"):
                return False
            try:
                refuse_controls(line)
                if said.lower() == self._verb:
                    if why_not := self._form.fault or self._missing():
                        raise Refused(why_not.removesuffix("."))
                    return True
                await self._line(said)
            except WeatherGageError as error:
                self._say(with_full_stop(self._describe(error)))
        return False

    async def _line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "help" | "?":
                self._write(format_table(HELP.strip("\n").replace("found ", f"{self._verb} ")))
            case "" | "list":
                self._list()
            case "find" if rest:
                of, _, words = rest.partition(" ")
                self._tell(row_named(self._rows(), of), words.strip())
            case "paste" if rest:
                row = row_named(self._rows(), rest)
                self._say(f"Paste its text now, then type a line with only `{END}`")
                lines: list[str] = []
                while (typed := await self._read("")) is not None and typed.strip().lower() != END:
                    if sum(map(len, lines)) <= LONGEST_TEXT:  # a longer text is refused
                        lines.append(typed)
                self._form.paste(row, "\n".join(lines))
                self._tell(row)
            case _ if "=" in line:
                form = self._form
                fill(form, self._rows, [(word.partition("=")[0], line.partition("=")[2].strip())])
                self._taken(word.partition("=")[0])
            case _:
                row = row_named(self._rows(), word)
                if not rest:
                    self._tell(row)
                    return
                self._form.take(row, read_choice(self._form, row, rest))
                self._taken(word)

    def _taken(self, word: str) -> None:
        """Print the new choice of the row `word`; if other rows depend on it, print all rows."""
        row = row_named(self._rows(), word)
        if is_typed(row) or row.asked or row.what in ("player", "squadron"):
            label, value = self._form.shown(row)
            self._say(f"{label}: {value}.")
            self._say_fault()
        else:
            self._list()

    def _list(self) -> None:
        for line in form_lines(self._form, self._rows()):
            self._say(f"  {line}")
        self._say_fault()

    def _say_fault(self) -> None:
        """Print why the choices do not fit together; nothing if they do."""
        if self._form.fault:
            self._say(with_full_stop(self._form.fault))

    def _tell(self, row: SetupLine, words: str = "") -> None:
        for line in row_lines(self._form, row, words):
            self._say(line)

    def _say(self, text: str) -> None:
        for line in wrapped(text):
            self._write(line)
