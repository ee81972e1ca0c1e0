"""What every evening at a host begins with: terminals, and a host that they reach. Tests of a host that is
set up otherwise bring their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminals


@pytest.fixture
def terminals() -> Iterator[PtyTerminals]:
    terminals = PtyTerminals()
    yield terminals
    terminals.close()


@pytest.fixture
def host(tmp_path: Path, terminals: PtyTerminals) -> Iterator[LiveHost]:
    host = LiveHost(tmp_path, terminals)
    host.start()
    yield host
    host.close()
