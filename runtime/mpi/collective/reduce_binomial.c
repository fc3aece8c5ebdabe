#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"

/* Towards rank 0; gives where the partial result is: in `mine` or one of the two `spare`s. */
static int climb(const struct oc_communicator *comm, const void **mine, void *const spare[2],
                 size_t count, size_t bytes, oc_reduction *reduction) {
    int turn = 0;
    for (int bit = 1; bit < comm->size; bit *= 2) {
        if (comm->rank & bit)
            return oc_coll_send(comm, comm->rank - bit, OC_TAG_REDUCE, *mine, bytes);
        if (comm->rank + bit >= comm->size)
            continue;
        void *higher = spare[turn];
        int error = oc_coll_receive(comm, comm->rank + bit, OC_TAG_REDUCE, higher, bytes);
        if (error)
            return error;
        reduction(*mine, higher, count);
        *mine = higher;
        turn = !turn;
    }
    return MPI_SUCCESS;
}

int oc_reduce_binomial(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, oc_reduction *reduction, int root) {
    struct oc_scratch first, second;
    if (!oc_scratch_take(&first, bytes))
        return MPI_ERR_NO_MEM;
    int error = MPI_ERR_NO_MEM;
    if (oc_scratch_take(&second, bytes)) {
        error =
            climb(comm, &mine, (void *const[]){first.data, second.data}, count, bytes, reduction);
        bool first_rank = comm->rank == 0, is_root = comm->rank == root;
        if (!error && first_rank && is_root && mine != result)
            memcpy(result, mine, bytes);
        else if (!error && first_rank && !is_root)
            error = oc_coll_send(comm, root, OC_TAG_REDUCE, mine, bytes);
        else if (!error && is_root && !first_rank)
            error = oc_coll_receive(comm, 0, OC_TAG_REDUCE, result, bytes);
        oc_scratch_free(&second);
    }
    oc_scratch_free(&first);
    return error;
}
