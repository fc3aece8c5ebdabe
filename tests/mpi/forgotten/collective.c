/* Ranks that do not call the same collective; the program's argument selects the difference. The
 * report must name the line `found ARGUMENT`, and together with it the line `other ARGUMENT`. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void differ(int how, int rank, int *in, int *out) {
    MPI_Comm comm = MPI_COMM_WORLD, other;
    MPI_Request request;
    switch (how) {
    case 0:
        if (rank == 0)
            MPI_Bcast(in, 1, MPI_INT, 0, comm); /* other 0 */
        else
            MPI_Barrier(comm); /* found 0 */
        break;
    case 1:
        if (rank == 0)
            MPI_Reduce(in, out, 1, MPI_INT, MPI_SUM, 0, comm); /* other 1 */
        else
            MPI_Reduce(in, out, 1, MPI_INT, MPI_SUM, 1, comm); /* found 1 */
        break;
    case 2:
        if (rank == 0)
            MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, comm); /* other 2 */
        else
            MPI_Allreduce(in, out, 1, MPI_INT, MPI_MAX, comm); /* found 2 */
        break;
    case 3:
        if (rank == 0) {
            MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, comm); /* other 3 */
        } else {
            MPI_Iallreduce(in, out, 1, MPI_INT, MPI_SUM, comm, &request); /* found 3 */
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        break;
    case 4:
        MPI_Comm_dup(comm, &other);
        MPI_Barrier(other);
        if (rank == 0) {
            MPI_Scan(in, out, 1, MPI_INT, MPI_SUM, other); /* other 4 */
            MPI_Gather(in, 1, MPI_INT, out, 1, MPI_INT, 0, comm);
        } else {
            MPI_Gather(in, 1, MPI_INT, out, 1, MPI_INT, 0, comm);
            MPI_Exscan(in, out, 1, MPI_INT, MPI_SUM, other); /* found 4 */
        }
        MPI_Comm_free(&other);
        break;
    default:
        if (rank == 0)
            MPI_Comm_dup(comm, &other); /* other 5 */
        else
            MPI_Comm_split(comm, 0, rank, &other); /* found 5 */
        MPI_Comm_free(&other);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, in[2] = {1, 2}, out[2] = {0};
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    differ(atoi(argv[1]), rank, in, out);
    MPI_Finalize();
    return 0;
}
