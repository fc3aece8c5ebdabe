/* Data of accumulate operations at the origin, in a row: where they have gaps, a copy. */
#ifndef MPI_WINDOW_OPERANDS_H
#define MPI_WINDOW_OPERANDS_H

#include "mpi/window/operand.h"
#include "mpi/window/window.h"

struct oc_operands {
    MPI_Datatype type; /* predefined; MPI_DATATYPE_NULL: there are none */
    size_t count;      /* of them */
    char *data;
    struct oc_type *from; /* of what `data` are a copy; null: they are the user's own */
    char *buffer;         /* the user's */
    size_t elements;      /* of `from` there */
    size_t extent;        /* from one in `data` to the next, in bytes */
};

/* Checks data, which must be of one predefined datatype. To be closed if there was no error. */
int oc_operands_open(const struct oc_window *window, struct oc_operands *operands,
                     const void *buffer, ptrdiff_t count, MPI_Datatype type);
void oc_operands_close(struct oc_operands *operands);

/* Into the copy, if there is one; and the first `count` of them out of it. */
void oc_operands_gather(const struct oc_operands *operands);
void oc_operands_scatter(const struct oc_operands *operands, size_t count);

#endif
