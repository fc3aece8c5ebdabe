"""The energy of runs: --energy, --power, and rows of papers. The simulator's own tests check the
formulas.
"""

import csv
import itertools

import pytest

from conftest import hal_flags
from onchip.base.failures import Exit
from onchip.chip import chips

PARTS = ("cores", "network", "memory", "leakage")
RING = r"""
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int rank, size, token[64] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int from = (rank + size - 1) % size, to = (rank + 1) % size;
    MPI_Sendrecv_replace(token, 64, MPI_INT, to, 0, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) printf("cycles %d\n", (int)(MPI_Wtime() * 500e6));
    MPI_Finalize();
}
"""


@pytest.fixture
def ring(onchip):
    onchip.write("ring.c", RING)
    return onchip


def energy(report):
    """The energy of a run, after a check that its parts add up."""
    used = report["energy"]
    assert used["total"] == sum(used[part] for part in PARTS)
    assert used["cores"] == used["instructions"] + used["clock"] == sum(used["per_core"])
    assert used["network"] == sum(used[part] for part in ("routers", "links", "interfaces", "dma"))
    assert used["memory"] == used["banks"] + sum(used["controllers"])
    leakage = ("core_leakage", "memory_leakage", "router_leakage")
    assert used["leakage"] == sum(used[part] for part in leakage)
    return used


def test_parts_add_up_and_both_modes_agree(ring):
    fast = ring("run", "-n", "8", "--energy", "--json", "ring.c").json
    used = energy(fast)
    assert all(used[part] > 0 for part in PARTS)
    reference = ring("run", "-n", "8", "--energy", "--reference", "--json", "ring.c").json
    assert energy(reference) == used
    assert energy(ring("run", "-n", "8", "--energy", "--json", "ring.c").json) == used
    plain = ring("run", "-n", "8", "--json", "ring.c").json
    assert plain["cycles"] == fast["cycles"] and "energy" not in plain
    # The energy must equal the flits that the statistics count, times the energy per flit.
    keys = chips.load("mesh4x4").config["energy"]
    networks = [fast["statistics"][name] for name in ("requests", "responses")]
    ends = sum(network["injected"] + network["ejected"] for network in networks)
    passed = [link for network in networks for link in network["links"]]
    assert used["interfaces"] == ends * keys["interface"]
    assert used["routers"] == sum(flits for _, _, flits in passed) * keys["router"]
    assert used["links"] == sum(f for _, port, f in passed if 1 <= port <= 4) * keys["link"]
    seconds = fast["cycles"] / 500e6
    assert used["seconds"] == pytest.approx(seconds)
    assert used["watts"] == pytest.approx(used["total"] * 1e-15 / seconds)


def test_cores_without_a_process_only_leak(ring):
    used = energy(ring("run", "-n", "2", "--energy", "--json", "ring.c").json)
    assert all(used["per_core"][:2]) and not any(used["per_core"][2:])


@pytest.mark.parametrize("window", [(), ("--power-window", "777")])
def test_windows_add_up(ring, window):
    words = ("run", "-n", "4", "--power", "power.csv", *window, "--json", "ring.c")
    report = ring(*words).json
    used = energy(report)
    power = used["power"]
    windows = power["windows"]
    assert power["window"] == (int(window[1]) if window else 1024)
    for part in PARTS:
        assert sum(each[part] for each in windows) == used[part]
    ends = [0, *(each["end"] for each in windows)]
    assert ends[:-1] == [each["begin"] for each in windows] and ends[-1] == report["cycles"]
    assert all(end % power["window"] == 0 for end in ends[:-1])
    with (ring.folder / "power.csv").open() as file:
        rows = list(csv.DictReader(file))
    spans = [(int(row["begin"]), int(row["end"])) for row in rows]
    assert spans == list(itertools.pairwise(ends))
    for row, each in zip(rows, windows, strict=True):
        watts = sum(float(row[part]) for part in PARTS)
        assert watts == pytest.approx(each["watts"], abs=1e-8)
        cycles = each["end"] - each["begin"]
        joules = sum(each[part] for part in PARTS) * 1e-15
        assert each["watts"] == pytest.approx(joules / (cycles / 500e6))


def test_a_picture_of_power(ring):
    ring("run", "-n", "4", "--power", "power.svg", "ring.c")
    text = (ring.folder / "power.svg").read_text()
    assert all(f"<!-- {word} -->" in text for word in (*PARTS, "power, W", "ring.c on mesh4x4"))


def test_what_there_is_no_energy_for(ring):
    err = ring("run", "--chip", "mesh2x2", "--energy", "ring.c", code=Exit.CHIP).err
    assert "mesh2x2 has no energies" in err and "[energy]" in err and "--set" in err
    words = ("run", "--chip", "mesh2x2", "--set", "energy.bank=0", "--energy", "--json", "ring.c")
    assert energy(ring(*words).json)["banks"] == 0
    assert "for the chip" in ring("run", "--host", "--energy", "ring.c", code=Exit.USAGE).err
    err = ring("run", "--power", "power.txt", "ring.c", code=Exit.USAGE).err
    assert "power.txt" in err and ".csv" in err
    err = ring("run", "--power", "no/p.csv", "ring.c", code=Exit.USAGE).err
    assert "the folder no" in err
    err = ring("run", "--power-window", "5", "ring.c", code=Exit.USAGE).err
    assert "--power FILE" in err


