"""The site is built without a warning, so each internal link leads to a page and a place on it. The
site has every page, picture and public name.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import onchip
from conftest import ROOT


def build(project: Path, to: Path) -> subprocess.CompletedProcess:
    """Builds the site of a project's folder."""
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", project / "site/mkdocs.yml"]
    return subprocess.run(
        [*words, "-d", to],
        capture_output=True,
        text=True,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )


@pytest.fixture
def copy(tmp_path):
    """A copy of the project whose pages a test can change."""
    for entry in ROOT.iterdir():
        if entry.name not in ("docs", "site"):
            (tmp_path / entry.name).symlink_to(entry)
    for name in ("docs", "site"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_site_is_whole(tmp_path):
    done = build(ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    for page in (ROOT / "docs").rglob("*.md"):
        if page.name != "README.md":
            made = tmp_path / page.relative_to(ROOT / "docs").with_suffix(".html")
            assert made.is_file(), made
    reference = (tmp_path / "python-reference.html").read_text()
    for name in onchip.__all__:
        assert f'id="onchip.{name}"' in reference, name
    gallery = (tmp_path / "gallery.html").read_text()
    for picture in (ROOT / "docs" / "images").glob("*.png"):
        if f"images/{picture.name}" in "".join(p.read_text() for p in (ROOT / "docs").glob("*.md")):
            assert picture.name in gallery, picture
    start = (tmp_path / "index.html").read_text()
    assert re.search(r'href="tutorial.html"', start)


@pytest.mark.parametrize(
    "link", ["absent.md", "tutorial.md#no-such-heading", "../absent.c", "images/absent.png"]
)
@pytest.mark.long
def test_a_link_that_leads_nowhere(copy, tmp_path, link):
    page = copy / "docs" / "tutorial.md"
    page.write_text(f"{page.read_text()}\n[more]({link})\n")
    done = build(copy, tmp_path / "out")
    assert done.returncode != 0 and link.rpartition("/")[2] in done.stderr
