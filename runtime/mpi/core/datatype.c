#include "mpi/core/datatype.h"

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

/* A value and its index, for MPI_MINLOC and MPI_MAXLOC. */
#define PAIR(VALUE)                                                                                \
    sizeof(struct {                                                                                \
        VALUE value;                                                                               \
        int index;                                                                                 \
    })
#define GAP(VALUE) (PAIR(VALUE) - sizeof(VALUE) - sizeof(int))
#define PLAIN_PAIR(VALUE) (GAP(VALUE) ? 0 : PAIR(VALUE))
#define PADDED_PAIR(VALUE) (GAP(VALUE) ? PAIR(VALUE) : 0)

const uint8_t oc_extent_of_all[OC_TABLE_TYPES] = {
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
    [OC_TYPE_INDEX(MPI_FLOAT_INT)] = PLAIN_PAIR(float),
    [OC_TYPE_INDEX(MPI_DOUBLE_INT)] = PLAIN_PAIR(double),
    [OC_TYPE_INDEX(MPI_LONG_INT)] = PLAIN_PAIR(long),
    [OC_TYPE_INDEX(MPI_2INT)] = PLAIN_PAIR(int),
    [OC_TYPE_INDEX(MPI_SHORT_INT)] = PLAIN_PAIR(short),
    [OC_TYPE_INDEX(MPI_LONG_DOUBLE_INT)] = PLAIN_PAIR(long double),
    [OC_TYPE_INDEX(MPI_2REAL)] = 2 * sizeof(float),
    [OC_TYPE_INDEX(MPI_2DOUBLE_PRECISION)] = 2 * sizeof(double),
    [OC_TYPE_INDEX(MPI_2INTEGER)] = 2 * sizeof(MPI_Fint),
    [OC_TYPE_INDEX(MPI_C_BOOL)] = sizeof(bool),
    [OC_TYPE_INDEX(MPI_CXX_BOOL)] = sizeof(bool),
    [OC_TYPE_INDEX(MPI_WCHAR)] = sizeof(wchar_t),
    [OC_TYPE_INDEX(MPI_INT8_T)] = 1,
    [OC_TYPE_INDEX(MPI_UINT8_T)] = 1,
    [OC_TYPE_INDEX(MPI_CHAR)] = 1,
    [OC_TYPE_INDEX(MPI_SIGNED_CHAR)] = 1,
    [OC_TYPE_INDEX(MPI_UNSIGNED_CHAR)] = 1,
    [OC_TYPE_INDEX(MPI_BYTE)] = 1,
    [OC_TYPE_INDEX(MPI_INT16_T)] = 2,
    [OC_TYPE_INDEX(MPI_UINT16_T)] = 2,
    [OC_TYPE_INDEX(MPI_INT32_T)] = 4,
    [OC_TYPE_INDEX(MPI_UINT32_T)] = 4,
    [OC_TYPE_INDEX(MPI_INT64_T)] = 8,
    [OC_TYPE_INDEX(MPI_UINT64_T)] = 8,
};

extern const uint8_t oc_extent_of_named[OC_TABLE_TYPES] __attribute__((alias("oc_extent_of_all")));

#define FIRST_PAIR OC_TYPE_INDEX(MPI_FLOAT_INT)

size_t oc_datatype_padded_extent(MPI_Datatype type) {
    static const uint8_t padded[] = {
        [OC_TYPE_INDEX(MPI_DOUBLE_INT) - FIRST_PAIR] = PADDED_PAIR(double),
        [OC_TYPE_INDEX(MPI_LONG_INT) - FIRST_PAIR] = PADDED_PAIR(long),
        [OC_TYPE_INDEX(MPI_SHORT_INT) - FIRST_PAIR] = PADDED_PAIR(short),
        [OC_TYPE_INDEX(MPI_LONG_DOUBLE_INT) - FIRST_PAIR] = PADDED_PAIR(long double),
    };
    size_t index = OC_TYPE_INDEX(type) - FIRST_PAIR;
    return index < sizeof padded ? padded[index] : 0;
}
