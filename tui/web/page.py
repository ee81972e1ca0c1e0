"""What all pages have: the head, the way around, the line to type."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import quote

from msgspec import Struct

from tui.boards import BOARDS
from tui.boards.kit.board import EventText, Names
from tui.boards.kit.html import Child, Html, document, tag
from tui.boards.kit.page import piece
from tui.language.texts import LANGUAGES, Texts

NAMES_OF_LANGUAGES: Mapping[str, str] = MappingProxyType(
    {"en": "English", "de": "Deutsch", "it": "Italiano", "nl": "Nederlands"}
)


class Site(Struct, frozen=True):
    """The host behind the window: what is typed after `ssh`, the address of the window as others write it
    ('': nobody knows), the host's keys and the fingerprint of the first; whether there are `pictures`.
    """

    ssh: str
    web: str = ""
    keys: tuple[str, ...] = ()
    fingerprint: str = ""
    pictures: bool = False

    @property
    def line(self) -> str:
        return f"ssh {self.ssh}"

    def command(self, words: str) -> str:
        """Return the line by which one comes to something."""
        return f"ssh -t {self.ssh} {words}"


class Asked(Struct, frozen=True):
    """What is asked for: a path, in a language that was `chosen` (else the browser's); `away`: the host is
    not reached, and what is shown is what was known last.
    """

    texts: Texts
    site: Site
    path: str
    now: float
    chosen: bool = False

    def to(self, path: str, query: str = "") -> str:
        """Return a link to a page in the same language."""
        words = "&".join(filter(None, (query, f"l={self.texts.language}" if self.chosen else "")))
        return f"{path}?{words}" if words else path


def whole(
    asked: Asked,
    title: str,
    about: str,
    *body: Child,
    game: str = "",
    indexed: bool = False,
    picture: str = "",
) -> Html:
    """Return a page. `about` is a sentence for whoever is sent its link, `picture` the path of a picture."""
    texts, site = asked.texts, asked.site
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width,initial-scale=1"),
        tag("meta", name="color-scheme", content="dark light"),
        None if indexed else tag("meta", name="robots", content="noindex"),
        tag("title", title),
        tag("meta", name="description", content=about),
        _preview(asked, title, about, picture),
        tag("link", rel="stylesheet", href="/style.css"),
        tag("link", rel="icon", href="/crown.svg"),
        tag("link", rel="alternate", type="application/atom+xml", href="/atom.xml"),
        tag("script", src="/update.js", defer=True),
    )
    first = game or next(iter(BOARDS))
    ways = (
        ("/", texts._("Tables")),
        ("/cups", texts._("Cups")),
        (f"/ladder/{first}", texts._("Ladder")),
        (f"/rules/{first}", texts._("Rules")),
    )
    header = tag(
        "header",
        tag("a", piece("crown"), "crownhouse", class_="home", href=asked.to("/")),
        tag("nav", [tag("a", word, href=asked.to(path)) for path, word in ways], aria_label=texts._("Pages")),
        tag("code", site.line, class_="line"),
    )
    footer = tag(
        "footer",
        tag("nav", [_language(asked, one) for one in LANGUAGES], aria_label=texts._("Language")),
        tag("span", texts._("This page only shows. One plays by typing the line above.")),
    )
    return document(
        head,
        tag(
            "body",
            tag("a", texts._("To the content"), class_="skip", href="#main"),
            header,
            tag("main", *body, id="main"),
            footer,
            class_=game or None,
        ),
        lang=texts.language,
    )


def _preview(asked: Asked, title: str, about: str, picture: str) -> list[Html]:
    """Return what chats and feeds show beside a link."""
    web = asked.site.web
    facts = {"og:title": title, "og:description": about, "og:type": "website", "og:site_name": "crownhouse"}
    if web:
        facts["og:url"] = f"{web}{asked.path}"
    if web and picture and asked.site.pictures:
        facts |= {"og:image": f"{web}{picture}", "og:image:width": "1200", "og:image:height": "630"}
        facts |= {"og:image:alt": about}
    found = [tag("meta", property=name, content=value) for name, value in facts.items()]
    large = web and picture and asked.site.pictures
    return [*found, tag("meta", name="twitter:card", content="summary_large_image" if large else "summary")]


def _language(asked: Asked, language: str) -> Html:
    return tag(
        "a",
        NAMES_OF_LANGUAGES[language],
        href=f"{asked.path}?l={language}",
        hreflang=language,
        lang=language,
        aria_current="true" if language == asked.texts.language else None,
    )


def player(asked: Asked, name: str, shown: str) -> Html:
    """Return a name with a link to the profile; without a name nobody is told who it is."""
    if not name:
        return tag("span", shown)
    return tag("a", tag("bdi", shown), href=asked.to(f"/p/{link_name(name)}"))


def link_name(name: str) -> str:
    """Return a name as a part of a path."""
    return quote(name, safe="")


def head(title: str, small: str, said: Child, *more: Child) -> Html:
    """Return the heading of a page, and what it says in a line."""
    h1 = tag("h1", title, " ", tag("small", small)) if small else tag("h1", title)
    return tag("div", h1, tag("p", said, data_part="status"), *more, class_="head")


def live(asked: Asked, path: str, version: int) -> Html:
    """Return what has the parts of a page replaced whenever there are ticks of a path, and lets one pause."""
    texts = asked.texts
    return tag(
        "span",
        tag("a", texts._("Refresh"), id="refresh", class_="step", href=asked.to(asked.path)),
        data_pause=texts._("Pause"),
        data_live=path,
        data_version=str(version),
    )


def log(names: Names, told: list[EventText]) -> Html:
    """Return what happened, one sentence a line, each with the colour of its seat."""
    rows = []
    for one in told:
        said = one.text if one.seat is None else f"{names(one.seat)} {one.text}."
        rows.append(tag("li", said, class_=f"c{one.seat}" if one.seat else None))
    return tag("ol", rows, class_="log")


def way(line: str, said: str) -> Html:
    return tag("p", said, " ", tag("code", line), class_="way")


def not_here(asked: Asked) -> Html:
    """Return that there is nothing at an address."""
    texts = asked.texts
    return _sorry(
        asked, texts._("There is nothing here."), texts._("It may have ended, or never been public.")
    )


def stop_notices(asked: Asked, code: str) -> Html:
    """Return how notices are stopped where a code went; mail programs ask for it at this address."""
    command = f"ssh {asked.site.ssh} notify off {code}"
    said = asked.texts._("Notices while you are away")
    return _sorry(asked, said, asked.texts._("No more notices:  {command}", command=command))


def not_reached(asked: Asked) -> Html:
    """Return that the host is not reached."""
    texts = asked.texts
    return _sorry(asked, texts._("The host is not reached at the moment."), texts._("Try again in a minute."))


def _sorry(asked: Asked, said: str, more: str) -> Html:
    back = tag("p", tag("a", asked.texts._("To the tables"), href=asked.to("/")))
    return whole(asked, said, said, tag("div", tag("h1", said), class_="head"), tag("p", more), back)


def as_known_last(texts: Texts, shown: str) -> str:
    """Return a page with a line that says that the host is not reached."""
    said = texts._("The host is not reached at the moment: this is what was known last.")
    start = tag("main", id="main").partition("</")[0]
    return shown.replace(start, start + tag("p", said, class_="away", role="status"), 1)
