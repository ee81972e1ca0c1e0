"""What building needs beyond pyproject.toml: compiled catalogues, the sample configuration in the package, a
description whose pictures are found from elsewhere, and archives that are the same each time.

`PROJECT_URL` is where the repository can be read, if anywhere: links and pictures of the description lead
there, and so do the metadata's links. Where a forge does not have pages at `URL/blob/TAG` and files at
`URL/raw/TAG`, `PROJECT_PAGES` and `PROJECT_RAW` say where it has them. Without a URL the description has
neither pictures nor what is said about them, and links as text.
"""

import gzip
import os
import re
import tarfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
SAMPLE = ROOT / "deploy" / "crownhouse.toml"
LOCALE = ROOT / "tui" / "locale"
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "1767225600"))
"""The time of every file in an archive; the first moment of 2026, if nobody says another."""
os.environ.setdefault("SOURCE_DATE_EPOCH", str(EPOCH))

PICTURES = re.compile(r"<!-- pictures -->\n(.*?)<!-- end of pictures -->\n+", re.DOTALL)
"""A part of the README that makes no sense without its pictures."""
LINK = re.compile(r"\[([^]]*)\]\((?!https?:|#)[^)]*\)")
RELATIVE = re.compile(r'(\]\(|href="|src=")(?!https?:|#)([^)"]+)')


class Forge(NamedTuple):
    """Where the repository can be read: its own page, Markdown as pages, files as they are."""

    url: str
    pages: str
    raw: str

    def link(self, path: str) -> str:
        """The address of a file: a picture, or a page."""
        return f"{self.raw if path.endswith('.svg') else self.pages}/{path}"


def forge(environment: Mapping[str, str], version: str) -> Forge | None:
    """What the environment says, for a version: what was released is read at its tag."""
    url = environment.get("PROJECT_URL", "").rstrip("/")
    if not url:
        return None
    place = "HEAD" if "dev" in version else f"v{version}"
    pages = environment.get("PROJECT_PAGES", "") or f"{url}/blob/{place}"
    raw = environment.get("PROJECT_RAW", "") or f"{url}/raw/{place}"
    return Forge(url, pages.rstrip("/"), raw.rstrip("/"))


def compile_catalogues() -> None:
    """Writes a .mo beside every .po under tui/locale."""
    for source in LOCALE.glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(text, locale=source.parts[-3]))


def description(at: Forge | None) -> str:
    """The README as it can be read outside of the repository."""
    text = (ROOT / "README.md").read_text("utf-8")
    if at is None:
        return LINK.sub(r"\1", PICTURES.sub("", text))
    return RELATIVE.sub(lambda found: found[1] + at.link(found[2]), PICTURES.sub(r"\1\n", text))


def addresses(at: Forge | None) -> dict[str, str]:
    """The links of the metadata."""
    if at is None:
        return {}
    return {
        "Source": at.url,
        "Documentation": f"{at.pages}/docs",
        "Changelog": at.link("CHANGELOG.md"),
        "Issues": f"{at.url}/issues",
    }


def mode(path: Path) -> int:
    """The mode of a file in an archive, whatever umask the checkout has been made with."""
    return 0o755 if path.stat().st_mode & 0o100 else 0o644


class BuildWithData(build_py):
    """Puts catalogues and the sample configuration into the package; a checkout has the latter elsewhere."""

    @property
    def sample(self) -> Path:
        return Path(self.build_lib) / "server" / "settings" / SAMPLE.name

    def run(self) -> None:
        compile_catalogues()
        super().run()
        if not self.editable_mode:
            self.copy_file(str(SAMPLE), str(self.sample))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        own = [] if self.editable_mode else [str(self.sample)]
        return [*super().get_outputs(include_bytecode), *own]


class SameArchive(sdist):
    """Writes the archive with one time and one owner for all files, in the order of their names."""

    def make_archive(self, base_name: str, *_: object, base_dir: str = "", **__: object) -> str:
        path = Path(f"{base_name}.tar.gz")
        with (
            path.open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=EPOCH) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for source in sorted(path for path in Path(base_dir).rglob("*") if path.is_file()):
                entry = archive.gettarinfo(str(source))
                entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = EPOCH, 0, 0, "", ""
                entry.mode = mode(source)
                with source.open("rb") as content:
                    archive.addfile(entry, content)
        return str(path)


class SameWheel(bdist_wheel):
    """Writes the wheel with modes that do not depend on the umask."""

    def write_wheelfile(self, wheelfile_base: str, *generator: str) -> None:
        """The last file before the folder is packed."""
        super().write_wheelfile(wheelfile_base, *generator)
        for path in Path(self.bdist_dir).rglob("*"):
            if path.is_file():
                path.chmod(mode(path))


def build() -> None:
    """What the build backend runs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    at = forge(os.environ, project["version"])
    setup(
        cmdclass={"bdist_wheel": SameWheel, "build_py": BuildWithData, "sdist": SameArchive},
        long_description=description(at),
        long_description_content_type="text/markdown",
        project_urls=addresses(at),
    )


if __name__ == "__main__":
    build()
