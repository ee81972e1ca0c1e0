"""The page after the end, at every size: who won and why, one's own place, what decided it, the record."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size

from docs.pictures import gallery
from docs.pictures.emulator import screen_after
from engine.analysis.rounds import Curve, Turning
from engine.bots import available_bots
from engine.court.model.events import Took
from engine.ending import CONCEDED, SCORE
from engine.game import Moment, Standing, Verdict
from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.events import Gained, Removed, Stole
from engine.playthrough import Undone
from engine.registry import GAMES
from tests.engine.seeded_chance import luck
from tests.three_games import THREE
from tests.tui.boards.words_of_games import long_name
from tests.tui.emulator import EmulatedTerminal
from tests.tui.plain.typist import Typist
from tests.tui.stage import LONG_NAMES, NAMES, StagePort, TableStage, seated
from tests.tui.watch import Watching
from tests.tui.wire.line.test_output import client
from tui.boards import BOARDS
from tui.host.deals import DailyDeal, DealResults, DealRow
from tui.host.pictures import Seat
from tui.host.trophies import SeatTrophy
from tui.language.texts import LANGUAGES, Texts
from tui.presenters import outcome, table_words
from tui.screens.base.help_screen import HelpScreen
from tui.screens.table import result_page
from tui.screens.table.result_course import ResultContext
from tui.wire.terminal.palette import DARK, LIGHT, ROLES

SIZES = ((80, 24), (100, 30), (140, 45), (40, 12))
VERDICTS = {
    "court": (
        Verdict("held", (), (7, 4)),
        *(Verdict(code, (2,), (7, 4)) for code in ("held-equal", "took")),
        Verdict("limit", (), (7, 12)),
        Verdict("limit-cards", (2,), (7, 12)),
        Verdict("limit-shared", (1, 2), (7, 12)),
    ),
    "intrigue": (
        Verdict("influence", (), (24, 21)),
        Verdict("queue", (2,), (24, 3, 2)),
        Verdict("shared", (1, 2), (24,)),
    ),
    "laurin": (
        *(Verdict(code, (), (35, 34)) for code in ("points", "limit")),
        Verdict("earlier", (2,), (35,)),
        Verdict("shared", (1, 2), (0,)),
    ),
}
"""Each code of each game that has its own, with the longest amounts."""
BY_SCORE = (Verdict(SCORE, (), (1000, 999)), Verdict(SCORE, (), (1000,)))
MOMENTS = {
    "court": (
        Moment("dice", 10, 1, 1, 12),
        *(Moment(code, 10, 1, 1, 124, 2) for code in ("mark", "crowned", "short")),
    ),
    "intrigue": (
        *(Moment("gained", 6, 1, 1, 12, what=kind) for kind in ("assassination", "shapeshifter")),
        Moment("ambush", 6, 1, 1, 4, 2, "ambush"),
        *(Moment("removed", 6, 1, 1, 12, other, "shapeshifter") for other in (1, 2)),
    ),
    "laurin": (
        *(Moment("scored", 10, 1, 1, 12, other) for other in (1, 2)),
        *(Moment("countered", 10, 1, 1, 0, 2, kind) for kind in ("ban", "revolt", "exchange")),
    ),
}


def played(key: str, most: int, names: Any = NAMES) -> TableStage:
    """A whole game of bots, for so many seats or as many as it has."""
    seats = min(most, GAMES[key].seats[-1])
    stage = TableStage(GAMES[key], seats, names=names)
    stage.chance = luck(f"table {key}")
    stage.begin()
    for seat, move in moves_of(key, seats):
        stage.play(seat, move)
    return stage


@cache
def moves_of(key: str, seats: int) -> tuple[tuple[int, Any], ...]:
    """What bots play in the game of `played`, decided once for all that look at its end."""
    game = GAMES[key]
    moves: list[tuple[int, Any]] = []
    bots = available_bots(game)
    bot = bots.get("page") or bots[next(iter(game.opponents.bots.values()))]
    stage, thoughts = TableStage(game, seats), luck(f"thoughts {key}")
    stage.chance = luck(f"table {key}")
    stage.begin()
    while stage.playthrough and not stage.playthrough.over:
        ask = stage.playthrough.asks[0]
        moves.append((ask.seat, bot.choose(game, stage.playthrough.view(ask.seat), ask, thoughts)))
        stage.play(*moves[-1])
    return tuple(moves)


@pytest.mark.parametrize("size", SIZES[:3])
@pytest.mark.parametrize("key", GAMES)
async def test_the_page_has_everything_in_every_window(key: str, size: tuple[int, int]) -> None:
    """With five long names: who has won and why, the own place, what happened, all places; nothing is cut."""
    stage = played(key, 5, LONG_NAMES)
    for language in LANGUAGES if size == (80, 24) else ("de",):
        async with seated(stage, LONG_NAMES[0], size, language) as player:
            texts, snapshot, names = Texts(language), stage.news(LONG_NAMES[0]), long_name
            board = BOARDS[key]
            text = " ".join(player.text.split())
            told = outcome.decided(texts, board, snapshot, names)
            assert (key in MOMENTS) <= len(told) <= 3
            said = (
                outcome.triumph(texts, board, snapshot, names),
                outcome.your_place(texts, snapshot),
                outcome.why(texts, board, snapshot, names),
            )
            for sentence in (*said, *(what for _, what in told)):
                assert set(sentence.split()) <= set(text.split()), (sentence, player.text)
            for one in snapshot.standings:
                row = next(
                    row for row in player.rows[::-1] if f" {one.place} " in row and names(one.seat) in row
                )
                assert board.score(texts, snapshot.view, one).split()[0] in row
            assert "ssh play.example.org record t1" in text
            assert ("ssh play.example.org cast t1" in text) == (size[1] > 40)
            assert "…" not in player.text.split("─")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["intrigue", "laurin"])
async def test_a_window_between_the_usual_ones_shows_chances_where_they_have_room(
    key: str, language: str
) -> None:
    """At 60x20, with what decided the game beside them, and nothing cut."""
    _, stage = gallery.SCENES[f"{key}-result"].port()
    assert stage is not None
    texts = Texts(language)
    async with seated(stage, "Wren", (60, 20), language) as player:
        headings = (texts._("Your chance to win"), texts._("What decided it"))
        assert any(all(heading in row for heading in headings) for row in player.rows), player.text
        assert "…" not in player.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "size"),
    [*((key, (40, 12)) for key in sorted(THREE)), ("court", (44, 14)), ("laurin", (52, 13))],
)
async def test_a_small_window_turns_the_pages_of_a_result(
    key: str, size: tuple[int, int], language: str
) -> None:
    """By the key that it names: the chances, each round that decided the game, the card; then the first page
    again.
    """
    _, stage = gallery.SCENES["result" if key == "court" else f"{key}-result"].port()
    assert stage is not None
    texts = Texts(language)
    board = BOARDS[key]
    async with seated(stage, "Wren", size, language) as player:
        first, pages = player.text, list[str]()
        assert texts._("more") in player.keys
        while player.text != first or not pages:
            pages.append(" ".join(player.text.split()))
            await player.press("space")
            assert len(pages) < 9
        told = outcome.decided(texts, board, stage.news("Wren"), player.app.screen._names)
        wanted = (
            texts._("Your chance to win"),
            texts._("What decided it"),
            *(what for _, what in told),
            texts._("shares"),
        )
        assert not [one for one in wanted if not any(one in page for page in pages)], pages
        assert "…" not in "".join(pages)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
async def test_no_place_is_cut_beside_a_name_that_was_handed_out(key: str, language: str) -> None:
    """In the smallest window a result that has no room is told as its number."""
    name = "Goldcrest-2190"
    async with seated(played(key, 3, (name, "Amber", "Birch")), name, (40, 12), language) as player:
        places = [row for row in player.rows if re.match(r"[ ▌] \d ", row)]
        assert len(places) == 3, player.text
        assert "…" not in "".join(places), player.text


@pytest.mark.parametrize(
    ("key", "scores", "said"),
    [
        ("court", (93, 84), "You have 8 fours: 1 short."),
        ("court", (94, 84), "You have 8 fours: 2 short."),
        ("court", (86, 75), "You have 7 fives: 2 short."),
        ("court", (84, 75), "You have 7 fives: 1 short."),
        ("court", (6, 4), "You have 4 dice: 2 short."),
        ("court", (86, 5), ""),
        ("intrigue", (14, 12), "You have 12 influence: 2 short."),
        ("laurin", (36, 32), "You have 32 points: 4 short."),
        ("laurin", (36, 36), ""),
    ],
)
def test_who_has_not_won_is_told_how_much_was_missing(key: str, scores: tuple[int, int], said: str) -> None:
    """Dice of one's own face in court: as many as the best, one more where its face is as high or higher.
    Winners and spectators are told nothing.
    """
    snapshot, (first, second) = played(key, 3).news("Amber"), scores
    if key == "court":  # for whom as many of the same face are enough
        final = replace(snapshot.view.position.final, queen=3)
        view = replace(snapshot.view, position=replace(snapshot.view.position, final=final))
        snapshot = replace(snapshot, view=view)
    standings = Standing(2, 1, first), Standing(1, 2, second)
    for viewer, told in ((1, said), (2, ""), (None, "")):
        seen = replace(snapshot, standings=standings, seat=viewer, verdict=Verdict(SCORE, (1,), scores))
        assert outcome.how_short(Texts(), BOARDS[key], seen) == told


@pytest.mark.parametrize("key", GAMES)
async def test_a_tiny_window_has_the_places_and_the_reason(key: str) -> None:
    """What decided the game is left out there; the record is a key away."""
    stage = played(key, 5)
    snapshot, texts = stage.news("Amber"), Texts("en")

    def names(seat: int) -> str:
        return NAMES[seat - 1]

    about = ResultContext(texts, BOARDS[key], snapshot, names, "play.example.org")
    lines = result_page.result_pages(about, Size(40, 8))[0]
    text = "\n".join("".join(part for part, _ in line) for line in lines)
    assert len(lines) <= 8
    rows = {" ".join(row.split()[:2]) for row in text.replace("▌", "").replace("♛", "").splitlines()}
    assert {f"{one.place} {names(one.seat)}" for one in snapshot.standings} <= rows, text
    assert max(cell_len(row) for row in text.splitlines()) <= 40


async def test_the_record_is_read_where_one_is() -> None:
    """R shows it, a row for each step; /read does the same."""
    stage = played("court", 3)
    text = "crownhouse record 1\ngame court\n# a remark\n0 deal : 1\n1 1 roll : 5 5 5\nresult 1 2 3\n"
    asked: list[str] = []

    async def record(_: StagePort, table: str) -> str:
        asked.append(table)
        return text

    StagePort.record = record  # type: ignore[attr-defined]
    try:
        async with seated(stage) as player:
            await player.press("R")
            assert isinstance(player.app.screen, HelpScreen)
            for part in ("Game record", "game", "court", "1 roll : 5 5 5", "# a remark"):
                assert part in player.text
            await player.press("q")
            await player.type("read")
            assert isinstance(player.app.screen, HelpScreen)
    finally:
        del StagePort.record  # type: ignore[attr-defined]
    assert asked == ["t1", "t1"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_verdict_and_moment_is_a_sentence(key: str, language: str) -> None:
    """With long names it may take two lines of a window, and no more."""
    texts, board = Texts(language), BOARDS[key]
    standings = (Standing(1, 1, 35), Standing(2, 2, 34))
    verdicts = VERDICTS.get(key, BY_SCORE)
    said = [board.verdict(texts, long_name, standings, verdict, None) for verdict in verdicts]
    for you, (other, verdict) in product((1, 2), tuple(zip(said, verdicts, strict=True))):
        own = board.verdict(texts, long_name, standings, verdict, you)
        assert long_name(you) not in own
        assert (own == other) == (long_name(you) not in other), own
        said += [] if own == other else [own]
    assert (board.moment is None) == (GAMES[key].moments is None)
    if board.moment:
        said += [board.moment(texts, long_name, moment, None) for moment in MOMENTS[key]]
        own = [board.moment(texts, long_name, moment, moment.seat) for moment in MOMENTS[key]]
        assert not set(own) & set(said)
        said += own
    for sentence in said:
        assert sentence.endswith("."), sentence
        assert "{" not in sentence
        assert cell_len(sentence) <= 2 * 70, sentence
    assert len(set(said)) == len(said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_s_own_place_is_said_in_words(language: str) -> None:
    """Not to a winner, who is told so already, and not to a spectator."""
    stage = played("intrigue", 5)
    standings = tuple(Standing(seat, seat, 9 - seat) for seat in range(1, 6))
    texts = Texts(language)
    said = [
        outcome.your_place(texts, replace(stage.news(name), standings=standings)) for name in (*NAMES, "Fox")
    ]
    assert said[0] == said[5] == ""
    assert len(set(said)) == 5
    tie = (Standing(1, 1, 9), Standing(2, 1, 9))
    assert outcome.your_place(texts, replace(stage.news("Amber"), standings=tie)) not in {"", *said}
    conceded = replace(stage.news("Amber"), verdict=Verdict(CONCEDED, (2, 3)))
    gave_up = outcome.why(texts, BOARDS["intrigue"], conceded, lambda seat: NAMES[seat - 1])
    out = [replace(seat, timed_out=True, conceded=True) for seat in conceded.info.seats]
    late = replace(conceded, info=replace(conceded.info, seats=(*out[:3], *conceded.info.seats[3:])))
    ran_out = outcome.why(texts, BOARDS["intrigue"], late, lambda seat: NAMES[seat - 1])
    assert (NAMES[1] in gave_up, NAMES[1] in ran_out, gave_up == ran_out) == (True, True, False)
    scores = [outcome.score(texts, BOARDS["intrigue"], late, Standing(seat, seat, 9)) for seat in (2, 4)]
    assert [texts._("(ran out of time)") in one for one in scores] == [True, False]


async def test_who_has_left_is_told_to_be_last_beside_what_the_seat_reached() -> None:
    stage = played("court", 3)
    news = stage.news("Amber")
    seats = (replace(news.info.seats[0], left=True), *news.info.seats[1:])
    news = replace(news, info=replace(news.info, seats=seats))
    told = [outcome.score(Texts(), BOARDS["court"], news, Standing(seat, seat, 9)) for seat in (1, 2)]
    assert ["so last" in one for one in told] == [True, False]
    everybody = replace(news.info, seats=tuple([replace(one, left=True) for one in seats]))
    said = outcome.score(
        Texts(), BOARDS["court"], replace(news, info=everybody), Standing(1, 1, 9)
    )  # nobody stayed who could be before them
    assert "so last" not in said


async def test_an_ended_game_of_an_earlier_host_has_places_alone() -> None:
    """Without a verdict or moments, as an older host or a game without them tells it."""
    stage = played("court", 3)
    tell = stage.news
    stage.news = lambda name, events=(): replace(tell(name, events), verdict=None, moments=())  # type: ignore[method-assign]
    async with seated(stage) as player:
        assert " 1 ♛ " in player.text
        assert "What decided it" not in player.text


async def test_one_s_own_trophies_are_told_and_in_plain_words_everybody_s() -> None:
    stage = played("court", 3)
    tell = stage.news
    given = (SeatTrophy(1, "rainbow", 1), SeatTrophy(1, "usurper", 3), SeatTrophy(2, "rainbow", 1))
    stage.news = lambda name, events=(): replace(tell(name, events), trophies=given)  # type: ignore[method-assign]
    async with seated(stage) as player:
        assert "Trophy: Rainbow, for the first time." in player.text
        assert "Trophy: Usurper, 3 times." in player.text
        assert player.text.count("Rainbow") == 1
    before, after = tell("Amber"), stage.news("Amber")
    assert list(table_words.changes(Texts(), before, after)) == [
        "Trophy of Amber: Rainbow, for the first time.",
        "Trophy of Amber: Usurper, 3 times.",
        "Trophy of Birch: Rainbow, for the first time.",
    ]


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("merchant", "the Merchant: rerolls any dice once."),
        ("general", "the General: two more dice a turn."),
        (None, "no card."),
    ],
)
def test_a_card_that_decided_a_game_is_told_with_what_it_brings(card: Any, said: str) -> None:
    stage = played("court", 3)
    curve = Curve(((0.5, 0.3, 0.2), (0.8, 0.1, 0.1)), (Turning(1, 1, 0.3, (Took(1, card, ()),)),))
    snapshot = replace(stage.news("Amber"), curve=curve)
    for viewer, does in ((1, "You take"), (None, "Amber takes")):
        seen = replace(snapshot, seat=viewer, standings=(Standing(1, 1, 9), Standing(2, 2, 4)))
        ((_, told),) = outcome.decided(Texts(), BOARDS["court"], seen, lambda seat: NAMES[seat - 1])
        assert told == f"{does} {said}"


OF_EACH_CARD = (
    *(Moment("removed", 6, 1, 1, 12, other, kind) for kind in KINDS for other in (1, 2)),
    *(Moment("gained", 6, 1, 1, 12, what=kind) for kind in KINDS),
    Moment("ambush", 6, 1, 1, 4, 2, "ambush"),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_decided_a_game_takes_two_lines_beside_the_curve(language: str) -> None:
    """At 80 columns, for each card of intrigue, whoever reads it, with names of the ladder."""
    texts, names = Texts(language), ("Garnet", "Flint", "Cedar")
    stage = played("intrigue", 3)
    for moment in OF_EACH_CARD:
        for viewer in (1, 2, None):
            curve = Curve(points=((0, 0, 0), (2, 4, 1)))
            snapshot = replace(stage.news("Amber"), seat=viewer, moments=(moment,), curve=curve)
            about = ResultContext(texts, BOARDS["intrigue"], snapshot, lambda seat: names[seat - 1], "")
            ((_, said),) = outcome.decided(texts, about.board, snapshot, about.names)
            page = result_page.result_pages(about, Size(80, 22))[0]
            rows = ["".join(part for part, _ in line) for line in page]
            first = next(at for at, row in enumerate(rows) if "1 " in row and said.split()[0] in row)
            shown = " ".join(row[38:].strip() for row in rows[first : first + 2]).strip()
            assert shown == f"1 {said}", rows


@pytest.mark.parametrize(
    ("event", "own", "others", "told"),
    [
        (
            Removed(1, "archer", 3, 2, "lord", True, 4),
            "You remove Birch's Lord (4 influence lost).",
            "Amber removes your Lord (4 influence lost).",
            "Amber removes Birch's Lord (4 influence lost).",
        ),
        (
            Stole(1, 2),
            "You steal 1 influence from Birch.",
            "Amber steals 1 influence from you.",
            "Amber steals 1 influence from Birch.",
        ),
        (
            Gained(1, "heir", 3),
            "You take 3 influence for the Heir.",
            "Amber takes 3 influence for the Heir.",
            "Amber takes 3 influence for the Heir.",
        ),
    ],
)
def test_who_reads_what_decided_a_game_is_called_you(event: Any, own: str, others: str, told: str) -> None:
    """Whether they did it, or it was done to them; spectators read names."""
    turnings = tuple([Turning(seat, 1, 0.3, (event,)) for seat in (1, 2)])
    curve = Curve(((0.5, 0.3, 0.2), (0.8, 0.1, 0.1)), turnings)
    snapshot = replace(played("intrigue", 3).news("Amber"), curve=curve, standings=(Standing(1, 1, 9),))
    for viewer, said in ((1, own), (2, others), (None, told)):
        seen = replace(snapshot, seat=viewer)
        ((_, found),) = outcome.decided(Texts(), BOARDS["intrigue"], seen, lambda seat: NAMES[seat - 1])
        assert found == said


async def test_the_curve_is_one_s_own_with_what_decided_it() -> None:
    """For spectators it is the winner's; the rounds that are told stand on its axis."""
    stage = played("court", 3)
    tell = stage.news
    winner = tell("Amber").standings[0].seat
    chances = tuple([(0.5 - by, 0.3, 0.2 + by) for by in (0.0, 0.2, 0.1)])
    turnings = tuple([Turning(seat, seat, 0.1, (Undone(1),), None) for seat in (1, 2)])
    curve = Curve(chances, turnings)
    stage.news = lambda name, events=(): replace(tell(name, events), curve=curve)  # type: ignore[method-assign]
    for name, said, told in (
        ("Amber", "Your chance to win", {"You undo a move.": 1, "Amber undoes a move.": 0}),
        ("Fox", "The winner's chance", {"Amber undoes a move.": int(winner < 3)}),
    ):
        async with seated(stage, name) as player:
            assert said in player.text
            assert {words: player.text.count(words) for words in told} == told
            axis = next(row for row in player.rows if "───" in row)
            assert ("1" in axis) == any(told.values())
            assert "round 2" in player.text


