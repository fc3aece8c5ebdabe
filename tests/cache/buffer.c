/* Buffered sends from a buffer in cached memory. The receivers clear words of the buffer, and the
 * sender must see this. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4, WORDS = 100 };

int main(void) {
    int rank, size, wrong = 0, data[WORDS];
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int room = sizeof data + MPI_BSEND_OVERHEAD;
    void *buffer = malloc((size_t)room);
    MPI_Buffer_attach(buffer, room);
    for (int round = 0; round < ROUNDS; round++) {
        int from = (rank + size - 1) % size, in[WORDS];
        MPI_Request receive;
        for (int i = 0; i < WORDS; i++)
            data[i] = rank * 1000 + round + i;
        MPI_Irecv(in, WORDS, MPI_INT, from, 0, MPI_COMM_WORLD, &receive);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Bsend(data, WORDS, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        for (int i = 0; i < WORDS; i++)
            wrong += in[i] != from * 1000 + round + i;
        /* Detaching waits until the message has left the buffer, which has room for only one. */
        MPI_Buffer_detach(&buffer, &room);
        MPI_Buffer_attach(buffer, room);
    }
    MPI_Buffer_detach(&buffer, &room);
    free(buffer);
    printf("%d wrong\n", wrong);
    MPI_Finalize();
}
