"""The people of a host: each person's settings, and the owner's bans and mutes.

Settings (time zone, holidays, notices) are in one small file for each person.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec

from engine.base import files
from engine.base.errors import FileFault, Refused
from engine.base.files import Missing, decode_data, read_bytes
from engine.base.text import clean, pluralized

# Settings.


LARGEST = 64 * 1024
"""The maximum size of a person's file in bytes."""
DAY = 86_400.0
HOLIDAY_DAYS = 28
"""The number of days of holiday that a person has in a year."""
KEPT = 2 * HOLIDAY_DAYS
"""At most this many of the latest holidays are stored: as many as a person can take in two
years."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
LATEST = 250_000_000_000.0
"""The latest time, in seconds since 1970, that can be shown in words. Python's calendar ends soon
after."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Holiday(NamedTuple):
    """The begin and the end of a holiday, as planned, in seconds since 1970.

    The person may have ended the holiday earlier.
    """

    begin: float
    end: float

    @property
    def seconds(self) -> float:
        """The seconds that the holiday adds to clocks that were running when it began."""
        return self.end - self.begin


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's settings; the field names are the keys of the file that stores them."""

    zone: str = ""
    """A time zone, such as `Europe/Berlin`; '' for the host's own."""
    holiday: float = 0.0
    """The end of the latest holiday, in seconds since 1970; 0 for none."""
    used: dict[str, int] = {}
    """{year: days of holiday taken in that year}."""
    taken: int = 0
    """The number of holidays taken so far."""
    holidays: tuple[Holiday, ...] = ()
    """The latest holidays, oldest first. After a restart of the host they extend those clocks that
    were last stored before a holiday."""
    hook: str = ""
    """The web hook to which notices are sent; '' for none."""
    mail: str = ""
    """The address to which notices are mailed; '' for none."""
    quiet: tuple[int, int] = (0, 0)
    """The hours of the day (from, to), in the person's time zone, in which no notice is sent."""
    told: dict[str, str] = {}
    """{battle: the hash of the question that its latest notice was about}. A key is the id of a
    battle, or the id and what the battle wants."""
    muted: tuple[str, ...] = ()
    """The people whose messages in the lobby are not shown to this person."""


class People:
    """The settings of all persons of a host; without a folder they are kept in memory only."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._kept: dict[str, Settings] = {}

    def of(self, person: str) -> Settings:
        """Return a person's settings; the defaults if the file cannot be parsed."""
        try:
            return self._read(person)
        except FileFault:
            return Settings()

    def _read(self, person: str) -> Settings:
        """Return a person's settings; raises `FileFault` if the file cannot be parsed."""
        if person not in self._kept and person and self._folder:
            try:
                data = read_bytes(self._file(person), LARGEST, "a file of settings")
                self._kept[person] = decode_data(_decode, data, self._file(person))
            except Missing:
                self._kept[person] = Settings()
        return self._kept.get(person, Settings())

    def change(self, person: str, **changes: Any) -> Settings:
        """Change fields of a person's settings, and store and return the settings.

        Raises `FileFault` where that fails. A file that cannot be read is not overwritten, because
        the other settings in it would be lost.
        """
        settings = msgspec.structs.replace(self._read(person), **changes)
        if self._folder:
            files.write(self._file(person), msgspec.json.encode(settings) + b"\n")
        self._kept[person] = settings
        return settings

    def _file(self, person: str) -> Path:
        assert self._folder
        return self._folder / f"{person}.json"

    # Time zones ----------------------------------------------------------------------------

    def set_zone(self, person: str, name: str) -> None:
        """Store a person's time zone by its name, in upper or lower case; '' for the host's own.

        Raises `Refused` for an unknown name.
        """
        known = {each.lower(): each for each in available_timezones()}
        if name and name.lower() not in known:
            raise Refused(f"no time zone is called '{name[:40]}'; try Europe/Berlin, or UTC")
        self.change(person, zone=known.get(name.lower(), ""))

    def zone(self, person: str) -> ZoneInfo | None:
        """Return a person's time zone; None for the host's own."""
        try:
            return ZoneInfo(self.of(person).zone) if self.of(person).zone else None
        except (ZoneInfoNotFoundError, ValueError, OSError):  # the host no longer knows this zone
            return None

    def when(self, person: str, at: float) -> str:
        """Return a time in words, in the person's time zone, such as `Sun 20:00`; with the date if
        it is not in the present week.
        """
        zone = self.zone(person)
        then = datetime.fromtimestamp(min(max(at, 0.0), LATEST), zone)
        now = datetime.fromtimestamp(time.time(), zone)
        day = WEEKDAYS[then.weekday()]
        if abs((then.date() - now.date()).days) > 6:
            day = f"{day} {then.day} {MONTHS[then.month - 1]}"
        return f"{day} {then:%H:%M}"

    # Holidays ------------------------------------------------------------------------------

    def clock_start(self, person: str, asked: float = 0.0) -> float:
        """Return when a person's countdown begins, if the clock gives a day or more for a choice.

        It begins when the question was asked (`asked`, or now if that is 0), or at the end of the
        person's holiday if that is later.
        """
        return max(asked or time.time(), self.of(person).holiday)

    def take_holiday(self, person: str, days: int) -> float:
        """Begin a holiday of `days` days; return the seconds that it adds to running clocks."""
        settings, now = self.of(person), time.time()
        if settings.holiday > now:
            raise Refused(f"your holiday already lasts till {self.when(person, settings.holiday)}")
        year = f"{datetime.fromtimestamp(now):%Y}"
        left = HOLIDAY_DAYS - settings.used.get(year, 0)
        if not 1 <= days <= left:
            raise Refused(f"you have {pluralized(max(0, left), 'day')} of holiday left this year")
        holiday = Holiday(now, now + days * DAY)
        self.change(
            person,
            holiday=holiday.end,
            used={year: settings.used.get(year, 0) + days},
            taken=settings.taken + 1,
            holidays=(*settings.holidays, holiday)[-KEPT:],
        )
        return holiday.seconds

    def missed(self, person: str, counted_holidays: int) -> tuple[Holiday, ...]:
        """Return a person's holidays after the first `counted_holidays` ones."""
        settings = self.of(person)
        more = settings.taken - counted_holidays
        return settings.holidays[-more:] if more > 0 else ()

    def end_holiday(self, person: str) -> None:
        """End a holiday now; running clocks keep the time that the holiday has added."""
        if self.of(person).holiday <= time.time():
            raise Refused("you have no holiday now")
        self.change(person, holiday=time.time())


