"""Plans are said in the player's own words, as what is told there begins."""

from __future__ import annotations

import json
from collections.abc import Coroutine, Generator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any
from unittest.mock import Mock

import pytest

from engine.chance import FairChance
from engine.game import Refused
from engine.plans import ASK, Branch, Condition, Link, Plan, Until
from server.sessions import commands
from server.sessions.commands import Asked
from server.sessions.single_commands import DONE, FAILED, Answer, answer
from tests.server.bots.test_standing_answers import LaurinHost
from tests.server.simulation import ReceivedSnapshots
from tests.tui.plain.typist import Typist
from tests.tui.stage import TableStage
from tui.actions.followed_table import newest
from tui.actions.terminal_words import Typed
from tui.boards import PLAYABLE
from tui.host.port import TableSnapshot
from tui.language.texts import texts_in
from tui.presenters import conditions, plan_words

PASSES = {"type": "passed", "seat": 2}
PASSING = Condition((PASSES,), "Bert passes")
PLAYS = Condition(({"type": "played", "seat": 2},), "Bert plays …")


async def reacting() -> tuple[LaurinHost, str]:
    """Ada and Bert are asked to react, and so is nobody else."""
    host = LaurinHost()
    await host.play()
    assert [ask.seat for ask in host.reacting] == [1, 2]
    return host, host.lobby.table(host.table).opening.name


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("if Bert passes then pass else ask", Plan((Link((Branch(PASSING, "pass"),), ASK),))),
        ('--if "Bert passes" pass --else ask', Plan((Link((Branch(PASSING, "pass"),), ASK),))),
        (
            "--if Bert passes: pass --if Bert plays: ask --else pass --then done",
            Plan((Link((Branch(PASSING, "pass"), Branch(PLAYS, ASK)), "pass"), Link((), "done"))),
        ),
        (
            "pass until Bert plays the …",
            Plan(until=Until("pass", Condition(PLAYS.events, "Bert plays the …"))),
        ),
        ("pass --until my turn", Plan(until=Until("pass", end="turn"))),
        ("pass until round always", Plan(until=Until("pass", every=True))),
        ("pass until the end of the game", Plan(until=Until("pass", end="game"))),
        ("place 5/3 c4 then done", Plan((Link((), "place 5/3 c4"), Link((), "done")))),
    ],
)
async def test_a_plan_is_read(words: str, meant: Plan) -> None:
    """With dashes and quotes, and without."""
    host, name = await reacting()
    snapshot = await newest(host.ports[0], name)
    read = await plan_words.read(texts_in(), snapshot, words)
    assert [*read.moves] == [*meant.moves]
    assert read.until == meant.until
    whens = [branch.when for link in read.chain for branch in link.branches]
    assert [when.words for when in whens] == [
        branch.when.words for link in meant.chain for branch in link.branches
    ]
    assert all(one in PLAYS.events or one.items() >= PASSES.items() for when in whens for one in when.events)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "wenn Bert passt dann passe sonst fragen"),
        ("it", "se Bert passa allora passa altrimenti chiedi"),
        ("nl", "als Bert past dan pas anders vraag"),
        ("de", "if bert passes then pass else ask"),
        ("nl", "als Bert passes dan pass anders ask"),
    ],
)
async def test_a_plan_is_said_in_four_languages(language: str, words: str) -> None:
    """And means the same, also in English words."""
    host, name = await reacting()
    snapshot = await newest(host.ports[0], name)
    read = await plan_words.read(texts_in(language), snapshot, words)
    assert list(read.moves) == ["pass", ASK]
    assert {**PASSES, "question": "react"} in read.chain[0].branches[0].when.events


async def test_a_move_that_is_none_is_refused_with_some_in_ones_own_language() -> None:
    host, name = await reacting()
    with pytest.raises(Refused) as why:
        await plan_words.read(texts_in("de"), await newest(host.ports[0], name), "aus")
    assert "passe" in str(why.value.params["moves"])


