"""MPI: the header compared with the ABI's constants, and jobs that end with an error."""

import csv
import re
import subprocess

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.build import compiler

FOLDER = ROOT / "tests/mpi"


def long(*values):
    """Marks a parameter as a long test."""
    return pytest.param(*values, marks=pytest.mark.long)


LARGEST = pytest.param("mesh32x32", 1024, marks=pytest.mark.long)
FATAL = FOLDER / "fatal/fatal.c"
DEADLOCK = FOLDER / "fatal/deadlock.c"
CHIP_FLAGS = ["--specs=picolibc.specs", "-march=rv32gc", "-mabi=ilp32d"]
CHIP_COMPILER = ["riscv64-unknown-elf-gcc", *CHIP_FLAGS]


def constants():
    with (FOLDER / "mpi-abi-constants.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def declaration(constant) -> str:
    """A line that compiles if the header defines the constant with its type and value."""
    name, value, kind = constant["name"], constant["value"], constant["type"]
    if kind in ("int", "MPI_Offset"):
        return (
            f"{'MPI_Offset' if kind != 'int' else 'int'} v_{name}[({name}) == ({value}) ? 1 : -1];"
        )
    if kind == "define" and not re.match(r"-?\d", value):
        # The value is another name, or an address of some type. So the test checks that a pointer
        # to one type can be assigned to a pointer to the other type.
        return (
            f"__typeof__({name}) *p_{name} = (__typeof__({value}) *)0;"
            f"_Static_assert((intptr_t)({name}) == (intptr_t)({value}), {name!r});".replace(
                "'", '"'
            )
        )
    if kind == "define":
        return f'_Static_assert({name} == {value}, "{name}");'
    return f"{kind} *p_{name} = (__typeof__({name}) *)0;" + (
        f'_Static_assert((intptr_t)({name}) == {value}, "{name}");'
    )


def compiles(compiler, source) -> str:
    words = [
        *compiler,
        "-std=gnu11",
        f"-I{ROOT / 'runtime/include'}",
        "-w",
        "-fsyntax-only",
        "-xc",
        "-",
    ]
    done = subprocess.run(words, input=source, capture_output=True, text=True)
    return done.stderr


@pytest.mark.parametrize("compiler", [["gcc"], CHIP_COMPILER], ids=["host", "chip"])
def test_header_has_the_constants_of_the_abi(compiler):
    lines = [declaration(constant) for constant in constants()]
    assert len(lines) > 300
    source = "#include <mpi.h>\n" + "\n".join(lines)
    assert compiles(compiler, source) == ""
    # The check finds a wrong value.
    assert "MPI_SUM" in compiles(compiler, source.replace("== 0x00000021", "== 0x00000022"))
    assert "TRUNCATE" in compiles(
        compiler, source.replace("MPI_ERR_TRUNCATE) == (15)", "MPI_ERR_TRUNCATE) == (14)")
    )


@pytest.mark.parametrize(
    "compiler, address, status", [(["gcc"], 8, 32), (CHIP_COMPILER, 4, 32)], ids=["host", "chip"]
)
def test_sizes_of_types(compiler, address, status):
    sizes = {"MPI_Aint": address, "MPI_Count": 8, "MPI_Offset": 8, "MPI_Status": status}
    lines = [f'_Static_assert(sizeof({name}) == {size}, "{name}");' for name, size in sizes.items()]
    assert compiles(compiler, "#include <mpi.h>\n" + "\n".join(lines)) == ""


ON = [("--host",), ("--chip", "mesh2x2"), ("--chip", "quad2x2")]

# A mistake of rank 1 of 4 → the call, and words that the message must contain.
FATAL_CALLS = {
    "rank": ("MPI_Send", ["rank 99", "0 to 3", "MPI_PROC_NULL"]),
    "count": ("MPI_Send", ["count -3", "0 or more"]),
    "type": ("MPI_Send", ["datatype MPI_DATATYPE_NULL"]),
    "tag": ("MPI_Send", ["tag -9", "0 to "]),
    "buffer": ("MPI_Send", ["buffer 0x0", "4 elements"]),
    "comm": ("MPI_Barrier", ["communicator MPI_COMM_NULL;", "MPI_COMM_WORLD"]),
    "root": ("MPI_Bcast", ["root -1", "0 to 3"]),
    "op": ("MPI_Allreduce", ["operation MPI_BXOR on datatype MPI_FLOAT is not defined"]),
    "accumulate": ("MPI_Accumulate", ["operation MPI_SUM on datatype MPI_CHAR is not defined"]),
    "truncate": ("MPI_Sendrecv", ["message of 7 bytes", "buffer of 2"]),
    "nonblocking": ("MPI_Ibcast", ["another length", "the same count"]),
    "init": ("MPI_Init", ["a second time"]),
    "handler": ("MPI_Recv", ["count -1"]),
    "after": ("MPI_Send", ["after MPI_Finalize"]),
}


@pytest.mark.parametrize("on", ON, ids=" ".join)
@pytest.mark.parametrize("what", FATAL_CALLS)
def test_fatal_error_says_who_what_and_what_would_be_right(onchip, on, what):
    done = onchip("run", *on, "-n", 4, FATAL, what, code=1)
    call, words = FATAL_CALLS[what]
    (line,) = (line for line in done.err.splitlines() if call in line)
    for word in [call + ":", *words] + ([] if what == "after" else ["rank 1:"]):
        assert word in line


def test_fatal_error_in_a_nonblocking_collective_has_its_line(onchip):
    """The collective runs on a stack of its own."""
    onchip.write(
        "scan.c",
        "#include <mpi.h>\nint main(void) { int a = 0, b; MPI_Request req;\nMPI_Init(0, 0);\n"
        "MPI_Iscan(&a, &b, 1, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD, &req);\n"
        "return 0; }\n",
    )
    done = onchip("run", "--chip", "mesh2x2", "-n", 2, "scan.c", code=1)
    assert "MPI_Iscan: datatype MPI_DATATYPE_NULL" in done.err
    assert "exit code 1, at scan.c:4\n" in done.err


@pytest.mark.parametrize("on", ON, ids=" ".join)
def test_handles_have_names_in_messages_alone(onchip, on):
    """In JSON, too, handles have names. What the program itself prints is unchanged."""
    done = onchip("run", *on, "--json", "-n", 4, FATAL, "op", code=1).json
    assert "operation MPI_BXOR on datatype MPI_FLOAT" in done["stderr"]
    onchip.write(
        "own.c",
        "#include <stdio.h>\nint main(void) {\n"
        'fputs("operation 0x2a on datatype 0x210\\n", stderr); return 0; }\n',
    )
    assert onchip("run", *on, "-n", 1, "own.c").err == "operation 0x2a on datatype 0x210\n"


@pytest.mark.parametrize("on", ON, ids=" ".join)
def test_function_that_is_not_offered_says_so_once(onchip, on):
    done = onchip("run", *on, "-n", 4, FATAL, "file")
    (line,) = (line for line in done.err.splitlines() if "MPI_File_open" in line)
    assert "rank 1: MPI_File_open: parallel files are not offered; right: C's files" in line


@pytest.mark.parametrize("on", ON, ids=" ".join)
def test_call_before_init(onchip, on):
    done = onchip("run", *on, "-n", 2, FATAL, "before", code=1)
    assert "MPI_Barrier: called before MPI_Init" in done.err


@pytest.mark.parametrize(
    "key, reason",
    [
        ("ni.queues=0", "a core has 0 queues; ni.queues in the chip file"),
        ("network.payload_flits=8", "a queue with elements of 64 bytes; right: a multiple of 4, "),
    ],
)
def test_chip_without_what_the_library_needs(onchip, key, reason):
    done = onchip("run", "--set", key, "-n", 2, FATAL, "rank", code=Exit.FAULT)
    assert reason in done.err and "called from PMPI_Init" in done.err


@pytest.mark.parametrize("on", ON, ids=" ".join)
def test_abort_ends_all_ranks_with_its_code(onchip, on):
    done = onchip("run", *on, "-n", 4, FATAL, "abort", code=42)
    assert "rank 1: MPI_Abort" in done.err


@pytest.mark.parametrize("on", ON, ids=" ".join)
@pytest.mark.parametrize("given, code", [(256, 1), (-1, 255), (0, 0)])
def test_exit_code_of_an_aborted_job_has_eight_bits(onchip, on, given, code):
    onchip("run", *on, "-n", 2, FATAL, "abort", given, code=code)


# A deadlock of all ranks → the call, and words about rank 0's wait.
DEADLOCKS = {
    "recv": ("MPI_Recv", ["tag 17"]),
    "send": ("MPI_Send", ["tag 5"]),
    "any": ("MPI_Recv", ["any"]),
    "barrier": ("MPI_Barrier", ["MPI_Finalize"]),
    "counters": ("MPI_Barrier for the other ranks, at", ["MPI_Finalize"]),
    "nonblocking": ("MPI_Wait for the other ranks", ["MPI_Finalize for rank"]),
    "operation": ("rank 0 (core 0) waits in MPI_Recv", ["rank 3 (core 3) waits in MPI_Recv"]),
    "flood": ("MPI_Send", ["rank 3, which has ended"]),
}


@pytest.mark.parametrize("what", DEADLOCKS)
@pytest.mark.parametrize("chip", ["mesh2x2", "quad2x2"])
def test_deadlock_names_who_waits_for_whom(onchip, chip, what):
    done = onchip("run", "--chip", chip, "-n", 4, DEADLOCK, what, code=Exit.DEADLOCK)
    call, words = DEADLOCKS[what]
    for word in [call, *words]:
        assert word in done.err


@pytest.mark.parametrize(
    "on, ranks", [("--host", 5), ("mesh4x4", 4), ("mesh4x4", 16), ("quad2x2", 7)]
)
@pytest.mark.parametrize("program", sorted((FOLDER / "typical").glob("*.c")), ids=lambda p: p.stem)
def test_typical_program(onchip, program, on, ranks):
    """Each program compares its result with a serial computation."""
    place = [on] if on == "--host" else ["--chip", on]
    assert onchip("run", *place, "-n", ranks, program).out.startswith("ok ")


STORM = FOLDER / "storm.c"
FULL_STORM = pytest.param(100_000, marks=[pytest.mark.long, pytest.mark.timeout(900)])


@pytest.mark.parametrize("messages", [3000, FULL_STORM])
def test_messages_between_random_pairs_of_64_ranks(onchip, messages):
    words = ("run", "--chip", "mesh8x8", "-n", 64, STORM, messages, 6000)
    done = onchip(*words, timeout=900)
    assert done.out.count("ok storm") == 2


# On a chip of one row, blocks of 2 kB are exchanged in rounds, but shorter ones are not.
ROW = ("--set", "mesh.columns=16", "--set", "mesh.rows=1", "--set", "dram.routers=[0]")


@pytest.mark.parametrize("ranks, chip", [(64, ("mesh8x8",)), (16, ("mesh4x4", *ROW))])
def test_ranks_exchange_long_blocks(onchip, ranks, chip):
    onchip("run", "-n", ranks, "--chip", *chip, FOLDER / "long_blocks.c")


# The parameters are the ranks, the kB of a tile, and the kB of a stack. They leave 15 to 30 kB for
# everything that a rank allocates.
@pytest.mark.parametrize("ranks, memory, stack", [(4, 128, 60), (16, 128, 56)])
@pytest.mark.parametrize("program", ["floods", "storm"])
def test_memory_for_unexpected_messages_runs_out(onchip, program, ranks, memory, stack):
    chip = ("--chip", "mesh4x4", "--set", f"tile.memory_kb={memory}", "--stack", stack)
    onchip("run", *chip, "--timeout", 60, "-n", ranks, FOLDER / f"{program}.c", 1000, 60)


def test_a_receiver_with_too_many_messages_holds_every_other_one_back(onchip):
    done = onchip("run", "-n", 2, "--chip", "mesh4x4", FOLDER / "memory/held_back.c")
    assert "FAILED" not in done.out


@pytest.mark.parametrize("on", ON, ids=" ".join)
@pytest.mark.parametrize("ranks", [3, 4])
def test_lengths_that_differ_between_ranks(onchip, on, ranks):
    done = onchip("run", *on, "-n", ranks, FOLDER / "transport/other_lengths.c", timeout=60)
    assert done.out.count("ok ") == 4 and "FAILED" not in done.out


def test_more_sends_than_an_inbox_holds_take_as_long_each(onchip):
    """Sends of a word that wait for room are not slower than the receiver."""
    onchip.write(
        "flood.c",
        """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    static MPI_Request requests[800];
    int rank, word, messages = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double start = MPI_Wtime();
    for (int i = 0; i < messages; i++)
        if (rank == 0)
            MPI_Isend(&messages, 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
    if (rank == 0)
        MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
    if (rank == 1)
        MPI_Probe(0, messages - 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double end = MPI_Wtime();
    for (int i = 0; i < messages; i++)
        if (rank == 1)
            MPI_Recv(&word, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        printf("%.0f\\n", (end - start) * 1e9);
    MPI_Finalize();
}
""",
    )
    few, many = (int(onchip("run", "-n", 2, "flood.c", count).out) for count in (80, 800))
    assert many <= 1.2 * 10 * few


def test_waiting_for_any_of_many_requests_takes_few_cycles_for_each(onchip):
    """Each call looks at all handles, of which half are null on average."""
    onchip.write(
        "any.c",
        """#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    enum { COUNT = 200 };
    static MPI_Request requests[COUNT];
    int word, index;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < COUNT; i++)
        MPI_Irecv(&word, 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < COUNT; i++)
        MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < COUNT; i++)
        MPI_Waitany(COUNT, requests, &index, MPI_STATUS_IGNORE);
    printf("%.0f\\n", (MPI_Wtime() - start) * 1e9 / COUNT / COUNT);
    MPI_Finalize();
}
""",
    )
    assert 2 * 50 >= int(onchip("run", "-n", 1, "any.c").out) >= 2 * 10  # at 500 MHz


def test_starting_a_send_is_local_with_annotations(onchip):
    marks = ("--annotate", "0:1=7", "--annotate", "2:1=guaranteed", "--annotate", "3:1=0")
    done = onchip("run", "--chip", "qm4x4", "-n", 4, *marks, FOLDER / "local_sends.c")
    lines = done.out.splitlines()
    assert len(lines) > 7 and all(line.startswith("ok ") for line in lines)


def test_starting_a_send_is_local_while_it_is_counted(onchip):
    words = ("run", "--chip", "qm4x4", "-n", 4, "--advise", "--json", FOLDER / "local_sends.c")
    report = onchip(*words, timeout=300).json
    assert "FAILED" not in report["stdout"]
    advice = report["advice"]
    assert "failed" not in advice["why_not"] and advice["trials"]


FULL_HEAP = FOLDER / "memory/full_heap.c"
CALLS = re.findall(r'\{"(\w+)", \w+\}', FULL_HEAP.read_text())


# The number of bytes that are left in the heap.
LEFT = [0, *(long(n) for n in (16, 64, 256, 1024, 4096))]
SENDS = [call for call in CALLS if call.startswith("send")]
# Each entry has options, calls, and the number of bytes left. Transports differ only in how they
# send messages, so all transports except native try only sends.
BY_TRANSPORT = {
    "native": ((), CALLS, LEFT),
    "rendezvous": ((), SENDS, [0, *(long(n) for n in (16, 64, 256, 4096))]),
    "ipc": (("--chip", "quad2x2"), SENDS, [0, *map(long, (16, 64, 256))]),
    "ipc-size": (("--chip", "quad2x2"), SENDS, [0, *map(long, (16, 64, 256))]),
}


def full_heaps():
    for transport, (_, calls, left) in BY_TRANSPORT.items():
        for call in calls:
            for n in left:
                values, marks = (n.values, n.marks) if hasattr(n, "marks") else ((n,), ())
                yield pytest.param(transport, call, *values, marks=marks)


@pytest.mark.parametrize("who", [-1, long(1), long(0)])
@pytest.mark.parametrize("transport, call, left", list(full_heaps()))
def test_heap_that_is_nearly_full(onchip, transport, call, left, who):
    """Each call gives the right result, or the job ends with a message about memory."""
    where = BY_TRANSPORT[transport][0]
    program = onchip.linked(FULL_HEAP, "--transport", transport)
    words = ("-n", 8, "--timeout", 60, program, call, left, who)
    done = onchip("run", *where, *words, code=None)
    if done.code:
        assert re.search(r"no memory|MPI_ERR_NO_MEM", done.err) and "deadlock" not in done.err
        assert "What helps: " in done.err


@pytest.mark.parametrize("chip, ranks", [("mesh8x8", 64), LARGEST])
def test_communicators_take_little_memory_for_any_number_of_ranks(onchip, chip, ranks):
    few = onchip("run", "--chip", "mesh4x4", "-n", 16, FOLDER / "memory/communicators.c")
    many = onchip("run", "--chip", chip, "-n", ranks, FOLDER / "memory/communicators.c")
    few, many = (
        dict(line.rsplit(" ", 1) for line in done.out.splitlines()) for done in (few, many)
    )
    assert len(few) == 5 and few.keys() == many.keys()
    # If there are four times as many ranks, a communicator's tree has one more level, which takes
    # 16 bytes. It also has two more rounds of pairs, which take a word each. malloc() rounds up by
    # at most 8 bytes.
    levels = (ranks.bit_length() - (16).bit_length()) // 2
    for number, call in enumerate(few, 1):
        assert abs(int(few[call]) - int(many[call])) <= number * (24 * levels + 8)


@pytest.mark.long
def test_alltoall_of_a_word_on_1024_ranks(onchip):
    done = onchip("run", "--chip", "mesh32x32", "-n", 1024, FOLDER / "memory/alltoall.c")
    assert done.out == "1024 ranks, 0 wrong\n"


# These programs take too long to run in every mode.
@pytest.mark.parametrize(
    "on",
    [
        ("--host",),
        ("--chip", "mesh4x4"),
        pytest.param(("--chip", "quad2x2"), marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("program", ["window_limits", "windows_random"])
def test_once(onchip, program, on):
    done = onchip("run", *on, "-n", 7, FOLDER / "once" / f"{program}.c")
    assert "FAILED" not in done.out and "ok" in done.out


@pytest.mark.parametrize("on", [("--host",), ("--chip", "mesh2x2", "--set", "tile.memory_kb=1024")])
def test_many_communicators(onchip, on):
    done = onchip("run", *on, "-n", 4, FOLDER / "once/communicator_limits.c")
    assert "FAILED" not in done.out and "ok" in done.out


def blurred(width, height, points):
    """The mask of examples/blur.c, from its formula: 5 binomial weights in both directions."""
    weights = [1, 4, 6, 4, 1]
    row = [bytes(points[y * width : (y + 1) * width]) for y in range(height)]

    def at(y, x):
        return row[min(max(y, 0), height - 1)][min(max(x, 0), width - 1)]

    across = [
        [sum(w * at(y, x + i - 2) for i, w in enumerate(weights)) for x in range(width)]
        for y in range(height)
    ]

    def down(y, x):
        return sum(w * across[min(max(y + j - 2, 0), height - 1)][x] for j, w in enumerate(weights))

    return bytes((down(y, x) + 128) // 256 for y in range(height) for x in range(width))


@pytest.mark.parametrize("on", [("--host",), ("--chip", "mesh4x4")], ids=" ".join)
def test_blur_of_a_picture(onchip, on):
    picture = (ROOT / "examples/images/input.pgm").read_bytes()
    onchip.write("in.pgm", picture)
    onchip("run", *on, "-n", 16, ROOT / "examples/blur.c", "in.pgm", "out.pgm")
    header, points = picture[:15], picture[15:]
    assert header == b"P5\n256 256\n255\n"
    assert (onchip.folder / "out.pgm").read_bytes() == header + blurred(256, 256, points)


@pytest.mark.parametrize("on", [("--host",), ("--chip", "mesh2x2")], ids=" ".join)
def test_two_programs_in_one_world(onchip, on):
    """Ranks follow the order of the command line, and both programs see all of them."""
    source = (
        "#include <mpi.h>\n#include <stdio.h>\nint main(int argc, char **argv) {\n"
        "int rank, size, sum; MPI_Init(&argc, &argv);\n"
        "MPI_Comm_rank(MPI_COMM_WORLD, &rank); MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
        "int mine = NAME * 10 + rank, first = mine;\n"
        "MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);\n"
        "MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, size - 1, MPI_COMM_WORLD);\n"
        'if (rank == size - 1) printf("%d %d %d\\n", size, first, sum);\n'
        "MPI_Finalize(); return 0; }\n"
    )
    onchip.write("a.c", "#define NAME 1\n" + source)
    onchip.write("b.c", "#define NAME 2\n" + source)
    done = onchip("run", *on, "-n", 1, "a.c", ":", "-n", 3, "b.c")
    assert done.out.splitlines()[-1] == f"4 10 {10 + 3 * 20 + 0 + 1 + 2 + 3}"


@pytest.mark.long
def test_more_elements_than_an_int_can_say(onchip):
    done = onchip("run", "--host", "-n", 2, FOLDER / "memory/large_message.c")
    assert sorted(done.out.splitlines()) == ["ok 0", "ok 1"]


# The factors by which packing may be slower than a loop written by hand. PACK_CHECKS has the cycles
# that MPI_Pack may take in addition, to check its arguments and to find the datatype.
PACK_CHECKS = 450
PACK_FACTORS = {
    "vector": 1.3,
    "indexed": 1.3,
    "threes": 1.3,
    "struct": 1.3,
    "matrix": 1.3,
    "cube": 1.3,
}


def test_packing_costs_little_more_than_a_loop_by_hand(onchip):
    lines = [
        line.split()
        for line in onchip("run", "-n", 1, ROOT / "benchmarks/mpi/packing.c").out.splitlines()
    ]
    assert [(right, name) for right, name, *_ in lines] == [("ok", name) for name in PACK_FACTORS]
    for _, name, *cycles in lines:
        hand, *library = map(int, cycles)
        assert max(library) <= PACK_FACTORS[name] * hand + PACK_CHECKS, name


def test_messages_of_datatypes_cost_little_more_than_packing_by_hand(onchip):
    lines = onchip("run", "-n", 2, ROOT / "benchmarks/mpi/derived.c").out.splitlines()
    # A structure has two sequences of elements, and packing has an overhead for each.
    factors = {"vector": 1.3, "indexed": 1.3, "struct": 1.4, "matrix": 1.3}
    cycles = {name: (int(hand), int(typed)) for name, hand, typed in map(str.split, lines)}
    assert cycles.keys() == factors.keys()
    for name, (hand, typed) in cycles.items():
        assert typed <= factors[name] * hand, name


# The cycles that MPI_Iallreduce and its MPI_Wait may take in addition to those of MPI_Allreduce, on
# any number of ranks. They are for the request, its checks, and the fibre, a stack of its own on
# which the operation runs.
FIBRE = 1_200


def test_a_nonblocking_collective_of_a_word_takes_no_messages(onchip):
    """The nonblocking operation takes the time of the blocking one plus a constant that does not
    depend on the number of ranks. If an operand of a word travelled in messages, each of log2 n
    rounds would take a thousand cycles.
    """
    for ranks in (4, 16):
        out = onchip("run", "-n", ranks, ROOT / "benchmarks/mpi/few_words.c").out
        cycles = {name: int(number) for name, number in map(str.split, out.splitlines())}
        blocking = cycles[f"allreduce_1word_{ranks}"]
        assert cycles[f"iallreduce_1word_{ranks}"] <= blocking + FIBRE


# The limit for a broadcast is higher. In each step its ranks wait for the slowest one, so they
# leave and enter their fibres (the stacks on which the broadcast runs) more often.
@pytest.mark.parametrize(
    "chip, ranks, fibre_of_bcast", [("mesh4x4", 16, 2_400), long("mesh8x8", 64, 4_000)]
)
def test_a_nonblocking_collective_takes_at_most_half_as_long_again(
    onchip, chip, ranks, fibre_of_bcast
):
    """Nonblocking collectives let other ranks access data in the same way as blocking ones. For
    short data, they take at most the time of the blocking collective plus the constant cost of a
    fibre.
    """
    out = onchip("run", "--chip", chip, "-n", ranks, ROOT / "benchmarks/mpi/collectives.c").out
    cycles = {name: int(number) for name, number in map(str.split, out.splitlines())}
    names = [name for name in cycles if "i" + name in cycles]
    assert len(names) == 25, len(names)
    for name in names:
        constant = fibre_of_bcast if name.startswith("bcast") else FIBRE
        blocking = cycles[name]
        assert cycles["i" + name] <= max(1.5 * blocking, blocking + constant), name


@pytest.mark.parametrize("program", ["collectives", "datatypes", "point_to_point", "windows"])
def test_program_for_the_binary_interface(onchip, program):
    """The program uses nothing of onchip but a header and a library of the standard's names."""
    built = compiler.folder(compiler.Target(host=True))
    library = built / "libmpi_abi.so"
    words = [FOLDER / f"{program}.c", f"-I{built}/include", library, f"-Wl,-rpath={built}"]
    subprocess.run(["gcc", *words, "-o", onchip.folder / program], check=True)
    assert (
        onchip("run", "--host", "-n", 4, program).out
        == onchip("run", "--host", "-n", 4, FOLDER / f"{program}.c").out
    )


# The array is overwritten as soon as the call has returned.
FREED_ARRAYS = """
#include <mpi.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    int rank, counts[4], places[4], out[10] = {0}, in[10] = {0}, sum = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int persistent = 0; persistent < 2; persistent++)
        for (int reduces = 0; reduces < 2; reduces++) {
            for (int i = 0; i < 4; i++)
                counts[i] = i + 1, places[i] = i * (i + 1) / 2;
            for (int i = 0; i < 10; i++)
                out[i] = reduces ? i : rank, in[i] = -1;
            MPI_Barrier(MPI_COMM_WORLD);
            if (reduces && persistent)
                MPI_Reduce_scatter_init(out, in, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                                        MPI_INFO_NULL, &request);
            else if (reduces)
                MPI_Ireduce_scatter(out, in, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
            else if (persistent)
                MPI_Allgatherv_init(out, rank + 1, MPI_INT, in, counts, places, MPI_INT,
                                    MPI_COMM_WORLD, MPI_INFO_NULL, &request);
            else
                MPI_Iallgatherv(out, rank + 1, MPI_INT, in, counts, places, MPI_INT,
                                MPI_COMM_WORLD, &request);
            memset(counts, 0x3f, sizeof counts);
            memset(places, 0x3f, sizeof places);
            if (persistent)
                MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            if (persistent)
                MPI_Request_free(&request);
            for (int i = 0; i < (reduces ? rank + 1 : 10); i++)
                sum += in[i];
        }
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\\n", sum);
    MPI_Finalize();
    return 0;
}
"""


def test_programs_of_the_binary_interface_may_free_arrays_early(onchip):
    """MPICH and Open MPI read arrays of counts and datatypes only during the call, and mpi4py 4.1
    relies on this.
    """
    built = compiler.folder(compiler.Target(host=True))
    onchip.write("freed.c", FREED_ARRAYS)
    words = [f"-I{built}/include", built / "libmpi_abi.so", f"-Wl,-rpath={built}"]
    subprocess.run(["gcc", "freed.c", *words, "-o", "freed"], check=True, cwd=onchip.folder)
    gathered = 4 * sum(rank * (rank + 1) for rank in range(4))
    reduced = 4 * sum(range(10))
    assert int(onchip("run", "--host", "-n", 4, "freed").out) == 2 * (gathered + reduced)


def test_the_library_shows_only_the_names_of_the_standard():
    built = compiler.folder(compiler.Target(host=True))
    words = ["nm", "-D", "--defined-only", built / "libmpi_abi.so"]
    shown = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    names = {line.split()[-1] for line in shown.splitlines()}
    header = re.sub(r"(?m)^#.*", "", (built / "include/mpi.h").read_text())
    declared = set(re.findall(r"\bOC_PMPI\((\w+)\)", header))
    assert names == {f"{layer}_{name}" for name in declared for layer in ("MPI", "PMPI")}


@pytest.mark.parametrize("multicast", ("none", "rectangle"))
@pytest.mark.parametrize("call", ("Reduce", "Allreduce", "Bcast"))
def test_the_second_operation_of_a_few_bytes_prepares_for_others(onchip, call, multicast):
    """The second operation of a few bytes on a communicator sets up cells, that is, words of the
    shared blocks. The first one uses messages, because setting up cells takes longer than one
    operation gains.
    """
    arguments = {
        "Reduce": "&one, &sum, 1, MPI_INT, MPI_SUM, 0",
        "Allreduce": "&one, &sum, 1, MPI_INT, MPI_SUM",
        "Bcast": "&one, 1, MPI_INT, 0",
    }
    onchip.write(
        "four.c",
        f"""
        #include <mpi.h>
        #include <stdio.h>
        int main(int argc, char **argv) {{
            int rank, one = 1, sum;
            double before, after[4];
            MPI_Init(&argc, &argv);
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            before = MPI_Wtime();
            for (int i = 0; i < 4; i++) {{
                MPI_{call}({arguments[call]}, MPI_COMM_WORLD);
                after[i] = MPI_Wtime();
            }}
            if (rank == 0)
                printf("%g %g %g\\n", after[0] - before, after[1] - after[0], after[3] - after[2]);
            MPI_Finalize();
        }}
        """,
    )
    run = onchip("run", "-n", 16, "--set", f"network.multicast={multicast}", "four.c")
    # The time of the third operation is not compared, because its root may still wait for ranks
    # that set up cells.
    first, second, fourth = map(float, run.out.split())
    assert fourth < first < second
