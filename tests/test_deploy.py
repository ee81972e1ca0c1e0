"""The files of deploy/ for containers fit together, and with what the documents say of them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.settings.loading import load

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
NODES = {name: service for name, service in SERVICES.items() if name.startswith("node")}
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")
HAPROXY = (DEPLOY / "haproxy.cfg").read_text("utf-8")


def test_each_profile_starts_what_it_is_said_to() -> None:
    of_profile: dict[str, set[str]] = {}
    for name, service in SERVICES.items():
        (profile,) = service["profiles"]
        of_profile.setdefault(profile, set()).add(name)
    assert of_profile == {"single": {"host"}, "nodes": {"postgres", "balancer", *NODES}, "web": {"windows"}}
    assert len(NODES) == 3
    for service in SERVICES.values():
        assert set(service.get("depends_on", ())) <= of_profile[service["profiles"][0]]


def test_images_have_a_version_and_builds_their_files() -> None:
    for service in SERVICES.values():
        if "build" in service:
            context = (DEPLOY / service["build"]["context"]).resolve()
            assert context == ROOT
            assert (context / service["build"]["dockerfile"]).is_file()
        else:
            assert re.fullmatch(r"[\w.]+/\w+/\w+:\d+(\.\d+)*", service["image"])


def test_every_volume_is_used_once_and_every_mounted_file_is_there() -> None:
    mounts = [mount.split(":") for service in SERVICES.values() for mount in service["volumes"]]
    named = [source for source, *_ in mounts if not source.startswith(".")]
    assert sorted(named) == sorted(COMPOSE["volumes"])
    for source, target, *mode in mounts:
        if source.startswith("."):
            assert (DEPLOY / source).is_file()
            assert mode == ["ro"]
        else:
            assert target in {"/data", "/var/lib/postgresql/data"}


def test_whatever_keeps_data_is_asked_whether_it_is_well() -> None:
    """A host in the way of its image, whose own check some formats do not have."""
    asked = {
        name: service["healthcheck"]["test"]
        for name, service in SERVICES.items()
        if "haproxy" not in service.get("image", "")
    }
    assert asked.pop("postgres")[:2] == ["CMD", "pg_isready"]
    (check,) = re.findall(r"^HEALTHCHECK .*CMD \[(.*)\]$", CONTAINERFILE, re.MULTILINE)
    assert all(test == ["CMD", *re.findall(r'"([^"]*)"', check)] for test in asked.values())
    assert set(asked) == {"host", *NODES}


@pytest.mark.parametrize("name", ["host", *NODES])
def test_a_host_can_start_with_what_it_is_set_to(name: str) -> None:
    """Its root cannot be written, and players reach it by the port that is given out."""
    service = SERVICES[name]
    said = {
        setting: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for setting, value in service["environment"].items()
    }
    assert load({}, said, None).public is not None
    assert service["read_only"]
    assert service["tmpfs"] == ["/tmp"]  # noqa: S108
    assert f"{name}:/data" in service["volumes"]
    assert SERVICES["host"]["ports"] == SERVICES["balancer"]["ports"] == ["2222:2222"]


def test_the_balancer_knows_every_node_and_where_it_says_that_it_is_ready() -> None:
    servers = dict(re.findall(r"^    server (\w+) (\w+):2222$", HAPROXY, re.MULTILINE))
    assert servers == {name: name for name in NODES}
    (port,) = re.findall(r"check port (\d+)", HAPROXY)
    assert {node["environment"]["CROWNHOUSE_READY"] for node in NODES.values()} == {f"0.0.0.0:{port}"}
    assert "send-proxy-v2" in HAPROXY
    assert {node["environment"]["CROWNHOUSE_PROXIED"] for node in NODES.values()} == {"true"}


def test_the_image_is_built_of_what_is_there() -> None:
    for sources in re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINERFILE, re.MULTILINE):
        assert all((ROOT / source).exists() for source in sources.split()), sources


def test_commands_for_containers_stand_in_one_place() -> None:
    """And what builds an image says the format that keeps its health check."""
    files = (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *DEPLOY.iterdir())
    pages = {path: path.read_text("utf-8") for path in files if path.is_file()}
    for command, page in (
        ("podman build --format docker", "hosting.md"),
        ("podman run", "hosting.md"),
        ("--profile single", "hosting.md"),
        ("--profile nodes", "scaling.md"),
    ):
        assert [path.name for path, text in pages.items() if command in text] == [page]
    assert "podman build -t" not in "".join(pages.values())


def test_only_a_virtual_environment_is_made_slim(tmp_path: Path) -> None:
    """Its own, wherever it is called from, or one that is named."""
    kept, script = tmp_path / "lib" / "tests" / "test_other.py", tmp_path / "bin" / "crownhouse-slim"
    for path in (kept, script):
        path.parent.mkdir(parents=True)
    kept.touch()
    shutil.copy(DEPLOY / "crownhouse-slim", script)
    for words in ([script], [DEPLOY / "crownhouse-slim", tmp_path]):
        done = subprocess.run(words, check=False, capture_output=True, text=True)
        assert done.returncode == 1
        assert done.stderr == f"crownhouse-slim: {tmp_path} is no virtual environment.\n"
    assert kept.exists()
    (tmp_path / "pyvenv.cfg").touch()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    (elsewhere := tmp_path / "home" / "bin").mkdir(parents=True)
    (elsewhere / "slim").symlink_to(script)
    subprocess.run([elsewhere / "slim"], check=True)
    assert not kept.exists()


def test_an_environment_that_was_made_slim_has_what_a_host_reads(tmp_path: Path) -> None:
    """And what pip left uncompiled is compiled."""
    packages = tmp_path / "lib" / "python3" / "site-packages"
    kept = [
        "numpy/core.py",
        "numpy/core.so",
        "pygments/lexers/c.py",
        "pygments/lexers/_of.py",
        "textual/app.tcss",
    ]
    gone = ["numpy/tests/test_core.py", "numpy/f2py/f.py", "numpy/core.pyi", "asyncpg/p.pyx", "asyncpg/p.c"]
    for name in (*kept, *gone, "pygments/lexers/__pycache__/c.pyc"):
        (packages / name).parent.mkdir(parents=True, exist_ok=True)
        (packages / name).touch()
    (tmp_path / "bin").mkdir()
    (tmp_path / "pyvenv.cfg").touch()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    subprocess.run([DEPLOY / "crownhouse-slim", tmp_path], check=True)
    tag = sys.implementation.cache_tag
    compiled = f"numpy/__pycache__/core.{tag}.pyc", f"pygments/lexers/__pycache__/_of.{tag}.pyc"
    left = {path.relative_to(packages).as_posix() for path in packages.rglob("*") if path.is_file()}
    assert left == {*kept, *compiled}
