/* Every rank waits for ever, in the call that the argument selects. */
#include <mpi.h>
#include <string.h>

/* A user's operation, which calls a function of MPI that does not wait for a message. */
static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
    int bytes;
    MPI_Type_size(*type, &bytes);
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

/* A reduction makes progress while all ranks wait for a message. */
static void reduce_meanwhile(int peer) {
    static int own[20], sum[20];
    MPI_Op op;
    MPI_Request request;
    MPI_Op_create(add, 1, &op);
    MPI_Iallreduce(own, sum, 20, MPI_INT, op, MPI_COMM_WORLD, &request);
    MPI_Recv(own, 1, MPI_INT, peer, 17, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    static int data[1000];
    int rank, size;
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strcmp(what, "recv"))
        MPI_Recv(data, 2, MPI_INT, (rank + 1) % size, 17, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(what, "send"))
        MPI_Send(data, 1000, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD);
    if (!strcmp(what, "any"))
        MPI_Recv(data, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(what, "barrier") && rank > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(what, "counters")) { /* from the second one on, a barrier uses hardware */
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank > 0)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    if (!strcmp(what, "nonblocking") && rank > 0) {
        MPI_Request request;
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (!strcmp(what, "operation"))
        reduce_meanwhile((rank + 1) % size);
    if (!strcmp(what, "flood") && rank == 3)
        return 0; /* rank 3 receives nothing, so its inbox fills */
    if (!strcmp(what, "flood"))
        for (int i = 0; i < 500; i++)
            MPI_Send(data, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
