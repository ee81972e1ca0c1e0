"""The options of a table: those of its game and those of the host. Pure.

Of the game's options those are stored that differ from their defaults; earlier versions stored all. The host
has five. Whether players are shown their odds (`odds`, for games that have them); only `off` is
stored. Whether the game is rated (`rated`); only `on` is stored, so that tables opened before there were
ratings stay unrated. Whether programs may play (`programs`); only what differs from the default is stored:
they may, except where anybody may join a rated game. Whether draws follow from seat, round and throw
(`chance`, docs/duplicate.md); only `duplicate` is stored. What happens where the clock of a seat runs out
(`late`): by default a move is made for it; a `bot` takes over until its player is back, the seat is `lost`,
or `nothing` happens, and the others decide.

Of a table that is a lesson, its opening has the lesson's version (`lesson`); of one that goes on from another
game, that game's id and the number of the position (`from`); of one whose deal other tables play, too,
the id of the deal (`deal`); of one of a cup, the cup, its round and the table's number there (`cup`), and the
seconds after which its clock hurries (`limit`). Nobody can ask for these when opening a table.
None of them is a rule, so the game does not know them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec

from engine.game import AnyGame
from engine.lessons import Lesson
from engine.options import changed_options, defaults, format_options, parse_options, text_of
from engine.records.record import CHANCE, DUPLICATE
from tui.host.refusals import refused

ODDS = "odds"
RATED = "rated"
PROGRAMS = "programs"
LATE = "late"
ON, OFF = "on", "off"
MOVE, BOT, LOST, NOTHING = "move", "bot", "lost", "nothing"
"""What happens when the time of a seat is up."""
LESSON = "lesson"
FROM = "from"
DEAL = "deal"
CUP, LIMIT = "cup", "limit"
DAILY = "daily-"
"""What the id of a deal of the day begins with; it ends with the date."""
DAY = 86_400.0
HOSTS = frozenset((ODDS, RATED, PROGRAMS, CHANCE, LATE, LESSON, FROM, DEAL, CUP, LIMIT))
USUAL = "usual"
"""The chance of a table without the option: each draw follows from its number."""
"""Options that are the host's, not the game's."""
_MEANT: Mapping[str, str] = MappingProxyType({ON: ON, OFF: OFF, "true": ON, "false": OFF})

TableOptions = Mapping[str, str | int]
"""Options by name, as openings store them and the lobby lists them."""


def parse_table_options(
    game: AnyGame, texts: Mapping[str, str], *, private: bool = False, by_program: bool = False
) -> dict[str, str | int]:
    """Return the options of a table from texts, the game's own as far as they differ from their defaults. By
    default it is unrated, and programs are welcome where a program opens it. Raises Refused like
    `parse_options`.
    """
    wanted = dict(texts)
    found: dict[str, str | int] = {}
    if game.odds_calculator and _is_off(ODDS, wanted.pop(ODDS, ON)):
        found[ODDS] = OFF
    if not _is_off(RATED, wanted.pop(RATED, OFF)):
        found[RATED] = ON
    usual = ON if has_programs(found, private=private) else OFF
    programs = OFF if _is_off(PROGRAMS, wanted.pop(PROGRAMS, ON if by_program else usual)) else ON
    if programs != usual:
        found[PROGRAMS] = programs
    if (chance := wanted.pop(CHANCE, USUAL)) == DUPLICATE:
        found[CHANCE] = DUPLICATE
    elif chance != USUAL:
        raise refused("option-not-possible", option=CHANCE, value=chance, accepted=f"{USUAL}, {DUPLICATE}")
    if (late := wanted.pop(LATE, MOVE)) in {BOT, LOST, NOTHING}:
        found[LATE] = late
    elif late != MOVE:
        accepted = f"{MOVE}, {BOT}, {LOST}, {NOTHING}"
        raise refused("option-not-possible", option=LATE, value=late, accepted=accepted)
    return changed_options(parse_options(game, wanted)) | found


def _is_off(option: str, value: str) -> bool:
    """Return whether a text means off. Raises Refused if it means nothing."""
    if value not in _MEANT:
        raise refused("option-not-possible", option=option, value=value, accepted=f"{ON}, {OFF}")
    return _MEANT[value] == OFF


def game_options(game: AnyGame, options: TableOptions) -> Any:
    """Return the game's own options. Raises msgspec.ValidationError if the game does not know them."""
    own = {name: value for name, value in options.items() if name not in HOSTS}
    return msgspec.convert(own, game.Options)


