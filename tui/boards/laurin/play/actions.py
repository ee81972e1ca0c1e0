"""What keys do in the garden: one table of actions for keys, prompt and help page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.laurin import queries
from engine.laurin.game import GAME
from engine.laurin.model.cards import MAGIC, value
from engine.laurin.model.names import Magic, Question
from tui.boards.kit.keys import BACK, CHOOSE, COMMAND, LOBBY, MOVE, UNDO, explain, look_around, odds
from tui.boards.laurin.play import square_choice
from tui.boards.laurin.play.intents import Intent, MovingDwarfs
from tui.boards.laurin.play.king_ways import digits
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import names
from tui.language.actions import Action, by_letter
from tui.language.texts import N_

PLACE = Action("place", (), "Enter", N_("place"), N_("place a dwarf on the square at ► (also the space bar)"))
DWARF = Action("dwarf", (), "5 3 1", N_("which dwarf"), N_("while placing: which of your dwarfs at home"))
LIFT = Action("lift", (), "Enter", N_("pick up"), N_("lift your dwarf at ►, or set it down there"))
SET_DOWN = LIFT._replace(label=N_("set down"))
MOVE_THEM = by_letter(
    "m", "move", N_("move them"), N_("move the lifted dwarfs to where you set them down, all at once")
)
DONE = by_letter("t", "done", N_("end turn"), N_("end your placing or moving turn"))
LAY = Action("lay", (), "3 2 1", N_("pick"), N_("pick a treasure card of this value (also up and down)"))
LAY_BACK = LAY._replace(label=CHOOSE.label)
"""The same keys for choosing from the player's own bid."""
BID = Action("bid", (), "Enter", N_("bid"), N_("bid the cards you picked, or take them back"))
TAKE = Action("take", (), "Enter", N_("take back"), N_("take these cards of your bid back"))
LEAD = Action(
    "lead", (), "1-0",
    N_("move the King"),
    N_("choose the King's move of this number, in the list and in the garden"),
)  # fmt: skip
PASS = Action("pass", ("p", "n"), "p", N_("pass"), N_("pass: decline to buy, bid, react or move the King"))
STANDING_ANSWERS = by_letter(
    "s",
    "standing_answers",
    N_("auto-pass"),
    N_("choose what to auto-pass, so that you aren't asked; again to close"),
)
SWITCH = Action("switch", (), "Enter", N_("on or off"), N_("turn auto-pass on or off for what is at ►"))
EXPLAIN = explain(N_("explain what is at ►: a card, a dwarf, a seat; again to close"))
ODDS = odds(N_("show where the King may go next, and what everyone may still score; again to hide it"))
LOOK_AROUND = look_around(N_("go to the garden, the players, the cards, your treasure"))


def _magic(kind: Magic) -> Action:
    key = names.key_of(kind)
    return Action(
        f"cast {kind}", (key,), key,
        names.CARDS.names[kind],
        N_("play {spell}", spell=names.CARDS.objects[kind]),
    )  # fmt: skip


def _in_a_word(kind: Magic) -> Action:
    """Return the key that plays a card, called by one word: with others of them, the key that passes has room
    beside them in the smallest window.
    """
    return CASTS[kind]._replace(label=names.WORDS[kind])


CASTS: Mapping[Magic, Action] = MappingProxyType({kind: _magic(kind) for kind in MAGIC})
"""A key for each magic card: the letter on it."""
ACTIONS = (
    *(PLACE, DWARF, LIFT, MOVE_THEM, DONE, LAY, BID, LEAD, PASS),
    *CASTS.values(),
    *(STANDING_ANSWERS, CHOOSE, BACK, EXPLAIN, ODDS, LOOK_AROUND),
)
"""The actions on the help page; the table screen adds its own keys."""
_EVERYWHERE = frozenset({"dwarf", "lead"})
"""Whose digits are taken wherever the cursor is."""
_ALWAYS = (UNDO, LOOK_AROUND, COMMAND, ODDS, LOBBY, EXPLAIN)
_FIRST: Mapping[Question, tuple[Action, ...]] = MappingProxyType(
    {
        "buy": (CHOOSE, PASS),
        "give": (CHOOSE,),
        "place": (PLACE, DONE, DWARF),
        "move": (LIFT, DONE),
        "bid": (LAY, BID, PASS),
        "take-back": (LAY_BACK, TAKE),
        "king": (CHOOSE, LEAD),
        "king-free": (CHOOSE, LEAD, PASS),
        "king-last": (CHOOSE, LEAD, PASS),
        "react": (),
        "counter": (),
    }
)


def offered(model: ViewModel, intent: Intent) -> tuple[Action, ...]:
    """Return the actions that the prompt shows now, the most important first, then the last one."""
    question = model.question
    possible = {"undo": model.can_undo, "odds": model.odds and bool(model.waiting_for)}
    always = [action for action in _ALWAYS if possible.get(action.name, True)]
    habits = (STANDING_ANSWERS,) if GAME.standing_answers.words(model.view) else ()
    if question is None:
        return (*habits, *always)
    kinds = [kind for kind, why in queries.playable(model.view).items() if why is None]
    magic = tuple([CASTS[kind] if len(kinds) == 1 else _in_a_word(kind) for kind in kinds])
    if model.reacts:
        return (*magic, PASS, *habits, *always)
    if isinstance(intent, MovingDwarfs):
        moves = (MOVE_THEM, LIFT) if intent.steps and intent.held is None else (SET_DOWN,)
        return (*moves, MOVE, BACK, EXPLAIN)
    first = (
        (DONE,) if _is_done(model) else tuple(filter(None, (_named(model, one) for one in _FIRST[question])))
    )
    arrows = (MOVE,) if {PLACE, LIFT} & {*first} else ()
    return (*first, *magic, *arrows, *always)


def resting(model: ViewModel, intent: Intent) -> frozenset[Action]:
    """Return the offered actions that do nothing while the cursor is not where one decides."""
    found = frozenset(one for one in offered(model, intent) if not one.keys) - {MOVE, *_ALWAYS}
    return frozenset(one for one in found if one.name not in _EVERYWHERE)


def _named(model: ViewModel, action: Action) -> Action | None:
    """Return an action with those of its digits that mean something now; None if there is no choice."""
    match action.name:
        case "dwarf":
            kinds = square_choice.placeable(model)
            return action._replace(shown=" ".join(str(value(kind)) for kind in kinds)) if kinds[1:] else None
        case "lay":
            cards = model.view.hand if model.question == "bid" else queries.shown_bid(model.view)
            shown = " ".join(map(str, sorted({*cards}, reverse=True)))
            return action._replace(shown=shown) if shown else None
        case "lead":
            return action._replace(shown=digits(queries.king_destinations(model.view)))
    return action


def _is_done(model: ViewModel) -> bool:
    """Return whether nothing is left of a turn with dwarfs but to end it."""
    if model.question == "place":
        return square_choice.to_place(model, None) is None
    left = model.position.turn.left if model.position.turn else 0
    return model.question == "move" and not left
