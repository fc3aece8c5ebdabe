/* Wrong arguments that other libraries accept. */
#include "check.h"

static int value, result;

static void reductions(void) {
    MPI_Comm self = MPI_COMM_SELF;
    CHECK_CLASS(MPI_Reduce(&value, &result, -1, MPI_INT, MPI_SUM, 0, self), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Allreduce(&value, &result, 1, MPI_DATATYPE_NULL, MPI_SUM, self), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Allreduce(&value, &result, 1, MPI_CHAR, MPI_MAX, self), MPI_ERR_OP);
    CHECK_CLASS(MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_REPLACE, self), MPI_ERR_OP);
    CHECK_CLASS(MPI_Allreduce(&value, &result, 1, MPI_INT, (MPI_Op)MPI_COMM_WORLD, self),
                MPI_ERR_OP);
}

/* No small number is a valid handle, except the numbers of predefined datatypes. */
static void datatypes(void) {
    for (intptr_t handle = 0; handle < 0x400; handle++) {
        MPI_Datatype type = (MPI_Datatype)handle;
        int named = handle > 0x200 && handle < 0x300;
        int class = class_of(MPI_Bcast(&value, 0, type, 0, MPI_COMM_SELF));
        CHECK(class == MPI_ERR_TYPE || (named && class == MPI_SUCCESS));
    }
}

static void codes(void) {
    int class, length;
    char text[MPI_MAX_ERROR_STRING];
    CHECK_CLASS(MPI_Error_class(-1, &class), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Error_string(MPI_ERR_ABI + 1, text, &length), MPI_ERR_ARG);
    for (int code = 0; code <= MPI_ERR_ABI; code++) {
        CHECK_EQUAL(MPI_Error_class(code, &class), MPI_SUCCESS);
        CHECK_EQUAL(class, code);
    }
}

static void results(void) {
    CHECK_CLASS(MPI_Comm_rank(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Comm_size(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Get_version(NULL, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Get_processor_name(NULL, &value), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Initialized(NULL), MPI_ERR_ARG);
}

/* Ranks that disagree about the length of a broadcast get an error, and none waits for ever. */
static void lengths(void) {
    int data[2] = {0};
    int class = class_of(MPI_Bcast(data, rank == 0 ? 2 : 1, MPI_INT, 0, MPI_COMM_WORLD));
    if (rank == 1)
        CHECK_EQUAL(class, MPI_ERR_TRUNCATE);
    class = class_of(MPI_Bcast(data, rank == 0 ? 1 : 2, MPI_INT, 0, MPI_COMM_WORLD));
    if (rank == 1)
        CHECK_EQUAL(class, MPI_ERR_COUNT);
}

static const struct test tests[] = {
    {"strict errors: reductions", reductions}, {"strict errors: datatypes", datatypes},
    {"strict errors: codes", codes},           {"strict errors: results", results},
    {"strict errors: lengths", lengths},       {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
