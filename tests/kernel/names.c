/* Names: links, look-ups from everywhere, errors, and names that move. */
#include "check.h"

static struct kname found;

static void check(const char *name, int node, int port) {
    found.node = found.port = -1;
    EQUAL(name_lookup(name, &found), 0);
    EQUAL(found.node, node);
    EQUAL(found.port, port);
}

/* While a process tries to link a name that another cluster has, other processes of its cluster can
 * neither find nor remove the name there. Meanwhile the cluster's daemon holds the name, until the
 * server refuses it. */
static void pending(void) {
    int owner = nodes_of[0];
    if (rank == 0)
        EQUAL(name_link("taken", 5), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 40 && knode_get_num() != owner; i++) {
        if (rank % 2) {
            EQUAL(name_link("taken", 1000 + rank), -EEXIST);
        } else {
            check("taken", owner, 5);
            EQUAL(name_unlink("taken"), -ENOENT);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(void) {
    begin();
    pending();
    char name[KNAME_SIZE + 1];
    EQUAL(name_link("", 0), -EINVAL);
    EQUAL(name_link(NULL, 0), -EINVAL);
    EQUAL(name_link("a", KPORT_LIMIT), -EINVAL);
    EQUAL(name_lookup("nobody", &found), -ENOENT);
    EQUAL(name_lookup("nobody", NULL), -EINVAL);
    EQUAL(name_unlink("nobody"), -ENOENT);
    memset(name, 'n', KNAME_SIZE);
    name[KNAME_SIZE] = 0;
    EQUAL(name_link(name, 0), -ENAMETOOLONG);

    /* All ranks link the same name, and one succeeds. */
    int error = name_link("one", 3), winners = 0, is_winner = !error;
    CHECK(!error || error == -EEXIST);
    MPI_Allreduce(&is_winner, &winners, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EQUAL(winners, 1);

    sprintf(name, "rank %d", rank);
    EQUAL(name_link(name, 100 + rank), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int times = 0; times < 3; times++) {
        for (int i = 0; i < ranks; i++) {
            sprintf(name, "rank %d", (rank + i) % ranks);
            check(name, nodes_of[(rank + i) % ranks], 100 + (rank + i) % ranks);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);

    /* Names move to the next rank and are no longer found at the old one. */
    sprintf(name, "rank %d", rank);
    EQUAL(name_unlink(name), 0);
    EQUAL(name_lookup(name, &found), -ENOENT);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ranks; i++) {
        sprintf(name, "rank %d", i);
        EQUAL(name_lookup(name, &found), -ENOENT);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    sprintf(name, "rank %d", (rank + 1) % ranks);
    EQUAL(name_link(name, rank), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ranks; i++) {
        sprintf(name, "rank %d", (i + 1) % ranks);
        check(name, nodes_of[i], i);
    }
    return end();
}
