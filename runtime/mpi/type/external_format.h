/* The form of a predefined datatype in "external32". */
#ifndef MPI_TYPE_EXTERNAL_FORMAT_H
#define MPI_TYPE_EXTERNAL_FORMAT_H

#include "mpi/type/type.h"

/* An element consists of `values` numbers: 2 if it is complex, otherwise 1. */
struct oc_external_format {
    size_t values;
    size_t native; /* bytes of a number in memory */
    size_t bytes;  /* bytes of a number in external form */
    bool is_signed;
    bool is_extended; /* a long double, which is binary128 in external form */
};

/* `named` must be predefined and not a pair. */
struct oc_external_format oc_external_format(const struct oc_type *named);

#endif
