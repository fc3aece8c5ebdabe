"""The notebook of docs/: its cells run, and its pictures are those of the README."""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import onchip as library
from conftest import ONCHIP, ROOT

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"


@pytest.mark.long
def test_the_notebook_runs(tmp_path, monkeypatch):
    """In a folder with the project's files, so that its pictures are new ones."""
    for entry in ROOT.iterdir():
        if entry.name != "docs":
            (tmp_path / entry.name).symlink_to(entry)
    images = tmp_path / "docs" / "images"
    images.mkdir(parents=True)
    monkeypatch.setenv("PATH", f"{ONCHIP.parent}:{os.environ['PATH']}")
    book = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(book, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    shown = [output for cell in book.cells for output in cell.get("outputs", ())]
    pages = [output.data["text/html"] for output in shown if "text/html" in output.get("data", {})]
    assert any("<svg" in page for page in pages)  # the links of the run
    assert any("<pre>" in page for page in pages)  # the chip
    table = next(page for page in pages if "rendezvous-words" in page)
    cycles = [int(cell) for cell in re.findall(r"<td>(\d+)</td>", table)]
    assert len(cycles) == 15
    for at, transport in enumerate(("native", "rendezvous", "rendezvous-words")):
        heat = ROOT / "examples/heat2d.c"
        run = library.run(heat, ranks=16, transport=transport, set={"network.link": 16})
        assert cycles[12 + at] == run.cycles
    for picture in images.iterdir():
        assert (ROOT / "docs" / "images" / picture.name).is_file()
        assert picture.name in (ROOT / "README.md").read_text()
    assert len(list(images.iterdir())) == 2


def test_the_notebook_has_no_outputs():
    """They would be old, and long: the test makes them."""
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(book)
    assert not any(cell.get("outputs") for cell in book.cells)
    assert Path(NOTEBOOK).stat().st_size < 10_000
