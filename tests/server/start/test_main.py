"""The console script finds its subcommands and imports no other one's parts."""

import subprocess
import sys

from server.start.main import COMMANDS
from tests.forked import Forked
from tests.server.start.commands import RECORDS, crownhouse, in_this_process


def test_help_names_every_subcommand():
    done = crownhouse("--help")
    assert done.status == 0
    assert all(any(line.strip().startswith(command) for line in done.out) for command in COMMANDS)


def test_no_or_an_unknown_subcommand_gets_one_sentence():
    for arguments in ((), ("dance",)):
        done = in_this_process(*arguments)
        assert (done.status, done.out, len(done.err)) == (2, [], 1)


def test_the_package_is_the_same_program():
    """`python -m server` ends as the script does, and its help names the script."""
    done = subprocess.run(
        [sys.executable, "-m", "server", "dance"], capture_output=True, encoding="utf-8", check=False
    )
    same = in_this_process("dance")
    assert (done.returncode, done.stdout.splitlines(), done.stderr.splitlines()) == same
    assert same.err[0].startswith("crownhouse")


def test_replay_imports_no_network_and_no_screens():
    """A record is replayed where nothing but the rules works."""
    code = (
        "import sys; from server.start.main import main; main(['replay', sys.argv[1]]); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(RECORDS / "one-round.record")],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stdout.splitlines()[-1].split())
    assert not imported & {"asyncssh", "textual", "sqlite3", "asyncio"}


def test_a_reader_that_has_enough_is_no_error():
    """Like `crownhouse selfplay ... | head -1`."""
    playing = Forked(
        ["crownhouse", "selfplay", "intrigue", "--seats", "3", "--bots", "page", "--games", "9999"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with playing:
        assert playing.stdout is not None
        assert playing.stderr is not None
        playing.stdout.readline()
        playing.stdout.close()
        assert playing.stderr.read() == b""
    assert playing.returncode == 1
