/* What the constructors of the standard share. */
#ifndef MPI_TYPE_CONSTRUCT_H
#define MPI_TYPE_CONSTRUCT_H

#include "mpi/core/list.h"
#include "mpi/type/contents.h"

/* Ends a constructor: gives the user a handle of `type`, which has `contents` from now on. Null
 * for either of them: it could not be made, which is raised. */
int oc_construct(struct oc_type *type, struct oc_contents *contents, MPI_Datatype *handle);

/* value * unit as an address; false: it is none. */
bool oc_construct_scale(MPI_Count value, MPI_Count unit, MPI_Aint *result);

/* `rows` rows, `stride` units of so many bytes apart (if there is more than one, and something in
 * them), of `length` elements; null as from oc_type_of_part(). */
struct oc_type *oc_construct_rows(MPI_Count rows, MPI_Count length, MPI_Count stride,
                                  MPI_Count unit, struct oc_type *old);

/* Blocks of elements of one type. */
struct oc_blocks {
    size_t count;
    struct oc_list lengths; /* of each; null: all have the same */
    MPI_Count length;       /* that one */
    struct oc_list at;      /* displacements, in units of */
    MPI_Count unit;         /* so many bytes */
};

/* Null as from oc_type_of_part(). */
struct oc_type *oc_construct_blocks(const struct oc_blocks *blocks, struct oc_type *old);

/* Part of an array of elements, `size` of them in each dimension, the fastest one first. */
struct oc_dimension {
    MPI_Count size;
    /* Blocks of `block` elements at first, first + step, …; the last one ends at `size`. */
    MPI_Count first, block, step;
};

/* The part, with the bounds of the whole array; null as above. */
struct oc_type *oc_construct_array(const struct oc_dimension *dimension, int dimensions,
                                   struct oc_type *old);

#endif
