"""Requests about reports, letters, decisions of moderators and the rules of conduct."""

from __future__ import annotations

from server.api import protection_requests, requests
from server.api.messages import Json
from tui.host.port import Port
from tui.language import moderation_words
from tui.language.texts import Texts


class ProtectionHandlers:
    """Part of the requests of one program, whose sentences are in `texts`."""

    def __init__(self, port: Port, texts: Texts | None) -> None:
        self._port = port
        self._language = texts or Texts()

    async def do_conduct(self, _: requests.PlainRequest) -> Json:
        """Return the rules of conduct, by lines, their version, and whether the player has accepted them."""
        found = await self._port.conduct(self._language.language)
        lines = found.lines or moderation_words.conduct(self._language)
        return {"conduct": lines, "version": found.version, "accepted": self._has_accepted}

    async def do_accept_conduct(self, body: protection_requests.AcceptConductRequest) -> Json:
        """Accept the rules of conduct of a version, and return whether these are the present ones."""
        await self._port.accept_conduct(body.version)
        return {"accepted": self._has_accepted}

    @property
    def _has_accepted(self) -> bool:
        return not self._port.waiting().conduct

    async def do_reports(self, _: requests.PlainRequest) -> Json:
        """Return the open reports, to a moderator."""
        return {"reports": await self._port.reports()}

    async def do_judge(self, body: protection_requests.JudgeRequest) -> Json:
        """Decide a report, as a moderator, and return the name of the player it is about."""
        return {"name": await self._port.judge(body.report, body.verdict, body.reason, body.minutes)}

    async def do_recovery(self, _: requests.PlainRequest) -> Json:
        """Return a new recovery code."""
        return {"code": await self._port.new_recovery_code()}

    async def do_recover(self, body: protection_requests.RecoverRequest) -> Json:
        """Add this session's key to the account of a recovery code, and return the account's name."""
        return {"name": await self._port.recover(body.name, body.code)}

    async def do_key(self, _: requests.PlainRequest) -> Json:
        """Return a code by which another account takes this session's key."""
        return {"code": await self._port.new_key_code()}

    async def do_add_key(self, body: protection_requests.AddKeyRequest) -> Json:
        """Add the key of a code to the account."""
        await self._port.add_key(body.code)
        return {}

    async def do_my_keys(self, _: requests.PlainRequest) -> Json:
        """Return the keys of the account."""
        return {"keys": await self._port.keys()}

    async def do_drop_key(self, body: protection_requests.DropKeyRequest) -> Json:
        """Take a key from the account."""
        await self._port.drop_key(body.key)
        return {}

    async def do_export(self, _: requests.PlainRequest) -> Json:
        """Return everything that the host knows of the player."""
        return {"export": await self._port.export()}

    async def do_forget(self, _: protection_requests.ForgetMeRequest) -> Json:
        """Delete the account; every later request is refused."""
        await self._port.forget_me()
        return {}
