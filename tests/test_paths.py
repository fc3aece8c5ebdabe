"""The files, folders, headings and modules that pages name or link to exist."""

import importlib
import re
from importlib.util import find_spec

import pytest

from conftest import ROOT
from pages import read


def named(page: str) -> list[str]:
    """Paths in the tables of a page, relative to the folder that the table's heading names."""
    paths, folder = [], ""
    for line in (ROOT / page).read_text().splitlines():
        if heading := re.match(r"#+ .*: `([\w/]+/)`$", line):
            folder = heading[1]
        elif cells := re.match(r"\|.*\| ?`([^`]+)` ?\|$", line):
            paths.append(folder + cells[1])
    return paths


def test_files_of_the_glossary_exist():
    paths = named("docs/glossary.md")
    assert len(paths) > 30
    assert not [path for path in paths if not (ROOT / path).exists()]


FOLDERS = {"MPI": "runtime/mpi", "Parts of the simulator": "simulator/src"}
FOLDERS["Parts of the runtime"] = "runtime"


@pytest.mark.parametrize("section", FOLDERS)
def test_folders_of_the_architecture_exist(section):
    text = (ROOT / "ARCHITECTURE.md").read_text().split(f"## {section}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| ?(`.*?) ?\|", text, re.M)
    folders = [name for row in rows for name in re.findall(r"`([\w/]+/)`", row)]
    assert len(folders) > 5
    assert not [name for name in folders if not (ROOT / FOLDERS[section] / name).is_dir()]


def test_files_of_the_walks_exist():
    walks = (ROOT / "ARCHITECTURE.md").read_text().split("## Six walks\n")[1].split("\n## ")[0]
    sections = walks.split("\n### ")[1:]
    assert len(sections) == 6
    for section in sections:
        folder = re.search(r"\(([\w/]+/)\)$", section.splitlines()[0])[1]
        files = re.findall(r"`((?:\w+/)+[\w.]+\.\w+)`", section)
        assert len(files) > 4
        for file in files:
            assert (ROOT / folder / file).is_file() or (ROOT / file).is_file(), file


TOPS = (
    "benchmarks",
    "binding",
    "docs",
    "examples",
    "papers",
    "python",
    "rtl",
    "runtime",
    "simulator",
)
NAMED = re.compile(
    rf"(?<![\w/.<-])(?:{'|'.join(TOPS)}|tests)/[\w./-]*?"
    r"\.(?:[chS]|awk|flags|inc|ld|md|mk|py|rs|sv|toml)\b"
)
SOURCES = {".S", ".awk", ".c", ".h", ".ld", ".md", ".mk", ".py", ".rs", ".sv", ".toml"}


def test_files_that_sources_and_pages_name_exist():
    """A path in a source is relative to the top folder, or to a folder that contains the source.
    `NAME` stands for any name.
    """
    folders = [ROOT / name for name in TOPS]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in SOURCES]
    assert len(files) > 1000
    wrong = []
    for file in files:
        around = [folder for folder in file.parents if folder.is_relative_to(ROOT)]
        for found in NAMED.findall(file.read_text(errors="replace")):
            if "NAME" not in found and not any((folder / found).exists() for folder in around):
                wrong.append(f"{file.relative_to(ROOT)}: {found}")
    assert not wrong


def test_files_of_the_page_on_extending_exist():
    text = (ROOT / "docs/extending.md").read_text()
    paths = re.findall(r"`((?:\w+/)+[\w./-]*|README\.md)`", text)
    existing = [path.partition("NAME")[0] for path in paths]
    assert len(existing) > 50
    assert not [path for path in existing if not (ROOT / path).exists()]
    declared = re.findall(r"`([\w.]+)` in `((?:\w+/)+[\w.]+)`", text)
    assert len(declared) > 3
    for name, path in declared:
        assert {*name.split(".")} <= {*re.findall(r"\w+", (ROOT / path).read_text())}, name


def anchor(heading: str) -> str:
    """The anchor that GitHub makes of a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.lstrip("#").strip().lower())
    return kept.replace(" ", "-")


PAGES = sorted(
    str(path.relative_to(ROOT)) for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    path = ROOT / page
    for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text()):
        if link.startswith("http"):
            continue
        name, _, heading = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        if heading:
            lines = target.read_text().splitlines()
            assert heading in map(anchor, filter(lambda line: line.startswith("#"), lines)), link


@pytest.mark.parametrize("page", PAGES)
def test_what_examples_import_is_there(page):
    for module, names in re.findall(
        r"^(?:>>> )?from (onchip[\w.]*) import (.*)$", read(page), re.M
    ):
        for name in names.split(", "):
            assert hasattr(importlib.import_module(module), name) or find_spec(f"{module}.{name}")


def test_the_architecture_is_short():
    assert len((ROOT / "ARCHITECTURE.md").read_text().split()) <= 2500
