#include "mpi/core/datatype.h"

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

/* A value and its index, as MPI_MINLOC and MPI_MAXLOC take them. */
#define PAIR(VALUE)                                                                                \
    sizeof(struct {                                                                                \
        VALUE value;                                                                               \
        int index;                                                                                 \
    })

const uint8_t oc_extent_of_named[64] = {
    [OC_TYPE_INDEX(MPI_AINT)] = sizeof(MPI_Aint),
    [OC_TYPE_INDEX(MPI_COUNT)] = sizeof(MPI_Count),
    [OC_TYPE_INDEX(MPI_OFFSET)] = sizeof(MPI_Offset),
    [OC_TYPE_INDEX(MPI_PACKED)] = 1,
    [OC_TYPE_INDEX(MPI_SHORT)] = sizeof(short),
    [OC_TYPE_INDEX(MPI_INT)] = sizeof(int),
    [OC_TYPE_INDEX(MPI_LONG)] = sizeof(long),
    [OC_TYPE_INDEX(MPI_LONG_LONG)] = sizeof(long long),
    [OC_TYPE_INDEX(MPI_UNSIGNED_SHORT)] = sizeof(unsigned short),
    [OC_TYPE_INDEX(MPI_UNSIGNED)] = sizeof(unsigned),
    [OC_TYPE_INDEX(MPI_UNSIGNED_LONG)] = sizeof(unsigned long),
    [OC_TYPE_INDEX(MPI_UNSIGNED_LONG_LONG)] = sizeof(unsigned long long),
    [OC_TYPE_INDEX(MPI_FLOAT)] = sizeof(float),
    [OC_TYPE_INDEX(MPI_C_FLOAT_COMPLEX)] = sizeof(float complex),
    [OC_TYPE_INDEX(MPI_CXX_FLOAT_COMPLEX)] = sizeof(float complex),
    [OC_TYPE_INDEX(MPI_DOUBLE)] = sizeof(double),
    [OC_TYPE_INDEX(MPI_C_DOUBLE_COMPLEX)] = sizeof(double complex),
    [OC_TYPE_INDEX(MPI_CXX_DOUBLE_COMPLEX)] = sizeof(double complex),
    [OC_TYPE_INDEX(MPI_LOGICAL)] = sizeof(MPI_Fint),
    [OC_TYPE_INDEX(MPI_INTEGER)] = sizeof(MPI_Fint),
    [OC_TYPE_INDEX(MPI_REAL)] = sizeof(float),
    [OC_TYPE_INDEX(MPI_COMPLEX)] = sizeof(float complex),
    [OC_TYPE_INDEX(MPI_DOUBLE_PRECISION)] = sizeof(double),
    [OC_TYPE_INDEX(MPI_DOUBLE_COMPLEX)] = sizeof(double complex),
    [OC_TYPE_INDEX(MPI_CHARACTER)] = 1,
    [OC_TYPE_INDEX(MPI_LONG_DOUBLE)] = sizeof(long double),
    [OC_TYPE_INDEX(MPI_C_LONG_DOUBLE_COMPLEX)] = sizeof(long double complex),
    [OC_TYPE_INDEX(MPI_CXX_LONG_DOUBLE_COMPLEX)] = sizeof(long double complex),
    [OC_TYPE_INDEX(MPI_FLOAT_INT)] = PAIR(float),
    [OC_TYPE_INDEX(MPI_DOUBLE_INT)] = PAIR(double),
    [OC_TYPE_INDEX(MPI_LONG_INT)] = PAIR(long),
    [OC_TYPE_INDEX(MPI_2INT)] = PAIR(int),
    [OC_TYPE_INDEX(MPI_SHORT_INT)] = PAIR(short),
    [OC_TYPE_INDEX(MPI_LONG_DOUBLE_INT)] = PAIR(long double),
    [OC_TYPE_INDEX(MPI_2REAL)] = 2 * sizeof(float),
    [OC_TYPE_INDEX(MPI_2DOUBLE_PRECISION)] = 2 * sizeof(double),
    [OC_TYPE_INDEX(MPI_2INTEGER)] = 2 * sizeof(MPI_Fint),
    [OC_TYPE_INDEX(MPI_C_BOOL)] = sizeof(bool),
    [OC_TYPE_INDEX(MPI_CXX_BOOL)] = sizeof(bool),
    [OC_TYPE_INDEX(MPI_WCHAR)] = sizeof(wchar_t),
};
