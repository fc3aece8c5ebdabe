#include "mpi/comm/check.h"
#include "mpi/comm/groups.h"
#include "mpi/group/compare.h"

/* Compares the processes' own groups, and the groups to which messages go. The result is the weaker
 * of the two comparisons. In an intracommunicator, the two groups are one. */
static int compare(const struct oc_communicator *one, const struct oc_communicator *other) {
    int own = oc_group_compare(oc_own_group_of(one), oc_own_group_of(other));
    int peers = oc_group_compare(oc_peers_of(one), oc_peers_of(other));
    int worse = own > peers ? own : peers;
    return worse == MPI_IDENT ? MPI_CONGRUENT : worse;
}

_Static_assert(MPI_IDENT < MPI_SIMILAR && MPI_SIMILAR < MPI_UNEQUAL, "worse is greater");

int PMPI_Comm_compare(MPI_Comm handle1, MPI_Comm handle2, int *result) {
    struct oc_communicator *one = oc_enter_comm("MPI_Comm_compare", handle1);
    if (!one)
        return MPI_ERR_COMM;
    struct oc_communicator *other = oc_enter_comm("MPI_Comm_compare", handle2);
    if (!other)
        return MPI_ERR_COMM;
    int error = oc_check_result(one, result);
    if (error)
        return error;
    if (one == other)
        *result = MPI_IDENT;
    else if (!one->local != !other->local)
        *result = MPI_UNEQUAL;
    else
        *result = compare(one, other);
    return MPI_SUCCESS;
}
