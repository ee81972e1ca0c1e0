"""An analysis in words, as a plot and as a picture: all that a game says has words, and everything fits."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine import codec
from engine.analysis.findings import Account, Analysis, CurvePoint, Finding, Reason
from engine.analysis.reasons import AS_A_WHOLE, LIKELIER, SWAPPED
from tests.tui import snapshots
from tui.analysis.figures import at, loss
from tui.analysis.plot import plot, rows
from tui.analysis.svg import svg
from tui.analysis.value_words import account_words, tenths
from tui.language.texts import LANGUAGES, texts_in
from tui.replay.analysis_document import document
from tui.replay.analysis_report import report, told

CODES = (LIKELIER, SWAPPED, AS_A_WHOLE)
FIGURES = {"better": 0.71, "played": 0.17, "other_better": 0.2, "other_played": 0.4}
THINGS = {
    "court": {"what": "general", "other": "pawnbroker"},
    "intrigue": {"what": "leads", "other": "spared"},
    "laurin": {"what": "most", "other": "scores"},
}
LAID: dict[str, dict[str, int | float | str]] = {
    "court": {"active": "1 2 3 4 5 6", "aside": "5 5"},
    "intrigue": {"place": 12, "card": "shapeshifter", "influence": 2},
    "laurin": {"x": 4, "y": 4},
}


class Watched(tuple[CurvePoint, ...]):  # noqa: SLOT001  (it notes something)
    """Points that note which of them are looked at."""

    def __init__(self, _: tuple[CurvePoint, ...]) -> None:
        self.looks = list[Any]()

    def __getitem__(self, index: Any) -> Any:
        self.looks.append(index)
        return super().__getitem__(index)


ACCOUNT = Account(
    seat=1, start=0.2, deal=0.0104, own_dice=0.2049, others_dice=-0.1049, hidden=0.0, own_errors=-0.25004,
    others=0.3, correction=-0.36036, result=0.0,
)  # fmt: skip


def analysis_of(key: str, seats: int = 5) -> Analysis:
    """A long game that went up and down, with every reason."""
    reasons = [Reason(code, dict(FIGURES | THINGS[key])) for code in CODES]
    findings = [
        Finding(1, place, 1, "play", "pass", "pass", 0.1 + place / 100, 0.01, 9, why, True, LAID[key])
        for place, why in enumerate(reasons)
    ]
    curve = []
    for place in range(41):
        shares = [(place * (seat + 3)) % 17 + 0.1 for seat in range(seats)]
        chances = tuple(share / sum(shares) for share in shares)
        curve.append(CurvePoint(5 * place, 1 + place // 2, chances, (0.04,) * seats))
    return Analysis(game=key, seats=seats, findings=tuple(findings), accounts=(ACCOUNT,), curve=tuple(curve))


NAMES = ("Amber", "Birch", "Cedar", "Wilhelmina van der Zandschulp", "<Elm & co>")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", THINGS)
def test_every_reason_is_told_in_words_that_fit(key: str, language: str) -> None:
    """Each code has a sentence of its own, no placeholder is left, and no line is wider than 78 cells."""
    texts = texts_in(language)
    analysis = analysis_of(key)
    sentences = {
        finding.reason.code: " ".join(told(texts, analysis, replace(finding, position=0, loss=0.1)))
        for finding in analysis.findings
        if finding.reason
    }
    assert len(set(sentences.values())) == len(sentences) == len(CODES)
    lines = list(report(texts, analysis, NAMES))
    if language == "en":
        snapshots.check(f"analysis-report-{key}", "\n".join(lines))
    assert all(cell_len(line) <= 78 for line in lines)
    assert not any("{" in line or "}" in line for line in lines)


def test_a_document_of_one_seat_has_its_decisions_alone() -> None:
    """And its account; the chances are everybody's."""
    analysis = analysis_of("court")
    analysis = replace(
        analysis,
        findings=tuple(replace(one, seat=1 + at % 2) for at, one in enumerate(analysis.findings)),
        accounts=(ACCOUNT, replace(ACCOUNT, seat=2)),
    )

    def seats(seat: int | None) -> tuple[set[int], set[int]]:
        read = codec.decode(Analysis, document(texts_in("en"), analysis, NAMES, "json", seat).encode())
        assert read.curve == analysis.curve
        return {one.seat for one in read.findings}, {one.seat for one in read.accounts}

    assert seats(None) == ({1, 2}, {1, 2})
    assert seats(2) == ({2}, {2})
    whole, own = (document(texts_in("en"), analysis, NAMES, seat=seat) for seat in (None, 2))
    assert len(whole) > len(own)


