/* A program without annotations; whole.c is the same program with them. Both run in one job and
 * exchange messages. */
#include "../check.h"

#ifndef TAG
#define TAG(KIND) 3
#endif

#define WORDS 300

static int data[WORDS], got[WORDS];

static void exchange(void) {
    static const int lengths[] = {1, 14, 15, WORDS};
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int kind = 0; kind < 12; kind++) {
        int words = lengths[kind % 4], wrong = 0;
        MPI_Request request;
        for (int i = 0; i < words; i++)
            data[i] = rank + i;
        MPI_Isend(data, words, MPI_INT, right, TAG(kind), MPI_COMM_WORLD, &request);
        /* Some ranks post the receive only after the message has arrived. */
        if (kind % 3 == rank % 3)
            MPI_Probe(left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(got, words, MPI_INT, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < words; i++)
            wrong += got[i] != left + i;
        CHECK_EQUAL(wrong, 0);
    }
}

static const struct test tests[] = {{"exchange", exchange}, {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
