/* Code that the constructors of datatypes share. */
#ifndef MPI_TYPE_CONSTRUCT_H
#define MPI_TYPE_CONSTRUCT_H

#include "mpi/core/list.h"
#include "mpi/type/contents.h"

/* Ends a constructor: gives the user a handle of `type`, which now owns `contents`. If one of the
 * two is null, it could not be made, and the function raises an error. */
int oc_construct(struct oc_type *type, struct oc_contents *contents, MPI_Datatype *handle);

/* Computes value * unit; returns false if the product does not fit into an address. */
bool oc_construct_scale(MPI_Count value, MPI_Count unit, MPI_Aint *result);

/* Makes a type of `rows` rows of `length` elements. Rows are `stride` units apart, unless there is
 * only one or they are empty. Returns null in the same cases as oc_type_of_part(). */
struct oc_type *oc_construct_rows(MPI_Count rows, MPI_Count length, MPI_Count stride,
                                  MPI_Count unit, struct oc_type *old);

/* Blocks of elements of one type. */
struct oc_blocks {
    size_t count;
    struct oc_list lengths; /* length of each; null: all have the same */
    MPI_Count length;       /* length of every block if `lengths` is null */
    struct oc_list at;      /* displacements in units */
    MPI_Count unit;         /* bytes of a unit */
};

/* Makes a type of blocks. Returns null in the same cases as oc_type_of_part(). */
struct oc_type *oc_construct_blocks(const struct oc_blocks *blocks, struct oc_type *old);

/* One dimension of a part of an array of elements. `size` is the array's length in this dimension.
 * The fastest dimension comes first. */
struct oc_dimension {
    MPI_Count size;
    /* The part's blocks of `block` elements begin at first, first + step, and so on. The last block
     * ends at `size`. */
    MPI_Count first, block, step;
};

/* Makes a type of this part of the array, with the bounds of the whole array. Returns null in the
 * same cases as oc_type_of_part(). */
struct oc_type *oc_construct_array(const struct oc_dimension *dimension, int dimensions,
                                   struct oc_type *old);

#endif
