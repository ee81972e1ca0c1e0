"""What is worth knowing at each step of court, a sentence each, for whoever plays the first time.

Every sentence stands in one row of 80 cells in every language, behind the word that says that
it is a tip.
"""

from __future__ import annotations

from engine.court import queries
from engine.court.rules.validation import final_round
from tui.boards.court.play.intents import ChoosingPower, Intent, UsingPower
from tui.boards.court.play.view_model import ViewModel
from tui.boards.kit.intents import Confirming, Idle


def hint(model: ViewModel, intent: Intent) -> str:
    """The sentence for this step."""
    texts = model.texts
    match intent:
        case ChoosingPower():
            return texts._("each card helps once a turn, and only dice that are not yet aside")
        case UsingPower() | Confirming():
            return texts._("nothing happens before the last Enter; Backspace goes back")
        case Idle():
            return _looking(model)


def _looking(model: ViewModel) -> str:
    texts = model.texts
    match model.phase:
        case "over":
            return texts._("/rules explains this game on one page; r plays it again")
        case "watch":
            return texts._("up, down or Tab lead to the cards, ? explains; /hints off ends tips")
        case "hand":
            return _before_rolling(model)
        case "dice":
            return _with_dice(model)
        case "last":
            return texts._("more alike beats fewer, then the higher face counts")
        case "end":
            return texts._("a card helps from your next turn on; more dice make the best start")


def _before_rolling(model: ViewModel) -> str:
    texts = model.texts
    if final_round(model.view.position):
        return texts._("only the best group counts now: as many alike as you can get")
    if _has_power(model):
        return texts._("before the roll p can add dice; the other powers come after it")
    return texts._("dice alike, sums and straights pay for cards; their signs say which")


def _with_dice(model: ViewModel) -> str:
    texts, turn = model.texts, model.turn
    if turn is not None and turn.kept:
        return texts._("r rolls what is not aside; all aside at once is allowed, too")
    if _has_power(model):
        return texts._("p uses a power on dice that are not yet aside")
    if final_round(model.view.position):
        return texts._("set aside what is alike, and roll the others")
    return texts._("digits mark all dice of a face; dice that are alike go well together")


def _has_power(model: ViewModel) -> bool:
    return any(why is None for why in queries.usable_powers(model.view).values())
