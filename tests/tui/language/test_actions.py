"""What keys are called, and what is typed for them."""

from __future__ import annotations

import pytest

from tui.language.actions import key_meant, no_such_key
from tui.language.texts import Texts


@pytest.mark.parametrize(
    ("language", "key", "said"),
    [
        ("en", "right", "Right does nothing here; F1 lists all keys."),
        ("en", "ctrl+w", "Ctrl+W does nothing here; F1 lists all keys."),
        ("de", "pageup", "Bild auf bewirkt hier nichts; F1 zeigt alle Tasten."),
        ("de", "ctrl+right", "Strg+Rechts bewirkt hier nichts; F1 zeigt alle Tasten."),
        ("it", "delete", "Canc qui non fa nulla; F1 elenca tutti i tasti."),
        ("nl", "escape", "Esc doet hier niets; F1 toont alle toetsen."),
        ("nl", "space", "spatie doet hier niets; F1 toont alle toetsen."),
        ("it", "f5", "F5 qui non fa nulla; F1 elenca tutti i tasti."),
        ("de", "x", "x bewirkt hier nichts; F1 zeigt alle Tasten."),
    ],
)
def test_a_key_that_does_nothing_is_called_as_on_the_players_keyboard(language: str, key: str, said: str):
    """A character as itself; other keys by what their caps say."""
    assert no_such_key(Texts(language), key) == said


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("l", "l"),
        ("Tab", "tab"),
        ("open", "enter"),
        ("1", "enter"),
        ("4", "q"),
        ("0", ""),
        ("5", ""),
        ("x", ""),
    ],
)
def test_a_key_is_typed_by_what_it_does_itself_or_its_number(said: str, key: str):
    """Each of several that stand together is one of its own."""
    shown = (("Enter", "open"), ("Tab", "next"), ("h l", "left, right"), ("q", "back"))
    assert key_meant(Texts(), shown, said) == key
