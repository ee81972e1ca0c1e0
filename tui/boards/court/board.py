"""The board of court as a value of `Board`: its words and its widget."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.analysis.findings import Datum
from engine.court.model.events import EndBegan, RoundBegan, Took, TurnBegan
from engine.court.model.state import View
from engine.court.rules.validation import final_round
from engine.game import Standing
from tui.analysis.value_words import METHOD, AnalysisWords, value_reason
from tui.boards.court import page
from tui.boards.court.first_table import FIRST_TABLE
from tui.boards.court.panels.court_rows import kind_of
from tui.boards.court.panels.to_beat import to_beat
from tui.boards.court.speech import SPEECH
from tui.boards.court.table import CourtTable
from tui.boards.court.words import cards, ending, events, names, phrases, refusals, rules_page
from tui.boards.court.words.ending import TROPHIES
from tui.boards.court.words.lesson import LESSON
from tui.boards.kit.board import Board, Names, Progress
from tui.language.texts import N_, NC_, Texts
from tui.wire.terminal import tones


def _status(texts: Texts, _names: Names, view: View) -> str:
    if final_round(view.position):
        return texts._("final round")
    if view.position.final is not None:
        return texts._("final round is next")
    return texts._("round {number}", number=view.position.round)


def _staged(event: Any, view: View) -> bool:
    """Return whether an event is one of the final round, but for who begins."""
    final = view.position.final
    return (
        final is not None and final.begun and not isinstance(event, RoundBegan | TurnBegan | EndBegan | Took)
    )


def _progress(texts: Texts, names: Names, view: View) -> Progress | None:
    final, turn = view.position.final, view.position.turn
    if final is None or not final.begun or turn is None:
        return None
    return Progress(texts._("{name}'s last turn", name=names(turn.seat)))


def _shortfall(view: View, own: Standing, best: int) -> int:
    """Return how many dice of its own face a result of the final round was short of the best."""
    final = view.position.final
    if final is None or min(own.score, best) < 10:
        return best - own.score if max(own.score, best) < 10 else 0
    (number, face), (needed, mark) = divmod(own.score, 10), divmod(best, 10)
    return needed + (face < mark or (face == mark and own.seat != final.queen)) - number


def _score(texts: Texts, view: View, standing: Standing) -> str:
    """Return the best group of the final round or, if the limit of rounds ended the game, dice and cards."""
    final = view.position.final
    if final is None:
        held = texts.ngettext("{number} card", "{number} cards", len(view.position.cards[standing.seat - 1]))
        dice = texts.ngettext("{number} die", "{number} dice", standing.score)
        return f"{dice}, {held}"
    got = phrases.group(texts, *divmod(standing.score, 10))
    return texts._("the King, with {result}", result=got) if standing.seat == final.king else got


def _brings(texts: Texts, event: Any) -> str:
    """Return what a card that was taken does from now on."""
    if not isinstance(event, Took) or event.card is None:
        return ""
    return cards.brief_power(texts, event.card)


def _laid(texts: Texts, data: Mapping[str, Datum]) -> str:
    """Returns the dice that lay on the table."""
    if "hand" in data:
        return texts.ngettext("{number} die in hand", "{number} dice in hand", int(data["hand"]))
    active, aside = data.get("active"), data.get("aside")
    if aside and active:
        return texts._("{dice}, aside {aside}", dice=active, aside=aside)
    return texts._("aside {aside}", aside=aside) if aside else str(active or "")


_ANALYSIS_WORDS = AnalysisWords(
    method=METHOD,
    opponents=N_("Curve alone: bots play on as they do, and one person like the best of them."),
    reason=value_reason(lambda texts, what: names.CARDS.name(texts, names.CARDS.kind(what))),
    account=MappingProxyType(
        {"deal": NC_("account", "who begins"), "others": NC_("account", "others' errors")}
    ),
    laid=_laid,
)


BOARD = Board(
    key="court",
    speech=SPEECH,
    title=N_("To Court the King"),
    short=NC_("short title", "Court"),
    about=N_("dice, and the people they win"),
    aim=N_("Roll dice, win people who bring you more, and hold the King at the end."),
    first_table=FIRST_TABLE,
    opponents={
        "Amber": N_("wants showy cards, stops too early"),
        "Birch": N_("plans, and forgets a power at times"),
        "Cedar": N_("goes for one card in every turn"),
        "Dorn": N_("weighs the chances of half its moves"),
        "Elm": N_("weighs the chances of most moves"),
        "Flint": N_("weighs the chances of nearly all"),
        "Garnet": N_("works every turn out to its end"),
    },
    minutes=45,  # as its rules say
    rules=rules_page.RULES,
    widget=CourtTable,
    page=page.page,
    sketch=page.sketch,
    event_text=events.event_text,
    refusal=refusals.refusal,
    status=_status,
    score=_score,
    accent=tones.COURT,
    verdict=ending.verdict,
    moment=ending.moment,
    yours=events.yours,
    brings=_brings,
    staged=_staged,
    acting=to_beat,
    progress=_progress,
    triumph=ending.triumph,
    points=ending.points,
    shortfall=_shortfall,
    lesson=LESSON,
    trophies=TROPHIES,
    analysis=_ANALYSIS_WORDS,
    odds_name=lambda texts, what: names.name(texts, kind_of(what)),
    option_help={
        "edition": N_(
            "In the English edition Jesters never run out, and cards add dice only after your first roll."
        )
    },
)
