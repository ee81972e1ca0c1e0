"""The address of a PostgreSQL database, as `store` gives it: checked, and never printed with its password."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote

SCHEMES = ("postgresql://", "postgres://")
EXAMPLE = "postgresql://crownhouse@db.example.org/crownhouse"
HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\[\]@:]+)(?::(\d{1,5}))?")
ADDRESS = re.compile(r"([^:/?#]+://)([^/?#]*)([^?#]*)(.*)", re.DOTALL)
SENTENCE_ON_FLAGS = (
    "a password in a flag can be read by every user of this machine; put the address into the configuration"
    " or CROWNHOUSE_STORE, or the password into the file that PGPASSFILE names"
)


class AddressParts(NamedTuple):
    """The parts of a database's address, which make it up again if they are put together."""

    scheme: str
    place: str
    """User, password and hosts."""
    path: str
    query: str


def split_address(url: str) -> AddressParts | None:
    """Return the parts of an address, None if it is none. `urllib` of newer versions of Python refuses
    several hosts if one is of IPv6.
    """
    found = ADDRESS.fullmatch(url)
    hosts = found[2].rpartition("@")[2] if found else ""
    if found is None or not all(map(_is_host, hosts.split(",") if hosts else ())):
        return None
    return AddressParts(*found.groups())


class StoreAddress:
    """The address of a PostgreSQL database. Its text is what operators may see: hosts and database, without
    user, password and parameters; `url` is the whole of it, for the driver alone.
    """

    def __init__(self, url: str) -> None:
        """Check an address. Raises ValueError, whose sentence repeats nothing of it: in a wrong address, a
        password can be anywhere.
        """
        if not url.startswith(SCHEMES):
            raise ValueError(f"must be empty or an address such as {EXAMPLE}")
        if not url.isprintable() or " " in url or "#" in url:
            raise ValueError("an address has no blanks and no #: write them as %20 and %23")
        parts = split_address(url)
        if parts is None or "@" in parts.path:
            raise ValueError(
                f"is not an address such as {EXAMPLE}; in a password, / is written as %2F, : as %3A, @ as %40"
            )
        user, _, hosts = parts.place.rpartition("@")
        database, given = parts.path.removeprefix("/"), dict(parse_qsl(parts.query.removeprefix("?")))
        if not database or "/" in database or not (hosts or "host" in given):
            raise ValueError(f"must name a host and a database, such as {EXAMPLE}")
        self.url = url
        self.has_password = ":" in user or "password" in given
        self._name = f"{hosts or given['host']}/{unquote(database)}"

    def __repr__(self) -> str:
        return self._name


def _is_host(text: str) -> bool:
    """Return whether a text is HOST or HOST:PORT, an IPv6 address in brackets."""
    found = HOST.fullmatch(text)
    return found is not None and 0 < int(found[1] or 1) <= 65535


def without_password(address: StoreAddress | None) -> StoreAddress | None:
    """Return an address that was given by a flag. Raises ValueError if it holds a password: the list of
    processes shows flags to everybody.
    """
    if address and address.has_password:
        raise ValueError(SENTENCE_ON_FLAGS)
    return address
