"""Notices to people who are away: their text, their recipients, and when they are due.

The functions that send them by mail or web hook are in other modules.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import NamedTuple

from engine.base.errors import FileFault, Refused
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.lobby_rows import Call, calls, dated_number
from engine.hosting.log import log_fault

LOG = logging.getLogger("weathergage.host")
LOOK = 30.0
"""Seconds between checks for questions that wait. Because of this delay an order that is undone at
once causes no notice."""
LONGEST = 300
"""The maximum number of characters in an address."""
HOOK = re.compile(
    r"https://[A-Za-z0-9.-]{1,200}(?:/[A-Za-z0-9/_.~-]*)?(?:\?[A-Za-z0-9_=&.~-]*)?(?:#[\w-]{1,64})?",
    re.ASCII,
)
"""Matches a web hook: HTTPS on the default port, without user name and password; `#TOPIC` names a
topic of ntfy."""
MAIL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]{0,200}")
QUIET = re.compile(r"(\d{1,2})-(\d{1,2})")
CODES_A_DAY = 3
"""The most confirmation codes that are sent in a day for one person, and also to one address."""
DAY = 86_400.0


class Notice(NamedTuple):
    """The text of a notice.

    It contains only facts that the lobby (the list of battles) shows to everybody.
    """

    person: str
    title: str
    text: str


TOLD: dict[Call, str] = {
    "choice": "the battle waits for your choice.",
    "question": "another player asks you something.",
    "invitation": "a seat is kept for you.",
}
"""{what the battle wants of the person: the sentence in the notice}."""
Send = Callable[[Notice, str], Awaitable[str]]
"""A function that sends a notice to an address. It returns an error in words, or ''."""


class Notices:
    """Notifies people who are away, once for each question that waits for them.

    `hook` and `mail` are the functions that send a notice; None where the host does not send it
    that way.
    """

    def __init__(self, hub: Hub, hook: Send | None = None, mail: Send | None = None) -> None:
        self._hub = hub
        self._hook, self._mail = hook, mail
        self._timer: asyncio.TimerHandle | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._codes: dict[str, tuple[str, str]] = {}
        """{person: the address that is to be confirmed, and the code that was sent to it}."""
        self._today = 0
        self._sent: Counter[str] = Counter()
        """{person: the number of notices sent today}. Confirmation codes are counted under `code
        NAME` and `code to ADDRESS`."""
        hub.notices = self

    # The settings of people -------------------------------------------------------------------

    def set_hook(self, person: str, url: str) -> None:
        """Store a person's web hook; '' removes it."""
        if url and self._hook is None:
            raise Refused("this host sends nothing to web hooks")
        if url and (len(url) > LONGEST or not HOOK.fullmatch(url)):
            raise Refused("a web hook is https://HOST/PATH, for ntfy https://ntfy.sh/#TOPIC")
        self._hub.people.change(person, hook=url)

    def set_mail(self, person: str, address: str) -> str:
        """Mail a code to a typed address; or, if the code itself was typed, accept the address.

        Return a sentence on what to do next. '' removes the address.
        """
        if not address:
            self._hub.people.change(person, mail="")
            return "No mail is sent to you."
        if self._mail is None:
            raise Refused("this host sends no mail")
        wanted, code = self._codes.get(person, ("", ""))
        if secrets.compare_digest(address.encode(), code.encode()):
            self._codes.pop(person)
            self._hub.people.change(person, mail=wanted)
            return f"Notices are mailed to {wanted}."
        if not MAIL.fullmatch(address):
            self._codes.pop(person, None)  # only one attempt to type a code is allowed
            raise Refused("that is neither a mail address nor the code that was sent to you")
        self._new_day()
        counts = f"code {person}", f"code to {address.lower()}"
        if any(self._sent[each] >= CODES_A_DAY for each in counts):
            raise Refused(
                "no more codes are sent to you or to this address today; try again tomorrow"
            )
        self._sent.update(counts)
        code = secrets.token_hex(4)
        self._codes[person] = address, code
        text = f"Type  mail {code}  at the host to have notices sent here. Otherwise ignore this."
        self._begin(self._mail, Notice(person, "Weather Gage: your address", text), address)
        return f"A code is on its way to {address}; then type `mail CODE`"

    def set_quiet(self, person: str, typed: str) -> None:
        """Store the hours in which no notice is sent, such as `22-8`; '' removes the setting."""
        found = QUIET.fullmatch(typed) if typed else None
        hours = (int(found[1]), int(found[2])) if found else (0, 0)
        if typed and (not found or max(hours) > 24):
            raise Refused("type two hours of your day, such as `quiet 22-8`")
        self._hub.people.change(person, quiet=hours)

    # Sending ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Start the regular checks; call it when the event loop runs."""
        self.notify_due()
        self._timer = asyncio.get_running_loop().call_later(LOOK, self.run)

    def stop(self) -> None:
        """Stop the regular checks."""
        if self._timer:
            self._timer.cancel()
        for task in self._sending:
            task.cancel()

    def notify_due(self) -> None:
        """Notify people who are away of their new questions, once for each question."""
        self._new_day()
        for hosted in tuple(self._hub.battles.values()):
            try:
                for person in {*hosted.seating.persons, *hosted.agreement.reserved.values()}:
                    settings = self._hub.people.of(person)
                    if self._hub.persons[person] > 0 or not (settings.hook or settings.mail):
                        continue
                    begin, end = settings.quiet
                    hour = datetime.fromtimestamp(time.time(), self._hub.people.zone(person)).hour
                    quiet = begin <= hour < end if begin <= end else hour >= begin or hour < end
                    if not quiet:
                        for what in calls(hosted, person):
                            self._tell(hosted, person, what)
            except Exception as error:  # in a forged battle; go on with the other battles
                log_fault(
                    self._hub.folder,
                    "no notice of the battle %s was sent",
                    hosted.agreement.id,
                    error,
                )

    def _tell(self, hosted: HostedBattle, person: str, what: Call) -> None:
        settings = self._hub.people.of(person)
        # The mark differs for every question, so that nobody is notified twice of the same one.
        own = hosted.seating.seats_of(person)
        asked = [repr(each) for each in hosted.questions() if each.seat in own]
        if what != "choice":
            proposal = hosted.leaving.asks(person)
            asked = [what, proposal.text if proposal else ""]
        mark = hashlib.sha256("\n".join(asked).encode()).hexdigest()[:16]
        name = hosted.agreement.id
        name = name if what == "choice" else f"{name} {what}"
        if settings.told.get(name) == mark:
            return
        if self._sent[person] >= self._hub.limits.notices_a_day:
            return
        going = {key: told for key, told in settings.told.items()
                 if key.partition(" ")[0] in self._hub.battles}  # fmt: skip
        try:  # stored before sending, so that nobody is notified twice if the host is killed
            self._hub.people.change(person, told={**going, name: mark})
        except FileFault as fault:
            LOG.error("%s", fault)
            return
        self._sent[person] += 1
        turn = ""
        if hosted.battle:
            turn = f", {hosted.game.screen.status(hosted.battle.view('')).turn.lower()}"
        text = f"{hosted.title}, {dated_number(hosted)}{turn}: {TOLD[what]}"
        notice = Notice(person, "Weather Gage", text)
        if settings.hook and self._hook:
            self._begin(self._hook, notice, settings.hook)
        if settings.mail and self._mail:
            self._begin(self._mail, notice, settings.mail)

    def _new_day(self) -> None:
        today = int(time.time() // DAY)
        if today != self._today:
            self._today = today
            self._sent.clear()

    def _begin(self, send: Send, notice: Notice, address: str) -> None:
        task = asyncio.get_running_loop().create_task(_send(send, notice, address))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


async def _send(send: Send, notice: Notice, address: str) -> None:
    """Send a notice, and write it to the log.

    The log names the person and not the address, which may contain a secret.
    """
    if fault := await send(notice, address):
        LOG.warning("a notice to %s was not sent: %s", notice.person, fault)
