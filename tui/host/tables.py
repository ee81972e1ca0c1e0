"""What a player does at a table: opens or finds one, sits, plays and leaves. Part of `tui.host.port.Port`."""

from __future__ import annotations

from typing import Any, Protocol

from engine.options import NOTHING, Asked
from engine.plans import Plan


class TablePort(Protocol):
    """Each returns once the change is true for everybody, or raises Refused."""

    async def open_table(
        self,
        game: str,
        seats: int,
        options: Asked = NOTHING,
        *,
        private: bool = False,
        clock: str = "none",
        starts: str = "",
    ) -> str:
        """Opens a table and sits down at its first seat. `starts` is when its players agree to begin, such as
        `20:00`, `tomorrow 20:00`, `2026-11-24 20:00` (by the time zone in the setting `zone`, or the host's)
        or `+30m`: until 15 minutes past it nobody loses a seat there by being away. `clock` is `none`; a time
        for each turn from `15s` to `14d`, such as `90m`; a bank for the game and what each turn adds to it,
        such as `1h+30s`; `live` (`5m`), `evening` (`1h+1m`) or `correspondence` (`3d`). At `1d` each question
        of a turn has a day. Where a game has `odds`, the option `odds` is `on` or `off`. Every game has the
        options `rated` (`off` if not given; `on`, with a clock: the result changes [ratings](#ratings)),
        `late` (out of time, a `move` is made, a `bot` takes over, the seat is `lost`, or `nothing` is done,
        and others may lend it) and `programs` (see [below](#programs-and-people)), and `chance`: with
        `duplicate`, draws follow from seat, round and throw ([duplicate play](duplicate.md)).

        Returns the table's id.
        """

    async def match(self, game: str | None = None, bots: bool = True) -> str:
        """For who wants to play now: sits down at a public table that suits you, or opens one. The game
        begins by itself once every seat is taken; bots take the free ones at `bots_at` of its `info` (45
        seconds), unless `"bots":false`. Of the tables that suit, the one with most people comes first; the
        bot is the one rated nearest to you, a weak one until you have ten rated games.

        Where a `game` is named, at a table of that. Returns the table's id.
        """

    async def join(self, table: str) -> str:
        """Comes to a table, a private one by its code, and sits down where a seat is free.

        Returns the table's id. Where no seat is free, the player may still follow the table.
        """

    async def watch(self, table: str) -> str:
        """Finds a table like `join`, without taking a seat."""

    async def sit(self, table: str) -> int:
        """Takes the first free seat, or their own back from a bot; returns its number."""

    async def kick(self, table: str, seat: int) -> None:
        """Frees a seat before the start; only the owner may.

        Its player cannot come back to this table.
        """

    async def add_bot(self, table: str, bot: str | None = None) -> None:
        """Gives the first free seat to an opponent: by its name, its key, or a word of `bots`; the strongest
        that answers at once if none is named.
        """

    async def remove_bot(self, table: str) -> None:
        """Sends the last bot away."""

    async def start(self, table: str) -> None:
        """Deals, when every seat is taken; the owner may and, once that has been so for a while, everybody
        who sits there. Where a seat committed to a text, the deal waits until it is revealed.
        """

    async def add_to_dice(self, table: str, text: str) -> None:
        """Before the start: adds a text to the table's dice; or reveals the one that the own seat committed
        to, once the start was asked for.
        """

    async def commit_to_dice(self, table: str, hash_: str) -> None:
        """Before the start: commits the own seat to a text for the dice, by the hex of its SHA-256."""

    async def leave(self, table: str) -> None:
        """Frees the player's seat at an open table; a table without players is closed."""

    async def end_table(self, table: str) -> None:
        """Ends your table before the start, or your game if only bots play with you, without a result."""

    async def submit(self, table: str, ask: int, move: Any) -> None:
        """Answers an open ask of the player's seat. Returns once the move is durable."""

    async def learn(self, game: str) -> str:
        """Goes to your lesson of a game, or begins one (`lesson` of the greeting says which games have one):
        a private table with a fixed deal and bots that play their part; its id as for `open`.

        Returns the table's id. Raises Refused ("no-lesson" if there is none).
        """

    async def go_on(self, table: str) -> None:
        """Goes on in a lesson where there is something to read (`is_read` of its news)."""

    async def odds(self, table: str, move: Any = None, effort: int = 0) -> Any:
        """Returns the odds (the `answer` of the game's `engine.game.OddsCalculator`); with a move that the
        player may make now, also the odds after it. While an answer has `more`, one of the next `effort` may
        be better; a player's next question ends such a one that has not begun ("odds-failed"). Refused if the
        game has no odds ("no-odds") or the table has them turned off ("odds-off").
        """

    async def undo(self, table: str) -> None:
        """Takes your last step back, if nothing was drawn or shown since."""

    async def answer_beforehand(self, table: str, word: str, on: bool) -> None:
        """Turns one of the game's auto-passes on or (`on` false) off; answers with the words that are on
        (`beforehand`). In laurin: `pass` until the next King's move, or a magic card you are not asked for in
        this round. Nobody else sees it; an `undo` turns all of them off.

        They are the game's standing answers (`engine.standing_answers`); those that are valid are in
        `TableSnapshot.beforehand`.
        """

    async def plan(self, table: str, plan: Plan | None) -> None:
        """Keeps answers of your seat for what others may do, and answers with the `plan` that it has; see
        [below](#plans).

        They stand beside those of another kind; None withdraws all. Those that are valid are in
        `TableSnapshot.plan`. Refused ("nothing-planned") if they would say nothing, and like the moves in
        them.
        """

    async def concede(self, table: str) -> None:
        """Gives your seat up for good; a bot plays on, or the last one left wins.

        The first to concede comes last.
        """

    async def abandon(self, table: str) -> None:
        """Agrees to end without a result; it ends when all players who are here do. A move cancels all
        agreements.
        """

    async def rematch(self, table: str) -> str:
        """After a game: the same players and bots at the same seats, with the same options. The first to ask
        opens the table, the others then take their seats there; returns its id.
        """

    async def lend(self, table: str, seat: int) -> None:
        """Lets a bot play a `lendable` seat until its player is back; where no clock runs, a player with an
        account is called first, and the seat is `lendable` again five minutes later.
        """

    async def seat_code(self, table: str) -> str:
        """For guests: a `code` that regains the seat from another connection."""

    async def resume(self, code: str) -> str:
        """For guests: regains the seat of a code."""
