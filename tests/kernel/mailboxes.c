/* Mailboxes: errors, messages of all lengths, order, readers that select a cluster, nonblocking
 * operations. */
#include "check.h"

static void errors(void) {
    char byte = 0;
    int in = kmailbox_create(1000 + rank), again = kmailbox_create(1000 + rank);
    CHECK(in >= 0);
    EQUAL(again, -EADDRINUSE);
    EQUAL(kmailbox_create(-1), -EINVAL);
    EQUAL(kmailbox_create(KPORT_LIMIT), -EINVAL);
    EQUAL(kmailbox_open(knode_count(), 0), -EINVAL);
    EQUAL(kmailbox_open(-1, 0), -EINVAL);
    EQUAL(kmailbox_open(0, -1), -EINVAL);
    int out = kmailbox_open(knode_get_num(), 1000 + rank);
    CHECK(out >= 0 && out != in);
    EQUAL(kmailbox_write(in, &byte, 1), -EBADF);
    EQUAL(kmailbox_read(out, &byte, 1), -EBADF);
    EQUAL(kmailbox_read(-1, &byte, 1), -EBADF);
    EQUAL(kmailbox_read(KOBJECTS, &byte, 1), -EBADF);
    EQUAL(kmailbox_write(out, &byte, KMAILBOX_MESSAGE_SIZE + 1), -EMSGSIZE);
    EQUAL(kmailbox_write(out, NULL, 1), -EINVAL);
    EQUAL(kmailbox_wait(in), -EINVAL);
    EQUAL(kmailbox_test(in), -EINVAL);
    EQUAL(kmailbox_set_remote(in, knode_count()), -EINVAL);
    EQUAL(kmailbox_aread(in, &byte, 1), 0);
    EQUAL(kmailbox_aread(in, &byte, 1), -EBUSY);
    EQUAL(kmailbox_unlink(in), -EBUSY);
    EQUAL(kmailbox_set_remote(in, KNODE_ANY), -EBUSY);
    EQUAL(kmailbox_test(in), 0);
    EQUAL(kmailbox_write(out, "x", 1), 1); /* the message may be a constant */
    EQUAL(kmailbox_wait(in), 1);
    EQUAL(byte, 'x');
    EQUAL(kmailbox_unlink(out), -EBADF);
    EQUAL(kmailbox_close(in), -EBADF);
    EQUAL(kmailbox_unlink(in), 0);
    EQUAL(kmailbox_close(out), 0);
    EQUAL(kmailbox_unlink(in), -EBADF);
    int ids[KOBJECTS];
    for (int i = 0; i < KOBJECTS; i++)
        CHECK((ids[i] = kmailbox_open(0, i)) >= 0);
    EQUAL(kmailbox_open(0, 0), -EMFILE);
    for (int i = 0; i < KOBJECTS; i++)
        EQUAL(kmailbox_close(ids[i]), 0);
}

/* Sends messages of every length; a reader with less room gets only the beginning. */
static void lengths(void) {
    int in = kmailbox_create(rank), to = (rank + 1) % ranks, from = (rank + ranks - 1) % ranks;
    MPI_Barrier(MPI_COMM_WORLD);
    int out = kmailbox_open(nodes_of[to], to);
    unsigned char message[KMAILBOX_MESSAGE_SIZE], got[KMAILBOX_MESSAGE_SIZE + 1];
    for (int bytes = 0; bytes <= KMAILBOX_MESSAGE_SIZE; bytes++) {
        int room = bytes % 3 ? KMAILBOX_MESSAGE_SIZE : bytes / 2;
        for (int i = 0; i < bytes; i++)
            message[i] = (unsigned char)(rank + bytes + i);
        memset(got, 0xee, sizeof got);
        EQUAL(kmailbox_awrite(out, message, (size_t)bytes), 0);
        memset(message, 0, sizeof message); /* harmless: the kernel has copied the message */
        int expected = bytes < room ? bytes : room;
        EQUAL(kmailbox_read(in, got, (size_t)room), expected);
        EQUAL(kmailbox_wait(out), bytes);
        bool right = got[expected] == 0xee;
        for (int i = 0; i < expected; i++)
            right &= got[i] == (unsigned char)(from + bytes + i);
        CHECK(right);
    }
    EQUAL(kmailbox_close(out), 0);
    EQUAL(kmailbox_unlink(in), 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Rank 0 receives all messages of one cluster before those of another. The messages of each rank
 * must be in order. */
static void senders(void) {
    enum { EACH = 5 };
    if (rank) {
        int out = kmailbox_open(nodes_of[0], 0);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < EACH; i++) {
            int message[2] = {rank, i};
            EQUAL(kmailbox_write(out, message, sizeof message), sizeof message);
        }
        EQUAL(kmailbox_close(out), 0);
    } else {
        int in = kmailbox_create(0), seen[256] = {0};
        MPI_Barrier(MPI_COMM_WORLD);
        for (int node = knode_count() - 1; node >= 0; node--) {
            EQUAL(kmailbox_set_remote(in, node), 0);
            for (int i = 1; i < ranks; i++) {
                for (int j = 0; nodes_of[i] == node && j < EACH; j++) {
                    int message[2] = {0, 0};
                    EQUAL(kmailbox_read(in, message, sizeof message), sizeof message);
                    EQUAL(nodes_of[message[0]], node);
                    EQUAL(message[1], seen[message[0]]++);
                }
            }
        }
        EQUAL(kmailbox_unlink(in), 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void) {
    begin();
    errors();
    MPI_Barrier(MPI_COMM_WORLD);
    lengths();
    senders();
    return end();
}
