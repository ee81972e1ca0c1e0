"""A configuration that is read again tells what holds now and what needs a restart."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

from server.settings.config import SECTIONS, Config
from server.settings.limits import Limits
from server.settings.loading import load_with_names
from server.settings.reloading import ConfigReloader, Reloaded


class Operator:
    """Writes a configuration and has it read again."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "crownhouse.toml"
        self.file.write_text("")
        load = partial(
            load_with_names, {"listen": "127.0.0.1:0"}, {"CROWNHOUSE_LIMITS_TABLES": "7"}, str(self.file)
        )
        self.started = load().config
        self._reloader = ConfigReloader(self.started, load)

    def reload(self, text: str, now: Limits | None = None) -> Reloaded:
        self.file.write_text(text)
        return self.read_again(now or self.started.limits)

    def read_again(self, now: Limits) -> Reloaded:
        return self._reloader.reload(now)


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path)


def test_new_limits_are_told_with_the_old_ones(operator: Operator) -> None:
    """Compared with what holds now, which may have been read again before."""
    found = operator.reload("[limits]\nchannels = 3\nlogin_timeout = 5.5")
    assert found.lines == ("These hold now: limits.login_timeout 20.0 -> 5.5, limits.channels 4 -> 3.",)
    assert (found.limits.channels, found.limits.login_timeout, found.failed) == (3, 5.5, False)
    again = operator.reload("[limits]\nchannels = 3", found.limits)
    assert again.lines == ("These hold now: limits.login_timeout 5.5 -> 20.0.",)
    assert operator.reload("[limits]\nchannels = 3", again.limits).lines == ("No limit has changed.",)


def test_a_program_is_told_both_values_of_a_limit_and_what_waits(operator: Operator) -> None:
    """Under the names that the settings have, those that were renamed too."""
    found = operator.reload('listen = "127.0.0.1:1"\npublic = "a:22"\n[limits]\nchannels = 3')
    assert found.facts == {
        "changed": {"limits.channels": {"before": 4, "now": 3}},
        "restart": ["public"],
        "renamed": [],
    }
    assert operator.reload("", found.limits).facts["changed"] == {"limits.channels": {"before": 3, "now": 4}}


def test_the_environment_and_flags_of_the_start_count_as_then(operator: Operator) -> None:
    """They override the file at each reading."""
    found = operator.reload('listen = "0.0.0.0:2222"\n[limits]\ntables = 9')
    assert found.lines == ("No limit has changed.",)
    assert found.limits.tables == 7


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[limits]\nchannels = 0", "{file}: limits.channels: expected a whole number >= 1."),
        ("[limits]\nchanels = 3", "{file}: unknown setting limits.chanels (there is limits.channels)."),
        ("limits", "{file}: not valid TOML: "),
        ('[limits]\nchannels = 3\n[bots]\npace = "slow"', "{file}: bots.pace: "),
    ],
    ids=["a limit", "a name", "the file", "another setting"],
)
def test_a_wrong_configuration_keeps_all_old_limits(operator: Operator, text: str, problem: str) -> None:
    """Whatever is wrong in it, and one sentence tells what."""
    now = Limits(channels=9)
    found = operator.reload(text, now)
    assert found.failed
    assert found.limits is now
    (line,) = found.lines
    begin = (
        f"The configuration was not read again, and the old limits stay: {problem.format(file=operator.file)}"
    )
    assert line.startswith(begin)


def test_a_file_that_is_gone_is_a_wrong_configuration(operator: Operator) -> None:
    operator.file.unlink()
    operator.file.mkdir()
    found = operator.read_again(Limits())
    assert found.failed
    assert str(operator.file) in found.lines[0]


OTHERS = {
    "listen": 'listen = "0.0.0.0:22"',
    "public": 'public = "play.example.org:22"',
    "data": 'data = "/srv/games"',
    "store": 'store = "postgresql://db/games"',
    "processes": "processes = 4",
    "host_key": 'host_key = "/etc/crownhouse.key"',
    "proxied": "proxied = true",
    "message": 'message = "Tea at five"',
    "message_file": 'message_file = "{message}"',
    "log": 'log = "json"',
    "log_addresses": "log_addresses = true",
    "address_days": "address_days = 3",
    "report_days": "report_days = 3",
    "audit_days": "audit_days = 3",
    "conduct": 'conduct = "{message}"',
    "metrics": 'metrics = "127.0.0.1:9222"',
    "metrics_from": 'metrics_from = "10.0.0.0/8"',
    "metrics_token": 'metrics_token = "{message}"',
    "ready": 'ready = "0.0.0.0:9223"',
    "names": 'names = "login"',
    "zone": 'zone = "Europe/Rome"',
    "analyses": "[analyses]\nworkers = 3",
    "bots": "[bots]\nworkers = 3",
    "notices": "[notices]\na_day = 7",
    "timeouts": "[timeouts]\naway = 7.0",
    "web": '[web]\nlisten = "127.0.0.1:8080"',
}
"""Every setting beside the limits, changed."""


@pytest.mark.parametrize("name", [f.name for f in msgspec.structs.fields(Config) if f.name != "limits"])
def test_every_setting_that_is_no_limit_needs_a_restart(tmp_path: Path, name: str) -> None:
    """It is named, by its section and name, each time until then; limits beside it hold."""
    file, message = tmp_path / "crownhouse.toml", tmp_path / "message"
    file.write_text("")
    message.write_text("Tea-at-five-sharp")
    store = {} if name == "store" else {"CROWNHOUSE_STORE": "postgresql://db/other"}
    load = partial(load_with_names, {}, store, str(file))
    reloader = ConfigReloader(load().config, load)
    text = OTHERS[name].format(message=message)
    place = f"{name}.{text.splitlines()[-1].partition(' ')[0]}" if name in SECTIONS else name
    for _ in range(2):
        file.write_text(f"{text}\n[limits]\nchannels = 3")
        found = reloader.reload(Limits())
        assert found.limits.channels == 3
        assert found.lines[1:] == (f"These need a restart: {place}.",)


def test_old_names_are_told(operator: Operator) -> None:
    """As at a start."""
    found = operator.reload("[patience]\naway = 7.0")
    assert found.lines == (
        "No limit has changed.",
        "These need a restart: timeouts.away.",
        "setting patience.away is now called timeouts.away.",
    )
