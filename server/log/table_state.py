"""The state of a table: what the fold of its log comes to (`server.log.fold`). Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame, Ask, Setup
from engine.lessons import Lesson, LessonItem
from engine.plans import KeptPlan
from engine.playthrough import Playthrough
from engine.value.seats import SeenMove, Sitting
from server.log import fair_dice
from server.log.clocks import Bank, TurnCredit
from server.log.entries import Opening, Outcome
from server.log.fair_dice import TableSeed
from server.log.seating import NOBODY, SeatHolder
from server.log.table_options import LESSON, LIMIT, deal_of, game_options, lesson_of
from tui.host.pictures import Ending, StageName

TURNS_UNTIL_LEFT = 2
"""Whose turn clock has run out in so many turns, one after the other, has left."""


class TableState(Struct, frozen=True):
    """A table after `seq` entries. `asked_at` is when each open ask was put; `clock_from` is since when the
    time of each asked seat runs (empty: there is no turn clock).
    """

    opening: Opening
    holders: tuple[SeatHolder, ...]
    stage: StageName
    since: float
    dice: TableSeed
    seq: int = 0
    playthrough: Playthrough | None = None
    asked_at: Mapping[int, float] = {}
    clock_from: Mapping[int, float] = {}
    credits: Mapping[int, TurnCredit] = {}
    """By seat, what its turn was credited with for its line: the present turn, or the last one until the next
    begins.
    """
    banks: Mapping[int, Bank] = {}
    """By seat, the seconds of a clock with a bank; a seat that was never asked has the whole."""
    turn_before: tuple[float, Bank | None] | None = None
    """Since when the time of a turn ran that its seat's next turn followed at once, and the seat's bank, as
    long as the seat can go back to it; so undoing wins no time.
    """
    forced: bool = False
    """Whether the turn clock made the last move: nobody can undo it."""
    down: float = 0.0
    """How many seconds the host was down from the deal to the last move, where the clock has a bank."""
    late: tuple[int, float] = (0, 0.0)
    """The seat whose time was up last, and since when that time had run."""
    missed: Mapping[int, tuple[int, float]] = {}
    """By seat, how many turns the turn clock has played out since its player last did anything, and when the
    last of them began. Chances to react are no turns.
    """
    away: Mapping[int, float] = {}
    """By seat, until when its player is, or was, on a vacation: no clock of theirs runs before."""
    called: Mapping[int, float] = {}
    """By seat, when its player was told that others wait, if they have shown no sign of life since."""
    agreed: tuple[int, ...] = ()
    """The seats that agree to end without a result."""
    seen: Mapping[int, tuple[SeenMove, ...]] = {}
    """By seat, the last moves of its player that tell how they play (`engine.game.telling`)."""
    moves: Mapping[int, int] = {}
    """By seat, how many moves its player made; what bots and the clock played there is left out."""
    said: Mapping[int, Mapping[str, int]] = {}
    """The standing answers of each seat: each word with its span (`engine.standing_answers`)."""
    plans: Mapping[int, KeptPlan] = {}
    """The conditional answers of each seat (`engine.plans`)."""
    kicked: frozenset[str] = frozenset()
    """The accounts that the owner kicked."""
    filled: float = 0.0
    """Since when every seat of a table that has not begun is taken; 0: some are free."""
    begun: bool = False
    """Whether its game was ever started."""
    outcome: Outcome | None = None
    """The outcome of a table that is over, else None."""
    changed: float = 0.0
    """When the last entry was written."""
    read: int = 0
    """How many items of its lesson were read."""
    started: float = 0.0
    """When its game was dealt."""

    @property
    def draws(self) -> int:
        """The number of draws in the log: the position of the next draw."""
        return self.playthrough.draws if self.playthrough else 0

    def can_undo(self, seat: int) -> bool:
        """Return whether a seat may undo its last step now."""
        return bool(self.playthrough and self.playthrough.can_undo(seat)) and not self.forced

    def is_noted_late(self, seat: int) -> bool:
        """Return whether it was noted that the time of a seat's turn is up."""
        return self.missed.get(seat, (0, 0.0))[1] == self.clock_from.get(seat)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions of a running game; in a lesson, those that are answered next."""
        asks = self.playthrough.asks if self.playthrough and self.stage == "running" else ()
        item = self.lesson_item if LESSON in self.opening.options else None
        return tuple(ask for ask in asks if ask.seat == item.seat) if item else asks

    @property
    def asked_bots(self) -> tuple[Ask, ...]:
        """The open asks of seats that a bot has or is lent, or that a lesson answers by itself. Where other
        tables have the same luck, bots answer after people and one after the other: what comes must not
        depend on who is faster.
        """
        item = self.lesson_item
        by_itself = item is not None and item.by_itself
        asked = tuple(ask for ask in self.asks if by_itself or self.holders[ask.seat - 1].by_bot)
        if deal_of(self.opening.options):
            return asked[:1] if len(asked) == len(self.asks) else ()
        return asked

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that a dealt table follows."""
        return lesson_of(self.playthrough.game, self.opening.options) if self.playthrough else None

    @property
    def lesson_at(self) -> int:
        """How many items of the lesson are done: each is a step of the game or something that was read."""
        return self.playthrough.steps + self.read if self.playthrough else 0

    @property
    def lesson_item(self) -> LessonItem | None:
        """What comes next in the lesson; None: it is none, or done."""
        lesson, at = self.lesson, self.lesson_at
        return lesson.items[at] if lesson and at < len(lesson.items) else None

    @property
    def ending(self) -> Ending:
        return self.outcome.ending if self.outcome else ""

    def hurry(self, seat: int) -> float | None:
        """The seconds from the beginning of a seat's turn to the game's limit; None: it has none."""
        limit = self.opening.options.get(LIMIT)
        if limit is None or seat not in self.clock_from:
            return None
        return self.started + float(limit) - self.clock_from[seat]

    def has_left(self, seat: int) -> bool:
        """Return whether the player of a seat has let the clock run out until now."""
        return self.missed.get(seat, (0, 0.0))[0] >= TURNS_UNTIL_LEFT

    def holder(self, seat: int) -> SeatHolder | None:
        """Return who has a seat; None: there is no such seat."""
        return self.holders[seat - 1] if 1 <= seat <= len(self.holders) else None

    def seat_of(self, player: str) -> int | None:
        """Return the seat of an account, None if it has none."""
        return self._seat(lambda holder: holder.held_by == "player" and holder.who == player)

    def kept_for(self, player: str) -> int | None:
        """Return the seat that is kept for an account, None if none is."""
        return self._seat(lambda holder: holder.held_by == "nobody" and holder.who == player)

    def given_up_by(self, player: str) -> int | None:
        """Return the seat that an account conceded, None if it conceded none."""
        return self._seat(lambda holder: holder.gave_up == player)

    @property
    def players(self) -> tuple[str, ...]:
        """The accounts that sit here, by seat."""
        return tuple(holder.who for holder in self.holders if holder.held_by == "player")

    @property
    def sitting(self) -> tuple[Sitting, ...]:
        """Who sits at each seat, as far as everybody knows."""
        return tuple(
            [
                Sitting(holder.bot) if holder.by_bot else Sitting(seen=self.seen.get(seat, ()))
                for seat, holder in enumerate(self.holders, 1)
            ]
        )

    @property
    def people(self) -> frozenset[str]:
        """Every account that sits here, is kept a seat or gave one up."""
        return frozenset(holder.account for holder in self.holders) - {""}

    @property
    def owner(self) -> str:
        """The account that may start the game: the one that opened the table or, if it left, the first player
        seated.
        """
        return self.acting_owner(lambda _: False)

    def acting_owner(self, gone: Callable[[str], bool]) -> str:
        """Return the owner or, while they are gone, the first player who is here."""
        players = self.players
        heirs = (self.opening.owner, *players)
        seated = [player for player in heirs if player in players]
        if seated and not gone(seated[0]):
            return seated[0]
        here = [player for player in seated if not gone(player)]
        return (here or seated or [self.opening.owner])[0]

    @property
    def free_seat(self) -> int | None:
        """The first seat that anybody may take."""
        return self._seat(lambda holder: holder == NOBODY)

    def _seat(self, suits: Callable[[SeatHolder], bool]) -> int | None:
        return next((seat for seat, holder in enumerate(self.holders, 1) if suits(holder)), None)


class BrokenLog(Exception):  # noqa: N818
    """The log does not follow from these rules."""


def opened(opening: Opening) -> TableState:
    """Return a table before its first entry."""
    return TableState(
        opening,
        (NOBODY,) * opening.seats,
        "open",
        since=opening.opened,
        dice=fair_dice.unused(opening),
        changed=opening.opened,
    )


def frozen(state: TableState, stage: Literal["frozen", "damaged"] = "frozen") -> TableState:
    """Return the table as it is shown when its game cannot go on: nothing of its position."""
    return replace(
        state,
        stage=stage,
        playthrough=None,
        asked_at={},
        clock_from={},
        banks={},
        credits={},
        said={},
        plans={},
        agreed=(),
        late=(0, 0.0),
    )


def setup_of(game: AnyGame, opening: Opening) -> Setup:
    """The setup of a table's game. Raises msgspec.ValidationError if the game does not know its options."""
    return Setup(opening.seats, game_options(game, opening.options))
