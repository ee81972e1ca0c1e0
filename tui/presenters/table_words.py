"""The words, in sentences, for a table besides its game: who comes and goes, proposals, how it ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Any

from engine.game import Refused
from tui.boards import BOARDS
from tui.boards.kit.board import Board, Names, names_of
from tui.host.port import Proposal, TableInfo, TableSnapshot
from tui.language import elapsed, odds_words
from tui.language.rating_words import change_words
from tui.language.spelling import command_word
from tui.language.texts import N_, Texts, Translatable
from tui.language.waiting import start_sentence, unrated_sentence
from tui.language.wording import listed
from tui.presenters import fair_dice, outcome
from tui.presenters.bot_words import bots_to_add
from tui.presenters.listing import options
from tui.presenters.lobby_words import invitation, seat_lines
from tui.presenters.offers import clock_word
from tui.presenters.people import trophy_words
from tui.presenters.seat_news import seat_changes
from tui.presenters.table_details import nobody_waits, record_line


def heading(texts: Texts, board: Board, snapshot: TableSnapshot) -> str:
    """Returns which table this is, and how far its game is."""
    info = snapshot.info
    facts = [info.name, texts.of(board.title)]
    if snapshot.view is not None and info.stage == "running":
        facts.append(board.status(texts, names_of(texts, info.seats), snapshot.view))
    if snapshot.view is None:
        facts += [*options(texts, info), *([texts._("private")] if info.private else [])]
        facts += [clock_word(texts, info.clock)] if info.clock != "none" else []
    return f"{', '.join(facts)}."


async def best_odds(ask: Callable[[int], Awaitable[Any]]) -> Any:
    """Returns the best odds that the host has: it is asked with more effort while it may know better, for
    about a second at most. Raises what the first question raises.
    """
    best, effort = await ask(0), 0
    while getattr(best, "more", False):
        effort += 1
        try:
            best = await ask(effort)
        except Refused:
            break
    return best


def odds_told(texts: Texts, board: Board, names: Names, odds: Any, listener: int | None) -> Sequence[str]:
    """The odds of a position in sentences. `listener`: the seat that they are told to; None: who looks on."""
    if board.odds_words:
        return board.odds_words(texts, names, listener, odds)
    whose = None if odds.seat == listener else names(odds.seat)
    return (odds_words.sentence(texts, whose, odds, board.odds_name),)


def open_table(
    texts: Texts, snapshot: TableSnapshot, now: float, host: str, zone: str, *, in_terminal: bool = False
) -> list[str]:
    """Returns a table before its game: when it begins, seats, how others come (`host` and `zone` as in
    `Port`), where its dice come from, and which bots there are; commands as they are typed there.
    """
    info = snapshot.info
    dice, bot = (
        f"ssh {host} {name} {info.name}" if in_terminal else "/" + command_word(texts, name)
        for name in ("dice", "bot")
    )
    above = filter(None, (start_sentence(texts, info, now, zone), unrated_sentence(texts, info)))
    more = [*fair_dice.brief(texts, snapshot, dice), *bots_to_add(texts, info, bot)]
    return [*above, *seat_lines(texts, info, now), *invitation(texts, info, host), *more]


def result(
    texts: Texts,
    board: Board,
    snapshot: TableSnapshot,
    names: Names,
    host: str,
    *,
    awaits_curve: bool = False,
) -> list[str]:
    """Returns how it ended and why, who came in where, what decided it, and how to fetch the record.
    `awaits_curve`: what decided it is told once the chances are known.
    """
    places = [
        f"{standing.place}. {names(standing.seat)}: {outcome.score(texts, board, snapshot, standing)}."
        for standing in snapshot.standings
    ]
    ended = outcome.how_it_ended(texts, snapshot, names)
    why = outcome.why(texts, board, snapshot, names), outcome.how_short(texts, board, snapshot)
    said = [ended, outcome.your_place(texts, snapshot), *why, *places]
    went = () if awaits_curve else course(texts, board, snapshot, names)
    told = [*went, *trophy_words.of_game(texts, snapshot, names)]
    return [*filter(None, said), *told, *filter(None, [record_line(texts, host, snapshot.info.id)])]


def course(texts: Texts, board: Board, snapshot: TableSnapshot, names: Names) -> Iterator[str]:
    """Yields the chances over a game that has ended, and what decided it; without chances, how it went."""
    seat, curve = outcome.shown_seat(snapshot) if snapshot.standings else 0, snapshot.curve
    if seat and curve and curve.chances:
        chances = ", ".join([f"{round(100 * chance)}" for chance in curve.of(seat)])
        if seat in {snapshot.seat, snapshot.info.given_up}:
            yield texts._("Your chance by round: {chances} %.", chances=chances)
        else:
            yield texts._("The winner's chance by round: {chances} %.", chances=chances)
    told = outcome.decided(texts, board, snapshot, names)
    if told:
        yield texts._("What decided it:") if curve and curve.chances else texts._("How it went:")
    for number, what in told:
        yield texts._("Round {number}", number=number) + f": {what}"


def whose_turn(texts: Texts, snapshot: TableSnapshot, names: Names, now: float) -> str:
    """Returns who is waited for, and since when."""
    time = elapsed.of_question(texts, snapshot.since, snapshot.deadline, now)
    if snapshot.ask is not None:
        return texts._("It is your turn ({since}).", since=time)
    who = ", ".join(map(names, snapshot.waiting_for))
    return texts._("Waiting for {names} ({since}).", names=who, since=time) if who else ""


def changes(texts: Texts, before: TableSnapshot, snapshot: TableSnapshot) -> Iterator[str]:
    """Yields what has changed around the game: seats, proposals, who is away."""
    old, new = before.info, snapshot.info
    yield from seat_changes(texts, old, new)
    if before.seat is not None and snapshot.seat is None and new.stage == "open":
        yield texts._("You no longer have a seat at this table.")
    if old.stage == "open":
        yield from fair_dice.changes(texts, before, snapshot)
    if old.stage == "open" and new.stage == "running":
        yield texts._("The game begins.")
    if snapshot.curve and before.standings and not before.curve:
        yield from course(texts, BOARDS[new.game], snapshot, names_of(texts, new.seats))
    if snapshot.trophies and before.standings and not before.trophies:
        yield from trophy_words.of_game(texts, snapshot, names_of(texts, new.seats))
    if snapshot.ratings and not before.ratings:
        yield from _own_rating(texts, snapshot)
    if lent_seat(texts, new) and not lent_seat(texts, old):
        yield lent_seat(texts, new)
    if new.proposals != old.proposals or new.lendable != old.lendable:
        yield from wishes(texts, snapshot)


def wishes(texts: Texts, snapshot: TableSnapshot, typed: Callable[[str], str] | None = None) -> Iterator[str]:
    """Yields what waits for the player's agreement, and how to answer: a command as it is `typed`; None: as
    it is at the table.
    """
    typed = typed or partial(command_word, texts)
    names = names_of(texts, snapshot.info.seats)
    for proposal in snapshot.info.proposals:
        if proposal.kind == "rematch":
            yield outcome.after_the_end(texts, snapshot, names)
        else:
            agree = N_("{names}: end without a result? To agree type {abandon}.")
            yield to_abandon(texts, snapshot, names, proposal, agree, abandon=typed("abandon"))
    yield from filter(None, [nobody_waits(texts, snapshot.info, typed("lend"))])


def lent_seat(texts: Texts, info: TableInfo, typed: str = "") -> str:
    """Returns how a player gets their seat back from a bot: by a command as it is `typed`, or as who is here
    types it; '' if no bot has it.
    """
    if info.stage != "running" or info.your_seat is None or not info.seats[info.your_seat - 1].lent:
        return ""
    back = typed or f"/{command_word(texts, 'join')} {info.name}"
    return texts._("A bot plays for you: {join} takes your seat back.", join=back)


def to_abandon(
    texts: Texts, snapshot: TableSnapshot, names: Names, wish: Proposal, agree: Translatable, **how: str
) -> str:
    """Returns who wants to end the game without a result; `agree` says it to a seat that can agree."""
    if snapshot.seat in wish.seats:
        return texts._("You offered to end without a result: waiting for the others to agree.")
    wanting = listed(texts, map(names, wish.seats))
    if snapshot.seat is None:
        return texts._("{names}: end without a result?", names=wanting)
    return texts.of(agree, names=wanting, **how)


def _own_rating(texts: Texts, snapshot: TableSnapshot) -> Iterator[str]:
    """Yields what the game did to the player's rating, which comes a moment after the result."""
    own = snapshot.seat or snapshot.info.given_up or 0
    if said := change_words(texts, snapshot.ratings, own):
        yield texts._("Your {rating}.", rating=said)
