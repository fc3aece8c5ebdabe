/* Code that the constructors of datatypes share. */
#ifndef MPI_TYPE_CONSTRUCT_H
#define MPI_TYPE_CONSTRUCT_H

#include "mpi/core/list.h"
#include "mpi/type/contents.h"

/* Ends a constructor: gives the user a handle of `type`, which now owns `contents`. If either is
 * null, there was no memory or the type is too large, and the function raises an error. */
int oc_construct(struct oc_type *type, struct oc_contents *contents, MPI_Datatype *handle);

/* Computes value * unit. Returns false if the product does not fit into an address. */
bool oc_construct_scale(MPI_Count value, MPI_Count unit, MPI_Aint *result);

/* Makes a type of `rows` rows of `length` elements. The distance between rows is `stride` units of
 * `unit` bytes; it does not matter if there is only one row, or if rows are empty. Returns null in
 * the cases of oc_type_of_part(). */
struct oc_type *oc_construct_rows(MPI_Count rows, MPI_Count length, MPI_Count stride,
                                  MPI_Count unit, struct oc_type *old);

/* A number of blocks of elements of one type. */
struct oc_blocks {
    size_t count;
    struct oc_list lengths; /* number of elements in each block; null if all have `length` */
    MPI_Count length;       /* number of elements in every block, if `lengths` is null */
    struct oc_list at;      /* displacements in units */
    MPI_Count unit;         /* bytes of a unit */
};

/* Makes a type of blocks. Returns null in the cases of oc_type_of_part(). */
struct oc_type *oc_construct_blocks(const struct oc_blocks *blocks, struct oc_type *old);

/* One dimension of a part of an array. `size` is the number of elements of the whole array in this
 * dimension. In a list of dimensions, the one whose index changes fastest comes first. */
struct oc_dimension {
    MPI_Count size;
    /* The part consists of blocks of `block` elements, which begin at the indices first, first +
     * step, and so on. The last block may be shorter, because it ends at `size`. */
    MPI_Count first, block, step;
};

/* Makes a type of this part of the array, with the bounds of the whole array. Returns null in the
 * cases of oc_type_of_part(). */
struct oc_type *oc_construct_array(const struct oc_dimension *dimension, int dimensions,
                                   struct oc_type *old);

#endif
