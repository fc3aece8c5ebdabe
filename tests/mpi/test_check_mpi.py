"""`onchip run --check-mpi` names forgotten calls with their lines, and reports nothing about
correct programs.
"""

import re
from collections import Counter

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.mpi_check.records import Kind
from programs import found

FOLDER = ROOT / "tests/mpi"
FORGOTTEN = FOLDER / "forgotten"
ON = [("--host",), ("--chip", "mesh2x2"), ("--chip", "quad2x2")]


def test_program_and_tool_have_the_same_kinds_of_records():
    header = (ROOT / "runtime/mpi/watch/watch.h").read_text()
    declared = header.partition("enum oc_watch_kind {")[2].partition("}")[0]
    assert re.findall(r"^ +OC_WATCH_(\w+)", declared, re.M) == [kind.name for kind in Kind]


def line(program, mark):
    """Finds the line of a program with a comment that begins with `mark`."""
    lines = (FORGOTTEN / program).read_text().splitlines()
    return next(number for number, text in enumerate(lines, 1) if f"/* {mark}" in text)


def findings(onchip, on, program, **options):
    """Returns the findings on a program of two ranks, as JSON and as lines on stderr."""
    words = ("run", *on, "--check-mpi", "--json", "-n", 2, FORGOTTEN / program)
    done = onchip(*words, **options)
    sentences = [text for text in done.err.splitlines() if text.startswith("onchip: rank")]
    assert len(sentences) == len(done.json["findings"])
    return done.json["findings"], sentences


@pytest.mark.parametrize("on", [*ON, ("--chip", "mesh2x2", "--transport", "rendezvous")])
def test_right_program_is_silent(onchip, on):
    assert findings(onchip, on, "clean.c") == ([], [])


@pytest.mark.parametrize("on", ON)
def test_without_finalize(onchip, on):
    found, _ = findings(onchip, on, "finalize.c")
    assert [(each["kind"], each["rank"]) for each in found] == [("finalize", 0), ("finalize", 1)]
    assert all("MPI_Finalize" in each["what"] for each in found)


@pytest.mark.parametrize("on", ON)
def test_message_that_nobody_has_received(onchip, on):
    found, sentences = findings(onchip, on, "message.c")
    assert [each["kind"] for each in found] == ["message", "message"]
    at = f"message.c:{line('message.c', 'found')}: a message of 12 bytes to rank 1 with tag 17 in"
    for words in ("rank 0: MPI_Send, at ", at, "MPI_COMM_WORLD was never received; right: "):
        assert words in sentences[0]
    assert "a message of 8 bytes to rank 1 with tag 1 in" in sentences[1]


@pytest.mark.parametrize("on", [*ON, ("--chip", "mesh2x2", "--transport", "rendezvous")])
def test_types_that_differ(onchip, on):
    found, sentences = findings(onchip, on, "type.c")
    assert [(each["kind"], each["rank"], each["call"]) for each in found] == [
        ("type", 1, "MPI_Recv")
    ] * 2
    assert found[0]["line"].endswith(f"type.c:{line('type.c', 'found')}")
    assert "3 MPI_DOUBLE from rank 0" in sentences[0] and "received as 6 MPI_INT;" in sentences[0]
    assert f"type.c:{line('type.c', 'sent')})" in sentences[0]
    assert "1 MPI_INT, 1 MPI_FLOAT" in sentences[1]
    assert "element 1 is MPI_FLOAT and not MPI_INT" in sentences[1]


@pytest.mark.parametrize("on", [*ON, ("--chip", "mesh2x2", "--transport", "rendezvous")])
def test_requests_that_are_left(onchip, on):
    found, _ = findings(onchip, on, "request.c")
    told = {(each["rank"], each["call"], "never freed" in each["what"]) for each in found}
    assert told == {
        (0, "MPI_Isend", False),
        (0, "MPI_Send_init", True),
        (0, "MPI_Barrier_init", True),
        (1, "MPI_Irecv", False),
        (1, "MPI_Isend", False),
        (1, "MPI_Barrier_init", True),
    }
    lines = re.findall(r"/\* found", (FORGOTTEN / "request.c").read_text())
    assert len({each["line"] for each in found}) == len(lines)
    (early,) = [each["what"] for each in found if each["call"] == "MPI_Isend" and each["rank"] == 1]
    assert early.startswith("its request was freed, at ")


