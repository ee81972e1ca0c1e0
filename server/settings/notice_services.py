"""The services that an operator listed, and the recipients that players may name there. Pure.

A line of the file is a name and an address of apprise with `{recipient}` in its path or query, so that a
player never names a host.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import quote, urlsplit

from msgspec import Meta, Struct

from server.settings.limits import Count, Seconds
from tui.host.refusals import refused


class NoticeSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of notices."""

    services: str = ""
    """The path of the file that lists services (`server.settings.notice_services`); empty: no notices."""
    after: Annotated[float, Meta(ge=60)] = 900.0
    """Seconds that a player has to be away, and a table to wait for them, before a notice is sent."""
    a_day: Count = 20
    """Notices for one player in 24 hours."""
    codes_a_day: Count = 5
    """Codes that one player may ask for in 24 hours; the same for those that go to one recipient, of which
    one address may ask for half."""
    codes_a_day_per_address: Count = 20
    """Codes that all players of one address may ask for in 24 hours."""
    code: Seconds = 3600.0
    """Seconds in which a code has to be typed after the last one was asked for."""

    def text(self) -> str:
        """Return what the file lists, '' without one. Raises ValueError if it cannot be read."""
        if not self.services:
            return ""
        try:
            return Path(self.services).read_text("utf-8")
        except OSError as error:
            raise ValueError(f"cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ValueError("is not UTF-8") from error


RecipientKind = Literal["mail", "topic"]
PLACE = "{recipient}"
NAME = re.compile(r"[a-z][a-z0-9-]{0,15}")
MAIL_SCHEMES = frozenset({"mailto", "mailtos"})
MOST_SERVICES = 8
LONGEST_RECIPIENT = 120
RECIPIENTS: Mapping[RecipientKind, re.Pattern[str]] = {
    "mail": re.compile(r"[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"),
    "topic": re.compile(r"[A-Za-z0-9_-]{4,64}"),
}
"""What a recipient looks like: nothing in it can be read as another address, recipient or option."""


class NoticeService(Struct, frozen=True):
    """A way to send notices. `address` is secret: it may hold a password."""

    name: str
    address: str

    @property
    def recipient_kind(self) -> RecipientKind:
        """What players name: an e-mail address, or a topic (a name at the service)."""
        return "mail" if urlsplit(self.address).scheme in MAIL_SCHEMES else "topic"

    def address_of(self, recipient: str) -> str:
        """Return the address of apprise for one recipient. Raises Refused ("wrong-recipient")."""
        if len(recipient) > LONGEST_RECIPIENT or not RECIPIENTS[self.recipient_kind].fullmatch(recipient):
            raise refused("wrong-recipient", service=self.name, kind=self.recipient_kind)
        return self.address.replace(PLACE, quote(recipient, safe=""))

    def place_of(self, recipient: str) -> str:
        """Return what a recipient is compared by: spellings of one mailbox are one place, at every service
        that sends mail. Many providers ignore dots and what is behind a plus; where one does not, people
        whose addresses differ by that alone share a place.
        """
        if self.recipient_kind != "mail":
            return f"{self.name} {recipient.casefold()}"
        local, _, domain = recipient.casefold().rpartition("@")
        return f"mail {local.partition('+')[0].replace('.', '')}@{domain}"


def parse_services(text: str) -> Mapping[str, NoticeService]:
    """Return the services that the lines of a file list, by name; empty lines and those with # are left out.
    Raises ValueError with the number of the line, and never with what is in it.
    """
    found: dict[str, NoticeService] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, _, address = line.strip().partition(" ")
        address = address.strip()
        if problem := _problem(name, address, found):
            raise ValueError(f"line {number} {problem}")
        found[name] = NoticeService(name, address)
    if len(found) > MOST_SERVICES:
        raise ValueError(f"lists {len(found)} services; {MOST_SERVICES} are possible")
    return found


def _problem(name: str, address: str, found: Mapping[str, NoticeService]) -> str:
    """What is wrong with a line, behind its number; '' if nothing is."""
    if not NAME.fullmatch(name):
        return "begins with no name of small letters, such as mail"
    if name in found:
        return "has a name that is there already"
    before, _, _ = address.partition(PLACE)
    try:
        parts = urlsplit(before)
    except ValueError:
        parts = urlsplit("")
    if address.count(PLACE) != 1 or not parts.scheme or not parts.netloc or not (parts.path or parts.query):
        return f"has no address with {PLACE} once behind its host, such as ntfys://ntfy.example.org/{PLACE}"
    return ""
