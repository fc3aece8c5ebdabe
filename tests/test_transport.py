"""Programs with the rendezvous transport."""

import random
import subprocess

import pytest

from conftest import ROOT, hal_flags
from onchip.base.failures import Exit
from onchip.chip import chips
from programs import found

RENDEZVOUS = ("--transport", "rendezvous")
# The smallest tiles have no room for both the data types of heat.c and the default stacks.
STACK = ("--stack", "24")
WORDS = ("--transport", "rendezvous-words")
FOLDER = ROOT / "tests/mpi"
CHIPS = {"qm2x2": 4, "qm3x3": 9, "qm4x4": 16, "mesh4x4": 16, "subclusters2x8": 16, "quad2x2": 7}
ON = [("--host", 5)] + [("--chip", chip, ranks) for chip, ranks in CHIPS.items()]


@pytest.mark.parametrize("on", ON, ids=lambda on: f"{on[-2]} {on[-1]}")
@pytest.mark.parametrize("program", ["heat", "sort"])
def test_typical_program(onchip, program, on):
    *place, ranks = on
    path = FOLDER / "typical" / f"{program}.c"
    assert onchip("run", *STACK, *RENDEZVOUS, *place, "-n", ranks, path).out.startswith("ok ")


@pytest.mark.parametrize("on", [ON[0], *ON[3:4], *ON[5:]], ids=lambda on: f"{on[-2]} {on[-1]}")
def test_typical_program_by_words(onchip, on):
    *place, ranks = on
    path = FOLDER / "typical" / "heat.c"
    assert onchip("run", *STACK, *WORDS, *place, "-n", ranks, path).out.startswith("ok ")


@pytest.mark.parametrize(
    "program", ["matching_random", "lifetimes", pytest.param("probing", marks=pytest.mark.long)]
)
def test_any_program_by_words(onchip, program):
    place = ("--chip", "subclusters2x8", "--set", "tile.memory_kb=512", "-n", 4)
    done = onchip("run", *WORDS, *place, FOLDER / f"{program}.c")
    assert done.out and "FAILED" not in done.out


def test_who_polls_starves_nobody(onchip):
    """While one rank sends messages to another, fourteen ranks poll for a message from the sender.
    The network has fixed port priorities. A poll occupies the memory for about ten of 1,024 cycles,
    so all ranks together occupy it for a seventh of the time.
    """
    linked = onchip.linked(FOLDER / "transport" / "polled.c", *WORDS)
    words = ("run", "--chip", "subclusters2x8", "-n", 16, "--json", linked)
    runs = [onchip(*words, *mode).json for mode in ((), ("idle",))]
    polled, idle = (int(run["stdout"]) for run in runs)
    looks = [run["statistics"]["requests"]["injected"] for run in runs]
    assert polled < 8 / 7 * idle
    # the ranks have polled, and each poll has sent at least one flit
    assert looks[0] - looks[1] > 14 * idle / 1024


def test_receives_without_data_are_followed_up(onchip):
    """Fourteen messages without data have arrived before their receives are posted. The receiver
    grants the next message when the sender of the last one has answered. Each of the two ranks
    polls without a pause for 256 cycles, and then with pauses up to the longest one. The same holds
    for the long message, which has data in addition.
    """
    linked = onchip.linked(FOLDER / "transport" / "granted.c", *WORDS)
    words = ("run", "--chip", "subclusters2x8", "-n", 16, linked)
    after, alone = (int(onchip(*words, *mode).out) for mode in ((), ("alone",)))
    assert after < alone + (14 + 2) * 2 * (256 + 64 * 16)