@pytest.mark.parametrize("comes", [True, False])
async def test_plain_mode_says_once_what_decided_a_game(comes: bool) -> None:
    """With the chances, which come just after the end; without them, if they do not come."""
    *before, last = moves_of("intrigue", 3)
    stage = TableStage(GAMES["intrigue"], 3)
    stage.chance = luck("table intrigue")
    stage.begin()
    for move in before:
        stage.play(*move)
    typist = Typist(StagePort(stage, "Amber"), goto="join KIWI-7")
    await typist.settle()
    typist.fresh()
    stage.play(*last)
    await typist.settle()
    told, place, tell = typist.fresh(), typist.session._session.place, stage.news  # type: ignore[union-attr]
    assert any(line.startswith("1. ") for line in told)
    assert not {"How it went:", "What decided it:"} & {*told}
    assert place._curve_alarm.seconds == 2.0
    if comes:
        curve = Curve(((0.5, 0.3, 0.2), (0.8, 0.1, 0.1)), (Turning(1, 1, 0.3, (Undone(1),)),))
        stage.news = lambda name, events=(): replace(tell(name, events), curve=curve)  # type: ignore[method-assign]
        stage.tell()
        await typist.settle()
    place._tell_course()
    told = [*typist.fresh(), *await typist.enters("look")]
    said, other = ("What decided it:", "How it went:")[:: 1 if comes else -1]
    assert (told.count(said), told.count(other)) == (2, 0), told
    await typist.leaves()


