"""The board of laurin as a value of `Board`: its words and its widget."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.analysis.findings import Datum
from engine.game import Standing
from engine.laurin.game import GAME
from engine.laurin.model.events import Ended, KingWent, Lapsed, Scored, TurnedUp
from engine.laurin.model.state import View
from tui.analysis.value_words import METHOD, AnalysisWords, value_reason
from tui.boards.kit.board import Board, Names, Progress, StandingAnswerWords
from tui.boards.laurin import page
from tui.boards.laurin.first_table import FIRST_TABLE
from tui.boards.laurin.speech import SPEECH
from tui.boards.laurin.table import LaurinTable
from tui.boards.laurin.words import ending, events, odds, refusals, rules_page, standing_answers
from tui.boards.laurin.words.ending import TROPHIES
from tui.boards.laurin.words.lesson import LESSON
from tui.boards.laurin.words.phrases import spot
from tui.language.texts import N_, NC_, Texts, Translatable
from tui.wire.terminal import tones


def _status(texts: Texts, _names: Names, view: View) -> str:
    """Return the round and its phase; the crown is shown beside a name."""
    number = view.position.round
    match view.position.phase:
        case "treasure" | "magic":
            return texts._("round {number}, magic for sale", number=number)
        case "movement":
            return texts._("round {number}, movement cards", number=number)
        case "placing":
            return texts._("round {number}, placing", number=number)
        case "moving":
            return texts._("round {number}, moving", number=number)
        case "auction":
            return texts._("round {number}, auction", number=number)
    return texts._("round {number}", number=number)


def _staged(event: Any, _: View) -> bool:
    """Return whether bids are turned up, the King goes or stays, or something is scored."""
    return isinstance(event, TurnedUp | KingWent | Lapsed | Scored | Ended)


def _progress(texts: Texts, _: Names, view: View) -> Progress | None:
    """Return that bids and the King's moves are shown."""
    return Progress(texts._("bids and the King")) if GAME.staged(view) else None


def _score(texts: Texts, _view: View, standing: Standing) -> str:
    return texts.ngettext("{number} point", "{number} points", standing.score)


_OUTCOMES: Mapping[str, Translatable] = MappingProxyType(
    {
        "most": NC_("outcome", "To score most in this round"),
        "scores": NC_("outcome", "To score anything in this round"),
    }
)


def _laid(texts: Texts, data: Mapping[str, Datum]) -> str:
    """Returns where the King stood."""
    return texts._("King at {spot}", spot=spot((int(data["x"]), int(data["y"]))))


_ANALYSIS_WORDS = AnalysisWords(
    method=METHOD,
    opponents=N_("Curve and account: bots play on as they do, and one person like the best of them."),
    reason=value_reason(lambda texts, what: texts.of(_OUTCOMES[what])),
    account=MappingProxyType(
        {"deal": NC_("account", "cards drawn"), "hidden": NC_("account", "hidden treasure")}
    ),
    laid=_laid,
)


BOARD = Board(
    key="laurin",
    speech=SPEECH,
    title=N_("King Laurin"),
    short=NC_("short title", "Laurin"),
    about=N_("dwarfs, auctions and magic"),
    aim=N_("Place dwarfs where the King will stop, and bid for the right to move him."),
    first_table=FIRST_TABLE,
    opponents={
        "Amber": N_("runs to the King, forgets its magic"),
        "Birch": N_("thinks of the next King's move only"),
        "Cedar": N_("looks ahead now and then"),
        "Dorn": N_("looks ahead in half of its moves"),
        "Elm": N_("looks ahead to the end of the round"),
        "Flint": N_("foresees what the others will bid"),
    },
    minutes=60,  # its box names none: a fifth more moves than court in 45 minutes, and longer ones
    rules=rules_page.RULES,
    widget=LaurinTable,
    page=page.page,
    sketch=page.sketch,
    event_text=events.event_text,
    refusal=refusals.refusal,
    lesson=LESSON,
    trophies=TROPHIES,
    analysis=_ANALYSIS_WORDS,
    status=_status,
    score=_score,
    accent=tones.LAURIN,
    verdict=ending.verdict,
    moment=ending.moment,
    yours=events.yours,
    staged=_staged,
    progress=_progress,
    triumph=ending.triumph,
    odds_words=odds.sentences,
    standing_answers=StandingAnswerWords(standing_answers.typed_words, standing_answers.sentence),
)