@pytest.mark.parametrize("on", ON)
def test_the_same_finding_is_printed_once(onchip, on):
    onchip.write(
        "again.c",
        "#include <mpi.h>\nint main(void) { int rank; MPI_Init(0, 0);\n"
        "MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "for (int i = 0; !rank && i < 9; i++) MPI_Send(&i, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);\n"
        "MPI_Finalize(); return 0; }\n",
    )
    done = onchip("run", *on, "--check-mpi", "-n", 2, "again.c")
    (sentence,) = done.err.splitlines()
    assert "again.c:4: " in sentence and "(9 times)" in sentence


@pytest.mark.parametrize("on", ON)
def test_program_with_a_profiling_tool_of_its_own(onchip, on):
    """The tool's calls of PMPI_Send are reported without a line, because no line is better than a
    wrong one.
    """
    onchip.write(
        "tool.c",
        "#include <mpi.h>\nint MPI_Send(const void *b, int n, MPI_Datatype t, int to, int tag,\n"
        "MPI_Comm c) { return PMPI_Send(b, n, t, to, tag, c); }\n"
        "int main(void) { int rank; MPI_Init(0, 0);\nMPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "if (!rank) MPI_Send(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);\n"
        "MPI_Finalize(); return 0; }\n",
    )
    (sentence,) = onchip("run", *on, "--check-mpi", "-n", 2, "tool.c").err.splitlines()
    assert "rank 0: MPI_Send: a message of 4 bytes" in sentence


@pytest.mark.parametrize("on", ON)
def test_calls_in_files_that_the_command_line_does_not_name(onchip, on):
    """Calls in a header, and calls whose names a macro makes, are reported. Collectives in them are
    compared, too.
    """
    onchip.write(
        "calls.h",
        "#define CALL(NAME) MPI_##NAME\n"
        "static void calls(int rank) {\n    if (!rank)\n"
        "        CALL(Send)(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);\n"
        "    CALL(Bcast)(&rank, 1, rank ? MPI_FLOAT : MPI_INT, 0, MPI_COMM_WORLD);\n}\n",
    )
    onchip.write(
        "main.c",
        '#include <mpi.h>\n#include "calls.h"\nint main(void) { int rank; MPI_Init(0, 0);\n'
        "MPI_Comm_rank(MPI_COMM_WORLD, &rank);\ncalls(rank); MPI_Finalize(); return 0; }\n",
    )
    done = onchip("run", *on, "--check-mpi", "--json", "-n", 2, "main.c")
    found = [(each["call"], each["line"]) for each in done.json["findings"]]
    assert found == [("MPI_Send", "calls.h:4"), ("MPI_Bcast", "calls.h:5")]


def test_threads_and_the_library_without_checks(onchip):
    for words in (("--threads", 2), ("--no-checks",)):
        options = ("--chip", "mesh2x2", "--check-mpi", "-n", 2, *words)
        done = onchip("run", *options, FORGOTTEN / "message.c", timeout=300)
        assert done.err.count("was never received") == 2
        assert f"message.c:{line('message.c', 'found')}:" in done.err


def test_finding_beside_a_deadlock(onchip):
    """Findings that are certain are reported even at a deadlock."""
    onchip.write(
        "stuck.c",
        "#include <mpi.h>\nint main(void) { int rank, n; MPI_Init(0, 0);\n"
        "MPI_Comm_rank(MPI_COMM_WORLD, &rank);\nif (rank == 1) return 0;\n"
        "MPI_Recv(&n, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); return 0; }\n",
    )
    done = onchip("run", "--check-mpi", "-n", 2, "stuck.c", code=Exit.DEADLOCK)
    assert "rank 1: ended without MPI_Finalize" in done.err


