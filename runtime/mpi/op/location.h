/* Pairs of a value and its index, for MPI_MINLOC and MPI_MAXLOC. */
#ifndef MPI_OP_LOCATION_H
#define MPI_OP_LOCATION_H

#include "mpi/op/kind.h"

/* X(kind, C type of the value, C type of the index) */
#define OC_PAIRS(X)                                                                                \
    X(FLOAT_INT, float, int)                                                                       \
    X(DOUBLE_INT, double, int)                                                                     \
    X(LONG_INT, long, int)                                                                         \
    X(2INT, int, int)                                                                              \
    X(SHORT_INT, short, int)                                                                       \
    X(LONG_DOUBLE_INT, long double, int)                                                           \
    X(2FLOAT, float, float)                                                                        \
    X(2DOUBLE, double, double)

/* Defines MPI_MAXLOC and MPI_MINLOC for a type of pairs. If two values are equal, the lower index
 * is the result. */
#define OC_LOCATION_FUNCTION(NAME, KIND, VALUE, INDEX, BETTER)                                     \
    static void NAME##_##KIND(const void *in, void *inout, size_t count) {                         \
        struct pair {                                                                              \
            VALUE value;                                                                           \
            INDEX index;                                                                           \
        };                                                                                         \
        const struct pair *a = in;                                                                 \
        struct pair *b = inout;                                                                    \
        for (; count--; a++, b++)                                                                  \
            if (a->value BETTER b->value || (a->value == b->value && a->index < b->index))         \
                *b = *a;                                                                           \
    }

#endif
