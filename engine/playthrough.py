"""A game in progress: its state, step numbers, draws, resignations and what can be undone.

Tables, replays, self-play and verification all drive a game through this one value, so they agree on
step numbers, ask ids and undo. The caller hands in the chance for each step, positioned at
`Playthrough.draws`, and stores what a step gave (`PlayedStep`). Nothing here knows records, journals or
players.

Ask ids never repeat within a playthrough. A game numbers its questions by its state, so it would give
an id twice after an undo; therefore a playthrough counts ids of its own. A question that stays open
while others answer keeps its id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engine import ending
from engine.chance import Chance, DrawPlace, FairChance, KeyedChance, RecordingChance
from engine.game import AnyGame, Ask, Moment, PastStep, Setup, Standing, Verdict
from engine.refusals import refused


class Undo(Struct, frozen=True, tag="undo"):
    """A move of every game: the seat undoes its last step."""


class Resign(Struct, frozen=True, tag="resign"):
    """A move of every game, possible at any time: the seat gives up for good. Somebody else answers for
    it from then on. The game is over once only one seat has not resigned.
    """


UNDO = Undo()
RESIGN = Resign()


class Undone(Struct, frozen=True, tag="undone"):
    """A seat undid its last step. Everybody sees it."""

    seat: int


class Resigned(Struct, frozen=True, tag="resigned"):
    """A seat resigned. Everybody sees it."""

    seat: int


class TimeUp(Struct, frozen=True, tag="time-up"):
    """A seat's time is up, so its next move is made for it. Everybody sees it; whoever keeps the time
    reports it. `reaction` is true if the seat let a chance to react pass.
    """

    seat: int
    reaction: bool = False


class Restored(Struct, frozen=True, tag="restored"):
    """The host was restored from a backup made at a time, in seconds since 1970, where the game was at this
    step: draws follow from a newly committed seed from here on. Everybody sees it; whoever keeps the seed
    reports it.
    """

    backup: float


class LineCredited(Struct, frozen=True, tag="line-credited"):
    """The turn of a seat lasts some seconds longer, because its line was slow or stalled. Everybody sees it;
    whoever keeps the time reports it.
    """

    seat: int
    seconds: float


_CommonEvent = Undone | Resigned | TimeUp | Restored | LineCredited


class Playthrough(Struct, frozen=True):
    """A game in progress. Only `start` and `apply` make one."""

    game: AnyGame
    setup: Setup
    state: Any
    asks: tuple[Ask, ...]
    """Every open question with its id in this playthrough, at most one to a seat; empty after the end."""
    game_asks: tuple[Ask, ...]
    """The same questions in the same order, with the game's own ids."""
    asked: int
    """How many ids were given out so far."""
    steps: int = 0
    """Number of the last step in a record: steps after the deal, undo included."""
    draws: int = 0
    """How many draws were made: the position of the next one. An undo does not rewind it."""
    throws: Mapping[DrawPlace, int] = {}
    """How many steps of a seat threw in a round, by `DrawPlace(seat, round)`: drew what belongs to no pile.
    An undo does not rewind it.
    """
    past: tuple[Any, ...] = ()
    """States that `undoer` can go back to, latest last."""
    undoer: int | None = None
    resigned: tuple[int, ...] = ()
    """Seats that resigned, in that order."""
    kept: tuple[Moment, ...] = ()
    """The moments so far that may be told at the end."""
    kept_before: tuple[tuple[Moment, ...], ...] = ()
    """The same in each state of `past`."""

    @property
    def over(self) -> bool:
        """True once nobody is asked any more."""
        return not self.asks

    def ask_of(self, seat: int) -> Ask | None:
        """The open question to this seat, or None."""
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def can_undo(self, seat: int) -> bool:
        """True if `seat` may undo its last step now."""
        return bool(self.past) and self.undoer == seat

    def view(self, who: int | None) -> Any:
        """All that seat `who` may know now (None: spectators), of the game's own view type."""
        return self.game.view(self.state, who)

    def reveal(self, who: int | None) -> Any:
        """The position with nothing hidden, for seat `who` (None: spectators), once the game is over."""
        return (self.game.reveal or self.game.view)(self.state, who)

    def next_throw(self, seat: int) -> DrawPlace:
        """The place of what the next step draws if this seat takes it, unless the game says otherwise."""
        began = DrawPlace(seat, self.game.round(self.state))
        return began._replace(throw=self.throws.get(began, 0) + 1)

    def standings(self) -> tuple[Standing, ...]:
        """The game's standings, with those who resigned behind the others; the first to resign is last."""
        return _ranked(self.game.standings(self.state), self.resigned)

    def verdict(self) -> Verdict:
        """Why the first are first, once the game is over. Where those who are first by the rules resigned, or
        nobody else stayed, it is because they did.
        """
        own, standings = self.game.standings(self.state), self.standings()
        if self.resigned and (len(self.resigned) >= self.setup.seats - 1 or _first(own) != _first(standings)):
            return Verdict(ending.CONCEDED, self.resigned)
        decide = self.game.verdict
        return decide(self.state, standings) if decide else ending.by_score(standings)

    def moments(self) -> tuple[Moment, ...]:
        """The moments that decided the game so far, in the order they came."""
        return ending.told(self.kept)


