"""The folders of the Python package import each other in one direction only."""

import ast
import importlib.util
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import spec_from_loader

import pytest

from conftest import ROOT
from onchip.base import late

PACKAGE = ROOT / "python" / "onchip"
# The rows are in order, the highest first. A folder imports from lower rows only.
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
    ("options",),
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


def test_imports_stand_at_the_top():
    """Modules are executed at their first use (onchip.base.late), so imports cost nothing. Packages
    that may be missing are imported by onchip.base.packages. Any other import inside a function has
    a comment with the reason.
    """
    wrong = []
    for module, file in modules().items():
        lines = file.read_text().splitlines()
        for function in ast.walk(ast.parse(file.read_text())):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                wrong += [
                    f"{module}:{node.lineno}"
                    for node in ast.walk(function)
                    if isinstance(node, ast.Import | ast.ImportFrom)
                    and "#" not in lines[node.lineno - 1]
                ]
    assert not wrong


@pytest.fixture
def module(tmp_path):
    """Makes a module of a file with a given text, loaded in the same way as the modules of the
    package.
    """

    def made(text):
        file = tmp_path / f"module{len([*tmp_path.iterdir()])}.py"
        file.write_text(text)
        loader = late._Loader("module", str(file))
        found = importlib.util.module_from_spec(spec_from_loader("module", loader))
        loader.exec_module(found)
        return found

    return made


def test_a_module_is_executed_once_when_it_is_used(module, tmp_path):
    note = tmp_path / "note"
    found = module(f"open({str(note)!r}, 'a').write('.')\nanswer = 42\n")
    assert not note.exists()
    assert found.answer == 42 and found.answer == 42
    assert note.read_text() == "."
    with pytest.raises(AttributeError):
        assert found.question


def test_threads_wait_until_a_module_is_executed(module):
    """Threads wait until the whole module has been executed, even for names that exist before."""
    found = module("import time\ndef f(): return LAST\ntime.sleep(0.2)\nLAST = 7\n")
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: found.f(), range(4))) == [7] * 4


def test_a_forked_process_can_execute_modules(module):
    """The child executes modules even if another thread of the parent was executing one when it
    forked.
    """
    slow, other = module("import time\ntime.sleep(0.3)\nLAST = 7\n"), module("LAST = 8\n")
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(lambda: slow.LAST)
        time.sleep(0.1)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)  # not the handler of the tests' timeout
            signal.alarm(10)
            os._exit(other.LAST)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 8
        assert first.result() == 7


def test_a_module_that_was_interrupted_is_executed_again(module, tmp_path):
    found = module(f"import pathlib\npathlib.Path({str(tmp_path / 'x')!r}).mkdir()\nanswer = 42\n")
    (tmp_path / "x").mkdir()
    with pytest.raises(FileExistsError):
        assert found.answer
    (tmp_path / "x").rmdir()
    assert found.answer == 42


def test_no_two_modules_import_each_other():
    """No two modules import each other, directly or in a circle. Names of the package itself do not
    count, because they are imported on first use.
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
