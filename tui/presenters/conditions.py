"""What others may do at a table soon, in sentences: what a player's answers beforehand can be about."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine import codec, plans
from engine.chance import FairChance
from engine.plans import Condition
from engine.playthrough import show
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.board import Board, EventText, Names, names_of
from tui.host.port import TableSnapshot
from tui.language.texts import GAP, Texts, TextsWithGaps
from tui.presenters.describe_event import describe_event, sentence

QUOTES = str.maketrans("", "", "\"'“”„«»:…")
ENDING = ".,:;!… "
MORE = f" {GAP}"
"""Behind words that a sentence begins with."""
REMARK = re.compile(rf"\([^)]*{GAP}[^)]*\)")
PASSED = "passed"
"""The tag of an event that boards need not tell: nothing was done."""
FEWEST_WORDS = 2
"""Of a condition: who, and what they do."""
MOST_EVENTS = 100
AT_ONCE = 32
"""Events, with what they mean, after which others have their turn."""


_Group = tuple[str, int | None]
"""What is done, and by which seat."""


class Foreseen(NamedTuple):
    """An event that may come, in words."""

    text: str
    event: Any
    kind: str
    """The same with gaps where such sentences differ."""
    plain: tuple[str, str]
    """Both as they are compared with what is typed."""

    @property
    def group(self) -> _Group:
        return type(self.event).__name__, getattr(self.event, "seat", None)


def foreseen(texts: Texts, snapshot: TableSnapshot) -> Sequence[Foreseen]:
    """Returns what a condition can be about: what happened, and what may, done by anybody else."""
    return [one for one in _foreseeing(texts, snapshot) if one]


async def foreseen_in_slices(texts: Texts, snapshot: TableSnapshot) -> Sequence[Foreseen]:
    """Returns the same; others have their turn meanwhile: it takes some 10 ms."""
    found = list[Foreseen]()
    for number, one in enumerate(_foreseeing(texts, snapshot)):
        if one:
            found.append(one)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return found


def _foreseeing(texts: Texts, snapshot: TableSnapshot) -> Iterator[Foreseen | None]:
    """Yields what a condition can be about; None after an event that says nothing new."""
    game, seat = PLAYABLE[snapshot.info.game], snapshot.seat or 0
    board, names = BOARDS[snapshot.info.game], names_of(texts, snapshot.info.seats)
    soon = plans.foreseen(game, snapshot.view, seat, FairChance(b"foreseen"))
    others = [one for one in range(1, len(snapshot.info.seats) + 1) if one != seat]
    known = set[bytes]()
    for event in chain(snapshot.past, snapshot.events, soon):
        own = getattr(event, "seat", None)
        for who in (own, *others) if own else (None,):
            one = event if who == own else show(game, replace(event, seat=who), seat)
            if one is not None and (key := codec.encode(one)) not in known:
                known.add(key)
                told = _told(texts, board, names, one)
                meant = told and told.seat == who
                kind = _kind(texts, board, names, one) if meant else ""
                if told and meant:
                    yield _foreseen(sentence(names, told), one, kind)
        yield None


def _foreseen(text: str, event: Any, kind: str) -> Foreseen:
    return Foreseen(text, event, kind, (plainly(text), plainly(kind)))


def most_words(known: Sequence[Foreseen]) -> int:
    """Returns how many words a condition can have at most."""
    return max((len(text.split()) for one in known for text in one.plain), default=0)


def _told(texts: Texts, board: Board, names: Names, event: Any) -> EventText | None:
    told, seat = describe_event(texts, board, names, event), getattr(event, "seat", None)
    if told is None and seat and _tag(event) == PASSED:
        return EventText(seat, texts._("passes"))
    return told


def _kind(texts: Texts, board: Board, names: Names, event: Any) -> str:
    """Returns the sentence of an event with gaps: of several in a row one, also for a remark in brackets."""
    told = _told(_with_gaps(texts.language), board, names, event)
    words = REMARK.sub(GAP, sentence(names, told) if told else "").split()
    begun = max((at + 1 for at, word in enumerate(words) if any(map(str.isalpha, word))), default=0)
    kept = (word for at, word in enumerate(words[:begun]) if word != GAP or words[at - 1] != GAP)
    return " ".join(kept).rstrip(ENDING) + (MORE if any(GAP in word for word in words[begun:]) else "")


@cache
def _with_gaps(language: str) -> TextsWithGaps:
    return TextsWithGaps(language)


def _tag(event: Any) -> str | int | None:
    tag: str | int | None = event.__struct_config__.tag
    return tag


async def listed(texts: Texts, snapshot: TableSnapshot) -> Sequence[str]:
    """Returns what others may do, in whole sentences or with gaps; others have their turn meanwhile."""
    return kinds_of(await foreseen_in_slices(texts, snapshot), snapshot.seat)


def kinds_of(known: Sequence[Foreseen], seat: int | None) -> Sequence[str]:
    """Returns the sentences of what others than a seat may do."""
    return sorted({one.kind for one in known if one.group[1] not in {None, seat}})


def typed(kind: str, kinds: Sequence[str]) -> str:
    """Returns what is typed for one of such sentences: who does what if that is enough, else all of it, in
    quotes: in a clause its words would have another order in some languages.
    """
    whole = kind.removesuffix(MORE)
    begun = whole.partition(GAP)[0].strip()
    alone = begun == whole or sum(_begins(plainly(begun), one) for one in kinds) == 1
    return begun if alone and len(begun.split()) == FEWEST_WORDS else f'"{whole}"'


def example(kinds: Sequence[str]) -> str:
    """Returns what is typed for one of these sentences, if possible without quotes."""
    return min((typed(one, kinds) for one in kinds), key=lambda one: '"' in one)


def meaning(words: str, known: Sequence[Foreseen]) -> Condition | None:
    """The condition that words mean: they are, or begin, sentences of what somebody does. None: none."""
    said = plainly(words)
    if len(said.split()) < FEWEST_WORDS:
        return None
    begun = f"{said} "
    meant = [one for one in known if any(text == said or text.startswith(begun) for text in one.plain)]
    if not meant:
        return None
    whole = any(said == one.plain[0] for one in meant)
    kind = next((one.kind for one in meant if said == one.plain[1]), "")
    told = kind or f"{' '.join(words.split()).rstrip(ENDING)}{'' if whole else MORE}"
    events = (
        _events(group, meant, known, whole=whole) for group in dict.fromkeys(one.group for one in meant)
    )
    return Condition(tuple(chain.from_iterable(events))[:MOST_EVENTS], told[:200])


def _begins(said: str, text: str) -> bool:
    return f"{plainly(text)} ".startswith(f"{said} ")


def _events(
    group: _Group, meant: Sequence[Foreseen], known: Sequence[Foreseen], *, whole: bool
) -> Sequence[Mapping[str, Any]]:
    """Returns what the events of one thing have that are meant: where no other has it, what they have in
    common, so that those that were not foreseen are meant, too.
    """
    fields = [msgspec.to_builtins(one.event) for one in meant if one.group == group]
    others = [msgspec.to_builtins(one.event) for one in known if one.group == group and one not in meant]
    if not others and not (whole and len(fields) == 1):
        return [{name: value for name, value in fields[0].items() if name in {"type", "seat"}}]
    common = dict(item for item in fields[0].items() if all(item in one.items() for one in fields))
    return fields if any(common.items() <= one.items() for one in others) else [common]


def plainly(text: str) -> str:
    """Returns a text as it is compared: small letters, without signs."""
    words = text.casefold().translate(QUOTES).split()
    return " ".join(filter(None, (word.rstrip(ENDING) for word in words)))
