"""Builds what is published: `python tools/make_release.py dist` writes the sdist and the wheel of the commit at HEAD.

Whoever builds the same commit with the same setuptools gets the same bytes. The sources are those of git, with one
date (that of the commit, or SOURCE_DATE_EPOCH), one owner and one mode for all files. The wheel is built from the
sdist, so that the sdist is enough. `--url https://forge.example/owner/burgundy_env` is where the project lives: the
README's links lead there then, as the page of a package index has no files beside it.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"(!?\[[^\]]*\]\()(?![a-z]+:|#)([^)]+\))")
BUILD = "import sys, setuptools.build_meta as build; print(getattr(build, sys.argv[1])(sys.argv[2]))"


def released(folder: Path, *, url: str = "", commit: str = "HEAD") -> tuple[Path, Path]:
    """The sdist and the wheel of a commit, written into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    date = int(os.environ.get("SOURCE_DATE_EPOCH") or _git("log", "-1", "--format=%ct", commit))
    with tempfile.TemporaryDirectory() as place:
        sources = Path(place, "sources")
        _unpack(_git_archive(commit), sources)
        if url:
            _address(sources, url.rstrip("/"))
        raw = _built("build_sdist", sources, Path(place), date)
        sdist = folder / raw.name
        sdist.write_bytes(plain_sdist(raw.read_bytes(), date))
        again = Path(place, "again")
        _unpack(gzip.decompress(sdist.read_bytes()), again)
        (only,) = again.iterdir()
        wheel = _built("build_wheel", only, folder, date)
    return sdist, wheel


def plain_sdist(content: bytes, date: int) -> bytes:
    """The same archive without what differs from machine to machine: order, dates, owners, modes."""
    found = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(content)) as given, tarfile.open(fileobj=found, mode="w") as plain:
        for member in sorted(given.getmembers(), key=lambda one: one.name):
            told = tarfile.TarInfo(member.name)
            told.type, told.size, told.mtime = member.type, member.size, date
            told.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            plain.addfile(told, given.extractfile(member) if member.isfile() else None)
    return gzip.compress(found.getvalue(), mtime=date)


def _unpack(archive: bytes, folder: Path) -> None:
    """Files with modes that no umask has changed."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as given:
        given.extractall(folder, filter="data")
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


def _built(hook: str, sources: Path, folder: Path, date: int) -> Path:
    """What setuptools makes of the sources."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD, hook, str(folder.resolve())],
        cwd=sources,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(date)},
        capture_output=True,
        text=True,
        umask=0o022,  # of what setuptools adds
    )
    if done.returncode:
        sys.exit(
            f"{hook} failed; setuptools 77 or newer is needed (pip install 'burgundy-env[release]'):\n{done.stderr}"
        )
    return folder / done.stdout.splitlines()[-1]


def _address(sources: Path, url: str) -> None:
    """Say where the project lives, and have the README's links lead there."""
    named = re.search(r'__version__ = "(.+)"', (sources / "burgundy_env" / "_version.py").read_text(encoding="utf-8"))
    assert named is not None
    readme, project = sources / "README.md", sources / "pyproject.toml"

    def absolute(found: re.Match[str]) -> str:
        kind = "raw" if found[1].startswith("!") else "blob"
        return f"{found[1]}{url}/{kind}/v{named[1]}/{found[2]}"

    readme.write_text(LINK.sub(absolute, readme.read_text(encoding="utf-8")), encoding="utf-8")
    links = (
        f'[project.urls]\nSource = "{url}"\nChangelog = "{url}/blob/v{named[1]}/CHANGELOG.md"\n\n[project.scripts]'
    )
    project.write_text(project.read_text(encoding="utf-8").replace("[project.scripts]", links, 1), encoding="utf-8")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def _git_archive(commit: str) -> bytes:
    return subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout


def main() -> None:
    """Build, and say the hashes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--url", default="", metavar="URL", help="where the project lives")
    args = parser.parse_args()
    for path in released(args.folder, url=args.url):
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path}")


if __name__ == "__main__":
    main()
