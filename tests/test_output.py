"""The output of `onchip run`: JSON, prefixes, statistics, two programs in one world."""

import base64
import json
import re
import subprocess

import pytest

from conftest import ROOT
from onchip.base.failures import Exit
from onchip.chip import chips

HELLO = (
    "#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "int main(int argc, char **argv) {\n"
    "    int rank, size;\n"
    "    MPI_Init(&argc, &argv);\n"
    "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    MPI_Comm_size(MPI_COMM_WORLD, &size);\n"
    '    printf("%s: %d of %d", WHO, rank, size);\n'
    "    for (int i = 1; i < argc; i++)\n"
    '        printf(" <%s>", argv[i]);\n'
    '    printf("\\n");\n'
    '    fprintf(stderr, "err %d\\n", rank);\n'
    "    MPI_Finalize();\n"
    '    return getenv("CODE") ? atoi(getenv("CODE")) : 0;\n}\n'
)
HERE = pytest.mark.parametrize("where", [[], ["--host"]], ids=["chip", "host"])


@pytest.fixture
def hello(onchip):
    onchip.write("a.c", '#define WHO "a"\n' + HELLO)
    onchip.write("b.c", '#define WHO "b"\n' + HELLO)
    return onchip


@HERE
def test_json(hello, where):
    done = hello("run", *where, "-n", "3", "--json", "a.c", "x", "y z")
    report = done.json
    said = [f"a: {rank} of 3 <x> <y z>" for rank in range(3)]
    assert sorted(report["stdout"].splitlines()) == said
    assert sorted(report["stderr"].splitlines()) == [f"err {rank}" for rank in range(3)]
    assert sorted(done.err.splitlines()) == [f"err {rank}" for rank in range(3)]
    assert (report["exit_code"], report["kind"], report["ranks"]) == (0, "exit", 3)
    assert report["wall_seconds"] > 0 and len(report["per_rank"]) == 3
    if where:
        assert report["chip"] is report["cycles"] is report["instructions"] is None
    else:
        assert report["chip"] == "mesh4x4"
        assert report["instructions"] > 0 and report["cycles"] > report["instructions"] / 3
        assert report["statistics"]


@HERE
def test_json_in_a_file(hello, tmp_path, where):
    done = hello("run", *where, "-n", "3", "--json=report", "a.c")
    assert sorted(done.out.splitlines()) == [f"a: {rank} of 3" for rank in range(3)]
    report = json.loads((tmp_path / "report").read_text())
    assert report["stdout"] == done.out and report["ranks"] == 3


def test_json_in_a_file_that_cannot_be_written(hello):
    err = hello("run", "--json=no/report", "a.c", code=Exit.USAGE).err
    assert "no/report: " in err and "No such file" in err
    assert "a.c is a source file" in hello("run", "--json=a.c", "a.c", code=Exit.USAGE).err


def test_json_keeps_what_is_no_text(onchip):
    onchip.write("a.c", '#include <stdio.h>\nint main(void) { puts("\\xff\\xfe"); }\n')
    report = onchip("run", "-n", "1", "--json", "a.c").json
    assert base64.b64decode(report["stdout_base64"]) == b"\xff\xfe\n"


def documented(page):
    """The first column of a page's tables."""
    rows = re.findall(r"^\| ?(`.*?) ?\|", (ROOT / "docs" / page).read_text(), re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def keys(value):
    """All keys of objects in a JSON value."""
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list) else set()


def test_all_keys_are_documented(hello):
    say = 'puts("\\xff"); fputs("\\xff", stderr);'
    hello.write("b.c", f"#include <stdio.h>\nint main(void) {{ {say} }}\n")
    words = ("-n", "1", "--threads", "2", "--set", "network.networks=2", "--json", "b.c")
    energy = hello("run", "--power", "power.csv", "--profile", *words).json
    reports = [
        energy,
        hello("run", "--host", "-n", "2", "--json", "a.c").json,
    ]
    assert keys(reports) | {"advice", "findings", "stack_bytes"} == documented("json.md")


@HERE
@pytest.mark.parametrize("text", ["", "a", "a\\n", "a\\n\\n"])
def test_output_ends_as_the_program_ended_it(onchip, where, text):
    onchip.write("a.c", f'#include <stdio.h>\nint main(void) {{ printf("{text}"); return 3; }}\n')
    done = onchip("run", *where, "-n", "1", "a.c", code=3)
    assert (done.out, done.err) == (text.replace("\\n", "\n"), "")


@pytest.mark.parametrize("words", [["-n", "4"], ["x", "--stats"], ["--json=y"], ["-np", "4"]])
def test_options_after_the_program_are_mentioned(hello, words):
    done = hello("run", "a.c", *words)
    option = next(word for word in words if word.startswith("-"))
    assert f"onchip: {option} after a.c is passed to the program" in done.err
    assert "".join(f" <{word}>" for word in words) in done.out
    assert "onchip" not in hello("run", "-n", "1", "a.c", "--", *words).err
    assert "onchip" not in hello("run", "-n", "1", "a.c", "x", "-", "-z").err
    done = hello("run", "-n", "1", "--", "a.c", *words, ":", "--")
    assert "onchip" not in done.err
    assert "".join(f" <{word}>" for word in (*words, ":", "--")) in done.out


@pytest.mark.parametrize(
    ("code", "options", "words"),
    [
        ('if (argc > 1 && !strcmp(argv[1], "-n")) return 0;', [], ["-n", "4"]),
        ("if (argc > 1 && argv[1][1] == 'n') return 0;", [], ["-n", "4"]),
        ('while (getopt(argc, argv, "sn:") > 0) ;', [], ["-n", "4"]),
        ("(void)argv;", ["-n", "2"], ["-n", "100"]),
        ("(void)argv;", ["-np", "2"], ["-n", "100"]),
        ("(void)argv;", ["-n", "2", "--stats"], ["-np", "100", "--stats"]),
    ],
)
def test_options_that_the_program_has_are_not_mentioned(onchip, code, options, words):
    """Many programs have an option `-n`. No note is printed if the program's text reads such an
    option, or if onchip has already got its own `-n`.
    """
    onchip.write(
        "a.c",
        "#include <string.h>\n#include <unistd.h>\n"
        f"int main(int argc, char **argv) {{ {code} return !argc; }}\n",
    )
    assert "is passed to" not in onchip("run", *options, "a.c", *words).err
    if not options and "'n'" not in code:
        onchip("cc", "-g", "a.c", "-o", "a")
        assert "is passed to" not in onchip("run", "a", *words).err


def test_options_after_the_second_program(hello):
    words = ("-n", "1", "a.c", "-n", "3", ":", "-n", "1", "b.c")
    assert "is passed to" not in hello("run", *words, "-n", "4").err
    assert "--stats after b.c is passed to" in hello("run", *words, "--stats").err


def test_ranks_as_mpiexec_has_them(hello):
    done = hello("run", "-np", "2", "a.c", ":", "-np", "1", "b.c")
    assert sorted(done.out.splitlines()) == ["a: 0 of 3", "a: 1 of 3", "b: 2 of 3"]


@pytest.mark.parametrize("name", ["a.f90", "a.F"])
def test_other_languages(onchip, name):
    onchip.write(name, "")
    err = onchip("run", "-n", "1", name, code=Exit.USAGE).err
    assert f"{name} is Fortran" in err


@pytest.mark.parametrize("name", ["p.S", "p.c", "p.cpp", "p.o", "p.a"])
@HERE
def test_a_linked_program_is_one_whatever_its_name(hello, name, where):
    hello("cc", *where, "a.c", "-o", "linked")
    (hello.folder / "linked").rename(hello.folder / name)
    assert "<b.c>" in hello("run", *where, "-n", "1", name, "b.c").out


def test_json_of_a_failure_has_the_same_fields(hello):
    right = hello("run", "-n", "1", "--json", "a.c").json
    wrong = hello("run", "-n", "17", "--json", "a.c", code=67)
    assert wrong.json.keys() == right.keys()
    assert wrong.json["kind"] == "ranks" and wrong.json["message"] in wrong.err


@HERE
def test_prefix(hello, where):
    done = hello("run", *where, "-n", "4", "--prefix", "a.c")
    assert sorted(done.out.splitlines()) == [f"[{rank}] a: {rank} of 4" for rank in range(4)]
    assert sorted(done.err.splitlines()) == [f"[{rank}] err {rank}" for rank in range(4)]


@HERE
def test_two_programs_in_one_world(hello, where):
    words = ("-n", "2", "a.c", "one", ":", "-n", "3", "b.c", "--", "two")
    done = hello("run", *where, *words)
    programs = sorted(line.split(":")[0] + line[-6:] for line in done.out.splitlines())
    assert programs == ["a <one>"] * 2 + ["b <two>"] * 3
    ranks = sorted(int(line.split()[1]) for line in done.out.splitlines())
    assert ranks == list(range(5))
    assert all("of 5" in line for line in done.out.splitlines())


@HERE
def test_exit_code_and_environment(hello, where):
    hello("run", *where, "-n", "2", "--env", "CODE=37", "a.c", code=37)


@HERE
def test_abort(hello, where):
    hello.write(
        "abort.c",
        "#include <mpi.h>\n"
        "int main(int argc, char **argv) {\n"
        "    int rank, value;\n"
        "    MPI_Init(&argc, &argv);\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "    if (rank == 1)\n"
        "        MPI_Abort(MPI_COMM_WORLD, 11);\n"
        "    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
        "    return 0;\n}\n",
    )
    report = hello("run", *where, "-n", "4", "--json", "abort.c", code=11).json
    assert report["kind"] == "abort"


def test_linked_program_runs_like_its_source(hello):
    hello("cc", "a.c", "-O2", "-o", "linked")
    assert hello("run", "-n", "2", "linked").out == hello("run", "-n", "2", "a.c").out


def test_statistics_and_no_progress_line_without_a_terminal(hello):
    done = hello("run", "-n", "2", "--stats", "a.c")
    assert "cycles" in done.err and "instructions" in done.err and "\x1b" not in done.err


def test_progress_line_on_a_terminal(onchip):
    """The progress line appears after two seconds, and disappears before the error message."""
    onchip.write("endless.c", "int main(void) { for (volatile int i = 0;; i++) ; }\n")
    code, shown = onchip.on_terminal("run", "-n", 1, "--timeout", 4, "endless.c")
    assert code == 74
    progress = rb"\r\x1b\[K\x1b\[2m[\d,]+ cycles, [\d.]+ million instructions/s\x1b\[0m"
    assert len(re.findall(progress, shown)) > 3
    assert b"\r\x1b[Konchip: stopped after 4 seconds" in shown


def test_default_is_a_rank_for_each_core(hello):
    assert len(hello("run", "--chip", "mesh3x3", "a.c").out.splitlines()) == 9


def test_files_stay_below_the_root(hello, tmp_path):
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "in").write_text("inside")
    (tmp_path / "secret").write_text("outside")
    (tmp_path / "root" / "link").symlink_to(tmp_path / "secret")
    hello.write(
        "read.c",
        "#include <stdio.h>\n"
        "int main(int argc, char **argv) {\n"
        "    for (int i = 1; i < argc; i++) {\n"
        '        char text[16] = "";\n'
        '        FILE *file = fopen(argv[i], "r");\n'
        "        if (file)\n"
        "            fread(text, 1, 15, file);\n"
        '        printf("%s %s\\n", argv[i], file ? text : "refused");\n'
        "    }\n"
        '    FILE *out = fopen("out", "w");\n'
        '    fprintf(out, "written");\n'
        "    fclose(out);\n"
        "    return 0;\n}\n",
    )
    outside = ["../secret", str(tmp_path / "secret"), "link", "x/../../secret"]
    done = hello("run", "-n", "1", "--root", "root", "read.c", "in", *outside)
    assert done.out.splitlines() == ["in inside", *(f"{path} refused" for path in outside)]
    assert (tmp_path / "root" / "out").read_text() == "written"