def listed_options(game: AnyGame | None, options: TableOptions) -> TableOptions:
    """Return the options as players and programs are shown them: all of the game's, whether named or not."""
    return {**defaults(game.Options), **options} if game else options


def named_options(game: AnyGame, options: TableOptions) -> dict[str, str]:
    """Return the game's options that an opening names, as texts. Raises msgspec.ValidationError if the game
    does not know them.

    That is what the game's record says, to the letter, however many options the game gets later: players have
    signed it. Openings of earlier versions name every option.
    """
    own = msgspec.to_builtins(game_options(game, options))
    return {name: text_of(value) for name, value in own.items() if name in options}


def option_texts(game: AnyGame, options: TableOptions) -> dict[str, str]:
    """The options as texts for `parse_table_options`. Raises msgspec.ValidationError if they are unknown."""
    host = {name: str(options[name]) for name in (ODDS, RATED, PROGRAMS, CHANCE, LATE) if name in options}
    return format_options(game_options(game, options)) | host


def has_odds(options: TableOptions) -> bool:
    """Return whether players may ask for their odds."""
    return options.get(ODDS) != OFF


def is_rated(options: TableOptions) -> bool:
    """Return whether the game is rated, if two accounts or more sit there."""
    return options.get(RATED) == ON


def has_programs(options: TableOptions, *, private: bool) -> bool:
    """Return whether programs may play: by default everywhere but at a rated table that anybody may join."""
    return options.get(PROGRAMS, ON if private or not is_rated(options) else OFF) == ON


def check_programs(options: TableOptions, *, private: bool) -> None:
    """Raise Refused if programs may not play at a table."""
    if not has_programs(options, private=private):
        raise refused("programs-unwelcome")


def is_duplicate(options: TableOptions) -> bool:
    """Return whether draws follow from seat, round and throw."""
    return options.get(CHANCE) == DUPLICATE


def deal_of(options: TableOptions) -> str | None:
    """Return the id of the deal that is played at other tables, too; None: it is the table's own."""
    return str(options[DEAL]) if DEAL in options else None


def closes_at(options: TableOptions) -> float | None:
    """Return when the deal of a table closes: that of a day at its end, in UTC; None: no time is set."""
    deal = deal_of(options) or ""
    if not deal.startswith(DAILY):
        return None
    return datetime.fromisoformat(f"{deal[-10:]}T00:00:00+00:00").timestamp() + DAY


def cup_of(options: TableOptions) -> str | None:
    """Return the id of the cup that a table belongs to; None: it belongs to none."""
    return str(options[CUP]).partition("/")[0] if CUP in options else None


def is_lesson(options: TableOptions) -> bool:
    """Return whether the table was opened for a lesson: it counts for nothing."""
    return LESSON in options


def is_continued(options: TableOptions) -> bool:
    """Return whether the table goes on from a position of another game: practice, never rated."""
    return FROM in options


def is_unproven(options: TableOptions) -> bool:
    """Return whether some draws of the table do not come from its seed, so that its seed proves nothing."""
    return is_lesson(options) or is_continued(options)


def continued_from(options: TableOptions) -> tuple[str, int]:
    """Return the game that a table goes on from, '' if it has no id here, and the number of the position."""
    game, _, position = str(options[FROM]).partition(":")
    return game, int(position)


def lesson_of(game: AnyGame | None, options: TableOptions) -> Lesson | None:
    """Return the lesson that a table follows; None: it is none, or the host has another version by now."""
    lesson = game.lesson if game else None
    return lesson if lesson and options.get(LESSON) == lesson.version else None