@pytest.mark.parametrize(
    ("words", "known"),
    [
        ("if Bert jumps then pass", "Bert bids … cards"),
        ("if Bert then pass", "Bert bids … cards"),
        ("if", "Bert bids … cards"),
        ("pass until Mira plays", "the end of the round"),
        ("pass --until", "my turn"),
        ("pass then pass else done", "if Bert bids then … else …"),
        ("pass --else done", "if Bert bids then … else …"),
        ("else pass", "if Bert bids then … else …"),
    ],
)
async def test_what_may_not_happen_is_refused_with_what_may(words: str, known: str) -> None:
    """Beside `until` with the ends that there are, for an answer otherwise with what stands before it."""
    host, name = await reacting()
    snapshot = await newest(host.ports[0], name)
    with pytest.raises(Refused) as why:
        await plan_words.read(texts_in(), snapshot, words)
    assert why.value.code == "condition-unclear"
    assert known in why.value.params["known"]
    assert why.value.params["words"]


@pytest.mark.parametrize(
    ("words", "unclear"),
    [
        ("if Bert passes the crown pass", "Bert passes the crown"),
        ("if Bert jumps high pass", "Bert jumps high"),
        ("if Bert jumps high", "Bert jumps high"),
    ],
)
async def test_a_condition_without_quotes_is_told_apart_from_its_move(words: str, unclear: str) -> None:
    """A shell takes quotes away: what stands before the move is what is unclear."""
    host, name = await reacting()
    with pytest.raises(Refused) as why:
        await plan_words.read(texts_in(), await newest(host.ports[0], name), words)
    assert (why.value.code, why.value.params["words"]) == ("condition-unclear", unclear)


async def test_a_move_behind_a_condition_that_is_none_is_told_as_that() -> None:
    host, name = await reacting()
    snapshot = await newest(host.ports[0], name)
    with pytest.raises(Refused) as why:
        await plan_words.read(texts_in(), snapshot, "if Bert passes jump")
    assert why.value.code == "unreadable"
    with pytest.raises(Refused) as why:
        await plan_words.read(texts_in(), snapshot, "if Bert passes then pass if bert passes then ask")
    assert (why.value.code, why.value.params["words"]) == ("answered-twice", "Bert passes")
    with pytest.raises(Refused) as why:
        await plan_words.read(texts_in("de"), snapshot, "wenn Bert passt dann passe sonst passe sonst fragen")
    assert (why.value.code, why.value.params["words"]) == ("answered-twice", "sonst")


async def do(host: LaurinHost, text: str) -> Answer:
    return await answer(host.ports[0], texts_in(), parsed(text))


def parsed(text: str) -> Asked:
    asked = commands.parse(text, {})
    assert isinstance(asked, Asked), asked
    return asked


async def test_a_plan_is_made_by_commands() -> None:
    """Behind `play TABLE`, and by `plan`, which tells it and withdraws it."""
    host, name = await reacting()
    told = await do(host, f"play {name} --if Bert passes pass --else ask")
    assert (told.text, told.status) == ("If Bert passes: pass.\nOtherwise: you are asked.", DONE)
    assert "If Bert passes: pass." in (await do(host, f"look {name}")).text
    assert "Bert plays …" in (await do(host, f"plan {name}")).text
    kept = json.loads((await do(host, f"plan {name} --json")).text)["plan"]
    assert kept["chain"][0]["branches"][0]["move"] == "pass"
    assert (await do(host, f"plan {name} off")).text == "Nothing is planned."
    assert not host.state.plans
    told = await do(host, f"plan {name} pass --until Bert plays")
    assert told.text == "At chances to react, until Bert plays …: pass."
    assert (await do(host, f"plan {name} off")).status == DONE
    told = await do(host, f"play {name} pass until Bert plays")
    assert told.text == "At chances to react, until Bert plays …: pass."
    late = await do(host, f"play {name} --at 1 --if Bert passes pass")
    assert (late.status, "by now" in late.text) == (FAILED, True)
    assert commands.parse("play X --if a b", {}) == Asked("move", Typed("X --if a b"))


