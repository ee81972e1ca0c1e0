"""Attempts that can be interrupted, and the list of all of them: nobody can pick the one he likes best.

What an attempt has played lies in `.gates` until it ends. When it begins and when it ends or is given up, a
line is added to `docs/gates/GAME.jsonl`. An attempt belongs to the code that it began with: when the rules or
bots of the game have changed, it is given up, listed, and another one begins.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from training.matches import PlayedMatch

ROOT = Path(__file__).parents[1]
SHARED = ("engine/*.py", "engine/kit/*.py")
"""What the games of every attempt depend on, beside the folders of its game."""
MEASURED = Path("engine") / "bot_ratings.py"
"""What round robins write; no game depends on it."""


class Attempt(Struct, frozen=True):
    """What was begun. `seed` names it; `fresh`: it was drawn when the attempt began, so after the last change
    of the code.
    """

    kind: str
    game: str
    bots: tuple[str, ...]
    games: int
    seed: str
    fresh: bool
    code: str
    began: str
    sparing: tuple[str, int] = ("", 0)
    """In a round robin, a bot that takes long and in how many games it plays."""


def fingerprint(game: str, root: Path = ROOT) -> str:
    """A short hash of the code that games of this game depend on, and of what its bots have learned."""
    hashed = sha256()
    own = (f"engine/{game}/**/*.py", f"engine/{game}/**/*.msgpack", f"training/{game}/**/*.py")
    patterns = (*SHARED, *own)
    for path in sorted({path for pattern in patterns for path in root.glob(pattern)} - {root / MEASURED}):
        hashed.update(str(path.relative_to(root)).encode() + path.read_bytes())
    return hashed.hexdigest()[:16]


class AttemptFile:
    """One attempt at a time of a kind, with the games that it has played. `root` is where `.gates` and `docs`
    lie.
    """

    def __init__(self, kind: str, game: str, bots: Sequence[str], root: Path = ROOT) -> None:
        name = "-".join((kind, game, *bots)).replace(":", ".")
        self._kind, self._game, self._bots, self._root = kind, game, tuple(bots), root
        self._path = root / ".gates" / f"{name}.jsonl"
        self._list = root / "docs" / "gates" / f"{game}.jsonl"

    def begin(
        self, games: int, seed: str | None, *, anew: bool = False, sparing: tuple[str, int] = ("", 0)
    ) -> tuple[Attempt, list[PlayedMatch]]:
        """The attempt to go on with and what it has played; a new one if there is none that fits or if `anew`
        is true. Raises OSError.
        """
        code = fingerprint(self._game, self._root)
        known = self._kept()
        if known:
            attempt, played = known
            same = (attempt.code, attempt.games, attempt.sparing) == (code, games, sparing)
            if same and seed in {None, attempt.seed} and not anew:
                return attempt, played
            self._note("given up", attempt, played=len(played))
        attempt = Attempt(
            self._kind,
            self._game,
            self._bots,
            games,
            seed or secrets.token_hex(8),
            seed is None,
            code,
            datetime.now(UTC).isoformat(timespec="seconds"),
            sparing,
        )
        self._path.parent.mkdir(exist_ok=True)
        self._path.write_bytes(msgspec.json.encode(attempt) + b"\n")
        self._note("began", attempt, **msgspec.to_builtins(attempt))
        return attempt, []

    def add(self, match: PlayedMatch) -> None:
        """Keep a game that was played."""
        with self._path.open("ab") as kept:
            kept.write(msgspec.json.encode(match) + b"\n")

    def end(self, attempt: Attempt, **figures: Any) -> None:
        """List what the attempt came to; the next one begins anew."""
        self._note("ended", attempt, **figures)
        self._path.unlink(missing_ok=True)

    def _kept(self) -> tuple[Attempt, list[PlayedMatch]] | None:
        """The attempt under way; a game whose line was cut off is played again."""
        if not self._path.exists():
            return None
        first, *rest = self._path.read_bytes().splitlines()
        attempt = msgspec.json.decode(first, type=Attempt)
        played = list(_whole(rest))
        lines = [first, *(msgspec.json.encode(match) for match in played)]
        self._path.write_bytes(b"\n".join(lines) + b"\n")
        return attempt, played

    def _note(self, event: str, attempt: Attempt, **what: Any) -> None:
        self._list.parent.mkdir(parents=True, exist_ok=True)
        line = {"event": event, "attempt": attempt.seed, **what}
        with self._list.open("ab") as kept:
            kept.write(msgspec.json.encode(line) + b"\n")


def _whole(lines: Sequence[bytes]) -> Iterator[PlayedMatch]:
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=PlayedMatch)
        except msgspec.DecodeError:
            return
