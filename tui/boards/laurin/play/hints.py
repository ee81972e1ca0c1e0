"""A sentence for each step of laurin with what a beginner could do now, and why, from the view.

In every language, each sentence fits into one row of 80 cells after the word that marks it as a hint. Those
of `hint` may name keys; those of `tip` are for plain mode and name none.
"""

from __future__ import annotations

from engine.laurin import queries
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.boards.laurin.play.intents import (
    ChoosingExchange,
    ChoosingMove,
    ChoosingStandingAnswers,
    Intent,
    MovingDwarfs,
)
from tui.boards.laurin.play.view_model import ViewModel


def hint(model: ViewModel, intent: Intent) -> str:
    """Return the sentence for this step on the screen."""
    texts = model.texts
    match intent:
        case Confirming():
            return texts._("nothing happens until the final Enter; Backspace goes back")
        case MovingDwarfs():
            return texts._("lifted dwarfs move together at the end; until then all is open")
        case ChoosingMove(of):
            return _of_several(model, of)
        case ChoosingExchange():
            return texts._("neither dwarf flips: bring one of yours to where the King goes")
        case ChoosingStandingAnswers():
            return texts._("auto-pass spares you questions; turn it off before you want to react")
        case NoIntent() if model.position.question is None:
            return texts._("/rules sums up the game on one page; press r to play again")
        case NoIntent() if model.question is None and model.position.round == 1:
            return texts._("Tab goes to garden, players, cards, ? explains; /hints off stops hints")
    return tip(model)


def tip(model: ViewModel) -> str:
    """Return the sentence for this step in plain mode; '' after the game."""
    texts = model.texts
    if model.position.question is None:
        return ""
    match model.question:
        case None:
            return _watching(model)
        case "buy":
            return _buying(model)
        case "give":
            return texts._("they place and move by it, and the King may go its way: keep a good one")
        case "place":
            return texts._("only dwarfs next to the King score: place where he can get to")
        case "move":
            return texts._("bring dwarfs to where the King can go; flipped ones score less")
        case "bid":
            return _bidding(model)
        case "take-back":
            return texts._("take back your highest cards: the others are gone")
        case "react":
            return _reacting(model)
        case "counter":
            return texts._("a Counterspell is worth it only if this card costs you points")
    return _leading(model)


def _of_several(model: ViewModel, of: str) -> str:
    texts = model.texts
    match of:
        case "pay":
            return texts._("no change is given: keep the cards that help you in the auction")
        case "give":
            return texts._("whoever wins the auction may use it: whose dwarfs lie on its way?")
    return texts._("the garden and the list show what each choice would score")


def _watching(model: ViewModel) -> str:
    texts = model.texts
    match model.position.phase:
        case "placing" | "moving":
            return texts._("watch where others gather: the King may well go there")
        case "auction":
            return texts._("bids stay secret until all are in; magic can still change a scoring")
    return texts._("treasure pays for magic and for bids: count what others spend")


def _buying(model: ViewModel) -> str:
    texts = model.texts
    if not any(queries.payments(model.view, kind) for kind in model.position.offer):
        return texts._("you can't pay for any of them: pass, and save up for the auction")
    return texts._("treasure spent on magic is missing in the auction: buy what you will use")


def _best(model: ViewModel) -> int:
    """Return the most points that a King's move would bring this player."""
    return max((reach.points[model.own - 1] for reach in queries.king_destinations(model.view)), default=0)


def _bidding(model: ViewModel) -> str:
    texts, best = model.texts, _best(model)
    if not best:
        return texts._("no King's move would bring you points: pass, or keep others from one")
    return texts.ngettext(
        "the best King's move would bring you {number} point: bid accordingly",
        "the best King's move would bring you {number} points: bid accordingly",
        best,
    )


def _leading(model: ViewModel) -> str:
    texts, best = model.texts, _best(model)
    if not best:
        return texts._("no move brings you points: choose what helps the others least")
    return texts.ngettext(
        "at best you score {number} point: see what others get from it, too",
        "at best you score {number} points: see what others get from it, too",
        best,
    )


def _reacting(model: ViewModel) -> str:
    texts = model.texts
    if model.position.kings_move is not None:
        return texts._("magic can still change who scores: compare before you let it be")
    return texts._("each magic card works once: keep it unless this turn matters to you")
