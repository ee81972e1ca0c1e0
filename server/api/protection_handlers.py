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

    async def do_forget(self, _: protection_requests.ForgetMeRequest) -> Json:
        """Delete the account; every later request is refused."""
        await self._port.forget_me()
        return {}
