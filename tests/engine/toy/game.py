"""The rules of pearls, in the shape that every game has (a class here, so that tests can break one).

Everybody lays one of two hidden cards face down at once. The highest wins (a die each breaks
ties), stakes one to three dice and throws them for their highest, or passes for one point.
Then everybody draws a card. After the last round the most points win.
"""

from types import MappingProxyType

from msgspec.structs import replace

from engine.chance import NoChance
from engine.game import Ask, Refused, Setup, Standing, Step
from engine.opponents import NOBODY
from engine.standing_answers import NO_STANDING_ANSWERS
from tests.engine.toy import model
from tests.engine.toy.model import (
    DECK,
    Drew,
    Laid,
    Lay,
    Pass,
    Public,
    Revealed,
    Scored,
    Stake,
    Staked,
    State,
    Throw,
    View,
    hidden_from,
    seats_of,
)

HAND = 2


class Pearls:
    key = "pearls"
    seats = range(2, 5)
    rules_version = 3
    older_starts = MappingProxyType({})
    verdict = None
    moments = None
    secrets = True
    Options = model.Options
    State = model.State
    Move = model.Move
    View = model.View
    Event = model.Event
    bots = MappingProxyType({})
    opponents = NOBODY
    standing_answers = NO_STANDING_ANSWERS
    odds_calculator = None
    lesson = None

    def start(self, setup: Setup, chance) -> Step:
        if setup.seats not in self.seats:
            raise Refused("seats-not-possible", {"seats": setup.seats, "least": 2, "most": 4})
        public = Public(setup.options, setup.seats, 1, "lay", (False,) * setup.seats, (), (0,) * setup.seats)
        state = State(public, ((),) * setup.seats, (None,) * setup.seats, DECK)
        events = []
        for _ in range(HAND):
            state, drawn = _everybody_draws(state, chance)
            events += drawn
        return Step(state, tuple(events), reversible=False)

    def asks(self, state: State) -> tuple[Ask, ...]:
        public = state.public
        if public.phase == "lay":
            seats = [seat for seat in seats_of(public) if not public.laid[seat - 1]]
            return tuple(
                Ask(public.round * 100 + seat, seat, "lay", Lay(min(state.hands[seat - 1]))) for seat in seats
            )
        if public.phase == "stake":
            return (Ask(public.round * 100 + 10, public.leader, "stake", Stake(1)),)
        return (
            (Ask(public.round * 100 + 20, public.leader, "throw", Pass()),) if public.phase == "throw" else ()
        )

    def play(self, state: State, ask: Ask, move, chance) -> Step:
        if ask.id not in [one.id for one in self.asks(state) if one.seat == ask.seat]:
            raise Refused("not-asked")
        why = self.check(self.view(state, ask.seat), move)
        if why:
            raise why
        match move:
            case Lay(card):
                return _lay(state, ask.seat, card, chance)
            case Stake(dice):
                public = replace(state.public, stake=dice, phase="throw")
                return Step(replace(state, public=public), (Staked(ask.seat, dice),), reversible=True)
            case _:
                return _score(state, ask.seat, move, chance)

    def view(self, state: State, who: int | None) -> View:
        hand = () if who is None else state.hands[who - 1]
        down = None if who is None else state.down[who - 1]
        return View(who, state.public, hand, down, len(state.pile))

    def show(self, event, who: int | None):
        if isinstance(event, Laid | Drew) and event.seat != who:
            return replace(event, card=None)
        return event

    def legal(self, view: View):
        match view.public.phase:
            case "lay" if view.seat is not None and view.down is None:
                yield from map(Lay, sorted(set(view.hand)))
            case "stake" if view.seat == view.public.leader:
                yield from map(Stake, range(1, _highest_stake(view) + 1))
            case "throw" if view.seat == view.public.leader:
                yield Throw()
                yield Pass()

    def check(self, view: View, move) -> Refused | None:
        phase = {"lay": Lay, "stake": Stake, "throw": Throw | Pass}.get(view.public.phase)
        if phase is None:
            return Refused("game-over")
        mine = view.down is None if view.public.phase == "lay" else view.seat == view.public.leader
        if not mine or view.seat is None:
            return Refused("not-your-turn")
        if not isinstance(move, phase):
            return Refused("not-now", {"phase": view.public.phase})
        if isinstance(move, Lay) and move.card not in view.hand:
            return Refused("not-in-hand", {"card": move.card})
        if isinstance(move, Stake) and not 1 <= move.dice <= _highest_stake(view):
            return Refused("stake-not-possible", {"dice": move.dice})
        return None

    def preview(self, view: View, move) -> View | None:
        why = self.check(view, move)
        if why:
            raise why
        match move:
            case Stake():
                state = self.sample(view, _FirstOption())
                ask = Ask(view.public.round * 100 + 10, view.seat, "stake")
                return self.view(self.play(state, ask, move, NoChance()).state, view.seat)
            case Lay(card) if view.public.laid.count(False) > 1:
                hand = _without(view.hand, card)
                laid = _put(view.public.laid, view.seat, value=True)
                return replace(view, hand=hand, down=card, public=replace(view.public, laid=laid))
        return None

    def sample(self, view: View, chance) -> State:
        rest = hidden_from(view)
        hands, down = [], []
        for seat in seats_of(view.public):
            if seat == view.seat:
                hands.append(view.hand)
                down.append(view.down)
                continue
            laid = view.public.laid[seat - 1]
            down.append(_draw(rest, chance) if laid else None)
            kept = [_draw(rest, chance) for _ in range(_hand_size(view.public) - laid)]
            hands.append(tuple(sorted(kept)))
        return State(view.public, tuple(hands), tuple(down), tuple(rest))

    def standings(self, state: State) -> tuple[Standing, ...]:
        scores = state.public.scores
        ranked = sorted(seats_of(state.public), key=lambda seat: -scores[seat - 1])
        places = {seat: 1 + sum(score > scores[seat - 1] for score in scores) for seat in ranked}
        return tuple(Standing(seat, places[seat], scores[seat - 1]) for seat in ranked)

    def round(self, state: State) -> int:
        return state.public.round

    def parse(self, text: str, _view: View):
        match text.split():
            case ["lay", card] if card.isdecimal():
                return Lay(int(card))
            case ["stake", dice] if dice.isdecimal():
                return Stake(int(dice))
            case ["throw"]:
                return Throw()
            case ["pass"]:
                return Pass()
        raise Refused("unreadable", {"text": text})

    def notate(self, move) -> str:
        match move:
            case Lay(card):
                return f"lay {card}"
            case Stake(dice):
                return f"stake {dice}"
        return "throw" if isinstance(move, Throw) else "pass"


