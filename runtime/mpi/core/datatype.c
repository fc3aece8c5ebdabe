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

/* Handles 0x200 to 0x23f: types of a size that depends on the machine. */
#define FIRST 0x200
#define NAMED(TYPE) (((uintptr_t)(TYPE)) - FIRST)

static const uint8_t extent_of_named[64] = {
    [NAMED(MPI_AINT)] = sizeof(MPI_Aint),
    [NAMED(MPI_COUNT)] = sizeof(MPI_Count),
    [NAMED(MPI_OFFSET)] = sizeof(MPI_Offset),
    [NAMED(MPI_PACKED)] = 1,
    [NAMED(MPI_SHORT)] = sizeof(short),
    [NAMED(MPI_INT)] = sizeof(int),
    [NAMED(MPI_LONG)] = sizeof(long),
    [NAMED(MPI_LONG_LONG)] = sizeof(long long),
    [NAMED(MPI_UNSIGNED_SHORT)] = sizeof(unsigned short),
    [NAMED(MPI_UNSIGNED)] = sizeof(unsigned),
    [NAMED(MPI_UNSIGNED_LONG)] = sizeof(unsigned long),
    [NAMED(MPI_UNSIGNED_LONG_LONG)] = sizeof(unsigned long long),
    [NAMED(MPI_FLOAT)] = sizeof(float),
    [NAMED(MPI_C_FLOAT_COMPLEX)] = sizeof(float complex),
    [NAMED(MPI_CXX_FLOAT_COMPLEX)] = sizeof(float complex),
    [NAMED(MPI_DOUBLE)] = sizeof(double),
    [NAMED(MPI_C_DOUBLE_COMPLEX)] = sizeof(double complex),
    [NAMED(MPI_CXX_DOUBLE_COMPLEX)] = sizeof(double complex),
    [NAMED(MPI_LOGICAL)] = sizeof(MPI_Fint),
    [NAMED(MPI_INTEGER)] = sizeof(MPI_Fint),
    [NAMED(MPI_REAL)] = sizeof(float),
    [NAMED(MPI_COMPLEX)] = sizeof(float complex),
    [NAMED(MPI_DOUBLE_PRECISION)] = sizeof(double),
    [NAMED(MPI_DOUBLE_COMPLEX)] = sizeof(double complex),
    [NAMED(MPI_CHARACTER)] = 1,
    [NAMED(MPI_LONG_DOUBLE)] = sizeof(long double),
    [NAMED(MPI_C_LONG_DOUBLE_COMPLEX)] = sizeof(long double complex),
    [NAMED(MPI_CXX_LONG_DOUBLE_COMPLEX)] = sizeof(long double complex),
    [NAMED(MPI_FLOAT_INT)] = PAIR(float),
    [NAMED(MPI_DOUBLE_INT)] = PAIR(double),
    [NAMED(MPI_LONG_INT)] = PAIR(long),
    [NAMED(MPI_2INT)] = PAIR(int),
    [NAMED(MPI_SHORT_INT)] = PAIR(short),
    [NAMED(MPI_LONG_DOUBLE_INT)] = PAIR(long double),
    [NAMED(MPI_2REAL)] = 2 * sizeof(float),
    [NAMED(MPI_2DOUBLE_PRECISION)] = 2 * sizeof(double),
    [NAMED(MPI_2INTEGER)] = 2 * sizeof(MPI_Fint),
    [NAMED(MPI_C_BOOL)] = sizeof(bool),
    [NAMED(MPI_CXX_BOOL)] = sizeof(bool),
    [NAMED(MPI_WCHAR)] = sizeof(wchar_t),
};

/* Handles 0x240 to 0x27f and 0x2c0 to 0x2ff: the size is in the handle (MPI 5.0, section 20.3),
 * and these bits say which of them exist; bit 8 s + k is handle FIRST + 0x40 + 8 s + k. */
static const uint64_t sized = 1ull << 0x00 | 1ull << 0x01 | 1ull << 0x03 | 1ull << 0x04 |
                              1ull << 0x05 | 1ull << 0x07 | 1ull << 0x08 | 1ull << 0x09 |
                              1ull << 0x10 | 1ull << 0x11 | 1ull << 0x18 | 1ull << 0x19;
static const uint64_t sized_fortran = 0x3ull << 0x00 | 0x7ull << 0x08 | 0xfull << 0x10 |
                                      0xfull << 0x18 | 0xfull << 0x20 | 0x8ull << 0x28;

size_t oc_datatype_extent(MPI_Datatype type) {
    uintptr_t index = NAMED(type);
    if (index < 64)
        return extent_of_named[index];
    uint64_t exists = index < 128 ? sized : index >= 192 && index < 256 ? sized_fortran : 0;
    return exists >> index % 64 & 1 ? (size_t)1 << (index >> 3 & 7) : 0;
}
