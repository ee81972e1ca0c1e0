"""What can be done while a game is looked at again: one table for keys, help, and the words of plain mode."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.records.course import Unit
from tui.language.actions import COMMAND, Action, by_letter
from tui.language.spelling import PlainWord, is_word
from tui.language.texts import N_, NC_, Texts, Translatable


class Leap(NamedTuple):
    """A way to go on or back: the unit, and 1 or -1."""

    unit: Unit
    by: int


ARROWS = Action("arrows", (), "arrows", N_("step"), N_("one step back or on; up and down: a turn"))
"""What the arrows do, in a word, where there is no room for more."""
NEXT_STEP = Action("step", ("right", "l"), "Left, Right", N_("step"), N_("one step back or on (also h, l)"))
STEP_BACK = NEXT_STEP._replace(name="step_back", keys=("left", "h"))
NEXT_TURN = Action("turn", ("down", "j"), "Up, Down", N_("turn"), N_("to the turn before or the next"))
TURN_BACK = NEXT_TURN._replace(name="turn_back", keys=("up", "k"))
NEXT_ROUND = Action("round", ("right_square_bracket",), "[ ]", N_("round"), N_("to the round before or next"))
ROUND_BACK = NEXT_ROUND._replace(name="round_back", keys=("left_square_bracket",))
NEXT_DECISION = Action(
    "decision", ("d",), "d D", N_("decision"), N_("to the next choice that somebody had, or the one before")
)
DECISION_BACK = NEXT_DECISION._replace(name="decision_back", keys=("D",))
NEXT_MOMENT = Action(
    "moment", ("m",), "m M", N_("moment"), N_("to the next moment that decided the game, or the one before")
)
MOMENT_BACK = NEXT_MOMENT._replace(name="moment_back", keys=("M",))
NEXT_MISTAKE = Action(
    "mistake", ("w",), "w W", N_("mistake"), N_("to the next decision that cost much, or the one before")
)
"""Where there is an analysis of the game."""
MISTAKE_BACK = NEXT_MISTAKE._replace(name="mistake_back", keys=("W",))
ANALYSIS = by_letter(
    "a", "analyse", N_("analysis"), N_("what each decision cost, and the chances over the game")
)
FIRST = Action("first", ("home", "g"), "g", N_("deal"), N_("to the deal (also Home)"))
LAST = Action("last", ("end", "G"), "G", N_("end"), N_("to the end (also End)"))
RUN = by_letter("space", "run", N_("run"), N_("let the game run, or stop it"))
SPEED = by_letter("s", "speed", N_("speed"), N_("run at once, twice or four times the speed"))
EYES = by_letter("v", "eyes", N_("eyes"), N_("see it open, from a seat, or as a spectator did"))
PLAY_ON = by_letter("p", "play_on", N_("play on"), N_("play on from here against bots, at your own table"))
INTO_BOARD = Action(
    "board", ("tab",), "Tab", N_("board"), N_("look around the board with the arrows; Tab leaves")
)
LEAVE = by_letter("q", "way_out", N_("lobby"), N_("back to the lobby"))
BACK = LEAVE._replace(label=N_("back"), help=N_("back to where you were"))
"""The same, where what the game was chosen from is still there: a list, a result."""
HELP = Action("help", ("question_mark", "f1"), "?", N_("help"), N_("all keys and commands"))

LEAPS: Mapping[str, Leap] = MappingProxyType(
    {
        "step": Leap("step", 1),
        "step_back": Leap("step", -1),
        "turn": Leap("turn", 1),
        "turn_back": Leap("turn", -1),
        "round": Leap("round", 1),
        "round_back": Leap("round", -1),
        "decision": Leap("decision", 1),
        "decision_back": Leap("decision", -1),
        "moment": Leap("moment", 1),
        "moment_back": Leap("moment", -1),
        "last": Leap("end", 1),
        "first": Leap("end", -1),
    }
)
"""The actions that go somewhere, by their names."""
ODDS = by_letter("o", "odds", N_("odds"), N_("how likely things were here, in games with odds"))
PROMPTED = (
    ARROWS, RUN, NEXT_MOMENT, ANALYSIS, EYES, PLAY_ON, LEAVE, NEXT_ROUND, NEXT_DECISION, SPEED, ODDS, HELP,
)  # fmt: skip
"""What the prompt names, the most important first."""
PROMPTED_ANALYSED = (ARROWS, NEXT_MISTAKE, *PROMPTED[1:])
"""The same where there is an analysis."""
OFFERED = (
    NEXT_STEP, NEXT_TURN, RUN, NEXT_MOMENT, NEXT_MISTAKE, ANALYSIS, EYES, PLAY_ON, LEAVE, NEXT_ROUND,
    NEXT_DECISION, SPEED, FIRST, LAST, ODDS, INTO_BOARD, COMMAND, HELP,
)  # fmt: skip
"""What the help lists."""
ACTIONS = (*OFFERED, STEP_BACK, TURN_BACK, ROUND_BACK, DECISION_BACK, MOMENT_BACK, MISTAKE_BACK)


WORDS = (
    PlainWord(
        NC_("replay word", "on"),
        N_("go on: a step (also an empty line), or a turn, round, decision, moment, end"),
        usage=NC_("usage", "[NUMBER] [UNIT]"),
    ),
    PlainWord(NC_("replay word", "back"), N_("the same way back"), usage=NC_("usage", "[NUMBER] [UNIT]")),
    PlainWord(NC_("replay word", "goto"), N_("go to a position"), usage=NC_("usage", "NUMBER")),
    PlainWord(NC_("replay word", "moments"), N_("what decided the game, and at which positions")),
    PlainWord(
        NC_("replay word", "mistake"),
        N_("to the next decision that cost much, once the game is analysed"),
        usage=NC_("usage", "[back]"),
    ),
    PlainWord(
        NC_("replay word", "eyes"),
        N_("see it open, from a seat, or as a spectator did"),
        usage=NC_("usage", "[NAME|open|spectator]"),
    ),
    PlainWord(
        NC_("replay word", "run"), N_("let the game run; any line stops it"), usage=NC_("usage", "[1|2|4]")
    ),
    PlainWord(
        NC_("replay word", "play"),
        N_("play on from here against bots, at a table of your own"),
        usage=NC_("usage", "[NAME]"),
    ),
)
UNIT_WORDS: Mapping[Unit, Translatable] = MappingProxyType(
    {
        "step": NC_("replay unit", "step|steps"),
        "turn": NC_("replay unit", "turn|turns"),
        "round": NC_("replay unit", "round|rounds"),
        "decision": NC_("replay unit", "decision|decisions"),
        "moment": NC_("replay unit", "moment|moments"),
        "end": NC_("replay unit", "end"),
    }
)


def unit_called(texts: Texts, typed: str) -> Unit | None:
    """Returns the unit that a word means, in English or in the player's language; None: none of them."""
    return next((unit for unit, word in UNIT_WORDS.items() if is_word(texts, word, typed)), None)
