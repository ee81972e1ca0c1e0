"""A recipient gets notices once the player has typed the code that went there."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import pytest

from server.budget.share import SHARE
from server.budget.work_queue import WorkQueue
from server.host.port import HostPort
from server.settings.limits import Limits
from server.settings.notice_services import NoticeSettings, parse_services
from tests.server.notices.test_scheduler import FakeSender
from tests.server.simulation import GUEST, Simulation, refusal
from tui.host.pictures import NoticeChoice, NoticePlace
from tui.host.refusals import Refused

SERVICES = parse_services(
    """
# one line each
mail mailtos://crown:secret@smtp.example.org?from=crown@example.org&to={recipient}
ntfy ntfys://ntfy.example.org/{recipient}
"""
)
KINDS = {"mail": "mail", "ntfy": "topic"}


async def hosted(**given: Any) -> tuple[Simulation, HostPort, FakeSender]:
    sender = FakeSender()
    settings = given.pop("settings", NoticeSettings(services="-"))
    stage = Simulation(sender=sender, **{"notice_services": SERVICES, "notice_settings": settings} | given)
    port, _ = await stage.come("SHA256:Anna", "Anna")
    return stage, port, sender


def code_in(sender: FakeSender) -> str:
    return sender.sent[-1].notice.title.removeprefix("Your code: ")


async def test_a_recipient_counts_once_its_code_was_typed() -> None:
    """In any case, once, and only for where it went."""
    _, port, sender = await hosted()
    assert await port.notices() == NoticeChoice(KINDS)
    await port.send_notices_to("mail", "anna@example.org", "en")
    first = code_in(sender)
    assert await port.notices() == NoticeChoice(KINDS, "mail", "anna@example.org")
    await port.send_notices_to("NTFY", "crown-7391", "en")
    assert (await refusal(port.confirm_notices(first))).code == "code-unknown"
    chosen = await port.confirm_notices(code_in(sender).lower())
    topic, letters = NoticePlace("ntfy", "crown-7391"), NoticePlace("mail", "anna@example.org")
    assert chosen == NoticeChoice(KINDS, "ntfy", "crown-7391", confirmed=True, recipients=(topic,))
    assert (await refusal(port.confirm_notices(code_in(sender)))).code == "code-unknown"
    await port.send_notices_to("mail", "anna@example.org", "en")
    assert (await port.notices()).recipients == (topic,)
    assert (await port.confirm_notices(code_in(sender))).recipients == (topic, letters)
    await port.stop_notices_of("CROWN-7391")
    assert await port.notices() == NoticeChoice(
        KINDS, "mail", "anna@example.org", confirmed=True, recipients=(letters,)
    )
    await port.stop_notices()
    assert await port.notices() == NoticeChoice(KINDS)


async def test_a_code_is_worth_nothing_after_its_time() -> None:
    """An hour, if the host does not say otherwise."""
    stage, port, sender = await hosted()
    await port.send_notices_to("mail", "anna@example.org", "en")
    await stage.time.pass_by(3601)
    assert (await refusal(port.confirm_notices(code_in(sender)))).code == "code-unknown"


@pytest.mark.parametrize(
    ("service", "recipient", "code"),
    [
        ("sms", "0151", "no-service"),
        ("mail", "anna", "wrong-recipient"),
        ("mail", "anna@example.org,bert@example.org", "wrong-recipient"),
        ("mail", "anna@example.org?cc=bert@example.org", "wrong-recipient"),
        ("mail", "anna%40example.org@evil", "wrong-recipient"),
        ("mail", "a" * 120 + "@example.org", "wrong-recipient"),
        ("ntfy", "evil.example.org/topic", "wrong-recipient"),
        ("ntfy", "x", "wrong-recipient"),
        ("ntfy", "topic?redirect=yes", "wrong-recipient"),
    ],
)
async def test_a_recipient_names_no_host_and_no_option(service: str, recipient: str, code: str) -> None:
    """Nothing is sent, and the recipient before stays."""
    _, port, sender = await hosted()
    await port.send_notices_to("mail", "anna@example.org", "en")
    sent = len(sender.sent)
    assert (await refusal(port.send_notices_to(service, recipient, "en"))).code == code
    assert len(sender.sent) == sent
    assert (await port.notices()).recipient == "anna@example.org"


async def test_nobody_can_be_flooded_with_codes() -> None:
    """Neither by one account nor by several."""
    stage, port, sender = await hosted(settings=NoticeSettings(services="-", codes_a_day=2))
    for _ in range(2):
        await port.send_notices_to("mail", "Bert@example.org", "en")
    assert (await refusal(port.send_notices_to("ntfy", "topic", "en"))).code == "too-many-codes"
    other, _ = await stage.come("SHA256:Cleo", "Cleo")
    refused = await refusal(other.send_notices_to("mail", "bert@example.org", "en"))
    assert (refused.code, len(sender.sent)) == ("too-many-codes", 2)
    await stage.time.pass_by(86_401)
    await other.send_notices_to("mail", "bert@example.org", "en")


@pytest.mark.parametrize(
    "spelling", ["v.i.c.t.i.m@example.org", "Victim+9@EXAMPLE.org", "victim+a.b+c@example.org"]
)
async def test_spellings_of_a_mailbox_are_one(spelling: str) -> None:
    """Dots and what is behind a plus make no other mailbox, at no service that sends mail."""
    more = parse_services("post mailto://crown:secret@smtp.example.net?to={recipient}")
    settings = NoticeSettings(services="-", codes_a_day=2)
    stage, port, sender = await hosted(settings=settings, notice_services=SERVICES | more)
    for _ in range(2):
        await port.send_notices_to("mail", "victim@example.org", "en")
    other, _ = await stage.come("SHA256:Cleo", "Cleo")
    assert (await refusal(other.send_notices_to("post", spelling, "en"))).code == "too-many-codes"
    for another in ("victims@example.org", "victim@example.com", "victim-9@example.org"):
        other, _ = await stage.come(f"SHA256:{another}", "Otter")
        await other.send_notices_to("mail", another, "en")
    assert len(sender.sent) == 5


@pytest.mark.parametrize("is_present", [True, False])
async def test_an_address_has_a_share_of_the_codes(is_present: bool) -> None:
    """However many keys it has; and of those to one place half, so that the rest are left to its owner. By a
    command that counts as no session, too.
    """
    stage, _, sender = await hosted()
    if not is_present:
        SHARE.set(WorkQueue().share("192.0.2.7"))
    codes = []
    for number in range(24):
        port, _ = await stage.come(f"SHA256:k{number}", f"Otter-{number}", "192.0.2.7" if is_present else "")
        for mailbox in ("victim", f"other-{number}"):
            try:
                await port.send_notices_to("mail", f"{mailbox}@example.org", "en")
            except Refused as refused:
                codes.append(refused.code)
    to_victim = [sent.recipient for sent in sender.sent].count("victim@example.org")
    assert (len(sender.sent), to_victim, set(codes)) == (20, 3, {"too-many-codes"})
    owner, _ = await stage.come("SHA256:owner", "Vic", "198.51.100.1")
    SHARE.set(None)
    await owner.send_notices_to("mail", "victim@example.org", "en")


async def test_strangers_who_use_up_the_codes_keep_out_nobody() -> None:
    """Who reads there types a code that a stranger had sent, for a day; who only asked does not have one."""
    stage, stranger, sender = await hosted()
    for address in ("192.0.2.7", "198.51.100.7"):
        for number in range(3):
            port, _ = await stage.come(f"SHA256:{address}{number}", f"Otter-{number}", address)
            with suppress(Refused):
                await port.send_notices_to("mail", f"victim+{number}@example.org", "en")
    assert len(sender.sent) == 5
    await stage.time.pass_by(7200)
    owner, _ = await stage.come("SHA256:owner", "Vic", "203.0.113.1")
    assert (await refusal(owner.send_notices_to("mail", "victim@example.org", "en"))).code == "too-many-codes"
    assert (await refusal(stranger.confirm_notices(code_in(sender)))).code == "code-unknown"
    chosen = await owner.confirm_notices(code_in(sender))
    assert (chosen.recipient, chosen.confirmed) == ("victim@example.org", True)


async def test_a_place_that_was_told_stop_stays_so() -> None:
    """A guest may say so, with the code that came; however the place is spelled. The code takes it back."""
    stage, port, sender = await hosted()
    await port.send_notices_to("mail", "victim+1@example.org", "en")
    code = code_in(sender)
    assert f"notify off {code}" in sender.sent[-1].notice.text
    guest, _ = await stage.come(None, "Vic")
    assert (await refusal(guest.stop_notices_of("0000-0000"))).code == "code-unknown"
    for _ in range(2):
        await guest.stop_notices_of(code.lower().replace("-", " "))
    other, _ = await stage.come("SHA256:Cleo", "Cleo")
    for spelling in ("victim@example.org", "vic.tim+2@example.org"):
        assert (await refusal(other.send_notices_to("mail", spelling, "en"))).code == "notices-stopped"
    await stage.time.pass_by(90 * 86_400.0)
    await other.send_notices_to("mail", "cleo@example.org", "en")
    assert (
        await refusal(other.send_notices_to("mail", "victim@example.org", "en"))
    ).code == "notices-stopped"
    assert (await other.confirm_notices(code)).service == "mail"
    await other.send_notices_to("mail", "victim@example.org", "en")
    assert (await other.confirm_notices(code_in(sender))).confirmed


async def test_nothing_is_sent_to_a_confirmed_place_that_was_told_stop() -> None:
    """Who has it as recipient sees that they have none; a code of another account is not taken either."""
    stage, port, sender = await hosted()
    other, _ = await stage.come("SHA256:Cleo", "Cleo")
    await port.send_notices_to("mail", "anna@example.org", "en")
    await port.confirm_notices(code_in(sender))
    await other.send_notices_to("mail", "anna+9@example.org", "en")
    code = code_in(sender)
    third, _ = await stage.come("SHA256:Dora", "Dora")
    await third.send_notices_to("mail", "anna@example.org", "en")
    await port.stop_notices_of(code)
    assert await port.notices() == NoticeChoice(KINDS)
    assert (await refusal(third.confirm_notices(code_in(sender)))).code == "notices-stopped"


async def test_codes_cannot_be_tried_out() -> None:
    """As everywhere, so many tries in ten minutes."""
    _, port, _ = await hosted(limits=Limits(code_guesses=3))
    await port.send_notices_to("mail", "anna@example.org", "en")
    codes = [(await refusal(port.confirm_notices("0000-0000"))).code for _ in range(4)]
    assert codes == ["code-unknown"] * 3 + ["too-many-tries"]


async def test_what_the_service_does_not_take_is_said() -> None:
    """The player can try again."""
    _, port, sender = await hosted()
    sender.failures = 1
    assert (await refusal(port.send_notices_to("mail", "anna@example.org", "en"))).code == "notice-not-taken"
    await port.send_notices_to("mail", "anna@example.org", "en")
    assert (await port.confirm_notices(code_in(sender))).confirmed


async def test_guests_and_hosts_without_services_have_none() -> None:
    """A guest is somebody else each time."""
    stage, _, _ = await hosted()
    guest = stage.port(GUEST)
    asked: list[Awaitable[object]] = [
        guest.notices(), guest.send_notices_to("mail", "a@example.org", "en"),
        guest.confirm_notices("0000-0000"), guest.stop_notices(),
    ]  # fmt: skip
    assert {(await refusal(work)).code for work in asked} == {"no-account"}
    _, port, _ = await hosted(notice_services={})
    assert (await refusal(port.send_notices_to("mail", "anna@example.org", "en"))).code == "no-notices"
