"""What terminals without UTF-8 are shown reads well, and stays in its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment

from tests.tui.emulator import EmulatedTerminal
from tui.host.session import ClientInfo
from tui.wire.encoding.encoder import Encoder
from tui.wire.encoding.spelling import spelled
from tui.wire.terminal.terminals import Terminal, charset_of, terminal_of

LATIN_1, LATIN_9 = "iso8859-1", "iso8859-15"
SAID = [
    ("Größe", "ascii", "de", "Groesse"), ("GRÖẞE ÄRGER Öl", "ascii", "de", "GROESSE AERGER Oel"),
    ("Grüße", LATIN_1, "de", "Grüße"), ("perché così è più", "ascii", "it", "perche' cosi' e' piu'"),
    ("città, sarà!", "ascii", "it", "citta', sara'!"),
    ("coördinatie één ideeën", "ascii", "nl", "coordinatie een ideeen"),
    ("naïve café", "ascii", "en", "naive cafe"), ("5×6 “ja”", "ascii", "en", '5x6 "ja"'),
    ("u\u0308ber", "ascii", "de", "ueber"), ("u\u0308ber", LATIN_1, "de", "über"),
    ("Œuvre cœur 5 €", LATIN_1, "en", "Oeuvre coeur 5 EUR"),
    ("Œuvre cœur 5 €", LATIN_9, "en", "Œuvre cœur 5 €"),
    ("Łódź Ðor Ærø", "ascii", "en", "Lodz Dor Aeroe"), ("Щука Юрий", "ascii", "en", "Shchuka Yuriy"),
    ("Ψυχή", "ascii", "en", "Psychi"), ("a → b … 王", "ascii", "de", "a -> b ... ??"),
    ("a → b · c", LATIN_1, "de", "a -> b · c"), ("Bär\x9b2J", LATIN_1, "de", "Bär2J"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "charset", "language", "said"), SAID)
def test_words_are_spelled_as_usual(text: str, charset: str, language: str, said: str):
    """In each language, and for names of others by sound; what the terminal has stays."""
    assert spelled(text, charset, language) == said


@pytest.mark.parametrize(
    ("locale", "charset"),
    [
        ("de_DE.ISO-8859-1", LATIN_1), ("de_DE.iso88591", LATIN_1), ("it_IT.ISO8859-15", LATIN_9),
        ("nl_NL@euro", LATIN_9), ("de_DE.ISO-8859-15@euro", LATIN_9), ("pl_PL.ISO-8859-2", "iso8859-2"),
        ("C", "ascii"), ("POSIX", "ascii"), ("ja_JP.eucJP", "ascii"), ("x.ISO-8859-12", "ascii"),
        ("C.UTF-8", "utf-8"), ("de_DE.utf8@euro", "utf-8"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("variable", ["LC_ALL", "LC_CTYPE", "LANG"])
def test_a_locale_names_its_characters(locale: str, charset: str, variable: str):
    """Whichever variable it is in; LC_ALL counts more than LC_CTYPE, and that more than LANG."""
    assert charset_of({variable: locale}) == charset
    assert charset_of({"LANG": "en_US.UTF-8", "LC_CTYPE": locale}) == charset
    assert charset_of({"LC_CTYPE": "en_US.UTF-8", "LC_ALL": locale}) == charset
    assert terminal_of(ClientInfo(environment={variable: locale})).charset == charset


WIDTH = 40


def shown(
    text: str, *, language: str = "de", width: int = WIDTH, caret: tuple[int, int] = (0, 0)
) -> EmulatedTerminal:
    """A line on the screen of a terminal without UTF-8."""
    encoder = Encoder(Terminal(language=language), width, 2)
    encoder.put(0, 0, [Segment(text.ljust(width))])
    terminal = EmulatedTerminal(width, 2)
    terminal.feed(encoder.frame(caret))
    return terminal


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Gerät König Prüß   x", "Geraet Koenig Pruess x"),
        ("König      Birch     12", "Koenig     Birch     12"),
        ("|König|      x", "|Konig|      x"),
        ("| König   |      x", "| Koenig  |      x"),
        (f"{'12  König':>{WIDTH}}", f"{'12 Koenig':>{WIDTH}}"),
        (f"{'König':>{WIDTH}}", f"{'Koenig':>{WIDTH}}"),
        ("ö" * WIDTH, "o" * WIDTH),
        (
            f"{'Alle Würfel liegen beiseite: Nimm eine':>{WIDTH - 1}} ",
            "Alle Wuerfel liegen beiseite: Nimm eine",
        ),
        (" > gibt beliebigen Würfeln +1", " > gibt beliebigen Wuerfeln +1"),
        ("Wächter 15+ 2   x", "Waechter 15+ 2  x"),
        ("Münze +-+   x", "Munze +-+   x"),
        ("漢 König   x", "?? Koenig  x"),
    ],
)
def test_what_becomes_longer_takes_up_blanks(text: str, said: str):
    """Columns and frames stay where they are; without a blank to spare, letters lose their marks."""
    assert shown(text).text.splitlines()[0].strip() == said.strip()


def test_the_cursor_stands_behind_what_was_typed():
    """However long the words before it have become."""
    assert shown("> Grüße", caret=(7, 0)).cursor == (9, 0)
    assert shown("> Gruse", caret=(7, 0)).cursor == (7, 0)


def test_a_part_that_changes_is_spelled_with_the_rest_of_its_row():
    """A row that is put in pieces looks as if it had been put at once."""
    whole = "König  Bär  Öl    "
    encoder, other = (Encoder(Terminal(language="de"), len(whole), 1) for _ in range(2))
    terminals = EmulatedTerminal(len(whole), 1), EmulatedTerminal(len(whole), 1)
    encoder.put(0, 0, [Segment("Kanig  Bar  Ol    ")])
    terminals[0].feed(encoder.frame(None))
    encoder.put(0, 0, [Segment(whole)], 1, 9)
    encoder.put(12, 0, [Segment("Öl")])
    terminals[0].feed(encoder.frame(None))
    other.put(0, 0, [Segment(whole)])
    terminals[1].feed(other.frame(None))
    assert terminals[0].text == terminals[1].text


@given(
    st.text(max_size=60), st.sampled_from(["ascii", LATIN_1, LATIN_9]), st.sampled_from(["de", "it", "en"])
)
def test_only_what_a_terminal_has_is_sent(text: str, charset: str, language: str):
    """Whatever somebody is called or says: its characters, printable, and never none for some."""
    said = spelled(text, charset, language)
    assert said.isprintable()
    assert said.encode(charset).decode(charset) == said
    known = (
        Terminal(encoding=charset, is_eight_bit=True, language=language) if charset != "ascii" else Terminal()
    )
    encoder = Encoder(known, WIDTH, 1)
    encoder.put(0, 0, [Segment(text)])
    frame = encoder.frame(None)
    assert frame.encode(known.charset).decode(known.charset) == frame
