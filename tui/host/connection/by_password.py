"""A login without a key: questions for a password, a new name's password, or an invitation word."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from engine.base.errors import Refused
from engine.base.text import capitalized
from engine.hosting.passwords import PasswordHash, hash_password
from tui.host.connection.admission import COMPUTERS, GUEST, Users

Challenge = tuple[str, str, str, Sequence[tuple[str, bool]]]
"""A question as ssh shows it: (title, instruction, language, prompts). Each prompt is (text,
whether the typed answer is shown)."""
TRIES = 3
"""The maximum number of attempts of one connection; ssh itself gives up after three."""


class PasswordLogin:
    """A login by questions, as ssh asks them (keyboard-interactive, RFC 4256).

    It is used if ssh offers no key that fits. `begin` returns the first question; `answer` takes
    the typed answers and returns the next question, True to log in, or False to refuse.
    """

    def __init__(self, users: Users, name: str, tries: int = 0) -> None:
        """Begin a login under a name.

        `tries` is the number of attempts that the connection has already used up under another
        name.
        """
        self._users = users
        self._name = name
        self.tries = tries
        self.passed = False
        """Whether the answers were right, so that the person may log in."""
        self.chosen: PasswordHash | None = None
        """The hash of the password that a new person has chosen; None for a name that is already
        registered."""
        self.invitation = ""
        """The invitation word with which a new person was let in."""
        self.why_not = ""
        """Why nobody can log in by questions under this name, for the host's log; '' if it is
        possible."""
        self._asks = self._first()

    def _first(self) -> str:
        """Return the kind of the first question: `password`, `new` or `invitation`; '' if no login
        is possible.
        """
        name, users = self._name, self._users
        if not name:
            self.why_not = "that is not a valid name"
        elif name == GUEST:
            self.why_not = "guests are not admitted here"
        elif users.passwords.has(name):
            return "password"
        elif name in users.names:
            self.why_not = "the name is kept by a key, and that key was not offered"
        elif name in COMPUTERS:
            self.why_not = "that is the name of a computer player"
        elif users.takes(name):
            return "new"
        elif users.invitations.open:
            return "invitation"
        elif name in users.reserved:
            self.why_not = "the name is kept for an owner of the host"
        else:
            self.why_not = "the name is not known, and this host takes no new names"
        return ""

    @property
    def guesses(self) -> bool:
        """Whether the next answer is a guess at a secret; such guesses are counted and limited."""
        return self._asks in ("password", "invitation")

    def begin(self) -> Challenge | bool:
        """Return the first question; False if the connection has no attempts left."""
        return False if self.tries >= TRIES else self._question()

    async def answer(self, given: Sequence[str]) -> Challenge | bool:
        """Return the next question; True if the person may log in, False to refuse."""
        self.tries += 1
        found = await self._next_step(given)
        self.passed = found is True
        return found

    async def _next_step(  # noqa: PLR0911  (a branch for each question)
        self, given: Sequence[str]
    ) -> Challenge | bool:
        match self._asks, given:
            case "password", [password]:
                # In a thread: the hash takes about 50 ms, and other connections must be served.
                if await asyncio.to_thread(self._users.passwords.is_right, self._name, password):
                    self.why_not = ""
                    return True
                self.why_not = "wrong password"
                return self._again("That is not the password.")
            case "invitation", [word]:
                if self._users.is_invited(self._name, word):
                    self.invitation, self._asks, self.tries = word, "new", 0
                    return self._question()
                self.why_not = "wrong invitation word"
                return self._again("That invitation word is wrong, or is no longer valid.")
            case "new", [first, second]:
                if first != second:
                    return self._again("The two passwords differ.")
                try:
                    self.chosen = await asyncio.to_thread(hash_password, self._name, first)
                except Refused as weak:
                    return self._again(f"{capitalized(str(weak))}.")
                return True
            case _:
                return False

    def _again(self, why: str) -> Challenge | bool:
        return False if self.tries >= TRIES else self._question(why)

    def _question(self, first: str = "") -> Challenge:
        name = self._name
        match self._asks:
            case "password":
                said, prompts = "", [(f"Password of {name}: ", False)]
            case "new":
                said = (
                    f"{name} is new here. Choose a password for the name, of eight characters or "
                    "more; next time you are asked for it once."
                )
                prompts = [("New password: ", False), ("The same password again: ", False)]
            case "invitation":
                by = "the owner" if name in self._users.reserved else "a member"
                said = f"{name} is new here, and newcomers need an invitation by {by}."
                prompts = [("Invitation word: ", True)]
            case _:
                said, prompts = _told(self._users, name), []
        return "Weather Gage", " ".join(filter(None, (first, said))), "", prompts


def _told(users: Users, name: str) -> str:
    """Return the text for a person who cannot log in under a name by questions: why, and what to
    do.
    """
    if not name:
        return (
            "That cannot be a name here. A name has a letter, then up to 19 letters, digits, - or "
            "_: ssh NAME@HOST."
        )
    if name == GUEST:
        return "Guests are not admitted here. Sign in under a name of your own: `ssh NAME@HOST`."
    if name in COMPUTERS - {*users.names}:
        return f"{name} is the name of a computer player here. Choose another name: ssh NAME@HOST."
    if name in users.reserved - {*users.names}:
        return (
            f"{name} is kept for an owner of this host. If that is you, type at its machine: "
            f"`weathergage host ctl add {name} KEY`, or `weathergage host ctl invite` for a word."
        )
    if name in users.names:
        return (
            f"{name} is kept here by a key that your ssh did not offer. Sign in with that key, "
            "or ask "
            "the owner of this host. If you are somebody else, choose another name."
        )
    return (
        f"{name} is not known here, and this host takes no new names. Ask its owner to add you, or "
        "a member for an invitation word."
    )
