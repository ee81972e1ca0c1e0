"""What building needs beyond pyproject.toml: compiled catalogues, the sample configuration in the package, a
description whose pictures are found from elsewhere, and archives that are the same each time.

`CROWNHOUSE_URL` is where the repository can be read, if anywhere: links and pictures of the description lead
there. Without it, the description has no pictures, and links as text.
"""

import gzip
import os
import re
import tarfile
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
SAMPLE = ROOT / "deploy" / "crownhouse.toml"
LOCALE = ROOT / "tui" / "locale"
URL = os.environ.get("CROWNHOUSE_URL", "").rstrip("/")
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "1767225600"))
"""The time of every file in an archive; the first moment of 2026, if nobody says another."""
os.environ.setdefault("SOURCE_DATE_EPOCH", str(EPOCH))

PICTURE = re.compile(r'!\[[^]]*\]\([^)]*\)\n?|<a href="[^"]*"><img [^>]*></a>\n?|</?p[^>]*>\n?')
LINK = re.compile(r"\[([^]]*)\]\((?!https?:|#)[^)]*\)")
RELATIVE = re.compile(r'(\]\(|href="|src=")(?!https?:|#)')


def compile_catalogues() -> None:
    """Writes a .mo beside every .po under tui/locale."""
    for source in LOCALE.glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(text, locale=source.parts[-3]))


def description(url: str = URL) -> str:
    """The README as it can be read outside of the repository."""
    text = (ROOT / "README.md").read_text("utf-8")
    if url:
        return RELATIVE.sub(lambda found: f"{found[1]}{url}/", text)
    return LINK.sub(r"\1", PICTURE.sub("", text))


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
                entry.mode = 0o755 if entry.mode & 0o100 else 0o644
                with source.open("rb") as content:
                    archive.addfile(entry, content)
        return str(path)


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildWithData, "sdist": SameArchive},
        long_description=description(),
        long_description_content_type="text/markdown",
        project_urls={"Source": URL, "Documentation": f"{URL}/docs"} if URL else {},
    )
