"""Sends notices: by an HTTPS POST, which never reaches the host's own network, or by mail with
sendmail.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache, partial
from ipaddress import IPv6Network, ip_address
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from engine.base.text import clean
from engine.hosting.club.notices import Notice, Send

PORT = 443
"""The only port to which notices are sent."""
SECONDS = 10.0
"""The timeout in seconds for each step: looking up the name, connecting, answer, mail."""
LONGEST = 4096
"""The maximum number of bytes that are read of an answer."""
AT_A_TIME = 4
AT_ONCE = asyncio.Semaphore(AT_A_TIME)
"""Limits how many notices are being sent at a time, so that slow receivers cannot use up all
threads."""
TRANSLATED = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
"""Networks whose addresses are translated into IPv4 addresses, which might be private ones."""


def is_public(address: str) -> bool:
    """Tell whether an address is on the public internet, not on this machine or its network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if found.version == 6:
        if found.ipv4_mapped:
            return is_public(str(found.ipv4_mapped))
        if found.is_site_local or any(found in each for each in TRANSLATED):
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


async def addresses(host: str) -> list[str]:
    """Return the addresses of a host's name.

    A name server may take minutes, and threads cannot be cancelled. So look-ups have threads of
    their own, and password checks do not wait for them.
    """
    loop = asyncio.get_running_loop()
    look_up = partial(socket.getaddrinfo, host, PORT, type=socket.SOCK_STREAM)
    found = await loop.run_in_executor(_look_ups(), look_up)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


@cache
def _look_ups() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(AT_A_TIME, "look-up")


async def post(notice: Notice, url: str) -> str:
    """Send a notice as JSON to a web hook; return why that failed, or ''.

    The name is looked up once, and the address that was checked is used, so that the name cannot
    lead elsewhere a moment later (DNS rebinding). Redirections are not followed.
    """
    async with AT_ONCE:
        try:
            return await asyncio.wait_for(_post(notice, url), 3 * SECONDS)
        except TimeoutError:
            return "no answer in time"
        except (OSError, ssl.SSLError, ValueError, UnicodeError) as error:
            return clean(str(error))[:200]


async def _post(notice: Notice, url: str) -> str:
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme != "https" or parts.port not in (None, PORT) or "@" in parts.netloc:
        return "not an address of a web hook"
    found = await asyncio.wait_for(addresses(host), SECONDS)
    if not found or not all(map(is_public, found)):
        return "the host's name leads to an address that is not on the public internet"
    body = {"title": notice.title, "message": notice.text}
    if parts.fragment:
        body["topic"] = parts.fragment
    data = msgspec.json.encode(body)
    path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\nUser-Agent: WeatherGage\r\nConnection: close\r\n\r\n"
    )
    reader, writer = await asyncio.wait_for(
        asyncio.open_connection(
            found[0], PORT, ssl=tls_context(), server_hostname=host, limit=LONGEST
        ),
        SECONDS,
    )
    try:
        writer.write(head.encode("ascii") + data)
        await writer.drain()
        status = await asyncio.wait_for(reader.readline(), SECONDS)
    finally:
        writer.close()
    code = status.split()[1:2]
    return "" if code and code[0].startswith(b"2") else f"answered {clean(repr(status[:60]))}"


def tls_context() -> ssl.SSLContext:
    """Return the settings for TLS; certificates are verified."""
    return ssl.create_default_context()


def mailer(program: Path) -> Send:
    """Return a function that sends notices by mail with a sendmail program."""

    async def send(notice: Notice, address: str) -> str:
        letter = EmailMessage(policy=SMTP)
        try:
            letter["To"] = address
        except ValueError:  # the file of this person's settings was edited by hand
            return "not an address"
        letter["Subject"] = clean(notice.title)
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(f"{clean(notice.text)}\n")
        async with AT_ONCE:
            try:
                # The address follows `--` and was checked, so it can be neither an option nor a
                # second address.
                process = await asyncio.create_subprocess_exec(
                    str(program), "-i", "--", address,
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL,
                    stderr=asyncio.subprocess.DEVNULL,
                )  # fmt: skip
                async with asyncio.timeout(SECONDS):
                    await process.communicate(letter.as_bytes())
            except TimeoutError:
                process.kill()
                return "sendmail took too long"
            except OSError as error:
                return f"sendmail cannot be started: {(error.strerror or '').lower()}"
        return "" if process.returncode == 0 else f"sendmail ended with {process.returncode}"

    return send