async def test_who_gave_up_has_not_the_rating_of_the_bot_that_played_on() -> None:
    """A bot of its own has."""
    stage = played("court", 3)
    bots = [Seat(NAMES[at], "bot", "page-66", conceded=at == 1) for at in (1, 2)]
    stage.info = replace(stage.info, seats=(stage.info.seats[0], *bots))
    async with seated(stage) as player:
        rows = [next(row for row in player.rows if re.search(rf"\d .? +{name} ", row)) for name in NAMES[1:3]]
        assert ["1222" in row for row in rows] == [False, True]


@pytest.mark.parametrize(("minutes", "said"), [(24, "rounds, 24 min"), (None, "rounds")])
async def test_the_header_tells_how_long_the_game_was(minutes: int | None, said: str) -> None:
    """An earlier host may not have told it."""
    stage = played("court", 3)
    stage.info = replace(stage.info, lasted=UNSET if minutes is None else minutes * 60.0)
    async with seated(stage) as player:
        assert player.rows[0].rstrip().endswith(said)


async def test_a_game_without_a_value_has_points_by_round() -> None:
    """And says how it went, not what decided it."""
    stage = played("intrigue", 3)
    tell = stage.news
    curve = Curve(points=((0, 0, 0), (2, 4, 1), (8, 5, 2)))
    stage.news = lambda name, events=(): replace(tell(name, events), curve=curve)  # type: ignore[method-assign]
    async with seated(stage) as player:
        assert "Points by round" in player.text
        assert "How it went" in player.text
        assert "What decided it" not in player.text


