#include "mpi/core/datatype.h"

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

/* The scale, for oc_scale_of_all, of a type whose size is a power of two. */
#define SCALE(SIZE) (OC_SCALE | __builtin_ctz(SIZE))
#define SCALE_OF(TYPE) SCALE(sizeof(TYPE))

/* The size of a pair type for MPI_MINLOC and MPI_MAXLOC: a value and its index. */
#define PAIR(VALUE)                                                                                \
    sizeof(struct {                                                                                \
        VALUE value;                                                                               \
        int index;                                                                                 \
    })
#define GAP(VALUE) (PAIR(VALUE) - sizeof(VALUE) - sizeof(int))
#define PLAIN_PAIR(VALUE) (GAP(VALUE) ? 0 : SCALE(PAIR(VALUE)))
#define PADDED_PAIR(VALUE) (GAP(VALUE) ? PAIR(VALUE) : 0)

const uint8_t oc_scale_of_all[OC_TABLE_TYPES] = {
    [OC_TYPE_INDEX(MPI_AINT)] = SCALE_OF(MPI_Aint),
    [OC_TYPE_INDEX(MPI_COUNT)] = SCALE_OF(MPI_Count),
    [OC_TYPE_INDEX(MPI_OFFSET)] = SCALE_OF(MPI_Offset),
    [OC_TYPE_INDEX(MPI_PACKED)] = SCALE(1),
    [OC_TYPE_INDEX(MPI_SHORT)] = SCALE_OF(short),
    [OC_TYPE_INDEX(MPI_INT)] = SCALE_OF(int),
    [OC_TYPE_INDEX(MPI_LONG)] = SCALE_OF(long),
    [OC_TYPE_INDEX(MPI_LONG_LONG)] = SCALE_OF(long long),
    [OC_TYPE_INDEX(MPI_UNSIGNED_SHORT)] = SCALE_OF(unsigned short),
    [OC_TYPE_INDEX(MPI_UNSIGNED)] = SCALE_OF(unsigned),
    [OC_TYPE_INDEX(MPI_UNSIGNED_LONG)] = SCALE_OF(unsigned long),
    [OC_TYPE_INDEX(MPI_UNSIGNED_LONG_LONG)] = SCALE_OF(unsigned long long),
    [OC_TYPE_INDEX(MPI_FLOAT)] = SCALE_OF(float),
    [OC_TYPE_INDEX(MPI_C_FLOAT_COMPLEX)] = SCALE_OF(float complex),
    [OC_TYPE_INDEX(MPI_CXX_FLOAT_COMPLEX)] = SCALE_OF(float complex),
    [OC_TYPE_INDEX(MPI_DOUBLE)] = SCALE_OF(double),
    [OC_TYPE_INDEX(MPI_C_DOUBLE_COMPLEX)] = SCALE_OF(double complex),
    [OC_TYPE_INDEX(MPI_CXX_DOUBLE_COMPLEX)] = SCALE_OF(double complex),
    [OC_TYPE_INDEX(MPI_LOGICAL)] = SCALE_OF(MPI_Fint),
    [OC_TYPE_INDEX(MPI_INTEGER)] = SCALE_OF(MPI_Fint),
    [OC_TYPE_INDEX(MPI_REAL)] = SCALE_OF(float),
    [OC_TYPE_INDEX(MPI_COMPLEX)] = SCALE_OF(float complex),
    [OC_TYPE_INDEX(MPI_DOUBLE_PRECISION)] = SCALE_OF(double),
    [OC_TYPE_INDEX(MPI_DOUBLE_COMPLEX)] = SCALE_OF(double complex),
    [OC_TYPE_INDEX(MPI_CHARACTER)] = SCALE(1),
    [OC_TYPE_INDEX(MPI_LONG_DOUBLE)] = SCALE_OF(long double),
    [OC_TYPE_INDEX(MPI_C_LONG_DOUBLE_COMPLEX)] = SCALE_OF(long double complex),
    [OC_TYPE_INDEX(MPI_CXX_LONG_DOUBLE_COMPLEX)] = SCALE_OF(long double complex),
    [OC_TYPE_INDEX(MPI_FLOAT_INT)] = PLAIN_PAIR(float),
    [OC_TYPE_INDEX(MPI_DOUBLE_INT)] = PLAIN_PAIR(double),
    [OC_TYPE_INDEX(MPI_LONG_INT)] = PLAIN_PAIR(long),
    [OC_TYPE_INDEX(MPI_2INT)] = PLAIN_PAIR(int),
    [OC_TYPE_INDEX(MPI_SHORT_INT)] = PLAIN_PAIR(short),
    [OC_TYPE_INDEX(MPI_LONG_DOUBLE_INT)] = PLAIN_PAIR(long double),
    [OC_TYPE_INDEX(MPI_2REAL)] = SCALE(2 * sizeof(float)),
    [OC_TYPE_INDEX(MPI_2DOUBLE_PRECISION)] = SCALE(2 * sizeof(double)),
    [OC_TYPE_INDEX(MPI_2INTEGER)] = SCALE(2 * sizeof(MPI_Fint)),
    [OC_TYPE_INDEX(MPI_C_BOOL)] = SCALE_OF(bool),
    [OC_TYPE_INDEX(MPI_CXX_BOOL)] = SCALE_OF(bool),
    [OC_TYPE_INDEX(MPI_WCHAR)] = SCALE_OF(wchar_t),
    [OC_TYPE_INDEX(MPI_INT8_T)] = SCALE(1),
    [OC_TYPE_INDEX(MPI_UINT8_T)] = SCALE(1),
    [OC_TYPE_INDEX(MPI_CHAR)] = SCALE(1),
    [OC_TYPE_INDEX(MPI_SIGNED_CHAR)] = SCALE(1),
    [OC_TYPE_INDEX(MPI_UNSIGNED_CHAR)] = SCALE(1),
    [OC_TYPE_INDEX(MPI_BYTE)] = SCALE(1),
    [OC_TYPE_INDEX(MPI_INT16_T)] = SCALE(2),
    [OC_TYPE_INDEX(MPI_UINT16_T)] = SCALE(2),
    [OC_TYPE_INDEX(MPI_INT32_T)] = SCALE(4),
    [OC_TYPE_INDEX(MPI_UINT32_T)] = SCALE(4),
    [OC_TYPE_INDEX(MPI_INT64_T)] = SCALE(8),
    [OC_TYPE_INDEX(MPI_UINT64_T)] = SCALE(8),
};

extern const uint8_t oc_scale_of_named[OC_TABLE_TYPES] __attribute__((alias("oc_scale_of_all")));

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
