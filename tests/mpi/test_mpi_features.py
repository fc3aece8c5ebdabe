"""The table of MPI's features: every program that it names exists, and every program is named."""

import re

from conftest import ROOT

FOLDER = ROOT / "tests/mpi"
PAGE = (ROOT / "docs/mpi-features.md").read_text()
# The chapters of MPI 4.1 that define functions or behaviour.
CHAPTERS = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19}


def named(text):
    return set(re.findall(r"`((?:\w+/)?\w+\.(?:c|py))`", text))


def rows():
    """The rows of the table: the sections, the feature, what is offered, and the tests."""
    return re.findall(r"^\| ?([\d–., ]+?) ?\| ?(.*?) ?\| ?(.*?) ?\| ?(.*?) ?\|$", PAGE, re.M)


def test_each_row_names_a_test_that_exists():
    assert len(rows()) > 30
    for section, feature, offered, tests in rows():
        assert offered and named(tests), (section, feature)
    assert not [name for name in named(PAGE) if not (FOLDER / name).is_file()]


def test_all_chapters_have_rows():
    sections = [section for section, *_ in rows()]
    chapters = {int(number) for one in sections for number in re.findall(r"(\d+)(?:\.\d+)*", one)}
    assert chapters >= CHAPTERS


def test_each_program_is_named():
    programs = {path.name for path in FOLDER.glob("*.c")}
    assert programs - named(PAGE) == set()
