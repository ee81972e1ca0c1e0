"""An operator's year in an hour: `python -m tests.year FOLDER`.

Bare Debians 12 are booted with systemd; they share one network, which leads nowhere else. In the first the
package is installed, with a real Prometheus beside it. Members lose keys, one is banned, one asks for an
export; the disk is lost and a backup restored; the host moves to PostgreSQL and gets two more nodes behind
HAProxy; its key is replaced; the nodes are upgraded under play. Prints docs/year.md: what is typed, and what
it printed, but for the lines where `[...]` stands.

Needs root, mmdebstrap and systemd-nspawn. FOLDER keeps the Debian, with the packages that are installed in
it, and both packages of crownhouse. Exits 1 with what is wrong.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path

from tests.e2e.test_single_commands import POSITION, Commands
from tests.matrix import fresh_clone

NETWORK = "crownhouse-year"
PLAY = "play.example.org"
ADDRESSES = {PLAY: "192.0.2.10", "node1": "192.0.2.11", "node2": "192.0.2.12", "node3": "192.0.2.13"}
HOSTS = "".join(f"{address} {name}\n" for name, address in ADDRESSES.items())
BARE = "systemd,systemd-sysv,dbus"
FETCHED = "python3 adduser openssh-client curl", "prometheus postgresql haproxy"
"""Packages that wait in apt's cache, since the machines reach nobody."""
NEXT = "0.3.0"
MEMBERS = "anna", "carl", "dora", "mallory"
APT = "apt-get install -qq --no-install-recommends"
QUERY = "promtool query instant http://localhost:9090"
FIRING = 'ALERTS{alertstate="firing"}'
NOTHING = f"{QUERY} 'count({FIRING}) or vector(0)'"
NEW = "-o StrictHostKeyChecking=accept-new "
"""Who comes for the first time answers no question about the host's key."""
LEFT_OUT = "[...]"
LONGEST = 240.0
"""Seconds within which something has to be so."""
TYPED = {
    "HOME": "/root",
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
    "TERM": "dumb",
    "DEBIAN_FRONTEND": "noninteractive",
}


def say(text: str) -> None:
    """A part of the transcript."""
    sys.stdout.write(f"{text.rstrip()}\n")
    sys.stdout.flush()


def kept(text: str, pattern: str) -> str:
    """The lines that have something of a pattern, and where others were left out."""
    lines = [line.rstrip() if re.search(pattern, line) else LEFT_OUT for line in text.splitlines()]
    return "\n".join(line for line, after in pairwise([*lines, ""]) if not line == after == LEFT_OUT)


INTRODUCTION = """\
# An operator's year

What `make year` printed on {day}: an hour in which a host lives through a year. Its
machines are bare Debians 12 with systemd as their first process (`mmdebstrap`, `systemd-nspawn`). They
share a network that leads nowhere else, so their packages were fetched before; each knows the others' names
by `/etc/hosts`. Prometheus, PostgreSQL and HAProxy are Debian's, the members' client is Debian's OpenSSH.
`node1#` is root there, `anna$` a member at home; `[...]` stands for lines that were left out, and
everything else is as it was typed and printed. [Running a host](hosting.md) says why each of it is done."""


