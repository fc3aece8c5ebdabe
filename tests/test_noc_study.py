"""The study of networks: the statements of its page follow from formulas and from runs."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/noc-study.md"


@pytest.fixture(scope="module")
def study():
    spec = importlib.util.spec_from_file_location("study", ROOT / "examples/networks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def networks(study, tmp_path_factory):
    """The first network of each topology."""
    found = {}
    for network in study.networks(tmp_path_factory.mktemp("chips")):
        found.setdefault(network.topology.name, network)
    return found


def rows(heading: str) -> dict[str, list[str]]:
    """The cells of the table that begins with this heading, by the first cell of each row."""
    table = re.search(rf"\|{heading}.*\n\|-.*\n((?:\|.*\n)+)", PAGE.read_text())[1]
    cells = [line.strip("|").split("|") for line in table.splitlines()]
    return {first: others for first, *others in cells}


def test_hops_and_bisections_are_those_of_formulas(networks):
    """Uniform traffic may go to its own tile. In each dimension of k routers, a flit crosses (k -
    1/k)/3 links of a mesh, k/4 links of a ring, and (k - 1)/k links if all routers are linked.
    """
    hops = {
        "mesh": 2 * (8 - 1 / 8) / 3,
        "torus": 2 * 8 / 4,
        "concentrated mesh": 2 * (4 - 1 / 4) / 3,
        "four chiplets": 2 * (8 - 1 / 8) / 3,
        "flattened butterfly": 2 * 3 / 4,
    }
    # Links from the left half to the right one, times their width.
    bisections = {
        "mesh": 8,
        "torus": 2 * 8,
        "concentrated mesh": 4,
        "four chiplets": 8 / 2,
        "flattened butterfly": 4 * 2 * 2,
    }
    written = rows("topology.routers")
    for name, network in networks.items():
        assert network.traffic(0.01)[0]["hops"] == pytest.approx(hops[name])
        assert written[name][3] == f"{hops[name]:.2f}"
        assert network.topology.bisection == bisections[name]
        assert written[name][2] == str(network.topology.bisection)


def test_energies_are_those_of_formulas(networks):
    """On average, a flit passes one router more than it passes links, and two interfaces.
    Differences of five per cent are allowed, because the flits of a run are a sample.
    """
    router, link, interface = 2.04, 4.32, 2.04
    # half of the flits cross the middle of each dimension
    border = 2 * (1 / 2) * 5 + (5.25 - 1) * 1
    lengths = {
        "mesh": 5.25,
        "torus": 2 * 4,
        "concentrated mesh": 2 * 2.5,
        "four chiplets": border,
        "flattened butterfly": 2 * 2.5,  # a direct link is as long as the way along a mesh
    }
    written = rows("topology.routers")
    for name, network in networks.items():
        hops = network.traffic(0.01)[0]["hops"]
        expected = 2 * interface + router * (hops + 1) + link * lengths[name]
        assert network.energy() == pytest.approx(expected, rel=0.05), name
        assert written[name][5] == f"{network.energy():.1f}"


def test_the_page_says_what_a_network_sustains(networks):
    loads = {
        cells[0]: cells
        for cells in (
            line.strip("|").split("|") for line in reversed(PAGE.read_text().splitlines())
        )
        if len(cells) == 9
    }
    for name in ("mesh", "concentrated mesh"):
        assert loads[name][3] == f"{networks[name].sustained('uniform'):.2f}"


@pytest.mark.long
def test_the_page_is_what_the_study_writes(study, tmp_path):
    (tmp_path / "images").mkdir()
    study.main(tmp_path)
    assert (tmp_path / "noc-study.md").read_text() == PAGE.read_text()
