"""ProofScreen: pledge, words, secret and verdict of a battle's dice, whole, to compare and copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.kernel.logbook import UNPROVED, Proof
from engine.kernel.seen import SeenBattle
from engine.sitting.proof import evidence, first_keys, proof_of
from tui.screens.chooser import Scroller
from tui.terminal.page import TextPage, wrapped

ABOUT = (
    "The secret of the dice was pledged by its hash before anybody brought a word; secret and "
    "words together made the seed. Compare pledge and words with what you wrote down."
)
ABOUT_SHARES = (
    "Each throw was made of a share of each player, opened by a letter only when the choice before "
    "it stood. The anchors fixed all shares in the first two letters."
)
NO_PLEDGE = (
    "The dice of this battle come from a seed that was drawn or chosen where it was begun. Nobody "
    "pledged a secret for them, so it is proved that the dice followed the seed, and no more."
)
LATER = "It is revealed when the battle is over."
UNREVEALED = "It is not revealed, though the battle is over: it could not be written down."
WORKING = "Every command is decided again ..."
NO_WORD = "(none)"

Lines = list[tuple[str, str]]
"""Texts that each fit on a row, with their styles."""


class ProofScreen(Scroller):
    """One page about the dice of a battle; while it goes on, what is known by then."""

    screen_name: ClassVar[str] = "proof"
    what_for: ClassVar[str] = (
        "The proof of the dice: what was pledged, the word of each seat, the secret, and whether "
        "all of it agrees. Each stands whole, to be copied from the terminal: by mouse while Shift "
        "is held."
    )
    hints: ClassVar[tuple[str, ...]] = ("down=scroll", "page_down", "end", "help")

    def __init__(
        self, battle: SeenBattle, commands: Sequence[str] = (), withheld: str = ""
    ) -> None:
        """Show what is known of a battle's dice.

        `commands` check it at home, to be typed one after another; where there are none,
        `withheld` says why.
        """
        super().__init__()
        self.battle = battle
        self.commands = commands
        self.withheld = withheld
        self.proof: Proof | None = None
        """What is proved; None until that is found out."""

    def on_mount(self) -> None:
        """Prove a battle that is over, beside the keys."""
        if self.battle.outcome() is not None:
            self.work(self._prove)

    async def _prove(self) -> None:
        self.proof = await proof_of(self.battle)
        self.draw()

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write as many lines as there is room for."""
        title = self.battle.header.title
        page.bar(0, f"PROOF OF THE DICE   {title}", "status", self.verdict()[0])
        lines, room = self._lines(page.columns - 2), page.rows_count - 4
        self.top = max(0, min(self.top, len(lines) - room))
        self.rest = max(0, len(lines) - room - self.top)
        for row, (text, style) in enumerate(lines[self.top : self.top + room], 2):
            page.write(1, row, text, style)

    def verdict(self) -> tuple[str, str]:
        """Return the verdict in a word or two, and why."""
        if self.battle.outcome() is None:
            return "not yet", "The battle goes on; " + UNPROVED + "."
        if self.proof is None:
            return "...", WORKING
        text = f"{self.proof.text[:1].upper()}{self.proof.text[1:]}."
        if not self.proof.ok:
            return "NOT PROVED", text
        if self.battle.header.fairness is None:
            return "right", text
        if evidence(self.battle).shared:
            return "PROVED", f"{text} Each throw is made of a share of each player."
        return "PROVED", f"{text} Pledge, words and seed agree."

    def _lines(self, width: int) -> Lines:
        known = evidence(self.battle)
        lines: Lines = [(text, "dim") for text in wrapped(ABOUT, width)]
        if known.shared:
            lines = [(text, "dim") for text in wrapped(ABOUT_SHARES, width)]
            for each in known.words:
                lines += _part(f"Anchor of {each.who}'s shares", each.word, width)
            for each in first_keys(self.battle) if known.over else ():
                lines += _part(f"First key of {each.who}'s letters", each.word, width)
            later = UNREVEALED if known.over else LATER
            lines += _part("Secrets", known.secret or later, width)
        elif not known.pledge:
            lines = [(text, "dim") for text in wrapped(NO_PLEDGE, width)]
        else:
            lines += [("", "text"), *_part("Pledge of the secret", known.pledge, width)]
            for each in known.words:
                lines += _part(f"Word of {each.who}", each.word or NO_WORD, width)
            later = UNREVEALED if known.over else LATER
            secret = known.secret or later
            lines += _part("Secret", secret, width, "text" if known.secret else "dim")
        word, why = self.verdict()
        style = "warning" if self.proof and not self.proof.ok else "head"
        lines += [("", "text"), (f"Verdict: {word}", style)]
        lines += [(text, "text") for text in wrapped(why, width)]
        if known.over and self.commands:
            lines += [("", "text"), ("Check it at home; in a shell, type", "head")]
            lines += [(piece, "text") for each in self.commands for piece in pieces(each, width)]
        elif self.withheld:
            lines += [("", "text"), *((text, "dim") for text in wrapped(self.withheld, width))]
        return lines

    def prompt(self) -> str:
        """Say what is proved, and that there is more below."""
        word, why = self.verdict()
        more = self.keymap.hint(self.screen_name, "down", "shows more") if self.rest else ""
        return f"{more}   {word}" if more else why


def pieces(text: str, width: int) -> list[str]:
    """Return a text cut into rows and nothing left out, blanks neither."""
    width = max(1, width)
    return [text[at : at + width] for at in range(0, len(text), width)] or [""]


def _part(name: str, text: str, width: int, style: str = "text") -> Lines:
    """Return a heading and what stands below it, whole."""
    return [*((row, "head") for row in wrapped(name, width)),
            *((row, style) for row in pieces(text, width))]  # fmt: skip
