"""What each request of a program does. Requests go through the same port as a screen's actions, so the same
refusals apply.

`RequestHandlers` has a method `do_NAME` for every entry of `server.api.requests.REQUESTS` that is no action
of `tui.actions`. It takes the request's fields and returns the answer's `ok` value as docs/api.md describes
it. Each raises Refused if the request cannot be carried out; then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import asdict

from engine.game import AnyGame
from server.api import messages, requests
from server.api.deal_handlers import DealHandlers
from server.api.feeds import Feeds, list_tables
from server.api.messages import Json
from server.api.parsing import ApiRequest
from tui.actions import answers
from tui.actions.action import Place
from tui.actions.registry import REQUESTS as ACTIONS
from tui.host.history import HistoryFilter
from tui.host.pictures import LobbySnapshot, TableSnapshot
from tui.host.port import Port
from tui.host.refusals import refused
from tui.language.texts import Texts

DONE: Json = {}


class RequestHandlers(DealHandlers):
    """The requests of one program. `feeds` is what the program follows and watches."""

    def __init__(self, port: Port, games: Mapping[str, AnyGame], feeds: Feeds) -> None:
        self._port = port
        self._language = feeds.texts or Texts()
        self._games = games
        self._feeds = feeds

    async def answer(self, request: ApiRequest) -> Json:
        """Carry out a request and return its answer. Raises Refused."""
        if action := ACTIONS.get(request.do):
            place = Place(self._port, self._language, games=self._games, follows=self._feeds)
            return action.answer(place, request.body, await action.asked(place, request.body))
        answer: Json = await getattr(self, f"do_{request.do}")(request.body)
        return answer

    # The player and the people who are here

    async def do_history(self, body: requests.HistoryRequest) -> Json:
        """Return a page of ended games, and `more`, by which the next is asked for."""
        wanted = HistoryFilter(
            player=None if body.everybody else body.player or "",
            opponent=body.opponent or "",
            game=body.game or "",
            result=body.result or "",
            since=body.since,
            until=body.until,
            before=body.before or "",
            most=body.count,
        )
        page = await self._port.history(wanted)
        return {"games": page.games, "player": page.player, "more": page.more}

    # Tables

    async def do_list(self, body: requests.ListRequest) -> Json:
        """Return the tables asked for, and start or stop following the lobby."""
        shown = list_tables(self._port, self._lobby(), body)
        if body.follow:
            self._feeds.follow_lobby(body, shown)
        elif body.follow is not None:
            self._feeds.unfollow_lobby()
        return shown

    async def do_finished(self, _: requests.PlainRequest) -> Json:
        """Return the player's finished games, newest first."""
        return {"games": self._lobby().finished}

    async def do_open(self, body: requests.OpenRequest) -> Json:
        """Open a table and return the fields that name it."""
        options = {name: _text(value) for name, value in body.options.items()}
        table = await self._port.open_table(
            body.game, body.seats, options, private=body.private, clock=body.clock, starts=body.starts
        )
        return await self._table(table)

    async def do_match(self, body: requests.MatchRequest) -> Json:
        """Sit down at a table for who wants to play now, and return the fields that name it."""
        return await self._table(await self._port.match(body.game, body.bots))

    async def do_join(self, body: requests.TableRequest) -> Json:
        """Sit down at a table if a seat is free, and return the fields that name the table."""
        return await self._table(await self._port.join(body.table))

    async def do_sit(self, body: requests.TableRequest) -> Json:
        """Sit down at a table and return the number of the seat, from 1."""
        return {"seat": await self._port.sit(body.table)}

    async def do_kick(self, body: requests.SeatRequest) -> Json:
        """Free the seat of a player at a table that has not begun."""
        await self._port.kick(body.table, body.seat)
        return DONE

    async def do_dice(self, body: requests.DiceRequest) -> Json:
        """Add to the dice of a table that has not begun, and return what may be known of them."""
        if body.hash is not None:
            await self._port.commit_to_dice(body.table, body.hash)
        if body.text is not None:
            await self._port.add_to_dice(body.table, body.text)
        return {"dice": (await self._snapshot(body.table)).dice}

    async def do_leave(self, body: requests.TableRequest) -> Json:
        """Stand up, and stop watching the table."""
        await self._port.leave(body.table)
        self._feeds.forget(body.table)
        return DONE

    async def do_end(self, body: requests.TableRequest) -> Json:
        """End an own table that has not begun, or a game without other players."""
        await self._port.end_table(body.table)
        return DONE

    # Games

    async def do_turns(self, body: requests.TurnsRequest) -> Json:
        """Return the tables that wait for the player, the longest first, and start or stop following what
        happens at the player's seats.
        """
        if body.follow is not None:
            self._feeds.follow_seats(on=body.follow)
        lobby = self._lobby()
        own = [table.id for table in lobby.tables if table.your_seat and table.stage == "running"]
        found = [await self._snapshot(table) for table in own]
        asked = sorted((one for one in found if one.ask is not None), key=lambda one: one.since)
        return {"turns": [answers.turn(one) for one in asked]}

    async def do_watch(self, body: requests.TableRequest) -> Json:
        """Start sending the news of a table and return the fields that name it."""
        return answers.which((await self._feeds.watch(body.table)).info)

    async def do_unwatch(self, body: requests.TableRequest) -> Json:
        """Stop sending the news of a table. Raises Refused if it was not watched."""
        self._feeds.unwatch(body.table)
        return DONE

    async def do_learn(self, body: requests.LearnRequest) -> Json:
        """Return the table of the player's lesson of a game, a new one if none runs."""
        return await self._table(await self._port.learn(body.game))

    async def do_rematch(self, body: requests.TableRequest) -> Json:
        """Open a table with the players and options of a finished one, or return it if it is open."""
        return await self._table(await self._port.rematch(body.table))

    async def do_lend(self, body: requests.SeatRequest) -> Json:
        """Let a bot play for a seat whose player is away."""
        await self._port.lend(body.table, body.seat)
        return DONE

    async def do_seat(self, body: requests.TableRequest) -> Json:
        """Return the code with which the player's seat can be resumed elsewhere."""
        return {"code": await self._port.seat_code(body.table)}

    async def do_resume(self, body: requests.ResumeRequest) -> Json:
        """Take the seat that a code stands for and return the fields that name its table."""
        return await self._table(await self._port.resume(body.code))

    async def do_replay(self, body: requests.ReplayRequest) -> Json:
        """Return a position of an ended game, and what led to it."""
        game = await self._port.replay(body.table)
        if body.seat is not None and not 1 <= body.seat <= len(game.course.header.seats):
            raise refused("no-such-seat", seat=body.seat, seats=len(game.course.header.seats))
        at = messages.cursor(game, body)
        if at.is_at_end and not body.odds:
            curve = await self._port.curve(body.table)
            return {**messages.position(at), **({"curve": curve} if curve else {})}
        if not body.odds:
            return messages.position(at)
        odds = await self._port.odds_then(game.id, at.position, at.seat, body.effort)
        return {**messages.position(at), "odds": asdict(odds)}

    async def do_analyse(self, body: requests.TableRequest) -> Json:
        """Have an ended game analysed and return how far that is; news follow until it is done."""
        return await self._feeds.analyse((await self._port.replay(body.table)).id)

    async def do_play_on(self, body: requests.PlayOnRequest) -> Json:
        """Open a table that goes on from a position, and return the fields that name it."""
        return await self._table(await self._port.play_on(body.table, body.position, body.seat))

    async def do_sign(self, body: requests.SignRequest) -> Json:
        """Add the player's signature to the record of an ended game."""
        await self._port.sign_record(body.table, body.signature)
        return DONE

    # Shared by several requests

    def _lobby(self) -> LobbySnapshot:
        """Return the lobby as it is now."""
        seen: list[LobbySnapshot] = []
        self._port.follow_lobby(seen.append)()
        return seen[0]

    async def _snapshot(self, table: str) -> TableSnapshot:
        return await self._feeds.newest(table)

    async def _table(self, table: str) -> Json:
        return answers.which((await self._snapshot(table)).info)


def _text(value: str | int | bool) -> str:
    """Return an option's value as tables take it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