def test_a_plot_takes_at_most_two_kilobytes() -> None:
    """Five seats that change places all the time, in the bytes that a terminal gets."""
    text = "\n".join(rows(analysis_of("laurin")))
    assert len(text.encode()) <= 2048
    snapshots.check("analysis-plot", "\n".join([text, *rows(analysis_of("court", 2), 21, 4)]))


def test_the_lines_of_a_plot_bear_the_numbers_of_their_seats() -> None:
    """A terminal without colours can tell them apart."""
    cells = [cell for row in plot(analysis_of("laurin")) for cell in row]
    for seat in range(1, 6):
        assert sum(cell.text == str(seat) for cell in cells) >= 2
        assert {cell.seat for cell in cells if cell.text == str(seat)} == {seat}


def test_a_seat_that_is_sure_to_win_is_at_the_top() -> None:
    """And the others at the bottom."""
    flat = Analysis(
        game="court", seats=2, curve=(CurvePoint(0, 1, (1.0, 0.0)), CurvePoint(10, 2, (1.0, 0.0)))
    )
    drawn = plot(flat)
    assert {cell.seat for cell in drawn[0]} == {1}
    assert {cell.seat for cell in drawn[-1]} == {2}
    assert {cell.seat for row in drawn[1:-1] for cell in row} == {None}
    assert at(flat.curve, 1, 5) == 1.0


def test_a_chance_between_two_points_lies_between_theirs() -> None:
    """Outside it is that of the nearest one; of thousands of points only a few are looked at."""
    points = tuple(CurvePoint(10 * n, n, (n / 4000, 1 - n / 4000)) for n in range(4001))
    assert [at(points, 1, 10 * n) for n in (0, 17, 4000)] == [0, 17 / 4000, 1]
    assert at(points, 2, 15) == pytest.approx(1 - 1.5 / 4000)
    assert (at(points, 1, -3), at(points, 1, 50_000)) == (0, 1)
    watched = Watched(points)
    assert at(watched, 1, 23_456) == at(points, 1, 23_456)
    assert 0 < len(watched.looks) < 20


def test_without_a_curve_there_is_no_plot() -> None:
    """While the analysis still runs."""
    begun = Analysis(game="court", seats=2)
    assert rows(begun) == []
    assert any("0 decisions" in line for line in report(texts_in("en"), begun, ["a", "b"]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_is_well_formed_whatever_players_are_called(language: str) -> None:
    """With a line and a name for each seat."""
    root = ET.fromstring(svg(texts_in(language), analysis_of("intrigue"), NAMES, "Title & <more>"))  # noqa: S314
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}polyline")) == len(root.findall(f"{space}polygon")) == 5
    assert "5 <Elm & co>" in [text.text for text in root.findall(f"{space}text")]


def test_losses_are_told_without_their_errors() -> None:
    """In winning chance; how far figures may be off is told to who asks."""
    one = Finding(1, 0, 1, "k", "a", "b", 0.214, 0.03)
    assert loss(texts_in("en"), one) == "21%, if strong players play on"


def test_an_account_adds_up_as_it_is_written() -> None:
    """Figures with one digit are rounded so that their sum is the result that is shown."""
    start, columns, result = tenths(ACCOUNT)
    assert round(10 * (start + sum(columns.values()))) == round(10 * result)
    assert all(abs(columns[name] - 100 * value) < 0.1 for name, value in ACCOUNT.columns.items())
    said = account_words(texts_in("en"), ACCOUNT, {})
    assert said.startswith("20.0% at first, deal +1.0, own dice +20.5")
    assert "hidden" not in said
    assert said.endswith(": 0.0%")
