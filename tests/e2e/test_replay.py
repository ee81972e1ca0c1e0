"""A game that is over, looked at again with the stock client: on the screen, as a film, and played on."""

from __future__ import annotations

import json

import pytest

from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e


def asked(host: LiveHost, name: str, *asked: dict[str, object]) -> list[dict[str, object]]:
    """What a program is answered, request by request."""
    text = "".join(f"{json.dumps({'id': 1, **one})}\n" for one in asked)
    out, _ = host.pipe(name, "api").communicate(text.encode(), timeout=WITHIN)
    told = [json.loads(line) for line in out.decode().splitlines()]
    return [one.get("ok") or one for one in told if "id" in one]


def ended_game(host: LiveHost) -> str:
    """A game of court against a bot that its player gave up after a roll; its id."""
    (opened,) = asked(host, "anna", {"do": "open", "game": "court", "seats": 2})
    table = str(opened["table"])
    asked(host, "anna", {"do": "bot", "table": table}, {"do": "start", "table": table})
    for _ in range(40):
        (view,) = asked(host, "anna", {"do": "view", "table": table})
        if view["ask"]:
            break
    asked(host, "anna", {"do": "move", "table": table, "move": "roll"}, {"do": "concede", "table": table})
    return table


def test_a_game_is_looked_at_again_and_played_on(host: LiveHost, terminals: PtyTerminals) -> None:
    """From the deal to the end and back, with the keys that the screen names; then on from there."""
    table = ended_game(host)
    anna = host.connect("anna", "replay", table)
    terminals.see(anna, "replay", "0/", "To move: ")
    anna.press("Right")
    terminals.see(anna, "1/")
    anna.press("G")
    terminals.see(anna, "The game is over.")
    anna.press("Left", "p")
    terminals.see(anna, "Play on from here as")
    anna.press("Enter")
    terminals.see(anna, "(bot)", "your turn")
    assert "Traceback" not in host.log


def test_a_game_is_analysed_by_a_command_and_for_a_program(host: LiveHost) -> None:
    """Whoever asks second is shown what was stored, in any form."""
    table = ended_game(host)

    def told(*words: str) -> tuple[int, str, str]:
        process = host.pipe("anna", "analyse", *words)
        out, error = process.communicate(timeout=WITHIN)
        return process.returncode, out.decode(), error.decode()

    status, report, waited = told(table)
    assert (status, report.count(" decision")) == (0, 2)
    assert "being analysed" in waited
    status, report, waited = told(table, "--seat", "1")
    assert (status, report.count(" decision"), waited) == (0, 1, "")
    analysis = json.loads(told(table, "--json")[1])
    assert analysis["complete"]
    assert told(table, "--svg")[1].startswith("<svg ")
    status, out, error = told(table, "--seat", "7")
    assert (status, out) == (1, "")
    assert "7" in error
    (answer,) = asked(host, "bert", {"do": "analyse", "table": table})
    assert (answer["done"], answer["analysis"]) == (1.0, analysis)
    assert "Traceback" not in host.log


def test_a_program_that_sends_no_more_is_told_the_end_of_an_analysis(host: LiveHost) -> None:
    """What a shell pipes in is answered whole."""
    table = ended_game(host)
    request = json.dumps({"id": 1, "do": "analyse", "table": table})
    out, _ = host.pipe("anna", "api").communicate(f"{request}\n".encode(), timeout=WITHIN)
    _, first, *news = [json.loads(line) for line in out.decode().splitlines()]
    assert first["ok"]["table"] == table
    assert news[-1]["analysis"]["analysis"]["complete"]


def test_a_game_is_a_film(host: LiveHost) -> None:
    """For those who may read its record; a game that there is not is one sentence."""
    table = ended_game(host)
    out, error = host.pipe("bert", "cast", table).communicate(timeout=WITHIN)
    header, *events = [json.loads(line) for line in out.decode().splitlines()]
    assert (header["version"], header["width"], header["height"], error) == (2, 80, 24, b"")
    assert len(events) > 2
    process = host.pipe("bert", "cast", "nowhere")
    out, error = process.communicate(timeout=WITHIN)
    assert (out, process.returncode, b"nowhere" in error) == (b"", 1, True)
