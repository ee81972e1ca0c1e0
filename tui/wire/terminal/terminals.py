"""What a client's terminal can show and understand, from what the client sent.

TERM, COLORTERM, NO_COLOR and the locale come from the client, never from the environment of this process. An
unknown terminal gets what nearly all have in common: cursor addressing, erasing to the end of the line, bold,
underline and reverse. If the client sent no locale, `tui.wire.terminal.probe` asks the terminal itself; the
player's own wishes are in `tui.wire.terminal.display`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from fnmatch import fnmatchcase

from msgspec import Struct
from msgspec.structs import replace

from tui.host.session import ClientInfo
from tui.wire.terminal.looks import ALL_ATTRIBUTES, BLINK, BOLD, DIM, REVERSE, UNDERLINE
from tui.wire.terminal.palette import DARK, MONO

BELL = "\x07"
OSC_9, OSC_777 = "\x1b]9;crownhouse: {}\x07", "\x1b]777;notify;crownhouse;{}\x07"
"""Notifications of the desktop: iTerm2's, and urxvt's."""
LATIN_1 = "iso8859-1"
ISO_8859 = re.compile(r"8859[-_]?([1-9]|1[013456])\b")
"""One of the sets of 256 characters that Python knows."""
TYPICAL = BOLD | UNDERLINE | BLINK | REVERSE


class Depth(IntEnum):
    """The number of colours."""

    NONE = 0
    EIGHT = 8
    SIXTEEN = 16
    CUBE = 256
    TRUE = 1 << 24


class Terminal(Struct, frozen=True):
    """What may be sent to one client."""

    depth: Depth = Depth.NONE
    theme: str = DARK
    """A theme of `tui.wire.terminal.palette`."""
    utf8: bool = False
    encoding: str = "utf-8"
    """The encoding of what is typed on it."""
    is_eight_bit: bool = False
    """Shows the characters of its `encoding`, one of those before UTF-8."""
    language: str = ""
    """The language by which words are spelled whose letters it lacks."""
    attributes: int = TYPICAL
    """The attributes of `tui.wire.terminal.looks` that it can show: bold, underline, ..."""
    ends_attributes: bool = False
    """22, 24, 27 ...: one attribute can be switched off alone."""
    erases_cells: bool = False
    """ECH: erases n cells from the cursor on, which stays."""
    erases_in_colour: bool = False
    """Erased cells take the present background (bce)."""
    repeats: bool = False
    """REP: repeats the last character n times."""
    columns: bool = False
    """CHA and VPA: move to a column, to a row."""
    scrolls: bool = False
    """DECSTBM: a range of rows scrolls while the others stay."""
    shifts: bool = False
    """ICH and DCH: inserts n blank cells before the cursor's, deletes n cells from it on."""
    alternate_screen: bool = False
    hides_cursor: bool = False
    pastes: bool = False
    """Marks the beginning and end of a paste."""
    titles: bool = False
    """Has a window title, and can restore the old one at the end."""
    notification: str = BELL
    """What calls the player who looks elsewhere, with {} for the words."""
    has_few_signs: bool = False
    """Its fonts lack half blocks, ticks and crowns, though it reads UTF-8."""
    synchronised: bool = False
    """Shows a frame between two marks at once."""

    @property
    def charset(self) -> str:
        """The set of characters that it shows: "utf-8", an encoding of before, or "ascii"."""
        return "utf-8" if self.utf8 else self.encoding if self.is_eight_bit else "ascii"


PLAINEST = Terminal()
VT100 = replace(PLAINEST, scrolls=True)
VT220 = replace(VT100, ends_attributes=True, erases_cells=True, shifts=True, hides_cursor=True)
LINUX = replace(
    VT220, depth=Depth.EIGHT, attributes=TYPICAL | DIM, erases_in_colour=True, columns=True,
    has_few_signs=True,
)  # fmt: skip
SCREEN = replace(
    VT220, depth=Depth.EIGHT, attributes=ALL_ATTRIBUTES, erases_cells=False, columns=True,
    alternate_screen=True, pastes=True,
)  # fmt: skip
TMUX = replace(SCREEN, titles=True)
XTERM = replace(
    LINUX, depth=Depth.SIXTEEN, attributes=ALL_ATTRIBUTES, alternate_screen=True, pastes=True, titles=True,
    has_few_signs=False,
)  # fmt: skip
MODERN = replace(XTERM, depth=Depth.TRUE, repeats=True, synchronised=True)

