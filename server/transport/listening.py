"""The sockets that a host listens at: of addresses, or those that a service manager has opened before.

With systemd's socket activation the sockets outlive the host: who connects while it is started again waits.
The protocol is sd_listen_fds(3): descriptors from 3 on; the environment says how many, and for whom.
"""

from __future__ import annotations

import errno
import os
import socket

from server.settings.address import Address

FIRST = 3
"""The first descriptor that is handed over."""
LOOPBACK = ("127.0.0.1", "::1")
"""Those of "localhost", whatever /etc/hosts has of them."""
NOT_HERE = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""How a machine without IPv6, or without IPv4, refuses a socket of it."""


def handed_over() -> list[socket.socket]:
    """Return the sockets that were opened for this process, once. Raises OSError for one of no TCP port."""
    given = {name: os.environ.pop(name, "") for name in ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")}
    if given["LISTEN_PID"] != str(os.getpid()):
        return []
    found = []
    for number in range(FIRST, FIRST + int(given["LISTEN_FDS"] or 0)):
        try:
            one = socket.socket(fileno=number)
        except OSError:
            raise _no_port(number) from None
        one.set_inheritable(False)
        if one.family not in {socket.AF_INET, socket.AF_INET6} or one.type != socket.SOCK_STREAM:
            raise _no_port(number)
        found.append(one)
    return found


def _no_port(number: int) -> OSError:
    return OSError(errno.EINVAL, "it is no TCP port", f"descriptor {number} of the service manager")


def open_sockets(place: Address) -> list[socket.socket]:
    """Return a bound socket of every address of a host; "" has all of the machine. One that only IPv4 or IPv6
    would have is left out where the machine has the other alone; port 0 is the same for all. Raises OSError,
    whose `filename` is the address.
    """
    opened: list[socket.socket] = []
    missing: OSError | None = None
    port = place.port
    try:
        found = [
            one
            for host in (LOOPBACK if place.host == "localhost" else (place.host,))
            for one in socket.getaddrinfo(
                host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )
        ]
        for family, kind, protocol, _, address in dict.fromkeys(found):
            try:
                one = socket.socket(family, kind, protocol)
            except OSError as error:
                if error.errno not in NOT_HERE:
                    raise
                missing = error
                continue
            opened.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            try:
                one.bind((address[0], port, *address[2:]))
            except OSError as error:
                if error.errno not in NOT_HERE:
                    raise
                missing = error
                opened.pop().close()
            else:
                port = one.getsockname()[1]
        if missing and not opened:
            raise missing
    except OSError as error:
        for one in opened:
            one.close()
        error.filename = f"{place.host or '*'}:{place.port}"
        raise
    return opened
