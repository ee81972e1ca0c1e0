"""The report of an analysis as lines of words: for the command line, plain mode and screens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from engine.analysis.findings import Analysis, Finding
from tui.analysis.figures import exactness, loss
from tui.analysis.plot import rows
from tui.analysis.value_words import CORRECTION, AnalysisWords, account_words
from tui.boards import BOARDS
from tui.host.game_analysis import AnalysisNews
from tui.language.texts import Texts

WIDTH = 78


def words_of(analysis: Analysis) -> AnalysisWords:
    """The words of the game that was analysed. Raises KeyError if its board has none."""
    words = BOARDS[analysis.game].analysis
    if words is None:
        raise KeyError(analysis.game)
    return words


def report(
    texts: Texts, analysis: Analysis, names: Sequence[str], seats: Sequence[int] = ()
) -> Iterator[str]:
    """The whole report, at most WIDTH cells a line. `names` are by seat; `seats` are those told (all)."""
    yield from about(texts, analysis)
    yield ""
    yield from curve(texts, analysis, names)
    for seat in seats or range(1, analysis.seats + 1):
        yield ""
        yield from of_seat(texts, analysis, seat, names[seat - 1])


def state(texts: Texts, news: AnalysisNews) -> str:
    """How far an analysis is of which little or nothing is there."""
    if news.failed:
        return texts._("The analysis could not be made. Ask for it again later.")
    if news.waiting:
        return texts.ngettext(
            "{number} other game is analysed before this one.",
            "{number} other games are analysed before this one.",
            news.waiting,
        )
    return texts._("The game is being analysed, your own seat first; the chances to win follow.")


def progress(texts: Texts, news: AnalysisNews) -> str:
    """How far an analysis is, in quarters, for those who see nothing of it before its end."""
    if quarters := int(4 * news.done):
        return texts._("{number}% of the game is analysed.", number=25 * quarters)
    return state(texts, news)


def title(texts: Texts, names: Sequence[str]) -> str:
    """The title of a picture of the curve."""
    return texts._("Chances to win: {names}", names=", ".join(names))


def about(texts: Texts, analysis: Analysis) -> Iterator[str]:
    """How the figures came about, what the others are assumed to play, and how exact it is."""
    yield from wrap(" ".join(method_in_full(texts, analysis)), WIDTH)


def method(texts: Texts, analysis: Analysis) -> tuple[str, ...]:
    """How decisions are valued, and what the others are assumed to play, in sentences."""
    words = words_of(analysis)
    return (texts.of(words.method), texts.of(words.opponents), texts.of(CORRECTION))


def method_in_full(texts: Texts, analysis: Analysis) -> tuple[str, ...]:
    """The same, and how far the figures may be off: for who asks."""
    return (*method(texts, analysis), *exactness(texts, analysis))


def curve(texts: Texts, analysis: Analysis, names: Sequence[str]) -> Iterator[str]:
    """The plot of winning chances with its heading; nothing if there is no curve yet."""
    drawn = rows(analysis)
    if not drawn:
        return
    yield texts._("Chances to win, by round")
    yield from drawn
    called = "   ".join(f"{seat} {name}" for seat, name in enumerate(names, start=1))
    yield from wrap(called, WIDTH, initial_indent="     ", subsequent_indent="     ")


def chances(texts: Texts, analysis: Analysis, seat: int, name: str) -> str:
    """A seat's chance to win when each round began, and at the end, in words."""
    begun: dict[int, float] = {}
    for point in analysis.curve:
        begun.setdefault(point.round, point.chances[seat - 1])
    told = [f"{number}: {100 * chance:.0f}%" for number, chance in begun.items()]
    last = f"{100 * analysis.curve[-1].chances[seat - 1]:.0f}%"
    return texts._(
        "{name}'s chance to win when each round began: {chances}; at the end {last}.",
        name=name, chances=", ".join(told), last=last,
    )  # fmt: skip


def of_seat(texts: Texts, analysis: Analysis, seat: int, name: str) -> Iterator[str]:
    """The account of a seat, and its worst decisions."""
    yield from wrap(summary(texts, analysis, seat, name), WIDTH)
    for sentence in account(texts, analysis, seat):
        yield from wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="    ")
    worst = analysis.worst(seat)
    if not worst:
        yield "  " + texts._("No better move was found.")
    for finding in worst:
        yield from told(texts, analysis, finding)


def summary(texts: Texts, analysis: Analysis, seat: int, name: str) -> str:
    """How many decisions a seat had."""
    return texts.ngettext(
        "{name}: {number} decision", "{name}: {number} decisions", len(analysis.of_seat(seat)), name=name
    )


def account(texts: Texts, analysis: Analysis, seat: int) -> Iterator[str]:
    """How a seat's chance became its result, in a sentence, once it is known."""
    found = analysis.account(seat)
    if found is not None:
        yield account_words(texts, found, words_of(analysis).account)


def place(texts: Texts, analysis: Analysis, finding: Finding) -> str:
    """What lay on the table at a decision, or the number of its position where nothing tells it."""
    words = words_of(analysis).laid
    return (words(texts, finding.laid) if words and finding.laid else "") or str(finding.position)


def in_words(texts: Texts, analysis: Analysis, move: str) -> str:
    """A move in notation as the player would type it."""
    return BOARDS[analysis.game].speech.from_notation(texts, move)


def better(texts: Texts, analysis: Analysis, finding: Finding) -> str:
    """What would have been better, and what the move made cost."""
    cost = loss(texts, finding)
    return texts._("better: {best} (lost: {cost})", best=in_words(texts, analysis, finding.best), cost=cost)


def why(texts: Texts, analysis: Analysis, finding: Finding) -> str:
    """Why that would have been better; '' if nothing is said about it."""
    return words_of(analysis).reason(texts, finding.reason) if finding.reason else ""


def told(texts: Texts, analysis: Analysis, finding: Finding) -> Iterator[str]:
    """A decision in two or three lines: what was played, what was better, and why."""
    played = in_words(texts, analysis, finding.played)
    first = texts._(
        "{position}, round {round}: {played}",
        position=place(texts, analysis, finding),
        round=finding.round,
        played=played,
    )
    yield from wrap(first, WIDTH, initial_indent="  ", subsequent_indent="      ")
    for sentence in (better(texts, analysis, finding), why(texts, analysis, finding)):
        yield from wrap(sentence, WIDTH, initial_indent="      ", subsequent_indent="        ")
