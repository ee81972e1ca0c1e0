"""Every refusal of intrigue: one example each, with the parameters its wording can use."""

import pytest

from engine.game import Ask, Setup
from engine.intrigue.game import GAME
from engine.intrigue.model.moves import LEAVE
from engine.intrigue.model.refusals import PARAMS, Code
from engine.intrigue.model.state import Options
from tests.engine.intrigue.positions import play, position
from tests.engine.refusal_checks import an_example_carries_its_parameters, the_codes_are_complete
from tests.engine.seeded_chance import luck

CARDS = position("1heir | 2heir", waiting=[1, 2, 3])
ASKED = position("1lord | 2heir", at=1)


def revealed(kind, queue="2heir | 1{} | 3heir/2spy | 3lord"):
    """The position in which this card of seat 1 asks for its choice."""
    return play(position(queue.format(kind), at=2), "reveal")[0]


def move(state, text, seat=1):
    def checked():
        view = GAME.view(state, seat)
        return GAME.check(view, GAME.parse(text, view))

    return checked


def text(typed):
    return lambda: GAME.parse(typed, GAME.view(ASKED, 1))


def deal(seats, **options):
    return lambda: GAME.start(Setup(seats, Options(**options)), luck(0))


VIEW = GAME.view(CARDS, 1)
FAR = play(position("2heir | 1spy | 3heir | 4heir", at=2, seats=4), "reveal")[0]
EXAMPLES = {
    "seats-not-possible": deal(2),
    "option-not-possible": deal(3, edition="it"),
    "not-asked": lambda: GAME.play(ASKED, Ask(19, 1, "reveal"), LEAVE, luck(0)),
    "game-over": move(play(position("1lord", at=1, now=6), "leave")[0], "leave"),
    "not-your-turn": move(ASKED, "leave", seat=2),
    "unreadable": text("bluff"),
    "unknown-card": text("play king front"),
    "wrong-form": text("play heir"),
    "card-phase": move(CARDS, "reveal"),
    "resolution-phase": move(ASKED, "play heir end"),
    "reveal-or-leave": move(ASKED, "remove 2"),
    "already-revealed": move(revealed("soldier"), "leave"),
    "other-choice": move(revealed("soldier"), "steal 2"),
    "not-in-hand": move(CARDS, "play heir end"),
    "queue-empty": lambda: GAME.check(GAME.view(position(waiting=[1]), 1), GAME.parse("play lord end", VIEW)),
    "no-such-place": move(CARDS, "play lord on 3"),
    "not-own-stack": move(CARDS, "play lord on 2"),
    "not-itself": move(revealed("soldier"), "remove 2"),
    "first-or-last": move(revealed("archer"), "remove 3"),
    "not-adjacent": move(revealed("soldier"), "remove 4"),
    "decree-stays": move(revealed("decree"), "move 2 to 1"),
    "same-place": move(revealed("decree"), "move 1 to 1"),
    "not-same-family": move(revealed("decree"), "move 1 on 3"),
    "no-such-seat": move(revealed("spy"), "steal 4"),
    "own-family": move(revealed("spy"), "steal 1"),
    "family-not-adjacent": move(FAR, "steal 4"),
}


def test_every_code_has_an_example_and_its_parameters():
    """The table of codes is complete both ways."""
    the_codes_are_complete(EXAMPLES, PARAMS, Code)


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_refusal_carries_the_parameters_its_code_promises(code):
    """Its wording in any language may rely on them."""
    an_example_carries_its_parameters(EXAMPLES, PARAMS, code)
