"""The source of the documentation's site: the pages of docs/, a few from beside it, and what is generated.

A page stands in one place: `docs/NAME.md`, or a file of `BESIDE`. It is also read in the repository, so its
links are those of the repository; they become links between pages of the site.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from docs.pictures.gallery import Shot
from docs.site.generated import PARTS, cards, moves, rules
from tui.boards import BOARDS
from tui.language.texts import LANGUAGES, texts_in

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BESIDE: Mapping[str, str] = MappingProxyType(
    {
        "README.md": "index.md",
        "CONTRIBUTING.md": "contributing.md",
        "CHANGELOG.md": "changelog.md",
        "CODE_OF_CONDUCT.md": "code-of-conduct.md",
        "SECURITY.md": "security-policy.md",
    }
)
"""Pages in the root of the repository, where everybody looks for them, and their names on the site."""
STYLE = Path(__file__).with_name("style.css")
PART = re.compile(r"^<!-- site: ([\w-]+)((?: \w+)*) -->$", re.MULTILINE)
LINK = re.compile(r"(\]\(|(?:href|src)=\")([^)\"\s]+)")
FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = re.compile(r"[a-z]+:|#")
"""Beginnings of links that lead out of the site, or stay on their page."""


def pages() -> dict[str, str]:
    """Every page of the site: its text by its name."""
    found = {path.name: _page(path) for path in sorted(DOCS.glob("*.md"))}
    found |= {name: _page(ROOT / path) for path, name in BESIDE.items()}
    for language in LANGUAGES[1:]:
        found |= {f"rules-{game}-{language}.md": translated(game, language) for game in BOARDS}
    return found


def translated(game: str, language: str) -> str:
    """The rules of a game in another language: what the host itself says in it."""
    texts = texts_in(language)
    title = texts.of(BOARDS[game].title)
    parts = (
        f"# {title}",
        f"![{title}](pictures/{translated_picture(game, language)})",
        f"## {texts._('Rules')}",
        rules(game, language),
        f"## {texts.pgettext('rules', 'Cards')}",
        cards(game, language),
        f"## {texts._('Moves')}",
        moves(game, language),
    )
    return "\n\n".join(parts) + "\n"


def translated_picture(game: str, language: str) -> str:
    """The name of a picture of the game in another language."""
    return f"rules-{game}-{language}.svg"


def pictures() -> dict[str, Callable[[], bytes]]:
    """What gives each picture, by its name: those of docs/pictures, and those that are drawn for the site."""
    kept = sorted((DOCS / "pictures").iterdir())
    found = {path.name: path.read_bytes for path in kept if path.suffix in {".svg", ".png"}}
    drawn = {
        translated_picture(game, language): _drawn(Shot(game, (120, 40), language=language))
        for game in BOARDS
        for language in LANGUAGES[1:]
    }
    return found | drawn


def _drawn(shot: Shot) -> Callable[[], bytes]:
    return lambda: shot.draw().encode()


def write(folder: Path) -> None:
    """Put all pages and pictures into a folder that is empty."""
    for name, text in pages().items():
        (folder / name).write_text(text, "utf-8")
    (folder / STYLE.name).write_bytes(STYLE.read_bytes())
    (folder / "pictures").mkdir()
    for name, draw in pictures().items():
        (folder / "pictures" / name).write_bytes(draw())


def links(text: str) -> Iterator[str]:
    """Where a page leads, as written; what stands in a listing is no link."""
    for found in LINK.finditer(re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))):
        yield found[2]


def site_link(page: Path, link: str) -> str:
    """Where a link of a file of the repository leads on the site. Raises ValueError if the site has no such
    page.
    """
    if ELSEWHERE.match(link):
        return link
    path, _, anchor = link.partition("#")
    target = posixpath.normpath(posixpath.join(page.parent.relative_to(ROOT).as_posix(), path))
    inside = BESIDE.get(target) or target.removeprefix("docs/")
    if not (ROOT / target).is_file() or (inside == target and target not in BESIDE):
        raise ValueError(f"{page.relative_to(ROOT)}: {link} is no page of the site")
    return f"{inside}#{anchor}" if anchor else inside


def _page(path: Path) -> str:
    text = path.read_text("utf-8")
    text = LINK.sub(lambda found: found[1] + site_link(path, found[2]), text)
    return PART.sub(lambda found: PARTS[found[1]](*found[2].split()), text)
