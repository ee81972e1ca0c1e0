"""What players type after `ssh`: the setting, or what their client called where that is known."""

from __future__ import annotations

import pytest

from server.settings.address import Address, called_host, ssh_host
from server.settings.loading import BadConfig, load


def test_the_port_is_typed_unless_it_is_that_of_ssh() -> None:
    """As `ssh` takes it: in front of the name."""
    assert ssh_host(Address("play.example.org", 22)) == "play.example.org"
    assert ssh_host(Address("play.example.org", 2222)) == "-p 2222 play.example.org"


@pytest.mark.parametrize(
    ("own", "typed"),
    [
        (("127.0.0.1", 2222), "-p 2222 localhost"),
        (("::1", 22, 0, 0), "localhost"),
        (("::ffff:127.0.0.1", 2222, 0, 0), "-p 2222 localhost"),
        (("198.51.100.7", 22), "HOST"),
        (("9.9.9.9", 22), "9.9.9.9"),
        (("2a00:1450:4001::5", 2222, 0, 0), "-p 2222 2a00:1450:4001::5"),
        (("fe80::1%eth0", 22, 0, 2), "HOST"),
        (("10.0.0.5", 22), "HOST"),
        (("172.17.0.2", 2222), "HOST"),
        (None, "HOST"),
    ],
)
def test_what_was_called_is_known_where_nobody_can_stand_between(
    own: tuple[object, ...] | None, typed: str
) -> None:
    """Behind a router or in a container, the own address is not what players call."""
    assert called_host(own) == typed


def test_public_is_an_address_to_type() -> None:
    """From a flag, the environment or the file; nothing that ssh would read as an option."""
    assert load({}, {}, None).public_address is None
    assert load({}, {"CROWNHOUSE_PUBLIC": "play.example.org:22"}, None).public_address == Address(
        "play.example.org", 22
    )
    assert load({"public": "[2001:db8::1]:2222"}, {}, None).public_address == Address("2001:db8::1", 2222)
    for wrong in ("play.example.org", "-oProxyCommand=x:22", "two words:22", "play.example.org:99999"):
        with pytest.raises(BadConfig, match=r"public: .* such as play\.example\.org:22"):
            load({"public": wrong}, {}, None)
