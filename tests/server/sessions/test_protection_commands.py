"""Reports, letters, answers and decisions in commands that answer at once."""

from __future__ import annotations

import json
import re

import asyncssh
from msgspec.structs import replace

from engine.registry import GAMES
from server.identity.accounts import Player
from server.identity.codes import digest
from server.sessions import commands, single_commands
from server.sessions.single_commands import DONE, FAILED, Answer
from tests.server.running_host import LIMITS, running_host
from tests.server.simulation import ADA, BERT, CY, GUEST, Simulation, refusal
from tests.server.store.journal.test_ratings import last, write
from tui.actions.registry import SSH_FORMS
from tui.language.texts import texts_in


async def test_a_case_goes_from_its_report_to_its_end_in_single_commands() -> None:
    """Also while the player is banned; nobody but moderators sees the queue."""
    stage = Simulation()
    await stage.host.open()
    for player in (ADA, BERT, CY):
        await stage.accounts.add(Player(player.id, player.name), f"SHA256:{player.id}", 1.0)
    await stage.host.moderation.set_moderator(CY, True)

    async def says(player: Player, text: str) -> str:
        command = commands.parse(text, GAMES)
        port = stage.host.port(player, for_banned=SSH_FORMS[command.name].for_banned)
        return (await single_commands.answer(port, texts_in(), command)).text

    stage.host.enter(BERT)
    assert (await says(ADA, "report Bert program never pauses")).startswith("Thank you.")
    sign = (await says(CY, "queue"))[:4]
    assert re.search(r"^Bert: program, .*\nAda: never pauses$", await says(CY, f"queue {sign}"), re.MULTILINE)
    assert await says(CY, f"queue {sign} ban 2d a program") == "Bert is banned."
    assert await says(BERT, "letters") == (
        "1970-01-01 00:01 UTC: The moderators have banned you until 1970-01-03 00:01 UTC: a program\n"
        "You can answer once: ssh HOST answer TEXT"
    )
    assert await says(ADA, "messages") == "A letter to you waits: ssh HOST letters"
    assert "have acted on it" in await says(ADA, "letters")
    assert await says(ADA, "messages") == ""
    letter = json.loads(await says(BERT, "letters --json"))["letters"][0]
    assert (letter["kind"], letter["can_answer"]) == ("ban", True)
    assert (await refusal(says(BERT, "report Ada rude"))).code == "banned-why"
    assert json.loads(await says(BERT, "export"))["account"]["name"] == "Bert"
    assert await says(BERT, "answer I am none") == "The moderators will read your answer."
    sign = (await says(CY, "queue"))[:4]
    assert (await refusal(says(CY, f"queue {sign} lift sorry"))).code == "own-report"
    await stage.host.moderation.judge_for_operator(sign, "lift", "sorry", None)
    assert await says(CY, "queue") == "No report waits."
    await says(ADA, "report Bert conduct swears")
    await says(BERT, "name Robert")
    queued = await says(CY, "queue")
    assert queued[4:].startswith(": Robert: ")
    assert await says(CY, f"queue {queued[:4]} warn 3d no swearing") == "Robert is warned."
    assert "warn you: no swearing" in await says(BERT, "letters")
    assert (await refusal(says(ADA, "queue"))).code == "not-moderator"
    assert "warn|mute|ban" in await says(CY, "queue ZZZZ praise well")
    assert (await refusal(says(CY, "queue ZZZZ"))).code == "no-report"
    assert "account" in await says(GUEST, "letters")
    assert (await says(GUEST, "conduct")).startswith("Be kind")
    assert await says(ADA, "conduct accept") == "You have accepted the rules of conduct."
    assert "[accept]" in await says(ADA, "conduct perhaps")
    await stage.host.close()


async def test_moderators_have_a_game_change_no_ratings_in_single_commands() -> None:
    stage = Simulation()
    await stage.host.open()
    for player in (ADA, BERT, CY):
        await stage.accounts.add(Player(player.id, player.name), f"SHA256:{player.id}", 1.0)
    await stage.host.moderation.set_moderator(CY, True)
    await write(stage.journal, [("7f", last(("ada", "bert"), (1, 2), (False, False), 1.0))])

    async def says(text: str) -> str:
        port = stage.host.port(CY)
        return (await single_commands.answer(port, texts_in(), commands.parse(text, GAMES))).text

    assert (await refusal(says("void 8f lost on purpose"))).code == "no-table"
    assert (await says("void 7f lost on purpose")).endswith(" changes no ratings any more.")
    assert not await stage.journal.ratings.changes("7f")
    assert (await says("void 7f lift it was not")).endswith(" changes ratings again.")
    assert await stage.journal.ratings.changes("7f")


