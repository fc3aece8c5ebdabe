"""The folders of the runtime depend on each other in one direction only.

There are two graphs: of `#include` over all of runtime/, and of symbols over the objects of the
chip's library. The second graph leaves out symbols that may stay undefined (OC_OPTIONAL), and those
that variants.ld or the choice of an archive resolves, because the folder that uses such a symbol
does not know the folder that defines it.
"""

import os
import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from conftest import ROOT
from onchip.build import mechanisms

RUNTIME = ROOT / "runtime"
OBJECTS = ROOT / "build" / "chip" / "objects"


def folder(path: Path) -> str:
    return str(path.parent.relative_to(RUNTIME))


def found(source: Path, name: str) -> list[Path]:
    """The files of the runtime to which an `#include "name"` may lead."""
    folders = (source.parent, RUNTIME)
    paths = (Path(os.path.normpath(one / name)) for one in folders)
    chosen = [
        path for side in ("chip", "linux") if (path := RUNTIME / "hal" / side / name).is_file()
    ]
    return [path for path in paths if path.is_file()][:1] or chosen


def includes() -> dict[tuple[str, str], set[str]]:
    """For each pair of folders, the includes from one to the other, as `file: name`."""
    graph = defaultdict(set)
    sources = [path for path in RUNTIME.rglob("*") if path.suffix in (".c", ".h", ".S", ".inc")]
    for source in sources:
        for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', source.read_text(), re.M):
            for path in found(source, name):
                graph[folder(source), folder(path)].add(f"{source.name}: {name}")
    return graph


def references(*kinds: str) -> list[tuple[Path, Path, str]]:
    """Returns (user, definer, name) for each use of a symbol that has exactly one definition.
    Searches the library's objects, and those of the given further kinds.
    """
    folders = [OBJECTS / kind for kind in ("library", *kinds)]
    objects = [path for top in folders for path in sorted(top.rglob("*.o")) if source_of(path)]
    words = ["nm", "-A", "-g", *map(str, objects)]
    listing = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    defined, used = defaultdict(set), defaultdict(set)
    for path, kind, name in re.findall(r"^(.*?):\s*[0-9a-f]*\s+(\w) (\S+)$", listing, re.M):
        if kind == "U":
            used[name].add(source_of(Path(path)))
        elif kind not in "wv":
            defined[name].add(source_of(Path(path)))
    chosen = set(re.findall(r"PROVIDE\((\w+) =", (RUNTIME / "link/variants.ld").read_text()))
    return [
        (user, *defined[name], name)
        for name, users in used.items()
        if name not in chosen and len(defined[name]) == 1
        for user in users
    ]


def symbols() -> dict[tuple[str, str], set[str]]:
    """For each pair of folders, the uses from one to the other, as `file: symbol`."""
    graph = defaultdict(set)
    for user, definer, name in references():
        graph[folder(user), folder(definer)].add(f"{user.name}: {name}")
    return graph


def source_of(path: Path) -> Path | None:
    """The source of an object; None if it no longer exists."""
    below = RUNTIME.joinpath(*path.relative_to(OBJECTS).parts[1:])
    return next((s for s in map(below.with_suffix, (".c", ".S")) if s.is_file()), None)


def circles(pairs) -> set[tuple[str, str]]:
    """Returns the pairs on a circle: pairs of folders each of which reaches the other."""
    after = defaultdict(set)
    for one, other in pairs:
        if one != other:
            after[one].add(other)
    reached = {}
    for start in list(after):
        seen, stack = set(), [start]
        while stack:
            new = after[stack.pop()] - seen
            seen |= new
            stack.extend(new)
        reached[start] = seen
    edges = ((one, other) for one in after for other in after[one])
    return {(one, other) for one, other in edges if one in reached.get(other, ())}


@pytest.mark.parametrize("graph", [includes, symbols])
def test_no_folders_depend_on_each_other_in_a_circle(graph):
    dependences = graph()
    assert len(dependences) > 100
    assert not {pair: dependences[pair] for pair in circles(dependences)}


def calls_within(*kinds: str) -> dict[str, set[tuple[str, str]]]:
    """For each folder, the pairs of files in it of which the first calls the second."""
    within = defaultdict(set)
    for user, definer, _ in references(*kinds):
        if folder(user) == folder(definer):
            within[folder(user)].add((user.name, definer.name))
    return within


def test_no_files_of_a_folder_of_mpi_call_each_other_in_a_circle():
    within = {name: p for name, p in calls_within().items() if name.startswith("mpi/")}
    assert len(within) > 20
    assert not {name: found for name, pairs in within.items() if (found := circles(pairs))}


@pytest.mark.parametrize("mechanism", mechanisms.MECHANISMS["task"])
def test_no_files_of_tasks_call_each_other_in_a_circle(mechanism):
    pairs = calls_within(f"task-{mechanism}")["omp/task"]
    assert ("undeferred.c", "dependent.c") in pairs and ("scheduling.c", "run.c") in pairs
    assert not circles(pairs)


def layers() -> list[list[str]]:
    """The folders of mpi/ by row of the table in ARCHITECTURE.md, the highest row first."""
    text = (ROOT / "ARCHITECTURE.md").read_text().split("## MPI\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| ?(`[^|]*?) ?\|", text, re.M)
    return [["mpi/" + name for name in re.findall(r"`([\w/]+)/`", row)] for row in rows]


def test_folders_of_mpi_depend_on_lower_rows_only():
    rank = {name: row for row, names in enumerate(layers()) for name in names}
    pairs = {pair for pair in includes() if all(name.startswith("mpi/") for name in pair)}
    assert {name for pair in pairs for name in pair} <= set(rank)
    assert len(rank) > 20
    assert not {(a, b) for a, b in pairs if a != b and rank[a] >= rank[b]}


def test_a_circle_is_found():
    pairs = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("a", "a")]
    assert circles(pairs) == {("b", "c"), ("c", "b")}
