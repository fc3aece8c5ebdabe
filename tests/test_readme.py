"""The commands of the README and of other pages print what the pages show."""

import re

import pytest

import pages
from conftest import ROOT


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    pages.make_desk(folder)
    return folder


# A page runs as a whole, because one command may read what another has written.
@pytest.mark.parametrize("page", pages.PAGES)
def test_prints_what_the_page_says(desk, page):
    for block in pages.BLOCK.findall(pages.read(page)):
        for command, output in filter(lambda pair: pages.is_typed(pair[0]), pages.commands(block)):
            expected = pages.pattern(output, any_number=not pages.same_compiler())
            printed = pages.typed(command, desk)
            assert re.fullmatch(expected, printed, re.S), f"$ {command}\n{printed}\n(make pages)"


@pytest.mark.parametrize("page", pages.PAGES)
def test_all_outputs_are_compared(page):
    """Commands with their output appear only in blocks that begin with ```console."""
    assert not re.findall(r"^```(?!console$).*\n\$ ", pages.read(page), re.M)


@pytest.mark.parametrize(
    ("shown", "printed", "new"),
    [
        ("a 1\nb 2\n", "a 1\nb 3\n", "a 1\nb 3\n"),
        ("a 1\n…\nz 2\n", "a 10\nb 7\nc\nz 20\n", "a 10\n…\nz 20\n"),
        ("…\nb -1%\n…\n", "a\nb +22%\nc\n", "…\nb +22%\n…\n"),
        ("wall seconds  0.003\n", "wall seconds 12.5\n", "wall seconds  0.003\n"),
        ("a 1\nwall seconds  0.003\n", "a 2\nwall seconds  0.5\n", "a 2\nwall seconds  0.5\n"),
    ],
)
def test_numbers_are_renewed(shown, printed, new):
    assert pages.renewed(shown, printed) == new
    assert re.fullmatch(pages.pattern(new, any_number=False), printed, re.S)


@pytest.mark.parametrize(
    ("shown", "printed"),
    [("cycles 1,234\n", "cycles 1,235\n"), ("a\n", "a\nb\n"), ("1%\n", "2%\n")],
)
def test_another_number_is_noticed(shown, printed):
    assert not re.fullmatch(pages.pattern(shown, any_number=False), printed, re.S)


def test_the_index_names_every_page():
    folder = ROOT / "docs"
    index = (folder / "README.md").read_text()
    named = set(re.findall(r"\]\(([\w./-]+)", index))
    there = {str(page.relative_to(folder)) for page in folder.rglob("*.md")}
    assert there - {"README.md", "reference/README.md"} <= named
    assert all((folder / name).is_file() for name in named)


def test_the_readme_s_counts_are_those_of_the_pages():
    assert pages.COUNT.findall(pages.read("README.md")) == [f"|{one}|" for one in pages.counts()]
