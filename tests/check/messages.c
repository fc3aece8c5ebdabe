/* Messages into and out of memory that is too short, freed, or missing. Rank 1 makes the mistakes,
 * as a receiver or as a sender. The test reads the comments, which name lines. "NAME: access" is
 * the line of the wrong call. The other comments mark further lines that the report must name. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define hide(pointer) __asm__ volatile("" : "+r"(pointer)::"memory")
#define PLANTED __attribute__((noinline)) static void

#define WORLD MPI_COMM_WORLD
#define NONE MPI_STATUS_IGNORE

static int rank;
static char *whole; /* memory that is long enough */

PLANTED short_receive(void) {
    char *a = malloc(40); /* short_receive: allocated */
    hide(a);
    if (rank == 1)
        MPI_Recv(a, 48, MPI_BYTE, 0, 0, WORLD, NONE); /* short_receive: access */
    else
        MPI_Send(whole, 48, MPI_BYTE, 1, 0, WORLD);
    free(a);
}

PLANTED long_receive(void) {
    char *a = malloc(40); /* long_receive: allocated */
    hide(a);
    if (rank == 1)
        MPI_Recv(a, 8192, MPI_BYTE, 0, 0, WORLD, NONE); /* long_receive: access */
    else
        MPI_Send(whole, 8192, MPI_BYTE, 1, 0, WORLD); /* long_receive: sender */
    free(a);
}

PLANTED short_send(void) {
    char *a = malloc(40); /* short_send: allocated */
    memset(a, 0, 40);
    hide(a);
    if (rank == 1)
        MPI_Send(a, 48, MPI_BYTE, 0, 0, WORLD); /* short_send: access */
    else
        MPI_Recv(whole, 48, MPI_BYTE, 1, 0, WORLD, NONE);
    free(a);
}

PLANTED freed_receive(void) {
    char *a = malloc(40); /* freed_receive: allocated */
    hide(a);
    if (rank == 1) {
        MPI_Request request;
        MPI_Irecv(a, 40, MPI_BYTE, 0, 0, WORLD, &request);
        MPI_Barrier(WORLD);
        free(a);                  /* freed_receive: freed */
        MPI_Wait(&request, NONE); /* freed_receive: access */
    } else {
        MPI_Barrier(WORLD);
        MPI_Send(whole, 40, MPI_BYTE, 1, 0, WORLD);
        free(a);
    }
}

PLANTED short_reduction(void) {
    int *a = malloc(3 * sizeof *a); /* short_reduction: allocated */
    hide(a);
    MPI_Reduce(whole, a, 4, MPI_INT, MPI_SUM, 1, WORLD); /* short_reduction: access */
    free(a);
}

PLANTED short_gather(void) {
    int *a = malloc(sizeof *a); /* short_gather: allocated */
    hide(a);
    MPI_Gather(whole, 1, MPI_INT, a, 1, MPI_INT, 1, WORLD); /* short_gather: access */
    free(a);
}

PLANTED right(void) {
    char *a = malloc(4096);
    memset(a, rank, 4096);
    if (rank == 1)
        MPI_Recv(a, 4096, MPI_BYTE, 0, 0, WORLD, NONE);
    else
        MPI_Send(a, 4096, MPI_BYTE, 1, 0, WORLD);
    MPI_Allreduce(MPI_IN_PLACE, a, 100, MPI_INT, MPI_SUM, WORLD);
    free(a);
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*run)(void);
    } all[] = {
        {"short_receive", short_receive},
        {"long_receive", long_receive},
        {"short_send", short_send},
        {"freed_receive", freed_receive},
        {"short_gather", short_gather},
        {"short_reduction", short_reduction},
        {"right", right},
    };
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(WORLD, &rank);
    whole = calloc(1, 8192);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (count < 2 || strcmp(arguments[1], all[i].name) == 0)
            all[i].run();
    }
    free(whole);
    MPI_Finalize();
    return 0;
}
