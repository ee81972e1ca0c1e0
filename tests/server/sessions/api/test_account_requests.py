"""A program's account through the API: keys, messages, rules of conduct, deleting it; odds of the past."""

from __future__ import annotations

import asyncssh

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
