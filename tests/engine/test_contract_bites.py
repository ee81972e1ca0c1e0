"""The contract suite notices: each game here breaks one promise, and the claim about it fails."""

import pytest
from msgspec.structs import replace

from engine.game import Ask, Refused
from tests.engine import contract
from tests.engine.toy.game import GAME, Pearls
from tests.engine.toy.model import Drew, Laid, Lay, Pass, Revealed, Stake, Throw


class OffersTwice(Pearls):
    def legal(self, view):
        yield from super().legal(view)
        yield from super().legal(view)


class OffersAllAtOnce(Pearls):
    def legal(self, view):
        return list(super().legal(view))


class OffersWhatIsForbidden(Pearls):
    def legal(self, view):
        yield from super().legal(view)
        if view.public.phase == "stake":
            yield Stake(9)


class ForgetsToOffer(Pearls):
    def legal(self, view):
        return (move for move in super().legal(view) if move != Stake(2))


class ChecksLessThanItPlays(Pearls):
    def play(self, state, ask, move, chance):
        if move == Throw():
            raise Refused("not-now")
        return super().play(state, ask, move, chance)


class RefusesInOtherWords(Pearls):
    def play(self, state, ask, move, chance):
        try:
            return super().play(state, ask, move, chance)
        except Refused:
            raise Refused("no") from None


class DrawsAndThenRefuses(Pearls):
    def play(self, state, ask, move, chance):
        chance.dice(1)
        return super().play(state, ask, move, chance)


class AnswersForOthers(Pearls):
    def check(self, view, move):
        return None if view.seat is None else super().check(view, move)


class WritesAllStakesAlike(Pearls):
    def notate(self, move):
        return "stake 1" if isinstance(move, Stake) else super().notate(move)


class WritesColons(Pearls):
    def notate(self, move):
        return super().notate(move).replace("lay ", "lay: ")

    def parse(self, text, view):
        return super().parse(text.replace(":", ""), view)


class ForeseesTooMuch(Pearls):
    def preview(self, view, move):
        seen = super().preview(view, move)
        return replace(seen, public=replace(seen.public, stake=3)) if move == Stake(1) else seen


class TakesThrowsBack(Pearls):
    def play(self, state, ask, move, chance):
        return replace(super().play(state, ask, move, chance), reversible=True)


class AsksTwice(Pearls):
    def asks(self, state):
        asks = super().asks(state)
        return (*asks, replace(asks[0], id=0)) if asks else ()


class RenumbersOpenAsks(Pearls):
    def asks(self, state):
        return tuple(replace(ask, id=place) for place, ask in enumerate(super().asks(state)))


class TimesOutIllegally(Pearls):
    def asks(self, state):
        return tuple(Ask(ask.id, ask.seat, ask.kind, Lay(0)) for ask in super().asks(state))


class SamplesOtherCards(Pearls):
    def sample(self, view, chance):
        state = super().sample(view, chance)
        return replace(state, hands=(*state.hands[1:], state.hands[0]))


class ShowsThePile(Pearls):
    def view(self, state, who):
        return replace(super().view(state, who), pile=sum(state.pile))


class ShowsSecretsToSpectators(Pearls):
    def view(self, state, who):
        return (
            super().view(state, who or 1) if who else replace(super().view(state, None), hand=state.hands[0])
        )


class TellsWhatWasLaid(Pearls):
    def show(self, event, who):
        return event if isinstance(event, Laid) else super().show(event, who)


class TellsWhatWasDrawn(Pearls):
    def show(self, event, who):
        return event if isinstance(event, Drew) else super().show(event, who)


class HidesWhatIsSeen(Pearls):
    def show(self, event, who):
        return None if isinstance(event, Revealed) else super().show(event, who)


class RevealsAndTakesBack(Pearls):
    def play(self, state, ask, move, chance):
        step = super().play(state, ask, move, chance)
        return step if isinstance(move, Throw | Pass) else replace(step, reversible=True)