@pytest.mark.parametrize("on", [*ON, ("--chip", "mesh2x2", "--transport", "rendezvous")])
def test_sides_that_differ(onchip, on):
    """Checks collectives, windows and partitioned messages: each line names the ranks of its
    comment.
    """
    program = FORGOTTEN / "sides.c"
    expected = [
        (number, int(rank))
        for number, line in enumerate(program.read_text().splitlines(), 1)
        for rank in line.partition("/* found: ")[2].rstrip(" */").split()
    ]
    done = onchip("run", *on, "--check-mpi", "--json", "-n", 3, program)
    found = done.json["findings"]
    assert {each["kind"] for each in found} == {"type"}
    at = [(int(each["line"].rpartition(":")[2]), each["rank"]) for each in found]
    assert sorted(at) == sorted(expected)
    for words in (
        "takes 2 MPI_FLOAT, and rank 0 gives 2 MPI_INT (in MPI_Bcast, at ",
        "2 MPI_INT here and 2 MPI_FLOAT in the window of rank 0",
        "2 MPI_DOUBLE from rank 0 (in MPI_Psend_init, at ",
    ):
        assert words in done.err


def conflict(onchip, on, program, how, ranks=2):
    """Returns the only finding of the last rank on a program with this argument. The finding must
    name the lines with the comments `found` and `other`.
    """
    words = ("run", *on, "--check-mpi", "--json", "--cflags", "-O0", "-n", ranks)
    found = onchip(*words, FORGOTTEN / program, how, code=None).json["findings"]
    (one,) = [each for each in found if each["rank"] == ranks - 1]
    assert one["line"].endswith(f"{program}:{line(program, f'found {how}')}")
    if f"/* other {how}" in (FORGOTTEN / program).read_text():
        assert f"{program}:{line(program, f'other {how}')}" in one["what"]
    return one


@pytest.mark.parametrize("on", ON)
@pytest.mark.parametrize(
    ("how", "call", "what"),
    [
        (0, "MPI_Barrier", "is collective 2 on MPI_COMM_WORLD; in rank 0, at "),
        (1, "MPI_Reduce", "the root is 1; in rank 0, at "),
        (2, "MPI_Allreduce", "the operation is MPI_MAX; in rank 0, at "),
        (3, "MPI_Iallreduce", "is collective 2 on MPI_COMM_WORLD; in rank 0, at "),
        (4, "MPI_Exscan", "is collective 2 on another communicator; in rank 0, at "),
        (5, "MPI_Comm_split", "is collective 2 on MPI_COMM_WORLD; in rank 0, at "),
    ],
)
def test_ranks_that_do_not_call_the_same_collective(onchip, on, how, call, what):
    one = conflict(onchip, on, "collective.c", how)
    assert (one["kind"], one["call"]) == ("collective", call)
    assert one["what"].startswith(what)


@pytest.mark.parametrize("on", ON)
@pytest.mark.parametrize(
    ("how", "call", "what"),
    [
        (0, "MPI_Isend", "its buffer was written before the call was complete"),
        (1, "MPI_Irecv", "its buffer overlaps with that of MPI_Irecv, at "),
        (2, "MPI_Irecv", "its buffer overlaps with that of MPI_Isend, at "),
        (3, "MPI_Irecv", "its buffer was written before the call was complete"),
        (4, "MPI_Start", "its buffer was written before the call was complete"),
        (5, "MPI_Sendrecv", "its buffer overlaps with that of MPI_Sendrecv, at "),
        (6, "MPI_Send", "its buffer overlaps with that of MPI_Irecv, at "),
    ],
)
def test_buffers_of_messages_under_way(onchip, on, how, call, what):
    one = conflict(onchip, on, "buffer.c", how)
    assert (one["kind"], one["call"]) == ("buffer", call)
    assert one["what"].startswith(what)


