/* Observers of MPI_Fetch_and_op and MPI_Compare_and_swap, which access one element of a window. */
#include "mpi/watch/epochs.h"

static void note(MPI_Win win, struct oc_watch_place there, const void *origin, const void *result) {
    struct oc_watch_operation operation = {.use = OC_WATCH_COMBINES,
                                           .there = there,
                                           .origin = origin,
                                           .result = result,
                                           .sent = there.data,
                                           .fetched = there.data,
                                           .request = MPI_REQUEST_NULL};
    oc_watch_operation(win, &operation);
}

#define WATCH_WORD(NAME, ORIGIN, PARAMETERS, ARGUMENTS)                                            \
    OC_OPTIONAL int oc_below_MPI_##NAME PARAMETERS;                                                \
    int oc_watch_MPI_##NAME PARAMETERS;                                                            \
    int oc_watch_MPI_##NAME PARAMETERS {                                                           \
        int error = oc_below_MPI_##NAME ARGUMENTS;                                                 \
        if (!error && rank >= 0)                                                                   \
            note(win, (struct oc_watch_place){rank, at, {1, type}}, ORIGIN, result);               \
        return error;                                                                              \
    }

/* With MPI_NO_OP, the operand is ignored. */
WATCH_WORD(Fetch_and_op, op == MPI_NO_OP ? NULL : origin,
           (const void *origin, void *result, MPI_Datatype type, int rank, MPI_Aint at, MPI_Op op,
            MPI_Win win),
           (origin, result, type, rank, at, op, win))
WATCH_WORD(Compare_and_swap, origin,
           (const void *origin, const void *expected, void *result, MPI_Datatype type, int rank,
            MPI_Aint at, MPI_Win win),
           (origin, expected, result, type, rank, at, win))
