"""What is done in a running game: looking at it, moving, answering beforehand, ending it early."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace

from engine.analysis.rounds import Curve
from engine.game import AnyGame, Refused
from engine.plans import Link, Plan, Until
from tui.actions import answers
from tui.actions.action import Action, Api, Page, Place, Slash, Ssh, Told
from tui.actions.context import here
from tui.actions.follows import FollowedTable, Json
from tui.actions.table_seats import AtTable, own_table
from tui.actions.tables import lobby_now
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.board import names_of
from tui.boards.kit.speech import typed_move
from tui.host.pictures import FinishedGame, ReplayedGame, TableSnapshot
from tui.host.port import Port, StageName, TableInfo
from tui.host.ratings import RATINGS
from tui.host.refusals import not_your_turn, refused, wrong_stage
from tui.language.texts import Texts
from tui.presenters import plan_words, position_words, table_words
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.share import on_the_web
from tui.presenters.table_words import best_odds
from tui.replay.cursor import SPECTATOR, ReplayCursor
from tui.replay.frames import frame

Effort = Annotated[int, Meta(ge=0, le=9)]
Skip = Annotated[int, Meta(ge=0, le=100_000)]
Count = Annotated[int, Meta(ge=1, le=200)]
ENDINGS = ("concede", "abandon")
"""What cannot be taken back: a command does it only with the number of the position, which the question
tells.
"""
OFF = " off"
"""Follows an answer that is to be turned off."""


class Look(AtTable, frozen=True, kw_only=True):
    """A table, and the `word` of what is to be told of it; None: how it stands."""

    word: str | None = None


class Legal(AtTable, frozen=True, kw_only=True):
    """The moves of your seat that are possible now, each with its `notation`, at most `count` (50; at most
    200) after `skip`; whether there are `more`; the `seq` and `ask` they belong to. None if you are not
    asked.
    """

    skip: Skip = 0
    count: Count = 50


class Preview(AtTable, frozen=True, kw_only=True):
    """The `view` that a legal move leads to; null if chance or a secret decides."""

    move: str | Mapping[str, Any]


class Odds(AtTable, frozen=True, kw_only=True):
    """If the game has odds and the table did not turn them off (option `odds`): the odds of the seat to move,
    see [below](#odds).
    """

    move: str | Mapping[str, Any] | None = None
    effort: Effort = 0


class Move(Preview, frozen=True, kw_only=True):
    """Answers a question; the `notation` of the move and the `seq` after it."""

    ask: int | None = None
    seq: int | None = None


class Spoken(AtTable, frozen=True, kw_only=True):
    """A move in the player's own words, or a command instead of one."""

    move: str
    seq: int | None = None


class Beforehand(AtTable, frozen=True, kw_only=True):
    """Turns one of the game's auto-passes on or (`on` false) off; answers with the words that are on
    (`beforehand`). In laurin: `pass` until the next King's move, or a magic card you are not asked for in
    this round. Nobody else sees it; an `undo` turns all of them off.
    """

    word: str
    on: bool = True


class SpokenAnswer(AtTable, frozen=True, kw_only=True):
    """A standing answer in the player's own words (None: what they are), which is to be given, or turned
    `off`.
    """

    word: str | None = None
    off: bool = False


class Planned(AtTable, frozen=True, kw_only=True):
    """What is planned: a `chain`, of which each link answers a question, and what is answered `until`
    something happens; `off` withdraws all. Neither: what is kept.
    """

    chain: tuple[Link, ...] = ()
    until: Until | None = None
    off: bool = False


class TypedPlan(AtTable, frozen=True, kw_only=True):
    """The same in the player's words."""

    words: str = ""


At = Callable[[Place, AtTable], Coroutine[Any, Any, Told]]


# Looking at a table


async def _view(place: Place, args: AtTable) -> Told:
    if not isinstance(args, Look):
        return Told(_news(place, await place.newest(args.table)))
    try:
        snapshot = await place.newest(args.table)
    except Refused:
        named = {args.table.lower(), args.table.upper()}
        lobby = lobby_now(place.port)
        ended = next((one for one in lobby.finished if {one.id, one.name} & named), None)
        if ended is None:
            raise
        return await _ended(place, ended)
    return await _looked(place, snapshot, args.word or "")


async def _looked(place: Place, snapshot: TableSnapshot, word: str) -> Told:
    texts, port = place.texts, place.port
    if position_words.asks_for_odds(texts, snapshot, word):
        try:
            found = await best_odds(lambda effort: port.odds(snapshot.info.id, effort=effort))
        except Refused as why:
            return Told({}, partial(any_refusal_text, texts, why), failed=True)
        return Told(asdict(found), lambda: "\n".join(position_words.odds(texts, snapshot, found)))
    if word:
        about = position_words.about(texts, snapshot, word, port.now())
        more = partial(position_words.more, texts, snapshot)
        return Told({"told": about}, (lambda: "\n".join(about)) if about else more, failed=not about)
    look = partial(position_words.look, texts, snapshot, port.now(), port.ssh_host, port.zone)
    web = "" if snapshot.info.stage == "running" else on_the_web(port.web, snapshot.info)
    return Told(_news(place, snapshot), lambda: "\n".join([*look(), *filter(None, [web])]))


def _news(place: Place, snapshot: TableSnapshot) -> Json:
    return {**answers.news(snapshot, place.texts), "chat": answers.chat(place.texts, snapshot.chat)}


async def _ended(place: Place, ended: FinishedGame) -> Told:
    """How a game ended whose table is closed, and how its chances went, if that is known."""
    port, texts = place.port, place.texts
    try:
        game, curve = await port.replay(ended.id), await port.curve(ended.id)
    except Refused:
        curve = None
    course = _course(texts, game, curve) if curve else ()
    *told, record = position_words.ended(texts, ended, port)
    json = {"ended": ended, **({"curve": curve} if curve else {})}
    return Told(json, lambda: "\n".join([*told, *course, record]))


def _course(texts: Texts, game: ReplayedGame, curve: Curve) -> Iterator[str]:
    """Yield how the chances of the player went over an ended game, and what decided it."""
    cursor = ReplayCursor(game, game.course.last, game.your_seat or SPECTATOR)
    snapshot = replace(frame(cursor, texts._("a deleted player")), curve=curve)
    names = names_of(texts, snapshot.info.seats)
    yield from table_words.course(texts, BOARDS[snapshot.info.game], snapshot, names)


# Moves


async def _running(place: Place, table: str) -> tuple[TableSnapshot, AnyGame]:
    """Return a table whose game is under way, and its game. Raises Refused for any other table."""
    snapshot = await place.newest(table)
    game = place.games.get(snapshot.info.game)
    if snapshot.info.stage != "running" or game is None:
        raise wrong_stage(snapshot.info.stage)
    return snapshot, game


async def _seated(place: Place, table: str) -> tuple[TableSnapshot, AnyGame]:
    """The same where the player has a seat."""
    snapshot, game = await _running(place, table)
    if snapshot.seat is None:
        raise refused("not-seated")
    return snapshot, game


def _sent(game: AnyGame, snapshot: TableSnapshot, move: str | Mapping[str, Any]) -> Any:
    """Return the move that a program sent as notation or as JSON. Raises Refused: the refusal of the game if
    it cannot read the notation; "move-wrong" (with why) if the JSON is not a move of this game.
    """
    if isinstance(move, str):
        return game.parse(move, snapshot.view)
    try:
        return msgspec.convert(move, game.Move)
    except msgspec.ValidationError as error:
        raise refused("move-wrong", why=str(error)) from None


async def _legal(place: Place, args: Legal) -> Json:
    snapshot, game = await _running(place, args.table)
    found = game.legal(snapshot.view) if snapshot.ask else iter(())
    page = list(islice(found, args.skip, args.skip + args.count))
    return {
        "seq": snapshot.seq,
        "ask": snapshot.ask,
        "moves": [{"notation": game.notate(move), "move": move} for move in page],
        "more": next(found, None) is not None,
    }


async def _preview(place: Place, args: Preview) -> Json:
    snapshot, game = await _seated(place, args.table)
    move = _sent(game, snapshot, args.move)
    if why := game.check(snapshot.view, move):
        raise why
    return {"notation": game.notate(move), "view": game.preview(snapshot.view, move)}


async def _odds(place: Place, args: Odds) -> Json:
    move = None
    if args.move is None:
        snapshot, _ = await _running(place, args.table)
    else:
        snapshot, game = await _seated(place, args.table)
        move = _sent(game, snapshot, args.move)
    return asdict(await place.port.odds(snapshot.info.id, move, args.effort))


async def _move(place: Place, args: Move | Spoken) -> Told:
    if isinstance(args, Spoken):
        return await _played(place, args)
    snapshot, game = await _seated(place, args.table)
    if args.seq not in {None, snapshot.seq}:
        raise refused("seq-passed", seq=snapshot.seq)
    ask = _open_ask(snapshot) if args.ask is None else args.ask
    move = _sent(game, snapshot, args.move)
    await place.port.submit(snapshot.info.id, ask, move)
    return Told({"notation": game.notate(move), "seq": (await place.newest(snapshot.info.id)).seq})


def _open_ask(snapshot: TableSnapshot) -> int:
    """Return the id of the open ask that a move without `ask` answers. Raises Refused if there is none."""
    if snapshot.ask is None:
        raise not_your_turn(snapshot.waiting_for)
    return snapshot.ask.id


async def _played(place: Place, args: Spoken) -> Told:
    """Make a move, and tell what came of it."""
    port, texts = place.port, place.texts
    table = FollowedTable(port, args.table)
    snapshot = await table.first()
    before, host = len(table.snapshots), port.ssh_host
    other = position_words.other_than_a_move(texts, args.move)
    try:
        if plan_words.is_plan(texts, args.move):
            position_words.check_seated(snapshot, args.seq)
            return await _planned(place, TypedPlan(table=args.table, words=args.move))
        if other in ENDINGS and args.seq is None:
            position_words.check_seated(snapshot, None)
            said = position_words.before_the_end(texts, snapshot, other, host)
            return Told({}, lambda: said, failed=True)
        notation = await _carried_out(place, snapshot, args, other)
    except Refused as why:
        return Told({}, partial(position_words.refusal, texts, snapshot, why), failed=True)
    after = await _after(place, table, before)
    json = {"notation": notation, "seq": after[-1].seq}
    return Told(json, partial(_came_of_it, place, after))


async def answered(place: Place, snapshot: TableSnapshot, words: str) -> Json:
    """Make the move that words mean at the position of a snapshot; what `move` answers. Raises Refused."""
    table = FollowedTable(place.port, snapshot.info.id)
    await table.first()
    before = len(table.snapshots)
    spoken = Spoken(table=snapshot.info.id, move=words, seq=snapshot.seq)
    notation = await _carried_out(
        place, snapshot, spoken, position_words.other_than_a_move(place.texts, words)
    )
    return {"notation": notation, "seq": (await _after(place, table, before))[-1].seq}


async def _after(place: Place, table: FollowedTable, before: int) -> Sequence[TableSnapshot]:
    """Return the snapshots after so many before, at least the newest, once ratings are told."""
    if place.port.account().settings.get(RATINGS) != "off":
        await table.rated()
    return table.snapshots[before:] or (table.snapshots[-1],)


def _came_of_it(place: Place, after: Sequence[TableSnapshot]) -> str:
    port = place.port
    said = position_words.came_of_it(place.texts, after, port.now(), port.ssh_host)
    web = on_the_web(port.web, after[-1].info) if after[-1].info.stage == "over" else ""
    return "\n".join([*said, *filter(None, [web])])


def _done(act: Callable[[Port], Callable[[str], Coroutine[Any, Any, None]]]) -> At:
    """Return what does something at a table; in a terminal it tells what came of it."""

    async def do(place: Place, args: AtTable) -> Told:
        table = FollowedTable(place.port, args.table) if place.in_terminal else None
        before = 0
        if table:
            await table.first()
            before = len(table.snapshots)
        await act(place.port)(args.table)
        if table is None:
            return Told({})
        return Told({}, partial(_came_of_it, place, await _after(place, table, before)))

    return do


async def _carried_out(place: Place, snapshot: TableSnapshot, args: Spoken, other: str) -> str:
    """Make the move, or carry out the `other` command. The question that a move answers is that of the
    position it was checked at, so two commands that come at the same time play once.
    """
    info, port = snapshot.info, place.port
    if other:
        position_words.check_seated(snapshot, args.seq)
        await {"undo": port.undo, "concede": port.concede, "abandon": port.abandon}[other](info.id)
        return other
    ask = position_words.check_asked(snapshot, args.seq)
    game = PLAYABLE[info.game]
    move = typed_move(game, BOARDS[info.game].speech, place.texts, snapshot, args.move)
    await port.submit(info.id, ask, move)
    return game.notate(move)


# Answers beforehand


def _typed_answer(place: Place, words: str) -> SpokenAnswer:
    """A standing answer, and `off` behind it; without words, what can be answered."""
    table, typed = own_table(place, "running"), words.casefold()
    off = typed.endswith(OFF)
    return SpokenAnswer(table=table.id, word=typed.removesuffix(OFF).rstrip() or None, off=off)


async def _answered(place: Place, args: Beforehand | SpokenAnswer) -> Told:
    if isinstance(args, SpokenAnswer):
        return await _answered_in_words(place, args)
    await place.port.answer_beforehand(args.table, args.word, args.on)
    return Told({"beforehand": (await place.newest(args.table)).beforehand})


async def _answered_in_words(place: Place, args: SpokenAnswer) -> Told:
    texts, (snapshot, _) = place.texts, await _seated(place, args.table)
    words = BOARDS[snapshot.info.game].standing_answers
    if words is None:
        return Told({}, lambda: texts._("This game has no auto-pass."), failed=True)
    spoken = words.typed(texts)
    if args.word is None:
        command = place.command("standing", STANDING.word)
        typed = f"{command} {snapshot.info.name}" if place.in_terminal else command
        rows = [(f"{typed} {word}", words.sentence(texts, answer)) for word, answer in spoken.items()]
        return Told({"beforehand": snapshot.beforehand}, lambda: Page(texts._("Auto-pass"), rows))
    answer = spoken.get(args.word.casefold(), args.word)
    try:
        await place.port.answer_beforehand(args.table, answer, not args.off)
    except Refused as why:
        raise _as_called(why, spoken) from None
    what = words.sentence(texts, answer)
    off, on = texts._("Auto-pass off ({words}).", words=what), texts._("Auto-pass on ({words}).", words=what)
    given = (await place.newest(args.table)).beforehand
    return Told({"beforehand": given}, lambda: off if args.off else on)


def _as_called(refusal: Refused, spoken: Mapping[str, str]) -> Refused:
    """Returns a refusal that lists standing answers with the player's own words for them."""
    called = {answer: word for word, answer in spoken.items()}
    words = refusal.params.get("words")
    if not isinstance(words, tuple):
        return refusal
    told = tuple(called.get(str(word), str(word)) for word in words)
    return Refused(refusal.code, {**refusal.params, "words": told})


# Plans


def _typed_plan(place: Place, words: str) -> TypedPlan:
    return TypedPlan(table=own_table(place, "running").id, words=words)


async def _planned(place: Place, args: Planned | TypedPlan) -> Told:
    """Keep a plan, withdraw it, or tell what is kept."""
    texts, (snapshot, _) = place.texts, await _seated(place, args.table)
    if isinstance(args, Planned):
        off, plan = args.off, Plan(args.chain, args.until) if args.chain or args.until else None
    else:
        off = args.words.casefold() == plan_words.OFF
        plan = plan_words.read(texts, snapshot, args.words) if args.words and not off else None
    if off or plan:
        await place.port.plan(snapshot.info.id, plan)
        snapshot = await place.newest(snapshot.info.id)
    told = plan_words.lines(texts, replace(snapshot, plan=plan or snapshot.plan))
    rows = [("", line) for line in told]
    if not (off or plan):
        command = place.command("plan", PLAN.word)
        typed = f"{command} {snapshot.info.name}" if place.in_terminal else command
        rows += plan_words.help_rows(texts, snapshot, typed)
    line = ("\n" if place.in_terminal else " ").join(told)
    said = line if off or plan else Page(texts._("If they ... then ..."), rows, between="  ")
    return Told({"plan": snapshot.plan}, lambda: said)


# Ending it early


def _own(*stages: StageName) -> Callable[[Place, str], AtTable]:
    """Return what reads the own table that is meant, at one of these stages."""
    return lambda place, _: AtTable(table=own_table(place, *stages).id)


def _asks(question: Callable[[Texts, TableInfo], str]) -> Callable[[Place, AtTable], str]:
    """Return the question before something is done at a table."""
    return lambda place, args: question(place.texts, place.table or place.port.look(args.table).tables[0])


STANDING = Slash(
    "standing|autopass", "[WORD] [off]", "choose what to auto-pass, in games with chances to react"
)
PLAN = Slash(
    "plan",
    "[if THEY DO then MOVE else MOVE|off]",
    "plan your answers: /plan if Bert passes then pass, /plan pass until my turn",
)
ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="view",
        args=AtTable,
        optional=("word",),
        at=_view,
        only_shows=True,
        ssh=Ssh("look TABLE", "how a game stands, in sentences", words="look|view", args=Look),
        api=Api("the newest snapshot of a table, as in `news`, and all its `chat`"),
    ),
    Action(
        name="move",
        args=Move,
        at=_move,
        on_screen=here("move"),
        slash=Slash("move", "MOVE", "make a move; the word may be left out unless it names a command"),
        ssh=Ssh(
            "play TABLE MOVE",
            'one move; --at N: at position N; --if "bert passes" pass: see plan',
            words="play|move",
            args=Spoken,
            options=("at=seq",),
            is_present=True,
        ),
        api=Api(),
    ),
    Action(
        name="odds",
        args=Odds,
        at=_odds,
        on_screen=here("odds"),
        only_shows=True,
        slash=Slash(
            "odds", "", "show how likely each card is and what your choice changes; again to hide it"
        ),
        api=Api(),
    ),
    Action(
        name="undo",
        args=AtTable,
        at=_done(lambda port: port.undo),
        on_screen=here("undo"),
        slash=Slash("undo", "", "undo your last move, if no dice were rolled and no card was shown since"),
        ssh=Ssh("undo TABLE", "undoes your last move", is_present=True),
        api=Api("takes your last step back, if nothing was drawn or shown since"),
    ),
    Action(
        name="standing",
        args=Beforehand,
        optional=("word",),
        at=_answered,
        read=_typed_answer,
        slash=STANDING,
        ssh=Ssh(
            "standing TABLE [WORD]",
            "auto-passes what a word says; with off behind it no longer",
            freely=5,
            at_table=True,
            is_present=True,
        ),
        api=Api(
            also="beforehand",
        ),
    ),
    Action(
        name="plan",
        args=Planned,
        at=_planned,
        read=_typed_plan,
        slash=PLAN,
        ssh=Ssh(
            "plan TABLE [WORDS]",
            "what you answer if they do something, as after play TABLE --if",
            freely=100,
            at_table=True,
            is_present=True,
            flags=tuple(f"--{one}" for one in plan_words.KEYWORDS),
        ),
        api=Api(
            "keeps answers of your seat for what others may do, and answers with the `plan` that it has; see "
            "[below](#plans). Without anything: tells it; with `off`: withdraws it"
        ),
    ),
    Action(
        name="concede",
        args=AtTable,
        at=_done(lambda port: port.concede),
        read=_own("running"),
        ask=_asks(position_words.what_conceding_means),
        slash=Slash("concede", "", "concede a running game"),
        ssh=Ssh("concede TABLE", "concedes a running game", asks=True, is_present=True),
        api=Api("gives your seat up for good; a bot plays on, or the last one left wins"),
    ),
    Action(
        name="abandon",
        args=AtTable,
        at=_done(lambda port: port.abandon),
        read=_own("running", "frozen", "damaged"),
        ask=_asks(position_words.what_abandoning_means),
        slash=Slash("abandon", "", "end a game without a result, once everyone there agrees"),
        ssh=Ssh(
            "abandon TABLE",
            "ends a game without a result, once everyone there agrees",
            asks=True,
            is_present=True,
        ),
        api=Api(
            "agrees to end without a result; it ends when all players who are here do. A move cancels all "
            "agreements"
        ),
    ),
    Action(
        name="legal",
        args=Legal,
        at=_legal,
        only_shows=True,
        api=Api(),
    ),
    Action(
        name="preview",
        args=Preview,
        at=_preview,
        only_shows=True,
        api=Api(),
    ),
    Action(
        name="go_on",
        args=AtTable,
        run=lambda port, args: port.go_on(args.table),
        api=Api("goes on in a lesson where there is something to read (`is_read` of its news)", also="read"),
    ),
)
