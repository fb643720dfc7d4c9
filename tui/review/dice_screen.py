"""The dice of a battle: every roll compared with fair dice, and the proof of the dice."""

from __future__ import annotations

import shlex
from asyncio import sleep
from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.game.parts.review import columns
from engine.kernel.logbook import Proof
from engine.kernel.seen import SeenBattle
from engine.review import dice
from engine.review.dice import BY, HEADS, NumberedRoll
from engine.sitting.proof import SECRET, evidence, evidence_lines, proof_of, verdict
from tui.input.actions import Handlers
from tui.screens.chooser import ListedRow, Scroller, SearchedList
from tui.terminal.cells import cut
from tui.terminal.page import TextPage, wrapped

# DiceScreen: the rolls of a battle compared with fair dice, in total and one by one.


AT_ONCE = 250
"""The number of entries whose dice are counted before keys are processed again and the progress is
redrawn."""
KIND = 14
NAME = 26
"""The width in columns of the name at the start of a row."""
ABOUT = "`1 in 30`: fair dice are this far off once in 30 times."
ROLLS = "Every roll: entry, ship, kind, result (of fair dice), the dice"
FACES = "Faces: how often each fell (with fair dice)"


class DiceScreen(SearchedList):
    """The page about the dice: sums by side, kind and ship, the faces, then every roll.

    A search narrows the list.
    """

    screen_name: ClassVar[str] = "dice"
    what_for: ClassVar[str] = (
        "The dice of the battle compared with fair dice: by side, kind and ship, how often each "
        "face fell, and every roll. Enter on a sum lists its rolls; on a roll it watches the "
        "entry."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "down=line", "find", "proof", "end", "help")

    def __init__(
        self, battle: SeenBattle, watch: Callable[[int], None], viewer_seat: str = ""
    ) -> None:
        """Count the dice of a battle, as far as `viewer_seat` may know them.

        An empty `viewer_seat` stands for a watcher. `watch` shows the position after an entry.
        """
        super().__init__()
        self.battle = battle
        self.shows_entry = watch
        self.explained = battle.game.review.explained
        self.viewer_seat = viewer_seat
        self.counted = 0
        """The number of entries counted so far."""
        self.proved = ""
        """The result of checking the proof of the dice, in words."""
        self._summed_up = False
        self._rolls: list[NumberedRoll] = []
        self._rows: list[ListedRow] = []
        self._entries: dict[int, int] = {}
        """{number of the row of a roll: the entry of the battle in which it fell}."""

    def on_mount(self) -> None:
        """Begin to count the dice, and to check the proof of a finished battle."""
        self.work(self._count, "count")
        self.work(self._prove, "prove")

    @property
    def about_game(self) -> str:
        return self.battle.game.name

    @property
    def looked(self) -> bool:
        """Whether counting, and the check of the proof, are finished."""
        return self._summed_up and bool(self.proved)

    async def _count(self) -> None:
        """Count the dice of some entries at a time, in the background: a long battle has
        thousands.
        """
        while self.counted < self.battle.position:
            self.counted += 1
            self._rolls += dice.entry_rolls(self.battle, self.viewer_seat, self.counted)
            if self.counted % AT_ONCE == 0:
                if self.is_current:
                    self.draw()
                await sleep(0)
        found = {heading: dice.sums(self._rolls, by) for heading, by in BY.items()}
        rows = [dice.cells(each) for group in found.values() for each in group]
        named = [(cut(row[0], NAME), *row[1:]) for row in rows]
        head, *lines = columns((("".ljust(NAME), *HEADS[1:]), *named))
        left = iter(lines)
        told = [
            *[
                ListedRow(next(left), f"{heading:<{NAME}}{head[NAME:]}")
                for heading, group in found.items()
                for _ in group
            ],
            *[
                ListedRow(line, FACES)
                for found in dice.faces(self.battle, self._rolls)
                for line in wrapped(dice.face_counts_text(found), max(40, self.extent.width - 6))
            ],
        ]
        # A row for every roll, in the order of the battle.
        rolls = []
        for at, (n, rolled) in enumerate(self._rolls, len(told)):
            self._entries[at] = n
            one = dice.of_one(rolled)
            thrown = f"{one.got} ({one.mean:.1f})"
            rare = "" if one.chance >= dice.COMMON else f"; {dice.in_words(one.chance)}"
            who = cut(f"{rolled.whose}: {rolled.ship}", NAME)
            kind = cut(rolled.kind, KIND)
            text = f"{n:>5} {who:<{NAME}} {kind:<{KIND}} {thrown:<9}{dice.faces_text(rolled)}{rare}"
            phrases = f"{rolled.whose}: {rolled.kind} {rolled.whose}: {rolled.ship}"
            rolls.append(ListedRow(text, ROLLS, phrases))
        self._rows = [*told, *rolls]
        self._summed_up = True
        self.draw()

    async def _prove(self) -> None:
        known = evidence(self.battle)
        if not (known.pledge or known.shared):
            self.proved = "No secret was pledged for the dice"
        elif not known.over:
            self.proved = "The proof of the dice is given when the battle is over"
        else:
            proof = await proof_of(self.battle)
            self.proved = f"{'PROVED' if proof.ok else 'NOT PROVED'}: {proof.proof or proof.text}"
        if self.is_current:
            self.draw()

    # The rows --------------------------------------------------------------------------

    def listed(self) -> Sequence[ListedRow]:
        return self._rows

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write how many entries are counted, whether the dice look fair, and the sums and
        rolls.
        """
        title = self.battle.header.title
        far = f"{self.counted} of {self.battle.position} entries"
        done = self.counted >= self.battle.position
        told = self.how_many("rows") if done else f"counted {far}"
        page.bar(0, f"DICE   {title}", "status", told)
        key = self.keymap.hint(self.screen_name, "proof", "shows the whole proof")
        page.write(1, 1, f"{self.proved}; {key}" if self.proved else "", "dim")
        if done and not self._rows:
            page.write(1, 2, "No dice have been rolled that can be counted.", "text")
        elif self._rows:
            self.write_list(page, 0, page.columns - 1)

    def prompt(self) -> str:
        row = self.chosen_row
        enter = self.keymap.key(self.screen_name, "accept")
        if row in self._entries:
            return f"{enter} watches entry {self._entries[row]}"
        return f"{enter} lists its rolls. {ABOUT}" if self._rows else self.what_for

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept, "proof": self.act_proof}

    def act_accept(self) -> None:
        """Show the entry of the chosen roll in the replay; on a sum, list only the rolls in it."""
        row = self.chosen_row
        if row in self._entries:
            self.shows_entry(self._entries[row])
        elif row < len(self._rows) and self._rows[row].section not in (FACES, ""):
            self.kept_words = self._rows[row].text[:NAME].strip()

    def act_proof(self) -> None:
        """Show the proof that the dice are fair, and the pledge (hash) that was made before the
        battle.
        """
        self.open_screen("proof", self.battle)


# ProofScreen: pledge, words, secret and verdict of a battle's dice in full, to compare and copy.


Lines = list[tuple[str, str]]
"""(text, style) for each row; the text fits on it."""


class ProofScreen(Scroller):
    """What proves that a battle's dice are fair; of an unfinished battle, as much as is known."""

    screen_name: ClassVar[str] = "proof"
    what_for: ClassVar[str] = (
        "The proof of the dice: the pledge, the word of each seat, the secret, and whether they "
        "agree. To copy one, hold Shift and select it with the mouse."
    )
    hints: ClassVar[tuple[str, ...]] = ("down=scroll", "page_down", "end", "help")

    def __init__(
        self, battle: SeenBattle, commands: Sequence[str] = (), withheld: str = ""
    ) -> None:
        """Show what proves that a battle's dice are fair.

        `commands` are shell commands with which this can be checked at home; if there are none,
        `withheld` says why.
        """
        super().__init__()
        self.battle = battle
        self.commands = commands
        self.withheld = withheld
        self.proof: Proof | None = None
        """The result of checking the proof; None until it is computed."""

    def on_mount(self) -> None:
        """Check the proof of a finished battle in the background."""
        if self.battle.outcome() is not None:
            self.work(self._prove)

    async def _prove(self) -> None:
        self.proof = await proof_of(self.battle)
        self.draw()

    @property
    def about_game(self) -> str:
        return self.battle.game.name

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write as many lines as fit."""
        title = self.battle.header.title
        page.bar(0, f"PROOF OF THE DICE   {title}", "status", self.verdict()[0])
        lines, room = self._lines(page.columns - 2), page.rows_count - 4
        self.top = max(0, min(self.top, len(lines) - room))
        self.rest = max(0, len(lines) - room - self.top)
        for row, (text, style) in enumerate(lines[self.top : self.top + room], 2):
            page.write(1, row, text, style)

    def verdict(self) -> tuple[str, str]:
        """Return (result of the check in a word or two, why)."""
        return verdict(self.battle, self.proof)

    def _lines(self, width: int) -> Lines:
        known = evidence(self.battle)
        about, parts = evidence_lines(self.battle)
        lines: Lines = [(text, "dim") for text in wrapped(about, width)]
        if known.pledge:
            lines.append(("", "text"))
        for name, text in parts:
            style = "dim" if name == SECRET and not known.secret else "text"
            lines += [(row, "head") for row in wrapped(name, width)]
            lines += [(row, style) for row in pieces(text, width)]
        word, why = self.verdict()
        style = "warning" if self.proof and not self.proof.ok else "head"
        lines += [("", "text"), (f"Verdict: {word}", style)]
        lines += [(text, "text") for text in wrapped(why, width)]
        if known.over and self.commands:
            lines += [("", "text"), ("Check it at home; in a shell, type", "head")]
            lines += [(row, "text") for each in self.commands for row in shell_rows(each, width)]
        elif self.withheld:
            lines += [("", "text"), *((text, "dim") for text in wrapped(self.withheld, width))]
        return lines

    def prompt(self) -> str:
        """Return the result of the check, and whether more lines follow below."""
        word, why = self.verdict()
        more = self.keymap.hint(self.screen_name, "down", "shows more") if self.rest else ""
        return f"{more}   {word}" if more else why


def pieces(text: str, width: int) -> list[str]:
    """Return a text cut into rows of `width` columns; no character is lost, not even a space."""
    width = max(1, width)
    return [text[at : at + width] for at in range(0, len(text), width)] or [""]


def shell_rows(command: str, width: int) -> list[str]:
    r"""Return a shell command on rows that can be copied: a long path has a row of its own.

    A row that is continued ends with a backslash, so that a shell reads all rows as one command. A
    path that is too long for a row is broken after a folder.

    >>> shell_rows("weathergage verify /home/anna/duel.battle", 28)
    ['weathergage verify \\', '/home/anna/duel.battle']
    """
    if len(command) <= width:
        return [command]
    rows: list[str] = []
    for word in _words(command):
        if rows and len(rows[-1]) + len(word) <= width - 3:
            rows[-1] += f" {word}"
            continue
        if rows:
            rows[-1] += " \\"
        rows += _word_rows(word, width - 2)
    return rows


def _word_rows(word: str, width: int) -> list[str]:
    """Return a word of a shell command as rows; a long path is broken between two names."""
    quote = word[:1] * word.startswith(("'", '"'))
    at = word.rfind("/", 1, width - 1) + 1
    if len(word) <= width or not at:
        return pieces(word, width)
    return [f"{word[:at]}{quote}\\", *_word_rows(f"{quote}{word[at:]}", width)]


def _words(command: str) -> list[str]:
    """Return the words of a shell command, with their quotation marks."""
    try:
        return shlex.split(command, posix=False)
    except ValueError:  # a quotation mark without its partner
        return command.split()