_decode = msgspec.json.Decoder(Settings).decode


# Bans and mutes: people who may not connect to the host, or may not talk.


LARGEST_SANCTIONS = 4 * 1024 * 1024
"""The maximum size of the file of bans and mutes in bytes."""
LONGEST_REASON = 100
"""The maximum number of characters in the reason for a ban."""
MOST_SANCTIONS = 5000
"""The maximum number of bans, and also the maximum number of mutes."""
FOR_EVER = 0.0


class SanctionsFile(msgspec.Struct, frozen=True):
    """The content of the file of bans and mutes."""

    banned: dict[str, str] = {}
    """{name or address: reason}. An address is in the form that `rate_limit_key` returns."""
    muted: dict[str, float] = {}
    """{name: end of the mute in seconds since 1970, or 0 for ever}."""


class Sanctions:
    """Bans and mutes, in a file that only the owner can read; without a path in memory only.

    The file is read again before each change, because somebody may have edited it by hand; a file
    with an error is not overwritten. Raises `FileFault` where the file cannot be read or written.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._clock = clock
        self._kept = SanctionsFile()
        self.read()

    def read(self) -> None:
        """Read the file again; if it is missing or damaged, the old content remains valid."""
        if self._path is None:
            return
        try:
            data = read_bytes(self._path, LARGEST_SANCTIONS, "a file of bans")
        except Missing:
            return
        self._kept = decode_data(_decode_sanctions, data, self._path)

    @property
    def banned(self) -> Mapping[str, str]:
        """The bans: {name or address: reason}."""
        return self._kept.banned

    def why_not_in(self, *whom: str) -> str:
        """Return why somebody with these names or addresses may not connect; '' if none of them is
        banned.
        """
        for each in whom:
            if each in self._kept.banned:
                why = self._kept.banned[each]
                return f"the owner of this host does not admit {each}{f': {why}' if why else ''}"
        return ""

    def ban(self, whom: str, why: str = "") -> None:
        """Ban a name or an address."""
        self.read()
        banned = {**self._kept.banned, whom: clean(why)[:LONGEST_REASON]}
        self._write(msgspec.structs.replace(self._kept, banned=banned))

    def unban(self, whom: str) -> None:
        """Admit a name or an address again; raises `Refused` if it is not banned."""
        self.read()
        if whom not in self._kept.banned:
            raise Refused(f"{whom[:40]} is not banned")
        banned = {each: why for each, why in self._kept.banned.items() if each != whom}
        self._write(msgspec.structs.replace(self._kept, banned=banned))

    def why_not_talk(self, person: str) -> str:
        """Return why a person may not talk now; '' when they may."""
        until = self._kept.muted.get(person)
        if until is None or (until != FOR_EVER and until <= self._clock()):
            return ""
        return "the owner of this host has muted you"

    def mute(self, person: str, seconds: float = FOR_EVER) -> None:
        """Forbid a person to talk for some seconds, or for ever."""
        self.read()
        until = self._clock() + seconds if seconds else FOR_EVER
        self._write(msgspec.structs.replace(self._kept, muted={**self._holding(), person: until}))

    def unmute(self, person: str) -> None:
        """Allow a person to talk again; raises `Refused` if the person is not muted."""
        self.read()
        if not self.why_not_talk(person):
            raise Refused(f"{person} is not muted")
        muted = {each: until for each, until in self._holding().items() if each != person}
        self._write(msgspec.structs.replace(self._kept, muted=muted))

    def _holding(self) -> dict[str, float]:
        """Return {name: end of the mute}, without mutes that have ended."""
        return {name: until for name, until in self._kept.muted.items() if self.why_not_talk(name)}

    def _write(self, kept: SanctionsFile) -> None:
        if max(len(kept.banned), len(kept.muted)) > MOST_SANCTIONS:
            raise Refused(f"the list is full: {MOST_SANCTIONS} names already; remove one first")
        if self._path:
            files.write(self._path, msgspec.json.encode(kept) + b"\n")
        self._kept = kept


_decode_sanctions = msgspec.json.Decoder(SanctionsFile).decode
