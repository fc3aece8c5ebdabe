/* The places where messages wait. The argument is the number of buffers in the kernel's table.
 *
 * The last rank sends to port 1 of rank 0, which does not read from it yet. While no process of
 * rank 0's cluster reads, one message can leave, and waits in the slot of its sender. While a
 * process reads from another port, as many more messages can leave as the table has buffers. */
#include "check.h"

enum { MANY = 12 };

static int complete(const int *out) {
    int count = 0;
    for (int i = 0; i < MANY; i++)
        count += kmailbox_test(out[i]) == 1;
    return count;
}

/* Waits until this many writes are complete, then a while longer to see whether there are more. */
static void check(const int *out, int expected) {
    while (complete(out) < expected)
        ;
    for (int i = 0; i < 20; i++)
        EQUAL(complete(out), expected);
}

int main(int count, char **words) {
    int room = count > 1 ? atoi(words[1]) : 0, last, go = 0;
    begin();
    last = ranks - 1;
    CHECK(room + 1 < MANY);
    if (rank == 0) {
        int in = kmailbox_create(1), other = kmailbox_create(2), got = -1;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&go, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EQUAL(kmailbox_aread(other, &go, sizeof go), 0);
        MPI_Send(&go, 1, MPI_INT, last, 0, MPI_COMM_WORLD);
        MPI_Recv(&go, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EQUAL(kmailbox_test(other), 0);
        for (int i = 0; i < MANY; i++) {
            EQUAL(kmailbox_read(in, &got, sizeof got), sizeof got);
            EQUAL(got, i);
        }
        EQUAL(kmailbox_wait(other), sizeof go);
        EQUAL(go, 77);
    } else if (rank == last) {
        int out[MANY], other = kmailbox_open(nodes_of[0], 2);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < MANY; i++) {
            out[i] = kmailbox_open(nodes_of[0], 1);
            EQUAL(kmailbox_awrite(out[i], &i, sizeof i), 0);
        }
        check(out, 1);
        MPI_Send(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(out, room + 1);
        MPI_Send(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        for (int i = 0; i < MANY; i++)
            EQUAL(kmailbox_wait(out[i]), sizeof i);
        go = 77;
        EQUAL(kmailbox_write(other, &go, sizeof go), sizeof go);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return end();
}
