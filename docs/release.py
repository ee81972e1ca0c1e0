"""Completes a release in a folder that has its sdist and wheel: `python -m docs.release dist`.

It adds the SBOM (CycloneDX), the checksums and the text of the tag, which is the version's part of the
changelog. Exits 1 with a sentence if the version is still worked on, or the changelog does not describe it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYPROJECT, CHANGELOG = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
SUMS, TAG = "SHA256SUMS", "TAG"


def current_version() -> str:
    """The version that pyproject.toml names."""
    return str(tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["version"])


def tag_text(version: str, changelog: str) -> str:
    """The message of a version's tag. Raises ValueError if the version is still worked on, or if the
    changelog has no dated part for it.
    """
    if "dev" in version:
        release = version.partition(".dev")[0]
        raise ValueError(
            f"{version} is still worked on: `make release VERSION={release}` makes it a release."
        )
    parts = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    for part in parts:
        heading, _, text = part.partition("\n")
        if re.fullmatch(rf"{re.escape(version)} - \d{{4}}-\d\d-\d\d", heading):
            plain = re.sub(r"^### (.*)$", r"\1:", text, flags=re.MULTILINE)  # git takes # for comments
            return f"crownhouse {heading}\n\n{plain.strip()}\n"
    raise ValueError(f'CHANGELOG.md has no part "## {version} - YYYY-MM-DD".')


def next_minor(version: str) -> str:
    """The minor version after a release."""
    major, minor, _ = version.split(".")
    return f"{major}.{int(minor) + 1}.0"


def checksums(folder: Path) -> str:
    """What `sha256sum --check` reads: a line for each file of a folder but this one."""
    files = sorted(file for file in folder.iterdir() if file.name != SUMS)
    return "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def write_sbom(file: Path) -> None:
    """Write what an installation has in it, from the pinned requirements. The same each time."""
    program = Path(sys.executable).with_name("cyclonedx-py")
    command = [
        str(program), "requirements", "requirements/run.txt", "--pyproject", "pyproject.toml",
        "--output-reproducible", "--output-format", "JSON", "--output-file", str(file),
    ]  # fmt: skip
    subprocess.run(command, check=True, cwd=ROOT)


def main(folder: Path) -> int:
    """Write it all, and return the exit status."""
    version = current_version()
    try:
        tag = tag_text(version, CHANGELOG.read_text("utf-8"))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    write_sbom(folder.absolute() / f"crownhouse-{version}.cdx.json")
    (folder / TAG).write_text(tag, "utf-8")
    (folder / SUMS).write_text(checksums(folder), "utf-8")
    sys.stdout.write(f"{folder}: {', '.join(sorted(file.name for file in folder.iterdir()))}\n")
    sys.stdout.write(
        f"Commit what has changed, and tag it: git tag --annotate v{version} --file {folder / TAG}\n"
        f"Then name what comes next, such as: {sys.executable} -m docs.cut {next_minor(version)}.dev0\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
