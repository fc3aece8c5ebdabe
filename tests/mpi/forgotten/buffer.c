/* Buffers that are used while a message is in progress; the program's argument selects the use. The
 * report must name the line `found ARGUMENT`, and together with it the line `other ARGUMENT`. */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 8 };

static int sent[COUNT], got[2 * COUNT];

static void use(int how, int peer) {
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[2];
    switch (how) {
    case 0:
        MPI_Irecv(got, COUNT, MPI_INT, peer, 0, comm, &requests[0]);
        MPI_Isend(sent, COUNT, MPI_INT, peer, 0, comm, &requests[1]); /* found 0 */
        sent[COUNT - 1]++;
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        break;
    case 1:
        MPI_Irecv(got, COUNT, MPI_INT, peer, 0, comm, &requests[0]);             /* other 1 */
        MPI_Irecv(got + COUNT - 1, COUNT, MPI_INT, peer, 1, comm, &requests[1]); /* found 1 */
        MPI_Send(sent, COUNT, MPI_INT, peer, 0, comm);
        MPI_Send(sent, COUNT, MPI_INT, peer, 1, comm);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        break;
    case 2:
        MPI_Isend(sent, COUNT, MPI_INT, peer, 0, comm, &requests[0]);         /* other 2 */
        MPI_Irecv(sent + 1, COUNT / 2, MPI_INT, peer, 1, comm, &requests[1]); /* found 2 */
        MPI_Recv(got, COUNT, MPI_INT, peer, 0, comm, MPI_STATUS_IGNORE);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Send(got, COUNT / 2, MPI_INT, peer, 1, comm);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        break;
    case 3:
        if (peer == 0) {
            MPI_Irecv(got, COUNT, MPI_INT, peer, 0, comm, &requests[0]); /* found 3 */
            got[1]++;
            MPI_Send(sent, 1, MPI_INT, peer, 0, comm);
            MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(got, 1, MPI_INT, peer, 0, comm, MPI_STATUS_IGNORE);
            MPI_Send(sent, COUNT, MPI_INT, peer, 0, comm);
        }
        break;
    case 5:
        MPI_Sendrecv(got, COUNT, MPI_INT, peer, 0, got + COUNT, COUNT, MPI_INT, peer, 0, comm,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(got, COUNT, MPI_INT, peer, 0, /* found 5 */
                     got + 1, COUNT, MPI_INT, peer, 0, comm, MPI_STATUS_IGNORE);
        break;
    case 6:
        MPI_Irecv(got, COUNT, MPI_INT, peer, 0, comm, &requests[0]); /* other 6 */
        MPI_Send(got + COUNT - 1, COUNT, MPI_INT, peer, 0, comm);    /* found 6 */
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        break;
    default:
        MPI_Send_init(sent, COUNT, MPI_INT, peer, 0, comm, &requests[0]);
        for (int i = 0; i < 2; i++) {
            MPI_Irecv(got, COUNT, MPI_INT, peer, 0, comm, &requests[1]);
            sent[0] = i;
            MPI_Start(&requests[0]); /* found 4 */
            if (i == 1)
                sent[0]++;
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        }
        MPI_Request_free(&requests[0]);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    use(atoi(argv[1]), 1 - rank);
    MPI_Finalize();
    return 0;
}
