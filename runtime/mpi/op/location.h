/* Pair types for MPI_MINLOC and MPI_MAXLOC: a value and its index. */
#ifndef MPI_OP_LOCATION_H
#define MPI_OP_LOCATION_H

#include "mpi/op/kind.h"

/* X gets a kind, the C type of the value and that of the index. */
#define OC_PAIRS(X)                                                                                \
    X(FLOAT_INT, float, int)                                                                       \
    X(DOUBLE_INT, double, int)                                                                     \
    X(LONG_INT, long, int)                                                                         \
    X(2INT, int, int)                                                                              \
    X(SHORT_INT, short, int)                                                                       \
    X(LONG_DOUBLE_INT, long double, int)                                                           \
    X(2FLOAT, float, float)                                                                        \
    X(2DOUBLE, double, double)

/* Defines MPI_MAXLOC or MPI_MINLOC for one pair type. If two values are equal, the result has the
 * lower index. */
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