# Place 0 stores a word to the last place, loads one from it, or does nothing.
ACCESS = """
#include "hal/store.h"
int main(int argc, char **argv) {
    hal_address word = hal_shared_of(hal_places() - 1) + 2000;
    if (hal_place() == 0 && argv[1][0] == 's')
        hal_store(word, 1);
    if (hal_place() == 0 && argv[1][0] == 'l')
        (void)hal_load(word);
    hal_fence();
    return argc - 2;
}
"""


@pytest.fixture
def access(onchip):
    """Runs the program on 16 clusters of mppa256, with the word "none", "store" or "load"."""
    onchip.write("access.c", ACCESS)

    def run(what, *options):
        chip = ("--chip", "mppa256", "--map", "scatter")
        words = ("run", "-n", 16, *chip, "--energy", *options, *hal_flags())
        return onchip(*words, "--json", "access.c", what).json

    return run


def test_a_message_on_mppa256_takes_its_flits_by_its_hops(access):
    """docs/energy.md has the formula, and docs/chip-file.md describes the packets."""
    keys = chips.load("mppa256").config["energy"]
    hops = 2 + 1  # from tile 0 to tile 18, the fourth of the last row, on a torus of 5 by 4
    each = (hops + 1) * keys["router"] + hops * keys["link"] + 2 * keys["interface"]
    nothing = energy(access("none"))
    assert nothing["network"] == 0
    for what, flits in (("store", 3 + 1), ("load", 2 + 2)):
        used = energy(access(what))
        assert used["network"] == flits * each
        assert energy(access(what, "--reference")) == used


def test_idle_parts_of_mppa256_take_their_leakage(access):
    """Nearly the whole chip is idle: 16 of 288 cores run, for some hundred cycles."""
    report = access("none")
    used = energy(report)
    config = chips.load("mppa256").config
    keys = config["energy"]
    cores = 16 * 17 + 4 * 4
    caches = config["data_cache"]["size_kb"] + config["instruction_cache"]["size_kb"]
    parts = {  # 16 clusters, 4 I/O clusters, and two networks with a router for each direction
        "core_leakage": cores,
        "memory_leakage": 16 * 2048 + 4 * 4096 + cores * caches,
        "router_leakage": 2 * 2 * 20,
    }
    for part, count in parts.items():
        femtojoules = count * report["cycles"] * keys[part] * 1000 // config["core"]["clock_mhz"]
        assert used[part] == femtojoules, part
    awake = [rank["core"] for rank in report["per_rank"]]
    assert [core for core, taken in enumerate(used["per_core"]) if taken] == awake


def test_parts_add_up_in_clusters(ring):
    """Ranks run in one cluster and in two, with kernels, in both modes."""
    words = ("run", "-n", "20", "--chip", "mppa256", "--transport", "ipc", "--energy", "--json")
    fast = ring(*words, "ring.c").json
    used = energy(fast)
    assert energy(ring(*words, "--reference", "ring.c").json) == used
    keys = chips.load("mppa256").config["energy"]
    ways = ("requests", "responses", "data_requests", "data_responses")
    passed = [link for way in ways for link in fast["statistics"][way]["links"]]
    assert used["routers"] == sum(flits for *_, flits in passed) * keys["router"]
    assert used["links"] == sum(flits for _, port, flits in passed if 1 <= port <= 4) * keys["link"]


PAPER = """
from onchip.paper import Paper

paper = Paper(title="A ring", authors="nobody")


@paper.figure("1", "Energy", unit="µJ")
def energy(figure):
    ring = figure.run("ring.c", chip="mesh4x4", ranks=4, energy=True)
    figure.row("energy", ring["energy"] * 1e6)
    parts = [ring[f"energy_{part}"] for part in ("cores", "network", "memory", "leakage")]
    figure.row("of its parts", sum(parts) * 1e6)
    figure.row("power", ring["power"])
    figure.row("peak", ring["power_peak"])
"""


def test_energy_in_a_paper(ring):
    ring.write("paper.py", PAPER)
    rows = ring("paper", "run", "./", "--json").json["1"]["rows"]
    ours = {name: row["ours"] for name, row in rows.items()}
    used = energy(ring("run", "-n", "4", "--energy", "--json", "ring.c").json)
    assert ours["energy"] == pytest.approx(used["total"] * 1e-9)
    assert ours["of its parts"] == pytest.approx(ours["energy"])
    assert ours["power"] == pytest.approx(used["watts"])
    assert ours["power"] <= ours["peak"] < 2 * ours["power"]