async def test_an_account_is_deleted_by_a_command_that_says_yes() -> None:
    """Without that the question is told."""
    stage = Simulation()
    player = await stage.host.admit("SHA256:Ada", "Ada")
    await stage.accounts.add(player, "SHA256:Ada", 1.0)
    port = stage.host.port(player)

    async def do(text: str) -> Answer:
        return await single_commands.answer(port, texts_in(), commands.parse(text, GAMES))

    question = "Delete your account, your keys and your name for good? If so, add --yes."
    assert await do("forget me") == Answer(question, FAILED)
    assert (await stage.host.admit("SHA256:Ada", "Ada")).id == player.id
    assert "ssh HOST forget me" in (await do("forget him --yes")).text
    assert await do("forget me --yes") == Answer("Your account is deleted. Farewell.", DONE)
    assert (await stage.host.admit("SHA256:Ada", "Ada")).id != player.id


async def test_a_banned_player_can_read_and_answer_letters_in_a_terminal() -> None:
    """Whatever else they ask for there is refused."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with running_host() as at, at.connect(username="bert", client_keys=[key]) as connection:
        await connection.run("name")
        bert = at.host.lobby.members.named("bert")
        assert bert
        await at.host.bans.add_player(bert.player.id, "bert", 2, "insults")
        answers = [await connection.run(text) for text in ("letters", "answer sorry", "report Ada rude")]
        assert [one.exit_status for one in answers] == [0, 1, 1]
        assert answers[0].stdout == "There are no letters to you.\n"
        assert answers[1].stderr == "There is no decision about you that you could still answer.\n"
        assert "Banned for 2 days" in answers[2].stderr


async def test_who_needs_no_account_is_answered_while_guests_are_refused() -> None:
    """The rules are shown, and who reads a mailbox stops what is sent there; each address has its tries."""
    async with running_host(replace(LIMITS, code_guesses=1)) as at:
        await at.host.stores.notices.sent_code(digest("7Q3F-09XK"), "a mailbox", 1.0)
        at.host.admits_guests = False
        asked = ("conduct", "notify off 0000-0000", "notify off 0000-0000", "notify", "who")
        async with at.connect() as connection:
            answers = [await connection.run(text) for text in asked]
        assert [one.exit_status for one in answers] == [0, 1, 1, 1, 1]
        async with at.connect(local_addr=("127.0.0.2", 0)) as connection:
            assert (await connection.run("notify off 7q3f09xk")).exit_status == 0
        assert await at.host.stores.notices.is_stopped("a mailbox")


async def test_what_is_known_of_a_player_is_sent_as_it_is_to_every_client() -> None:
    """In UTF-8, unlike sentences, whatever the client's terminal can show."""
    key, plain = asyncssh.generate_private_key("ssh-ed25519"), {"LC_ALL": "C"}
    async with running_host() as at, at.connect(username="zoe", client_keys=[key]) as connection:
        said = await connection.run("name Zoë", env=plain)
        assert "Zoë" not in str(said.stdout)
        known = await connection.run("export", env=plain)
        assert json.loads(str(known.stdout))["account"]["name"] == "Zoë"
        as_program = await connection.run("export --json", env=plain)
        assert json.loads(str(as_program.stdout))["export"]["account"]["name"] == "Zoë"


WORDS = (
    "help",
    "help people",
    "folow Ada",
    "record A --x",
    "nonsense",
    "help nonsense",
    "daily chess",
    "api now",
)


async def test_help_and_mistakes_are_answered_in_the_language_of_the_account_or_else_of_the_client() -> None:
    """A stranger gets no account by asking for help."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    german = {"LANG": "de_DE.UTF-8"}
    async with running_host() as at:
        async with at.connect(username="bert", client_keys=[keys[0]]) as connection:
            before = [await connection.run(text) for text in WORDS]
            await connection.run("lang de")
            chosen = [await connection.run(text) for text in WORDS]
            assert not any(one.stdout + one.stderr == other.stdout + other.stderr
                           for one, other in zip(before, chosen, strict=True))  # fmt: skip
        async with at.connect(username="ada", client_keys=[keys[1]]) as connection:
            sent = [await connection.run(text, env=german) for text in WORDS]
            assert [(one.stdout, one.stderr) for one in sent] == [(one.stdout, one.stderr) for one in chosen]
        assert at.host.lobby.members.named("bert")
        assert not at.host.lobby.members.named("ada")
