"""The result of an ended game: who sat where, their places and points, and whether it counts.

It follows from the table's opening and the last entry of its log, and is stored in the same transaction as
that entry. Ratings after the game are stored beside it, with each seat.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from server.identity.accounts import is_guest
from server.log.entries import Opening, Outcome
from server.log.results import counted_places
from server.log.table_options import is_continued, is_lesson
from tui.host.history import GameKind, HolderKind, SeatFate
from tui.host.pictures import Ending


class SeatResult(Struct, frozen=True):
    """What the game was for one seat. `who` is the account's id, the pseudonym of one that is gone, a bot's
    key, or '' for a guest.
    """

    seat: int
    holder: HolderKind
    who: str
    name: str
    """At that time; '' for an account that is gone."""
    place: int = 0
    """0: the game has no result. Who left has the last place, whatever a bot achieved there."""
    points: int | None = None
    """None: there are none, or they are not known any more."""
    fate: SeatFate = ""
    program: bool = False
    """Whether its player moved through the API."""
    moves: int | None = None
    """How many moves its player made; None: that is not known, or not asked for here."""


class GameResult(Struct, frozen=True):
    """An ended game. `table` is the id of its table, which is the game's, and `name` the table's name."""

    table: str
    name: str
    game: str
    options: Mapping[str, str | int]
    kind: GameKind
    private: bool
    started: float
    """0: not known."""
    ended: float
    ending: Ending
    seats: tuple[SeatResult, ...] = ()
    void: bool = False
    """Whether a moderator has decided that it changes no ratings."""

    @property
    def counts(self) -> bool:
        """Whether the game counts in statistics: a match with places."""
        return self.kind == "match" and any(seat.place for seat in self.seats)

    @property
    def is_shared(self) -> bool:
        """Whether several seats have the first place."""
        return sum(seat.place == 1 for seat in self.seats) > 1

    def seat_of(self, account: str) -> SeatResult | None:
        """Return the seat that an account had, None if it had none."""
        return next((seat for seat in self.seats if seat.holder == "account" and seat.who == account), None)


def result_of(opening: Opening, ended: float, outcome: Outcome) -> GameResult | None:
    """Return the result of an ended table; None if its game never began, or if it was a lesson."""
    if not outcome.names or is_lesson(opening.options):
        return None
    places = counted_places(outcome) or (0,) * len(outcome.names)
    seats = tuple(_seat(outcome, number, place) for number, place in enumerate(places, 1))
    return GameResult(
        table=opening.id,
        name=opening.name,
        game=opening.game,
        options=opening.options,
        kind=_kind(opening, seats),
        private=opening.private,
        started=outcome.started,
        ended=ended,
        ending=outcome.ending,
        seats=seats,
        void=outcome.void,
    )


def _seat(outcome: Outcome, number: int, place: int) -> SeatResult:
    holder, who = _holder(outcome, number - 1)
    return SeatResult(
        seat=number,
        holder=holder,
        who=who,
        name=outcome.names[number - 1],
        place=place,
        points=outcome.points[number - 1] if outcome.points else None,
        fate=outcome.fates[number - 1] if outcome.fates else "",
        program=bool(outcome.programs and outcome.programs[number - 1]),
        moves=outcome.moves[number - 1] if outcome.moves else None,
    )


def _holder(outcome: Outcome, at: int) -> tuple[HolderKind, str]:
    if player := outcome.players[at]:
        return ("guest", "") if is_guest(player) else ("account", player)
    if outcome.bots and outcome.bots[at]:
        return "bot", outcome.bots[at]
    return "gone", outcome.gone[at] if outcome.gone else ""


def _kind(opening: Opening, seats: tuple[SeatResult, ...]) -> GameKind:
    if is_continued(opening.options):
        return "continued"
    accounts = {seat.who for seat in seats if seat.holder == "account"}
    others = sum(seat.holder in {"guest", "gone"} for seat in seats)
    return "match" if len(accounts) + others > 1 else "practice"
