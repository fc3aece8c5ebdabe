/* Measures the mean cycles of a call, without and with a trace that the program records itself. */
#include <mpi.h>
#include <onchip_trace.h>
#include <stdio.h>

#define TIMES 200

static unsigned now(void) {
    unsigned cycle;
    __asm__ volatile("rdcycle %0" : "=r"(cycle));
    return cycle;
}

int main(int argc, char **argv) {
    int rank, word = 0;
    char bytes[1024] = "";
    MPI_Init(&argc, &argv);
    unsigned begun = now();
    for (int i = 0; i < TIMES; i++) {
        onchip_trace_begin("region");
        onchip_trace_end("region");
    }
    unsigned region = (now() - begun) / TIMES;
    begun = now();
    for (int i = 0; i < TIMES; i++)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    unsigned call = (now() - begun) / TIMES;
    unsigned there_and_back[2];
    for (int which = 0; which < 2; which++) {
        int count = which ? (int)sizeof bytes : 4;
        char *data = which ? bytes : (char *)&word;
        MPI_Barrier(MPI_COMM_WORLD);
        begun = now();
        for (int i = 0; i < TIMES; i++) {
            if (rank == 0)
                MPI_Send(data, count, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(data, count, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 1)
                MPI_Send(data, count, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
        there_and_back[which] = (now() - begun) / TIMES / 2;
    }
    if (rank == 0)
        printf("region %u, MPI_Comm_rank %u, message of 4 bytes %u, of 1024 bytes %u\n", region,
               call, there_and_back[0], there_and_back[1]);
    MPI_Finalize();
}
