"""Requests about records of games: printing them, and signing those that one played.

What a record says is left to `server.log.records`, what a signature signs to `server.proofs`.
"""

from __future__ import annotations

import logging
from typing import Any

from engine.records.record import Signature
from server.analysis.courses.store import EndedGame
from server.budget.slices import gathered
from server.host.requests.table_requests import TableRequests, no_table, readable
from server.identity.known_players import KnownPlayer
from server.log import records, requests
from server.log.entries import Opening, StoredSignature
from server.log.table_options import closes_at, is_lesson
from server.log.table_state import BrokenLog
from server.proofs.signed_records import signs_record, with_signatures
from server.proofs.sshsig import NotASignature, SshSignature, from_base64, unarmored
from server.store.journal.journal import save_refusal
from server.store.journal.rows import DamagedLog, NoTable
from server.table.folded_log import events_until
from tui.host.refusals import refused

log = logging.getLogger(__name__)


class RecordRequests(TableRequests):
    """Carries out a player's requests about records. Every method raises Refused."""

    async def record(self, table: str) -> str:
        member, at = self._me, self._known(table)
        if at is None or at.state.stage == "over":
            opening, game = await self._ended_game(member, table)
            if hidden := await self._hidden_seats(member, opening, game):
                return records.without_players(game.record, hidden)
            return await self._signed(opening, game)
        requests.check_stage(at.state, "running")
        entries = await self._log(at.opening.id)
        names = tuple(seat.name for seat in at.info(member.player.id).seats)
        steps = await gathered(records.steps_so_far(at.game, at.opening, entries))
        return records.running(at.game, at.opening, entries, names, at.state.seat_of(member.player.id), steps)

    async def past(self, table: str, step: int) -> tuple[Any, ...]:
        at = self._at(table)
        entries = await self._log(at.opening.id)
        try:
            return await events_until(at.opening, at.game, entries, step, at.state.seat_of(self._player.id))
        except BrokenLog as why:
            raise refused("table-damaged") from why

    async def sign_record(self, table: str, signature: str) -> None:
        member, signed = self._me, _read(signature)
        opening, game = await self._ended_game(member, table)
        outcome = game.outcome
        player = member.player.id
        if not outcome.places or is_lesson(opening.options):
            raise refused("no-result")
        if player not in outcome.players:
            raise refused("not-seated")
        owner = await readable(self._services.stores.accounts.by_key(signed.fingerprint))
        if owner is None or owner.id != player:
            raise refused("not-your-key")
        seat = outcome.players.index(player) + 1
        if outcome.keys and signed.fingerprint not in outcome.keys[seat - 1]:
            raise refused("not-your-key")
        if not signs_record(signed, await self._signed(opening, game)):
            raise refused("signs-other")
        stored = StoredSignature(player, seat, signed.base64)
        try:
            await self._lobby.dependencies.journal.sign(opening.id, stored)
        except Exception as error:
            log.exception("a signature could not be stored")
            raise save_refusal(error) from error

    async def _ended_game(
        self, member: KnownPlayer, table: str, *, closed: bool = True
    ) -> tuple[Opening, EndedGame]:
        """Return an ended game, worked out once for all who ask. Raises Refused; while others play the same
        deal, too, unless it is one of the day and need not be `closed`.
        """
        opening = await self._ended_opening(member, table)
        try:
            game = await readable(self._services.games.find(opening, self._asker))
        except NoTable:
            raise no_table(table) from None
        except DamagedLog as why:
            log.warning("a log is damaged", extra={"table": opening.id, "why": str(why)})
            raise refused("table-damaged") from why
        if game is None:
            raise no_table(table)
        if closed or closes_at(opening.options) is None:
            await readable(self._services.deals.check_shown(opening))
        return opening, game

    async def _hidden_seats(self, member: KnownPlayer, opening: Opening, game: EndedGame) -> frozenset[int]:
        """Return the seats of an ended game whose players hide their profiles, or are not named in its cup,
        from somebody who had none.
        """
        players = game.outcome.players
        if member.player.id in players:
            return frozenset()
        facts = await readable(self._services.stores.accounts.facts([one for one in players if one]))
        hidden = {account for account, known in facts.items() if known.hidden}
        unnamed = await readable(self._services.cups.unnamed(opening.options))
        return frozenset(n for n, one in enumerate(players, start=1) if one in hidden or one in unnamed)

    async def _signed(self, opening: Opening, game: EndedGame) -> str:
        stored = await readable(self._lobby.dependencies.journal.signatures(opening.id))
        return with_signatures(game.record, [Signature(one.seat, one.base64) for one in stored])


def _read(armored: str) -> SshSignature:
    try:
        return from_base64(unarmored(armored))
    except NotASignature:
        raise refused("no-signature") from None
