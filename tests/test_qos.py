"""The published calls for quality of service, on chips and on this machine."""

import pytest

from conftest import ROOT, hal_flags

FOLDER = ROOT / "tests" / "runtime" / "qos"
PLACES = {
    "two": (2, "--chip", "qm2x2"),
    "qm4x4": (16, "--chip", "qm4x4"),
    "subclusters": (16, "--chip", "subclusters2x8"),
    "host": (6, "--host"),
}


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("program", sorted(FOLDER.glob("*.c")), ids=lambda path: path.stem)
def test_everything_holds(onchip, program, places):
    ranks, *options = PLACES[places]
    report = onchip("run", "-n", ranks, "--json", *options, *hal_flags(*options), program).json
    assert report["stdout"] == "done\n" * ranks


def test_tiles_may_have_any_order(onchip):
    order = onchip.write("order", "\n".join(map(str, [0, 2, 1, *range(3, 16)])))
    report = onchip(
        *("run", "-n", 16, "--json", "--chip", "qm4x4", "--map", order, *hal_flags()),
        FOLDER / "quality.c",
    ).json
    assert report["stdout"] == "done\n" * 16


def test_a_chip_without_circuits_says_so(onchip):
    program = FOLDER / "without" / "channels.c"
    report = onchip("run", "-n", 4, "--json", "--chip", "mesh2x2", *hal_flags(), program).json
    assert report["stdout"] == "done\n" * 4
