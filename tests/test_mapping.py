"""`--map` and `--traffic`: the core of each rank."""

import itertools
import random

import numpy
import pytest

from onchip.base.failures import Exit
from onchip.chip import chips, mapping, placement

RING = """
#include <mpi.h>
int main(int argc, char **argv) {
    static char data[4000];
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    /* Partners are half the ranks apart; the next rank gets a little. */
    int partner = (rank + size / 2) % size;
    MPI_Sendrecv_replace(data, 4000, MPI_CHAR, partner, 1, partner, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(data, 4, MPI_CHAR, (rank + 1) % size, 2, (rank + size - 1) % size, 2,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""
PLAIN = "int main(void) { return 0; }\n"


def _cores(onchip, *words):
    return [rank["core"] for rank in onchip("run", "--json", *words).json["per_rank"]]


def test_a_file_gives_cores_by_number_or_by_tile(onchip):
    onchip.write("a.c", PLAIN)
    onchip.write("map", "# three ranks\n7\n\n2.1   # core 9\n0\n")
    words = ("-n", 3, "--chip", "quad2x2", "--map", "map", "a.c")
    assert _cores(onchip, *words) == [7, 9, 0]


def test_threads_complete_what_a_file_gives(onchip):
    onchip.write("a.c", PLAIN)
    onchip.write("map", "5\n1.0 1.3\n")
    report = onchip(
        "run", "--json", "-n", 2, "--threads", 2, "--chip", "quad2x2", "--map", "map", "a.c"
    ).json
    cores = [[r["core"], *(t["core"] for t in r["threads"])] for r in report["per_rank"]]
    assert cores == [[5, 6], [4, 7]]


@pytest.mark.parametrize(
    ("text", "ranks", "fact"),
    [
        ("0\nx\n", 2, "map:2: 'x' is no core; right: a core's number, or TILE.CORE"),
        ("0\n1.4\n", 2, "map:2: there is no core 1.4: those of tile 1 are 0 to 3"),
        ("4.0\n", 1, "map:1: there is no core 4.0: tiles are 0 to 3"),
        ("16\n", 1, "map:1: there is no core 16: cores are 0 to 15"),
        ("3\n3\n", 2, "core 3 of rank 1 is not there, or is taken"),
        ("3\n", 2, "2 ranks need as many lines, and there are 1"),
        ("3 4\n", 1, "rank 0 takes one core, not 2"),
    ],
)
def test_wrong_files(onchip, text, ranks, fact):
    onchip.write("a.c", PLAIN)
    onchip.write("map", text)
    words = ("run", "-n", ranks, "--chip", "quad2x2", "--map", "map", "a.c")
    code = Exit.USAGE if "map:" in fact else Exit.RANKS
    assert fact in onchip(*words, code=code).err


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (("--map", "nothing"), "nothing cannot be read: No such file"),
        (("--map", "traffic:nothing"), "nothing cannot be read: No such file"),
        (("--map", "traffic:t"), "t:2: 3 numbers, and there are 2 ranks"),
        (("--map", "traffic:large"), "large:1: a number of bytes is from 0 to 1,000,000,000,000"),
        (("--map", "traffic:long"), "long:1: a number of bytes is from 0 to 1,000,000,000,000"),
        (("--map", "traffic:sum"), "1,000,000,000,001 bytes in all; right: at most 1,000,000,"),
        (("--map", "long"), "is no core; right: a core's number, or TILE.CORE"),
        (("--map", "traffic:t", "--threads", 2), "without --threads"),
        (("--host", "--traffic", "t"), "--traffic is for the chip"),
    ],
)
def test_wrong_usage(onchip, words, fact):
    onchip.write("a.c", PLAIN)
    onchip.write("large", f"0 {10**19}\n{10**19} 0\n")
    onchip.write("long", f"0 {'1' * 5000}\n0 0\n")
    onchip.write("sum", f"0 {10**12}\n1 0\n")
    onchip.write("t", "0 1\n0 1 2\n")
    assert fact in onchip("run", "-n", 2, *words, "a.c", code=Exit.USAGE).err


def test_as_many_bytes_as_there_may_be(tmp_path):
    table = tmp_path / "table"
    table.write_text(f"0 {placement.MOST_BYTES}\n0 0\n")
    assert mapping.read_traffic(str(table), 2).sum() == placement.MOST_BYTES


def test_traffic_is_counted_and_brings_partners_together(onchip):
    onchip.write("ring.c", RING)
    onchip("run", "-n", 16, "--chip", "quad2x2", "--traffic", "t", "ring.c")
    sent = mapping.read_traffic(str(onchip.folder / "t"), 16)
    for rank, row in enumerate(sent):
        expected = {(rank + 8) % 16: 4000, (rank + 1) % 16: 4}
        assert {i: n for i, n in enumerate(row) if n} == expected
    run = onchip("run", "--json", "-n", 16, "--chip", "quad2x2", "--map", "traffic:t", "ring.c")
    tiles = [rank["core"] // 4 for rank in run.json["per_rank"]]
    assert all(tiles[rank] == tiles[rank + 8] for rank in range(8))
    assert "bytes × hops by this mapping, -9" in run.err


HALVES = """#include <mpi.h>
int main(void) {
    static const int color[] = {0, 1, 1, 0, 1, 0, 0};
    int rank, size, world, words[8] = {0};
    MPI_Comm half;
    MPI_Init(0, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split(MPI_COMM_WORLD, color[world], 0, &half);
    MPI_Comm_rank(half, &rank);
    MPI_Comm_size(half, &size);
    MPI_Sendrecv(words, world + 1, MPI_INT, (rank + 1) % size, 0, words, 8, MPI_INT,
                 (rank + size - 1) % size, 0, half, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
"""


def test_messages_in_irregular_communicators_that_share_a_context(onchip):
    """MPI_Comm_split itself also sends bytes. A second program without the exchange of messages
    shows how many, and the test subtracts them.
    """
    onchip.write("halves.c", HALVES)
    onchip.write("split.c", HALVES.replace("MPI_Sendrecv(", "if (size > 7) MPI_Sendrecv("))
    sent = []
    for name in ("halves", "split"):
        onchip("run", "-n", 7, "--traffic", name, f"{name}.c")
        sent.append(mapping.read_traffic(str(onchip.folder / name), 7))
    expected = numpy.zeros((7, 7), int)
    for half in ((0, 3, 5, 6), (1, 2, 4)):
        for one, following in zip(half, (*half[1:], half[0]), strict=True):
            expected[one, following] = 4 * (one + 1)
    assert (sent[0] - sent[1] == expected).all()


def test_hops_are_those_of_the_routes():
    hops = placement.hops_between(chips.load("mesh4x4", ["network.topology=torus"]))
    for one, other in itertools.product(range(16), repeat=2):
        column, row = abs(one % 4 - other % 4), abs(one // 4 - other // 4)
        assert hops[one][other] == min(column, 4 - column) + min(row, 4 - row)


@pytest.mark.parametrize("seed", range(20))
def test_no_exchange_of_two_cores_saves_anything(seed):
    chosen = random.Random(seed)
    cores, ranks = 12, chosen.randint(1, 12)
    hops = numpy.array([[abs(a // 2 - b // 2) for b in range(cores)] for a in range(cores)], float)
    hops += numpy.triu(hops)  # distances depend on the direction
    sent = numpy.array([[chosen.choice((0, 0, 7, 50)) for _ in range(ranks)] for _ in range(ranks)])
    start = chosen.sample(range(cores), cores)

    def cost(given):
        return sum(
            sent[a][b] * hops[given[a]][given[b]]
            for a, b in itertools.product(range(ranks), repeat=2)
            if a != b
        )

    found = placement.improve(sent.astype(float), hops, start)
    assert len(set(found)) == ranks
    assert cost(found) <= cost(start[:ranks])
    every = [*found, *(core for core in range(cores) if core not in found)]
    for one, other in itertools.combinations(range(cores), 2):
        exchanged = list(every)
        exchanged[one], exchanged[other] = every[other], every[one]
        assert cost(exchanged) >= cost(found), (seed, one, other)
