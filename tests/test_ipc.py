"""Programs with the transports over the kernel: ipc, ipc-local and ipc-size."""

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from programs import found

FOLDER = ROOT / "tests/mpi"
TRANSPORTS = ("ipc", "ipc-local", "ipc-size")
# With a kernel on each tile, some programs need more memory than a tile of 1 MB leaves them.
ROOMY = ("--chip", "quad2x2", "--set", "tile.memory_kb=4096", "--set", "tile.cores=5")
# The programs run in two clusters, in one cluster per rank, and on this machine.
PLACES = {
    "compact": ROOMY,
    "scatter": (*ROOMY, "--map", "scatter"),
    "host": ("--host", "--chip", "quad2x2"),
}
# The programs that always run, in clusters of three ranks and of one. The others take minutes.
SHORT = {
    *(("ipc", "compact", name) for name in ("probing", "any_time", "requests")),
    *(("ipc-local", "compact", name) for name in ("probing", "matching", "heat")),
    *(("ipc-size", "compact", name) for name in ("probing", "point_to_point", "farm")),
    *((transport, "host", "probing") for transport in TRANSPORTS),
    ("ipc", "scatter", "sort"),
}
# Programs that rely on buffering run only with ipc-size. They run only if their messages have at
# most 100 bytes.
CASES = [
    pytest.param(
        transport,
        place,
        program,
        id=f"{transport}, {place}, {program.name}",
        marks=[] if (transport, place, program.path.stem) in SHORT else pytest.mark.long,
    )
    for transport in TRANSPORTS
    for place in PLACES
    for program in found("tests/mpi", "tests/mpi/typical", "tests/mpi/once")
    if not program.buffered or (transport, program.path.stem) == ("ipc-size", "point_to_point")
    if program.host or place != "host"
    if program.path.stem != "communicator_limits"  # 2,000 communicators take many minutes
]


@pytest.mark.parametrize(("transport", "place", "program"), CASES)
def test_program_of_the_native_transport(onchip, transport, place, program):
    where = PLACES[place]
    words = ("--transport", transport, *(["--host"] if place == "host" else []))
    linked = onchip.linked(program.path, *words)
    done = onchip("run", *where, "-n", program.ranks, linked, *program.arguments, timeout=900)
    assert done.out and "FAILED" not in done.out


@pytest.mark.parametrize("transport", ["native", *TRANSPORTS])
def test_messages_between_random_pairs(onchip, transport):
    """The clusters have three ranks, or four."""
    words = ("--transport", transport, "--chip", "quad2x2", "-n", 12)
    assert onchip("run", *words, FOLDER / "storm.c", 100, 6000).out.count("ok storm") == 2


@pytest.mark.long
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_messages_between_random_pairs_in_16_clusters(onchip, transport):
    chip = ("--chip", "mesh4x4", "--set", "tile.cores=5", "--set", "tile.memory_kb=2048")
    words = ("--transport", transport, *chip, "-n", 64, FOLDER / "storm.c", 3000, 6000)
    assert onchip("run", *words, timeout=900).out.count("ok storm") == 2


@pytest.mark.long
def test_memory_for_direct_messages_runs_out(onchip):
    """A rank with little memory asks the senders to send requests in place of messages, because
    requests take less memory.
    """
    words = ("--transport", "ipc-size", "--chip", "quad2x2", "--set", "tile.memory_kb=512")
    onchip("run", *words, "--timeout", 100, "-n", 4, FOLDER / "floods.c", 1000, 60)


# Each deadlock of all ranks, and a word that the report on rank 0 must contain.
DEADLOCKS = {"recv": "tag 17", "send": "tag 5", "any": "any", "barrier": "MPI_Barrier"}


@pytest.mark.parametrize("what", DEADLOCKS)
def test_deadlock_is_reported(onchip, what):
    words = ("run", "--transport", "ipc-local", "--chip", "quad2x2", "-n", 4)
    done = onchip(*words, FOLDER / "fatal/deadlock.c", what, code=Exit.DEADLOCK)
    assert DEADLOCKS[what] in done.err


@pytest.mark.parametrize("transport", ["ipc", "ipc-local"])
def test_send_waits_for_its_receive(onchip, transport):
    words = ("run", "--transport", transport, "--chip", "quad2x2", "-n", 4)
    done = onchip(*words, FOLDER / "traffic.c", code=Exit.DEADLOCK)
    assert "waits in MPI_Send for rank 1 (tag 0)" in done.err


def test_without_room_for_kernels(onchip):
    words = ("run", "--transport", "ipc", "--chip", "mesh2x2", "-n", 2)
    done = onchip(*words, FOLDER / "typical/ring.c", code=Exit.RANKS)
    assert "2 ranks do not fit on mesh2x2: it has 4 cores, of which 4 are taken or run" in done.err
    assert done.err.endswith("right: a chip with more cores in each tile\n")


def test_same_cycles_in_the_reference_mode(onchip):
    words = ("--transport", "ipc-size", "--chip", "quad2x2", "-n", 5)
    linked = onchip.linked(FOLDER / "typical/heat.c", *words[:2])
    runs = [
        onchip("run", *words[2:], *mode, "--json", linked).json for mode in ((), ("--reference",))
    ]
    for report in runs:
        del report["wall_seconds"]
    assert runs[0] == runs[1]


@pytest.mark.long
def test_what_a_message_costs(onchip):
    """Each of the transports ipc, ipc-local and native omits a step of the one before it."""
    cycles = onchip("bench", "cluster", "--rounds", 0, "--json").json
    for place in ("inside", "between"):
        # A portal moves pieces of 4 kB, so 256 words cost no more than one word.
        word, kilobyte = (cycles[f"ipc_{size}_{place}"] for size in ("1word", "256words"))
        assert abs(word - kilobyte) < 0.02 * word
        # With ipc-size, one message replaces five. Without MPI, a portal needs no messages that
        # agree on the transfer.
        assert 2 * cycles[f"ipc-size_1word_{place}"] < word
        assert cycles[f"portal_roundtrip_4kB_{place}"] < 2 * word
    for size in ("1word", "256words", "64kB"):
        ways = [cycles[f"{name}_{size}_inside"] for name in ("native", "ipc-local", "ipc")]
        assert ways == sorted(ways)
