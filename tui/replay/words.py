"""The words for a game that is looked at again: where one is, through whose eyes, what decided it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from engine.analysis.rounds import Curve
from engine.records.course import Course
from tui.boards import BOARDS
from tui.boards.kit.board import Names, names_of
from tui.host.pictures import SOMEBODY, ReplayedGame, TableSnapshot
from tui.language.spelling import spellings
from tui.language.texts import Texts
from tui.presenters import table_words
from tui.presenters.describe_event import describe_event, sentence
from tui.replay.cursor import OPEN, SPECTATOR, Eyes, ReplayCursor
from tui.replay.frames import frame, shown


def snapshot_of(texts: Texts, cursor: ReplayCursor) -> TableSnapshot:
    """Returns the snapshot at a cursor, with words for players who have no name there."""
    return frame(cursor, called(texts, cursor.course))


def names_in(texts: Texts, course: Course) -> Names:
    """Returns the names of a game's seats, with words for players who have none there."""
    names = called(texts, course)
    return lambda seat: names[seat - 1]


def called(texts: Texts, course: Course) -> list[str]:
    """Returns who sat where: of who deleted the account or hides the profile, that it is one of these."""
    unnamed = {"": texts._("a deleted player"), SOMEBODY: texts._("a player")}
    return [unnamed.get(name, name) for name in course.header.seats]


def where(texts: Texts, cursor: ReplayCursor) -> str:
    """Returns the position, as a sentence without its full stop."""
    return texts._("position {number} of {last}", number=cursor.position, last=cursor.course.last)


def through(texts: Texts, cursor: ReplayCursor, names: Names) -> str:
    """Returns whose eyes the game is seen through, in a word or two."""
    if cursor.eyes == OPEN:
        return texts.pgettext("replay", "open")
    if cursor.eyes == SPECTATOR:
        return texts.pgettext("replay", "as a spectator")
    return texts._("as {name}", name=names(cursor.eyes))


def to_move(texts: Texts, snapshot: TableSnapshot, names: Names) -> str:
    """Returns who is to move, in a sentence; '' if nobody is."""
    if not snapshot.waiting_for:
        return texts._("The game is over.") if snapshot.info.stage == "over" else ""
    return texts._("To move: {names}.", names=", ".join(map(names, snapshot.waiting_for)))


def happened(texts: Texts, cursor: ReplayCursor, first: int, last: int, most: int) -> list[str]:
    """Returns what the steps from `first` to `last` did, as sentences: the last `most` of them."""
    snapshot = snapshot_of(texts, cursor)
    board, names = BOARDS[snapshot.info.game], names_of(texts, snapshot.info.seats)
    seen = (shown(cursor, event) for event in reversed(cursor.course.happened(first, last)))
    told = (describe_event(texts, board, names, event) for event in seen if event is not None)
    return [sentence(names, one) for one in islice(filter(None, told), most)][::-1]


def moments(texts: Texts, course: Course, names: Names) -> list[tuple[int, str]]:
    """Returns what decided the game: positions, and what happened there."""
    tell: Callable[..., str] | None = BOARDS[course.game.key].moment
    if tell is None:
        return []
    return [(number, tell(texts, names, moment, None)) for number, moment in course.moments()]


def eyes_called(texts: Texts, typed: str, names: Sequence[str]) -> Eyes | None:
    """Returns whose eyes a typed word means: a player's name or seat, open, a spectator; None: nobody's."""
    word = typed.casefold()
    if word in {"open", *spellings(texts.pgettext("replay", "open"))}:
        return OPEN
    if word in {"spectator", *spellings(texts.pgettext("replay word", "spectator"))}:
        return SPECTATOR
    if word.isdecimal() and 1 <= int(word[:3]) <= len(names):
        return int(word[:3])
    found = [seat for seat, name in enumerate(names, 1) if word and name.casefold().startswith(word)]
    return found[0] if len(found) == 1 else None


def course_of(texts: Texts, game: ReplayedGame, curve: Curve) -> Iterator[str]:
    """Returns how the chances went in an ended game, as its player saw it."""
    cursor = ReplayCursor(game, game.course.last, game.your_seat or SPECTATOR)
    snapshot = replace(snapshot_of(texts, cursor), curve=curve)
    names = names_of(texts, snapshot.info.seats)
    yield from table_words.course(texts, BOARDS[snapshot.info.game], snapshot, names)
