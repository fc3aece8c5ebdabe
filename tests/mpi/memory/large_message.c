/* On Linux, messages and a reduction have more elements than an int can count. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT (((MPI_Count)1 << 31) + 5)

static void fail(const char *what) {
    printf("FAILED %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *data =
        calloc((size_t)COUNT, 1); /* the sender's pages are never written, and take no memory */
    if (!data)
        fail("memory");
    if (rank == 0) {
        data[COUNT - 1] = 7;
        MPI_Send_c(data, COUNT, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Status status;
        MPI_Count count;
        int small;
        MPI_Recv_c(data, COUNT, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count_c(&status, MPI_CHAR, &count);
        MPI_Get_count(&status, MPI_CHAR, &small);
        if (count != COUNT || small != MPI_UNDEFINED || data[COUNT - 1] != 7 || data[COUNT - 2])
            fail("message");
    }
    char last = data[COUNT - 1];
    MPI_Bcast_c(data, COUNT, MPI_CHAR, 1, MPI_COMM_WORLD);
    if (data[COUNT - 1] != last || last != 7)
        fail("broadcast");
    printf("ok %d\n", rank);
    MPI_Finalize();
    return 0;
}
