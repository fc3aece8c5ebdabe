"""OpenMP's environment variables (OpenMP 5.2, chapter 21)."""

import os
import re
import subprocess

import pytest

from onchip.launch import openmp_environment


def test_the_environment_is_heeded(onchip):
    file = onchip.write(
        "settings.c",
        """
        #include <omp.h>
        #include <stdio.h>
        int main(void) {
            omp_sched_t kind;
            int chunk;
            omp_get_schedule(&kind, &chunk);
            printf("%d %d %d %d ", omp_get_max_threads(), kind, chunk, omp_get_dynamic());
            printf("%d\\n", omp_get_max_task_priority());
        }
        """,
    )

    def printed(*variables):
        words = [word for variable in variables for word in ("--env", variable)]
        done = onchip("run", "-n", 1, "--threads", 4, "--host", *words, file)
        return done.out.split(), done.err

    assert printed() == (["4", "2", "1", "0", "0"], "")
    set_so = printed("OMP_NUM_THREADS=3", "OMP_SCHEDULE=guided, 5", "OMP_DYNAMIC=TRUE")
    assert set_so == (["3", "3", "5", "1", "0"], "")
    rest = printed("OMP_NUM_THREADS=2,2", "OMP_SCHEDULE=static", "OMP_MAX_TASK_PRIORITY=1000")
    assert rest == (["2", "1", "0", "0", "1000"], "")
    more, message = printed("OMP_NUM_THREADS=9")
    assert more[0] == "9" and "asks for 9 threads and gets 4" in message
    wrong, message = printed("OMP_NUM_THREADS=many", "OMP_SCHEDULE=often")
    assert wrong == ["4", "2", "1", "0", "0"]
    assert "OMP_NUM_THREADS: not a number" in message and "OMP_SCHEDULE: not static" in message


def test_the_environment_says_how_deep_regions_are(onchip):
    file = onchip.write(
        "deep.c",
        """
        #include <omp.h>
        #include <stdio.h>
        int main(void) {
            int inner = 0;
            #pragma omp parallel
            if (omp_get_thread_num() == 0) {
                #pragma omp parallel
                if (omp_get_thread_num() == 0)
                    inner = omp_get_num_threads() * 100 + omp_get_max_threads() * 10 +
                            omp_get_max_active_levels();
            }
            printf("%d %d\\n", omp_get_max_threads(), inner);
        }
        """,
    )

    def printed(*variables):
        words = [word for variable in variables for word in ("--env", variable)]
        done = onchip("run", "-n", 1, "--threads", 6, "--chip", "quad2x2", *words, file)
        assert not done.err, done.err
        return done.out

    assert printed() == "6 161\n"
    assert printed("OMP_NUM_THREADS=2") == "2 121\n"
    # Inner regions beyond the end of a list use its last number. A list also enables nested
    # regions.
    assert printed("OMP_NUM_THREADS=2, 3") == "2 338\n"
    assert printed("OMP_NUM_THREADS=2,3,4") == "2 348\n"
    assert printed("OMP_NUM_THREADS=2,3", "OMP_MAX_ACTIVE_LEVELS=1") == "2 131\n"
    assert printed("OMP_NUM_THREADS=2", "OMP_NESTED=true") == "2 228\n"
    # Four threads are allowed in total. Two are in the outer region. The other two join the inner
    # region of thread 0.
    assert printed("OMP_NUM_THREADS=2,3,2", "OMP_THREAD_LIMIT=4") == "2 328\n"


def _counted(*directives: str) -> str:
    """An expression for the number of threads that pass through nested regions."""
    regions = "".join(f'_Pragma("omp {one}") {{ ' for one in directives)
    return f'({{ int n = 0; {regions} _Pragma("omp atomic") n++; {"} " * len(directives)} n; }})'


