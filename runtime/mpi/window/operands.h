/* The data of accumulate operations at the origin, as contiguous elements. Data with gaps are
 * copied. */
#ifndef MPI_WINDOW_OPERANDS_H
#define MPI_WINDOW_OPERANDS_H

#include "mpi/window/operand.h"
#include "mpi/window/window.h"

struct oc_operands {
    MPI_Datatype type; /* predefined; MPI_DATATYPE_NULL: there are no data */
    size_t count;      /* number of elements of `type` */
    char *data;
    /* The datatype of the user's data if `data` is a copy of them. Null if `data` are the user's
     * data. */
    struct oc_type *from;
    char *buffer;    /* the user's buffer */
    size_t elements; /* number of elements of `from` in `buffer` */
    size_t extent;   /* distance between elements in `data`, in bytes */
};

/* Checks data, which must consist of one predefined datatype. The caller must close the operands if
 * there was no error. */
int oc_operands_open(const struct oc_window *window, struct oc_operands *operands,
                     const void *buffer, ptrdiff_t count, MPI_Datatype type);
void oc_operands_close(struct oc_operands *operands);

/* oc_operands_gather() copies the user's data into the copy, if there is one. oc_operands_scatter()
 * copies the first `count` elements back. */
void oc_operands_gather(const struct oc_operands *operands);
void oc_operands_scatter(const struct oc_operands *operands, size_t count);

#endif
