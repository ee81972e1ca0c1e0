"""The data folder and its lock."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.store.database.data_folder import LOCK_FILE, DataFolder, StartupError


def test_a_folder_that_was_made_for_nothing_goes(tmp_path: Path) -> None:
    """One that was there, or holds something by then, stays."""
    mine, new, used = tmp_path / "mine", tmp_path / "new", tmp_path / "used"
    mine.mkdir()
    for path in (mine, new, used):
        folder = DataFolder(path)
        with pytest.raises(StartupError, match="Another host is already using"):
            DataFolder(path)
        if path == used:
            folder.host_key()
        folder.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "used"]
    assert (mine / LOCK_FILE).exists()
