"""What a table showed at a position of a game, as the snapshot that boards draw; nobody is asked anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import asdict, replace

from engine.playthrough import show
from tui.host.pictures import Seat, StageName, TableInfo, TableSnapshot
from tui.replay.cursor import OPEN, ReplayCursor


def frame(cursor: ReplayCursor, names: Sequence[str] = ()) -> TableSnapshot:
    """Returns the snapshot at a cursor; the seats have `names`, or those of the record."""
    header, playthrough = cursor.course.header, cursor.course.at(cursor.position)
    stage: StageName = "over" if playthrough.over else "running"
    info = TableInfo(
        id=cursor.game.id,
        name=cursor.game.id[:8],
        game=header.game,
        options=header.options,
        seats=tuple(Seat(name or "?", "player") for name in names or header.seats),
        stage=stage,
        since=0.0,
        round=cursor.course.rounds[cursor.position],
        your_seat=cursor.game.your_seat,
    )
    over = playthrough.over
    return TableSnapshot(
        info,
        seq=cursor.position,
        seat=cursor.seat,
        view=playthrough.reveal(cursor.seat) if cursor.eyes == OPEN else playthrough.view(cursor.seat),
        waiting_for=tuple(sorted(ask.seat for ask in playthrough.asks)),
        standings=playthrough.standings() if over else (),
        verdict=playthrough.verdict() if over else None,
        moments=playthrough.moments() if over else (),
    )


def as_table(snapshot: TableSnapshot) -> TableInfo:
    """Returns what commands see at any position of the game: a table that is over."""
    return replace(snapshot.info, stage="over")


def shown(cursor: ReplayCursor, event: Any) -> Any:
    """Returns what a cursor's eyes see of an event; None if they see nothing of it."""
    return event if cursor.eyes == OPEN else show(cursor.course.game, event, cursor.seat)


def events(cursor: ReplayCursor, first: int, last: int) -> Sequence[Any]:
    """Returns what is seen of the steps from `first` to `last`, in order."""
    seen = (shown(cursor, event) for event in cursor.course.happened(first, last))
    return [event for event in seen if event is not None]


def position(at: ReplayCursor) -> Mapping[str, Any]:
    """Returns what a program is told of a position."""
    game, course = at.game, at.game.course
    picture, step = frame(at), course.steps[at.position]
    return {
        "table": game.id,
        "game": course.game.key,
        "names": course.header.seats,
        "position": at.position,
        "positions": course.last,
        "round": course.rounds[at.position],
        "seat": picture.seat,
        "view": picture.view,
        "waiting_for": picture.waiting_for,
        "step": {"seat": step.seat, "notation": step.notation, "draws": step.draws},
        "events": events(at, at.position, at.position),
        "standings": picture.standings,
        "moments": [{"position": number, **asdict(moment)} for number, moment in course.moments()],
    }