# An environment variable, and an expression that links only the code which uses this variable.
ALONE = [
    ("OMP_NUM_THREADS=3", "omp_get_max_threads()"),
    ("OMP_NUM_THREADS=3", _counted("parallel")),
    ("OMP_NUM_THREADS=2,2", _counted("parallel", "parallel")),
    ("OMP_NUM_THREADS=2,2", "omp_get_max_active_levels() > 1"),
    ("OMP_THREAD_LIMIT=3", "omp_get_thread_limit()"),
    ("OMP_THREAD_LIMIT=3", _counted("parallel")),
    ("OMP_DYNAMIC=true", "omp_get_dynamic()"),
    ("OMP_SCHEDULE=guided,7", "({ omp_sched_t k; int c; omp_get_schedule(&k, &c); k * 100 + c; })"),
    (
        "OMP_SCHEDULE=static,3",
        '({ int n = 0; _Pragma("omp parallel for schedule(runtime) reduction(+ : n)")'
        "for (int i = 0; i < 12; i++) n += i * omp_get_thread_num(); n; })",
    ),
    ("OMP_NESTED=true", "omp_get_nested()"),
    ("OMP_NESTED=true", _counted("parallel num_threads(2)", "parallel num_threads(2)")),
    ("OMP_MAX_ACTIVE_LEVELS=5", "omp_get_max_active_levels()"),
    ("OMP_MAX_ACTIVE_LEVELS=0", _counted("parallel")),
    ("OMP_CANCELLATION=true", "omp_get_cancellation()"),
    (
        "OMP_CANCELLATION=true",
        '({ int n = 0; _Pragma("omp parallel num_threads(1)") {'
        '_Pragma("omp cancel parallel") n = 1; } n; })',
    ),
    ("OMP_MAX_TASK_PRIORITY=9", "omp_get_max_task_priority()"),
    ("OMP_PROC_BIND=spread", "omp_get_proc_bind()"),
    ("OMP_PROC_BIND=spread", "omp_get_max_active_levels()"),
    # A list in OMP_PROC_BIND enables nested regions, as a list in OMP_NUM_THREADS does.
    ("OMP_PROC_BIND=close,spread", "omp_get_max_active_levels() > 1"),
    (
        "OMP_PROC_BIND=close,spread",
        _counted("parallel num_threads(2)", "parallel num_threads(2)"),
    ),
    ("OMP_PROC_BIND=close,spread OMP_MAX_ACTIVE_LEVELS=1", "omp_get_max_active_levels()"),
    ("OMP_PROC_BIND=close,spread OMP_NESTED=false", "omp_get_max_active_levels()"),
    ("OMP_PLACES={0},{1}", "omp_get_num_places()"),
    ("OMP_NUM_TEAMS=3", "omp_get_max_teams()"),
    ("OMP_NUM_TEAMS=3", _counted("teams", "parallel num_threads(1)")),
    ("OMP_NUM_TEAMS=2 OMP_TEAMS_THREAD_LIMIT=3", _counted("teams", "parallel")),
    ("OMP_TEAMS_THREAD_LIMIT=3", "omp_get_teams_thread_limit()"),
    ("OMP_DEFAULT_DEVICE=3", "omp_get_default_device()"),
    ("OMP_ALLOCATOR=omp_large_cap_mem_alloc", "(int)omp_get_default_allocator()"),
    ("OMP_AFFINITY_FORMAT=four", "({ char s[9]; (int)omp_get_affinity_format(s, sizeof s); })"),
]


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="libgomp knows the places of one core only")
@pytest.mark.parametrize("variables, expression", ALONE)
def test_a_setting_is_heeded_whatever_else_is_linked(onchip, variables, expression):
    """libgomp gives the expected value. A chip's program is linked with only what it calls."""
    text = "#include <omp.h>\nint main(void) {\nint r = " + expression + ";\nreturn r; }\n"
    file = onchip.write("alone.c", text)
    theirs = onchip.folder / "theirs"
    subprocess.run(["gcc", "-fopenmp", file, "-o", theirs], check=True)
    pairs = dict(variable.split("=", 1) for variable in variables.split())
    expected = subprocess.run([theirs], env={"OMP_NUM_THREADS": "4"} | pairs, check=False)
    words = [word for variable in variables.split() for word in ("--env", variable)]
    done = onchip("run", "-n", 1, "--threads", 4, "--chip", "sarc4", *words, file, code=None)
    assert (done.code, done.err) == (expected.returncode % 256, "")


