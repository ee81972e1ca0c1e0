"""The requests of programs about people who look after a host, and deleting an account. Pure."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class ForgetMeRequest(Struct, frozen=True, kw_only=True):
    """Delete the account; `who` says that this is meant."""

    who: Literal["me"]


class AcceptConductRequest(Struct, frozen=True, kw_only=True):
    """Accept the rules of conduct of a `version`."""

    version: str


class JudgeRequest(Struct, frozen=True, kw_only=True):
    """A moderator's decision; `minutes` for a mute or a ban."""

    report: str
    verdict: Literal["warn", "mute", "ban", "dismiss", "lift"]
    reason: str
    minutes: int | None = None