@pytest.mark.parametrize("key", ["court", "intrigue", "laurin"])
async def test_the_page_takes_few_bytes(key: str) -> None:
    """At most 2,800 for all of it, with a curve and what decided the game, at 80x24 in 256 colours."""
    stage = played(key, 4)
    tell, seats = stage.news, 4
    turnings = tuple([Turning(seat, at, 0.1, (Undone(at),)) for seat in range(1, 5) for at in (1, 2, 3)])
    points = [0.25 + 0.05 * (number * 7 % 5) for number in range(14)]
    curve = Curve(tuple([(one, *[(1 - one) / (seats - 1)] * (seats - 1)) for one in points]), turnings)
    stage.news = lambda name, events=(): replace(tell(name, events), curve=curve)  # type: ignore[method-assign]
    terminal = Watching(StagePort(stage, "Amber"), replace(client("xterm-256color"), goto="watch t1"))
    data = await terminal.sent()
    assert "What decided it" in terminal.text
    assert len(data) <= 2800, len(data)
    await terminal.leave()


async def test_a_deal_of_the_day_has_rank_par_and_the_next_deal_instead_of_a_rematch() -> None:
    """In plain words; its commitments stand behind i. Plain mode says the same."""
    stage = played("court", 3)
    stage.info = replace(stage.info, options={"deal": "daily-court-2026-11-24"})
    rows = tuple([DealRow(name, "finished", rank, you=name == "Amber") for rank, name in enumerate(NAMES, 1)])
    results = DealResults(
        "court", "2026-11-24", True, stage.time + 5 * 3600, "d", "c0", "", 5, 0, rows,
        steward_place=1.67, steward_points=41.0, steward_games=20, steward_place_error=0.12,
    )  # fmt: skip
    deal = DailyDeal("court", "2026-11-24", 3, 1, ("",), stage.time + 5 * 3600, "c0" * 32, "c1" * 32, 5)
    with pytest.MonkeyPatch.context() as patch:

        async def found(*_: object) -> DealResults:
            return results

        async def daily(_: object) -> tuple[DailyDeal, ...]:
            return (deal,)

        patch.setattr(StagePort, "daily_results", found)
        patch.setattr(StagePort, "daily", daily)
        async with seated(stage) as player:
            said = (
                "1st of 5 players so far. Par, a strong bot's average: place 1.7. The next deal opens in 5 h."
            )
            assert said in " ".join(player.text.split())
            assert "play again" not in player.text
            assert not {"replay", "analysis"} & {*player.keys.split()}, "others play it, so it has no record"
            assert "±" not in player.text
            assert "c0c0" not in player.text
            await player.pilot.resize_terminal(40, 12)
            await player.press("space")
            assert "1st of 5 players so far." in player.text, "no further away than a key"
            await player.pilot.resize_terminal(80, 24)
            await player.press("question_mark")
            assert "look at it again" not in " ".join(player.text.split())
            await player.press("escape", "i")
            assert "c0" * 32 in "".join(player.text.split())
        typist = Typist(StagePort(stage, "Amber"), goto="join KIWI-7")
        await typist.settle()
        for lines in (typist.fresh(), await typist.enters("look")):
            assert said in lines, "whenever the table is looked at, not once"
            assert not any("replay" in line for line in lines)
        assert not any(line.startswith("replay") for line in await typist.enters("help"))
        await typist.leaves()


async def test_once_an_opponent_is_beaten_the_prompt_names_who_sits_down_next() -> None:
    """As `r` does: the next one, and the one below."""
    shown = client(columns=80, rows=24)
    for scene, said in (("result", "r plays against Cedar and Birch"), ("result-lost", "against Birch and")):
        data = await gallery.sent(gallery.SCENES[scene], shown, DARK, "en")
        screen = "\n".join(screen_after(data, 80, 24).display)
        assert said in screen, screen


@pytest.mark.parametrize(
    ("scene", "size"),
    [("laurin", (80, 24)), ("result", (40, 12)), ("result-lost", (80, 24)), ("laurin-result-lost", (40, 12))],
)
async def test_a_crown_is_golden(scene: str, size: tuple[int, int]) -> None:
    """On light paper too, where keys and the focus are blue: who begins, who holds it, who has won."""
    shown = client(columns=size[0], rows=size[1])
    terminal = EmulatedTerminal(*size)
    terminal.feed((await gallery.sent(gallery.SCENES[scene], shown, LIGHT, "en")).decode())
    crowns = {cell.ink for row in terminal.seen() for cell in row if cell.text == "♛"}
    assert crowns == {f"{ROLES['gold'].light.true:06x}"}
