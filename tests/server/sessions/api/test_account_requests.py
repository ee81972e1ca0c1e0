"""A program's account through the API: keys, messages, rules of conduct, deleting it; odds of the past."""

from __future__ import annotations

from collections.abc import Mapping

import asyncssh
import pytest

from server.settings.conduct import ConductTexts
from tests.server.api_client import api_client
from tests.server.running_host import court_host

RULES = ConductTexts({"": ("Be kind.",)})
NEWER = ConductTexts({"": ("Be kind.", "Always.")})


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def test_the_rules_of_conduct_are_shown_first_until_they_are_accepted() -> None:
    """To guests, too."""
    key = new_key()
    async with court_host(conduct=RULES) as at:
        async with api_client(at, client_keys=[key]) as ada:
            assert ada.hello["conduct"] is True
            shown = await ada.ask("conduct")
            assert (shown["conduct"], shown["accepted"]) == (["Be kind."], False)
            assert await ada.ask("accept_conduct", version=NEWER.version) == {"accepted": False}
            assert await ada.ask("accept_conduct", version=shown["version"]) == {"accepted": True}
        async with api_client(at, client_keys=[key]) as ada, api_client(at, "Gus") as guest:
            assert "conduct" not in ada.hello
            assert guest.hello["conduct"] is True


async def test_a_second_key_opens_the_account_and_the_account_can_be_deleted() -> None:
    """By the code that the new key's session was given; what is deleted is refused everything."""
    first, second = new_key(), new_key()
    async with court_host() as at:
        async with (
            api_client(at, client_keys=[first]) as ada,
            api_client(at, "Anne", client_keys=[second]) as new,
        ):
            code = (await new.ask("key"))["code"]
            assert (await ada.refused("add_key", code="0000-0000"))["code"] == "code-unknown"
            assert await ada.ask("add_key", code=code) == {}
            assert (await new.refused("chat", text="me?"))["code"] == "account-moved"
            assert len((await ada.ask("my_keys"))["keys"]) == 2
        async with api_client(at, "Anne", client_keys=[second]) as ada:
            assert ada.hello["name"] == "Ada"
            assert (await ada.refused("forget", who="Ada"))["code"] == "field-wrong"
            table = (await ada.ask("open", game="court", seats=2))["table"]
            await ada.ask("bot", table=table)
            await ada.ask("start", table=table)
            assert (await ada.refused("forget", who="me"))["code"] == "still-playing"
            await ada.ask("end", table=table)
            assert await ada.ask("forget", who="me") == {}
            assert (await ada.refused("chat", text="me?"))["code"] == "account-gone"


async def test_messages_that_waited_are_read() -> None:
    async with court_host() as at:
        bert = new_key()
        async with api_client(at, client_keys=[new_key()]) as ada:
            async with api_client(at, "Bert", client_keys=[bert]) as reader:
                await reader.ask("follow", name="Ada")
                assert await reader.ask("messages") == {"messages": []}
            await ada.ask("tell", name="Bert", text="Laurin tonight?")
            async with api_client(at, "Bert", client_keys=[bert]) as reader:
                (one,) = (await reader.ask("messages"))["messages"]
                assert (one["kind"], one["who"], one["text"]) == ("told", "Ada", "Laurin tonight?")
                assert one["sent"] > 0


async def test_odds_of_an_ended_game_are_those_that_could_be_asked_for() -> None:
    """Of whoever was to move, as at the table then."""
    async with court_host() as at, api_client(at) as ada:
        table = (await ada.ask("open", game="court", seats=2))["table"]
        await ada.ask("bot", table=table)
        await ada.ask("watch", table=table)
        await ada.ask("start", table=table)
        while not (await ada.ask("view", table=table))["ask"]:
            await ada.until(lambda told: "news" in told)
        then = await ada.ask("odds", table=table)
        seq = (await ada.ask("view", table=table))["seq"]
        await ada.ask("end", table=table)
        replayed = await ada.ask("replay", table=table, position=seq, seat=1, odds=True)
        assert replayed["odds"] == then
        assert "odds" not in await ada.ask("replay", table=table, position=seq, seat=1)


WRONG_SETTINGS = (
    ("bell", "loud", "bell can be: on, turn, off."),
    ("lang", "xx", "lang can be: en, de, it, nl."),
    ("profile", "perhaps", "profile can be: hidden."),
    ("zone", "Mars/Phobos", "zone is the name of a time zone, such as Europe/Berlin."),
    ("quiet", "22", "quiet takes full hours from 0 to 23, such as 22-7."),
    ("digest", "99", "digest takes full hours from 0 to 23, such as 18."),
    ("A B", "1", "A setting has at most 24 small letters, its value at most 64 characters."),
)


@pytest.mark.parametrize(("setting", "value", "said"), WRONG_SETTINGS)
async def test_a_setting_that_screens_know_is_set_to_one_of_their_words(
    setting: str, value: str, said: str
) -> None:
    """What it can be is told; what a program calls so itself is kept as it is."""
    async with court_host() as at, api_client(at) as ada:
        refused = await ada.refused("set", setting=setting, value=value)
        assert (refused["code"], refused["text"]) == ("setting-not-possible", said)
        assert (await ada.ask("name"))["account"]["settings"] == {}
        told = await ada.ask("set", setting="my-own", value=value)
        assert told["account"]["settings"] == {"my-own": value}


FIELDS_THAT_MEAN_NOTHING: tuple[tuple[str, Mapping[str, object], str], ...] = (
    ("dice", {"text": "seven"}, "The request dice needs table."),
    ("dice", {"hash": "00"}, "The request dice needs table."),
    ("away", {"days": -1}, "In the request away, days has to be: a whole number of at least 0."),
    ("tables", {"game": "chess"}, "There is no game called chess here: court."),
    ("practice", {"game": "court", "seats": 0}, "This game is for 2-5 players, not for 0."),
    ("notify", {"recipient": "ada@example.org"}, "The request notify needs service."),
    ("trophies", {"name": "Ada", "everybody": True}, "In the request trophies, name has to be: null."),
    ("notify", {"on": False}, "The request notify needs event."),
    ("profile", {"name": "Ada", "hide": True}, "In the request profile, hide has to be: null."),
    ("ignore", {"name": "ada"}, "That is you."),
    ("history", {"now": True, "game": "court"}, "In the request history, now has to be: false."),
    ("history", {"everybody": True, "player": "Ada"}, "In the request history, player has to be: null."),
    ("learn", {"game": "chess"}, "There is no game called chess here: court."),
)


@pytest.mark.parametrize(("do", "fields", "said"), FIELDS_THAT_MEAN_NOTHING)
async def test_fields_that_mean_nothing_are_not_passed_over(
    do: str, fields: Mapping[str, object], said: str
) -> None:
    """They are refused, with what they lack."""
    async with court_host() as at, api_client(at) as ada:
        assert (await ada.refused(do, **fields))["text"] == said


async def test_a_word_that_means_nothing_at_a_table_is_refused_with_those_that_do() -> None:
    """An answer without a line would say that there is nothing to tell."""
    async with court_host() as at, api_client(at) as ada:
        table = (await ada.ask("practice", game="court", seats=2))["table"]
        refused = await ada.refused("view", table=table, word="garden")
        said = "In the request look, word has to be: who, court, cards, odds."
        assert (refused["code"], refused["text"]) == ("field-wrong", said)
        assert (await ada.ask("view", table=table, word="who"))["told"] != []