async def test_what_the_open_question_is_answered_is_said_to_come_at_once() -> None:
    host, name = await reacting()
    told = await do(host, f"play {name} pass --then pass --then pass until my turn")
    assert told.text.split("\n") == [
        "In a moment: pass.", "To the next question: pass.", "At chances to react, until my turn: pass.",
    ]  # fmt: skip
    host.ports[1].follow_table(host.table, (seen := ReceivedSnapshots()).see)
    await host.ports[1].submit(host.table, host.reacting[1].id, host.reacting[1].timeout_move)
    assert seen.last.ask is None
    told = await answer(host.ports[1], texts_in(), parsed(f"play {name} --then pass --then pass"))
    assert told.text.split("\n")[0] == "To the next question: pass."
    for empty in ("--then", "--then --then"):
        told = await do(host, f"play {name} {empty}")
        assert (told.status, told.text[:25]) == (FAILED, "That plans no answer. If ")


async def test_a_plan_is_made_in_plain_mode() -> None:
    """Typed there without a slash, and told with how the game stands."""
    host, name = await reacting()
    ada = Typist(host.ports[0], goto=f"watch {name}")
    await ada.until(lambda: any("Ada" in line for line in ada.lines))
    await ada.types("plan pass until Bert plays\nlook\n")
    await ada.until(lambda: ada.lines.count("At chances to react, until Bert plays …: pass.") == 2)
    assert host.state.plans[1].plan.until
    await ada.leaves()


@lru_cache
def after_some_moves(game: str, seats: int) -> TableSnapshot:
    """What the first seat knows of a game that chance has played on."""
    stage, chance = TableStage(PLAYABLE[game], seats), FairChance(b"some moves")
    stage.chance = chance
    stage.deal(chance)
    while stage.playthrough and stage.playthrough.steps < 12:
        ask = chance.pick(stage.playthrough.asks)
        view = stage.playthrough.view(ask.seat)
        stage.play(ask.seat, chance.pick(tuple(islice(PLAYABLE[game].legal(view), 24))))
    return stage.news("Amber")


@pytest.mark.parametrize("language", ["en", "de", "it", "nl"])
@pytest.mark.parametrize(("game", "seats"), [("court", 2), ("intrigue", 3), ("laurin", 3)])
async def test_all_that_is_listed_is_understood(game: str, seats: int, language: str) -> None:
    """As it is listed, and in the words that are typed for it, which keep what was meant in its words."""
    snapshot, texts = after_some_moves(game, seats), texts_in(language)
    words = {name: texts.of(one).split("|")[0] for name, one in plan_words.KEYWORDS.items()}
    ask = texts.of(plan_words.ASKING)
    listed = await conditions.listed(texts, snapshot)
    assert len(listed) > 5
    typed = [conditions.typed(one, listed) for one in listed]
    for every in (listed, typed):
        said = " ".join(f"{words['if']} {one} {words['then']} {ask}" for one in every)
        (link,) = (await plan_words.read(texts, snapshot, said)).chain
        for branch, one, as_typed in zip(link.branches, listed, typed, strict=True):
            assert branch.when.words in {one, f"{as_typed} …"}


@pytest.mark.parametrize(
    ("language", "words"),
    [("nl", "pas tot Birch verzet de Koning … tot …"), ("it", "passa fino Birch muove il Re di … fino a …")],
)
async def test_a_condition_may_have_until_in_it(language: str, words: str) -> None:
    until = (await plan_words.read(texts_in(language), after_some_moves("laurin", 3), words)).until
    assert until
    assert until.when
    assert until.when.words == words.split(maxsplit=2)[2]


@pytest.mark.parametrize(
    ("game", "language", "listed", "typed"),
    [
        ("court", "en", "Birch takes …", "Birch takes"),
        ("court", "de", "Birch legt … beiseite", "Birch legt"),
        ("intrigue", "en", "Birch copies … at place …", "Birch copies"),
        ("intrigue", "it", "Birch sposta … dal posto … al …", '"Birch sposta … dal posto … al"'),
        ("laurin", "en", "Birch bids … cards", "Birch bids"),
        ("laurin", "de", "Birch setzt einen …-Zwerg auf …", '"Birch setzt einen …-Zwerg auf"'),
        ("court", "de", "Birch nimmt keine Karte", '"Birch nimmt keine Karte"'),
        ("laurin", "nl", "Birch verzet de Koning … tot …", '"Birch verzet de Koning … tot"'),
    ],
)
async def test_what_others_may_do_is_listed_in_sentences(
    game: str, language: str, listed: str, typed: str
) -> None:
    """None ends amid a phrase: what is different each time is a gap."""
    snapshot = after_some_moves(game, 2 if game == "court" else 3)
    found = await conditions.listed(texts_in(language), snapshot)
    assert listed in found
    assert conditions.typed(listed, found) == typed


