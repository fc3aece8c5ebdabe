/* Portals: errors, lengths, a write that waits to be allowed, several portals at a time. */
#include "check.h"

enum { MOST = 3 * KPORTAL_PIECE_SIZE + 5 };
static unsigned char *data, *got; /* from malloc, which may be in another memory */
static const unsigned char constant[] = "constants are in memory that others cannot read";

static void errors(void) {
    int in = kportal_create(rank);
    CHECK(in >= 0);
    EQUAL(kportal_create(rank), -EADDRINUSE);
    EQUAL(kportal_create(-1), -EINVAL);
    EQUAL(kportal_open(knode_count(), 0), -EINVAL);
    EQUAL(kportal_get_port(in), -EBADF);
    EQUAL(kportal_read(in, got, 1), -EACCES); /* refused, because nobody is allowed to write */
    EQUAL(kportal_allow(in, knode_count(), KPORT_ANY), -EINVAL);
    EQUAL(kportal_write(in, data, 1), -EBADF);
    EQUAL(kportal_read(in, NULL, 1), -EINVAL);
    int out = kportal_open(knode_get_num(), rank);
    CHECK(kportal_get_port(out) >= 0);
    EQUAL(kportal_allow(out, 0, KPORT_ANY), -EBADF);
    EQUAL(kportal_allow(in, knode_get_num(), kportal_get_port(out)), 0);
    EQUAL(kportal_allow(in, knode_get_num(), KPORT_ANY), -EBUSY);
    EQUAL(kportal_unlink(in), -EBUSY);
    /* Both sides must pass the same length. */
    EQUAL(kportal_awrite(out, data, 8), 0);
    EQUAL(kportal_awrite(out, data, 8), -EBUSY);
    EQUAL(kportal_close(out), -EBUSY);
    EQUAL(kportal_read(in, got, 9), -EMSGSIZE);
    EQUAL(kportal_wait(out), -EMSGSIZE);
    EQUAL(kportal_wait(out), -EINVAL);
    EQUAL(kportal_close(out), 0);
    EQUAL(kportal_unlink(in), 0);
}

static void lengths(int sender, int receiver) {
    static const int some[] = {0, 1, 63, 4095, 4096, 4097, 8192, MOST};
    int in = -1, out = -1, port = 0;
    if (rank == receiver)
        in = kportal_create(7);
    if (rank == sender) {
        out = kportal_open(nodes_of[receiver], 7);
        port = kportal_get_port(out);
    }
    MPI_Bcast(&port, 1, MPI_INT, sender, MPI_COMM_WORLD);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        int bytes = some[i];
        if (rank == sender) {
            for (int j = 0; j < bytes; j++)
                data[j] = (unsigned char)(bytes + j * 7);
            EQUAL(kportal_write(out, data, (size_t)bytes), bytes);
        }
        if (rank == receiver) {
            memset(got, 0xee, MOST + 1);
            EQUAL(kportal_allow(in, nodes_of[sender], i % 2 ? KPORT_ANY : port), 0);
            EQUAL(kportal_read(in, got, (size_t)bytes), bytes);
            bool right = got[bytes] == 0xee;
            for (int j = 0; j < bytes; j++)
                right &= got[j] == (unsigned char)(bytes + j * 7);
            CHECK(right);
        }
    }
    if (rank == sender)
        EQUAL(kportal_write(out, constant, sizeof constant), sizeof constant);
    if (rank == receiver) {
        EQUAL(kportal_allow(in, nodes_of[sender], port), 0);
        EQUAL(kportal_read(in, got, sizeof constant), sizeof constant);
        EQUAL(memcmp(got, constant, sizeof constant), 0);
    }
    if (rank == sender)
        EQUAL(kportal_close(out), 0);
    if (rank == receiver)
        EQUAL(kportal_unlink(in), 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A write waits until it is allowed, and a read waits for the write. Permission for another cluster
 * or another portal does not count. */
static void waits(void) {
    int last = ranks - 1, token = 0;
    if (rank == 0) {
        int in = kportal_create(8);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&token, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        int own = token;
        EQUAL(kportal_allow(in, nodes_of[last], own), 0);
        MPI_Send(&token, 1, MPI_INT, last, 0, MPI_COMM_WORLD);
        for (int i = 0; i < 20; i++)
            kcall();
        EQUAL(kportal_aread(in, got, 100), 0);
        EQUAL(kportal_wait(in), 100);
        EQUAL(got[99], 2);
        EQUAL(kportal_allow(in, nodes_of[last], KPORT_ANY), 0);
        EQUAL(kportal_read(in, got, 100), 100);
        EQUAL(got[99], 1);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == last) {
            int first = kportal_open(nodes_of[0], 8), second = kportal_open(nodes_of[0], 8);
            memset(data, 1, 100);
            memset(data + 100, 2, 100);
            EQUAL(kportal_awrite(first, data, 100), 0);
            for (int i = 0; i < 20; i++)
                kcall();
            EQUAL(kportal_test(first), 0); /* not complete, because nobody has allowed the write */
            token = kportal_get_port(second);
            MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
            MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            EQUAL(kportal_test(first), 0); /* the permission was for the other portal */
            EQUAL(kportal_write(second, data + 100, 100), 100);
            EQUAL(kportal_wait(first), 100);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void) {
    data = malloc(MOST);
    got = malloc(MOST + 1);
    begin();
    errors();
    MPI_Barrier(MPI_COMM_WORLD);
    lengths(0, ranks - 1);
    lengths(ranks - 1, 0);
    /* the other rank is in this cluster, if the cluster has more than one rank */
    lengths(0, 0 + (ranks > 1));
    waits();
    return end();
}
