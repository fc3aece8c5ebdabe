/* Rank 0 sends doubles that rank 1 receives as integers, and then a structure of which rank 1
 * declares one member differently. */
#include <mpi.h>
#include <stddef.h>

struct mixed {
    int first;
    float second;
};

static MPI_Datatype of(MPI_Datatype second) {
    MPI_Datatype type, fields[] = {MPI_INT, second};
    int lengths[] = {1, 1};
    MPI_Aint at[] = {offsetof(struct mixed, first), offsetof(struct mixed, second)};
    MPI_Type_create_struct(2, lengths, at, fields, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(int argc, char **argv) {
    int rank;
    double value[3] = {0};
    int words[6];
    struct mixed mixed = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Datatype type = of(rank ? MPI_INT : MPI_FLOAT);
    if (rank == 0) {
        MPI_Send(value, 3, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD); /* sent */
        MPI_Send(&mixed, 1, type, 1, 2, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(words, 6, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* found */
        MPI_Recv(&mixed, 1, type, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);   /* found */
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
