"""The folders of the Python package import each other in one direction only."""

import ast

from conftest import ROOT

PACKAGE = ROOT / "python" / "onchip"
# From the highest row to the lowest; a folder imports from lower rows only.
ROOMS = (
    ("install",),
    ("commands",),
    ("paper",),
    ("bench",),
    ("sweep",),
    ("api",),
    ("jobs", "rtl"),
    ("launch",),
    ("report",),
    ("advice", "mpi_check", "traffic"),
    ("simulation", "host"),
    ("trace",),
    ("outcome",),
    ("build",),
    ("chip",),
    ("base",),
)


def modules():
    """Module name → file, for all files of the package."""
    found = {}
    for file in PACKAGE.rglob("*.py"):
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def used(file, known):
    """The modules that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("onchip"):
            for name in node.names:
                full = f"{node.module}.{name.name}"
                yield full if full in known else node.module


def test_rooms_import_lower_ones_only():
    known = modules()
    level = {room: row for row, rooms in enumerate(ROOMS) for room in rooms}
    wrong = []
    for module, file in known.items():
        room = module.split(".")[1] if "." in module else ""
        for other in used(file, known) if room in level else ():
            theirs = other.split(".")[1] if "." in other else room
            if theirs != room and level[theirs] <= level[room]:
                wrong.append(f"{module} imports {other}")
    assert not wrong


def test_all_folders_are_rooms():
    folders = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
    assert folders == {room for rooms in ROOMS for room in rooms}
    assert sorted(file.name for file in PACKAGE.glob("*.py")) == ["__init__.py", "__main__.py"]


def test_no_two_modules_import_each_other():
    """Modules import each other neither directly nor in a circle. What the package itself offers
    does not count, since it is imported on first use.
    """
    known = modules()
    uses = {module: set(used(file, known)) - {"onchip"} for module, file in known.items()}

    for module in uses:
        seen, left = set(), list(uses[module])
        while left:
            other = left.pop()
            if other not in seen:
                seen.add(other)
                left += uses[other]
        assert module not in seen, f"{module} is in a circle of imports"
