"""`import onchip` gives the figures and messages of the command, also for several runs at once."""

import doctest
import gc
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import pytest

import onchip as library
from conftest import ROOT
from onchip.base.failures import Exit
from onchip.chip import chips

RING = ROOT / "examples/ring.c"
# Words of the command that are wrong → the same mistake in Python.
WRONG = {
    "no program": (["nowhere.c"], lambda: library.run("nowhere.c")),
    "no chip": (["--chip", "x", RING], lambda: library.run(RING, chip="x")),
    "a key": (["--set", "ni.dely=3", RING], lambda: library.run(RING, set={"ni.dely": 3})),
    "too many": (["-n", 99, RING], lambda: library.run(RING, ranks=99)),
    "together": (
        ["--host", "--energy", RING],
        lambda: library.run(RING, host=True, energy=True),
    ),
    "a file": (["--report", "x.txt", RING], lambda: library.run(RING, report="x.txt")),
}


@pytest.fixture
def program(onchip):
    """Writes C code into a file."""
    return lambda code: onchip.write("prog.c", code)


def test_what_the_page_shows(monkeypatch):
    monkeypatch.chdir(ROOT)
    (ROOT / "build").mkdir(exist_ok=True)
    assert doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False).failed == 0


def test_fields_are_those_of_json(onchip):
    told = onchip("run", "-n", 4, "--energy", "--chip", "mppa256", "--json", RING).json
    result = library.run(RING, ranks=4, energy=True, chip="mppa256")
    assert [vars(rank) | {"threads": []} for rank in result.ranks] == [
        rank | {"threads": [], "stack_bytes": None} for rank in told["per_rank"]
    ]
    for name in told.keys() - {"wall_seconds", "ranks", "per_rank"}:
        assert getattr(result, name) == told[name], name
    links = told["statistics"]["responses"]["links"]
    found = [link for link in result.links if link.network == "responses"]
    assert [[link.router, link.port, link.flits] for link in found] == links


@pytest.mark.parametrize("case", WRONG)
def test_a_failure_has_the_sentence_and_code_of_the_command(onchip, case, monkeypatch):
    words, call = WRONG[case]
    monkeypatch.chdir(onchip.folder)
    done = onchip("run", *words, code=None)
    with pytest.raises(library.Failure) as failure:
        call()
    assert failure.value.exit_code == done.code != 0
    assert failure.value.message in done.err


WRONG_VALUES = {
    "ranks: 0 ": lambda: library.run(RING, ranks=0),
    "ranks: 'four' ": lambda: library.run(RING, ranks="four"),
    "jobs: 0 ": lambda: library.run(RING, jobs=0),
    "timeout: -1 ": lambda: library.run(RING, timeout=-1),
    "transport: 'x' ": lambda: library.run(RING, transport="x"),
    "set: 3 ": lambda: library.run(RING, set=3),
    "environment: 'A=1' ": lambda: library.run(RING, environment="A=1"),
    "3 is no file": lambda: library.run(3),
    "rate: [] ": lambda: library.noc("mesh2x2", rate=[]),
    "rate: 'x' ": lambda: library.noc("mesh2x2", rate="x"),
    "packet: 0 ": lambda: library.noc("mesh2x2", packet=0),
}


@pytest.mark.parametrize("sentence", WRONG_VALUES)
def test_wrong_values_are_named(sentence):
    with pytest.raises(library.Failure, match=f"^{re.escape(sentence)}.*right: ") as failure:
        WRONG_VALUES[sentence]()
    assert failure.value.exit_code == Exit.USAGE


def test_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")
    link = numpy.int64(3)
    result = library.run(RING, ranks=link, set={"network.link": link})
    assert result.cycles == library.run(RING, ranks=3, set={"network.link": 3}).cycles
    assert len(library.noc("mesh2x2", rate=numpy.array([0.1, 0.2])).points) == 2


def test_a_program_that_does_not_compile(program):
    with pytest.raises(library.Failure, match=r"prog\.c does not compile") as failure:
        library.run(program("int main(void) { return x; }"))
    assert failure.value.exit_code == Exit.COMPILE


def test_a_run_that_fails_has_a_result(program):
    late = program(
        '#include <mpi.h>\n#include <stdio.h>\nint main(void) { MPI_Init(0, 0); puts("here");'
        " MPI_Recv(0, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, 0); }"
    )
    with pytest.raises(library.RunFailure, match="deadlock") as failure:
        library.run(late, ranks=2)
    assert failure.value.exit_code == Exit.DEADLOCK
    assert failure.value.result.stdout == "here\nhere\n"
    assert library.run(late, ranks=2, check=False).kind == "deadlock"
    assert library.run(program("int main(void) { return 3; }"), ranks=1).exit_code == 3


def test_on_the_host():
    result = library.run(RING, ranks=4, host=True)
    assert result.stdout == library.run(RING, ranks=4).stdout
    assert (result.cycles, result.links) == (None, [])


def test_several_at_once_are_the_same_as_one_after_the_other(tmp_path):
    heat = library.compile(ROOT / "examples/heat2d.c", tmp_path / "heat", cflags="-O2")
    chips = ["mesh2x2", "mesh4x4", "quad2x2"] * 2
    alone = {chip: library.run(heat, ranks=4, chip=chip) for chip in chips}
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda chip: library.run(heat, ranks=4, chip=chip), chips))
    for chip, result in zip(chips, together, strict=True):
        assert (result.cycles, result.stdout, result.statistics) == (
            alone[chip].cycles,
            alone[chip].stdout,
            alone[chip].statistics,
        )


