/* Syncs between the first ranks of the clusters: errors, barriers of two syncs, signals before the
 * wait. */
#include "check.h"

int main(void) {
    begin();
    int count = knode_count(), nodes[256], own = knode_get_num(), first = 0;
    while (nodes_of[first] != own)
        first++;
    for (int i = 0; i < count; i++)
        nodes[i] = count - 1 - i; /* the last cluster is nodes[0] */
    int one = nodes[0];
    int twice[] = {0, 0};
    EQUAL(ksync_create(nodes, 1, SYNC_ONE_TO_ALL), -EINVAL);
    EQUAL(ksync_create(twice, 2, SYNC_ONE_TO_ALL), -EINVAL);
    EQUAL(ksync_create(nodes, count, 2), -EINVAL);
    EQUAL(ksync_wait(0), -EBADF);
    EQUAL(ksync_signal(0), -EBADF);
    if (first == rank && count > 1) {
        int up_type = SYNC_ALL_TO_ONE, down_type = SYNC_ONE_TO_ALL, up, down;
        EQUAL(own == one ? ksync_open(nodes, count, up_type) : ksync_create(nodes, count, up_type),
              -EINVAL);
        if (own == one) {
            up = ksync_create(nodes, count, up_type);
            down = ksync_open(nodes, count, down_type);
            EQUAL(ksync_create(nodes, count, up_type), -EADDRINUSE);
            EQUAL(ksync_signal(up), -EBADF);
        } else {
            up = ksync_open(nodes, count, up_type);
            down = ksync_create(nodes, count, down_type);
            EQUAL(ksync_wait(up), -EBADF);
        }
        CHECK(up >= 0 && down >= 0);
        /* In each round, all other clusters must have arrived before nodes[0] releases them. To
         * check this, nodes[0] reads the number of the round from each of them. */
        int in = kmailbox_create(5), out = kmailbox_open(one, 5), seen = 0;
        for (int round = 0; round < 20; round++) {
            if (own == one) {
                EQUAL(ksync_wait(up), 0);
                for (int i = 1; i < count; i++) {
                    EQUAL(kmailbox_read(in, &seen, sizeof seen), sizeof seen);
                    EQUAL(seen, round);
                }
                EQUAL(ksync_signal(down), 0);
            } else {
                EQUAL(kmailbox_write(out, &round, sizeof round), sizeof round);
                EQUAL(ksync_signal(up), 0);
                EQUAL(ksync_wait(down), 0);
            }
        }
        /* Signals are counted. */
        if (own == one) {
            EQUAL(ksync_signal(down), 0);
            EQUAL(ksync_signal(down), 0);
            EQUAL(ksync_close(down), 0);
            EQUAL(ksync_unlink(up), 0);
        } else {
            EQUAL(ksync_wait(down), 0);
            EQUAL(ksync_wait(down), 0);
            EQUAL(ksync_unlink(down), 0);
            EQUAL(ksync_close(up), 0);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return end();
}
