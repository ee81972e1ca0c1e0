"""Compiles the message catalogues while building; everything else stands in pyproject.toml."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

LOCALE = Path(__file__).parent / "tui" / "locale"


def compile_catalogues() -> None:
    """Writes a .mo beside every .po under tui/locale."""
    for source in LOCALE.glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(text, locale=source.parts[-3]))


class BuildWithCatalogues(build_py):
    def run(self) -> None:
        compile_catalogues()
        super().run()


if __name__ == "__main__":
    setup(cmdclass={"build_py": BuildWithCatalogues})