NESTED = """
    #include <omp.h>
    #include <stdio.h>
    #include <stdlib.h>
    int main(int argc, char **argv) {
        int outer = atoi(argv[1]), inner = atoi(argv[2]), most = 0;
        omp_set_max_active_levels(2);
        for (int round = 0; round < 3; round++) {
            #pragma omp parallel num_threads(outer) reduction(max : most)
            {
                #pragma omp parallel num_threads(inner) reduction(max : most)
                most = omp_get_num_threads();
                #pragma omp barrier
            }
        }
        printf("%d\\n", most);
    }
"""


def test_a_region_inside_another_one_that_gets_fewer_threads_says_so_once(onchip):
    file = onchip.write("inside.c", NESTED)
    said = "onchip: OpenMP: a region inside another one asks for {} threads and gets {}: "
    for where in (("--chip", "sarc4"), ("--chip", "quad2x2"), ("--host",)):

        def run(outer, inner, *options, where=where):
            words = ("run", "-n", 1, "--threads", 4, *where, *options, file, outer, inner)
            done = onchip(*words)
            return int(done.out), done.err.splitlines()

        size, lines = run(4, 2)
        assert size == 1 and len(lines) == 1 and lines[0].startswith(said.format(2, 1)), where
        assert "--threads" in lines[0]
        size, lines = run(1, 6)
        assert size == 4 and len(lines) == 1 and "asks for 6 threads and gets 4: " in lines[0]
        # The team has as many threads as requested, or as are allowed.
        assert run(1, 4) == (4, [])
        assert run(4, 1) == (1, [])
        assert run(4, 2, "--env", "OMP_DYNAMIC=true") == (1, [])
        assert run(2, 2, "--env", "OMP_THREAD_LIMIT=2") == (1, [])


@pytest.mark.parametrize(
    "variable, wrong",
    [
        ("OMP_NUM_THREADS=2,", "a number of at least 1"),
        ("OMP_NUM_THREADS=2,x", "a number of at least 1"),
        ("OMP_THREAD_LIMIT=2 3", "a number of at least 1"),
        ("OMP_NESTED=maybe", "false|true"),
        ("OMP_MAX_ACTIVE_LEVELS=-1", "a number of at least 0"),
        ("OMP_DYNAMIC=1", "false|true"),
        ("OMP_SCHEDULE=static,0", "static, dynamic"),
        ("OMP_SCHEDULE=monotonic", "static, dynamic"),
        ("OMP_CANCELLATION=", "false|true"),
        ("OMP_MAX_TASK_PRIORITY=high", "a number of at least 0"),
        ("OMP_PROC_BIND=close,far", "true, false, or a list"),
        ("OMP_PROC_BIND=true,close", "true, false, or a list"),
        ("OMP_NUM_THREADS=0", "a number of at least 1"),
        ("OMP_NUM_THREADS=99999999999", "a number of at least 1"),
        ("OMP_DEFAULT_DEVICE=-1", "a number of at least 0"),
        ("OMP_ALLOCATOR=mine", "omp_default_mem_alloc|"),
        ("OMP_ALLOCATOR=omp_const_mem_alloc,1", "omp_default_mem_alloc|"),
        ("OMP_TARGET_OFFLOAD=perhaps", "mandatory|disabled|default"),
        ("OMP_TOOL=true", "disabled|enabled"),
        ("OMP_DEBUG=1", "disabled|enabled"),
        ("OMP_DISPLAY_AFFINITY=verbose", "false|true"),
        ("OMP_STACKSIZE=large", "a size"),
        ("OMP_WAIT_POLICY=none", "active|passive"),
        ("OMP_NUM_TEAMS=0", "a number of at least 1"),
        ("OMP_TEAMS_THREAD_LIMIT=some", "a number of at least 1"),
        ("OMP_DISPLAY_ENV=true or false", "false|true|verbose"),
    ],
)
def test_what_makes_no_sense_in_the_environment_is_said_and_not_used(onchip, variable, wrong):
    program = onchip.folder / "set"
    text = """
        #include <omp.h>
        #include <stdio.h>
        int main(void) {
            omp_sched_t kind;
            int chunk;
            omp_get_schedule(&kind, &chunk);
            printf("%d %d %d %d ", omp_get_max_threads(), kind, chunk, omp_get_dynamic());
            printf("%d %d ", omp_get_thread_limit(), omp_get_max_active_levels());
            printf("%d %d ", omp_get_cancellation(), omp_get_proc_bind());
            printf("%d ", omp_get_max_task_priority());
            printf("%d %d\\n", omp_get_default_device(), (int)omp_get_default_allocator());
        }
        """
    onchip("cc", "--host", "-fopenmp", onchip.write("set.c", text), "-o", program)
    done = onchip("run", "-n", 1, "--threads", 4, "--host", "--env", variable, program)
    assert done.out == "4 2 1 0 4 1 0 1 0 0 1\n"
    name = variable.partition("=")[0]
    assert done.err.startswith(f"onchip: {name}: not {wrong}") and "not used" in done.err


