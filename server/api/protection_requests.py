"""The requests of programs about people who look after a host, keys, and what is known of a player. Pure."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class RecoverRequest(Struct, frozen=True, kw_only=True):
    """The name of an account and its recovery code."""

    name: str
    code: str


class AddKeyRequest(Struct, frozen=True, kw_only=True):
    """The code that the session of another key was shown."""

    code: str


class ForgetMeRequest(Struct, frozen=True, kw_only=True):
    """Delete the account; `who` says that this is meant."""

    who: Literal["me"]


class AcceptConductRequest(Struct, frozen=True, kw_only=True):
    """Accept the rules of conduct of a `version`."""

    version: str


class DropKeyRequest(Struct, frozen=True, kw_only=True):
    """A key of the account, by the beginning of its fingerprint."""

    key: str


class JudgeRequest(Struct, frozen=True, kw_only=True):
    """A moderator's decision; `minutes` for a mute or a ban."""

    report: str
    verdict: Literal["warn", "mute", "ban", "dismiss", "lift"]
    reason: str
    minutes: int | None = None
