"""Where a host listens: at addresses of IPv4 and IPv6, or at the sockets that systemd has opened."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from unittest import mock

import pytest

from server.settings.address import Address
from server.transport import listening

BOTH = {"127.0.0.1", "::1"}


@pytest.mark.parametrize(
    ("host", "found"),
    [("localhost", BOTH), ("", {"0.0.0.0", "::"}), ("127.0.0.1", {"127.0.0.1"}), ("::", {"::"})],  # noqa: S104
)
def test_a_host_has_all_of_its_addresses_at_one_port(host: str, found: set[str]) -> None:
    """IPv4 and IPv6 at once; one that is written out is that one alone."""
    opened = listening.open_sockets(Address(host, 0))
    names = [one.getsockname() for one in opened]
    for one in opened:
        one.close()
    assert {name[0] for name in names} == found
    assert len({name[1] for name in names}) == 1


def test_a_machine_without_ipv6_has_the_rest() -> None:
    """Its kernel knows no such socket; without anything else, that is the error."""

    def only_ipv4(family: int, *more: int) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(97, "Address family not supported by protocol")
        return real(family, *more)

    real = socket.socket
    with mock.patch.object(listening.socket, "socket", only_ipv4):
        (one,) = listening.open_sockets(Address("localhost", 0))
        one.close()
        with pytest.raises(OSError, match="not supported"):
            listening.open_sockets(Address("::1", 0))


def test_sockets_of_a_service_manager_are_taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If they are for this process; it hands them on to nobody."""
    given = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr(listening, "FIRST", given.detach())
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", "1")
    assert listening.handed_over() == []
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    (taken,) = listening.handed_over()
    assert (taken.getsockname()[0], taken.get_inheritable()) == ("127.0.0.1", False)
    assert listening.handed_over() == []
    taken.close()


@pytest.mark.parametrize("kind", ["a file", "a local socket", "nothing"])
def test_what_is_no_port_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str) -> None:
    """As the address would be that cannot be listened at."""
    given = os.open(tmp_path, os.O_RDONLY) if kind == "a file" else socket.socket(socket.AF_UNIX).detach()
    if kind == "nothing":
        os.close(given)
    monkeypatch.setattr(listening, "FIRST", given)
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    with pytest.raises(OSError, match="it is no TCP port") as refused:
        listening.handed_over()
    assert refused.value.filename == f"descriptor {given} of the service manager"
    if kind == "a file":
        os.close(given)
