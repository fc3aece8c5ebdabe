/* Figure 5.6: a message from one micro-kernel to all, and their replies.
 *
 * Arguments: naive, flood, fixed, adaptive or multicast; columns of the ranks' grid; the source's
 * rank. */
#include "domains.h"

#include <stdlib.h>

static bool broadcast(int size, char **argv, struct oc_job_broadcast *measured) {
    struct oc_domains domains = {
        .count = size,
        .propagation = (enum oc_job_propagation)word(argv[1], propagations),
    };
    domains.neighbours = malloc((size_t)size * sizeof *domains.neighbours);
    if (!domains.neighbours)
        return false;
    join_neighbours(&domains, atoi(argv[2]));
    bool done = oc_micro_kernels_broadcast(MPI_COMM_WORLD, &domains, atoi(argv[3]), measured);
    free(domains.neighbours);
    return done;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 4) {
        fprintf(stderr, "three arguments, see the head of the file\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    struct oc_job_broadcast measured;
    bool done = strcmp(argv[1], "multicast") == 0
                    ? oc_micro_kernels_multicast(MPI_COMM_WORLD, atoi(argv[3]), &measured)
                    : broadcast(size, argv, &measured);
    if (!done)
        MPI_Abort(MPI_COMM_WORLD, 1);
    uint64_t own[] = {measured.cycles, measured.messages, measured.replies}, sum[3];
    MPI_Reduce(own, sum, 3, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("cycles %llu\nmessages %llu\nreplies %llu\n", (unsigned long long)sum[0],
               (unsigned long long)sum[1], (unsigned long long)sum[2]);
    MPI_Finalize();
    return 0;
}
