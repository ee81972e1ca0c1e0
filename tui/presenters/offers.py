"""The tables that the lobby offers to open: the games of this host, their seats and options, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import structs

from engine.game import AnyGame
from engine.options import defaults
from engine.registry import GAMES
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.board import OptionWords
from tui.host.turn_clocks import A_DAY, A_DAY_EACH, NAMED, NO_CLOCK, TIME
from tui.language.spelling import spellings
from tui.language.texts import N_, NC_, NN_, Texts, Translatable

RATED = "rated"
"""The host's option that says whether the result changes ratings."""
OPTIONS: Mapping[str, OptionWords] = MappingProxyType(
    {
        "edition": OptionWords(N_("Rules"), {"de": N_("German edition"), "en": N_("English edition")}),
        "rounds": OptionWords(
            N_("Round limit"),
            unusual=NN_("at most {number} round", "at most {number} rounds"),
            help=N_("The game ends after this many rounds, if nobody has brought it to an end before."),
        ),
        "odds": OptionWords(
            N_("Odds"),
            {"on": N_("shown on request"), "off": N_("hidden")},
            help=N_("Whether players may see the odds during the game."),
        ),
        RATED: OptionWords(
            N_("Rating"),
            {"on": N_("rated"), "off": N_("unrated")},
            help=N_("Rated: the result changes the ratings, if two players or more have an account."),
        ),
        "late": OptionWords(
            N_("Out of time"),
            {
                "move": N_("a move is made"),
                "bot": N_("a bot takes over"),
                "lost": N_("the seat is lost"),
                "nothing": N_("the others decide"),
            },
            help=N_("What happens when a clock runs out. From a bot a player can take the seat back."),
        ),
    }
)
"""The words of options that several games have; other options have theirs in their game's board."""
CLOCK_NAMES: Mapping[str, Translatable] = MappingProxyType(
    {
        "live": NC_("clock", "live"),
        "evening": NC_("clock", "evening"),
        "correspondence": NC_("clock", "correspondence"),
    }
)
WITHOUT = NC_("typed clock", "none")
LATE = "late"
"""The host's option that says what happens when the time of a seat is up."""
USUAL_SEATS = 3
NUMBERS = (10, 20, 30, 60, 100, 200)
"""The values offered for an option that is a number, besides its default."""


class OfferedOption(NamedTuple):
    """An option of a game, with its possible values."""

    option: str
    values: tuple[str, ...]
    usual: str


class Offer(NamedTuple):
    """A game that can be opened."""

    game: str
    seats: Sequence[int]
    choices: tuple[OfferedOption, ...]


class OptionChoice(NamedTuple):
    """The table that a game is opened with by default."""

    offer: Offer
    seats: int
    options: Mapping[str, str]


@cache
def offers() -> tuple[Offer, ...]:
    """Returns every game that can be played here, in the order of the registry."""
    return tuple(Offer(game.key, game.seats, _choices(game)) for game in PLAYABLE.values())


def default_choice(game: str) -> OptionChoice:
    """Returns the default table of a game; an unknown game is left for the host to refuse."""
    offer = next((offer for offer in offers() if offer.game == game), offers()[0])
    seats = USUAL_SEATS if USUAL_SEATS in offer.seats else offer.seats[0]
    return OptionChoice(offer, seats, {choice.option: choice.usual for choice in offer.choices})


def _choices(game: AnyGame) -> tuple[OfferedOption, ...]:
    """Returns the options that are a choice among words or a number; the host's own after the game's."""
    found = (_choice(field) for field in structs.fields(game.Options))
    odds = (OfferedOption("odds", ("on", "off"), "on"),) if game.odds_calculator else ()
    late = OfferedOption(LATE, ("move", "bot", "lost", "nothing"), "move")
    rated = OfferedOption(RATED, ("on", "off"), "on")
    return (*(choice for choice in found if choice.values), *odds, rated, late)


def _choice(field: Any) -> OfferedOption:
    kinds = get_args(field.type)
    if int in kinds:
        numbers = [number for number in sorted({*NUMBERS, field.default}) if _is_possible(field, number)]
        return OfferedOption(field.name, tuple(map(str, numbers)), str(field.default))
    words = kinds if all(isinstance(kind, str) for kind in kinds) else ()
    return OfferedOption(field.name, words, field.default)


def _is_possible(field: Any, number: int) -> bool:
    """Returns whether a number is within the bounds that the option's type has."""
    try:
        msgspec.convert(number, field.type)
    except msgspec.ValidationError:
        return False
    return True


def title(texts: Texts, game: str) -> str:
    return texts.of(BOARDS[game].title) if game in BOARDS else game


def aim(texts: Texts, game: str) -> str:
    """What players do in a game and who wins, in a sentence or two; '' if its board has no words for that."""
    said = BOARDS[game].aim if game in BOARDS else None
    return texts.of(said) if said else ""


def short_title(texts: Texts, game: str) -> str:
    """Returns the name of a game in a word."""
    return texts.of(BOARDS[game].short) if game in BOARDS else game


def game_names(texts: Texts, game: str) -> frozenset[str]:
    """Returns what may be typed for a game that is listed: its key and its names, in small letters."""
    return spellings(title(texts, game)) | spellings(short_title(texts, game)) | {game}


def game_meant(texts: Texts, word: str) -> str:
    """Returns the game that a word means: by its key, or a word of its title; '' if none."""
    for game in PLAYABLE:
        named = f"{title(texts, game)} {short_title(texts, game)}"
        if word in {game, *(spelling for one in named.split() for spelling in spellings(one))}:
            return game
    return ""