def test_the_environment_is_displayed(onchip):
    text = (
        "#include <omp.h>\nint main(int argc, char **argv) { if (argc > 1) omp_display_env(0); }\n"
    )
    file = onchip.write("shown.c", text)
    words = ("run", "-n", 1, "--threads", 3, "--cflags", "-fopenmp", "--env", "OMP_SCHEDULE=guided")
    for where in ((), ("--host",)):
        from_start = onchip(*words, *where, "--env", "OMP_DISPLAY_ENV=true", file).err
        assert onchip(*words, *where, file, "show").err == from_start
        lines = from_start.splitlines()
        assert lines[0] == "OPENMP DISPLAY ENVIRONMENT BEGIN"
        assert (
            lines[1].startswith("  _OPENMP = '20") and lines[-1] == "OPENMP DISPLAY ENVIRONMENT END"
        )
        for variable in ("NUM_THREADS = '3'", "SCHEDULE = 'GUIDED'", "DYNAMIC = 'FALSE'"):
            assert f"  [host] OMP_{variable}" in lines
        assert not onchip(*words, *where, "--env", "OMP_DISPLAY_ENV=false", file).err


def test_the_environment_is_accepted_where_it_changes_nothing(onchip):
    file = onchip.write("plain.c", "int main(void) { return 0; }\n")
    values = (
        "STACKSIZE=64K",
        "STACKSIZE= 20 K ",
        "WAIT_POLICY=active",
        "PROC_BIND=spread,master",
        "TARGET_OFFLOAD=MANDATORY",
        "TOOL=Enabled",
        "TOOL_LIBRARIES=x:y",
        "TOOL_VERBOSE_INIT=stdout",
        "DEBUG=disabled",
        "PLACES={0}",
    )
    for value in values:
        words = ("run", "-n", 1, "--threads", 2, "--cflags", "-fopenmp", "--env", f"OMP_{value}")
        done = onchip(*words, file)
        assert not done.err


