"""Builds the documentation's site: `python -m docs.site FOLDER`, or `make docs`.

The pages are assembled in FOLDER/pages, and Zensical makes FOLDER/site of them; its warnings are errors. No
page may load anything from another host, since the site is also read on machines without a network.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from docs.site.assembly import ROOT, write

LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*?\bsrc=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|preload|prefetch|preconnect|icon|modulepreload))"""
    r"""[^>]*?\bhref=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|url\(["']?((?:https?:)?//[^"')]+)|@import\s+["']((?:https?:)?//[^"']+)"""
)
"""What a browser fetches by itself from another host."""


def build(folder: Path) -> int:
    """Build the site and return the exit status: 0 if nothing is wrong with it."""
    source, site = folder / "pages", folder / "site"
    for part in (source, site):
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
    write(source)
    zensical = Path(sys.executable).with_name("zensical")
    status = subprocess.run([zensical, "build", "--clean", "--strict"], cwd=ROOT, check=False).returncode
    found = [] if status else sorted(loaded_from_elsewhere(site))
    for path, address in found:
        print(f"{path}: {address} would be loaded from another host")
    if not status and not found:
        print(f"{sum(1 for _ in site.glob('**/*.html'))} pages in {site}")
    return status or int(bool(found))


def loaded_from_elsewhere(site: Path) -> Iterator[tuple[Path, str]]:
    """Every file of the site that would have something loaded from another host, and its address."""
    for path in (*site.rglob("*.html"), *site.rglob("*.css")):
        for found in LOADED.finditer(path.read_text("utf-8")):
            yield path, next(filter(None, found.groups()))


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1])))
