/* Calls about the library itself, before Init, between Init and Finalize, and after Finalize. */
#include "check.h"

static void version(void) {
    int major, minor, length;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    CHECK_EQUAL(MPI_Get_version(&major, &minor), MPI_SUCCESS);
    CHECK_EQUAL(major, MPI_VERSION);
    CHECK_EQUAL(minor, MPI_SUBVERSION);
    CHECK_EQUAL(MPI_Get_library_version(text, &length), MPI_SUCCESS);
    CHECK_EQUAL(strlen(text), length);
    CHECK(length > 0);
}

static void identity(void) {
    int self_rank = -1, self_size = -1;
    CHECK_EQUAL(MPI_Comm_rank(MPI_COMM_SELF, &self_rank), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_size(MPI_COMM_SELF, &self_size), MPI_SUCCESS);
    CHECK_EQUAL(self_rank, 0);
    CHECK_EQUAL(self_size, 1);
    CHECK(rank >= 0 && rank < size);
}

/* Each rank exists once. */
static void ranks_are_distinct(void) {
    if (rank != 0) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return;
    }
    int sum = 0, other = -1;
    for (int i = 1; i < size; i++) {
        MPI_Status status;
        MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        CHECK_EQUAL(other, status.MPI_SOURCE);
        sum += other;
    }
    CHECK_EQUAL(sum, size * (size - 1) / 2);
}

static void processor_name(void) {
    char name[MPI_MAX_PROCESSOR_NAME];
    int length = -1;
    CHECK_EQUAL(MPI_Get_processor_name(name, &length), MPI_SUCCESS);
    CHECK_EQUAL(strlen(name), length);
    CHECK(length > 0 && length < MPI_MAX_PROCESSOR_NAME);
}

static void time_passes(void) {
    double start = MPI_Wtime(), tick = MPI_Wtick();
    CHECK(tick > 0 && tick < 1e-3);
    double now = start;
    for (int i = 0; i < 1000000 && now == start; i++)
        now = MPI_Wtime();
    CHECK(now > start && now - start < 60);
}

static void initialized(void) {
    int flag = 0;
    CHECK_EQUAL(MPI_Initialized(&flag), MPI_SUCCESS);
    CHECK(flag);
    CHECK_EQUAL(MPI_Finalized(&flag), MPI_SUCCESS);
    CHECK(!flag);
}

static void profiling(void) {
    int a = -1, b = -2;
    CHECK_EQUAL(PMPI_Comm_rank(MPI_COMM_WORLD, &a), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_rank(MPI_COMM_WORLD, &b), MPI_SUCCESS);
    CHECK_EQUAL(a, b);
}

static void error_strings(void) {
    for (int code = 0; code < 20; code++) {
        char text[MPI_MAX_ERROR_STRING];
        int length = -1, class = -1;
        CHECK_EQUAL(MPI_Error_class(code, &class), MPI_SUCCESS);
        CHECK_EQUAL(class, code);
        CHECK_EQUAL(MPI_Error_string(code, text, &length), MPI_SUCCESS);
        CHECK_EQUAL(strlen(text), length);
        CHECK(length > 0);
    }
}

static const struct test tests[] = {
    {"environment: version", version},
    {"environment: identity", identity},
    {"environment: each rank once", ranks_are_distinct},
    {"environment: processor name", processor_name},
    {"environment: time passes", time_passes},
    {"environment: initialized", initialized},
    {"environment: profiling names", profiling},
    {"environment: error strings", error_strings},
    {0},
};

int main(int argc, char **argv) {
    int before = -1, after = -1, finalized = -1;
    MPI_Initialized(&before);
    MPI_Init(&argc, &argv);
    int failed = run_tests(tests);
    MPI_Finalize();
    MPI_Initialized(&after);
    MPI_Finalized(&finalized);
    return failed || before != 0 || !after || !finalized;
}