# libgomp gives the expected values. A program may query sizes of places and the binding of regions,
# wherever its threads are.
ASKING = """
    #include <omp.h>
    #include <stdio.h>
    int main(void) {
        int ids[8] = {0}, places = omp_get_num_places();
        printf("%d %d %d |", omp_get_proc_bind(), omp_get_default_device(),
               (int)omp_get_default_allocator());
        for (int i = 0; i < places; i++) {
            omp_get_place_proc_ids(i, ids);
            printf(" %d", omp_get_place_num_procs(i));
            for (int k = 0; k < omp_get_place_num_procs(i); k++)
                printf("%c%d", k ? ',' : ':', ids[k]);
        }
        omp_set_max_active_levels(2);
        #pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 0) {
            printf(" | %d", omp_get_proc_bind());
            #pragma omp parallel num_threads(2)
            if (omp_get_thread_num() == 0)
                printf(" %d\\n", omp_get_proc_bind());
        }
    }
"""
# Settings that use two cores, which every test machine has.
ASKED = [
    ("OMP_PROC_BIND=spread,close", "OMP_PLACES={0},{1}"),
    ("OMP_PROC_BIND=primary", "OMP_PLACES= { 0 , 1 } "),
    ("OMP_PROC_BIND=close", "OMP_PLACES={0:2},{1}"),
    ("OMP_PROC_BIND=close", "OMP_PLACES={0}:2"),
    ("OMP_PROC_BIND=close", "OMP_PLACES={1}:2:-1", "OMP_DEFAULT_DEVICE=3"),
    ("OMP_PROC_BIND=true", "OMP_PLACES={0:2:1}", "OMP_ALLOCATOR=omp_high_bw_mem_alloc"),
    ("OMP_PROC_BIND=TRUE", "OMP_PLACES=CORES(1)", "OMP_ALLOCATOR=OMP_thread_mem_alloc"),
]


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="libgomp knows the places of one core only")
@pytest.mark.parametrize("variables", ASKED, ids=" ".join)
def test_what_a_program_is_told_is_what_libgomp_says(onchip, variables):
    file = onchip.write("asking.c", ASKING)
    theirs = onchip.folder / "theirs"
    subprocess.run(["gcc", "-fopenmp", file, "-o", theirs], check=True)
    pairs = dict(variable.split("=", 1) for variable in variables)
    expected = subprocess.run([theirs], env=pairs, capture_output=True, text=True, check=True)
    if "(1)" in pairs["OMP_PLACES"]:  # a core may have two hardware threads on this machine
        expected.stdout = re.sub(r"\| \d:\S+ \|", "| 1:0 |", expected.stdout)
    words = [word for variable in variables for word in ("--env", variable)]
    for where in (("--chip", "sarc4"), ("--host",)):
        done = onchip("run", "-n", 1, "--threads", 4, *where, *words, file)
        assert (done.out, done.err) == (expected.stdout, ""), where


@pytest.mark.parametrize(
    "value, places",
    [
        ("threads", [[0], [1], [2], [3]]),
        ("cores(3)", [[0], [1], [2]]),
        ("ll_caches", [[0, 1], [2, 3]]),
        ("numa_domains", [[0, 1], [2, 3]]),
        ("sockets", [[0, 1, 2, 3]]),
        ("{0:2}:2:2", [[0, 1], [2, 3]]),
        ("{0,2},3,{1}", [[0, 2], [3], [1]]),
        # Invalid values, which have no effect.
        ("", None),
        ("{}", None),
        ("{0}:0", None),
        ("{4}", None),
        ("{0:2}:2:3", None),
        ("{0", None),
        ("{0},", None),
        ("{0}:9", None),
        ("cores(0)", None),
        ("rooms", None),
    ],
)
def test_places_are_cores_of_the_process(onchip, value, places):
    text = """
        #include <omp.h>
        #include <stdio.h>
        int main(void) {
            int at[4];
            #pragma omp parallel
            at[omp_get_thread_num()] = omp_get_place_num();
            printf("%d %d %d %d |", at[0], at[1], at[2], at[3]);
            for (int i = 0; i < omp_get_num_places(); i++) {
                int ids[4];
                omp_get_place_proc_ids(i, ids);
                for (int k = 0; k < omp_get_place_num_procs(i); k++)
                    printf(" %d:%d", i, ids[k]);
            }
            printf("\\n");
        }
    """
    file = onchip.write("places.c", text)
    # The chip has two cores in each tile.
    where = ("--chip", "mesh2x2", "--set", "tile.cores=2")
    done = onchip("run", "-n", 1, "--threads", 4, *where, "--env", f"OMP_PLACES={value}", file)
    is_wrong = "onchip: OMP_PLACES: not a name as cores" in done.err
    assert is_wrong == (places is None) and bool(done.err) == is_wrong
    places = places or [[0], [1], [2], [3]]
    first = [next((i for i, p in enumerate(places) if core in p), -1) for core in range(4)]
    shown = [f"{i}:{core}" for i, place in enumerate(places) for core in place]
    assert done.out == f"{' '.join(map(str, first))} | {' '.join(shown)}\n"


