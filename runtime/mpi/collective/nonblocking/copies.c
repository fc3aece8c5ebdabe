/* Copies of the user's arrays of counts, displacements and datatypes. MPI requires that programs
 * leave these arrays alone while a collective uses them. But other libraries read the arrays only
 * when the collective is created, and some programs rely on this. Programs for MPI's binary
 * interface, such as mpi4py 4.1, free the arrays at that point. */
#include <stdlib.h>
#include <string.h>

#include "mpi/collective/nonblocking/operation.h"
#include "mpi/error/raise.h"

static const void *copy(const void *from, size_t bytes) {
    if (!from)
        return NULL;
    void *to = malloc(bytes ? bytes : 1);
    if (!to)
        oc_die(OC_FATAL, "no memory: malloc(#) failed|a larger heap", (long)bytes, 0);
    return bytes ? memcpy(to, from, bytes) : to;
}

/* Copies the arrays of one side. At ranks where MPI ignores an array, its address may be invalid,
 * so the array is not copied. */
static void copy_side(struct oc_side *side, int blocks, bool is_used) {
    size_t count = is_used && side->buffer != MPI_IN_PLACE ? (size_t)blocks : 0;
    struct oc_list *counts = &side->counts, *displacements = &side->displacements;
    if (!count)
        counts->first = displacements->first = side->types = NULL;
    counts->first = copy(counts->first, count * counts->entry_bytes);
    displacements->first = copy(displacements->first, count * displacements->entry_bytes);
    side->types = copy(side->types, count * sizeof *side->types);
}

static void free_side(struct oc_side *side) {
    free((void *)side->counts.first);
    free((void *)side->displacements.first);
    free((void *)side->types);
}

/* The number of blocks. In a reduction, there is one for each rank of this rank's own group. */
static int blocks(const struct oc_operation *operation, int neighbors) {
    const struct oc_arguments *arguments = &operation->arguments;
    const struct oc_communicator *comm = operation->request->core.comm;
    return arguments->neighbors ? neighbors : arguments->op ? comm->size : comm->peers;
}

void oc_arguments_hold_copies(struct oc_operation *operation) {
    struct oc_arguments *arguments = &operation->arguments;
    const struct oc_communicator *comm = operation->request->core.comm;
    bool is_root = arguments->root == (comm->local ? MPI_ROOT : comm->rank);
    copy_side(&arguments->from, blocks(operation, arguments->destinations),
              arguments->rooted != OC_ROOT_SENDS || is_root);
    copy_side(&arguments->to, blocks(operation, arguments->sources),
              arguments->rooted != OC_ROOT_RECEIVES || is_root);
    oc_arguments_hold_references(operation);
}

void oc_arguments_free(struct oc_arguments *arguments) {
    free_side(&arguments->from);
    free_side(&arguments->to);
}
