"""A recipient gets notices once the player has typed the code that went there."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest

from server.host.port import HostPort
from server.settings.limits import Limits
from server.settings.notice_services import parse_services
from server.settings.notices import NoticeSettings
from tests.server.notices.test_scheduler import RecordingSender
from tests.server.simulation import GUEST, Simulation, refusal
from tui.host.pictures import NoticeChoice

SERVICES = parse_services(
    """
# one line each
mail mailtos://crown:secret@smtp.example.org?from=crown@example.org&to={recipient}
ntfy ntfys://ntfy.example.org/{recipient}
"""
)
KINDS = {"mail": "mail", "ntfy": "topic"}


async def hosted(**given: Any) -> tuple[Simulation, HostPort, RecordingSender]:
    sender = RecordingSender()
    settings = given.pop("settings", NoticeSettings(services="-"))
    stage = Simulation(sender=sender, **{"notice_services": SERVICES, "notice_settings": settings} | given)
    port, _ = await stage.come("SHA256:Anna", "Anna")
    return stage, port, sender


def code_in(sender: RecordingSender) -> str:
    return sender.sent[-1].notice.title.removeprefix("Your code: ")


async def test_a_recipient_counts_once_its_code_was_typed() -> None:
    """In any case, once, and only the newest code."""
    _, port, sender = await hosted()
    assert await port.notices() == NoticeChoice(KINDS)
    await port.send_notices_to("mail", "anna@example.org", "en")
    first = code_in(sender)
    assert await port.notices() == NoticeChoice(KINDS, "mail", "anna@example.org")
    await port.send_notices_to("NTFY", "crown-7391", "en")
    assert (await refusal(port.confirm_notices(first))).code == "code-unknown"
    chosen = await port.confirm_notices(code_in(sender).lower())
    assert chosen == NoticeChoice(KINDS, "ntfy", "crown-7391", confirmed=True)
    assert (await refusal(port.confirm_notices(code_in(sender)))).code == "code-unknown"
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