# Programs for the native transport that always run here, too.
SHORT = {
    "datatypes_modes",
    "floods",
    "lifetimes",
    "matching_random",
    "nonblocking_collectives",
    "probing",
    "storm",
    "windows_locks",
}
PROGRAMS = [
    pytest.param(program, id=program.name, marks=[] if program.path.stem in SHORT else long)
    for long in [pytest.mark.long]
    for program in found("tests/mpi", "tests/mpi/typical", "tests/mpi/once")
    if not program.buffered
]
# Only small programs fit on the clustered chip.
PLACES = [
    pytest.param(("--host",), id="host"),
    pytest.param(("--chip", "mesh4x4"), id="mesh4x4"),
    pytest.param(("--chip", "subclusters2x8", "--set", "tile.memory_kb=512"), id="subclusters2x8"),
    pytest.param(("--chip", "quad2x2"), id="quad2x2", marks=pytest.mark.long),
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_program_of_the_native_transport(onchip, program, place):
    if not program.host and place == ("--host",):
        pytest.skip("for the chip only")
    linked = onchip.linked(program.path, *RENDEZVOUS, *(["--host"] if "--host" in place else []))
    done = onchip("run", *place, "-n", program.ranks, linked, *program.arguments)
    assert done.out and "FAILED" not in done.out


@pytest.mark.parametrize("chip", ["mesh4x4", "subclusters2x8"])
def test_storm_on_all_cores(onchip, chip):
    words = ("--chip", chip, "--set", "tile.memory_kb=512", "-n", 16, FOLDER / "storm.c", 1000, 600)
    assert onchip("run", *RENDEZVOUS, *words).out.count("ok storm") == 2


@pytest.mark.long
def test_storm_of_as_many_ranks_as_it_serves(onchip):
    words = ("--chip", "mesh8x8", "-n", 64, FOLDER / "storm.c", 3000, 6000)
    assert onchip("run", *RENDEZVOUS, *words, timeout=900).out.count("ok storm") == 2


ANNOTATED = (*RENDEZVOUS, *hal_flags())


@pytest.mark.parametrize("chip", ["qm4x4", "subclusters2x8", "quad2x2"])
def test_random_annotations_on_random_traffic(onchip, chip):
    seed = random.getrandbits(31) + 1
    print("seed", seed)
    place = ("--chip", chip, "--set", "tile.memory_kb=1024", "-n", 16)
    done = onchip("run", *ANNOTATED, *place, FOLDER / "quality/random.c", seed, 12)
    assert "ok" in done.out and "FAILED" not in done.out


def test_programs_without_annotations_link_nothing_of_them(onchip):
    onchip("cc", *RENDEZVOUS, FOLDER / "typical/ring.c", "-o", "ring")
    words = ["nm", "ring"]
    linked = subprocess.run(words, cwd=onchip.folder, capture_output=True, text=True).stdout
    assert "oc_transfer_start" in linked and "annotat" not in linked


def test_marked_transfers_at_a_time(onchip):
    place = ("--chip", "subclusters2x8", "-n", 16)
    done = onchip("run", *ANNOTATED, *place, FOLDER / "quality/writing.c")
    assert done.out.count("ok ") == 2


def test_annotations_help_under_load(onchip):
    """The messages cross links that others fill without a pause."""
    words = ("--chip", "qm4x4", "-n", 16, FOLDER / "quality/effects.c")
    done = onchip("run", *ANNOTATED, *words)
    lines = [line.split() for line in done.out.splitlines()]
    cycles = {(words, what, load): int(taken) for words, what, load, taken, *_ in lines}
    for words in ("1", "1024"):
        for what in ("highest", "guaranteed"):
            assert 2 * cycles[words, what, "loaded"] < cycles[words, "plain", "loaded"]


def test_annotations_from_outside(onchip):
    """A guaranteed channel has no other traffic."""
    words = ("--annotate", "15:0=guaranteed", "--chip", "qm4x4", "-n", 16)
    done = onchip("run", *ANNOTATED, *words, FOLDER / "quality/effects.c")
    lines = [line.split() for line in done.out.splitlines()]
    cycles = {
        (words, load): int(taken) for words, what, load, taken, *_ in lines if what == "plain"
    }
    for words in ("1", "1024"):
        assert cycles[words, "loaded"] < 2 * cycles[words, "empty"]


LARGE = ("--chip", "subclusters2x8", "--set", "tile.memory_kb=512", "-n", 16)


@pytest.mark.parametrize(
    "on", [LARGE, ("--chip", "mesh2x2", "-n", 4), ("--host", "-n", 3)], ids=str
)
def test_messages_about_as_long_as_fragments(onchip, on):
    done = onchip("run", *RENDEZVOUS, *on, FOLDER / "transport/fragments.c")
    assert done.out.count("ok ") == 3


def test_data_take_as_long_as_the_link(onchip):
    """A packet has a header, an address and its payload."""
    words = ("--chip", "mesh4x4", "-n", 2, FOLDER / "transport/lengths.c")
    done = onchip("run", *RENDEZVOUS, *words)
    shorter, longer = map(int, done.out.splitlines())
    payload = chips.load("mesh4x4").config["network"]["payload_flits"]
    assert longer - shorter == 16384 // 4 // payload * (payload + 2)


def test_more_ranks_than_it_serves(onchip):
    words = ("--chip", "mesh32x32", "-n", 65, FOLDER / "typical/ring.c")
    done = onchip("run", *RENDEZVOUS, *words, code=1)
    assert "the rendezvous transport serves 64 ranks; the job has 65" in done.err


# A deadlock of all ranks → a word about rank 0's wait.
DEADLOCKS = {"recv": "tag 17", "send": "tag 5", "any": "any", "barrier": "MPI_Barrier"}


@pytest.mark.parametrize("on", [("--chip", "mesh2x2"), ("--chip", "subclusters2x8"), ("--host",)])
@pytest.mark.parametrize("what", DEADLOCKS)
def test_deadlock_is_reported(onchip, on, what):
    if on == ("--host",) and what != "recv":
        pytest.skip("one is enough where it takes a second")
    words = ("run", *RENDEZVOUS, *on, "-n", 4, FOLDER / "fatal/deadlock.c", what)
    assert DEADLOCKS[what] in onchip(*words, code=Exit.DEADLOCK).err


def test_send_waits_for_its_receive(onchip):
    """Sends that the native transport buffers wait here, and the report names them."""
    words = ("--chip", "mesh2x2", "-n", 4, FOLDER / "traffic.c")
    assert onchip("run", *words).out
    done = onchip("run", *RENDEZVOUS, *words, code=Exit.DEADLOCK)
    assert "waits in MPI_Send for rank 1 (tag 0)" in done.err


def test_transport_is_for_what_is_compiled_now(onchip):
    onchip.write("nothing.c", "int main(void) { return 0; }\n")
    onchip("cc", *RENDEZVOUS, "nothing.c", "-o", "nothing")
    onchip("run", "-n", 2, "nothing")
    assert "onchip cc" in onchip("run", *RENDEZVOUS, "-n", 2, "nothing", code=Exit.USAGE).err
