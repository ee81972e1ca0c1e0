"""Records that players signed by each version of the format, through the console script and `verify.py`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.proofs import verify
from tests.forked import run
from tests.server.start.commands import SCRIPT

SIGNED = Path(__file__).parent / "signed"
SAID = {
    1: "Signed with the key (SHA256:[^;]+); nothing proves that it is the key of seat {}",
    2: "Signed for seat {}.* with the key (SHA256:.+)",
}
PROGRAMS = ((SCRIPT, "verify"), (sys.executable, verify.__file__))


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("version", SAID)
def test_a_signed_record_is_told_for_what_it_proves(version, program):
    """The first version does not say whose key it is."""
    told = subprocess.run(
        [*program, SIGNED / f"{version}.record"], capture_output=True, text=True, check=True
    )
    second, first = told.stdout.splitlines()[-2:]
    assert re.match(SAID[version].format(2), second)
    assert re.match(SAID[version].format(1), first)


@pytest.mark.parametrize("version", SAID)
def test_a_signed_record_is_replayed(version):
    run(["crownhouse", "replay", SIGNED / f"{version}.record"], check=True)
