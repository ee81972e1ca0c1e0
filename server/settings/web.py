"""The settings of a window on the web."""

from __future__ import annotations

import re

from msgspec import Struct

from server.settings.address import Address, Network, parse_address, parse_networks, words

FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
URL = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?")


class WebSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a host starts a window, how others reach it, and which windows elsewhere may look in."""

    listen: str = ""
    """HOST:PORT of the window that the host starts; empty: it starts none."""
    public: str = ""
    """The address of the window as players write it, such as https://play.example.org; empty: nobody is told
    one.
    """
    proxies: str | tuple[str, ...] = ""
    """The addresses or networks of proxies whose `Forwarded` is believed: a list, or with blanks."""
    keys: str | tuple[str, ...] = ""
    """The fingerprints of keys with which windows elsewhere come in: a list, or with blanks."""

    @property
    def address(self) -> Address | None:
        """Host and port of `listen`, None without one. Raises ValueError if it is not HOST:PORT."""
        return parse_address(self.listen, "127.0.0.1:8080") if self.listen else None

    @property
    def url(self) -> str:
        """The address of the window without a slash at its end. Raises ValueError if it is none."""
        found = self.public.rstrip("/")
        if found and not URL.fullmatch(found):
            raise ValueError(f"{self.public!r} is not an address such as https://play.example.org")
        return found

    @property
    def believed(self) -> tuple[Network, ...]:
        """The networks of the proxies. Raises ValueError if one is none."""
        return parse_networks(self.proxies)

    @property
    def fingerprints(self) -> frozenset[str]:
        """The fingerprints of the keys. Raises ValueError if one is none."""
        found = frozenset(words(self.keys))
        for one in found:
            if not FINGERPRINT.fullmatch(one):
                raise ValueError(f"{one!r} is no fingerprint such as ssh-keygen -l prints, SHA256:...")
        return found
