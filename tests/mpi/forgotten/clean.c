/* This program makes no mistake, so nothing must be reported. It uses datatypes with equal
 * signatures but different layouts, messages shorter than their buffers, wildcards, persistent
 * requests, receives that complete in a different order than they were started, probes, cancelled
 * receives, a send whose request is freed, and duplicated communicators. */
#include <mpi.h>
#include <stdlib.h>

struct mixed {
    int number;
    double value;
};

static int rank, other;

static void shapes(void) {
    int words[6] = {0};
    struct mixed mixed[3] = {{0}};
    MPI_Datatype column, structure, fields[] = {MPI_INT, MPI_DOUBLE};
    int lengths[] = {1, 1};
    MPI_Aint at[] = {offsetof(struct mixed, number), offsetof(struct mixed, value)};
    MPI_Type_vector(3, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Type_create_struct(2, lengths, at, fields, &structure);
    MPI_Type_commit(&structure);
    if (rank == 0) {
        MPI_Send(words, 1, column, other, 1, MPI_COMM_WORLD);
        MPI_Send(mixed, 2, structure, other, 2, MPI_COMM_WORLD);
        MPI_Send(words, 24, MPI_BYTE, other, 3, MPI_COMM_WORLD);
    } else {
        MPI_Recv(words, 6, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(mixed, 3, structure, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(words, 6, MPI_INT, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&column);
    MPI_Type_free(&structure);
}

static void orders(void) {
    double real[2] = {0};
    int whole[2] = {0};
    MPI_Request request[3];
    MPI_Comm twin;
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    if (rank == 0) {
        MPI_Send(real, 1, MPI_DOUBLE, other, 4, MPI_COMM_WORLD);
        MPI_Send(whole, 1, MPI_INT, other, 4, MPI_COMM_WORLD);
        MPI_Send(real, 1, MPI_DOUBLE, other, 4, twin);
    } else {
        MPI_Irecv(real, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request[0]);
        MPI_Irecv(whole, 2, MPI_INT, other, 4, MPI_COMM_WORLD, &request[1]);
        MPI_Irecv(real + 1, 1, MPI_DOUBLE, other, MPI_ANY_TAG, twin, &request[2]);
        MPI_Wait(&request[2], MPI_STATUS_IGNORE);
        MPI_Wait(&request[1], MPI_STATUS_IGNORE);
        MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&twin);
}

static void requests(void) {
    int value = 0;
    MPI_Request request;
    MPI_Message message;
    if (rank == 0) {
        MPI_Request second;
        MPI_Isend(&value, 1, MPI_INT, other, 5, MPI_COMM_WORLD, &second);
        MPI_Send_init(&value, 1, MPI_INT, other, 5, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 2; i++) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Wait(&second, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Irecv(&value, 1, MPI_DOUBLE, other, 77, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Mprobe(other, 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, other, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, other, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Isendrecv_replace(&value, 1, MPI_INT, other, 6, other, 6, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The rank knows that the message has been sent before it frees the request. */
static void known(void) {
    int value = rank, is_sent = 0;
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, other, 8, MPI_COMM_WORLD, &request);
        while (!is_sent)
            MPI_Request_get_status(request, &is_sent, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Recv(&value, 1, MPI_INT, other, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Rank 0 frees the request of a message. The other rank's answer then shows that the message has
 * arrived. */
static void freed(void) {
    static int values[500];
    int answer = 0;
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(values, 500, MPI_INT, other, 8, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Recv(&answer, 1, MPI_INT, other, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(values, 500, MPI_INT, other, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(values, 500, MPI_INT, other, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&answer, 1, MPI_INT, other, 9, MPI_COMM_WORLD);
        MPI_Send(values, 500, MPI_INT, other, 8, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = !rank;
    shapes();
    orders();
    requests();
    freed();
    known();
    MPI_Finalize();
    return 0;
}
