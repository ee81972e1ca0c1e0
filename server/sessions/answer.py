"""What a command that answers at once prints, and its exit status."""

from __future__ import annotations

from typing import NamedTuple

DONE, FAILED, SOME = 0, 1, 10
"""Exit statuses; SOME: tables wait for the player."""


class Answer(NamedTuple):
    """What a command prints, to stderr if it `failed`, and its exit status."""

    text: str
    status: int = DONE
    is_data: bool = False
    """The text is for programs even if it was not asked for as JSON."""

    @property
    def failed(self) -> bool:
        return self.status == FAILED