def test_chip_list_and_show(onchip):
    listed = {chip["name"]: chip for chip in json.loads(onchip("chip", "list", "--json").out)}
    assert {"mesh2x2", "mesh3x3", "mesh4x4", "quad2x2", "mesh8x8", "mesh32x32"} <= listed.keys()
    text = onchip("chip", "list").out
    for name, chip in listed.items():
        assert name in text
        config = json.loads(onchip("chip", "show", name, "--json").out)
        mesh = config.get("mesh") or {"columns": len(config["drawn"]["tiles"]), "rows": 1}
        others = config["tile_kind"]
        plain = mesh["columns"] * mesh["rows"] - sum(len(kind["tiles"]) for kind in others)
        cores = sum(len(kind["tiles"]) * kind["cores"] for kind in others)
        assert chip["cores"] == plain * config["tile"]["cores"] + cores
    shown = onchip("chip", "show", "mesh4x4").out
    assert "┌────┐" in shown and all(
        f" {tile} " in shown or f" {tile}M" in shown for tile in range(16)
    )


def test_links_that_differ_are_shown(onchip):
    onchip.write(
        "chiplets.toml",
        "[mesh]\ncolumns = 4\nrows = 2\n[tile]\ncores = 1\nmemory_kb = 256\n"
        "[[link]]\nchiplet_columns = 2\ndelay = 9\nflit_cycles = 4\n"
        "[[link]]\nbetween = [[4, 0]]\ndelay = 3\ncredit = 2\n",
    )
    shown = onchip("chip", "show", "chiplets.toml").out
    # Each row has three links between columns, one of which joins the chiplets.
    assert shown.count("├══┤") == 2 and shown.count("├──┤") == 4
    pillars = [line for line in shown.splitlines() if "║" in line and "│" in line]
    assert [line.split() for line in pillars] == [["║", "│", "│", "│"]]
    lines = [line.split() for line in shown.splitlines()]
    assert ["1–2,", "5–6", "9", "9", "4"] in lines and ["4–0", "3", "2", "1"] in lines
    config = onchip("chip", "show", "chiplets.toml", "--json").json
    assert config["link"][0]["between"] == [[1, 2], [5, 6]]
    message = onchip("rtl", "emit", "--chip", "chiplets.toml", code=Exit.CHIP).err
    assert "chiplets.toml: link: the hardware has equal links only" in message
    words = ("rtl", "emit", "--set", "perturb.seed=1")
    assert "nothing is random in the hardware" in onchip(*words, code=Exit.CHIP).err


