"""The notebook of docs/: its cells run in its folder with the packages of its extra, and the README
shows its pictures.
"""

import ast
import os
import re
from importlib import metadata
from pathlib import Path

import nbformat
import pytest
import tomli
from nbclient import NotebookClient
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import onchip as library
from conftest import ONCHIP, ROOT

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"
# Hides the packages that the extra does not install; Python imports this file when it starts.
HIDING = """
import sys
HIDDEN = set({hidden})
class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"{{name}} is not in the extra", name=name)
sys.meta_path.insert(0, Hiding())
"""


def packages(extra):
    """The packages that `pip install onchip[extra]` installs, from pyproject.toml."""
    project = tomli.loads((ROOT / "pyproject.toml").read_text())["project"]
    found, left = set(), [("onchip", frozenset({"", extra}))]
    while left:
        name, extras = left.pop()
        if (name, extras) in found:
            continue
        found.add((name, extras))
        if name == "onchip":
            needed = [*project["dependencies"]]
            for one in extras - {""}:
                needed += project["optional-dependencies"][one]
        else:
            needed = metadata.requires(name) or []
        for requirement in map(Requirement, needed):
            marker = requirement.marker
            if not marker or any(marker.evaluate({"extra": each}) for each in extras):
                left.append(
                    (canonicalize_name(requirement.name), frozenset({"", *requirement.extras}))
                )
    return {name for name, _ in found}


def others(extra):
    """The top modules of all other packages."""
    allowed = packages(extra)
    return sorted(
        module
        for module, owners in metadata.packages_distributions().items()
        if not allowed.intersection(map(canonicalize_name, owners))
    )


@pytest.mark.long
def test_the_notebook_runs(tmp_path, monkeypatch):
    """The notebook runs in a copy of the project's files, where it draws its pictures anew."""
    for entry in ROOT.iterdir():
        if entry.name != "docs":
            (tmp_path / entry.name).symlink_to(entry)
    docs, hiding = tmp_path / "docs", tmp_path / "hiding"
    images = docs / "images"
    images.mkdir(parents=True)
    hiding.mkdir()
    (hiding / "sitecustomize.py").write_text(HIDING.format(hidden=others("notebook")))
    monkeypatch.setenv("PYTHONPATH", str(hiding))
    monkeypatch.setenv("PATH", f"{ONCHIP.parent}:{os.environ['PATH']}")
    book = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(book, timeout=300, resources={"metadata": {"path": docs}}).execute()
    shown = [output for cell in book.cells for output in cell.get("outputs", ())]
    pages = [output.data["text/html"] for output in shown if "text/html" in output.get("data", {})]
    assert any("<svg" in page for page in pages)  # a picture of the load of links
    assert any("<pre>" in page for page in pages)  # a drawing of the chip
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


def test_the_notebook_names_what_is_there():
    """The notebook imports only packages of its extra, and the files that it names exist, relative
    to its folder.
    """
    book = nbformat.read(NOTEBOOK, as_version=4)
    code = "\n".join(cell.source for cell in book.cells if cell.cell_type == "code")
    tree = ast.parse(re.sub(r"^!.*", "", code, flags=re.M))
    imports = {each.name.partition(".")[0] for node in ast.walk(tree)
               if isinstance(node, ast.Import) for each in node.names}  # fmt: skip
    assert {"onchip", "pandas", "matplotlib"} <= imports
    assert not imports.intersection(others("notebook"))
    assert {"dask", "optuna"}.isdisjoint(others("notebook"))  # needed by `onchip sweep`
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    files = [
        text for text in texts if isinstance(text, str) and re.fullmatch(r"[\w./]+/\w+\.\w+", text)
    ]
    assert len(files) >= 4
    assert [file for file in files if not (NOTEBOOK.parent / file).is_file()] == []


def test_the_notebook_has_no_outputs():
    """The file has no outputs, because they would be long and outdated. Another test runs the
    notebook.
    """
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(book)
    assert not any(cell.get("outputs") for cell in book.cells)
    assert Path(NOTEBOOK).stat().st_size < 10_000
