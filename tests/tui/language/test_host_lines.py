"""What the host says in a chat is kept as a code, and worded where it is read."""

from __future__ import annotations

import msgspec
import pytest

from tests.server.simulation import Simulation
from tui.actions import answers
from tui.host.pictures import ChatLine, HostLine, TableSnapshot
from tui.language.host_lines import HOST_LINES, spoken
from tui.language.texts import LANGUAGES, Texts
from tui.screens.table.log_items import chat_item

KICKED = ChatLine("Ada", "sends Bert away", 5.0, "table", HostLine("kicked", {"player": "Bert"}))
OLDER = b'{"name":"Ada","text":"hello","time":5.0,"place":"table"}'


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "sends Bert away"),
        ("de", "schickt Bert weg"),
        ("it", "manda via Bert"),
        ("nl", "stuurt Bert weg"),
    ],
)
def test_each_reader_reads_it_in_their_language(language: str, said: str) -> None:
    """In the log it follows the name, as what a seat does; a program gets the code as well."""
    texts = Texts(language)
    item = chat_item(texts, KICKED, "Bert")
    assert (item.who, item.text, item.said) == ("Ada", said, False)
    (line,) = answers.chat(texts, [KICKED])
    assert (line.text, line.host) == (said, KICKED.host)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language: str) -> None:
    assert all(Texts(language).of(words, player="Bert", minutes=5) for words in HOST_LINES.values())


def test_it_is_stored_and_sent_with_its_code_and_older_lines_are_read() -> None:
    """By nodes and in reports, as JSON. A code of a newer version is read as the text beside it."""
    assert msgspec.json.decode(msgspec.json.encode(KICKED), type=ChatLine) == KICKED
    older = msgspec.json.decode(OLDER, type=ChatLine)
    assert (spoken(Texts("de"), older), msgspec.json.encode(older)) == ("hello", OLDER)
    newer = msgspec.structs.replace(KICKED, host=HostLine("juggled"))
    assert spoken(Texts("de"), newer) == "sends Bert away"
    assert len({KICKED, older, newer, msgspec.json.decode(msgspec.json.encode(KICKED), type=ChatLine)}) == 3


async def test_a_table_is_told_who_was_sent_away() -> None:
    stage = Simulation()
    ada, _ = await stage.come("key-a", "Ada")
    bert, _ = await stage.come("key-b", "Bert")
    seen: list[TableSnapshot] = []
    table = await ada.open_table("toy", 2, {})
    await bert.join(table)
    bert.follow_table(table, seen.append)
    await ada.kick(table, 2)
    line = seen[-1].chat[-1]
    assert (line.name, line.text, line.host) == ("Ada", "sends Bert away", KICKED.host)
    await stage.host.close()