class PlayedStep(NamedTuple):
    """A step that was played: the playthrough after it, its events, and the tokens of its draws."""

    playthrough: Playthrough
    events: tuple[Any, ...]
    draws: tuple[str, ...]


def chance_of_step(
    key: bytes, playthrough: Playthrough | None, seat: int, *, is_duplicate: bool = False
) -> FairChance | KeyedChance:
    """The fair chance of a seat's next step (None: of the deal) at a table with this key."""
    if is_duplicate:
        return KeyedChance(key, playthrough.next_throw(seat) if playthrough else DrawPlace())
    return FairChance(key, playthrough.draws if playthrough else 0)


def start(game: AnyGame, setup: Setup, chance: Chance) -> PlayedStep:
    """The deal, which is step 0. Raises Refused if the game cannot be played with this setup."""
    drawn = RecordingChance(chance)
    step = game.start(setup, drawn)
    own, asks, asked = _numbered(game, step.state, {}, 0)
    playthrough = Playthrough(game, setup, step.state, asks, own, asked, draws=len(drawn.tokens))
    return PlayedStep(playthrough, step.events, drawn.tokens)


def apply(playthrough: Playthrough, seat: int, ask: int | None, move: Any, chance: Chance) -> PlayedStep:
    """One step: `seat` answers the question with the id `ask` by `move`. UNDO and RESIGN ignore `ask`.

    Raises Refused and changes nothing: "game-over", "not-asked" (the question is closed by now, or
    another seat's), "nothing-to-undo", "already-resigned", or whatever the game refuses the move with.
    """
    if isinstance(move, Undo):
        return _undo(playthrough, seat)
    if isinstance(move, Resign):
        return _resign(playthrough, seat)
    own = _question(playthrough, seat, ask)
    drawn = RecordingChance(chance)
    step = playthrough.game.play(playthrough.state, own, move, drawn)
    after = _moved(playthrough, step.state, len(drawn.tokens))
    if drawn.threw:
        threw = playthrough.next_throw(seat)
        after = replace(after, throws={**playthrough.throws, threw._replace(throw=0): threw.throw})
    undoable = (
        step.reversible and not drawn.tokens and not after.over and not _asks_others(playthrough, after, seat)
    )
    if undoable:
        again = playthrough.undoer == seat
        past = (*playthrough.past, playthrough.state) if again else (playthrough.state,)
        kept_before = (*playthrough.kept_before, playthrough.kept) if again else (playthrough.kept,)
        after = replace(after, past=past, kept_before=kept_before, undoer=seat)
    return PlayedStep(_with_moments(playthrough, after, step.events), step.events, drawn.tokens)


def answer_open_ask(playthrough: Playthrough, seat: int, move: Any, chance: Chance) -> PlayedStep:
    """Like `apply`, to the question this seat is asked now: for records, whose steps name no ask."""
    ask = playthrough.ask_of(seat)
    return apply(playthrough, seat, ask.id if ask else None, move, chance)


def trophies(end: Playthrough, steps: Iterable[PastStep]) -> set[tuple[int, str]]:
    """The trophies of a game that was played to its end, each with its seat. Who resigned gets none."""
    kept: list[PastStep] = []
    for step in steps:
        if any(isinstance(event, Undone) for event in step.events):
            kept.pop()
        else:
            kept.append(step)
    if end.game.trophies is None:
        return set()
    places = {one.seat: one.place for one in end.standings()}
    found = end.game.trophies.found(kept, places, end.verdict())
    return {(seat, trophy) for seat, trophy in found if seat not in end.resigned}


