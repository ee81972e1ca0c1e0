"""What somebody is told whose key got no account, because too many were made from their network."""

from __future__ import annotations

from engine.registry import GAMES
from server.sessions import commands, single_commands
from server.settings.limits import Limits
from tests.server.simulation import Simulation, refusal
from tui.host.history import HistoryFilter
from tui.language.texts import texts_in

HERE = "192.0.2.7"


async def test_who_has_a_key_is_not_told_to_take_one() -> None:
    """Nor are those who have none told of too many accounts."""
    stage = Simulation(limits=Limits(accounts_per_address=1))
    for key, code, words in (
        ("SHA256:ada", "", ""),
        ("SHA256:bert", "account-later", "your key gets one tomorrow"),
        (None, "no-account", "connect with an SSH key"),
    ):
        port = stage.host.port(await stage.host.admit(key, "Ada", HERE))
        assert port.account().guest is bool(code)
        if code:
            assert (await refusal(port.new_recovery_code())).code == code
            own = {(await refusal(one)).code for one in (port.profile(), port.history(HistoryFilter()))}
            assert own == {code if key else "guest-history"}
            said = await single_commands.answer(port, texts_in(), commands.parse("letters", GAMES))
            assert words in said.text
