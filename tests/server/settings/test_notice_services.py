"""The file that lists services for notices: what it may say, and that no password shows in a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.settings.loading import BadConfig, load
from server.settings.notice_services import parse_services

GOOD = """
# two services
mail  mailtos://crown:top-secret@smtp.example.org?from=crown@example.org&to={recipient}
ntfy ntfys://ntfy.example.org/{recipient}
"""


def test_each_line_is_a_service() -> None:
    """What a recipient is there follows from the scheme; the address gets it escaped."""
    found = parse_services(GOOD)
    assert [(one.name, one.recipient_kind) for one in found.values()] == [("mail", "mail"), ("ntfy", "topic")]
    assert found["mail"].address_of("anna+x@example.org").endswith("&to=anna%2Bx%40example.org")
    assert found["ntfy"].address_of("crown_7") == "ntfys://ntfy.example.org/crown_7"


@pytest.mark.parametrize(
    "line",
    [
        "Mail ntfys://ntfy.example.org/{recipient}",
        "ntfy",
        "ntfy ntfys://ntfy.example.org/topic",
        "ntfy ntfys://{recipient}/topic",
        "ntfy ntfys://{recipient}@ntfy.example.org/topic",
        "ntfy ntfys://ntfy.{recipient}",
        "ntfy ntfys://ntfy.example.org:{recipient}/x",
        "ntfy ntfys://top-secret@ntfy.example.org/{recipient}/{recipient}",
        "ntfy {recipient}",
        "ntfy ntfys://[top-secret/{recipient}",
    ],
)
def test_a_line_that_lets_players_name_a_host_is_refused(line: str) -> None:
    """And so is any other that is none, by its number and without what is in it."""
    with pytest.raises(ValueError, match=r"^line 5 ") as told:
        parse_services(f"{GOOD}{line}")
    assert "top-secret" not in str(told.value)


def test_a_name_stands_once() -> None:
    """A second line of that name is a mistake."""
    with pytest.raises(ValueError, match="there already"):
        parse_services(f"{GOOD}mail ntfys://ntfy.example.org/{{recipient}}")


def test_the_host_does_not_start_with_a_file_that_it_cannot_read(tmp_path: Path) -> None:
    """One sentence says what is wrong; with a good file the services are there."""
    file = tmp_path / "services"
    for text, problem in ((None, "No such file"), ("mail", "line 1 has no address"), (b"\xff", "UTF-8")):
        if text is not None:
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(BadConfig) as told:
            load({}, {"CROWNHOUSE_NOTICES_SERVICES": str(file)}, None)
        (said,) = told.value.problems
        assert said.startswith("notices.services: ")
        assert problem in said
    file.write_text(GOOD)
    assert set(load({}, {"CROWNHOUSE_NOTICES_SERVICES": str(file)}, None).notice_services) == {"mail", "ntfy"}
