"""Requests of a player about notices while they are away. Guests have none: they are others each time."""

from __future__ import annotations

from server.host.requests.player_requests import PlayerRequests
from server.lobby.completion import carry_out
from tui.host.pictures import NoticeChoice


class NoticeRequests(PlayerRequests):
    """Carries out a player's requests about notices. Every method raises Refused ("no-account"), but for the
    one that a guest may need as well.
    """

    ssh_host: str

    @property
    def _account(self) -> str:
        player = self._me.player
        if player.guest:
            raise self._without_account()
        return player.id

    async def notices(self) -> NoticeChoice:
        return await self._services.recipients.choice(self._account)

    async def send_notices_to(self, service: str, recipient: str, language: str) -> None:
        _ = self._account
        begin = self._services.recipients.begin
        await carry_out(begin(self._me.player, service, recipient, language, self.ssh_host))

    async def confirm_notices(self, code: str) -> NoticeChoice:
        return await carry_out(self._services.recipients.confirm(self._account, code))

    async def stop_notices(self) -> None:
        await carry_out(self._services.recipients.stop(self._account))

    async def stop_notices_of(self, code: str) -> None:
        await carry_out(self._services.recipients.stop_place(self._me.player.id, code))
