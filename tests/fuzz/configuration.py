"""What an operator writes: settings that hold, or one clear sentence for each mistake."""

from __future__ import annotations

import math
import re
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st

from server.settings.config import Config
from server.settings.loading import BadConfig, load
from tests.fuzz.target import ODD_TEXT, FuzzTarget, mutated

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / "deploy" / "crownhouse.toml").read_text("utf-8")
SET = "\n".join(
    line.removeprefix("# ") for line in EXAMPLE.splitlines() if re.match(r"# [a-z_]+ = |\[", line)
)
OLD = (ROOT / "tests" / "kept" / "0.1.0" / "crownhouse.toml").read_text("utf-8")
SETTINGS = [
    *re.findall(r"^(?:# )?([a-z_]+) = ", EXAMPLE, re.MULTILINE),
    "[bots]\n", "[limits]\n", "[timeouts]\n", "bots", "limits.sessions", "bots.", "[[limits]]\n",
    "bots.pace.x",
]  # fmt: skip
VALUES = [
    "nan", "-nan", "inf", "-inf", "1e400", "-0.0", "0", "-1", "true", "'x'", '""', "[]", "{}", "[[[]]]",
    "[" * 5000, "{a=" * 2000,
    "1" * 5000, "9" * 25, "0x" + "f" * 5000, "1979-05-27", "'''", '"\\u0000"', '"\\ud800"',
    '"127.0.0.1:99999"', '"[::1]:0"', "'/'",
    '"127.0.0.1:²"', "'json'", "'" + "x" * 300 + "'",
]  # fmt: skip
ASSIGNED = st.builds("\n{} = {}\n".format, st.sampled_from(SETTINGS), st.sampled_from(VALUES) | ODD_TEXT)
NAMES = [
    "LISTEN",
    "METRICS",
    "MESSAGE",
    "MESSAGE_FILE",
    "DATA",
    "BOTS_PACE",
    "LIMITS_SESSIONS",
    "LOG",
    "BOTS",
    "BOTS_",
    "",
]
VARIABLES = st.dictionaries(
    st.sampled_from([f"CROWNHOUSE_{name}" for name in NAMES]), st.sampled_from(VALUES) | ODD_TEXT, max_size=3
)


def _configuration(case: tuple[str, dict[str, str]]) -> None:
    text, environment = case
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crownhouse.toml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        found = _loaded(environment, path)
    if isinstance(found, Config):
        _check_valid(found)
        return
    assert found
    for problem in found:
        _check_sentence(problem)


def _loaded(environment: dict[str, str], path: Path) -> Config | list[str]:
    try:
        return load({}, environment, str(path))
    except BadConfig as bad:
        return bad.problems


def _check_sentence(problem: str) -> None:
    """On one line, with an end, not a page long."""
    assert problem.endswith("."), problem
    assert problem.isprintable(), problem
    assert len(problem) <= 400, len(problem)
    assert "Traceback" not in problem


def _check_valid(config: Config) -> None:
    """What is taken can be used."""
    assert max(one.port for one in config.addresses) <= 65535
    assert config.metrics_address is None or config.metrics_address.port <= 65535
    assert config.notice.isprintable()
    assert "\0" not in str(config.folder)
    config.bots.timing  # noqa: B018  (it must not raise)
    for number in _numbers(msgspec.to_builtins(config)):
        assert math.isfinite(number), number


def _numbers(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [number for inner in value.values() for number in _numbers(inner)]
    return [float(value)] if isinstance(value, (int, float)) else []


TOML = mutated([SET, OLD, EXAMPLE, ""], ASSIGNED | ODD_TEXT)
TARGETS = [FuzzTarget("configuration", st.tuples(TOML, st.just({}) | VARIABLES), _configuration)]
