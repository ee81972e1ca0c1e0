"""Orders about tables: coming to one, opening and ending one, games after it, records; and the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping
from types import MappingProxyType
from typing import Any

from tui.actions.context import CommandContext, own_table, request, require_seat, require_table
from tui.actions.records import which_game, which_record
from tui.boards import BOARDS, PLAYABLE
from tui.commands import catalogue
from tui.commands.people.opponents import following, opponent_at, play
from tui.host.history import SoloLadder
from tui.host.port import Port
from tui.language.spelling import spellings
from tui.language.texts import NC_, Texts, Translatable
from tui.presenters.deep_links import practice
from tui.presenters.offers import RATED, default_choice

DAYS: Mapping[str, Translatable] = MappingProxyType(
    {"today": NC_("typed time", "today|tonight"), "tomorrow": NC_("typed time", "tomorrow")}
)
START = re.compile(r"\+[0-9]+[a-z]*|[0-9]{1,2}[:.][0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
"""A time or a date of a start time."""


def join(context: CommandContext, words: str) -> None:
    """Comes to a table by code or name; without words sits down at the one that is meant."""
    table = words or _current_table(context)
    if table:
        request(context, context.session.port.join(table), context.session.go_table)


def watch(context: CommandContext, words: str) -> None:
    """The same without a seat."""
    table = words or _current_table(context)
    if table:
        request(context, context.session.port.watch(table), context.session.go_table)


def _current_table(context: CommandContext) -> str:
    table = require_table(context)
    return table.id if table else ""


def learn(context: CommandContext, words: str) -> None:
    """Goes to the lesson of the game named, of the table meant, or else of the first game. In a lesson,
    without words: shows what it says now.
    """
    here, game, texts = context.current_table, words.casefold(), context.session.texts
    if not game and context.lesson_words:
        context.show(texts._("Lesson"), [("", context.lesson_words)])
        return
    if not game:
        game = here.game if here else next(iter(PLAYABLE))
    request(context, context.session.port.learn(game), context.session.go_table)


def open_table(context: CommandContext, words: str) -> None:
    """A new table of what was said, and the usual for the rest."""
    work = opening(context.session.port, context.session.texts, words)
    if isinstance(work, str):
        context.notice(work)
    else:
        request(context, work, context.session.go_table)


def opening(port: Port, texts: Texts, words: str) -> Coroutine[Any, Any, str] | str:
    """Returns what opens the table that was asked for, and returns its id; or a sentence about a word that
    says nothing.
    """
    wish = _wish(texts, words)
    if isinstance(wish, str):
        return texts._("{word} isn't clear here: see /help open", word=wish)
    game = wish.pop("game", next(iter(PLAYABLE)))
    seats = wish.pop("seats", default_choice(game).seats)
    options = {RATED: "on", **wish.pop("options")}
    return port.open_table(game, seats, options, **wish)


def _wish(texts: Texts, words: str) -> dict[str, Any] | str:
    """What was said of a new table; or the word that says nothing."""
    wish: dict[str, Any] = {"options": {}}
    days = day_words(texts)
    for word in words.casefold().split():
        option, equals, value = word.partition("=")
        if word in PLAYABLE:
            wish["game"] = word
        elif word.isdecimal():
            wish["seats"] = int(word)
        elif word in {"private", "public"}:
            wish["private"] = word == "private"
        elif equals:
            wish["options"][option] = value
        elif word in days or START.fullmatch(word):
            wish["starts"] = f"{wish.get('starts', '')} {days.get(word, word)}".lstrip()
        elif word == "none" or word[:1].isdecimal():
            wish["clock"] = word
        else:
            return word
    return wish


def day_words(texts: Texts) -> Mapping[str, str]:
    """Returns the words for days, in English and in the player's language, by what the host understands."""
    own = {spelling: day for day, said in DAYS.items() for spelling in spellings(texts.of(said))}
    return {**own, "tonight": "today", **{day: day for day in DAYS}}