@pytest.mark.parametrize(
    ("topology", "sizes", "tiles", "shape"),
    [
        ("ring", [5], 10, "5 ring"),
        ("mesh", [2, 2, 2], 16, "2×2×2 mesh"),
        ("fat_tree", [2, 3], 8, "2×3 fat tree"),
        ("dragonfly", [2, 3], 12, "2×3 dragonfly"),
    ],
)
def test_topologies_by_name_run(onchip, topology, sizes, tiles, shape):
    onchip.write(
        "named.toml",
        f"[shape]\nsizes = {sizes}\nconcentration = 2\n[tile]\ncores = 1\nmemory_kb = 256\n"
        f'[network]\ntopology = "{topology}"\n[dram]\nrouters = [0]\nsize_mb = 1\n',
    )
    assert chips.load(str(onchip.folder / "named.toml")).shape == shape
    shown = onchip("chip", "show", "named.toml").out
    assert f"{tiles} tiles" in shown
    onchip.write(
        "sum.c",
        "#include <mpi.h>\n#include <stdio.h>\nint main(void) {\n"
        "    int rank, sum;\n    MPI_Init(NULL, NULL);\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);\n"
        '    if (rank == 0)\n        printf("%d\\n", sum);\n    MPI_Finalize();\n}\n',
    )
    done = onchip("run", "-n", tiles, "--chip", "named.toml", "sum.c")
    assert int(done.out) == tiles * (tiles - 1) // 2


