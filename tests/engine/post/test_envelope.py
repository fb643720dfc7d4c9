"""A letter is found in whatever mail programs make of its text, or an error gives the reason."""

from __future__ import annotations

import quopri
import textwrap
import time
import zlib
from base64 import b64encode, encodebytes
from collections.abc import Callable
from email.message import EmailMessage
from html import escape

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import FileFault
from engine.post import correspondence as post
from engine.post import envelope, letters
from engine.post.correspondence import Desk
from engine.post.letters import Letter, LetterChoice
from tests.engine.post.test_letters import founded

GREETING = "Hi Ben,\n\nI <3 a lee shore... sorry that it's late & short: here it comes \u2014\n\n"
SIGNATURE = (
    "\n\nBest wishes,\nAnna\n-- \nAnna Eagle <anna@example.org> | 3, Quay St | +44 20 7946 0000\n"
)
ANSWER = "Thanks!\n\nOn Mon, 3 Nov 2026 at 19:12, Anna <anna@example.org> wrote:\n\n"


def letter(number: int = 1, choices: int = 40) -> Letter:
    """Return a letter with a number of choices."""
    held = founded("pond", "1", "duel")[0].held
    made = tuple(
        LetterChoice("AB"[n % 2], msgspec.Raw(b'{"do":"steer","angle":%d.5}' % (n * n * 7919)))
        for n in range(choices)
    )
    return msgspec.structs.replace(
        held, number=number, by="anna" if number % 2 else "ben", choices=made
    )


def written(number: int = 1) -> str:
    return letters.format_letter(
        letter(number), "Weather Gage, by mail: duel, anna and ben.\nben: open it"
    )


def old(number: int = 1) -> str:
    """Return a letter in the form of older programs, without marks around it."""
    packed = zlib.compress(msgspec.json.encode(letter(number)), 9)
    return "# Weather Gage, by mail: duel, anna and ben.\n" + encodebytes(packed).decode()


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}" for line in text.splitlines(keepends=True))


