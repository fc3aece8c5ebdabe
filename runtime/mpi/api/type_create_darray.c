#include <stdlib.h>

#include "mpi/error/raise.h"
#include "mpi/type/check.h"
#include "mpi/type/construct.h"
#include "mpi/type/sized.h"

/* The arguments of an array that is distributed over a grid of processes (MPI 4.1, section
 * 5.1.4). */
struct grid {
    int size, rank, ndims;
    const oc_int *gsizes;
    const int *distributions, *arguments, *psizes;
    int order;
};

/* The number of elements in a block in dimension `i`, or 0 if the arguments are invalid. */
static MPI_Count block_of(const struct grid *grid, int i) {
    oc_int size = grid->gsizes[i];
    int processes = grid->psizes[i], argument = grid->arguments[i];
    bool is_default = argument == MPI_DISTRIBUTE_DFLT_DARG;
    switch (grid->distributions[i]) {
    case MPI_DISTRIBUTE_NONE:
        return processes == 1 ? size : 0;
    case MPI_DISTRIBUTE_BLOCK:
        if (is_default)
            return ((MPI_Count)size - 1) / processes + 1;
        return argument > 0 && (MPI_Count)argument * processes >= size ? argument : 0;
    case MPI_DISTRIBUTE_CYCLIC:
        return is_default ? 1 : argument > 0 ? argument : 0;
    default:
        return 0;
    }
}

static int check_sizes(const struct grid *grid) {
    MPI_Count processes = 1;
    for (int i = 0; i < grid->ndims; i++) {
        if (grid->gsizes[i] < 1 || grid->psizes[i] < 1)
            return oc_raise(NULL, MPI_ERR_ARG,
                            "dimension # has no elements or no processes|1 or more", i, 0);
        if (!block_of(grid, i))
            return oc_raise(NULL, MPI_ERR_ARG,
                            "dimension # cannot be distributed like this|NONE on one process, or "
                            "BLOCK or CYCLIC with large enough blocks",
                            i, 0);
        processes *= grid->psizes[i];
        if (processes > grid->size)
            break;
    }
    if (processes != grid->size)
        return oc_raise(NULL, MPI_ERR_ARG,
                        "the grid does not have # processes|the product of its sizes", grid->size,
                        0);
    return MPI_SUCCESS;
}

static int check(const struct grid *grid) {
    int error;
    if (grid->ndims < 1)
        return oc_raise(NULL, MPI_ERR_ARG, "the number of dimensions is #|1 or more", grid->ndims,
                        0);
    if ((error = oc_check_entries(grid->gsizes, grid->ndims)) ||
        (error = oc_check_entries(grid->distributions, grid->ndims)) ||
        (error = oc_check_entries(grid->arguments, grid->ndims)) ||
        (error = oc_check_entries(grid->psizes, grid->ndims)) || (error = check_sizes(grid)))
        return error;
    if (grid->rank < 0 || grid->rank >= grid->size)
        return oc_raise(NULL, MPI_ERR_RANK, "rank # is out of range|0 to #", grid->rank,
                        grid->size - 1);
    return oc_check_order(grid->order);
}

/* Makes the datatype of this process' part. The grid of processes is in C order even if the array
 * is not. */
static struct oc_type *construct(const struct grid *grid, struct oc_type *old) {
    struct oc_dimension *dimension = malloc((size_t)grid->ndims * sizeof *dimension);
    if (!dimension)
        return NULL;
    int rank = grid->rank;
    for (int i = grid->ndims; i-- > 0;) {
        int place = rank % grid->psizes[i];
        rank /= grid->psizes[i];
        MPI_Count block = block_of(grid, i);
        dimension[grid->order == MPI_ORDER_C ? grid->ndims - 1 - i : i] =
            (struct oc_dimension){.size = grid->gsizes[i],
                                  .first = place * block,
                                  .block = block,
                                  .step = grid->psizes[i] * block};
    }
    struct oc_type *type = oc_construct_array(dimension, grid->ndims, old);
    free(dimension);
    return type;
}

static struct oc_contents *record(const struct grid *grid, struct oc_type *old) {
    size_t n = (size_t)grid->ndims;
    struct oc_contents *contents = oc_contents_sized(MPI_COMBINER_DARRAY, 3 * n + 4, n, 0, 1);
    if (!contents)
        return NULL;
    oc_contents_add_integers(contents, (int[]){grid->size, grid->rank, grid->ndims}, 3);
    oc_contents_add_sized(contents, grid->gsizes, n);
    oc_contents_add_integers(contents, grid->distributions, n);
    oc_contents_add_integers(contents, grid->arguments, n);
    oc_contents_add_integers(contents, grid->psizes, n);
    oc_contents_add_integer(contents, grid->order);
    oc_contents_add_type(contents, old);
    return contents;
}

int OC_SIZED(PMPI_Type_create_darray)(int size, int rank, int ndims, const oc_int gsizes[],
                                      const int distributions[], const int arguments[],
                                      const int psizes[], int order, MPI_Datatype oldtype,
                                      MPI_Datatype *newtype) {
    struct oc_type *old;
    struct grid grid = {size, rank, ndims, gsizes, distributions, arguments, psizes, order};
    int error = oc_enter(OC_CALL("MPI_Type_create_darray"));
    if (error || (error = oc_check_constructor(newtype, 0, oldtype, &old)) ||
        (error = check(&grid)))
        return error;
    return oc_construct(construct(&grid, old), record(&grid, old), newtype);
}
