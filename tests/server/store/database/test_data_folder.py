"""The data folder and its lock."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from server.store.database.data_folder import KEY_FILE, LOCK_FILE, DataFolder, StartupError


def test_a_folder_that_was_made_for_nothing_goes(tmp_path: Path) -> None:
    """One that was there, or holds something by then, stays."""
    mine, new, used = tmp_path / "mine", tmp_path / "new", tmp_path / "used"
    mine.mkdir()
    for path in (mine, new, used):
        folder = DataFolder(path)
        with pytest.raises(StartupError, match="A host is already using"):
            DataFolder(path)
        if path == used:
            folder.host_key()
        folder.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine", "used"]
    assert (mine / LOCK_FILE).exists()


def test_what_root_makes_in_a_folder_of_another_user_is_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their host could not use it otherwise. Links are left alone, as are files that lie somewhere else, too:
    the user could have made them to get what is root's.
    """
    folder = DataFolder(tmp_path / "data")
    (tmp_path / "roots").write_text("x")
    (folder.path / "linked").hardlink_to(tmp_path / "roots")
    (folder.path / "pointing").symlink_to(tmp_path / "roots")
    folder.host_key()
    given = dict[str, tuple[int, int]]()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda file, *who, **_: given.update({Path(file).name: who}))
    monkeypatch.setattr(Path, "stat", _as_of(1234, Path.stat))
    monkeypatch.setattr(Path, "lstat", _as_of(0, Path.lstat))
    folder.close()
    assert given == {KEY_FILE: (1234, 1234), LOCK_FILE: (1234, 1234)}


def _as_of(owner: int, look: Callable[[Path], os.stat_result]) -> Callable[..., os.stat_result]:
    """What is looked at belongs to a user."""
    return lambda path, **_: os.stat_result((*look(path)[:4], owner, owner, *look(path)[6:]))