class ForgetsASeat(Pearls):
    def standings(self, state):
        return super().standings(state)[1:]


class GivesNobodyFirstPlace(Pearls):
    def standings(self, state):
        return tuple(replace(one, place=one.place + 1) for one in super().standings(state))


IN_A_POSITION = [
    (OffersTwice, contract.legal_moves_are_lazy_distinct_and_play),
    (OffersAllAtOnce, contract.legal_moves_are_lazy_distinct_and_play),
    (OffersWhatIsForbidden, contract.legal_moves_are_lazy_distinct_and_play),
    (ChecksLessThanItPlays, contract.legal_moves_are_lazy_distinct_and_play),
    (WritesAllStakesAlike, contract.notation_gives_the_move_back),
    (WritesColons, contract.notation_gives_the_move_back),
    (ForeseesTooMuch, contract.preview_agrees_with_play),
    (TakesThrowsBack, contract.reversible_steps_draw_nothing),
    (AsksTwice, contract.asks_are_one_to_a_seat_and_stable),
    (TimesOutIllegally, contract.timeout_moves_are_legal),
    (SamplesOtherCards, contract.a_sample_gives_the_view_back),
    (ShowsThePile, contract.a_sample_gives_the_view_back),
    (ShowsSecretsToSpectators, contract.a_sample_gives_the_view_back),
    (TellsWhatWasLaid, contract.twins_cannot_be_told_apart),
    (TellsWhatWasDrawn, contract.twins_cannot_be_told_apart),
    (HidesWhatIsSeen, contract.twins_cannot_be_told_apart),
    (RevealsAndTakesBack, contract.twins_cannot_be_told_apart),
    (ForgetsASeat, contract.standings_are_complete),
    (GivesNobodyFirstPlace, contract.standings_are_complete),
]
AGAINST_STRANGERS = [
    (ForgetsToOffer, contract.check_agrees_with_play),
    (RefusesInOtherWords, contract.check_agrees_with_play),
    (DrawsAndThenRefuses, contract.check_agrees_with_play),
    (AnswersForOthers, contract.who_is_not_asked_cannot_move),
]


@pytest.fixture(scope="module")
def honest():
    return [contract.walk(GAME, seats, f"honest {seats}", ["random"]) for seats in GAME.seats]


def positions(honest, broken):
    """The positions of honest games, in the hands of a broken one."""
    for walk in honest:
        for playthrough, *_ in walk.steps:
            asks = broken.asks(playthrough.state)
            yield replace(playthrough, game=broken, asks=asks, game_asks=asks)


def fails(claim, *arguments) -> bool:
    try:
        claim(*arguments)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize(("broken", "claim"), IN_A_POSITION)
def test_a_broken_promise_is_noticed_in_some_position(honest, broken, claim):
    assert any(fails(claim, broken(), playthrough) for playthrough in positions(honest, broken()))
    assert not any(fails(claim, GAME, playthrough) for playthrough in positions(honest, GAME))


@pytest.mark.parametrize(("broken", "claim"), AGAINST_STRANGERS)
def test_a_broken_promise_is_noticed_against_moves_from_anywhere(honest, broken, claim):
    strangers = [Lay(5), Lay(99), Stake(2), Stake(-1), Throw(), Pass()]
    assert any(fails(claim, broken(), playthrough, strangers) for playthrough in positions(honest, broken()))
    assert not any(fails(claim, GAME, playthrough, strangers) for playthrough in positions(honest, GAME))


def test_asks_renumbered_while_open_are_noticed():
    broken = RenumbersOpenAsks()
    claim = contract.an_ask_is_one_question_and_never_comes_back
    walk = contract.walk(GAME, 3, "renumbered", ["random"])
    steps = [(replace(step[0], game_asks=broken.asks(step[0].state)), *step[1:]) for step in walk.steps]
    assert fails(claim, broken, contract.Walk(tuple(steps), walk.end))
    assert not fails(claim, GAME, walk)
