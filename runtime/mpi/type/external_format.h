/* What a predefined datatype is in "external32". */
#ifndef MPI_TYPE_EXTERNAL_FORMAT_H
#define MPI_TYPE_EXTERNAL_FORMAT_H

#include "mpi/type/type.h"

/* An element is `values` numbers (a complex one is two). */
struct oc_external_format {
    size_t values;
    size_t native; /* bytes of each in memory */
    size_t bytes;  /* outside */
    bool is_signed;
    bool is_extended; /* a long double, which is binary128 outside */
};

/* `named`: predefined, and no pair. */
struct oc_external_format oc_external_format(const struct oc_type *named);

#endif
