/* Master and local masters (section 6.1 of LWMPI). Rank 0 is the global master. It gives work to
 * the first rank of each cluster, the local master, which shares this work among the ranks of its
 * cluster. All masters work, too.
 *
 * An application is linked with the file that carries its messages: over_mpi.c, or over_ipc.c for
 * mailboxes and portals only (the paper's "IPC"). */
#ifndef LWMPI_MASTERS_H
#define LWMPI_MASTERS_H

#include <stdio.h>
#include <stdlib.h>

struct role {
    int rank, ranks;
    int master;   /* rank of the local master of this rank's cluster */
    int members;  /* number of ranks in this rank's cluster, from `master` on */
    int cluster;  /* number of this rank's cluster */
    int clusters; /* number of clusters */
    int each;     /* ranks of a cluster; the last one may have fewer */
};

/* ---- Communication: each rank calls `join` first and `leave` last --------------------------- */

/* Returns this rank and the number of ranks. */
void join(int *rank, int *ranks);
void leave(void);

/* send_to() sends and receive_from() receives a message. Both sides pass the same number of
 * bytes. */
void send_to(const void *data, size_t bytes, int to);
void receive_from(void *data, size_t bytes, int from);
/* Sends a message and receives another one of the same length. */
void exchange(const void *out, int to, void *in, int from, size_t bytes);
/* Waits for all ranks. */
void meet(void);

/* Cycles on the chip; on other machines, ticks of their clock. */
double ticks(void);
/* Ends the job with an error. */
_Noreturn void give_up(void);

/* ---- Roles and shares ------------------------------------------------------------------------ */

/* Makes the masters exchange messages with each other and with their clusters before the
 * measurement. The first message to a rank over the kernel takes longer than later ones, because
 * the kernel must look up the rank's name. */
static inline void greet(const struct role *own) {
    int step = own->rank == 0 ? own->each : own->ranks;
    if (own->rank > 0) {
        int giver = own->rank == own->master ? 0 : own->master;
        receive_from(NULL, 0, giver);
        send_to(NULL, 0, giver);
    }
    for (int master = step; master < own->ranks; master += step) {
        send_to(NULL, 0, master);
        receive_from(NULL, 0, master);
    }
    for (int member = 1; own->rank == own->master && member < own->members; member++) {
        send_to(NULL, 0, own->master + member);
        receive_from(NULL, 0, own->master + member);
    }
}

/* Reads the number of ranks of a cluster from the first argument; the default is 12. */
static inline struct role begin(int argc, char **argv) {
    struct role own = {0};
    join(&own.rank, &own.ranks);
    own.each = argc > 1 ? atoi(argv[1]) : 12;
    if (own.each < 1)
        own.each = 1;
    own.cluster = own.rank / own.each;
    own.clusters = (own.ranks + own.each - 1) / own.each;
    own.master = own.cluster * own.each;
    own.members = own.ranks - own.master < own.each ? own.ranks - own.master : own.each;
    greet(&own);
    return own;
}

/* An argument of the program, or its default. */
static inline int argument(int argc, char **argv, int which, int without) {
    return argc > which ? atoi(argv[which]) : without;
}

/* Returns the index of the first of `count` items that belongs to part `part` of `parts`. A part
 * ends where the next part begins. */
static inline int first_of(int count, int part, int parts) {
    return (int)((long long)count * part / parts);
}

static inline void *memory(size_t bytes) {
    void *found = malloc(bytes ? bytes : 1);
    if (!found) {
        fprintf(stderr, "no memory for %u bytes\n", (unsigned)bytes);
        give_up();
    }
    return found;
}

#endif