async def test_a_move_means_what_it_says_when_it_is_made() -> None:
    """The end of a queue that is still empty is its front only for now."""
    stage = TableStage(PLAYABLE["intrigue"], 3)
    stage.deal(FairChance(b"an empty queue"))
    (seat,) = stage.asked_now
    view = stage.playthrough.view(seat)
    card = PLAYABLE["intrigue"].notate(next(PLAYABLE["intrigue"].legal(view))).split()[1]
    snapshot = stage.news(stage.info.seats[seat - 1].name)
    plan = await plan_words.read(texts_in(), snapshot, f"--then play {card} end")
    assert list(plan.moves) == [f"play {card} end"]


async def test_words_may_mean_several_things() -> None:
    """All that begins like them."""
    snapshot = after_some_moves("court", 2)
    when = (await plan_words.read(texts_in(), snapshot, "if Birch uses then ask")).chain[0].branches[0].when
    assert when == Condition(({"type": "changed", "seat": 2}, {"type": "joined", "seat": 2}), "Birch uses …")


async def test_a_card_that_is_named_is_meant_however_it_is_used() -> None:
    """Also with dice that were not foreseen."""
    snapshot = after_some_moves("court", 2)
    plan = await plan_words.read(texts_in(), snapshot, "if Birch uses the Jester then ask")
    assert plan.chain[0].branches[0].when.events == ({"type": "changed", "seat": 2, "card": "jester"},)


@pytest.mark.parametrize("words", ["if " + "x " * 500, "if " + "pass " * 500, "x " * 5000, "if " * 500])
async def test_a_long_text_is_not_tried_word_by_word(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither as conditions nor as moves, which are as long as what may be told: others would wait."""
    host, table = await reacting()
    snapshot = await newest(host.ports[0], table)
    meant, parsed = Mock(wraps=conditions.meaning), Mock(wraps=plan_words.notation)
    monkeypatch.setattr(conditions, "meaning", meant)
    monkeypatch.setattr(plan_words, "notation", parsed)
    with pytest.raises(Refused) as refused:
        await plan_words.read(texts_in(), snapshot, words)
    assert refused.value.code == "condition-unclear"
    longest = conditions.most_words(conditions.foreseen(texts_in(), snapshot))
    assert meant.call_count <= longest + 1
    assert parsed.call_count <= plan_words.MOST_OF_MOVE


@pytest.mark.parametrize("words", ["if " + "x " * 139, "pass until nothing", "x " * 5000])
async def test_others_have_their_turn_while_a_plan_is_read(words: str) -> None:
    """What may happen is worked out in slices, in the player's language and in English."""
    host, table = await reacting()
    snapshot = await newest(host.ports[0], table)
    known = len(conditions.foreseen(texts_in(), snapshot))
    reading = _Counted(plan_words.read(texts_in("de"), snapshot, words))
    with pytest.raises(Refused):
        await reading
    assert reading.slices > 2 * known / conditions.AT_ONCE


async def test_others_have_their_turn_while_it_is_listed_what_may_be_planned_about() -> None:
    host, table = await reacting()
    snapshot = await newest(host.ports[0], table)
    listing = _Counted(conditions.listed(texts_in("de"), snapshot))
    await listing
    assert listing.slices > len(conditions.foreseen(texts_in("de"), snapshot)) / conditions.AT_ONCE


class _Counted:
    """Awaits something, and counts how often others have their turn meanwhile."""

    def __init__(self, work: Coroutine[Any, Any, object]) -> None:
        self._work, self.slices = work, 0

    def __await__(self) -> Generator[Any, Any, Any]:
        with suppress(StopIteration):
            while True:
                yield self._work.send(None)
                self.slices += 1
