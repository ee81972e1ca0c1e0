"""What is asked of an ended game: record, card, replay, analysis, film, playing on, signatures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import asdict

from tui.actions.action import Action, Place, Shows, Slash, Ssh, Told, declared
from tui.actions.answers import Json
from tui.actions.context import CommandContext, request
from tui.actions.followed_table import analysed
from tui.actions.moves import Effort
from tui.actions.tables import AtTable, Skip
from tui.host.game_analysis import AnalysisNews
from tui.host.pictures import ReplayedGame
from tui.host.port import Port
from tui.host.refusals import ANALYSES, refused
from tui.language.record_words import record_rows
from tui.language.texts import N_
from tui.presenters.reader import Data, Page
from tui.presenters.share import card, shared
from tui.replay import analysis_report
from tui.replay.analysis_document import document, of_one
from tui.replay.cursor import OPEN, SPECTATOR, ReplayCursor
from tui.replay.frames import position
from tui.replay.words import called


async def _record(port: Port, table: str, *, curve: bool = False) -> Json:
    """With `"curve":true` also the stored `curve` of an ended game: everybody's `chances` by rounds, and by
    what they changed.
    """
    record = await port.record(table)
    found = await port.curve(table) if curve else None
    return {"record": record, **({"curve": found} if found else {})}


class Position(AtTable, frozen=True, kw_only=True):
    """A position of an ended game (the last one if none is named), as a `seat` saw it, as a spectator did (no
    `seat`), or `open`: as whoever is to move saw it, with every event whole; with `"odds":true` also the
    `odds` that could be asked for there, as `odds` answers them.
    """

    position: Skip | None = None
    seat: int | None = None
    open: bool = False
    odds: bool = False
    effort: Effort = 0


class Analysed(AtTable, frozen=True, kw_only=True):
    """An ended game, of the `seat` alone, as a picture (`svg`)."""

    seat: int | None = None
    svg: bool = False


def _check_seat(game: ReplayedGame, seat: int | None) -> None:
    seats = len(game.course.header.seats)
    if seat is not None and not 1 <= seat <= seats:
        raise refused("no-such-seat", seat=seat, seats=seats)


async def _replayed(place: Place, args: Position) -> ReplayedGame | Json:
    port, game = place.port, await place.port.replay(args.table)
    if not place.follows:  # people see a game from its beginning, programs one position
        return game
    _check_seat(game, args.seat)
    eyes = OPEN if args.open else SPECTATOR if args.seat is None else args.seat
    at = ReplayCursor(game, game.course.last if args.position is None else args.position, eyes)
    if args.odds:
        odds = await port.odds_then(game.id, at.position, at.seat, args.effort)
        return {**position(at), "odds": asdict(odds)}
    curve = await port.curve(args.table) if at.is_at_end else None
    return {**position(at), **({"curve": curve} if curve else {})}


def _said_record(place: Place, args: Any, found: Json) -> Page | Data:
    """A terminal gets the record; elsewhere it can be read, and behind the end how it is fetched."""
    if place.in_terminal:
        return Data(found["record"].rstrip("\n"))
    host, game, texts = place.port.ssh_host, args.table, place.texts
    fetching = [f"record {game}", f"cast {game} > game.cast", f"analyse {game} --svg > curve.svg"]
    shown = fetching if place.table is None or place.table.stage == "over" else fetching[:1]
    typed = [(f"ssh {host} {words}", "") for words in shown if host]
    return Page(texts._("Game record"), [*typed, *record_rows(found["record"])])


async def _begun(place: Place, args: AtTable) -> Json:
    """Has an ended game analysed, or finds what is stored of it: how far it is, as in its
    [news](#an-analysis).
    """
    game = await place.port.replay(args.table)
    return await place.follows.analyse(game.id) if place.follows else {}


async def _whole(place: Place, args: Analysed, tell: Callable[[str], object]) -> Told:
    port, texts, seat, game = place.port, place.texts, args.seat, await place.port.replay(args.table)
    names = called(texts, game.course)
    _check_seat(game, seat)
    found = await analysed(port, game.id, lambda news: tell(analysis_report.progress(texts, news)))
    if found is None:
        return Told({}, partial(analysis_report.state, texts, AnalysisNews(failed=True)), failed=True)
    if args.svg:
        return Told({}, lambda: Data(document(texts, found, names, "svg")))
    json: Any = found if seat is None else of_one(found, seat)
    return Told(json, lambda: document(texts, found, names, "text", seat))


def ask_to_play_on(context: CommandContext, cursor: ReplayCursor, seat: int, name: str) -> None:
    """Plays on from where one is in a replay, after the confirming key."""
    session, wish = context.session, (cursor.game.id, cursor.position, seat)
    question = session.texts._("Play on from here as {name}, against bots? It counts for nothing.", name=name)

    def play_on() -> None:
        request(context, session.port.play_on(*wish), session.go_table)

    request(context, session.port.check_play_on(*wish), lambda _: context.ask(question, play_on))


ACTIONS = declared(
    replay=Action(
        at=_replayed,
        show=lambda context, _, game: context.session.show_replay(game),
        slash=Slash("[NAME]", "look at an ended game again, step by step, and play on from anywhere"),
        ssh=Ssh(usage="replay ID", begins=True),
    ),
    analyse=Action(
        at=_begun,
        later=_whole,
        limit=ANALYSES,
        slash=Slash(
            "[NAME]",
            "what each decision of an ended game cost, and the chances to win over the game",
            word="analyse|analyze",
        ),
        ssh=Ssh(
            "what each decision of a game cost; --seat N, --json, --svg",
            usage="analyse ID",
            args=Analysed,
            options=("seat",),
            flags=("--svg",),
            for_guests=True,
        ),
    ),
    play_on=Action(asks=Port.play_on),
    cast=Shows(
        args=AtTable,
        parts=lambda place, args: place.port.cast(args.table, place.texts.language),
        ssh=Ssh("a game as a film for asciinema", usage="cast ID", for_guests=True),
    ),
    sign=Action(
        asks=Port.sign_record,
        say=N_("Your signature stands in the record now."),
        ssh=Ssh(
            "adds a signature, its input, to a game's record",
            usage="sign ID",
            reads="signature",
            for_guests=True,
            is_present=False,
        ),
    ),
    record=Shows(
        run=_record,
        say=_said_record,
        slash=Slash("[NAME]", "read the record of a game here", word="record|read"),
        ssh=Ssh("a game's record, as text", usage="record ID", for_guests=True),
        tells=Port.record,
    ),
    share=Shows(
        run=shared,
        words=lambda reader, found: "\n".join(card(reader, found)),
        answer=lambda place, _, found: {"share": card(place, found)},
        slash=Slash("[NAME]", "a card of an ended game, to be shown to others"),
        ssh=Ssh(usage="share ID"),
    ),
)
