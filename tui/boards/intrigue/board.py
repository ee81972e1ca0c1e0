"""The board of intrigue as a value of `Board`: its words and its widget."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.analysis.findings import Datum
from engine.game import Standing
from engine.intrigue.model.cards import KINDS, ROUNDS
from engine.intrigue.model.events import Laid, ResolutionBegan, RoundBegan
from engine.intrigue.model.state import View
from engine.intrigue.rules.one_by_one import one_by_one
from tui.analysis.value_words import METHOD, OPPONENTS, AnalysisWords, value_reason
from tui.boards.intrigue import page
from tui.boards.intrigue.first_table import FIRST_TABLE
from tui.boards.intrigue.panels.acting import acting, following
from tui.boards.intrigue.speech import SPEECH
from tui.boards.intrigue.table import IntrigueTable
from tui.boards.intrigue.words import cards, ending, events, odds, refusals, rules_page
from tui.boards.intrigue.words.ending import TROPHIES
from tui.boards.intrigue.words.lesson import LESSON
from tui.boards.intrigue.words.names import name
from tui.boards.kit.board import Board, Names, Progress
from tui.language.texts import N_, NC_, Texts, Translatable
from tui.wire.terminal import tones


def _status(texts: Texts, _names: Names, view: View) -> str:
    return texts._("round {number} of {last}", number=view.position.round, last=ROUNDS)


def _staged(event: Any, _: View) -> bool:
    return not isinstance(event, RoundBegan | Laid | ResolutionBegan)


def _progress(texts: Texts, _: Names, view: View) -> Progress | None:
    position = view.position
    if position.resolving is None:
        return None
    done, total = position.resolving.place, len(position.queue)
    return Progress(texts._("card {number} of {total}", number=done, total=total), done, total)


def _score(texts: Texts, view: View, standing: Standing) -> str:
    """Return the influence, and the cards in the queue that decide ties."""
    lying = sum(card.owner == standing.seat for stack in view.position.queue for card in stack)
    queued = texts.ngettext("{number} card in the queue", "{number} cards in the queue", lying)
    return f"{cards.influence(texts, standing.score)}, {queued}"


_OUTCOMES: Mapping[str, Translatable] = MappingProxyType(
    {
        "leads": NC_("outcome", "To have most influence after this round"),
        "spared": NC_("outcome", "To lose nothing to others in this round"),
    }
)


def _laid(texts: Texts, data: Mapping[str, Datum]) -> str:
    """Returns the card that it was about, or how many cards there were to choose from."""
    if "hand" in data:
        number = len(str(data["hand"]).split())
        return texts.ngettext("{number} card in hand", "{number} cards in hand", number)
    kind = next(kind for kind in KINDS if kind == data["card"])
    return texts._("{card} at place {place}", card=name(texts, kind), place=data["place"])


_ANALYSIS_WORDS = AnalysisWords(
    method=METHOD,
    opponents=OPPONENTS,
    reason=value_reason(lambda texts, what: texts.of(_OUTCOMES[what])),
    laid=_laid,
)


BOARD = Board(
    key="intrigue",
    speech=SPEECH,
    title=N_("Plot for the Crown"),
    short=NC_("short title", "Plot"),
    about=N_("bluff in a queue of cards"),
    aim=N_("Lay cards face down in one queue. The most influence after six rounds wins."),
    first_table=FIRST_TABLE,
    opponents={
        "Amber": N_("saves strong cards, waits too long"),
        "Birch": N_("saves and waits, but not always"),
        "Cedar": N_("sees what pays now, waits at times"),
        "Dorn": N_("tries most moves out in its head"),
        "Elm": N_("guesses which cards lie face down"),
    },
    minutes=30,  # sold as 20 to 40
    rules=rules_page.RULES,
    widget=IntrigueTable,
    page=page.page,
    sketch=page.sketch,
    event_text=events.event_text,
    refusal=refusals.refusal,
    lesson=LESSON,
    trophies=TROPHIES,
    analysis=_ANALYSIS_WORDS,
    status=_status,
    score=_score,
    accent=tones.PLOT,
    verdict=ending.verdict,
    moment=ending.moment,
    yours=events.yours,
    staged=_staged,
    one_by_one=one_by_one,
    following=following,
    acting=acting,
    progress=_progress,
    triumph=ending.triumph,
    points=cards.influence,
    odds_words=odds.sentences,
    option_help={"edition": N_("In the English edition a card that removes an Ambush is discarded as well.")},
)
