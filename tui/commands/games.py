"""Commands about a running game: conceding, ending it together, lending and regaining seats, standing
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.game import Refused
from tui.actions.context import CommandContext, own_table, request, require_seat
from tui.boards import BOARDS
from tui.boards.kit.board import StandingAnswerWords
from tui.commands import catalogue
from tui.host.port import TableInfo
from tui.language.texts import Texts

OFF = " off"
"""Follows a standing answer that is to be turned off."""


def concede(context: CommandContext, _: str) -> None:
    """Gives the player's seat up, after the confirming key."""
    table = own_table(context, "running")
    if table:
        question = what_conceding_means(context.session.texts, table)
        context.ask(question, lambda: request(context, context.session.port.concede(table.id)))


def what_conceding_means(texts: Texts, table: TableInfo) -> str:
    """Returns the question before a player concedes."""
    others = sum(not seat.conceded for seat in table.seats) - 1
    if others < 2:
        return texts._("Concede the game at {table}? It ends, and you lose.", table=table.name)
    return texts._("Concede at {table}? A bot takes over, and you come last.", table=table.name)


def abandon(context: CommandContext, _: str) -> None:
    """Agrees to end without a result, after the confirming key; a table that cannot go on ends at once."""
    table = own_table(context, "running", "frozen", "damaged")
    if table:
        question = what_abandoning_means(context.session.texts, table)
        context.ask(question, lambda: request(context, context.session.port.abandon(table.id)))


def what_abandoning_means(texts: Texts, table: TableInfo) -> str:
    """Returns the question before a player agrees to end without a result."""
    others = (seat for number, seat in enumerate(table.seats, start=1) if number != table.your_seat)
    if table.stage == "running" and any(seat.held_by == "player" and not seat.conceded for seat in others):
        return texts._(
            "End the game at {table} without a result? All who are here must agree.", table=table.name
        )
    return texts._("End the game at {table} without a result?", table=table.name)


def lend(context: CommandContext, words: str) -> None:
    """Lets a bot play for somebody who is away."""
    table = own_table(context, "running")
    seat = require_seat(context, table, words) if table else None
    if table and seat is not None:
        request(context, context.session.port.lend(table.id, seat))


def seat_code(context: CommandContext, _: str) -> None:
    """Shows a guest the code of their seat."""
    table = own_table(context, "open", "running")
    if table:
        request(context, context.session.port.seat_code(table.id), lambda code: _show_code(context, code))


def _show_code(context: CommandContext, code: str) -> None:
    texts = context.session.texts
    page = (
        ("", texts._("Anyone with this code can take your seat: write it down and keep it secret.")),
        ("", ""),
        (code, ""),
        ("", ""),
        ("", texts._("If you lose your connection, reconnect and type:")),
        ("", ""),
        (f"/resume {code}", ""),
    )
    context.show(texts._("Your seat code"), page)


def resume(context: CommandContext, words: str) -> None:
    """Returns to the seat of a code."""
    request(context, context.session.port.resume(words), context.session.go_table)


def standing(context: CommandContext, words: str) -> None:
    """Turns a standing answer on or (`off`) off; without words, lists what can be answered."""
    table, texts = own_table(context, "running"), context.session.texts
    if table is None:
        return
    answers = BOARDS[table.game].standing_answers
    if answers is None:
        context.notice(texts._("This game has no auto-pass."))
    elif not words:
        command, called = catalogue.SLASH + catalogue.word(texts, "standing"), answers.typed(texts).items()
        page = [(f"{command} {word}", answers.sentence(texts, answer)) for word, answer in called]
        context.show(texts._("Auto-pass"), page)
    else:
        on = not words.casefold().endswith(OFF)
        _say_beforehand(context, answers, table, words.casefold().removesuffix(OFF).rstrip(), on=on)


def _say_beforehand(
    context: CommandContext, answers: StandingAnswerWords, table: TableInfo, typed: str, *, on: bool
) -> None:
    texts, port = context.session.texts, context.session.port
    answer = answers.typed(texts).get(typed, typed)

    def done(_: None) -> None:
        what = answers.sentence(texts, answer)
        context.say(
            texts._("Auto-pass on ({words}).", words=what)
            if on
            else texts._("Auto-pass off ({words}).", words=what)
        )

    def refused(refusal: Refused) -> None:
        context.refused(_as_called(refusal, answers.typed(texts)))

    context.session.request(port.answer_beforehand(table.id, answer, on), done, refused)


def _as_called(refusal: Refused, spoken: Mapping[str, str]) -> Refused:
    """Returns a refusal that lists standing answers with the player's own words for them."""
    called = {answer: word for word, answer in spoken.items()}
    words = refusal.params.get("words")
    if not isinstance(words, tuple):
        return refusal
    told = tuple(called.get(str(word), str(word)) for word in words)
    return Refused(refusal.code, {**refusal.params, "words": told})


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        "standing": standing,
        "concede": concede,
        "abandon": abandon,
        "lend": lend,
        "seat": seat_code,
        "resume": resume,
    }
)
