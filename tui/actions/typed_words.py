"""What typed words mean: a word for each field, or in any order, where each fills the first that takes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import add, or_
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.game import quoted
from tui.actions.action import NAMED, Action, Args, Kind, Place, Wrong, needed
from tui.boards import PLAYABLE
from tui.host.port import TableInfo
from tui.language.spelling import is_word, shown, spellings
from tui.language.texts import N_, NC_, NO_TEXT, Texts, Translatable
from tui.presenters.offers import clock_meant, game_meant
from tui.presenters.reader import SLASH

Meant = TypeVar("Meant")
NO_GAME = N_("There is no game called {game} here: {games}.")
ONE_WORD = frozenset({"table", "name", "game"})
"""Fields that are one word, even if they come last."""
GAME_NAMED = "[NAME]"
"""The usage of what is asked of a game that has ended, too."""
MOST_READ = 150
"""Words that are read one by one; further ones stand for themselves."""
MOST_DIGITS = 100
"""Digits of a number; `int` reads no more than some thousand."""
SEVERAL: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {"options": or_, "numbers": add, **dict.fromkeys(("starts", "text"), "{} {}".format)}
)
"""Fields that several words fill, and how."""
_DAYS: Mapping[str, Translatable] = MappingProxyType(
    {"today": NC_("typed time", "today|tonight"), "tomorrow": NC_("typed time", "tomorrow")}
)
CLOCK = "clock="
PROGRAMS = N_("programs")
OFF = NC_("typed answer", "off")
_IN = NC_("typed time", "in")
"""Stands before the time until the start: in 10m."""
_START = re.compile(r"\+[0-9]+[a-z]*|[0-9]{1,2}[:.][0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
"""A time or a date of a start time."""
_AT, _O_CLOCK = NC_("typed time", "at"), NC_("typed time", "o'clock")
"""Stand before and behind a time: at 8, 8 o'clock."""
_SPANS: Mapping[str, Translatable] = MappingProxyType(
    {"h": NC_("typed time", "hours|hour"), "d": NC_("typed time", "days|day")}
)
"""Units of the time until the start; minutes begin alike in all languages."""
_TWELVE_HOURS = re.compile(r"(1[0-2]|0?[1-9])(?:[:.]([0-5][0-9]))?([ap])m")
"""A time with am or pm."""


def read(
    action: Action[Args, Any], place: Place, words: str, options: Mapping[str, object] = MappingProxyType({})
) -> Args:
    """Return the fields that words mean, one each and the rest for the last. Raises Wrong."""
    if action.read:
        if len(words.split(None, MOST_READ)) > MOST_READ:
            raise Wrong
        meant = action.read(place, words)
        if isinstance(meant, Mapping):
            if not meant.keys() >= {*action.needed}:
                raise Wrong
            meant = action.args(**meant)
        if action.contradicts_itself(meant):
            raise Wrong
        return replace(meant, **options)
    args: type[Struct] = action.written if place.in_terminal else action.args
    required = [field for field in needed(args) if field not in {*options, *action.anywhere}]
    given, chosen = _sorted_out(action, place.texts, words.split())
    if required[:1] == ["table"] and len(given) == len(required) - 1:
        given = [_before(action, place), *given]
    elif required == ["game"] and not given:
        given = [place.game or next(iter(PLAYABLE))]
    more = given[len(required) :] if action.optional or ONE_WORD.issuperset(required[-1:]) else []
    surplus = given[-1] if len(more) > len(action.optional) else ""
    if surplus and "game" in args.__struct_fields__ and a_game(place.texts, surplus):
        raise Wrong(_one_too_many(place.texts, given[-2], surplus))
    if surplus or len(given) < len(required):
        raise Wrong
    last = max(0, len(required) - 1)
    filled = [*given[:last], " ".join(given[last : len(given) - len(more)])]
    chosen |= {**dict(zip(required, filled, strict=False)), **dict(zip(action.optional, more, strict=False))}
    if game := chosen.get("game"):
        chosen["game"] = a_game(place.texts, game)
        if not chosen["game"]:
            raise Wrong(not_meant(place.texts, game, NO_GAME))
    try:
        found: Any = msgspec.convert({**chosen, **options}, args, strict=False)
    except ValueError:
        raise Wrong from None
    if action.contradicts_itself(found):
        raise Wrong
    return action.meant(place, found)