def half_quoted(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(f"> {line}" if number % 3 else line for number, line in enumerate(lines))


def wrapped(text: str, width: int, lead: str = "") -> str:
    """Break the lines of a text as a mail program does, also quoted lines, so that quoting marks
    stand inside them.

    The letter's own lines are broken as well, but never inside a tag or an entity of HTML.
    """
    return "\n".join(
        part
        for line in text.splitlines()
        for part in (
            textwrap.wrap(line, width, subsequent_indent=lead, break_long_words="&" not in line)
            or [""]
        )
    )


def one_paragraph(text: str) -> str:
    return " ".join(text.split("\n"))


def soft(text: str) -> str:
    return quopri.encodestring(text.encode()).decode()


def flowed(text: str) -> str:
    return text.replace("\n", " \n")


def typeset(text: str) -> str:
    return text.replace("---", "\u2014").replace("--", "\u2013").replace("...", "\u2026")


def page(text: str) -> str:
    lines = escape(text).replace(" ", "&nbsp;").replace("\n", "&#10;<br>\n")
    return f'<html>\n<body>\n<div class="x">\n{lines}\n</div>\n</body>\n</html>\n'


MANGLINGS: dict[str, Callable[[str], str]] = {
    "quoted": quoted,
    "quoted twice": lambda text: quoted(quoted(text)),
    "quoted thrice without blanks": lambda text: quoted(text, ">>>"),
    "quoted by name": lambda text: quoted(text, " AE> "),
    "quoted in part": half_quoted,
    "answered": lambda text: ANSWER + quoted(text),
    "greeted": lambda text: GREETING + text,
    "signed": lambda text: text + SIGNATURE,
    "one paragraph": one_paragraph,
    "wrapped at 72": lambda text: wrapped(text, 72),
    "wrapped at 60, marked again": lambda text: wrapped(text, 60, "> "),
    "flowed": flowed,
    "soft breaks": soft,
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "byte order mark": lambda text: f"\ufeff{text}",
    "no-break spaces": lambda text: text.replace(" ", "\xa0"),
    "blank lines between": lambda text: text.replace("\n", "\n\n"),
    "typeset": typeset,
    "escaped": escape,
    "page": page,
    "indented": lambda text: textwrap.indent(text, "\t  "),
    "soft hyphens": lambda text: text.replace("WEATHER", "WEA\u00adTHER\u200b"),
    "small letters": lambda text: text.replace("WEATHER GAGE LETTER", "Weather Gage letter"),
    "control characters": lambda text: text.replace("\n", "\x1b[0m\n\x00").replace(
        "\x1b[0m", "\x07"
    ),
}


@pytest.mark.parametrize("name", MANGLINGS)
def test_a_letter_outlives_what_a_mail_program_does(name: str) -> None:
    assert letters.parse_letter(MANGLINGS[name](written()), "x.mail") == letter()
    assert (
        letters.parse_letter(MANGLINGS[name](GREETING + written() + SIGNATURE), "x.mail")
        == letter()
    )


@pytest.mark.parametrize("name", [name for name in MANGLINGS if name != "soft hyphens"])
def test_a_letter_without_marks_does_so_too(name: str) -> None:
    """Older versions wrote such letters. The greeting and the signature around a letter are not
    read as part of it.
    """
    assert letters.parse_letter(MANGLINGS[name](old()), "x.mail") == letter()
    assert letters.parse_letter(MANGLINGS[name](GREETING + old() + SIGNATURE), "x.mail") == letter()


@settings(max_examples=60, deadline=None)
@given(
    names=st.lists(st.sampled_from(sorted(MANGLINGS)), max_size=5),
    text=st.sampled_from([written, old]),
)
def test_a_letter_outlives_any_mixture_of_them(names: list[str], text: Callable[[], str]) -> None:
    whole = text()
    for name in names:
        whole = MANGLINGS[name](whole)
    assert letters.parse_letter(whole, "x.mail") == letter()


@settings(max_examples=60, deadline=None)
@given(
    names=st.lists(st.sampled_from(sorted(MANGLINGS)), max_size=4),
    cut=st.floats(0.0, 1.0),
    sign=st.sampled_from("AZaz09+/ -\u2014"),
)
def test_what_is_altered_or_cut_is_never_another_letter(
    names: list[str], cut: float, sign: str
) -> None:
    """Such a letter is refused in one sentence, or read without any change."""
    whole = written()
    for name in names:
        whole = MANGLINGS[name](whole)
    at = int(cut * len(whole))
    for text in (whole[:at], whole[:at] + sign + whole[at + 1 :], whole[:at] + whole[at + 40 :]):
        try:
            assert letters.parse_letter(text, "x.mail") == letter()
        except FileFault as fault:
            said = str(fault)
        else:
            continue
        assert said.startswith("x.mail ")
        assert "\n" not in said


def body_of(text: str) -> tuple[int, int]:
    """Return (start, end) of the encoded part of a letter in a text."""
    return text.index("CHARACTERS ---\n") + 15, text.index("\n# --- END")


def test_a_refusal_names_its_cause() -> None:
    text = written()
    first, last = body_of(text)
    count = len(text[first:last].replace("\n", ""))
    middle = (first + last) // 2
    there = len(text[first:middle].replace("\n", ""))
    other = "A" if text[middle] != "A" else "B"
    causes = {
        "": "is not a letter of Weather Gage",
        text[:middle]: f"has letter 1, but it is not whole: {there} of its {count} characters",
        text[:middle] + text[last:]: f"it is not whole: {there} of its {count} characters",
        text[:middle] + other + text[middle + 1 :]: "altered on the way: its checksum",
        text[:middle]
        + "[image]"
        + text[middle:]: f"altered on the way: it has {count + 5} characters",
        text[:middle] + "\nSent from my telephone, in haste.\n" + "x" * count: "its end is missing",
        old()[: len(old()) // 2]: "has a letter, but it is not whole: it was cut short",
    }
    for wrong, cause in causes.items():
        with pytest.raises(FileFault, match=cause):
            letters.parse_letter(wrong, "x.mail")


def test_a_letter_of_a_newer_version_is_named_so_whatever_else_it_says() -> None:
    wording = b'{"letter":"weathergage","format":9,"number":{"major":1}}'
    with pytest.raises(FileFault, match="has format 9, newer than format 4 here"):
        letters.parse_letter(envelope.envelope_lines(wording, 1), "x.mail")


def test_the_packing_needs_no_sign_that_mail_encodes() -> None:
    for choices in range(60):
        text = letters.format_letter(letter(1, choices), "")
        first, last = body_of(text)
        assert "=" not in text[first:last]
        assert max(map(len, text.splitlines())) <= envelope.LINE


def test_of_an_answer_and_what_it_quotes_the_new_one_is_opened() -> None:
    """The answer may stand above or below the quoted letter; the quoted letter, opened before, may
    be damaged.
    """
    ben = Desk(me="ben", held=letter(2), sent=40)
    desks = {"1": ben}
    new, before = written(3), quoted(written(2))
    for text in (new + ANSWER + before, ANSWER + before + new, new + quoted(written(2)[:-300])):
        found = letters.parse_letters(text, "x.mail")
        assert len(found) == 2
        assert post.choose_letter(found, desks.get).number == 3
        assert letters.parse_letter(text, "x.mail").number == 3
    early = letters.parse_letters(written(5) + quoted(new), "x.mail")
    assert post.choose_letter(early, desks.get).number == 3
    assert post.choose_letter(letters.parse_letters(before, "x.mail"), desks.get).number == 2
    with pytest.raises(FileFault, match="has letter 3, but it is not whole"):
        post.choose_letter(letters.parse_letters(new[:-300] + before, "x.mail"), desks.get)


def test_a_first_letter_fits_where_nothing_is_known() -> None:
    found = letters.parse_letters(written(4) + written(1), "x.mail")
    assert post.choose_letter(found, lambda _: None).number == 1


def test_a_letter_that_came_too_early_names_what_is_missing() -> None:
    held = letter(2)
    for number, what in ((4, ": 3 is missing"), (6, ": 3 to 5 are missing"), (2, "opened before")):
        with pytest.raises(
            FileFault, match=f"is letter {number}, and letter 3 is expected.*{what}"
        ):
            letters.check_letter(held, letter(number), "x.mail")


@pytest.mark.parametrize("packing", ["base64", "quoted-printable", "8bit"])
def test_a_whole_mail_as_it_is_stored_has_its_letter_too(packing: str) -> None:
    mail = EmailMessage()
    mail["Subject"] = "letter"
    mail["From"] = "anna@example.org"
    mail.set_content(GREETING + written() + SIGNATURE, cte=packing)
    assert letters.parse_letter(mail.as_string(), "x.eml") == letter()
    mail.clear_content()
    mail.set_content(GREETING)
    mail.add_attachment(written().encode(), maintype="application", subtype="octet-stream")
    assert letters.parse_letter(mail.as_string(), "x.eml") == letter()


def test_a_packed_part_that_was_cut_behind_any_sign_is_read_as_far_as_it_goes() -> None:
    packed = b64encode((written() + SIGNATURE).encode()).decode()
    for cut in range(1, 9):
        text = f"Content-Transfer-Encoding: base64\n\n{packed[:-cut]}\n"
        assert letters.parse_letter(text, "x.eml") == letter()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_a_file_may_be_stored_in_any_usual_encoding(encoding: str) -> None:
    data = f"Gr\u00fc\u00dfe\n{written()}".encode(encoding)
    assert letters.parse_letter(envelope.decode_text(data), "x.mail") == letter()


HOSTILE: dict[str, Callable[[], str]] = {
    "marks": lambda: "WEATHER GAGE LETTER 1: 9 CHARACTERS\n" * 200_000,
    "beginnings": lambda: "eNo " * 2_000_000,
    "one sign a word": lambda: "eNo" + " a" * 4_000_000,
    "quotes": lambda: "> " * 4_000_000,
    "blanks": lambda: " " * 8_000_000,
    "tags": lambda: "<p " * 2_000_000,
    "entities": lambda: "&amp;" * 1_600_000,
    "encoded": lambda: "=C3" * 2_600_000,
    "parts": lambda: "content-transfer-encoding: base64\n" * 200_000,
    "packed parts": lambda: (
        ("content-transfer-encoding: base64\n\n" + "QUJD" * 1000 + "\n\n") * 1900
    ),
    "gaps": lambda: ("WEATHER" + "-" * 70) * 100_000,
    "bombs": lambda: envelope.envelope_lines(b" " * envelope.LARGEST, 1) * 300,
    "larger bombs": lambda: envelope.envelope_lines(b" " * 8 * envelope.LARGEST, 1) * 3,
    "bare bombs": lambda: (
        (b64encode(zlib.compress(b" " * envelope.LARGEST * 2)).decode() + " . ") * 200
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_keeps_the_reader_long(name: str) -> None:
    """The processor time grows only with the length of the text; here it is a sixteenth of the
    longest allowed.
    """
    text, begun = HOSTILE[name]()[: letters.LARGEST // 16], time.process_time()
    with pytest.raises(FileFault, match=r"^x\.mail "):
        letters.parse_letter(text, "x.mail")
    assert time.process_time() - begun < 2.5