def show(game: AnyGame, event: Any, who: int | None) -> Any:
    """What seat `who` (None: spectators) sees of an event; None if it sees nothing of it."""
    return event if isinstance(event, _CommonEvent) else game.show(event, who)


def move_type(game: AnyGame) -> Any:
    """The type of every move of this game, undo and resign included, for `engine.codec.decode`."""
    return game.Move | Undo | Resign


def event_type(game: AnyGame) -> Any:
    """The type of every event of this game, undo and the like included, for `engine.codec.decode`."""
    return game.Event | _CommonEvent


def _question(playthrough: Playthrough, seat: int, ask: int | None) -> Ask:
    """The game's own ask behind an id. Raises Refused if `seat` cannot answer it."""
    if playthrough.over:
        raise refused("game-over")
    mine = playthrough.ask_of(seat)
    if mine is None or mine.id != ask:
        raise refused("not-asked")
    return playthrough.game_asks[playthrough.asks.index(mine)]


def _undo(playthrough: Playthrough, seat: int) -> PlayedStep:
    if not playthrough.can_undo(seat):
        raise refused("nothing-to-undo")
    after = _moved(playthrough, playthrough.past[-1], 0)
    past = playthrough.past[:-1]
    kept, kept_before = playthrough.kept_before[-1], playthrough.kept_before[:-1]
    after = replace(after, past=past, undoer=seat if past else None, kept=kept, kept_before=kept_before)
    return PlayedStep(after, (Undone(seat),), ())


def _resign(playthrough: Playthrough, seat: int) -> PlayedStep:
    if playthrough.over:
        raise refused("game-over")
    if seat in playthrough.resigned:
        raise refused("already-resigned", seat=seat)
    after = replace(_moved(playthrough, playthrough.state, 0), resigned=(*playthrough.resigned, seat))
    if len(after.resigned) >= playthrough.setup.seats - 1:
        after = replace(after, asks=(), game_asks=())
    return PlayedStep(after, (Resigned(seat),), ())


def _with_moments(before: Playthrough, after: Playthrough, events: tuple[Any, ...]) -> Playthrough:
    moments = before.game.moments
    found = moments(before.state, events, before.kept) if moments else ()
    return replace(after, kept=ending.weightiest(before.kept, found)) if found else after


def _first(standings: tuple[Standing, ...]) -> set[int]:
    return {one.seat for one in standings if one.place == 1}


def _ranked(standings: tuple[Standing, ...], resigned: tuple[int, ...]) -> tuple[Standing, ...]:
    if not resigned:
        return standings
    stayed = [standing for standing in standings if standing.seat not in resigned]
    by_seat = {standing.seat: standing for standing in standings}
    behind = [by_seat[seat] for seat in reversed(resigned)]
    return (
        *(replace(one, place=1 + sum(s.place < one.place for s in stayed)) for one in stayed),
        *(replace(one, place=place) for place, one in enumerate(behind, len(stayed) + 1)),
    )


def _moved(playthrough: Playthrough, state: Any, draws: int) -> Playthrough:
    """The playthrough one step later, in another state, with nothing to undo."""
    ids = {own.id: ask.id for own, ask in zip(playthrough.game_asks, playthrough.asks, strict=True)}
    own, asks, asked = _numbered(playthrough.game, state, ids, playthrough.asked)
    return replace(
        playthrough,
        state=state,
        asks=asks,
        game_asks=own,
        asked=asked,
        steps=playthrough.steps + 1,
        draws=playthrough.draws + draws,
        past=(),
        undoer=None,
        kept_before=(),
    )


def _numbered(
    game: AnyGame, state: Any, ids: Mapping[int, int], asked: int
) -> tuple[tuple[Ask, ...], tuple[Ask, ...], int]:
    """The game's open asks, the same with ids of the playthrough, and how many ids are given out now.

    `ids` maps the game's ids of the asks that were open before to those of the playthrough.
    """
    own = tuple(game.asks(state))
    asks = []
    for ask in own:
        number = ids.get(ask.id)
        if number is None:
            asked += 1
            number = asked
        asks.append(replace(ask, id=number))
    return own, tuple(asks), asked


def _asks_others(before: Playthrough, after: Playthrough, seat: int) -> bool:
    """True if the step asked another seat something new."""
    return any(ask.seat != seat and ask.id > before.asked for ask in after.asks)