def _sorted_out(
    action: Action[Any, Any], texts: Texts, words: Sequence[str]
) -> tuple[Sequence[str], dict[str, Any]]:
    """Return the words that fill fields by their place, and the fields that the others fill."""
    given, chosen = list[str](), dict[str, Any]()
    called = {field: named(field) for field in NAMED.intersection(action.args.__struct_fields__)}
    for word in words[:MOST_READ]:
        meant = {field: kind(texts, word) for field, kind in {**action.anywhere, **called}.items()}
        field = next((one for one, value in meant.items() if value is not None), "")
        if field and field not in chosen:
            chosen[field] = meant[field]
        else:
            given.append(word)
    return [*given, *words[MOST_READ:]], chosen


def _before(action: Action[Any, Any], place: Place) -> str:
    """Return the table before the player, or an ended game where one can be named. Raises Wrong."""
    if action.slash and action.slash.usage.text != GAME_NAMED:
        return table_before(place).id
    if place.record or place.in_terminal:
        return place.record or table_before(place).id
    raise Wrong(which_game(place.texts, action))


def which_game(texts: Texts, action: Action[Any, Any]) -> str:
    command = SLASH + shown(texts.of(action.called))
    return texts._("Which game? {command} NAME, or choose one in the lobby first.", command=command)


def table_before(place: Place) -> TableInfo:
    """Return the table before the player. Raises Wrong if there is none."""
    if place.table:
        return place.table
    raise Wrong("" if place.in_terminal else place.texts._("Which table? Choose or open one in the lobby."))


def sort_words(
    texts: Texts, words: str, usual: str, unclear: Translatable = NO_TEXT, **own: Kind
) -> dict[str, Any]:
    """Return the fields that words fill, in any order; some take several. Each fills the first that takes it,
    of its `own` kind or, by its name, of a usual one. Raises Wrong, which says what is `unclear`.
    """
    kinds = {**own, **{field: KINDS[field] for field in usual.split()}}
    found: dict[str, Any] = {}
    filled: dict[str, str] = {}
    if "starts" in kinds and "text" not in kinds:
        words = _with_times(texts, words)
    for word in words.split():
        fitting = {field: value for field, kind in kinds.items() if (value := kind(texts, word)) is not None}
        field = next((one for one in fitting if one not in found or one in SEVERAL), "")
        if not field:
            if fitting:
                raise Wrong(_one_too_many(texts, filled[next(iter(fitting))], word))
            raise Wrong(not_meant(texts, word, NO_GAME if "game" in kinds.keys() - found.keys() else unclear))
        filled[field] = word
        found[field] = SEVERAL[field](found[field], fitting[field]) if field in found else fitting[field]
    return found


def _one_too_many(texts: Texts, other: str, word: str) -> str:
    """Return the sentence that a word stands beside one that means as much."""
    word, other = quoted(word), quoted(other)
    return texts._("{word} can't stand beside {other}: leave one of them out.", word=word, other=other)


