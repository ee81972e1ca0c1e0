"""The address of a shared store: what is accepted, and that no sentence ever repeats a password."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from server.settings.config import Config
from server.settings.loading import BadConfig, load
from server.settings.store_address import StoreAddress, without_password

SECRET = "S3cret"  # noqa: S105  (of nothing)
GOOD = {
    "postgresql://db/crownhouse": "db/crownhouse",
    "postgres://db/crownhouse": "db/crownhouse",
    f"postgresql://ada:{SECRET}@db.example.org:5433/games": "db.example.org:5433/games",
    f"postgresql://ada:{SECRET}%40%2F@[2001:db8::1]:5432/games": "[2001:db8::1]:5432/games",
    "postgresql://ada@one:1,two:2/games?target_session_attrs=primary": "one:1,two:2/games",
    f"postgresql:///games?host=/run/postgresql&password={SECRET}": "/run/postgresql/games",
}
BAD = {
    "another scheme": f"mysql://ada:{SECRET}@db/games",
    "no scheme": f"ada:{SECRET}@db/games",
    "a path": "/var/lib/crownhouse",
    "no host": "postgresql:///games",
    "no database": f"postgresql://ada:{SECRET}@db",
    "no database behind the slash": f"postgresql://ada:{SECRET}@db/",
    "a slash in the password": f"postgresql://ada:/{SECRET}@db/games",
    "digits and a slash in the password": f"postgresql://ada:12/{SECRET}@db",
    "an @ and a colon in the password": f"postgresql://ada:{SECRET}@:x@db:port/games",
    "a # in the password": f"postgresql://ada:#{SECRET}@db/games",
    "a blank": f"postgresql://ada:{SECRET}@db/my games",
    "a control character": f"postgresql://ada:{SECRET}\x1b@db/games",
    "a port too high": f"postgresql://ada:{SECRET}@db:65536/games",
    "an open bracket": f"postgresql://ada:{SECRET}@[::1/games",
    "two hosts and a comma": f"postgresql://ada:{SECRET}@one,,two/games",
}


@pytest.mark.parametrize(("url", "name"), GOOD.items())
def test_an_address_is_named_without_user_and_password(url: str, name: str) -> None:
    """The driver gets the whole of it; whoever prints it prints hosts and database."""
    address = StoreAddress(url)
    assert (str(address), repr(address), f"{address}", address.url) == (name, name, name, url)


@pytest.mark.parametrize("url", BAD.values(), ids=BAD.keys())
def test_a_wrong_address_is_one_sentence_that_does_not_repeat_it(url: str, tmp_path: Path) -> None:
    """Whichever way it was given."""
    file = tmp_path / "host.toml"
    file.write_text(f"store = {json.dumps(url)}")
    for flags, environment, path in (
        ({"store": url}, {}, None), ({}, {"CROWNHOUSE_STORE": url}, None), ({}, {}, str(file)),
    ):  # fmt: skip
        with pytest.raises(BadConfig) as bad:
            load(flags, environment, path)
        (sentence,) = bad.value.problems
        assert sentence.startswith("store: ")
        assert sentence.endswith(".")
        assert SECRET not in sentence


def test_a_value_of_another_kind_is_not_repeated(tmp_path: Path) -> None:
    """A list of addresses, say, or a section."""
    file = tmp_path / "host.toml"
    for text in (f'store = ["postgresql://a:{SECRET}@db/x"]', f'[store]\nurl = "{SECRET}"'):
        file.write_text(text)
        with pytest.raises(BadConfig) as bad:
            load({}, {}, str(file))
        assert not any(SECRET in problem for problem in bad.value.problems)


def test_the_default_is_the_hosts_own_database() -> None:
    """So that nothing has to be installed."""
    assert Config().store_address is None
    assert load({}, {"CROWNHOUSE_STORE": ""}, None).store_address is None


def test_a_password_is_refused_in_a_flag() -> None:
    """The list of processes shows flags to all users of a machine."""
    for url in (f"postgresql://ada:{SECRET}@db/games", f"postgresql://db/games?password={SECRET}"):
        with pytest.raises(ValueError, match="a password in a flag can be read") as refused:
            without_password(StoreAddress(url))
        assert SECRET not in str(refused.value)
    assert without_password(None) is None
    without_password(StoreAddress("postgresql://ada@db/games"))