def test_other_threads_go_on_while_a_chip_is_simulated(program):
    loop = program("int main(void) { for (volatile long i = 0; i < 40000000; i++); }")
    beats, ended = [], threading.Event()

    def beat():
        while not ended.is_set():
            beats.append(time.monotonic())
            time.sleep(0.01)

    other = threading.Thread(target=beat)
    other.start()
    result = library.run(loop, ranks=1)
    ended.set()
    other.join()
    gaps = [later - earlier for earlier, later in itertools.pairwise(beats)]
    assert max(gaps) < result.wall_seconds


def test_a_trace_has_what_the_program_did():
    """A token goes around four ranks three times. Each message was in transit between the calls
    that sent and received it, and the waits equal those of the statistics.
    """
    result = library.run(RING, ranks=4, trace=True)
    assert [(one.sender, one.receiver) for one in result.trace.messages] == [
        (rank, (rank + 1) % 4) for _ in range(3) for rank in range(4)
    ]
    assert all(one.bytes == 4 and one.sent < one.received for one in result.trace.messages)
    calls = [(one.rank, one.name) for one in result.trace.regions]
    assert [calls.count((rank, "MPI_Recv")) for rank in range(4)] == [3] * 4
    waited = [0] * 4
    for stall in result.trace.stalls:
        waited[stall.rank] += (stall.end - stall.begin) * (stall.cause == "waiting")
    assert waited == [rank.waiting for rank in result.ranks]
    assert len(result.trace.frame()) == 12
    assert library.run(RING, ranks=4).trace is None


def test_a_trace_leaves_the_collector_of_garbage_as_it_was(tmp_path):
    library.run(RING, ranks=4, trace=tmp_path / "ring.pftrace")
    assert gc.isenabled()


def test_ctrl_c(program):
    loop = program("int main(void) { for (;;); }")
    code = f"import onchip\nprint('on', flush=True)\nonchip.run({str(loop)!r}, ranks=1)"
    run = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert run.stdout.readline() == "on\n"
    time.sleep(1)
    os.kill(run.pid, signal.SIGINT)
    error = run.communicate(timeout=30)[1]
    assert error.rstrip().endswith("KeyboardInterrupt"), error


def test_a_chip_is_saved_as_it_is(tmp_path):
    chip = library.Chip.load("mesh4x4", {"network.levels": 4}).with_keys({"ni.delay": 3})
    chip.save(tmp_path / "mine.toml")
    saved = library.Chip(tmp_path / "mine.toml")
    assert saved.config == chip.config
    assert (saved["network.levels"], saved["ni.delay"]) == (4, 3)
    assert (
        library.run(RING, ranks=4, chip=saved).cycles
        == library.run(RING, ranks=4, chip=chip).cycles
    )


def test_the_words_for_a_chip_make_it():
    plain = library.Chip("mesh4x4")
    changed = plain.with_keys({"ni.delay": 3})
    assert repr(plain) == "onchip.Chip('mesh4x4')"
    assert eval(repr(changed), {"onchip": library}).config == changed.config != plain.config


# tables that a chip may have several of
LISTED = ("tile_kind", "link", "memory")


def paths(config):
    """The keys of a chip, each with its table."""
    for name, value in config.items():
        tables = [value] if isinstance(value, dict) else value if name in LISTED else []
        if name not in LISTED and not isinstance(value, dict):
            yield name
        for table in tables:
            yield from (f"{name}.{key}" for key in table)


@pytest.mark.parametrize("name", chips.names())
def test_a_chip_has_every_key_of_its_tables(onchip, name):
    """Each chip has all keys of the tables that its file has. A file has one of [mesh], [drawn] and
    [shape], and may lack [energy] and tables of which there may be several.
    """
    chip = library.Chip(name)
    shown = json.loads(onchip("chip", "show", name, "--json").out)
    assert shown == chip.config
    told = [key["key"] for key in json.loads(onchip("chip", "keys", "--json").out)]
    text = chips.text(chips.find(name))
    either = ("mesh", "drawn", "shape", "energy")
    lacking = {f"{table}." for table in either if f"[{table}]" not in text}
    lacking |= {f"{table}." for table in LISTED if f"[[{table}]]" not in text}
    lacking |= {"network.routing"} if "[drawn]" in text else set()
    right = [key for key in told if not key.startswith(tuple(lacking))]
    assert set(paths(shown)) == set(right) and len(right) >= 50
    for key in right:
        if key.partition(".")[0] not in LISTED:
            value = chip[key]
            assert chip.with_keys({key: value})[key] == value, key


def test_traffic_is_that_of_the_command(onchip):
    told = onchip("noc", "--chip", "mesh4x4", "--sweep", "0.1:0.2:0.1", "--json").json
    found = library.noc("mesh4x4", rate=[0.1, 0.2])
    for points in (told["points"], found.points):
        for point in points:
            del point["wall_seconds"]
    assert (found.chip, found.saturation) == (told["chip"], told["saturation"])
    assert json.loads(json.dumps(found.points)) == told["points"]


def test_tables():
    result = library.run(RING, ranks=4)
    frame = result.frame()
    assert list(frame["instructions"]) == [rank.instructions for rank in result.ranks]
    assert list(library.noc("mesh2x2", rate=[0.1, 0.2]).frame()["rate"]) == [0.1, 0.2]


def test_a_notebook_shows_every_link_and_tile():
    result = library.run(RING, ranks=4, chip="mesh4x4")
    shown = result._repr_html_()
    picture = ElementTree.fromstring(
        shown[shown.index("<svg") : shown.index("</svg>") + len("</svg>")]
    )
    names = [element.tag.rpartition("}")[2] for element in picture]
    assert names.count("rect") == 16
    assert names.count("line") == 2 * 24  # both directions of the links of a 4 by 4 mesh
    assert f"{result.cycles:,} cycles" in shown
    assert "M: a memory controller" in library.Chip("mesh2x2")._repr_html_()
