"""Makes a Debian package of the wheel in a folder: `python -m docs.deb dist`.

It needs dpkg-deb, binutils and Debian's own Python. The package has its environment in /opt/crownhouse, with
everything that `make run` installs, by hash; it runs on the Debian of that Python. It starts the host as a
service, unless its operator has switched that off, and leaves the data folder alone when it goes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docs.release import current_version

ROOT = Path(__file__).parents[1]
PYTHON = "/usr/bin/python3"
HOME = Path("opt/crownhouse")
UNITS = ("*.service", "*.timer", "*.socket")
CONTROL = """\
Package: crownhouse
Version: {version}
Architecture: {architecture}
Maintainer: the crownhouse maintainers <crownhouse@localhost>
Depends: python3 (>= {first}), python3 (<< {next}), adduser
Recommends: openssh-client
Section: games
Priority: optional
Installed-Size: {size}
Description: game host reached with nothing but ssh
 Three games about crowns, played by keyboard in a terminal, by people and bots.
 The service listens at 127.0.0.1 port 2222 until /etc/crownhouse.toml says otherwise.
"""
MARK = "/run/crownhouse.new"
BEFORE_INSTALL = f"""\
#!/bin/sh
set -e
if [ "$1" = install ] && [ -d /run/systemd/system ]; then touch {MARK}; fi
"""
AFTER_INSTALL = f"""\
#!/bin/sh
set -e
if ! getent passwd crownhouse > /dev/null; then
    adduser --quiet --system --group --home /var/lib/crownhouse --no-create-home crownhouse
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    if [ -e {MARK} ]; then
        rm {MARK}
        systemctl enable --quiet crownhouse.service || true  # it may be masked
    fi
    # What its operator has switched off stays off. Wrong settings are no reason to install half of it.
    if systemctl is-enabled --quiet crownhouse.service; then
        systemctl restart crownhouse.service || true
    fi
    systemctl try-restart crownhouse-web.service || true
fi
"""
BEFORE_REMOVAL = """\
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    systemctl disable --quiet --now {units}
fi
"""
AFTER_REMOVAL = """\
#!/bin/sh
set -e
if [ "$1" = remove ]; then
    find /opt/crownhouse -depth \\( -name '*.pyc' -o -type d -empty \\) -delete 2> /dev/null || true
    [ -d /opt ] || install -d /opt  # dpkg takes it away with what was in it
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl reset-failed 'crownhouse*' || true
fi
"""


def output(*command: str) -> str:
    """What a command says."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def environment(wheel: Path, stage: Path) -> None:
    """Install the wheel, and what it requires, into an environment that may be moved."""
    uv, home = str(Path(sys.executable).with_name("uv")), stage / HOME
    subprocess.run([uv, "venv", "-q", "--relocatable", "--python", PYTHON, str(home)], check=True)
    install = [uv, "pip", "install", "-q", "--python", str(home / "bin/python"), "--link-mode", "copy"]
    subprocess.run([*install, "--require-hashes", "-r", "requirements/run.txt"], cwd=ROOT, check=True)
    subprocess.run([*install, "--no-deps", str(wheel)], check=True)
    for name in (".gitignore", ".lock", "CACHEDIR.TAG"):
        (home / name).unlink(missing_ok=True)
    subprocess.run([str(ROOT / "deploy/crownhouse-slim"), str(home), "-s", str(stage), "-p", "/"], check=True)


def files(stage: Path) -> None:
    """Lay units, settings, the program's name, its manual and completions where Debian looks for them."""
    for unit in (unit for kind in UNITS for unit in (ROOT / "deploy").glob(kind)):
        install(unit, stage / "usr/lib/systemd/system" / unit.name)
    install(ROOT / "deploy/crownhouse.toml", stage / "etc/crownhouse.toml")
    share = stage / HOME / "share"
    install(share / "man/man1/crownhouse.1", stage / "usr/share/man/man1/crownhouse.1")
    install(
        share / "bash-completion/completions/crownhouse",
        stage / "usr/share/bash-completion/completions/crownhouse",
    )
    install(share / "zsh/site-functions/_crownhouse", stage / "usr/share/zsh/vendor-completions/_crownhouse")
    for example in ("crownhouse-alerts.yml", "grafana.json", "haproxy.cfg"):
        install(ROOT / "deploy" / example, stage / "usr/share/doc/crownhouse/examples" / example)
    install(ROOT / "LICENSE", stage / "usr/share/doc/crownhouse/copyright")
    (stage / "usr/bin").mkdir(parents=True)
    for name in ("crownhouse", "crownhouse-ready"):
        if (stage / HOME / "bin" / name).exists():
            (stage / "usr/bin" / name).symlink_to(f"/{HOME}/bin/{name}")


def install(file: Path, to: Path) -> None:
    """Copy a file that everybody may read."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)
    to.chmod(0o644)


def control(stage: Path) -> None:
    """Write what dpkg is told."""
    version = output(PYTHON, "-c", "import sys; print(*sys.version_info[:2])").split()
    size = sum(path.lstat().st_size for path in stage.rglob("*")) // 1024
    text = CONTROL.format(
        version=current_version().replace(".dev", "~dev"),
        architecture=output("dpkg", "--print-architecture"),
        first=".".join(version),
        next=f"{version[0]}.{int(version[1]) + 1}",
        size=size,
    )
    folder = stage / "DEBIAN"
    folder.mkdir()
    (folder / "control").write_text(text, "utf-8")
    (folder / "conffiles").write_text("/etc/crownhouse.toml\n", "utf-8")
    units = " ".join(sorted(unit.name for kind in UNITS for unit in (ROOT / "deploy").glob(kind)))
    before = BEFORE_REMOVAL.format(units=units)
    scripts = {
        "preinst": BEFORE_INSTALL, "postinst": AFTER_INSTALL, "prerm": before, "postrm": AFTER_REMOVAL
    }  # fmt: skip
    for name, script in scripts.items():
        (folder / name).write_text(script, "utf-8")
        (folder / name).chmod(0o755)


def main(folder: Path) -> int:
    """Make the package beside the wheel, and say what it is called."""
    (wheel,) = folder.glob("*.whl")
    os.umask(0o022)
    with tempfile.TemporaryDirectory() as scratch:
        stage = Path(scratch) / "crownhouse"
        stage.mkdir(mode=0o755)
        environment(wheel.absolute(), stage)
        files(stage)
        control(stage)
        said = output("dpkg-deb", "--build", "--root-owner-group", str(stage), str(folder))
    sys.stdout.write(f"{said}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
