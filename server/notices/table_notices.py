"""The notices about a game, with what everybody may know of it: a mailbox may have other readers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from server.log.table_options import CUP, MOVE, deal_of
from server.table.snapshots import ProjectionContext, deadlines, named, table_snapshot
from server.table.table import Table
from tui.host.pictures import TableSnapshot
from tui.language import away_notices
from tui.language.away_notices import NoticeText
from tui.language.elapsed import ahead_in_full
from tui.language.texts import Texts


def turn_notice(
    texts: Texts,
    table: Table,
    player: str,
    ask: int,
    projection: ProjectionContext,
    now: float,
    host: str,
    *,
    last: bool,
) -> NoticeText:
    """Return the words about an open question; `host` is what is typed after `ssh`, and `last` says that the
    player was told of it before.
    """
    from tui.boards import BOARDS  # it imports Textual, which a host starts without
    from tui.presenters.offers import LATE, OPTIONS, value_word

    state, opening = table.state, table.opening
    ends = deadlines(state, projection).get(ask)
    late = value_word(texts, opening.game, LATE, opening.options.get(LATE, MOVE))
    return away_notices.your_turn(
        texts,
        opening.name,
        texts.of(BOARDS[opening.game].title) if opening.game in BOARDS else opening.game,
        [holder.name for holder in state.holders if holder.who != player and holder.name],
        _seq(table),
        host,
        position=_position(texts, table),
        left="" if ends is None else ahead_in_full(texts, ends - now),
        late=f"{texts.of(OPTIONS[LATE].name)}: {late}." if last else "",
    )


def call_notice(texts: Texts, table: Table, minutes: int, host: str) -> NoticeText:
    """Return the words about others who wait, at a table where a bot may play in so many minutes."""
    name, position = table.opening.name, _position(texts, table)
    return away_notices.called(texts, name, minutes, _seq(table), host, position=position)


def over_notice(texts: Texts, table: Table, host: str, web: str) -> NoticeText:
    """Return the words about a game that has ended."""
    from tui.boards import BOARDS
    from tui.boards.kit.board import names_of
    from tui.presenters import table_words
    from tui.presenters.share import on_the_web

    picture = _picture(table)
    board = BOARDS.get(table.opening.game)
    names = names_of(texts, picture.info.seats)
    told = table_words.result(texts, board, picture, names, host) if board and picture.standings else ()
    options, page = table.opening.options, on_the_web(web, picture.info)
    again = bool(picture.standings) and not (deal_of(options) or CUP in options)
    return away_notices.over(texts, table.opening.name, told, host, page, again=again)


def _seq(table: Table) -> int:
    return table.state.playthrough.steps if table.state.playthrough else 0


def _picture(table: Table) -> TableSnapshot:
    """Return what a spectator sees, with the names that those at the table know."""
    state, public = table.state, table.public
    return table_snapshot(state, None, replace(public, seats=named(public.seats, state)), (), ())


def _position(texts: Texts, table: Table) -> Sequence[str]:
    """The sentences about the position as a spectator sees it."""
    from tui.boards import BOARDS
    from tui.boards.kit.board import names_of

    picture = _picture(table)
    if picture.view is None or picture.info.game not in BOARDS:
        return ()
    speech = BOARDS[picture.info.game].speech
    model = speech.model(texts, picture)
    names = names_of(texts, picture.info.seats)
    seats = range(1, len(picture.info.seats) + 1)
    return (*speech.look(model), *(f"{names(seat)}: {speech.seat(model, seat)}" for seat in seats))
