"""Programs whose files are damaged at random are refused, or run to some end, but never cause a
panic.
"""

import random
import resource
import struct

import pytest

from conftest import ROOT

CASES = 400
RUN_MS = 20


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The bytes of an intact program."""
    from onchip.build import compiler

    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "hello.c").write_text(
        '#include <stdio.h>\nint main(void) { return puts("hello"); }\n'
    )
    compiler.run(compiler.CHIP, ["hello.c", "-o", "hello"], cwd=folder, check=True)
    return (folder / "hello").read_bytes()


def simulate(elf: bytes) -> str:
    """Loads a program and runs it for a moment; returns the kind of its end."""
    from onchip import _core

    chip = ROOT / "chips" / "mesh2x2.toml"
    programs = [{"elf": elf, "name": "fuzzed", "ranks": 2, "args": []}]
    try:
        simulation = _core.Simulation(_core.Chip(chip.read_text(), str(chip)), programs=programs)
    except _core.LoadError as error:
        kind, message = error.args
        assert kind in ("elf", "memory") and "fuzzed" in message
        return kind
    simulation.run(RUN_MS)
    return simulation.report()["kind"]


def damaged(program: bytes, generator: random.Random) -> bytes:
    """A program with a few bytes changed, mostly in the headers, or with the end cut off."""
    if generator.random() < 0.2:
        return program[: generator.randrange(len(program))]
    changed = bytearray(program)
    for _ in range(generator.randint(1, 8)):
        reach = generator.choice((52, 52 + 5 * 32, len(program)))
        changed[generator.randrange(reach)] = generator.choice((0, 1, 0x7F, 0x80, 0xFF, 0x5A))
    return bytes(changed)


def test_damaged_programs_do_not_panic(program):
    seed = random.randrange(1 << 32)
    generator = random.Random(seed)
    kinds = {}
    for case in range(CASES):
        elf = damaged(program, generator)
        try:
            kind = simulate(elf)
        except BaseException as error:  # a panic is not an Exception
            raise AssertionError(f"seed {seed}, case {case}: {error}") from error
        kinds[kind] = kinds.get(kind, 0) + 1
    print(f"seed {seed}: {kinds}")
    # Some damaged programs are refused, and some run.
    assert kinds.pop("elf") > CASES // 10
    assert sum(kinds.values()) > CASES // 10


@pytest.mark.parametrize("length", range(0, 512, 17))
def test_truncated_programs_are_refused(program, length):
    assert simulate(program[:length]) == "elf"


def test_program_without_its_last_byte_is_refused(program):
    # The linker writes the section table last (System V ABI, e_shoff).
    assert simulate(program[:-1]) == "elf"


def test_segment_far_beyond_the_tile_takes_no_memory(program):
    # Moves p_vaddr of each loaded segment (System V ABI, "Program Header") up by 250 MB.
    (table,) = struct.unpack_from("<I", program, 28)
    (count,) = struct.unpack_from("<H", program, 44)
    headers = [struct.unpack_from("<8I", program, table + 32 * i) for i in range(count)]
    loaded = [i for i, header in enumerate(headers) if header[0] == 1 and header[5] > 0]
    assert loaded
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for index in loaded:
        changed = with_word(program, table + 32 * index + 8, headers[index][2] + (250 << 20))
        assert simulate(changed) in ("memory", "elf")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10  # in kB


def with_word(program: bytes, offset: int, value: int) -> bytes:
    """The program with the word at `offset` changed."""
    return program[:offset] + struct.pack("<I", value) + program[offset + 4 :]


def test_right_program_runs(program):
    assert simulate(program) == "exit"
