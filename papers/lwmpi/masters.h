/* Master and local masters (the paper's 6.1): rank 0 is the global master and gives work to the
 * first rank of each cluster, its local master, which shares it with the ranks of its cluster. All
 * masters work, too. Only MPI_Send and MPI_Recv, as in the paper's library. */
#ifndef LWMPI_MASTERS_H
#define LWMPI_MASTERS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct role {
    int rank, ranks;
    int master;   /* rank of the own local master */
    int members;  /* ranks of the own cluster, from `master` on */
    int cluster;  /* the own cluster's number */
    int clusters; /* how many there are */
    int each;     /* ranks of a cluster, but perhaps the last */
};

/* Begins: MPI_Init, and the number of ranks of a cluster, an argument, 12 without. */
static inline struct role begin(int *argc, char ***argv) {
    struct role own = {0};
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &own.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &own.ranks);
    own.each = *argc > 1 ? atoi((*argv)[1]) : 12;
    if (own.each < 1)
        own.each = 1;
    own.cluster = own.rank / own.each;
    own.clusters = (own.ranks + own.each - 1) / own.each;
    own.master = own.cluster * own.each;
    own.members = own.ranks - own.master < own.each ? own.ranks - own.master : own.each;
    return own;
}

/* An argument of the program, or what it is without. */
static inline int argument(int argc, char **argv, int which, int without) {
    return argc > which ? atoi(argv[which]) : without;
}

/* The first of `count` things that part `part` of `parts` gets; the next part's is its end. */
static inline int first_of(int count, int part, int parts) {
    return (int)((long long)count * part / parts);
}

static inline void send(const void *data, int count, MPI_Datatype type, int to) {
    MPI_Send(data, count, type, to, 0, MPI_COMM_WORLD);
}

static inline void receive(void *data, int count, MPI_Datatype type, int from) {
    MPI_Recv(data, count, type, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Cycles on the chip; elsewhere ticks of its clock. */
static inline double ticks(void) {
    return MPI_Wtime() / MPI_Wtick();
}

static inline void *memory(size_t bytes) {
    void *found = malloc(bytes ? bytes : 1);
    if (!found) {
        fprintf(stderr, "no memory for %u bytes\n", (unsigned)bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return found;
}

#endif
