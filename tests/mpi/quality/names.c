/* Uses all functions that the papers name, by these names, and calls Init again after Finalize. */
#include <ocmpi.h>
#include <stdio.h>
#include <string.h>

#define LIVES 3
#define CHECK(CONDITION)                                                                           \
    do {                                                                                           \
        if (!(CONDITION)) {                                                                        \
            faults++;                                                                              \
            printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #CONDITION);                          \
        }                                                                                          \
    } while (0)

static int faults, rank, size;

static void management(void) {
    char name[MPI_MAX_PROCESSOR_NAME];
    int length, version, subversion;
    CHECK(ocMPI_Get_processor_name(name, &length) == MPI_SUCCESS && (int)strlen(name) == length);
    CHECK(ocMPI_Get_version(&version, &subversion) == MPI_SUCCESS && version >= 2);
    CHECK(ocMPI_Wtime() >= 0 && ocMPI_Wtick() > 0);
}

static void messages(int life) {
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    int sent = 100 * life + rank, got = -1;
    MPI_Status status;
    if (rank == 0)
        CHECK(ocMPI_Send(&sent, 1, MPI_INT, next, life, MPI_COMM_WORLD) == MPI_SUCCESS);
    CHECK(ocMPI_Recv(&got, 1, MPI_INT, before, life, MPI_COMM_WORLD, &status) == MPI_SUCCESS);
    CHECK(got == 100 * life + before && status.MPI_SOURCE == before);
    if (rank)
        ocMPI_Send(&sent, 1, MPI_INT, next, life, MPI_COMM_WORLD);
    ocMPI_SendRecv(&sent, 1, MPI_INT, next, 9, &got, 1, MPI_INT, before, 9, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    CHECK(got == 100 * life + before);
}

static void collectives(int life) {
    int own = rank + life, all[64], sum = 0, prefix = 0, from = rank == 1 ? life : -1;
    ocMPI_Barrier(MPI_COMM_WORLD);
    ocMPI_Broadcast(&from, 1, MPI_INT, 1, MPI_COMM_WORLD);
    CHECK(from == life);
    ocMPI_Gather(&own, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++)
        CHECK(all[i] == i + life);
    ocMPI_Scatter(all, 1, MPI_INT, &own, 1, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK(own == rank + life);
    ocMPI_Reduce(&own, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    CHECK(rank || sum == size * (size - 1) / 2 + size * life);
    ocMPI_Scan(&own, &prefix, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(prefix == rank * (rank + 1) / 2 + (rank + 1) * life);
    ocMPI_Exscan(&own, &prefix, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(rank == 0 || prefix == rank * (rank - 1) / 2 + rank * life);
}

static void quality(void) {
    CHECK(setPriority(rank, 0, 7) == QOS_DONE && resetPriority(rank, 0) == QOS_DONE);
    CHECK(resetPriorities() == QOS_DONE);
}

/* One rank is late, sometimes in Init and sometimes in Finalize. */
static void come_late(int who) {
    double begin = ocMPI_Wtime();
    while (rank == who && ocMPI_Wtime() - begin < 0.0001)
        ;
}

int main(int argc, char **argv) {
    for (int life = 0; life < LIVES; life++) {
        int initialized, finalized;
        come_late(life);
        ocMPI_Init(&argc, &argv);
        ocMPI_Initialized(&initialized);
        ocMPI_Finalized(&finalized);
        CHECK(initialized && !finalized);
        ocMPI_Comm_rank(MPI_COMM_WORLD, &rank);
        ocMPI_Comm_size(MPI_COMM_WORLD, &size);
        management();
        messages(life);
        collectives(life);
        quality();
        int all_faults = 0;
        ocMPI_Reduce(&faults, &all_faults, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0)
            printf(all_faults ? "FAILED life %d\n" : "ok life %d\n", life);
        come_late(size - 1 - life);
        ocMPI_Finalize();
        ocMPI_Finalized(&finalized);
        CHECK(finalized);
    }
    return faults != 0;
}
