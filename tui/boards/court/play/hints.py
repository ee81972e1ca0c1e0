"""A sentence for each step of court with what a beginner should know.

In every language, each sentence fits into one row of 80 cells after the word that marks it as a hint. Those
of `hint` may name keys; those of `tip` are for plain mode and name none.
"""

from __future__ import annotations

from engine.court import queries
from engine.court.rules.validation import final_round
from tui.boards.court.play.intents import ChoosingPower, Intent, UsingPower
from tui.boards.court.play.view_model import ViewModel
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.language.texts import Texts


def hint(model: ViewModel, intent: Intent) -> str:
    """Return the sentence for this step."""
    texts = model.texts
    match intent:
        case ChoosingPower():
            return _powers(texts)
        case UsingPower() | Confirming():
            return texts._("nothing happens until the final Enter; Backspace goes back")
        case NoIntent():
            return _looking(model)


def _looking(model: ViewModel) -> str:
    texts = model.texts
    match model.phase:
        case "over":
            return texts._("/rules sums up the game on one page; press r to play again")
        case "watch":
            return texts._("up, down or Tab go to the cards, ? explains; /hints off stops hints")
        case "hand":
            return _before_rolling(model)
        case "dice":
            return _with_dice(model)
        case "last":
            return texts._("more of a kind wins; if equal, the higher face")
        case "end" if not queries.payable(model.view, tuple(sorted(model.aside))):
            return texts._("in your next turn you have all your dice again")
        case "end":
            return texts._("cards work from your next turn on; extra dice are the best start")


def _before_rolling(model: ViewModel) -> str:
    texts = model.texts
    if final_round(model.view.position):
        return texts._("only your best set counts now: get as many of a kind as you can")
    if _has_power(model):
        return texts._("before the roll, p can add dice; other powers come later")
    return texts._("sets, sums and straights pay for cards; each card shows which")


def _powers(texts: Texts) -> str:
    """Return the sentence before and while a power is chosen: the line stays as it is."""
    return texts._("p uses a power: each card once a turn, on dice not yet set aside")


def _with_dice(model: ViewModel) -> str:
    texts, turn = model.texts, model.turn
    if turn is not None and turn.kept:
        return texts._("r rerolls what isn't set aside; you may set all aside at once")
    if _has_power(model):
        return _powers(texts)
    if final_round(model.view.position):
        return texts._("set aside dice that match, and reroll the rest")
    return texts._("a digit marks all dice of that face; matching dice go well together")


def tip(model: ViewModel) -> str:
    """Return the sentence for this step in plain mode; '' after the game."""
    texts, turn = model.texts, model.turn
    match model.phase:
        case "over":
            return ""
        case "last" | "end":
            return _looking(model)
        case "watch":
            return texts._("sets, sums and straights pay for cards; each card shows which")
        case "hand" if _has_power(model) and not final_round(model.view.position):
            return texts._("before the roll a power can add dice; other powers come later")
        case "hand":
            return _before_rolling(model)
    if turn is not None and turn.kept:
        return texts._("roll again what isn't set aside; you may set all aside at once")
    if _has_power(model):
        return texts._("a power works on dice not yet set aside")
    if final_round(model.view.position):
        return texts._("set aside dice that match, and reroll the rest")
    return texts._("dice that match go well together: equal ones, runs, high sums")


def _has_power(model: ViewModel) -> bool:
    return any(why is None for why in queries.usable_powers(model.view).values())
