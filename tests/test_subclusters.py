"""The chip of two subclusters: its memories, and programs on it."""

import pytest

from conftest import ROOT, hal_flags

CHIP = ("--chip", "subclusters2x8")
RUNTIME = ROOT / "tests" / "runtime"


@pytest.mark.parametrize(
    "program", ["clustered/sides.c", "hal/controllers.c", "hal/mutexes.c"], ids=str
)
def test_everything_holds_in_both_modes(onchip, program):
    words = ("run", "-n", 16, "--json", *CHIP, *hal_flags())
    fast, reference = (
        onchip(*words, *mode, RUNTIME / program).json for mode in ((), ("--reference",))
    )
    assert fast["stdout"] == "done\n" * 16
    del fast["wall_seconds"], reference["wall_seconds"]
    assert fast == reference


@pytest.mark.parametrize("ranks", [4, 8, 16])
@pytest.mark.parametrize("program", ["pi", "ring"])
def test_examples_say_what_they_say_on_the_host(onchip, program, ranks):
    path = ROOT / "examples" / f"{program}.c"
    on_chip, on_host = (
        onchip("run", "-n", ranks, "--json", *where, path).json["stdout"]
        for where in (CHIP, ("--host",))
    )
    assert sorted(on_chip.splitlines()) == sorted(on_host.splitlines())


def test_its_picture_has_the_sides_and_their_memories(onchip):
    shown = [line.split() for line in onchip("chip", "show", "subclusters2x8").out.splitlines()]
    assert ["0", "—", "1–4", "external"] in shown
    for router, (side, linked) in enumerate((("left", "0, 2"), ("right", "0–1")), 1):
        first = 4 * (router - 1)
        tiles = f"{first}–{first + 3}"
        assert [str(router), tiles, *linked.split(), f"{side}0"] in shown
        assert [f"{side}0", "32", "kB", str(router), "0–7"] in shown
    assert ["external", "8", "MB", "0", "all"] in shown
    assert shown.count(["[[memory]]"]) == 5


def test_a_memory_at_a_mesh_is_shown_and_used(onchip):
    onchip.write(
        "mesh.toml",
        "[mesh]\ncolumns = 2\nrows = 1\n[tile]\ncores = 2\nmemory_kb = 128\n[[memory]]\n"
        'name = "shared"\nrouter = 1\nsize_kb = 16\nmutexes = 3\n',
    )
    shown = onchip("chip", "show", "mesh.toml").out
    assert "1M│" in shown and ["shared", "16", "kB", "1", "all"] in map(
        str.split, shown.splitlines()
    )
    for program in ("controllers.c", "mutexes.c"):
        words = ("run", "-n", 4, "--chip", "mesh.toml", *hal_flags(), RUNTIME / "hal" / program)
        assert onchip(*words).out == "done\n" * 4