class _FirstOption:
    """Chance for a sample whose secrets do not matter."""

    def pick(self, options):
        return options[0]


def _highest_stake(view: View) -> int:
    return 1 if view.public.options.calm else 3


def _hand_size(public: Public) -> int:
    """Cards of a seat, the one laid face down included."""
    return HAND if public.phase == "lay" else HAND - 1


def _without(cards, card):
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def _put(values, seat, value):
    return (*values[: seat - 1], value, *values[seat:])


def _draw(rest: list[int], chance) -> int:
    card = chance.pick(rest)
    rest.remove(card)
    return card


def _everybody_draws(state: State, chance):
    hands, pile, events = list(state.hands), list(state.pile), []
    for seat in seats_of(state.public):
        card = _draw(pile, chance)
        hands[seat - 1] = tuple(sorted((*hands[seat - 1], card)))
        events.append(Drew(seat, card))
    return replace(state, hands=tuple(hands), pile=tuple(pile)), events


def _lay(state: State, seat: int, card: int, chance) -> Step:
    hand = _without(state.hands[seat - 1], card)
    public = replace(state.public, laid=_put(state.public.laid, seat, value=True))
    after = State(public, _put(state.hands, seat, hand), _put(state.down, seat, card), state.pile)
    if not all(public.laid):
        return Step(after, (Laid(seat, card),), reversible=True)
    cards = tuple(card for card in after.down if card is not None)
    leader = _leader(public, cards, chance)
    shown = replace(
        public,
        phase="stake",
        laid=(False,) * public.seats,
        played=(*public.played, cards),
        leader=leader,
        stake=0,
    )
    after = replace(after, public=shown, down=(None,) * public.seats)
    return Step(after, (Laid(seat, card), Revealed(cards, leader)), reversible=False)


def _leader(public: Public, cards, chance) -> int:
    best = [seat for seat in seats_of(public) if cards[seat - 1] == max(cards)]
    if len(best) == 1 or public.options.ties == "first":
        return best[0]
    dice = chance.dice(len(best))
    return best[dice.index(max(dice))]


def _score(state: State, seat: int, move, chance) -> Step:
    public = state.public
    dice = chance.dice(public.stake) if isinstance(move, Throw) else ()
    points = max(dice, default=1)
    scores = _put(public.scores, seat, public.scores[seat - 1] + points)
    over = public.round == public.options.rounds or len(state.pile) < public.seats
    events = (Scored(seat, dice, points),)
    if over:
        public = replace(public, scores=scores, phase="over", leader=None)
        return Step(replace(state, public=public), events, reversible=not dice)
    public = replace(public, scores=scores, phase="lay", leader=None, stake=0, round=public.round + 1)
    after, drawn = _everybody_draws(replace(state, public=public), chance)
    return Step(after, (*events, *drawn), reversible=False)


GAME = Pearls()
