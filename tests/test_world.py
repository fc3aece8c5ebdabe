"""How a command line is divided into programs, ranks and arguments."""

import click
import pytest

from onchip.launch import world


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a.c", "b.c", "linked"):
        (tmp_path / name).touch()


@pytest.mark.parametrize(
    ("ranks", "line", "expected"),
    [
        (4, "a.c", [(("a.c",), (), 4)]),
        (None, "a.c", [(("a.c",), (), None)]),
        (4, "a.c b.c x y", [(("a.c", "b.c"), ("x", "y"), 4)]),
        (4, "a.c -- b.c", [(("a.c",), ("b.c",), 4)]),
        (4, "a.c x -- y", [(("a.c",), ("x", "--", "y"), 4)]),
        (4, "-- linked -- : -n 2 b.c", [(("linked",), ("--", ":", "-n", "2", "b.c"), 4)]),
        (4, "-- a.c b.c x : -z", [(("a.c", "b.c"), ("x", ":", "-z"), 4)]),
        (4, "linked -n 3 --json", [(("linked",), ("-n", "3", "--json"), 4)]),
        (4, "linked a.c", [(("linked",), ("a.c",), 4)]),
        (
            1,
            "a.c x : -n 2 b.c : -n 3 linked y z",
            [(("a.c",), ("x",), 1), (("b.c",), (), 2), (("linked",), ("y", "z"), 3)],
        ),
    ],
)
def test_divided(ranks, line, expected):
    programs = world.parse(ranks, tuple(line.split()))
    assert [(p.files, p.arguments, p.ranks) for p in programs] == expected


@pytest.mark.parametrize(
    ("ranks", "line", "message"),
    [
        (4, "missing.c", "no file missing.c"),
        (4, "a", "no file a; did you mean a.c?"),
        (4, "out.json a.c", "no file out.json; did you mean --json=out.json?"),
        (4, "-", "onchip cc -xc -"),
        (4, "a.c missing.c", "no file missing.c"),
        (4, "--", "no program"),
        (4, "x -- a.c", "no file x"),
        (4, "a.c :", "no program"),
        (4, ": -n 2 a.c", "no program"),
        (4, "a.c : b.c", "its own -n"),
        (None, "a.c : -n 2 b.c", "its own -n"),
        (4, "a.c : -n", "-n needs a number"),
        (4, "a.c : -n 0 b.c", "-n needs a number"),
        (4, "a.c : -n x b.c", "-n needs a number"),
    ],
)
def test_refused(ranks, line, message):
    with pytest.raises(click.UsageError, match=message):
        world.parse(ranks, tuple(line.split()))