AFFINITY = """
    #include <omp.h>
    static volatile int sum;
    int main(void) {
        for (int i = 0; i < 3; i++) {
            #pragma omp parallel num_threads(2)
            #pragma omp critical
            sum++;
        }
        #pragma omp parallel num_threads(3)
        #pragma omp critical
        sum++;
    }
"""


def test_affinity_is_displayed_once_and_when_it_changes(onchip):
    file = onchip.write("affinity.c", AFFINITY)
    theirs = onchip.folder / "theirs"
    subprocess.run(["gcc", "-fopenmp", file, "-o", theirs], check=True)
    shape = "OMP_AFFINITY_FORMAT= %L/%0.3n of %{num_threads} %5N|%.4n %% "
    pairs = {"OMP_DISPLAY_AFFINITY": "true", **dict([shape.split("=", 1)])}
    done = subprocess.run([theirs], env=pairs, capture_output=True, text=True, check=True)
    expected = sorted(done.stderr.splitlines())
    assert len(expected) == 5
    words = ("--env", shape, "--env", "OMP_DISPLAY_AFFINITY=true")
    for where in (("--chip", "sarc4"), ("--host",)):
        done = onchip("run", "-n", 1, "--threads", 4, *where, *words, file)
        assert sorted(done.err.splitlines()) == expected, where
    # A program that was linked before the variable was set may lack the code that displays
    # affinity. Then a message says how to link it.
    for where, has_it in (((), False), (("--host",), True)):
        onchip("cc", *where, "-fopenmp", file, "-o", "linked")
        done = onchip("run", "-n", 1, "--threads", 4, *where, *words, "linked")
        assert (sorted(done.err.splitlines()) == expected) == has_it
        assert ("-Wl,-u,oc_affinity_show" in done.err) != has_it


@pytest.mark.parametrize(
    ("size", "kilobytes"), [("1B", 1), ("1024B", 1), ("1025B", 2), ("3", 3), ("2m", 2048)]
)
def test_a_stack_takes_whole_kilobytes(size, kilobytes):
    assert openmp_environment.stack_kb([f"OMP_STACKSIZE={size}"]) == kilobytes


def test_the_stack_has_the_size_that_is_asked_for(onchip):
    text = """
        #include <omp.h>
        int main(void) {
            int sum = 0;
            #pragma omp parallel reduction(+ : sum)
            {
                volatile char room[300000];
                room[0] = 1;
                sum += room[0];
            }
            return sum - omp_get_max_threads();
        }
    """
    file = onchip.write("deep.c", text)
    words = ("run", "-n", 1, "--threads", 3, "--chip", "sarc4")
    assert "stack overflow" in onchip(*words, file, code=None).err
    for size in ("400", "400K", " 409600 b "):
        onchip(*words, "--env", f"OMP_STACKSIZE={size}", file)
    # The option of the command overrides the variable.
    words = (*words, "--stack", 32, "--env", "OMP_STACKSIZE=400")
    assert "stack overflow" in onchip(*words, file, code=None).err
