/* Repeats MPI_Barrier and MPI_Bcast many times, also with buffers at different addresses. Some
 * communicators fill a rectangle of tiles, others do not. The test's chip has multicasts; the
 * program is correct on any chip. */
#include "check.h"

#define MOST 5000

static unsigned char at_one_address[MOST + 256];

static unsigned char value(int root, int bytes, int index, int round) {
    return (unsigned char)(root * 7 + bytes + index * 3 + round * 31);
}

static void bcast(MPI_Comm comm, unsigned char *buffer, int bytes, int root, int round) {
    int own;
    MPI_Comm_rank(comm, &own);
    for (int i = 0; i < bytes; i++)
        buffer[i] = own == root ? value(root, bytes, i, round) : 0xee;
    buffer[bytes] = 0x77;
    CHECK_EQUAL(MPI_Bcast(buffer, bytes, MPI_BYTE, root, comm), MPI_SUCCESS);
    int wrong = 0;
    for (int i = 0; i < bytes; i++)
        wrong += buffer[i] != value(root, bytes, i, round);
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(buffer[bytes], 0x77);
}

static void all_of(MPI_Comm comm) {
    static const int lengths[] = {4, 24, 25, 28, 32, 300, 1024, 4096, 4999};
    int ranks, own, round = 0;
    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &own);
    for (unsigned which = 0; which < sizeof lengths / sizeof *lengths; which++)
        for (int root = 0; root < ranks; root += 1 + ranks / 3) {
            int bytes = lengths[which];
            bcast(comm, at_one_address, bytes, root, round++);
            /* The buffer has a different address at one rank, and then at each rank. */
            bcast(comm, at_one_address + (own == ranks - 1 ? 64 : 0), bytes, root, round++);
            bcast(comm, at_one_address + own % 4 * 8, bytes, root, round++);
            for (int i = 0; i < 3; i++)
                MPI_Barrier(comm);
        }
}

static void world(void) {
    all_of(MPI_COMM_WORLD);
}

/* If ranks follow the order of tiles, parts that consist of two columns or more are rectangles. */
static void parts(void) {
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 4 / 2, rank, &part);
    all_of(part);
    MPI_Comm_free(&part);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &part);
    all_of(part);
    MPI_Comm_free(&part);
}

/* No rank leaves a barrier before the last one has arrived. */
static void barriers(void) {
    for (int last = 0; last < size; last++) {
        double sent = 0, entered;
        if (rank == last) {
            double start = MPI_Wtime();
            while (MPI_Wtime() - start < 1e-6)
                ;
            sent = MPI_Wtime();
        }
        MPI_Barrier(MPI_COMM_WORLD);
        double left = MPI_Wtime();
        MPI_Request request;
        MPI_Isend(&sent, 1, MPI_DOUBLE, (rank + 1) % size, 1, MPI_COMM_WORLD, &request);
        MPI_Recv(&entered, 1, MPI_DOUBLE, (rank + size - 1) % size, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(left >= entered);
    }
}

int main(int argc, char **argv) {
    static const struct test tests[] = {{"multicast: world", world},
                                        {"multicast: parts", parts},
                                        {"multicast: barriers", barriers},
                                        {0}};
    return run_all(argc, argv, tests);
}
