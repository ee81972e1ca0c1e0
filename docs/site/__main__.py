"""Builds the documentation's site: `python -m docs.site FOLDER`, or `make docs`.

The pages are assembled in FOLDER/pages, and Zensical makes FOLDER/site of them, which it wants to be in the
repository; its warnings are errors. No page may load anything from another host, since the site is also read
on machines without a network. Set SITE_URL to the address of the site for a map of it, PROJECT_URL to that of
the repository for links to it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

from docs.site.assembly import ROOT, write
from tui.language.texts import LANGUAGES

CONFIG = "zensical.made.toml"
"""Beside the one that it is made of: folders in it are relative to it."""
USUAL = "build/docs"
"""The folder that zensical.toml names."""
LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\bsrc=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|preload|prefetch|preconnect|icon|modulepreload))"""
    r"""[^>]*?\bhref=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|url\(["']?((?:https?:)?//[^"')]+)|@import\s+["']((?:https?:)?//[^"']+)"""
)
"""What a browser fetches by itself from another host."""
WORD = re.compile(r'^  "([\w.]+)": "(.*)",?$', re.MULTILINE)
"""A word of Zensical's in one language."""
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
HEAD = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
CELL = re.compile(r"<td(?=[\s>])")
CODE = re.compile(r"(?<=<code>)[^<]*")
TAG = re.compile(r"<[^>]*>")
BREAK = re.compile(r"(?<=[/_.=,:{}()-])(?=\w)")
"""Where a long name of a file or a setting may go on in the next line."""
SEARCH = {
    '`${new Intl.NumberFormat("en-US").format(i)} ${i===1?"result":"results"}`': (
        '(i===1?said("search.result.one","1 result"):said("search.result.other","# results")).replace("#",i)'
    ),
    '"No results"': 'said("search.result.none","No results")',
    '"Loading search\\u2026"': 'said("search.result.initializer","Loading search")',
    'placeholder:"Search"': 'placeholder:said("search","Search")',
    '"aria-label":"Search"': '"aria-label":said("search","Search")',
}
"""What the script of the search says in English alone, and what says it in a page's language."""


def build(folder: Path) -> int:
    """Build the site and return the exit status: 0 if nothing is wrong with it."""
    source, site = folder / "pages", folder / "site"
    for part in (source, site):
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
    write(source)
    zensical, config = Path(sys.executable).with_name("zensical"), ROOT / CONFIG
    command = [zensical, "build", "--clean", "--strict", "-f", config]
    try:
        text = (ROOT / "zensical.toml").read_text("utf-8")
        config.write_text(addressed(placed(text, folder), os.environ), "utf-8")
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
    finally:
        config.unlink()
    for page in site.glob("rules-*-??.html"):
        language = page.stem[-2:]
        page.write_text(in_language(page.read_text("utf-8"), language, words_of(language)), "utf-8")
    for page in site.glob("*.html"):
        page.write_text(TABLE.sub(lambda found: narrowed(found[0]), page.read_text("utf-8")), "utf-8")
    for script in site.glob("assets/javascripts/bundle.*.js"):
        script.write_text(
            in_languages(script.read_text("utf-8"), {one: words_of(one) for one in LANGUAGES[1:]}), "utf-8"
        )
    if not os.environ.get("SITE_URL"):
        leave_out_map(site)
    found = [] if status else sorted(loaded_from_elsewhere(site))
    for path, address in found:
        print(f"{path}: {address} would be loaded from another host")
    if not status and not found:
        print(f"{sum(1 for _ in site.glob('**/*.html'))} pages in {site}")
    return status or int(bool(found))


def narrowed(table: str) -> str:
    """A table that can be read on a narrow screen: each cell knows the head of its column, for where columns
    stand below each other (`style.css`), and a long name may go on in the next line.
    """
    heads = [TAG.sub("", head).strip() for head in HEAD.findall(table)]
    named = [f'<td data-head="{head}: "' if head else "<td" for head in heads]

    def with_heads(row: re.Match[str]) -> str:
        cells = iter(named)
        return CELL.sub(lambda found: next(cells, found[0]), row[0])

    table = CODE.sub(lambda code: BREAK.sub("<wbr>", code[0]), table)
    return ROW.sub(with_heads, table)


def placed(config: str, folder: Path) -> str:
    """The configuration with another folder."""
    return config.replace(f'"{USUAL}/', f'"{folder}/')


def addressed(config: str, environment: Mapping[str, str]) -> str:
    """The configuration with the addresses of the site and of its source, as far as they are given."""
    given = {"site_url": environment.get("SITE_URL"), "repo_url": environment.get("PROJECT_URL")}
    lines = "".join(f'{name} = "{address}"\n' for name, address in given.items() if address)
    return config.replace("[project]\n", f"[project]\n{lines}", 1)


def leave_out_map(site: Path) -> None:
    """Take away the map of a site whose address nobody has said, and say so: a map has nothing but whole
    addresses, and one without any tells search engines that there are no pages.
    """
    for made in site.glob("sitemap.xml*"):
        made.unlink()
    print("no sitemap.xml: it needs the address of the site, as SITE_URL=https://docs.example.org/ make docs")


def in_language(page: str, language: str, words: Mapping[str, tuple[str, str]]) -> str:
    """A page whose text is in another language than the rest of the site: with what is around it, and its
    search, in that one. `words` has by keys of Zensical's what it says in English, and what it says there.
    """
    for key, (english, own) in words.items():
        said = json.dumps(own, ensure_ascii=False)
        page = page.replace(f'"{key}":{json.dumps(english)}', f'"{key}":{said}', 1)
        named = rf'\b(aria-label|placeholder|title)="?{re.escape(english)}"?(?=[ >])'
        page = re.sub(named, lambda found, said=said: f"{found[1]}={said}", page)
        page = re.sub(rf"(>\s*){re.escape(english)}(?=\s*<)", lambda found, own=own: found[1] + own, page)
    return page.replace('<html lang="en"', f'<html lang="{language}"', 1)


def in_languages(script: str, words: Mapping[str, Mapping[str, tuple[str, str]]]) -> str:
    """The script of the search, that says what it finds in the language of its page. Raises ValueError if it
    does not say one of SEARCH.
    """
    own = {language: {key: of[1] for key, of in known.items()} for language, known in words.items()}
    for english, said in SEARCH.items():
        if english not in script:
            raise ValueError(f"the search no longer says {english}")
        script = script.replace(english, said)
    table = json.dumps(own, ensure_ascii=False)
    return f"const said=(key,or)=>({table}[document.documentElement.lang]||{{}})[key]||or;{script}"


def words_of(language: str) -> Mapping[str, tuple[str, str]]:
    """What Zensical says in English and in a language."""
    folder = files("zensical").joinpath("templates", "partials", "languages")
    english, own = (
        dict(WORD.findall(folder.joinpath(f"{one}.html").read_text("utf-8"))) for one in ("en", language)
    )
    return {key: (english[key], own[key]) for key in english if own.get(key, english[key]) != english[key]}


def loaded_from_elsewhere(site: Path) -> Iterator[tuple[Path, str]]:
    """Every file of the site that would have something loaded from another host, and its address."""
    for path in (*site.rglob("*.html"), *site.rglob("*.css")):
        for found in LOADED.finditer(path.read_text("utf-8")):
            yield path, next(filter(None, found.groups()))


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1])))