class Machine:
    """A Debian that has booted."""

    def __init__(self, name: str, leader: int) -> None:
        self.name = name
        self._inside = ["nsenter", "--all", "--target", str(leader), "--"]

    def words(self, line: str, who: str) -> list[str]:
        """How a line is typed there by somebody."""
        as_whom = [] if who == "root" else ["runuser", "-u", who, "--", "env", f"HOME=/home/{who}"]
        return [*self._inside, *as_whom, "/bin/sh", "-c", f"cd; {line}"]

    def quietly(self, line: str, who: str = "root") -> subprocess.CompletedProcess[str]:
        """Run a line, and tell nobody."""
        return subprocess.run(
            self.words(line, who), env=TYPED, text=True, timeout=LONGEST, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def type(self, line: str, keep: str = "", who: str = "root", status: int = 0) -> str:
        """Type a line, and tell what it printed, or of that the lines with a pattern."""
        say(f"{self.name}# {line}" if who == "root" else f"{who}$ {line}")
        done = self.quietly(line, who)
        printed = done.stdout
        if printed.strip():
            say(kept(printed, keep) if keep else printed)
        if done.returncode != status:
            raise AssertionError(f"{done.returncode}: {self.quietly('journalctl -n 40').stdout}")
        return printed

    def until(self, line: str, wanted: str) -> None:
        """Wait until what a line prints has a pattern."""
        end = time.monotonic() + LONGEST
        while not re.search(wanted, found := self.quietly(line).stdout):
            assert time.monotonic() < end, (line, wanted, found)
            time.sleep(0.5)  # another program's clock decides


class Home(Machine):
    """The machine of the members: each has a user, and types `ssh play.example.org`."""

    def pipe(self, name: str, *words: str, guest: bool = False) -> subprocess.Popen[bytes]:
        """What `Commands` begins commands with."""
        assert not guest
        line = f"ssh -o LogLevel=ERROR {PLAY} '{' '.join(words)}'"
        pipe = subprocess.PIPE
        return subprocess.Popen(self.words(line, name), env=TYPED, stdin=pipe, stdout=pipe, stderr=pipe)

    def ssh_quietly(self, name: str, words: str, options: str = "") -> None:
        """A member types a command of which nobody is told."""
        assert self.quietly(f"ssh {options}{PLAY} {words}", name).returncode == 0

    def ssh(self, name: str, words: str, keep: str = "", status: int = 0, options: str = "") -> str:
        """A member types a command for the host."""
        return self.type(f"ssh {options}{PLAY} {words}".rstrip(), keep, name, status)


@contextmanager
def network() -> Iterator[None]:
    """A network of nothing but the addresses of the machines."""
    subprocess.run(["ip", "netns", "add", NETWORK], check=True)
    inside = ["ip", "-n", NETWORK]
    try:
        subprocess.run([*inside, "link", "set", "lo", "up"], check=True)
        for address in ADDRESSES.values():
            subprocess.run([*inside, "address", "add", f"{address}/32", "dev", "lo"], check=True)
        yield
    finally:
        subprocess.run(["ip", "netns", "delete", NETWORK], check=True)


@contextmanager
def booted(folder: Path, name: str) -> Iterator[int]:
    """Unpack and boot a machine; gives the number of its first process."""
    root = folder / name
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    subprocess.run(["tar", "-xf", folder / "debian.tar", "-C", root, "--exclude=./dev/*"], check=True)
    (root / "etc/hosts").write_text(f"127.0.0.1 localhost\n{HOSTS}")
    (root / "etc/hostname").write_text(f"{name}\n")
    (root / "etc/machine-id").write_text("")
    for package in folder.glob("*.deb"):
        shutil.copy(package, root / "root")
    words = ["systemd-nspawn", "--quiet", "--boot", "--register=no", "--keep-unit", "--console=pipe"]
    words += [f"--directory={root}", f"--hostname={name}", f"--machine=year-{name}", "--resolv-conf=off"]
    words += [f"--network-namespace-path=/run/netns/{NETWORK}"]
    with (folder / f"{name}.log").open("w") as log:
        machine = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    children = Path(f"/proc/{machine.pid}/task/{machine.pid}/children")
    try:
        end = time.monotonic() + LONGEST
        while not (found := children.read_text().split()) or not Machine(name, int(found[0])).quietly(
            "systemctl is-system-running --wait"
        ).stdout.startswith(("running", "degraded")):
            assert time.monotonic() < end, f"{name} does not boot"
            time.sleep(0.5)  # systemd says nothing before it listens
        yield int(found[0])
    finally:
        machine.terminate()
        machine.wait()
        shutil.rmtree(root, ignore_errors=True)


def prepare(folder: Path) -> None:
    """The Debian, and the package of this tree as it is and as the next version, unless they are there."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "debian.tar").exists():
        fetch = 'chroot "$1" apt-get -qq install --download-only --no-install-recommends -y'
        hooks = [f"--customize-hook={fetch} {packages}" for packages in FETCHED]
        words = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={BARE}", "--skip=cleanup/apt"]
        subprocess.run([*words, *hooks, "bookworm", folder / "new.tar"], check=True)
        (folder / "new.tar").rename(folder / "debian.tar")
    tree = fresh_clone(folder / "tree")
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, check=True, stdout=subprocess.PIPE).stdout
    if (made := folder / "commit").exists() and made.read_bytes() == commit:
        return
    for package in folder.glob("*.deb"):
        package.unlink()
    for version in ("", NEXT):
        shutil.rmtree(tree / "build", ignore_errors=True)
        shutil.rmtree(tree / "dist", ignore_errors=True)
        wheel = [sys.executable, "-m", "pip", "-q", "wheel", "--no-deps", "--no-build-isolation"]
        wheel += ["-w", "dist", "."]
        cut = [[sys.executable, "-m", "docs.cut", version]] if version else []
        for words in (*cut, wheel, [sys.executable, "-m", "docs.deb", "dist"]):
            subprocess.run(words, cwd=tree, check=True, stdout=sys.stderr)
        (package,) = (tree / "dist").glob("*.deb")
        package.rename(folder / package.name)
    made.write_bytes(commit)


class Year:
    """What happens, month by month."""

    def __init__(self, folder: Path, machines: ExitStack) -> None:
        self._folder, self._machines = folder, machines
        self.home = Home("home", machines.enter_context(booted(folder, "home")))
        self.home.quietly(f"{APT} openssh-client")
        self.one = self._machine("node1")
        self.people = Commands(self.home)  # type: ignore[arg-type]  # it begins commands as a host's does
        self.now, self.later = sorted(
            (path.name for path in folder.glob("*.deb")), key=lambda name: "~dev" not in name
        )
        self.table, self.at = "", 0

    def _machine(self, name: str) -> Machine:
        return Machine(name, self._machines.enter_context(booted(self._folder, name)))

    def go(self) -> None:
        """All of it."""
        say(INTRODUCTION.format(day=time.strftime("%Y-%m-%d", time.gmtime())))
        for month in (
            self.installed, self.watched, self.lost_keys, self.banned, self.exported, self.lost_disk,
            self.shown, self.moved, self.more_nodes, self.rotated, self.upgraded, self.told,
        ):  # fmt: skip
            say(f"\n## {month.__doc__}\n\n```text")
            month()
            say("```")

    def play(self, moves: int) -> None:
        """So many moves of whoever is asked."""
        for _ in range(moves):
            name = self.people.turn(("anna", "carl"), self.table)
            assert name
            ran, command = self.people.play(name, self.table)
            assert ran.status == 0, ran
            say(f"{name}$ ssh {PLAY} {command}")
        self.at = self.position()

    def position(self) -> int:
        """At which position the game is."""
        found = POSITION.search(self.people.run("anna", "look", self.table).out)
        assert found
        return int(found[1])

    def file(self, **settings: str) -> str:
        """The line that writes the file of settings."""
        lines = "\n".join(f'{name} = "{value}"' for name, value in settings.items()).replace('"true"', "true")
        return f"cat > /etc/crownhouse.toml <<END\n{lines}\nEND"

    def installed(self) -> None:
        """January: the package, a public address, port 22, a backup each night, the first game"""
        one = self.one
        one.type(f"{APT} ./{self.now}", "^Setting up crownhouse")
        one.type("systemctl status crownhouse", "Active|host key|to play")
        one.type(self.file(public=f"{PLAY}:22", names="login", metrics="127.0.0.1:9222"))
        one.type(
            "systemctl stop crownhouse && systemctl enable --now -q crownhouse.socket crownhouse-backup.timer"
        )
        one.type("systemctl start crownhouse")
        for name in MEMBERS:
            self.home.quietly(f"useradd --create-home {name}")
            self.home.quietly(
                "install -d -m 700 .ssh && ssh-keygen -q -t ed25519 -N '' -f .ssh/id_ed25519", name
            )
            (self.home.ssh if name == "anna" else self.home.ssh_quietly)(name, "tables", options=NEW)
        say(f"# {', '.join(MEMBERS[1:])} do the same")
        self.table = self.people.begin("court", ("anna", "carl"), rounds=20)
        say(f"anna$ ssh {PLAY} open court 2 1d rounds=20\ncarl$ ssh {PLAY} sit {self.table}")
        say(f"anna$ ssh {PLAY} start {self.table}")
        self.play(4)
        one.type("crownhouse admin who")

    def watched(self) -> None:
        """February: a Prometheus beside it"""
        one = self.one
        one.type(f"{APT} prometheus", "Setting up prometheus")
        one.type("cp /usr/share/doc/crownhouse/examples/crownhouse-alerts.yml /etc/prometheus/")
        self.scraped("127.0.0.1:9222")

    def scraped(self, *targets: str) -> None:
        """Have Prometheus look at these."""
        names = ", ".join(f'"{target}"' for target in targets)
        self.one.type(
            "cat > /etc/prometheus/prometheus.yml <<END\n"
            "global: {scrape_interval: 5s, evaluation_interval: 5s}\n"
            "rule_files: [crownhouse-alerts.yml]\n"
            f"scrape_configs: [{{job_name: crownhouse, static_configs: [{{targets: [{names}]}}]}}]\nEND"
        )
        self.one.type("systemctl kill -s HUP prometheus")
        self.one.until(f"{QUERY} 'sum(up)'", f"=> {len(targets)} ")
        self.one.type(f"{QUERY} 'up'")

    def lost_keys(self) -> None:
        """March: carl loses his key and has a code; anna loses hers and asks the operator"""
        home, one = self.home, self.one
        code = home.ssh("carl", "recovery")
        found = re.search(r"recover \S+ (\S+)", code)
        assert found, code
        for name in ("carl", "anna"):
            home.type("rm .ssh/id_ed25519* && ssh-keygen -q -t ed25519 -N '' -f .ssh/id_ed25519", who=name)
        home.ssh("carl", f"recover carl {found[1]}")
        home.ssh("carl", "keys")
        public = home.type("cat .ssh/id_ed25519.pub", who="anna").strip()
        one.type("crownhouse admin account anna")
        one.type(f"crownhouse admin key anna add '{public}'")
        old = re.search(r"SHA256:\S{8}", one.quietly("crownhouse admin account anna").stdout)
        assert old
        one.type(f"crownhouse admin key anna drop {old[0]}")
        home.ssh("anna", "letters")
        home.ssh("anna", "tables")

    def banned(self) -> None:
        """April: mallory is reported, and banned"""
        home, one = self.home, self.one
        home.ssh("mallory", "say You all cheat, and you are stupid")
        home.ssh("carl", "report mallory insults all of us")
        sign = self.report("conduct")
        one.type(f"crownhouse admin reports {sign}")
        one.type(f"crownhouse admin reports {sign} ban --for 30d --reason 'Insults in the lobby'")
        home.ssh("mallory", "tables", status=1)
        home.ssh("mallory", "answer I was angry. Sorry.")
        one.type(f"crownhouse admin reports {self.report('answer')} dismiss --reason 'Thirty days stand'")
        home.ssh("mallory", "letters")
        one.type("crownhouse admin ban")

    def report(self, kind: str) -> str:
        """List the reports, and return the sign of the one of a kind."""
        found = re.search(rf"^(\w+) .*: {kind},", self.one.type("crownhouse admin reports"), re.MULTILINE)
        assert found
        return found[1]

    def exported(self) -> None:
        """May: dora wants to know what is stored of her, and then be forgotten"""
        self.one.type(
            "crownhouse admin export dora", '"(account|created|name|keys|fingerprint|added|games|talk)"'
        )
        self.one.type("crownhouse admin forget dora --yes")

    def lost_disk(self) -> None:
        """June: a backup, a lost disk, and back from the backup"""
        one = self.one
        one.type("systemctl start crownhouse-backup && ls /var/lib/crownhouse-backups")
        one.type(
            "cp -a /var/lib/crownhouse-backups /var/lib/crownhouse/host_key /mnt     # another machine's disk"
        )
        backed_up = self.at
        self.play(3)
        one.type("systemctl kill -s KILL crownhouse; systemctl stop crownhouse.socket crownhouse")
        one.type("rm -rf /var/lib/crownhouse /var/lib/crownhouse-backups")
        one.until(f"{QUERY} '{FIRING}'", "CrownhouseDown")
        one.type(f"{QUERY} '{FIRING}'")
        one.type("install -d -o crownhouse -g crownhouse -m 700 /var/lib/crownhouse")
        one.type("install -o crownhouse -g crownhouse -m 600 /mnt/host_key /var/lib/crownhouse")
        one.type(
            "runuser -u crownhouse -- "
            "crownhouse restore /mnt/crownhouse-backups/*.db --data /var/lib/crownhouse"
        )
        one.type("systemctl start crownhouse.socket crownhouse")
        assert self.position() == backed_up, "the game is not where the backup says"
        self.home.ssh("anna", f"look {self.table}")
        self.play(3)
        one.until(f"{QUERY} 'sum(up)'", "=> 1 ")
        one.until(NOTHING, "=> 0 ")
        one.type(NOTHING)

    def shown(self) -> None:
        """July: a window on the web beside the host, by its unit"""
        one, unit = self.one, "system/crownhouse-web.service"
        one.type(f"{APT} openssh-client curl", "^Setting up (curl|openssh-client)")
        one.type("mkdir /etc/crownhouse && ssh-keygen -q -t ed25519 -N '' -f /etc/crownhouse/window.key")
        one.type("ssh-keyscan -t ed25519 127.0.0.1 2> /dev/null > /etc/crownhouse/window.known_hosts")
        sign = one.type("ssh-keygen -lf /etc/crownhouse/window.key").split()[1]
        one.type(f'cat >> /etc/crownhouse.toml <<END\n[web]\nkeys = "{sign}"\nEND')
        one.type(f"sed s/127.0.0.1:2222/127.0.0.1:22/ /lib/systemd/{unit} > /etc/systemd/{unit}")
        one.type("systemctl restart crownhouse && systemctl enable --now -q crownhouse-web")
        page = f"curl -s http://127.0.0.1:8080/t/{self.table} | grep -o '<title>[^<]*'"
        one.until(page, "anna, carl")
        one.type(page)
        one.type("systemctl kill -s KILL crownhouse-web")
        one.until(f"{page}; systemctl show -p NRestarts crownhouse-web", "(?s)anna, carl.*=1")
        one.type("systemctl show -p NRestarts,MemoryCurrent crownhouse-web")
        one.type("systemd-analyze security crownhouse-web", "Overall")
        one.type("systemctl disable --now -q crownhouse-web")

    def moved(self) -> None:
        """August: from SQLite to PostgreSQL"""
        one = self.one
        one.type(f"{APT} postgresql", "Setting up postgresql-15")
        make = (
            "CREATE USER crownhouse PASSWORD 'PASSWORD'",
            "CREATE DATABASE crownhouse OWNER crownhouse ENCODING 'UTF8'",
        )
        one.type("cd / && runuser -u postgres -- psql -q " + " ".join(f'-c "{line}"' for line in make))
        one.type("echo \"listen_addresses = '*'\" > /etc/postgresql/15/main/conf.d/nodes.conf")
        one.type(
            "echo 'host crownhouse crownhouse 192.0.2.0/24 scram-sha-256' "
            ">> /etc/postgresql/15/main/pg_hba.conf"
        )
        one.type("systemctl restart postgresql")
        one.type("systemctl disable -q --now crownhouse.socket; systemctl stop crownhouse")
        one.type(
            "install -o crownhouse -m 600 /dev/null /run/pgpass && echo '*:*:*:*:PASSWORD' > /run/pgpass"
        )
        one.type(
            "PGPASSFILE=/run/pgpass runuser -u crownhouse -- "
            "crownhouse move-store /var/lib/crownhouse postgresql://crownhouse@192.0.2.10/crownhouse"
        )

    def node(self, machine: Machine) -> None:
        """The settings of one of several nodes, and its start."""
        address = ADDRESSES[machine.name]
        settings = {
            "public": f"{PLAY}:22", "names": "login", "listen": f"{address}:2222", "proxied": "true",
            "store": "postgresql://crownhouse:PASSWORD@192.0.2.10/crownhouse", "ready": f"{address}:9223",
            "metrics": f"{address}:9222", "metrics_from": "192.0.2.0/24",
        }  # fmt: skip
        if machine is self.one:
            machine.type("chown crownhouse: /etc/crownhouse.toml && chmod 600 /etc/crownhouse.toml")
            machine.type(self.file(**settings))
        else:
            say(f"# /etc/crownhouse.toml as on node1, but for {address}")
            machine.quietly("chown crownhouse: /etc/crownhouse.toml && chmod 600 /etc/crownhouse.toml")
            machine.quietly(self.file(**settings))
        machine.type("systemctl restart crownhouse")

    def more_nodes(self) -> None:
        """September: HAProxy, and two more nodes"""
        one = self.one
        self.node(one)
        one.type(f"{APT} haproxy", "Setting up haproxy")
        one.type(
            "sed -e 's/bind :2222/bind :22/' -e 's/resolvers system init-addr.*//' "
            "-e 's/ node\\([123]\\):/ 192.0.2.1\\1:/' "
            "/usr/share/doc/crownhouse/examples/haproxy.cfg > /etc/haproxy/haproxy.cfg"
        )
        one.type("systemctl restart haproxy")
        self.nodes = [one]
        for name in ("node2", "node3"):
            machine = self._machine(name)
            self.nodes.append(machine)
            machine.type(f"{APT} ./{self.now}", "^Setting up crownhouse")
            self.node(machine)
        self.scraped(*(f"{ADDRESSES[machine.name]}:9222" for machine in self.nodes))
        one.type("crownhouse admin health")
        assert self.position() == self.at, "the game is not where it was"
        self.play(3)

    def rotated(self) -> None:
        """October: another host key, of which carl hears, and anna does not"""
        home, one = self.home, self.one
        one.type("crownhouse admin host-key next")
        time.sleep(3)  # the other nodes follow within a second
        home.type("ssh-keygen -lf .ssh/known_hosts", who="carl")
        home.ssh("carl", "tables")
        home.type("ssh-keygen -lf .ssh/known_hosts", who="carl")
        one.type("crownhouse admin host-key switch")
        time.sleep(3)
        home.ssh("carl", "tables")
        home.type("ssh-keygen -lf .ssh/known_hosts", who="carl")
        home.ssh("anna", "tables", "IDENTIFICATION|fingerprint|SHA256", status=255)
        home.type(f"ssh-keygen -R {PLAY}", who="anna")
        home.ssh("anna", "tables", options=NEW)

    def upgraded(self) -> None:
        """December: the next version, one node after another, while carl is here"""
        say(f"carl$ ssh {PLAY} plain")
        carl = self.home.pipe("carl", "plain")
        self.one.until("crownhouse admin who", r"(?m)^carl ")
        self.one.type("crownhouse admin who")
        for machine in self.nodes:
            machine.type("crownhouse admin drain --move")
            machine.type(f"{APT} ./{self.later}", "^Setting up crownhouse")
            machine.until("crownhouse admin health", "the store is reached")
            machine.type("crownhouse --version")
        told, _ = carl.communicate(timeout=LONGEST)
        say(f"# carl reads: {told.decode().splitlines()[-1]}")
        self.one.type("crownhouse admin health")
        self.play(3)

    def told(self) -> None:
        """The last day: what was done, and whether all is well"""
        self.one.type("crownhouse admin audit --last 20")
        self.one.type(NOTHING)
        for machine in self.nodes:
            errors = machine.quietly("journalctl -u crownhouse | grep -E 'Traceback|\\[error'").stdout
            assert not errors, errors


def main(place: str) -> int:
    """Live through it, and return the exit status."""
    if os.getuid() or not (shutil.which("mmdebstrap") and shutil.which("systemd-nspawn")):
        sys.stderr.write("root, mmdebstrap and systemd-nspawn are needed.\n")
        return 1
    folder = Path(place).absolute()
    prepare(folder)
    try:
        with network(), ExitStack() as machines:
            Year(folder, machines).go()
    except (AssertionError, subprocess.SubprocessError) as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