def about(texts: Texts, game: str) -> str:
    """Returns what a game is, in a few words."""
    return texts.of(BOARDS[game].about) if game in BOARDS else ""


def size_words(texts: Texts, game: str) -> str:
    """Returns how many play a game, and how long."""
    found = GAMES.get(game)
    if found is None or game not in BOARDS:
        return ""
    least, most, minutes = found.seats[0], found.seats[-1], BOARDS[game].minutes
    if least == most:
        return texts._("{seats} players, {number} min", seats=most, number=minutes)
    return texts._("{least}-{most} players, {number} min", least=least, most=most, number=minutes)


def brief_size(texts: Texts, game: str) -> str:
    """Returns the same in as few cells as it takes."""
    found = GAMES[game]
    minutes = texts._("{number} min", number=BOARDS[game].minutes)
    least, most = found.seats[0], found.seats[-1]
    return f"{most}  {minutes}" if least == most else f"{least}-{most}  {minutes}"


def opponent_word(game: str, bot: str) -> str:
    """Returns the name of an opponent; the bot's key if it is none."""
    return GAMES[game].opponents.name_of(bot) if game in GAMES else bot


def option_help(texts: Texts, game: str, option: str) -> str:
    """Returns what an option of a game means, in a sentence or two; '' if nothing is said of it."""
    own = BOARDS[game].option_help.get(option) if game in BOARDS else None
    words = _option_words(game, option)
    found = own or (words.help if words else None)
    return texts.of(found) if found else ""


def option_word(texts: Texts, game: str, option: str) -> str:
    words = _option_words(game, option)
    return texts.of(words.name) if words else option


def value_word(texts: Texts, game: str, option: str, value: str | int) -> str:
    words = _option_words(game, option)
    found = words.values.get(str(value)) if words else None
    return texts.of(found) if found else str(value)


def _option_words(game: str, option: str) -> OptionWords | None:
    own = BOARDS[game].options if game in BOARDS else {}
    return own.get(option) or OPTIONS.get(option)


def unusual_options(texts: Texts, game: str, options: Mapping[str, str | int]) -> tuple[str, ...]:
    """Returns one phrase for each option of a table that differs from the default."""
    if "lesson" in options:
        return (texts._("lesson"),)
    if "from" in options:
        return (texts._("played on"),)
    usual = defaults(GAMES[game].Options) if game in GAMES else {}
    luck = (texts._("shared luck"),) if options.get("chance") == "duplicate" else ()
    agreed = ((name, options.get(name, value)) for name, value in usual.items())
    unusual = (_agreed(texts, game, name, value) for name, value in agreed if str(value) != str(usual[name]))
    late = value_word(texts, game, LATE, options[LATE]) if options.get(LATE, "move") != "move" else ""
    return (*unusual, *luck, *([texts._("time up: {then}", then=late)] if late else []))


def _agreed(texts: Texts, game: str, option: str, value: str | int) -> str:
    words = _option_words(game, option)
    if words and words.unusual:
        return texts.of(words.unusual, number=value)
    return value_word(texts, game, option, value)


def clock_word(texts: Texts, clock: str) -> str:
    """Returns what a table's turn clock means, in words."""
    if clock == NO_CLOCK:
        return texts._("no clock")
    if clock == A_DAY_EACH:
        return texts._("a day for each move")
    first, _, more = clock.partition("+")
    if more:
        return texts._(
            "{time} in all, {more} more each turn", time=_amount(texts, first), more=_amount(texts, more)
        )
    if first.endswith("d"):  # in German days have another form here than in a bank
        return texts.ngettext("{number} day a turn", "{number} days a turn", int(first[:-1]))
    return texts._("{time} a turn", time=_amount(texts, first))


def named_clock(texts: Texts, clock: str) -> str:
    """Returns the same, behind the name of a clock that has one."""
    name = next((name for name, its in NAMED.items() if its == clock), None)
    said = clock_word(texts, clock)
    return f"{texts.of(CLOCK_NAMES[name])}: {said}" if name else said


def clock_meant(texts: Texts, word: str) -> str:
    """Returns the clock that a player's word names, in English or in the player's language; '': none."""
    named = {clock: (name, CLOCK_NAMES[name]) for name, clock in NAMED.items()}
    named[NO_CLOCK] = (NO_CLOCK, WITHOUT)
    return next(
        (clock for clock, (name, own) in named.items() if word in {name, *spellings(texts.of(own))}),
        A_DAY if word == A_DAY_EACH else "",
    )


def _amount(texts: Texts, time: str) -> str:
    """Returns a time such as 90m in words."""
    found = TIME.fullmatch(time)
    if found is None:
        return time
    number = int(found[1])
    match found[2]:
        case "s":
            return texts._("{number} s", number=number)
        case "m":
            return texts._("{number} min", number=number)
        case "h":
            return texts._("{number} h", number=number)
    return texts.ngettext("{number} day", "{number} days", number)


def brief_clock(clock: str) -> str:
    """Returns a turn clock in a few cells, with the units' signs of any language; of one with a bank its bank
    and a +; '' if there is none.
    """
    bank, more, _ = clock.partition("+")
    found = TIME.fullmatch(bank)
    if clock == NO_CLOCK or found is None:
        return ""
    unit = {"m": "min"}.get(found[2], found[2])
    return f"{found[1]} {unit}{more}"
