"""Compares traces with other tools' output, with formulas, and with the run's own counters."""

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import numpy
import pytest
from matplotlib import image

import browser
import onchip as library
from onchip.base.failures import Exit
from onchip.trace import lanes, utilisation
from onchip.trace.calls import in_order
from onchip.trace.lanes import Regions
from onchip.trace.pairs import NONE, TAG, pairs
from onchip.trace.recorder import Picture, Trace
from onchip.trace.records import Kind

HERE = Path(__file__).parent
MESSAGES = HERE / "trace" / "messages.c"
HEAT = HERE.parent / "examples" / "heat2d.c"
PARALLEL = """#include <omp.h>
int sum;
int main(void) {
    for (int i = 0; i < 3; i++) {
        #pragma omp parallel
        {
            #pragma omp critical
            sum++;
            #pragma omp barrier
        }
    }
    return sum != 3 * 4;
}
"""


def printed(folder, *options):
    """The lines of otf2-print, which must print no warning."""
    words = ["otf2-print", *options, str(folder / "traces.otf2")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert not done.stderr and not re.search("warning|error", done.stdout, re.IGNORECASE)
    return done.stdout.splitlines()


def of_otf2(folder):
    """Messages sent and received, as (sender, receiver, tag, bytes), and the calls by name. The
    function checks that each call ends within the call around it, and that time never goes back.
    """
    sent, received, calls = Counter(), Counter(), Counter()
    inside, times = {}, {}
    for line in printed(folder):
        if found := re.match(r"(ENTER|LEAVE) +(\d+) +(\d+)  Region: \"(.*)\" <", line):
            stack = inside.setdefault(found[2], [])
            if found[1] == "ENTER":
                stack.append(found[4])
                calls[found[4]] += 1
            else:
                assert stack.pop() == found[4]
        elif found := re.match(
            r"MPI_(SEND|RECV) +(\d+) +(\d+)  \w+: (\d+) .*Tag: (\d+), Length: (\d+)", line
        ):
            own, peer, tag, size = (int(found[i]) for i in (2, 4, 5, 6))
            if found[1] == "SEND":
                sent[own, peer, tag, size] += 1
            else:
                received[peer, own, tag, size] += 1
        if found:
            assert int(found[3]) >= times.get(found[2], 0)
            times[found[2]] = int(found[3])
    assert not any(inside.values())
    return sent, received, calls


def packets_of(path):
    from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace

    trace = Trace()
    trace.ParseFromString(path.read_bytes())
    return trace.packet


def test_heat_on_16_ranks(onchip):
    steps, side, ranks = 30, 40, 16
    words = ("-n", str(ranks), str(HEAT), str(side), str(steps))
    plain = onchip("run", "--json", *words).json
    traced = onchip("run", "--trace", "heat.otf2", "--trace", "heat.pftrace", "--json", *words).json
    assert traced["cycles"] == plain["cycles"]
    assert traced["per_rank"] == plain["per_rank"] and traced["statistics"] == plain["statistics"]
    # In each step, every rank except the last one sends a row of doubles to the next rank, and
    # every rank except the first one sends a row to the previous rank.
    wanted = Counter()
    for rank in range(ranks - 1):
        wanted[rank + 1, rank, 0, 8 * side] = wanted[rank, rank + 1, 1, 8 * side] = steps
    sent, received, calls = of_otf2(onchip.folder / "heat.otf2")
    assert sent == received == wanted
    assert calls["MPI_Sendrecv"] == 2 * steps * ranks and calls["MPI_Reduce"] == 2 * ranks
    assert calls["MPI_Init"] == calls["MPI_Finalize"] == ranks
    assert not any("UNDEFINED" in line for line in printed(onchip.folder / "heat.otf2"))
    packets = packets_of(onchip.folder / "heat.pftrace")
    begun, asleep, named = {}, Counter(), Counter()
    parents = {p.track_descriptor.uuid: p.track_descriptor for p in packets}
    flows = [Counter(), Counter()]
    for event in (packet for packet in packets if packet.HasField("track_event")):
        track, what = event.track_event.track_uuid, event.track_event
        flows[0].update(what.flow_ids)
        flows[1].update(what.terminating_flow_ids)
        if parents[track].name != "waits for":
            named.update([what.name] if what.type == what.TYPE_SLICE_BEGIN else ())
            continue
        if what.type == what.TYPE_SLICE_BEGIN:
            begun[track] = event.timestamp
        elif what.type == what.TYPE_SLICE_END:
            core = parents[parents[track].parent_uuid].thread.tid - 1
            asleep[core] += event.timestamp - begun[track]
    assert named == calls
    # A message has two ends. The barrier and the reductions need no messages.
    assert flows[0] == flows[1] and set(flows[0].values()) == {1}
    assert len(flows[0]) == sum(wanted.values())
    cycle = 10**9 // 500_000_000
    counted = {rank["core"]: rank["waiting"] + rank["stalled"] for rank in plain["per_rank"]}
    assert {core: time // cycle for core, time in asleep.items()} == counted


@pytest.mark.parametrize("ranks", [2, 6])
def test_messages_of_every_kind(onchip, ranks):
    run = onchip("run", "-n", str(ranks), "--trace", "all.otf2", str(MESSAGES))
    told = Counter(tuple(map(int, line.split())) for line in run.out.splitlines())
    assert told
    sent, received, _ = of_otf2(onchip.folder / "all.otf2")
    assert sent == told and received == told


@pytest.mark.parametrize("flags", ["", "-include onchip_mpi.h"])
def test_only_waits_for_receives_have_a_source(flags):
    """MPI_Isend may reuse a request that a receive has used before. It may also send without a call
    of oc_transport_send, which otherwise shows that a wait is for a send. Each rank also receives
    two messages of at least 512 bytes, and fetches their data from the sender.
    """
    table = library.run(MESSAGES, ranks=6, trace=True, cflags=flags).trace._recorded.records.table
    posts, waits = (table[table["kind"] == kind] for kind in (Kind.POST, Kind.WAIT))
    assert (waits["peer"] >= 0).sum() == len(posts) > 0
    assert (waits["peer"] < 0).any() and (table["kind"] == Kind.FETCH).sum() >= 2 * 6


def test_reference_mode_gives_the_same_trace(onchip):
    onchip.write("parallel.c", PARALLEL)
    for words in (
        ("-n", "6", "--chip", "quad2x2", str(MESSAGES)),
        ("-n", "2", "--threads", "4", "--chip", "quad2x2", "parallel.c"),
    ):
        onchip("run", "--trace", "fast.pftrace", *words)
        onchip("run", "--reference", "--trace", "slow.pftrace", *words)
        fast, slow = (onchip.folder / f"{name}.pftrace" for name in ("fast", "slow"))
        assert fast.read_bytes() == slow.read_bytes()


def test_openmp(onchip):
    onchip.write("parallel.c", PARALLEL)
    onchip("run", "-n", "1", "--threads", "4", "--trace", "omp.otf2", "parallel.c")
    _, _, calls = of_otf2(onchip.folder / "omp.otf2")
    assert calls["main._omp_fn.0"] == 3 * 4 and calls["GOMP_parallel"] == 3
    assert calls["GOMP_critical_start"] == calls["GOMP_critical_end"] == 3 * 4
    assert calls["GOMP_barrier"] == 3 * 4


@pytest.mark.parametrize(
    ("calls", "wanted"),
    [
        ([(0, 9, "a"), (1, 4, "b"), (4, 9, "c"), (9, 12, "a")], "a( b( b) c( c) a) a( a)"),
        ([(0, 5, "a"), (2, 9, "left by a jump"), (6, 7, "b")],
         "a( left by a jump( left by a jump) a) b( b)"),
        ([(3, 3, "no time"), (3, 4, "a")], "a( no time( no time) a)"),
        ([], ""),
    ],
)  # fmt: skip
def test_calls_in_order(calls, wanted):
    regions = Regions.of(calls)
    cycles, enters, which = in_order(regions)
    told = [regions.names[i] + (")", "(")[int(e)] for i, e in zip(which, enters, strict=True)]
    assert " ".join(told) == wanted and list(cycles) == sorted(cycles)


def test_an_annotation_does_not_keep_a_message_from_its_receive():
    sends = numpy.array([[0, 1, 0, TAG + 1 | 5], [0, 1, 0, 6], [0, 1, 0, 5]])
    receives = numpy.array([[0, 1, 0, 5]])
    assert pairs(sends, receives).tolist() == [0, NONE, NONE]


def test_a_core_stalls_where_it_does_not_run():
    words = [cycle << 8 | state for cycle, state in ((0, 0), (5, 1), (9, 0), (12, 3), (15, 255))]
    data = numpy.array(words, numpy.uint64).tobytes()
    for recorded, end in ((data, 15), (data[:-8], 20)):
        (lane,) = lanes.read([(0, 0, 0, 0, 0, [], recorded)], [{}], 20)
        assert lane.states.T.tolist() == [[0, 0], [5, 1], [9, 0], [12, 3]]
        assert utilisation.stalls(lane, 20).T.tolist() == [[5, 9, 1], [12, end, 3]]


def test_loads_of_networks_are_those_of_each_window():
    links = [(0, 0, 1), (0, 1, 2), (1, 0, 1)]
    pictures = [Picture(10, [5, 2, 0], [], []), Picture(30, [15, 2, 4], [], [])]
    trace = Trace(None, "a.c", 30, 2, [], links, pictures, [])
    assert utilisation.of_networks(trace) == {
        0: [(0, 700, 0.5), (10, 500, 0.5)],
        1: [(0, 0, 0), (10, 200, 0.2)],
    }


def drawn_by_vite(folder, to):
    """The messages of a trace that ViTE (Debian's package `vite`) draws: the number for each pair
    of ranks.
    """
    words = ["vite", "-e", str(to), str(folder / "traces.otf2")]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    assert "0 errors and 0 warnings were found" in done.stdout + done.stderr
    text = to.read_text()
    # Each rank has a row at the height of its name; each message is a line between two rows.
    rows = re.findall(r'<text [^>]*y="([\d.]+)"[^>]*>rank (\d+)_', text)
    ranks = {height: int(rank) for height, rank in rows}
    lines = re.findall(r'<line [^>]*y1="([\d.]+)" [^>]*y2="([\d.]+)"', text)
    return Counter((ranks[begin], ranks[end]) for begin, end in lines)


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("vite"), reason="needs Debian's package vite")
@pytest.mark.parametrize("words", [("--trace",), ("--self-trace",)])
def test_vite_draws_all_messages(onchip, words):
    """The picture of the page is made by `PICTURES=docs/images pytest -m long -k vite`."""
    steps = 30
    onchip("run", *words, "heat.otf2", "-n", "16", str(HEAT), "40", str(steps))
    drawn = drawn_by_vite(onchip.folder / "heat.otf2", onchip.folder / "heat.svg")
    wanted = Counter()
    for rank in range(15):
        wanted[rank, rank + 1] = wanted[rank + 1, rank] = steps
    assert drawn == wanted
    folder = Path(os.environ.get("PICTURES", onchip.folder)).absolute()
    if words == ("--trace",):
        browser.picture(onchip.folder / "heat.svg", folder / "vite.png", 800, 600)
        assert image.imread(folder / "vite.png").shape[:2] == (600, 800)


STUCK = """#include <mpi.h>
int main(int argc, char **argv) {
    int word = 0;
    MPI_Init(&argc, &argv);
    MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
"""


def test_jobs(onchip):
    onchip.write("stuck.c", STUCK)
    onchip.write("ring.c", (HERE.parent / "examples" / "ring.c").read_bytes())
    rows = [("first", "ring", 4, 0), ("stuck", "stuck", 2, 1000), ("last", "ring", 10, 2000)]
    onchip.write(
        "jobs.toml",
        "".join(
            f'[[job]]\nname = "{name}"\nprogram = "{program}.c"\ntasks = {tasks}\ntime = {time}\n'
            for name, program, tasks, time in rows
        ),
    )
    words = ("jobs.toml", "--chip", "mesh4x4", "--json")
    plain = onchip("jobs", "run", *words, code=Exit.DEADLOCK).json
    more = ("--trace", "jobs.otf2", "--trace", "jobs.pftrace", "--report", "jobs.html")
    traced = onchip("jobs", "run", *more, *words, code=Exit.DEADLOCK).json
    assert traced | {"wall_seconds": 0} == plain | {"wall_seconds": 0}
    _, _, calls = of_otf2(onchip.folder / "jobs.otf2")
    assert calls["runs"] == 2 and calls["runs, ends by deadlock"] == 1
    assert calls["waits for cores"] == calls["is loaded"] == 3
    packets = packets_of(onchip.folder / "jobs.pftrace")
    threads = {p.track_descriptor.uuid: p.track_descriptor.thread for p in packets}
    pids = {
        p.track_descriptor.process.process_name: p.track_descriptor.process.pid for p in packets
    }
    events = [p for p in packets if p.HasField("track_event")]
    cycle = 10**9 // 500_000_000
    for (name, _, tasks, time), job in zip(rows, traced["per_job"], strict=True):
        uuids = [
            uuid
            for uuid, thread in threads.items()
            if (thread.pid, thread.thread_name) == (pids["jobs"], name)
        ]
        times = [e.timestamp // cycle for e in events if e.track_event.track_uuid == uuids[0]]
        begin = times[0] - time
        assert times[1] == times[2] and times[3] == times[4]
        assert times[4] - times[2] == job["loading"]
        # A job's programs are requested after its domains have given it cores. Its end becomes
        # known later than it happens.
        assert begin + time + job["wait"] <= times[2] < begin + time + job["wait"] + 10_000
        assert times[5] <= begin + job["ended"] < times[5] + 10_000
        # The ring goes around three times.
        ranks = {pids[f"{name} rank {rank}"] for rank in range(tasks)}
        sends = [
            e
            for e in events
            if e.track_event.name == "send"
            and threads[e.track_event.track_uuid].pid in ranks
            and {a.name: a.int_value for a in e.track_event.debug_annotations}["bytes"] == 4
        ]
        assert len(sends) == (0 if name == "stuck" else 3 * tasks)
    assert "micro-kernel 0" in pids and "last rank 9" in (onchip.folder / "jobs.html").read_text()


def test_a_new_trace_takes_the_place_of_an_old_one(onchip):
    onchip.write("empty.c", "int main(void) { return 0; }")
    for _ in range(2):
        onchip("run", "-n", "1", "--trace", "a.otf2", "empty.c")
        assert of_otf2(onchip.folder / "a.otf2")[0] == Counter()


def test_a_run_that_ends_in_a_deadlock(onchip):
    onchip.write("stuck.c", STUCK)
    run = onchip("run", "-n", "2", "--trace", "stuck.otf2", "stuck.c", code=Exit.DEADLOCK)
    assert "deadlock" in run.err
    sent, received, calls = of_otf2(onchip.folder / "stuck.otf2")
    assert not sent and not received and calls["MPI_Recv"] == 2 and not calls["MPI_Finalize"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--trace", "trace.txt"), "right: a name that ends with .pftrace or .otf2"),
        (("--trace", "full.otf2"), "has other files than a trace"),
        (("--trace", "missing/a.otf2"), "nothing can be written into the folder missing"),
        (("--host", "--trace", "a.otf2"), "--trace is for the chip"),
    ],
)
def test_wrong_use(onchip, words, message):
    (onchip.folder / "full.otf2").mkdir()
    onchip.write("full.otf2/notes", "mine")
    onchip.write("empty.c", "int main(void) { return 0; }")
    run = onchip("run", "-n", "1", *words, "empty.c", code=Exit.USAGE)
    assert message in run.err
    assert (onchip.folder / "full.otf2" / "notes").exists()
