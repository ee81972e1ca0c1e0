"""What protects players, in words: letters, the rules of conduct, reports that wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from tui.host.moderation import Conduct, Letter, ReportedCase, Verdict
from tui.language import moderation_words as words_of
from tui.language.spelling import shown
from tui.language.texts import Texts
from tui.presenters.offers import short_title
from tui.presenters.reader import Page, Reader, behind_slash


def letters(reader: Reader, found: Sequence[Letter]) -> Page:
    """Returns what moderators and the host wrote to a player."""
    texts = reader.texts
    rows = [line for one in found for line in words_of.letter_lines(texts, one)]
    told = [(what, reader.typed(said)) for what, said in rows]
    return Page(texts._("Letters"), told, between=": ")


def conduct_rows(texts: Texts, found: Conduct) -> Sequence[tuple[str, str]]:
    return [("", line) for line in found.lines or words_of.conduct(texts)]


def conduct(reader: Reader, found: Conduct) -> Page:
    """Returns the rules of conduct."""
    rows = [(what, reader.typed(said)) for what, said in conduct_rows(reader.texts, found)]
    return Page(reader.texts._("Rules of conduct"), rows, between=" ")


def reports(reader: Reader, found: Sequence[ReportedCase] | ReportedCase) -> Page:
    """Returns the reports that wait, or one of them."""
    texts = reader.texts
    if isinstance(found, ReportedCase):
        return case(reader, found)
    rows = [(one.id[: words_of.SHORT_ID], words_of.summary(texts, one)) for one in found]
    return Page("", rows, between=": ")


def case(reader: Reader, one: ReportedCase) -> Page:
    """Returns a report, and how it is decided behind a slash."""
    texts = reader.texts
    heading = texts._("Report {sign}", sign=one.id[: words_of.SHORT_ID])
    verdicts = [verdict for verdict in words_of.VERDICTS if verdict != "lift" or one.kind == "answer"]
    how = [("", decision(texts, one, verdict) + texts._("REASON")) for verdict in verdicts]
    ways = () if reader.in_terminal else (("", ""), *how)
    return Page(heading, [*case_lines(texts, one, reader.typed), *ways], between=": ")


def case_lines(
    texts: Texts, one: ReportedCase, typed: Callable[[str], str] = str
) -> Iterator[tuple[str, str]]:
    """Returns everything about a report, as `moderation_words` tells it, with its game's name."""
    return words_of.case_lines(texts, replace(one, game=short_title(texts, one.game)), typed)


def decision(texts: Texts, one: ReportedCase, verdict: Verdict) -> str:
    """Return the beginning of a decision as it is typed; the reason is missing."""
    command = behind_slash(texts, "queue")
    word = shown(texts.of(words_of.VERDICTS[verdict]))
    usual = {"mute": "1d ", "ban": "7d "}.get(verdict, "")
    return f"{command} {one.id[: words_of.SHORT_ID]} {word} {usual}"
