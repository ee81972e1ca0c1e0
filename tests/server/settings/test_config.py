"""Settings are checked at start, and every mistake is told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.settings.config import Config
from server.settings.loading import BadConfig, load, load_with_names, of_service
from server.settings.timeouts import Timeouts

FILE = """
listen = "0.0.0.0:22"
[bots]
pace = 0
[limits]
channels = 3
login_timeout = 5
"""


def test_defaults_are_for_this_machine_alone() -> None:
    """Nobody else can reach a host that was not told otherwise."""
    assert load({}, {}, None).addresses == (("localhost", 2222),)


def test_flags_come_before_the_environment_before_the_file(tmp_path: Path) -> None:
    """Each source overrides those before it, setting by setting."""
    file = tmp_path / "host.toml"
    file.write_text(FILE)
    environment = {"CROWNHOUSE_LISTEN": "[::1]:23", "CROWNHOUSE_LIMITS_CHANNELS": "4", "HOME": "/root"}
    config = load({"listen": "127.0.0.1:24"}, environment, str(file))
    assert config.addresses == (("127.0.0.1", 24),)
    assert (config.limits.channels, config.limits.login_timeout, config.bots.pace) == (4, 5.0, 0.0)
    assert load({}, environment, str(file)).addresses == (("::1", 23),)
    assert load({}, {"CROWNHOUSE_CONFIG": str(file)}, None).addresses == (("0.0.0.0", 22),)  # noqa: S104


def test_several_things_are_a_list_or_words(tmp_path: Path) -> None:
    """Wherever there may be several: networks, keys, addresses."""
    key = f"SHA256:{'A' * 43}"
    found = []
    for several in ("'10.0.0.0/8, ::1'", "['10.0.0.0/8', '::1']"):
        file = tmp_path / "host.toml"
        file.write_text(f"metrics_from = {several}\n[web]\nproxies = {several}\nkeys = ['{key}']\n")
        config = load({}, {}, str(file))
        assert config.web.fingerprints == {key}
        found.append((config.metrics_readers, config.web.believed))
    assert found[0] == found[1]


def test_commands_about_a_host_find_that_of_the_service(tmp_path: Path) -> None:
    """Where nothing else is said, by who may enter its folder."""
    assert of_service({"HOME": "/root"}, tmp_path) == {"HOME": "/root"}
    (tmp_path / "var/lib/crownhouse").mkdir(parents=True)
    found = {"CROWNHOUSE_DATA": f"{tmp_path}/var/lib/crownhouse"}
    assert of_service({}, tmp_path) == found
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/crownhouse.toml").write_text(FILE)
    assert of_service({}, tmp_path) == found | {"CROWNHOUSE_CONFIG": f"{tmp_path}/etc/crownhouse.toml"}
    for own in ({"CROWNHOUSE_DATA": "/srv/data"}, {"CROWNHOUSE_CONFIG": "/srv/own.toml"}):
        assert of_service(own, tmp_path) == own


@pytest.mark.parametrize("given", ['"*:22 [::1]:23"', '"*:22,[::1]:23"', '["*:22", "[::1]:23", "*:22"]'])
def test_a_host_listens_at_several_addresses(tmp_path: Path, given: str) -> None:
    """In a list, or with blanks or commas between, as a variable has them; each once."""
    (file := tmp_path / "host.toml").write_text(f"listen = {given}")
    assert load({}, {}, str(file)).addresses == (("", 22), ("::1", 23))


def test_an_old_name_is_accepted_and_reported_once(tmp_path: Path) -> None:
    """In the file and in the environment; the section of the old name is no setting by itself."""
    file = tmp_path / "host.toml"
    file.write_text("[patience]\naway = 5\nsign_of_life = 6\n")
    loaded = load_with_names({}, {"CROWNHOUSE_PATIENCE_AWAY": "7"}, str(file))
    assert (loaded.config.timeouts.away, loaded.config.timeouts.heartbeat) == (7.0, 6.0)
    assert loaded.old_names == ("patience.away", "patience.sign_of_life")
    assert load_with_names({}, {"CROWNHOUSE_TIMEOUTS_AWAY": "7"}, None).old_names == ()
    with pytest.raises(BadConfig, match=r"unknown setting patience\.speed\."):
        load({}, {"CROWNHOUSE_PATIENCE_SPEED": "1"}, None)


def test_every_time_may_be_half_a_second_or_an_hour_and_none_is_negative(tmp_path: Path) -> None:
    file = tmp_path / "host.toml"
    for name in Timeouts.__struct_fields__:
        for seconds in (0.5, 3600.0):
            file.write_text(f"[timeouts]\n{name} = {seconds}\n")
            assert getattr(load({}, {}, str(file)).timeouts, name) == seconds
        file.write_text(f"[timeouts]\n{name} = -1\n")
        with pytest.raises(BadConfig):
            load({}, {}, str(file))


@pytest.mark.parametrize(
    "text", ["[timeouts]\naway = 8\n[patience]\naway = 9\n", "[patience]\naway = 9\n[timeouts]\naway = 8\n"]
)
def test_the_new_name_holds_where_a_file_has_both(tmp_path: Path, text: str) -> None:
    """In whichever order; an old name in the environment still overrides the file."""
    file = tmp_path / "host.toml"
    file.write_text(text)
    assert load({}, {}, str(file)).timeouts.away == 8.0
    assert load({}, {"CROWNHOUSE_PATIENCE_AWAY": "10"}, str(file)).timeouts.away == 10.0


BAD: dict[str, tuple[str, str]] = {
    "unknown setting": ("colour = 1", "unknown setting colour."),
    "a setting like one": ("publik = 1", "unknown setting publik (there is public)."),
    "unknown in a section": ("[limits]\nspeed = 1", "unknown setting limits.speed."),
    "wrong type": ("[limits]\nchannels = 'two'", "limits.channels: expected a whole number"),
    "out of bounds": ("[limits]\nchannels = 0", "limits.channels: expected a whole number >= 1."),
    "a section as a value": ("limits = 3", "limits is a section: write [limits], and its settings below."),
    "no address": ("listen = 'here'", "listen: 'here' is not an address such as 127.0.0.1:2222."),
    "no address at all": ("listen = []", "listen: give an address such as 127.0.0.1:2222."),
    "a wrong one in a list": ("listen = ['*:22', 'here']", "'here' is not an address"),
    "two addresses in one": ("listen = ['127.0.0.1:22:23']", "'127.0.0.1:22:23' is not an address"),
    "no port": ("listen = 'here:99999'", "is not an address"),
    "no TOML": ("listen =", "not valid TOML"),
    "set twice": ('public = ""\npublic = "x:22"', "not valid TOML: This is set twice (at"),
    "a log of another kind": ("log = 'xml'", "log: must be text or json."),
    "metrics for everybody": (
        "metrics = '0.0.0.0:9222'",
        "is not a loopback address such as 127.0.0.1:9222: set metrics_from or metrics_token, too.",
    ),
    "metrics by a name": ("metrics = 'example.org:9222'", "is not a loopback address"),
    "metrics for a crooked network": (
        "metrics_from = '10.0.0.1/8'",
        "'10.0.0.1/8' has bits beyond its network: write the address alone, or 10.0.0.0/8.",
    ),
    "metrics for no network": ("metrics_from = '[::1]'", "'[::1]' is no IP address or network such as"),
    "metrics for none of a list": ("metrics_from = ['10.0.0.0/8', 'x']", "'x' is no IP address or network"),
    "metrics for blanks": ("metrics = '0.0.0.0:9222'\nmetrics_from = ' '", "is not a loopback address"),
    "metrics with no token": ("metrics_token = '/nowhere'", "/nowhere cannot be read: No such file"),
    "metrics with a short token": ("metrics_token = '/dev/null'", "has to hold 16 letters or more"),
    "metrics nowhere": ("metrics = 'here'", "'here' is not an address such as 127.0.0.1:9222."),
    "ready nowhere": ("ready = 'here'", "ready: 'here' is not an address such as 127.0.0.1:9223."),
    "too long a message": (f"message = '{'x' * 201}'", "message: too long: 201 columns, the limit is 200."),
    "two messages": (
        "message = 'a'\nmessage_file = 'b'",
        "message: set either message or message_file, not both.",
    ),
    "several processes on SQLite": (
        "processes = 2",
        "processes: several processes need PostgreSQL: crownhouse move-store moves the host there",
    ),
    "addresses logged and not stored": (
        "address_days = 0\nlog_addresses = true",
        "log_addresses: with address_days = 0 no address is written down, and so none is logged.",
    ),
    "no such message": ("message_file = '/nowhere'", "message: Cannot read /nowhere: No such file"),
}


@pytest.mark.parametrize(("text", "problem"), BAD.values(), ids=BAD.keys())
def test_a_mistake_is_one_sentence(text: str, problem: str, tmp_path: Path) -> None:
    """It names the file and the setting and says what is wrong."""
    file = tmp_path / "host.toml"
    file.write_text(text)
    with pytest.raises(BadConfig) as bad:
        load({}, {}, str(file))
    (sentence,) = bad.value.problems
    assert problem in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize("place", ["127.0.0.1:9222", "[::1]:9222", "localhost:9222", "127.8.8.8:1"])
def test_metrics_are_for_this_machine(place: str) -> None:
    """Every loopback address will do; without one there are no metrics."""
    address = load({"metrics": place}, {}, None).metrics_address
    assert address
    assert address[1] == int(place.rpartition(":")[2])
    assert Config().metrics_address is None


def test_the_message_of_the_day_is_one_clean_line(tmp_path: Path) -> None:
    """From the settings or from a file, whatever stands in it."""
    file = tmp_path / "motd"
    file.write_text("Maintenance on\n  Sunday,\x1b[31m 9:00\n", "utf-8")
    assert load({"message_file": str(file)}, {}, None).notice == "Maintenance on Sunday,[31m 9:00"
    assert load({"message": "Hello"}, {}, None).notice == "Hello"
    assert Config().notice == ""
    file.write_bytes(b"\xff")
    with pytest.raises(BadConfig, match="is not UTF-8"):
        load({"message_file": str(file)}, {}, None)


def test_all_mistakes_are_told() -> None:
    """Also those of several sources at once."""
    with pytest.raises(BadConfig) as bad:
        load({"listen": "x"}, {"CROWNHOUSE_SPEED": "1", "CROWNHOUSE_BOTS_PACE": "soon"}, None)
    assert len(bad.value.problems) == 3
    assert any(problem.startswith("CROWNHOUSE_BOTS_PACE: bots.pace: ") for problem in bad.value.problems)


def test_a_missing_file_is_told() -> None:
    """A file that was asked for has to be there."""
    with pytest.raises(BadConfig, match="cannot be read"):
        load({}, {}, "/nowhere/host.toml")


def test_the_data_folder_is_the_users_unless_told(tmp_path: Path) -> None:
    """An empty setting means the platform's place for data."""
    assert load({"data": str(tmp_path)}, {}, None).folder == tmp_path
    assert Config().folder.name == "crownhouse"