@pytest.mark.parametrize("on", ON)
@pytest.mark.parametrize(
    ("how", "kind", "call", "what"),
    [
        (
            0,
            "window",
            "MPI_Put",
            "writes bytes 8 to 11 of the window of rank 0, which rank 1 writes",
        ),
        (1, "window", "MPI_Accumulate", "combines bytes 4 to 7 of the window of rank 0, which"),
        (2, "buffer", "MPI_Put", "its buffer was written before the call was complete"),
        (3, "buffer", "MPI_Get", "its buffer overlaps with that of MPI_Get, at "),
        (5, "buffer", "MPI_Put", "its buffer was written before the call was complete"),
    ],
)
def test_operations_that_meet_in_an_epoch(onchip, on, how, kind, call, what):
    one = conflict(onchip, on, "window.c", how, ranks=3)
    assert (one["kind"], one["call"]) == (kind, call)
    assert one["what"].startswith(what)


@pytest.mark.parametrize("on", ON)
def test_operations_that_do_not_meet(onchip, on):
    words = ("run", *on, "--check-mpi", "--json", "-n", 3, FORGOTTEN / "window.c", 4)
    report = onchip(*words).json
    assert (report["exit_code"], report["findings"]) == (0, [])


@pytest.mark.parametrize("on", [("--host",), ("--chip", "mesh4x4")])
@pytest.mark.parametrize("name", ["collectives", "nonblocking_collectives", "requests", "windows"])
def test_right_calls_have_no_conflict(onchip, on, name):
    done = onchip("run", *on, "--check-mpi", "--json", "-n", 4, FOLDER / f"{name}.c", timeout=300)
    kinds = {each["kind"] for each in done.json["findings"]}
    assert not kinds & {"collective", "buffer", "window"}


def test_program_that_was_linked_before(onchip):
    """Each run checks a program that `onchip cc --check-mpi` has linked from an object file."""
    program = FORGOTTEN / "type.c"
    for words in ((), ("--host",)):
        onchip("cc", *words, "--check-mpi", "-g", "-c", program, "-o", "type.o")
        onchip("cc", *words, "--check-mpi", "type.o", "-o", "type")
        for option in ((), ("--check-mpi",)):
            done = onchip("run", *words, *option, "-n", 2, "type")
            assert f"type.c:{line('type.c', 'found')}: 3 MPI_DOUBLE from rank 0" in done.err


def test_wrong_usage(onchip):
    onchip.write("prog.c", "int main(void) { return 0; }\n")
    onchip("cc", "prog.c", "-o", "prog")
    done = onchip("run", "--check-mpi", "prog", code=Exit.USAGE)
    assert "onchip cc --check-mpi" in done.err


# Programs that call MPI wrongly on purpose, with the kinds of findings that they must get.
FOUND = {
    "mpi/blocks": {"type"},
    "mpi/datatypes_random": {"type"},
    "mpi/errors_collective": {"collective", "type"},
    "mpi/errors_strict": {"type"},
    "mpi/few_words": {"type"},
    "mpi/long_blocks": {"type"},
    "mpi/long_operands": {"type"},
    "mpi/neighbors": {"type"},
    "mpi/nonblocking_collectives": {"type"},
    "mpi/windows_errors": {"type"},
    "mpi/windows_locks": {"window"},
}
SOME = ("point_to_point", "requests", "matching", "matching_random", "probing", "partitioned")
PROGRAMS = [
    pytest.param(each, id=each.name, marks=[] if each.path.stem in SOME else pytest.mark.long)
    for each in found("tests/mpi", "tests/mpi/typical", "tests/mpi/once")
]


@pytest.mark.parametrize("on", [("--host",), ("--chip", "mesh4x4")])
@pytest.mark.parametrize("program", PROGRAMS)
def test_no_false_finding(onchip, program, on):
    if on == ("--host",) and not program.host:
        pytest.skip("for the chip only")
    words = ("--set", "tile.memory_kb=2048", "-n", program.ranks, program.path, *program.arguments)
    done = onchip("run", *on, "--check-mpi", "--json", *words)
    assert "FAILED" not in done.json["stdout"]
    kinds = Counter(each["kind"] for each in done.json["findings"])
    assert kinds.keys() == FOUND.get(program.name, set())
