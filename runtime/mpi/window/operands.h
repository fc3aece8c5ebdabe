/* The data of accumulate operations at the origin, as contiguous elements. Noncontiguous data are
 * copied. */
#ifndef MPI_WINDOW_OPERANDS_H
#define MPI_WINDOW_OPERANDS_H

#include "mpi/window/operand.h"
#include "mpi/window/window.h"

struct oc_operands {
    MPI_Datatype type; /* a predefined datatype, or MPI_DATATYPE_NULL if there are no data */
    size_t count;      /* number of elements of `type` */
    char *data;
    /* If `data` is a copy, the datatype of the user's data; null if `data` is the user's buffer. */
    struct oc_type *from;
    char *buffer;    /* the user's buffer */
    size_t elements; /* number of elements of `from` in `buffer` */
    size_t extent;   /* distance between elements in `data`, in bytes */
};

/* Opens a buffer, whose data must consist of one predefined datatype, as operands. If there is no
 * error, the caller must close the operands. */
int oc_operands_open(const struct oc_window *window, struct oc_operands *operands,
                     const void *buffer, ptrdiff_t count, MPI_Datatype type);
void oc_operands_close(struct oc_operands *operands);

/* Copies the user's data into the copy, if there is one. oc_operands_scatter() copies the first
 * `count` elements back. */
void oc_operands_gather(const struct oc_operands *operands);
void oc_operands_scatter(const struct oc_operands *operands, size_t count);

#endif
