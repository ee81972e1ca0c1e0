"""The words of the lobby: a sentence for each table and each finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from msgspec.structs import replace

from tui.boards.kit import seat_notes
from tui.host.port import FinishedGame, LobbySnapshot, TableInfo, TableSnapshot
from tui.host.table_search import FIRST_PAGE, TableSearch
from tui.language import elapsed
from tui.language.rating_words import rating_word
from tui.language.spelling import command_word, is_word, spellings
from tui.language.texts import NC_, Texts
from tui.presenters.listing import Item, OfferedGame, free_seats, heading, stage_words
from tui.presenters.offers import about, game_meant, short_title, size_words, title
from tui.presenters.reader import Reader
from tui.presenters.table_details import nobody_waits, record_line
from tui.presenters.turns import TurnState, turn_words

Stage = Literal["open", "running", "over", "frozen"]
STAGES: Sequence[Stage] = get_args(Stage)
MINE, ALL = NC_("typed search", "mine"), NC_("typed answer", "all")


def line(texts: Texts, item: Item, now: float, turn: TurnState | None = None, unread: int = 0) -> str:
    """Returns an item's line of the list; `turn`: who is asked there, if the player has a seat; `unread`: the
    number of chat lines there that they have not read.
    """
    if isinstance(item, OfferedGame):
        return f"{title(texts, item.game)}: {about(texts, item.game)}; {size_words(texts, item.game)}."
    if isinstance(item, FinishedGame):
        return _finished(texts, item, now)
    names = ", ".join(seat.name for seat in item.seats if seat.name)
    taken = texts._("{taken} of {number} seats taken", taken=len(item.seats) - free_seats(item),
                    number=len(item.seats))  # fmt: skip
    asked = item.your_seat is not None
    stage = turn_words(texts, item, turn, now)[0] if asked else stage_words(texts, item, spoken=True)
    who = f"{taken}: {names}" if names else taken
    if unread:
        stage = ", ".join((stage, texts.ngettext("{number} unread", "{number} unread", unread)))
    return f"{item.name}, {title(texts, item.game)}, {stage}; {who}."


def _finished(texts: Texts, game: FinishedGame, now: float) -> str:
    time = elapsed.in_coarse_words(texts, now - game.ended)
    ago = texts._("{time} ago", time=time) if time else texts._("just now")
    names = ", ".join(filter(None, game.names))
    over = texts.pgettext("table", "over")
    said = f"{game.name}, {title(texts, game.game)}, {over}, {ago}; {names}."
    if not game.places:
        return said
    own, number = game.places[game.your_seat - 1], len(game.places)
    if own == 1 and game.places.count(1) > 1:
        place = texts._("You share first place.")
    else:
        place = texts._("Your place: {place} of {number}.", place=own, number=number)
    return f"{said} {place}"


def details(texts: Texts, item: Item, now: float, host: str) -> list[str]:
    """Returns the details of a table or a finished game: its options, who sits where; `host` as in
    `Port.ssh_host`.
    """
    if isinstance(item, OfferedGame):
        return []
    head = f"{heading(texts, item, now).replace(' · ', ', ')}."
    if isinstance(item, FinishedGame):
        return [head, *_result(texts, item, host)]
    way_on = nobody_waits(texts, item, f"ssh {host} lend {item.name}") if host else ""
    return [head, *seat_lines(texts, item, now), *filter(None, [way_on]), *invitation(texts, item, host)]


def seat_lines(texts: Texts, table: TableInfo, now: float) -> list[str]:
    """Returns who sits where, a line each."""
    return [
        texts._("Seat {number}: {name}.", number=number, name=seat_words(texts, table, number, now))
        for number in range(1, len(table.seats) + 1)
    ]


def seat_words(texts: Texts, table: TableInfo, number: int, now: float) -> str:
    """Returns a seat's player and the note after their name."""
    seat = table.seats[number - 1]
    note, _ = seat_notes.note(texts, seat, now, you=table.your_seat == number)
    rating = f" ({rating_word(seat.rating)})" if seat.rating else ""
    return f"{seat_notes.name(texts, seat)}{rating} {note}".rstrip()


def invitation(texts: Texts, table: TableInfo, host: str) -> list[str]:
    """Returns how others join a private table whose code the player knows."""
    if not (table.code and host) or table.stage != "open":
        return []
    join = f"{command_word(texts, 'join')} {table.code}"
    shell = texts._("or straight from their shell: ssh {host} join {code}", host=host, code=table.code)
    return [texts._("Others join with: {join}", join=join), shell]


def _result(texts: Texts, game: FinishedGame, host: str) -> list[str]:
    if not game.places:
        return [texts._("It ended without a result.")]
    order = sorted(range(len(game.names)), key=lambda i: game.places[i])
    nobody = texts._("a deleted player")
    places = [f"{game.places[i]}. {game.names[i] or nobody}." for i in order]
    said = record_line(texts, host, game.id)
    return [*places, said] if said else places


def typed_search(texts: Texts, words: str) -> TableSearch:
    """Returns the search that typed words mean, in any order: a game, a stage, `mine`, parts of the names of
    a table or of those who sit there; without words, or by `all`: all tables.
    """
    text, search = f" {words.casefold()} ", FIRST_PAGE
    for stage in STAGES:
        for spelling in {stage, *spellings(texts.pgettext("table", stage))}:  # which may be two words
            if not search.stage and f" {spelling} " in text:
                text, search = text.replace(f" {spelling} ", " "), replace(search, stage=stage)
    for word in text.split():
        game = game_meant(texts, word)
        if game and not search.game:
            search = replace(search, game=game)
        elif is_word(texts, MINE, word):
            search = replace(search, mine=True)
        elif not is_word(texts, ALL, word):
            search = replace(search, words=(*search.words, word))
    return search


def found_words(texts: Texts, found: int) -> str:
    """Returns how many tables were found."""
    return texts.ngettext("{number} table", "{number} tables", found)


def facts(texts: Texts, table: TableInfo) -> str:
    """Returns what a list of tables says of one behind its name."""
    names: Sequence[str] = [seat.name for seat in table.seats if seat.name]
    seats = f"{len(table.seats) - free_seats(table)}/{len(table.seats)}"
    return ", ".join((short_title(texts, table.game), stage_words(texts, table), seats, *names))


def turns(reader: Reader, found: Sequence[TableSnapshot]) -> str:
    """Returns a line for each table that waits for the player, and what to do where nobody has to wait."""
    turns = [(one.info, TurnState(asked=True, since=one.since, deadline=one.deadline)) for one in found]
    lines = (line(reader.texts, info, reader.port.now(), turn) for info, turn in turns)
    return "\n".join((*lines, *ways_on(reader)))


def ways_on(reader: Reader) -> Sequence[str]:
    """Returns for whom nobody has to wait at the player's tables, and how a bot plays for them."""
    seen: list[LobbySnapshot] = []
    reader.port.follow_lobby(seen.append)()
    host = reader.port.ssh_host
    found = (nobody_waits(reader.texts, one, f"ssh {host} lend {one.name}") for one in seen[0].tables)
    return [one for one in found if one]
