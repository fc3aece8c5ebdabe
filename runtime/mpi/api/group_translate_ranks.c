#include "mpi/error/check_group.h"

int PMPI_Group_translate_ranks(MPI_Group handle1, int n, const int ranks1[], MPI_Group handle2,
                               int ranks2[]) {
    struct oc_group *from, *to;
    int error = oc_enter("MPI_Group_translate_ranks");
    if (error || (error = oc_check_group(NULL, handle1, &from)) ||
        (error = oc_check_group(NULL, handle2, &to)) || (error = oc_check_ranks(n, ranks1)) ||
        (error = oc_check_ranks(n, ranks2)))
        return error;
    for (int i = 0; i < n; i++) {
        int rank = ranks1[i];
        if (rank != MPI_PROC_NULL && (rank < 0 || rank >= from->size))
            return oc_raise(NULL, MPI_ERR_RANK,
                            "rank # is not in the group|0 to #, or MPI_PROC_NULL", rank,
                            from->size - 1);
        ranks2[i] =
            rank == MPI_PROC_NULL ? rank : oc_group_rank(to, oc_group_world_rank(from, rank));
    }
    return MPI_SUCCESS;
}