def in_order(kinds: Mapping[str, Kind], rest: str) -> Callable[[Place, str], dict[str, Any]]:
    """Return what reads fields in order, without those that do not take the next word, and the `rest`."""

    def read(place: Place, words: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for field, kind in kinds.items():
            word, _, behind = words.strip().partition(" ")
            if (value := kind(place.texts, word)) is not None:
                found[field], words = value, behind
        if not words.strip():
            raise Wrong
        return {**found, rest: words.strip()}

    return read


def not_meant(texts: Texts, word: str, unclear: Translatable) -> str:
    """Return the sentence that a word is unclear, or no game."""
    word = quoted(word)
    return texts.of(unclear, word=word, game=word, games=", ".join(PLAYABLE))


def a_word(_: Texts, word: str) -> str | None:
    return word or None


def written(pattern: str) -> Kind:
    """Return the kind of words that are written in one way."""
    return lambda _, word: word if re.fullmatch(pattern, word) else None


def one_of(words: Mapping[Meant, Translatable]) -> Callable[[Texts, str], Meant | None]:
    """Return the kind of words that mean the keys of a mapping, in English or in the player's language."""
    return lambda texts, word: next((one for one, said in words.items() if is_word(texts, said, word)), None)


def called(said: Translatable) -> Callable[[Texts, str], bool | None]:
    """Return the kind of a word, in English or in the player's language."""
    return one_of({True: said})


is_on = one_of({True: NC_("typed answer", "on"), False: OFF})
is_private = one_of({True: NC_("typed answer", "private"), False: NC_("typed answer", "public")})


def a_game(texts: Texts, word: str) -> str | None:
    """Return the key of a game, by that or by its name."""
    return game_meant(texts, word.casefold()) or None


def a_number(_: Texts, word: str) -> int | None:
    """Return a number that is written in digits."""
    return int(word) if word.isdecimal() and len(word) <= MOST_DIGITS else None


def an_option(_: Texts, word: str) -> Mapping[str, str] | None:
    """Return an option of a game and its value: rounds=4."""
    option, equals, value = word.partition("=")
    return {option: value} if equals else None


def a_clock(texts: Texts, word: str) -> str | None:
    """Return a clock, by its name or its time; what stands behind clock= is meant for one."""
    folded = word.casefold()
    if folded.startswith(CLOCK):
        folded = folded.removeprefix(CLOCK)
        return clock_meant(texts, folded) or folded
    return clock_meant(texts, folded) or (folded if folded[:1].isdecimal() else None)


def a_start(texts: Texts, word: str) -> object:
    """Return a day or a time as the host understands it."""
    folded = word.casefold()
    if twelve := _TWELVE_HOURS.fullmatch(folded):
        hour, minutes, half = twelve.groups()
        return f"{int(hour) % 12 + 12 * (half == 'p')}:{minutes or '00'}"
    return one_of(_DAYS)(texts, word) or (folded if _START.fullmatch(folded) else None)


def _with_times(texts: Texts, words: str) -> str:
    """Return words with the time of a start, or until it, as one of them: in 10 min and in 10 minutes are
    +10m, 8 pm is 8pm, at 8 and 8 o'clock are 8:00.
    """
    at, o_clock = _pattern(texts, _AT), _pattern(texts, _O_CLOCK)
    for pattern, one_word in (
        (rf"{_pattern(texts, _IN)} (?=\d)", "+"),
        (r"(\+\d+) ?min(?:[a-z]+|\.)?", r"\1m"),
        *((rf"(\+\d+) ?{_pattern(texts, said)}", rf"\1{unit}") for unit, said in _SPANS.items()),
        (r"(\+\d+) ([mhd])", r"\1\2"),
        (r"([\d:.]+) ([ap]m)", r"\1\2"),
        (rf"(\d{{1,2}}) {o_clock} ([0-5]\d)", r"\1:\2"),
        (rf"(\d{{1,2}}) {o_clock}", r"\1:00"),
        (rf"(\d{{1,2}}[:.]\d\d) {o_clock}", r"\1"),
        (rf"{at} (\d{{1,2}})", r"\1:00"),
        (rf"{at} (\d{{1,2}}(?:[:.]\d\d)?(?:[ap]m)?)", r"\1"),
    ):
        ends = "" if one_word == "+" else r"(?!\S)"
        words = re.sub(rf"(?<!\S){pattern}{ends}", one_word, words, flags=re.IGNORECASE)
    return words


def _pattern(texts: Texts, said: Translatable) -> str:
    """Return a pattern of what may be typed for it, in English too, the longest first."""
    typed = spellings(said.text) | spellings(texts.of(said))
    return f"(?:{'|'.join(map(re.escape, sorted(typed, key=len, reverse=True)))})"


def named(name: str) -> Kind:
    """Return the kind of words that begin with a name: club=NAME."""
    return lambda _, word: word[len(name) + 1 :] if word.casefold().startswith(f"{name}=") else None


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "game": a_game, "seats": a_number, "clock": a_clock, "starts": a_start, "options": an_option,
        "private": is_private, "programs": called(PROGRAMS), "text": a_word, "club": named("club"),
        "against": named("against"),
    }
)  # fmt: skip
"""What a word means for a field of one of these names."""
