"""What packages say of themselves makes sense where the repository is not at hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from setup import ROOT, Forge, addresses, description, forge, mode

URL = "https://forge.example.org/crownhouse"
ADDRESS = re.compile(r'(?:\]\(|href="|src=")([^)"]+)')


def test_without_an_address_nothing_leads_to_files_and_nothing_speaks_of_pictures() -> None:
    text = description(None)
    assert not ADDRESS.search(text)
    assert ".svg" not in text
    assert "Below it" not in text
    assert "<" not in text
    assert "The first evening" in text


def test_with_an_address_pictures_are_files_and_documents_are_pages() -> None:
    """Each of them is there in the repository, and the text is whole."""
    at = Forge(URL, f"{URL}/blob/v9.9.9", f"{URL}/raw/v9.9.9")
    text = description(at)
    found = ADDRESS.findall(text)
    assert len(found) == len(ADDRESS.findall((ROOT / "README.md").read_text("utf-8"))) > 20
    for address in found:
        place = at.raw if address.endswith(".svg") else at.pages
        path = address.removeprefix(f"{place}/").partition("#")[0]
        assert (ROOT / path).is_file(), address
    assert "Below it" in text


@pytest.mark.parametrize(("version", "place"), [("0.3.0", "v0.3.0"), ("0.4.0.dev0", "HEAD")])
def test_a_release_leads_to_its_tag_and_other_versions_to_the_newest(version: str, place: str) -> None:
    assert forge({"PROJECT_URL": f"{URL}/"}, version) == (
        URL, f"{URL}/blob/{place}", f"{URL}/raw/{place}",
    )  # fmt: skip


def test_a_forge_may_have_its_files_elsewhere() -> None:
    said = {
        "PROJECT_URL": URL,
        "PROJECT_PAGES": f"{URL}/src/tag/v1",
        "PROJECT_RAW": "https://files.example.org/v1/",
    }
    at = forge(said, "1")
    assert at is not None
    assert at.link("docs/api.md") == f"{URL}/src/tag/v1/docs/api.md"
    assert at.link("docs/pictures/laurin.svg") == "https://files.example.org/v1/docs/pictures/laurin.svg"
    assert all(address.startswith(URL) for address in addresses(at).values())


def test_without_an_address_the_metadata_has_no_links() -> None:
    assert forge({}, "1") is None
    assert addresses(None) == {}


@pytest.mark.parametrize(("had", "has"), [(0o600, 0o644), (0o664, 0o644), (0o775, 0o755), (0o700, 0o755)])
def test_the_mode_in_an_archive_does_not_depend_on_the_umask(tmp_path: Path, had: int, has: int) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "file").chmod(had)
    assert mode(tmp_path / "file") == has
