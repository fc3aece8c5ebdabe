"""`onchip rtl compare` over random chips: ten million router cycles without a difference."""

from itertools import count
from random import Random

import pytest

from onchip.chip import chips
from onchip.rtl import comparison, hardware

ROUTER_CYCLES = 10_000_000  # in all, divided equally among the chips
SHAPES = ("mesh", "torus", "ring", "drawn")
CHIPS = 8  # two of each shape; two meshes with multicasts follow
MULTICAST = range(CHIPS, CHIPS + 2)
TRAFFIC = 20_000  # cycles with new packets; then all packets arrive
LOADS = (15, 60, 250)  # packets that an endpoint begins in 1,000 cycles


def chip_file(number: int) -> str:
    """A chip of four to nine routers. Shapes, arbiters, buffers and circuits take turns, so that a
    few chips cover all of them.
    """
    random = Random(number)
    shape = SHAPES[number % 4]
    lines = [f'name = "random{number}"']
    keys = {
        "levels": random.choice((2, 4, 8)),
        "arbiter": ("round_robin", "fixed")[number // 4 % 2],
        "buffers": ("shared", "per_level")[(number // 2 + number // 4) % 2],
        "circuits": ("exclusive", "shared", "none")[number % 3],
        "credit": random.randint(1, 3),
        "link": random.randint(0, 2),
        "router": random.randint(1, 3),
        "buffer_flits": random.randint(1, 5),
    }
    if number in MULTICAST:
        shape = "mesh"
        keys |= {"multicast": "rectangle", "buffers": "shared", "circuits": "none"}
        keys["buffer_flits"] = random.randint(3, 6)  # a header, an address and a word
    if keys["circuits"] != "none" and shape != "torus" and number % 2 == 0:
        keys["circuit_conflict"] = "queue"
    if keys["buffers"] == "per_level":
        keys["levels"] = 2  # a buffer for each level multiplies the hardware to compile
    if shape in ("mesh", "torus"):
        columns, rows = (random.randint(2, 3) for _ in range(2))
        lines += ["[mesh]", f"columns = {columns}", f"rows = {rows}"]
        keys |= {"topology": shape, "routing": random.choice(("xy", "yx"))}
    else:
        routers = random.randint(4, 7)
        links = [[router, (router + 1) % routers] for router in range(routers)]
        if shape == "drawn":
            links += [[0, routers // 2]]
        lines += ["[drawn]", f"routers = {routers}", f"tiles = {list(range(routers))}"]
        lines += [f"links = {links}"]
        keys["topology"] = "drawn"
    lines += ["[tile]", "cores = 1", "memory_kb = 16", "[network]"]
    lines += [f"{key} = {value!r}".replace("'", '"') for key, value in keys.items()]
    lines += ["[ni]", f"delay = {random.randint(0, 3)}"]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def all_chips(tmp_path_factory):
    numbers = [*range(CHIPS), *MULTICAST]
    paths = [tmp_path_factory.mktemp("random") / f"{number}.toml" for number in numbers]
    for number, path in enumerate(paths):
        path.write_text(chip_file(number))
    return [chips.load(str(path)) for path in paths]


def test_random_chips_have_everything(all_chips):
    """The chips have each value of these keys, and each pair of arbiter and circuits."""
    networks = [chip.config["network"] for chip in all_chips[:CHIPS]]
    arbiters = ("round_robin", "fixed")
    circuits = ("exclusive", "shared", "none")
    assert {network["levels"] for network in networks} == {2, 4, 8}
    assert {network["buffers"] for network in networks} == {"shared", "per_level"}
    pairs = {(network["arbiter"], network["circuits"]) for network in networks}
    assert pairs == {(arbiter, kind) for arbiter in arbiters for kind in circuits}
    queues = [network for network in networks if network["circuit_conflict"] == "queue"]
    assert {network["arbiter"] for network in queues} == set(arbiters)
    assert {network["buffers"] for network in queues} == {"shared", "per_level"}


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("number", [*range(CHIPS), *MULTICAST])
def test_random_chips_are_the_same_for_ten_million_router_cycles(all_chips, tmp_path, number):
    chip = all_chips[number]
    simulation = hardware.compile_network(chip, tmp_path)
    ran = 0
    for seed in count(100 * number):
        case = comparison.random_case(chip, seed, TRAFFIC, LOADS[seed % len(LOADS)])
        compared = case.compare(simulation, tmp_path)
        assert compared.difference is None, (chip_file(number), seed)
        ran += compared.cycles * simulation.routers
        if ran >= ROUTER_CYCLES / CHIPS:
            break
    print(f"{chip.name}: {ran:,} router-cycles")
