"""What the audit says of how a store came to be."""

from __future__ import annotations

import pytest

from server.people.audit import TOLD_FOR, AuditEntry, moving, restored_from, restoring

DAY = 86_400.0
NOW = 1000 * DAY


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ((), 0.0),
        ((moving("postgresql://db", NOW - 60),), 0.0),
        ((restoring(NOW - 2 * DAY, NOW - DAY),), NOW - 2 * DAY),
        ((restoring(NOW - 5 * DAY, NOW - 2 * DAY), restoring(NOW - 3 * DAY, NOW - DAY)), NOW - 3 * DAY),
        ((restoring(NOW - 9 * DAY, NOW - TOLD_FOR),), 0.0),
    ],
)
def test_the_last_backup_that_was_restored_lately_is_told(
    entries: tuple[AuditEntry, ...], told: float
) -> None:
    assert restored_from(entries, NOW) == told
