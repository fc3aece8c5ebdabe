"""Tests MPI calls of threads: only thread 0 may make them, with a few exceptions."""

import re

import pytest

from conftest import ROOT

CALLS = """
    #include <mpi.h>
    #include <omp.h>
    #include <stdlib.h>
    int main(int argc, char **argv) {
        double a[2] = {0};
        MPI_Init(&argc, &argv);
        #pragma omp parallel firstprivate(a)
        if (omp_get_thread_num() == 2) {
            CALL
            if (argc > 1)
                exit(3);
        }
        MPI_Finalize();
    }
"""
# Functions with and without arguments on the stack.
REFUSED = {
    "MPI_Barrier": "MPI_Barrier(MPI_COMM_WORLD);",
    "MPI_Send_c": "MPI_Send_c(a, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);",
    "MPI_Sendrecv": "MPI_Sendrecv(a, 1, MPI_DOUBLE, 0, 0, a + 1, 1, MPI_DOUBLE, 0, 0, "
    "MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
    "MPI_Comm_rank": "int rank; MPI_Comm_rank(MPI_COMM_WORLD, &rank);",
}
ALLOWED = """
    int flag, version, length, bytes;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    MPI_Aint at;
    MPI_Initialized(&flag);
    if (!flag)
        exit(10);
    MPI_Finalized(&flag);
    if (flag)
        exit(11);
    MPI_Is_thread_main(&flag);
    if (flag)
        exit(12);
    MPI_Query_thread(&flag);
    MPI_Get_version(&version, &flag);
    MPI_Get_library_version(text, &length);
    MPI_Error_class(MPI_ERR_TAG, &flag);
    MPI_Error_string(MPI_ERR_TAG, text, &bytes);
    MPI_Get_address(a, &at);
    if (MPI_Aint_diff(MPI_Aint_add(at, 3), at) != 3 || MPI_Wtime() < 0 || MPI_Wtick() <= 0)
        exit(13);
"""
# Functions that MPI 4.1, section 11.6.1, exempts, and functions whose descriptions say that any
# thread may call them.
ANY_THREAD = """
    MPI_Abort MPI_Add_error_class MPI_Add_error_code MPI_Add_error_string MPI_Aint_add
    MPI_Aint_diff MPI_Errhandler_free MPI_Error_class MPI_Error_string MPI_Finalized
    MPI_Get_address MPI_Get_library_version MPI_Get_version MPI_Info_create MPI_Info_create_env
    MPI_Info_delete MPI_Info_dup MPI_Info_free MPI_Info_get MPI_Info_get_nkeys
    MPI_Info_get_nthkey MPI_Info_get_string MPI_Info_get_valuelen MPI_Info_set MPI_Initialized
    MPI_Is_thread_main MPI_Query_thread MPI_Remove_error_class MPI_Remove_error_code
    MPI_Remove_error_string MPI_Session_create_errhandler MPI_Wtick MPI_Wtime
"""


@pytest.mark.parametrize("where", [(), ("--host",)], ids=["chip", "host"])
@pytest.mark.parametrize("call", REFUSED)
def test_another_thread_is_refused_by_name_and_line(onchip, call, where):
    file = onchip.write("call.c", CALLS.replace("CALL", REFUSED[call]))
    done = onchip("run", "-n", 1, "--threads", 3, "--cflags", "-w", *where, file, code=1)
    right = "only thread 0 may call MPI (MPI_THREAD_FUNNELED)"
    assert f"rank 0: {call}: thread 2 calls it; right: {right}" in done.err
    assert re.search(r"thread 2 of rank 0 .*exit code 1, at .*call\.c:10$", done.err, re.MULTILINE)


@pytest.mark.parametrize("where", [(), ("--host",)], ids=["chip", "host"])
def test_what_any_thread_may_call(onchip, where):
    file = onchip.write("call.c", CALLS.replace("CALL", ALLOWED))
    done = onchip("run", "-n", 1, "--threads", 3, *where, file, "leave", code=3)
    assert not done.err
    file = onchip.write("end.c", CALLS.replace("CALL", "MPI_Abort(MPI_COMM_WORLD, 5);"))
    done = onchip("run", "-n", 2, "--threads", 3, *where, file, code=5)
    assert re.search(r"thread 2 of rank [01] .* code 5, at .*end\.c:10$", done.err, re.MULTILINE)


