"""The documentation's site has every page once, and all links lead somewhere. `make docs` builds it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.site.__main__ import (
    SEARCH,
    addressed,
    in_language,
    in_languages,
    leave_out_map,
    loaded_from_elsewhere,
    narrowed,
    placed,
)
from docs.site.assembly import BESIDE, DOCS, FENCE, PART, ROOT, links, pages, pictures
from docs.site.generated import PARTS
from tui.actions.registry import ACTIONS
from tui.boards import BOARDS

PAGES, PICTURES = pages(), pictures()
SOURCES = [*(ROOT / name for name in BESIDE), *sorted(DOCS.glob("*.md"))]
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def named(nav: list[dict[str, Any]]) -> Iterator[str]:
    """The pages of a navigation, whatever section they are in."""
    for entry in nav:
        for inside in entry.values():
            yield from [inside] if isinstance(inside, str) else named(inside)


def anchors(text: str) -> set[str]:
    """What headings can be linked to by, as the site and most places that show Markdown name them."""
    plain = (
        re.sub(r"\[([^]]*)\]\([^)]*\)|[`*]", r"\1", found) for found in HEADING.findall(FENCE.sub("", text))
    )
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in plain}


def test_every_page_is_in_the_navigation_once() -> None:
    """And nothing else is."""
    nav = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"]
    assert sorted(named(nav)) == sorted(PAGES)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_links_of_the_repository_lead_somewhere(source: Path) -> None:
    """To a file that is there, and to a heading that stands in it."""
    text = source.read_text("utf-8")
    for link in links(text):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (source.parent / path) if path else source
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text("utf-8")), link


def test_links_between_pages_of_the_site_lead_somewhere() -> None:
    """Those to generated pages and headings, too."""
    for name, text in PAGES.items():
        for link in links(text):
            path, _, anchor = link.partition("#")
            if not re.match(r"[a-z]+:", link) and path.removeprefix("pictures/") not in PICTURES:
                assert not anchor or anchor in anchors(PAGES[path or name]), (name, link)
                assert not path or path in PAGES, (name, link)


def test_generated_parts_are_used_and_there() -> None:
    """No marker is left on a page, and no part is made for nothing; each game has its page of rules."""
    used = {found[1] for page in DOCS.glob("*.md") for found in PART.finditer(page.read_text("utf-8"))}
    assert used == set(PARTS)
    assert not any("<!-- site:" in text for text in PAGES.values())
    for key, board in BOARDS.items():
        for kind in board.speech.cards.names.values():
            assert f"| **{kind.text}** |" in PAGES[f"rules-{key}.md"]


def test_the_page_of_commands_names_what_earlier_versions_called_them() -> None:
    page = PAGES["commands.md"]
    for one in ACTIONS.values():
        slashes = one.called.text.split("|")[1:] if one.slash else []
        told = one.ssh and one.ssh.usage != "" and not (one.slash and one.slash.for_moderators)
        typed = [*one.terminal_words[1:], one.also] if told else []
        older = [f"/{word}" for word in slashes] + [f"ssh HOST {word}" for word in typed if word]
        assert [word for word in older if f"; also `{word}`" not in page] == []


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ('<script src="https://example.org/a.js"></script>', "https://example.org/a.js"),
        ("<link rel=stylesheet href=//example.org/a.css>", "//example.org/a.css"),
        ("@font-face { src: url(https://example.org/a.woff2) }", "https://example.org/a.woff2"),
        ('<a href="https://example.org/">a link</a>', None),
    ],
)
def test_what_would_be_loaded_from_elsewhere_is_found(text: str, address: str | None, tmp_path: Path) -> None:
    """A link that has to be clicked is none of it."""
    (tmp_path / "page.html").write_text(text, "utf-8")
    assert [found for _, found in loaded_from_elsewhere(tmp_path)] == ([address] if address else [])


def test_a_site_knows_its_address_its_source_and_its_languages() -> None:
    """Where they are given; elsewhere nothing is made up."""
    config = (ROOT / "zensical.toml").read_text("utf-8")
    assert addressed(config, {}) == config
    given = {"SITE_URL": "https://crown.example.org/", "PROJECT_URL": "https://forge.example.org/crown"}
    project = tomllib.loads(addressed(config, given))["project"]
    assert (project["site_url"], project["repo_url"]) == tuple(given.values())
    page = '<html lang="en" class="x"><a aria-label=Search title="Next">Next</a>{"search":"Search"}'
    words = {"search": ("Search", "Suche"), "footer.next": ("Next", "Weiter")}
    found = '<html lang="de" class="x"><a aria-label="Suche" title="Weiter">Weiter</a>{"search":"Suche"}'
    assert in_language(page, "de", words) == found
    script = in_languages("".join(SEARCH), {"de": words})
    assert script.startswith('const said=(key,or)=>({"de": {"search": "Suche", "footer.next": "Weiter"}}[')
    with pytest.raises(ValueError, match="no longer says"):
        in_languages(script, {"de": words})


def test_a_site_is_built_where_somebody_wants_it() -> None:
    """Its pages are taken from there, too."""
    config = (ROOT / "zensical.toml").read_text("utf-8")
    assert placed(config, Path("build/docs")) == config
    project = tomllib.loads(placed(config, Path("build/other")))["project"]
    assert (project["docs_dir"], project["site_dir"]) == ("build/other/pages", "build/other/site")


def test_a_site_without_an_address_has_no_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not one without pages; whoever builds it is told what it needs."""
    for name in ("sitemap.xml", "sitemap.xml.gz", "index.html"):
        (tmp_path / name).touch()
    leave_out_map(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    assert "SITE_URL=" in capsys.readouterr().out


def test_the_first_block_of_commands_fits_on_a_page_of_1280_pixels() -> None:
    """Longer lines go on below there, which does not look like what is typed."""
    block = FENCE.search(PAGES["index.md"])
    assert block
    assert max(map(len, block[0].splitlines())) <= 76


def test_cells_know_their_heads_and_long_names_may_go_on_in_the_next_line() -> None:
    """A head without a word names nothing, and a name is told as before."""
    head = "<tr><th></th><th>shown <code>by</code></th></tr>"
    row = "<tr><td>a-b</td><td align=right><code>tests/kept/test_api.py</code></td></tr>"
    made = narrowed(f"<table>{head}{row}</table>")
    assert (
        '<td>a-b</td><td data-head="shown by: " align=right><code>tests/<wbr>kept/<wbr>test_<wbr>api' in made
    )
    assert made.replace("<wbr>", "").replace(' data-head="shown by: "', "") == f"<table>{head}{row}</table>"