def kick(context: CommandContext, words: str) -> None:
    """Frees somebody's seat before the start."""
    table = own_table(context, "open")
    seat = require_seat(context, table, words) if table else None
    if table and seat is not None:
        request(context, context.session.port.kick(table.id, seat))


def end(context: CommandContext, _: str) -> None:
    """Ends a table of the player's, after the confirming key."""
    session, texts, table = context.session, context.session.texts, require_table(context)
    if table:
        question = texts._("End {table}, without a result?", table=table.name)
        context.ask(question, lambda: request(context, session.port.end_table(table.id)))


def rematch(context: CommandContext, _: str) -> None:
    """Plays again with the same seats; after an opponent was beaten twice, against the next one."""
    table = require_table(context)
    if not table:
        return
    port, go = context.session.port, context.session.go_table
    against = opponent_at(table)
    if not against or table.stage != "over":
        request(context, port.rematch(table.id), go)
        return

    def again(ladder: SoloLadder) -> None:
        rung = following(ladder, against)
        if rung is None:
            request(context, port.rematch(table.id), go)
        else:
            play(context.session, lambda dealt: request(context, dealt, go), rung, table.game)

    request(context, port.opponents(table.game), again)


def next_game(context: CommandContext, _: str) -> None:
    """Plays another game of the same kind, against bots, with as many seats. If all bots of the table were of
    one kind, it has the same.
    """
    table = require_table(context)
    if table:
        bots = {seat.bot for seat in table.seats if seat.held_by == "bot"}
        bot = bots.pop() if len(bots) == 1 else None
        again = practice(context.session.port, table.game, len(table.seats), bot)
        request(context, again, context.session.go_table)


def read_record(context: CommandContext, words: str) -> None:
    """Shows a game's record here."""
    game, session = words or context.record, context.session
    if not game:
        context.notice(which_record(session.texts))
        return
    heading = session.texts._("Game record")
    host = session.port.ssh_host
    table = context.current_table
    ended = host and (table is None or table.stage == "over")
    typed = [(f"ssh {host} {words}", "") for words in fetched(game)] if ended else []
    request(
        context, session.port.record(game), lambda text: context.show(heading, [*typed, *record_rows(text)])
    )


def fetched(game: str) -> tuple[str, ...]:
    """Returns the commands that fetch an ended game: its record, as a film, its chances as a picture."""
    return f"record {game}", f"cast {game} > game.cast", f"analyse {game} --svg > curve.svg"


def replay(context: CommandContext, words: str) -> None:
    """Looks at an ended game again."""
    game, session = words or context.record, context.session
    if game:
        request(context, session.port.replay(game), session.show_replay)
    else:
        context.notice(which_game(session.texts, catalogue.COMMANDS["replay"].word))


def analyse(context: CommandContext, words: str) -> None:
    """Shows the analysis of an ended game."""
    game, session = words or context.record, context.session
    if game:
        request(context, session.port.replay(game), session.show_analysis)
    else:
        context.notice(which_game(session.texts, catalogue.COMMANDS["analyse"].word))


def record_rows(text: str) -> list[tuple[str, str]]:
    """Returns a record as rows: words of the header or the numbers of steps, and what they say."""
    rows = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        rows.append(("", line) if word == "#" or not rest else (word, rest))
    return rows


def rules(context: CommandContext, words: str) -> None:
    """One page on a game: the one named, that of the table meant, or else the first game."""
    texts, game = context.session.texts, words.casefold()
    if not game:
        game = context.current_table.game if context.current_table else next(iter(PLAYABLE))
    if game in BOARDS:
        board = BOARDS[game]
        context.show(texts.of(board.title), board.rules(texts), game)
    else:
        games = ", ".join(PLAYABLE)
        context.notice(texts._("There is no game called {word} here: {games}.", word=words, games=games))


DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        "join": join,
        "watch": watch,
        "learn": learn,
        "open": open_table,
        "kick": kick,
        "end": end,
        "rematch": rematch,
        "next": next_game,
        "read": read_record,
        "replay": replay,
        "rules": rules,
    }
)