INFOS = """
    #include <mpi.h>
    #include <stdio.h>
    #include <string.h>
    /* Each thread makes, fills, reads and frees infos of its own, many times. */
    static int wrong(int thread) {
        int faults = 0;
        for (int round = 0; round < 20; round++) {
            MPI_Info info, copy;
            char key[2] = {(char)('a' + thread), 0}, text[8] = "";
            int length = sizeof text, flag = 0, keys = -1;
            MPI_Info_create(&info);
            MPI_Info_set(info, key, "one");
            MPI_Info_dup(info, &copy);
            MPI_Info_set(info, key, "two");
            MPI_Info_get_string(copy, key, &length, text, &flag);
            MPI_Info_get_nkeys(copy, &keys);
            faults += !flag || keys != 1 || strcmp(text, "one");
            MPI_Info_free(&info);
            MPI_Info_free(&copy);
        }
        return faults;
    }
    int main(int argc, char **argv) {
        int faults = 0, thread = 0;
        MPI_Init(&argc, &argv);
        #pragma omp parallel reduction(+ : faults) private(thread)
        {
            #pragma omp critical
            { static int next; thread = next++; }
            faults += wrong(thread);
        }
        MPI_Finalize();
        printf("%d faults\\n", faults);
        return faults;
    }
"""


@pytest.mark.parametrize("where", [(), ("--host",)], ids=["chip", "host"])
def test_infos_are_any_threads(onchip, where):
    file = onchip.write("infos.c", INFOS)
    assert onchip("run", "-n", 1, "--threads", 4, *where, file).out == "0 faults\n"


def test_thread_0_calls_what_it_likes(onchip):
    calls = " ".join(f"{{ {call} }}" for call in REFUSED.values())
    text = CALLS.replace("== 2", "== 0").replace("CALL", calls.replace("MPI_Send_c", "MPI_Bsend_c"))
    text = text.replace("MPI_Init(&argc, &argv);", "MPI_Init(&argc, &argv); ROOM")
    room = "static char room[999]; MPI_Buffer_attach(room, sizeof room);"
    text = text.replace("ROOM", room)
    text = text.replace(
        "MPI_Finalize",
        "MPI_Recv(a, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); MPI_Finalize",
    )
    file = onchip.write("calls.c", text)
    for where in ((), ("--host",)):
        onchip("run", "-n", 1, "--threads", 3, *where, file)


def test_a_profiling_tool_has_its_own_functions(onchip):
    """If a program defines MPI_Barrier, as tools do, its function replaces the library's one,
    including the check of the calling thread.
    """
    text = """
        #include <mpi.h>
        #include <stdio.h>
        static int calls;
        int MPI_Barrier(MPI_Comm comm) { calls++; return PMPI_Barrier(comm); }
        int main(int argc, char **argv) {
            int rank, sum = 0, own;
            MPI_Init(&argc, &argv);
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            #pragma omp parallel reduction(+ : sum)
            sum += rank + 1;
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Allreduce(&sum, &own, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            printf("%d %d\\n", calls, own);
            MPI_Finalize();
        }
    """
    file = onchip.write("tool.c", text)
    for where in ((), ("--host",)):
        # 3 threads of ranks 0 and 1: 3 * 1 + 3 * 2.
        assert onchip("run", "-n", 2, "--threads", 3, *where, file).out == "1 9\n" * 2


@pytest.mark.parametrize("kind", ["chip", "host"])
def test_all_else_is_for_thread_0(kind):
    """All other functions of MPI are checked: only thread 0 may call them."""
    text = (ROOT / f"build/{kind}/profiling.ld").read_text()
    names = set(re.findall(r"PROVIDE\((MPI_\w+) = (?!.*oc_funnel)", text))
    conversions = r"_(c2f|f2c|fromint|toint)$|^MPI_Status_[gs]et_(error|source|tag)$"
    assert {name for name in names if not re.search(conversions, name)} == set(ANY_THREAD.split())
    assert text.count("DEFINED(oc_funnel)") > 500
