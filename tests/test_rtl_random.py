"""`onchip rtl compare` over random chips: ten million cycles of switches, all the same."""

from itertools import count
from random import Random

import pytest

from onchip import chips
from onchip.rtl import comparison, hardware

SWITCH_CYCLES = 10_000_000  # at least
SHAPES = ("mesh", "torus", "ring", "drawn")
CHIPS = 8  # each shape twice; further ones until there are enough cycles
TRAFFIC = 140_000  # cycles of each


def chip_file(number: int) -> str:
    """A chip of four to nine switches. Shapes, arbiters, buffers and circuits take turns, so that a
    few chips have all of them.
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
        "switch": random.randint(1, 3),
        "buffer_flits": random.randint(1, 5),
    }
    if keys["buffers"] == "per_level":
        keys["levels"] = 2  # a buffer for each: as many times the hardware to compile
    if shape in ("mesh", "torus"):
        columns, rows = (random.randint(2, 3) for _ in range(2))
        lines += ["[mesh]", f"columns = {columns}", f"rows = {rows}"]
        keys |= {"topology": shape, "routing": random.choice(("xy", "yx"))}
    else:
        switches = random.randint(4, 7)
        links = [[switch, (switch + 1) % switches] for switch in range(switches)]
        if shape == "drawn":
            links += [[0, switches // 2]]
        lines += ["[drawn]", f"switches = {switches}", f"tiles = {list(range(switches))}"]
        lines += [f"links = {links}"]
        keys["topology"] = "drawn"
    lines += ["[tile]", "cores = 1", "memory_kb = 16", "[network]"]
    lines += [f"{key} = {value!r}".replace("'", '"') for key, value in keys.items()]
    lines += ["[ni]", f"delay = {random.randint(0, 3)}"]
    return "\n".join(lines)


@pytest.mark.long
@pytest.mark.timeout(5400)
def test_random_chips_are_the_same_for_ten_million_switch_cycles(tmp_path):
    total, seen = 0, set()
    for number in count():
        if number >= CHIPS and total >= SWITCH_CYCLES:
            break
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "chip.toml"
        path.write_text(chip_file(number))
        chip = chips.load(str(path))
        simulation = hardware.compile_network(chip, folder)
        for load in (15, 60, 250):
            case = comparison.random_case(chip, 100 * number + load, TRAFFIC // 3, load)
            compared = case.compare(simulation, folder)
            assert compared.difference is None, (path.read_text(), load)
            total += compared.cycles * simulation.routers
        network = chip.config["network"]
        seen |= {SHAPES[number % 4], *(network[key] for key in ("arbiter", "buffers", "circuits"))}
        print(f"{chip.name}: {total:,} switch-cycles so far")
    assert total >= SWITCH_CYCLES
    assert seen >= {*SHAPES, "round_robin", "fixed", "shared", "per_level", "none", "exclusive"}
