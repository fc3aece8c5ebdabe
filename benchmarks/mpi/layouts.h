/* Layouts of data with gaps: the datatypes that both derived.c and packing.c measure. */
#ifndef MPI_LAYOUTS_H
#define MPI_LAYOUTS_H

#include <mpi.h>

/* The first integer of a row of `bytes` bytes, and every second one of the 16 after it. */
static inline MPI_Datatype row_type(MPI_Aint bytes) {
    MPI_Datatype part, whole, type;
    MPI_Type_vector(8, 1, 2, MPI_INT, &part);
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, sizeof(int)},
                           (MPI_Datatype[]){MPI_INT, part}, &whole);
    MPI_Type_create_resized(whole, 0, bytes, &type);
    MPI_Type_free(&whole);
    MPI_Type_free(&part);
    return type;
}

/* A block of 32 × 32 elements, from row 4 and column 3 on, of a matrix of 64 × 64. */
static inline MPI_Datatype matrix_type(void) {
    MPI_Datatype type;
    MPI_Type_create_subarray(2, (int[]){64, 64}, (int[]){32, 32}, (int[]){4, 3}, MPI_ORDER_C,
                             MPI_INT, &type);
    return type;
}

#endif
