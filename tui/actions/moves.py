"""What is done in a running game: looking at it, moving, answering beforehand, ending it early."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from engine.analysis.rounds import Curve
from engine.game import AnyGame, Refused
from engine.plans import Link, Plan, Until
from tui.actions import answers
from tui.actions.action import Action, Place, Shows, Slash, Ssh, Told, declared
from tui.actions.answers import Json
from tui.actions.followed_table import FollowedTable
from tui.actions.tables import Count, Skip, lobby_now, table_meant
from tui.actions.typed_words import is_on, table_before
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.speech import typed_move
from tui.host.pictures import FinishedGame, ReplayedGame, TableSnapshot
from tui.host.port import Port
from tui.host.ratings import RATINGS
from tui.host.refusals import refused
from tui.host.table_search import is_called
from tui.presenters import conditions, plan_words, position_words
from tui.presenters.game_refusals import as_called
from tui.presenters.share import web_address
from tui.presenters.table_words import best_odds
from tui.replay.words import course_of

Effort = Annotated[int, Meta(ge=0, le=9)]
Sent = str | Mapping[str, Any]
"""A move, in notation or as JSON."""


async def _view(place: Place, table: str, word: str | None = None) -> Told:
    """The newest snapshot of a table, as in `news`, and all its `chat`; with a `word` of its game what is
    `told` of that, with `odds` what `odds` answers.
    """
    texts, port = place.texts, place.port
    try:
        snapshot = await place.newest(table)
    except Refused:
        finished = lobby_now(port).finished if place.in_terminal else ()
        ended = next((one for one in finished if is_called(table, one)), None)
        if ended is not None:
            return await _ended(place, ended)
        snapshot = await place.newest(await port.watch(table))  # a code that was not used yet
    if word and position_words.asks_for_odds(texts, snapshot, word):
        found = await best_odds(lambda effort: port.odds(snapshot.info.id, effort=effort))
        return Told(asdict(found), lambda: "\n".join(position_words.odds(texts, snapshot, found)))
    if word:
        about = position_words.about(texts, snapshot, word, port.now())
        if place.follows and not about:
            known = position_words.looked_at(texts, snapshot)
            raise refused("field-wrong", do="look", field="word", expected=known)
        said = about or [position_words.more(texts, snapshot)]
        return Told({"told": about}, lambda: "\n".join(said), failed=not about)
    json = {**answers.news(snapshot, texts), "chat": answers.chat(texts, snapshot.chat)}
    return Told(json, lambda: "\n".join(position_words.look(place, snapshot)))


async def _ended(place: Place, ended: FinishedGame) -> Told:
    """How a game ended whose table is closed, and how its chances went, if that is known."""
    port, texts = place.port, place.texts
    game: ReplayedGame | None = None
    curve: Curve | None = None
    with suppress(Refused):
        game, curve = await port.replay(ended.id), await port.curve(ended.id)
    course = course_of(texts, game, curve) if game and curve else ()
    web = [web_address(port.web, "r", ended.id)] if port.web and game and game.public else []
    json = {"ended": ended, **({"curve": curve} if curve else {})}
    return Told(json, lambda: "\n".join((*position_words.ended(place, ended, course), *web)))


async def _running(
    place: Place, table: str, at: int | None = None, *, seated: bool = True
) -> tuple[TableSnapshot, AnyGame]:
    """Return a table whose game is under way, at position `at` if it is named, and the game."""
    snapshot = await place.newest(table)
    check = position_words.check_seated if seated else position_words.check_position
    check(snapshot, at)
    return snapshot, place.games[snapshot.info.game]


def _sent(game: AnyGame, snapshot: TableSnapshot, move: Sent) -> Any:
    """Return the move that a program sent, in notation or as JSON. Raises Refused, also "move-wrong"."""
    if isinstance(move, str):
        return game.parse(move, snapshot.view)
    try:
        return msgspec.convert(move, game.Move)
    except msgspec.ValidationError as error:
        raise refused("move-wrong", why=str(error)) from None


async def _legal(place: Place, table: str, skip: Skip = 0, count: Count = 50) -> Json:
    """The moves of your seat that are possible now, each with its `notation`, at most `count` (50; at most
    200) after `skip`; whether there are `more`; the `seq` and `ask` they belong to. None if you are not
    asked.
    """
    snapshot, game = await _running(place, table, seated=False)
    found = game.legal(snapshot.view) if snapshot.ask else iter(())
    page = list(islice(found, skip, skip + count))
    return {
        "seq": snapshot.seq,
        "ask": snapshot.ask,
        "moves": [{"notation": game.notate(move), "move": move} for move in page],
        "more": next(found, None) is not None,
    }


async def _preview(place: Place, table: str, move: Sent) -> Json:
    """The `view` that a legal move leads to; null if chance or a secret decides."""
    snapshot, game = await _running(place, table)
    checked = _sent(game, snapshot, move)
    if why := game.check(snapshot.view, checked):
        raise why
    return {"notation": game.notate(checked), "view": game.preview(snapshot.view, checked)}


async def _odds(place: Place, table: str, move: Sent | None = None, effort: Effort = 0) -> Json:
    """If the game has odds and the table did not turn them off (option `odds`): the odds of the seat to move,
    see [below](#odds).
    """
    snapshot, game = await _running(place, table, seated=move is not None)
    sent = None if move is None else _sent(game, snapshot, move)
    return asdict(await place.port.odds(snapshot.info.id, sent, effort))


async def _move(place: Place, table: str, move: Sent, ask: int | None = None, seq: int | None = None) -> Told:
    """Answers a question; the `notation` of the move and the `seq` after it."""
    if place.in_terminal:
        return await _played(place, table, str(move), seq)
    snapshot, game = await _running(place, table, seq)
    ask = position_words.check_asked(snapshot, seq) if ask is None else ask
    sent = _sent(game, snapshot, move)
    await place.port.submit(snapshot.info.id, ask, sent)
    return Told({"notation": game.notate(sent), "seq": (await place.newest(snapshot.info.id)).seq})


async def _played(place: Place, name: str, words: str, seq: int | None) -> Told:
    """Make a move in the player's own words, or do what stands instead of one, and tell what came of it."""
    texts, table = place.texts, FollowedTable(place.port, name)
    snapshot = await table.newest()
    try:
        if plan_words.is_plan(texts, words):
            position_words.check_seated(snapshot, seq)
            return await _planned(place, name, words=words)
        other = position_words.other_than_a_move(texts, words)
        if other in ("concede", "abandon") and seq is None:  # whose question tells the position
            position_words.check_seated(snapshot, None)
            said = position_words.before_the_end(texts, snapshot, other, place.port.ssh_host)
            return Told({}, lambda: said, failed=True)
        return await carried_out(place, table, words, seq)
    except Refused as why:
        return Told({}, partial(position_words.refusal, texts, snapshot, why), failed=True)


async def carried_out(place: Place, table: FollowedTable, words: str, seq: int | None) -> Told:
    """Make a move in words, at the position where it was checked, or do what stands instead of one."""
    port, snapshot = place.port, await table.newest()
    info, game = snapshot.info, PLAYABLE[snapshot.info.game]
    if other := position_words.other_than_a_move(place.texts, words):
        position_words.check_seated(snapshot, seq)
        do = {"undo": port.undo, "concede": port.concede, "abandon": port.abandon}[other]
        return await came_of(place, table, partial(do, info.id), other)
    ask = position_words.check_asked(snapshot, seq)
    move = typed_move(game, BOARDS[info.game].speech, place.texts, snapshot, words)
    return await came_of(place, table, partial(port.submit, info.id, ask, move), game.notate(move))


async def came_of(
    place: Place, table: FollowedTable, deed: Callable[[], Awaitable[None]], notation: str = ""
) -> Told:
    """Do something at a table, and tell what came of it, once ratings are told."""
    after = await table.after(deed, rated=place.port.account().settings.get(RATINGS) != "off")
    json = {"notation": notation, "seq": after[-1].seq} if notation else {}
    return Told(json, lambda: "\n".join(position_words.came_of_it(place, after)))


def _typed_answer(place: Place, words: str) -> Mapping[str, object]:
    table, typed = table_before(place), words.casefold()
    before, _, last = typed.rpartition(" ")
    off = bool(before) and is_on(place.texts, last) is False
    return {"table": table.id, "word": (before if off else typed) or None, "on": not off}


async def _answered(place: Place, table: str, word: str | None = None, *, on: bool = True) -> Told:
    texts, port, snapshot = place.texts, place.port, await place.newest(table)
    words = BOARDS[snapshot.info.game].standing_answers
    if not place.follows:
        position_words.check_seated(snapshot, None)
        if words is None:
            return Told({}, lambda: texts._("This game has no auto-pass."), failed=True)
    spoken = words.typed(texts) if words and not place.follows else {}  # what people call an answer
    answer = word and spoken.get(word.casefold(), word)
    if answer is not None:
        try:
            await port.answer_beforehand(table, answer, on)
        except Refused as why:
            raise as_called(why, spoken) from None
        snapshot = await place.newest(table)
    said = partial(plan_words.auto_pass, place, snapshot, answer, on=on)
    return Told({"beforehand": snapshot.beforehand}, said)


async def _planned(
    place: Place,
    table: str,
    chain: tuple[Link, ...] = (),
    until: Until | None = None,
    *,
    off: bool = False,
    words: str = "",
) -> Told:
    """A `chain`, what is answered `until` something happens, or both in the `words` that people type. Without
    anything: tells it; with `off`: withdraws it.
    """
    texts, (snapshot, _) = place.texts, await _running(place, table)
    off = off or is_on(texts, words) is False
    plan = Plan(chain, until) if chain or until else None
    if words and not off:
        plan = await plan_words.read(texts, snapshot, words)
    found = None if off or plan else await conditions.listed(texts, snapshot)
    if found is None:
        await place.port.plan(snapshot.info.id, None if off else plan)
        snapshot = await place.newest(snapshot.info.id)
    said = partial(plan_words.page, place, plan or snapshot.plan, snapshot, found)
    return Told({"plan": snapshot.plan}, said)


ACTIONS = declared(
    look=Shows(
        at=_view,
        ssh=Ssh("how a game stands, in sentences"),
        also="view",
    ),
    move=Action(
        at=_move,
        slash=Slash("MOVE", "make a move; the word may be left out unless it names a command"),
        ssh=Ssh(
            'one move; --at N: at position N; --if "bert passes" pass: see plan',
            words="play|move",
            options=("at=seq",),
        ),
    ),
    odds=Shows(
        at=_odds,
        slash=Slash("", "show the odds, and how your choice changes them"),
    ),
    undo=Action(
        asks=Port.undo,
        slash=Slash("", "undo your last move, if no dice were rolled and no card was shown since"),
        ssh=Ssh(tells_course=True),
    ),
    standing=Action(
        at=_answered,
        read=_typed_answer,
        shows_alone=True,
        slash=Slash(
            "[WORD] [off]",
            "choose what to auto-pass, in games with chances to react",
            word=plan_words.AUTO_PASS.text,
        ),
        ssh=Ssh(usage="standing TABLE [WORD]", at_table=True),
        also="beforehand",
        tells=Port.answer_beforehand,
    ),
    plan=Action(
        at=_planned,
        read=lambda place, words: {"table": table_before(place).id, "words": words},
        shows_alone=True,
        slash=Slash(
            "[if THEY DO then MOVE else MOVE|off]",
            "plan your answers: /plan if Bert passes then pass, /plan pass until my turn",
        ),
        ssh=Ssh(
            "what you answer if they do something, as after play TABLE --if",
            usage="plan TABLE [WORDS]",
            at_table=True,
            flags=tuple(f"--{one}" for one in plan_words.KEYWORDS),
        ),
        tells=Port.plan,
    ),
    concede=Action(
        asks=Port.concede,
        ask=lambda place, args: position_words.what_conceding_means(place.texts, table_meant(place, args)),
        may=Port.check_concede,
        slash=Slash("", "concede a running game"),
        ssh=Ssh(asks=True, tells_course=True),
    ),
    abandon=Action(
        asks=Port.abandon,
        ask=lambda place, args: position_words.what_abandoning_means(place.texts, table_meant(place, args)),
        may=Port.check_abandon,
        slash=Slash("", "end a game without a result, once everyone there agrees"),
        ssh=Ssh(asks=True, tells_course=True),
    ),
    legal=Shows(at=_legal),
    preview=Shows(at=_preview),
    go_on=Action(asks=Port.go_on, also="read"),
)
