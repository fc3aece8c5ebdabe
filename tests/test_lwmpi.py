"""Compares the results of the lightweight MPI paper's applications with Python's."""

from collections import Counter
from fractions import Fraction

import numpy
import pytest

from conftest import ROOT

PROGRAMS = ROOT / "papers" / "lwmpi"
# Ranks and options. Clusters have up to four ranks, and the last one may have fewer.
RUNS = {
    "one rank": (1, "--chip", "quad2x2"),
    "part of a cluster": (3, "--chip", "quad2x2"),
    "clusters of different sizes": (14, "--chip", "quad2x2"),
    "on the host": (7, "--host"),
}


# The source and options that select the transport.
CARRIERS = {
    "MPI": ("over_mpi.c",),
    "IPC": ("over_ipc.c",),
    "IPC, kept open": ("over_kept_ipc.c",),
    "ipc-local, looked up": ("over_looked_up.c", "--transport", "ipc-local"),
    **{one: ("over_mpi.c", "--transport", one) for one in ("ipc", "ipc-local", "ipc-size")},
}


# The transports and places with which the applications always run; the others are long tests.
SHORT = {
    *((one, "clusters of different sizes") for one in ("MPI", "IPC")),
    *((one, "on the host") for one in ("MPI", "IPC")),
    ("ipc-local", "clusters of different sizes"),
    ("IPC, kept open", "part of a cluster"),
    ("ipc-local, looked up", "part of a cluster"),
}
PLACES = [
    pytest.param(
        (CARRIERS[carrier], RUNS[place]),
        id=f"{carrier}, {place}",
        marks=[] if (carrier, place) in SHORT else pytest.mark.long,
    )
    for carrier in CARRIERS
    for place in RUNS
]


@pytest.fixture(params=PLACES)
def place(request):
    return request.param


@pytest.fixture
def clusters(place):
    """The number of clusters, of four ranks each."""
    _, (ranks, *_) = place
    return (ranks + 3) // 4


@pytest.fixture
def run(onchip, place):
    """Runs an application; returns its lines after the first, which has the cycles."""
    (source, *options), (ranks, *where) = place
    room = () if "--host" in where else ("--set", "tile.cores=5")

    def run(program, *arguments):
        words = ("run", "-n", ranks, *where, *room, *options, PROGRAMS / program)
        output = onchip(*words, PROGRAMS / source, 4, *arguments).out
        first, *lines = output.splitlines()
        assert float(first.split()[1]) > 0
        return lines

    return run


def test_all_to_all(run):
    assert [line.split()[0] for line in run("all_to_all.c", 3, 2)] == ["bytes_256", "bytes_512"]


@pytest.mark.parametrize("each_with_each", [0, pytest.param(1, marks=pytest.mark.long)])
def test_friendly_numbers(run, clusters, each_with_each):
    first, each = 2, 100
    count = each * clusters

    def abundance(number):
        return Fraction(sum(d for d in range(1, number + 1) if number % d == 0), number)

    shared = Counter(abundance(number) for number in range(first, first + count))
    pairs = sum(many * (many - 1) // 2 for many in shared.values())
    assert pairs > 0
    comparing, *found = run("friendly_numbers.c", each, first, each_with_each)
    assert comparing.startswith("comparing ") and found == [f"pairs {pairs}"]


@pytest.mark.parametrize("distance", [1, pytest.param(5, marks=pytest.mark.long)])
def test_gaussian_filter(run, clusters, distance):
    each, width, height = 2, 16, 13
    weights = numpy.array([1, 6, 15, 20, 15, 6, 1])
    mask = numpy.outer(weights, weights)
    total, state, points = 0, 1, []
    for _ in range(width * height):
        state = (state * 1664525 + 1013904223) % 2**32
        points.append(state >> 24)
    for image in range(each * clusters):
        points[:2] = image % 256, image // 256
        drawn = numpy.pad(numpy.array(points).reshape(height, width), 3)
        around = numpy.lib.stride_tricks.sliding_window_view(drawn, (7, 7))
        filtered = (around * mask).sum(axis=(2, 3)) / mask.sum()
        for value in numpy.floor(filtered + 0.5).astype(int).ravel()[::distance]:
            total = (total * 31 + int(value)) % 2**32
    assert run("gaussian_filter.c", each, width, height, distance) == [f"checksum {total}"]


@pytest.mark.parametrize(
    ("each", "centres", "rounds"), [(200, 10, 3), pytest.param(20, 3, 100, marks=pytest.mark.long)]
)
def test_k_means(run, clusters, each, centres, rounds):
    """After some rounds of k-means with few points, no point changes its centre any more."""
    count = each * clusters
    mixed = numpy.arange(count, dtype=numpy.uint32) * numpy.uint32(2654435761)
    mixed ^= mixed >> 15
    mixed *= numpy.uint32(2246822519)
    points = numpy.stack([mixed >> 21, (mixed >> 5) % 2048], axis=1).astype(int)
    centroids = points[:centres].copy()
    for _ in range(rounds):
        apart = ((points[:, None] - centroids[None]) ** 2).sum(axis=2)
        nearest = apart.argmin(axis=1)
        for centre in range(centres):
            own = points[nearest == centre]
            if len(own):
                centroids[centre] = own.sum(axis=0) // len(own)
    assert run("k_means.c", each, centres, rounds) == [f"{x} {y}" for x, y in centroids]
