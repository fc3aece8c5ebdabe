/* How the elements of a predefined datatype are represented in "external32". */
#ifndef MPI_TYPE_EXTERNAL_FORMAT_H
#define MPI_TYPE_EXTERNAL_FORMAT_H

#include "mpi/type/type.h"

/* An element consists of `values` numbers: 2 for a complex type, otherwise 1. */
struct oc_external_format {
    size_t values;
    size_t native; /* size of a number in memory, in bytes */
    size_t bytes;  /* size of a number in external form, in bytes */
    bool is_signed;
    bool is_extended; /* a long double, whose external form is binary128 */
};

/* Returns the format of a predefined datatype, which must not be a pair. */
struct oc_external_format oc_external_format(const struct oc_type *named);

#endif