def test_other_topologies_run_and_are_shown(onchip):
    rest = '[tile]\ncores = 1\nmemory_kb = 256\n[network]\ntopology = "{}"\n'
    onchip.write("torus.toml", "[mesh]\ncolumns = 4\nrows = 3\n" + rest.format("torus"))
    shown = onchip("chip", "show", "torus.toml").out
    # The links that close four columns are shown above and below; each row has two such ends.
    lines = shown.splitlines()
    assert sum(line.count("─┤") for line in lines if line.strip().startswith("─┤")) == 3 * 4
    assert "torus: the last of each row and column is linked with the first" in shown
    drawn = "[drawn]\nrouters = 3\ntiles = [0, 1, 1, 1, 2]\nlinks = [[0, 1], [2, 1]]\n"
    onchip.write(
        "drawn.toml", drawn + rest.format("drawn") + "[dram]\nrouters = [0, 0]\nsize_mb = 2\n"
    )
    shown = [line.split() for line in onchip("chip", "show", "drawn.toml").out.splitlines()]
    assert ["0", "0", "1", "MM"] in shown
    assert ["1", "1–3", "0,", "2"] in shown and ["2", "4", "1"] in shown
    onchip.write(
        "name.c",
        "#include <mpi.h>\n#include <stdio.h>\n"
        "int main(int argc, char **argv) {\n"
        "    MPI_Init(&argc, &argv);\n"
        "    int rank, sum, length;\n"
        "    char name[MPI_MAX_PROCESSOR_NAME];\n"
        "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
        "    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
        "    MPI_Get_processor_name(name, &length);\n"
        '    printf("%d %s\\n", sum, name);\n'
        "    MPI_Finalize();\n"
        "    return 0;\n}\n",
    )
    for chip, tiles, name in (("torus", 12, "mesh4x3"), ("drawn", 5, "drawn")):
        done = onchip("run", "-n", tiles, "--chip", f"{chip}.toml", "name.c")
        total = tiles * (tiles - 1) // 2
        expected = [f"{total} {name} tile {tile} core 0" for tile in range(tiles)]
        assert sorted(done.out.splitlines()) == sorted(expected)


def test_both_streams_keep_their_order_in_one_file(onchip):
    onchip.write(
        "both.c",
        "#include <stdio.h>\nint main(void) { for (int i = 0; i < 4; i++) {\n"
        '    printf("out %d\\n", i); fflush(stdout); fprintf(stderr, "err %d\\n", i); } }\n',
    )
    command = [ROOT / ".venv/bin/onchip", "run", "-n", "1", "both.c"]
    done = subprocess.run(
        command, cwd=onchip.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.stdout.splitlines() == [f"{name} {i}" for i in range(4) for name in ("out", "err")]