FAMILIES: tuple[tuple[str, Terminal], ...] = (
    ("xterm-kitty*", replace(MODERN, notification=OSC_9)),
    ("xterm-ghostty*", replace(MODERN, notification=OSC_777)),
    ("alacritty*", MODERN),
    ("foot*", replace(MODERN, notification=OSC_777)),
    ("wezterm*", replace(MODERN, notification=OSC_777)),
    ("contour*", replace(MODERN, repeats=False, notification=OSC_777)),
    ("iterm*", replace(MODERN, repeats=False, notification=OSC_9)),
    ("ms-terminal*", replace(MODERN, repeats=False)),
    ("xterm-mono*", replace(XTERM, depth=Depth.NONE)),
    ("xterm*", XTERM),
    ("putty*", XTERM),
    ("rxvt*", XTERM),
    ("konsole*", XTERM),
    ("gnome*", XTERM),
    ("vte*", XTERM),
    ("tmux*", TMUX),
    ("screen*", SCREEN),
    ("linux*", LINUX),
    ("vt1*", VT100),
    ("vt[2345]*", VT220),
    ("*", PLAINEST),
)
"""The first entry that fits TERM counts."""

MAY_BE_TRUE = ("xterm*", "tmux*", "screen*")
"""Terminals that may show true colours without saying so."""
TYPEWRITERS = ("dumb*", "unknown", "")
COLOURLESS = ("dumb*", "vt[0-9]*", "*-mono", "*-m", "unknown", "")
NEVER_TRUE = ("screen*", "linux*")
"""Terminals that read the parameters of true colours as something else."""


def shows_screens(client: ClientInfo) -> bool:
    """Returns whether the client's terminal can do more than print lines: "dumb" ones cannot."""
    return not _fits(client.term.lower(), TYPEWRITERS)


def terminal_of(client: ClientInfo) -> Terminal:
    """Returns what may be sent to this client; plain ASCII if it sent no locale."""
    term = client.term.lower()
    known = next(terminal for pattern, terminal in FAMILIES if fnmatchcase(term, pattern))
    depth = _depth(term, client.environment, known.depth)
    charset = charset_of(client.environment)
    return replace(
        known,
        depth=depth,
        utf8=charset == "utf-8",
        encoding="utf-8" if charset == "ascii" else charset,
        is_eight_bit=charset not in {"utf-8", "ascii"},
    )


def may_show_more_colours(terminal: Terminal, term: str) -> bool:
    """Returns whether a terminal of this type may show true colours, though its client has not said so."""
    return Depth.NONE < terminal.depth < Depth.TRUE and _fits(term.lower(), MAY_BE_TRUE)


def in_encoding(terminal: Terminal, *, utf8: bool) -> Terminal:
    """Returns the terminal, now that it has said whether it reads UTF-8. One that does not is shown
    ASCII, and what is typed on it is read as ISO 8859-1: most that is typed on such terminals is.
    """
    return replace(terminal, utf8=utf8, encoding="utf-8" if utf8 else LATIN_1, is_eight_bit=False)


def charset_of(environment: Mapping[str, str]) -> str:
    """Returns the set of characters that a client's locale names: "utf-8", one of ISO 8859, or "ascii", which
    is what C and POSIX have, and any that is not known.
    """
    locale = locale_of(environment)
    if "utf-8" in locale or "utf8" in locale:
        return "utf-8"
    if locale.endswith("@euro") and "." not in locale:
        return "iso8859-15"
    named = ISO_8859.search(locale)
    return f"iso8859-{named[1]}" if named else "ascii"


def in_theme(terminal: Terminal, theme: str) -> Terminal:
    """Returns the terminal in a theme of `tui.wire.terminal.palette`."""
    return replace(terminal, theme=theme, depth=Depth.NONE if theme == MONO else terminal.depth)


def _depth(term: str, environment: Mapping[str, str], usual: Depth) -> Depth:
    if environment.get("NO_COLOR") or _fits(term, COLOURLESS):
        return Depth.NONE
    true = environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term
    if true and not _fits(term, NEVER_TRUE):
        return Depth.TRUE
    named = Depth.CUBE if "256" in term else Depth.SIXTEEN if "16color" in term else Depth.NONE
    return max(usual, named)


def _fits(term: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(term, pattern) for pattern in patterns)


def locale_of(environment: Mapping[str, str]) -> str:
    """Returns the locale that decides how characters are written, in small letters; '' if none was sent."""
    sent = (environment.get(variable, "") for variable in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, sent), "").lower()


def escape_delay(client: ClientInfo) -> float:
    """Returns the seconds after which ESC alone is a key and not the beginning of one. ESCDELAY is in
    milliseconds.
    """
    wanted = client.environment.get("ESCDELAY", "")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) <= 4):
        return client.escape_delay
    return min(max(int(wanted), 10), 1000) / 1000
