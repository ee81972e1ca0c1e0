"""New games: with people, against bots, once more; and lessons."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from engine.game import Refused
from tui.actions import typed_words as typed
from tui.actions.action import Action, Lines, Place, Slash, Ssh, Wrong, declared
from tui.actions.answers import Json, news, which
from tui.actions.context import CommandContext, SessionContext, request
from tui.actions.followed_table import FollowedTable
from tui.actions.moves import carried_out
from tui.actions.tables import asking
from tui.boards import BOARDS, PLAYABLE
from tui.host.pictures import TableSnapshot
from tui.host.port import Port
from tui.host.table_search import is_called
from tui.host.turn_clocks import NO_CLOCK
from tui.language.spelling import is_word
from tui.language.texts import N_, NC_, Texts
from tui.presenters import position_words
from tui.presenters.deep_links import NO_BOTS, another, practice
from tui.presenters.offers import RATED, default_choice
from tui.presenters.practice_choice import (
    SETTING,
    PracticeChoice,
    against_rung,
    following,
    kept_as,
    opponent_at,
    opponents_of,
    typed_choice,
)

PEOPLE = NC_("typed search", "people")
"""The word for a search without bots."""


def _new_table(place: Place, words: str) -> Mapping[str, object]:
    unclear = N_(
        "{word} isn't clear here: seats (3), private, rounds=20 or a clock may follow: live, evening,"
        " correspondence, 3d"
    )
    wish = typed.sort_words(place.texts, words.casefold(), "game seats private starts clock options", unclear)
    game, options = wish.pop("game", next(iter(PLAYABLE))), wish.pop("options", {})
    if wish.get("clock", NO_CLOCK) != NO_CLOCK:
        options = {RATED: "on", **options}
    return {"game": game, "options": options, "seats": default_choice(game).seats, **wish}


def _without_bots(texts: Texts, word: str) -> bool | None:
    return False if word.casefold() == NO_BOTS or is_word(texts, PEOPLE, word) else None


def chosen(texts: Texts, port: Port, words: str) -> PracticeChoice:
    """Return the game against bots that words mean. The first word of all is meant for a game."""
    choice = typed_choice(texts, words, port.account())
    if isinstance(choice, str):
        first = words.casefold().split()[0] == choice
        unclear = N_("{word} isn't clear here: seats (3) or bots (elm) may follow")
        raise Wrong(typed.not_meant(texts, choice, typed.NO_GAME if first else unclear))
    return choice


def begin(
    context: CommandContext,
    choice: PracticeChoice,
    go: Callable[[Coroutine[Any, Any, str]], object] | None = None,
) -> None:
    """Opens the table, starts, and keeps the choice with the account; `go` shows what comes of it."""
    session = context.session
    request(context, session.port.set(SETTING, kept_as(choice)))
    told_first(session, choice, go or (lambda dealt: request(context, dealt, session.go_table)))


def told_first(
    session: SessionContext, choice: PracticeChoice, go: Callable[[Coroutine[Any, Any, str]], object]
) -> None:
    """Opens the table and starts, for `go` to show it; of a new game is told first what it is about."""
    first = BOARDS[choice.game].first_table if choice.game in BOARDS else None

    def deal() -> None:
        go(practice(session.port, *choice))

    known = choice.game in session.port.account().played
    if known or not first or not session.tells_aim(choice.game, first, deal, opponents_of(choice)):
        deal()


def _behind_a_game(place: Place, args: Any) -> Any:
    """Where the game before the player is over, its table is meant."""
    over = place.table.id if place.table and place.table.stage == "over" else None
    return replace(args, table=args.table or over)


async def _next(place: Place, table: str | None = None) -> TableSnapshot | None:
    """The position that waits for you longest, as in `news`, with the `table`, or null; with a `table`:
    begins another game like that, with as many seats, against bots.
    """
    if table is None:
        found = await asking(place)
        ids, here = [one.info.id for one in found], place.table.id if place.table else ""
        behind = ids.index(here) + 1 if here in ids else 0  # the one behind the table before the player
        return found[behind % len(found)] if found else None
    (like,) = place.port.look(table).tables
    with_people = sum(seat.held_by == "player" for seat in like.seats) > 1
    if place.follows or like.stage == "over" or not with_people:
        return await place.newest(await another(place.port, like))
    there = await place.newest(table)
    position_words.check_asked(there, None)  # nobody who names a game that goes on means another one
    return there


def _answer_next(place: Place, args: Any, found: TableSnapshot | None) -> Json:
    if found is None:
        return {"table": None}
    is_another = args.table and not is_called(args.table, found.info)
    return {**which(found.info), **({} if is_another else news(found, place.texts))}


async def _one_by_one(
    place: Place, args: Any, line: Lines
) -> AsyncGenerator[tuple[Json | Refused, bool], None]:
    """Tell each position that waits, and what came of each answer; a table that asks again comes first."""
    found = await _next(place, args.table)
    yield _answer_next(place, args, found), _waits(found)
    while found and not args.table and (words := await line()) is not None:
        here = found.info.id
        await place.port.catch_up()
        try:
            yield (await carried_out(place, FollowedTable(place.port, here), words, found.seq)).json, True
        except Refused as why:
            yield why, True
            continue
        found = next(iter(sorted(await asking(place), key=lambda one: one.info.id != here)), None)
        yield _answer_next(place, args, found), _waits(found)


def _waits(found: TableSnapshot | None) -> bool:
    return found is not None and found.ask is not None


async def _rematch(place: Place, table: str) -> str:
    """After a game: the same seats again; the first who asks opens the table, the others sit down."""
    port, info = place.port, place.table
    with suppress(Refused):  # it is closed, as one is whose players came by commands
        info = None if place.follows else info or port.look(table).tables[0]
    # people who have beaten an opponent twice play against the next one
    against = opponent_at(info) if info and info.stage == "over" else ""
    if info and against and (rung := following(await port.opponents(info.game), against)):
        return await practice(port, *against_rung(rung, info.game))
    return await port.rematch(table)


def _learn(context: CommandContext, words: str) -> None:
    """Goes to the lesson of a game; in one, without words, shows what it says now."""
    here, session = context.current_table, context.session
    if not words and context.lesson_words:
        context.show(session.texts._("Lesson"), [("", context.lesson_words)])
        return
    game = words.casefold() or (here.game if here else next(iter(PLAYABLE)))
    request(context, session.port.learn(game), session.go_table)


ACTIONS = declared(
    open=Action(
        asks=Port.open_table,
        read=_new_table,
        slash=Slash(
            "[GAME] [SEATS] [private] [CLOCK] [OPTION=VALUE]",
            "open a table: /open court 3 private 5m rounds=20",
        ),
        ssh=Ssh(usage="open GAME [WORDS]"),
    ),
    match=Action(
        asks=Port.match,
        anywhere={"bots": _without_bots},
        slash=Slash(
            "[GAME] [people]", "play now: join a table that fits, or wait for people; then bots join"
        ),
        ssh=Ssh(
            "a game with people now; --no-bots: with people alone",
            usage="match [GAME]",
            flags=("--no-bots",),
            begins=True,
        ),
    ),
    practice=Action(
        run=practice,
        read=lambda place, words: chosen(place.texts, place.port, words)._asdict(),
        slash=Slash("[GAME] [SEATS] [BOTS]", "play against bots: /practice court 3 elm"),
        ssh=Ssh(usage="practice GAME [WORDS]"),
    ),
    learn=Action(
        asks=Port.learn,
        on_screen=_learn,
        slash=Slash("[GAME]", "learn a game by playing it, in ten minutes; in a lesson: what it says now"),
        ssh=Ssh("a lesson of a game on the real table, ten minutes", usage="learn GAME", begins=True),
    ),
    rematch=Action(
        at=_rematch,
        slash=Slash("", "after a game: play again with the same players"),
        ssh=Ssh(),
    ),
    next=Action(
        at=_next,
        words=position_words.next_one,
        answer=_answer_next,
        show=lambda context, _, found: found is not None and context.session.go_table(found.info.id),
        meant=_behind_a_game,
        goes_on=_one_by_one,
        waits=_waits,
        slash=Slash("", "go to the next table that waits for you; after a game: another one, against bots"),
        ssh=Ssh("what waits for you, one after the other, to be answered", usage="next"),
    ),
)
