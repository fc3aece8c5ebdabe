#include "mpi/op/kind.h"

#include <stdbool.h>

#include "mpi/core/datatype.h"

/* The kind of a signed or unsigned integer type, by its size. */
#define LOG2(BYTES) ((BYTES) == 1 ? 0 : (BYTES) == 2 ? 1 : (BYTES) == 4 ? 2 : 3)
#define SIGNED(TYPE) (OC_I8 + LOG2(sizeof(TYPE)))
#define UNSIGNED(TYPE) (OC_U8 + LOG2(sizeof(TYPE)))
#define LOGICAL(TYPE) (OC_L8 + LOG2(sizeof(TYPE)))

const uint8_t oc_kind_of_named[OC_NAMED_KINDS] = {
    [OC_TYPE_INDEX(MPI_AINT)] = SIGNED(MPI_Aint),
    [OC_TYPE_INDEX(MPI_COUNT)] = SIGNED(MPI_Count),
    [OC_TYPE_INDEX(MPI_OFFSET)] = SIGNED(MPI_Offset),
    [OC_TYPE_INDEX(MPI_SHORT)] = SIGNED(short),
    [OC_TYPE_INDEX(MPI_INT)] = SIGNED(int),
    [OC_TYPE_INDEX(MPI_LONG)] = SIGNED(long),
    [OC_TYPE_INDEX(MPI_LONG_LONG)] = SIGNED(long long),
    [OC_TYPE_INDEX(MPI_UNSIGNED_SHORT)] = UNSIGNED(short),
    [OC_TYPE_INDEX(MPI_UNSIGNED)] = UNSIGNED(int),
    [OC_TYPE_INDEX(MPI_UNSIGNED_LONG)] = UNSIGNED(long),
    [OC_TYPE_INDEX(MPI_UNSIGNED_LONG_LONG)] = UNSIGNED(long long),
    [OC_TYPE_INDEX(MPI_FLOAT)] = OC_FLOAT,
    [OC_TYPE_INDEX(MPI_C_FLOAT_COMPLEX)] = OC_COMPLEX,
    [OC_TYPE_INDEX(MPI_CXX_FLOAT_COMPLEX)] = OC_COMPLEX,
    [OC_TYPE_INDEX(MPI_DOUBLE)] = OC_DOUBLE,
    [OC_TYPE_INDEX(MPI_C_DOUBLE_COMPLEX)] = OC_DOUBLE_COMPLEX,
    [OC_TYPE_INDEX(MPI_CXX_DOUBLE_COMPLEX)] = OC_DOUBLE_COMPLEX,
    [OC_TYPE_INDEX(MPI_LOGICAL)] = LOGICAL(MPI_Fint),
    [OC_TYPE_INDEX(MPI_INTEGER)] = SIGNED(MPI_Fint),
    [OC_TYPE_INDEX(MPI_REAL)] = OC_FLOAT,
    [OC_TYPE_INDEX(MPI_COMPLEX)] = OC_COMPLEX,
    [OC_TYPE_INDEX(MPI_DOUBLE_PRECISION)] = OC_DOUBLE,
    [OC_TYPE_INDEX(MPI_DOUBLE_COMPLEX)] = OC_DOUBLE_COMPLEX,
    [OC_TYPE_INDEX(MPI_LONG_DOUBLE)] = OC_LONG_DOUBLE,
    [OC_TYPE_INDEX(MPI_C_LONG_DOUBLE_COMPLEX)] = OC_LONG_DOUBLE_COMPLEX,
    [OC_TYPE_INDEX(MPI_CXX_LONG_DOUBLE_COMPLEX)] = OC_LONG_DOUBLE_COMPLEX,
    [OC_TYPE_INDEX(MPI_FLOAT_INT)] = OC_FLOAT_INT,
    [OC_TYPE_INDEX(MPI_DOUBLE_INT)] = OC_DOUBLE_INT,
    [OC_TYPE_INDEX(MPI_LONG_INT)] = OC_LONG_INT,
    [OC_TYPE_INDEX(MPI_2INT)] = OC_2INT,
    [OC_TYPE_INDEX(MPI_SHORT_INT)] = OC_SHORT_INT,
    [OC_TYPE_INDEX(MPI_LONG_DOUBLE_INT)] = OC_LONG_DOUBLE_INT,
    [OC_TYPE_INDEX(MPI_2REAL)] = OC_2FLOAT,
    [OC_TYPE_INDEX(MPI_2DOUBLE_PRECISION)] = OC_2DOUBLE,
    [OC_TYPE_INDEX(MPI_2INTEGER)] = OC_2INT,
    [OC_TYPE_INDEX(MPI_C_BOOL)] = LOGICAL(bool),
    [OC_TYPE_INDEX(MPI_CXX_BOOL)] = LOGICAL(bool),
};

enum oc_kind oc_kind_of(MPI_Datatype type) {
    uintptr_t index = OC_TYPE_INDEX(type);
    if (index < OC_NAMED_KINDS)
        return oc_kind_of_named[index];
    if (type == MPI_SIGNED_CHAR)
        return OC_I8;
    if (type == MPI_UNSIGNED_CHAR)
        return OC_U8;
    if (type == MPI_BYTE)
        return OC_BYTES;
    /* Bits 3 to 5 of the handle are the binary logarithm of the size in bytes; bits 0 to 2 say
     * whether the datatype is signed, unsigned, real, and so on. */
    uintptr_t size = index >> 3 & 7, what = index & 7;
    if (index < 128 && size < 4 && what < 2)
        return (what == 0 ? OC_I8 : OC_U8) + size;
    if (index < 192 || index >= 256)
        return OC_NONE;
    switch (what) {
    case 0:
        return size < 4 ? OC_L8 + size : OC_NONE;
    case 1:
        return size < 4 ? OC_I8 + size : OC_NONE;
    case 2:
        return size == 2 ? OC_FLOAT : size == 3 ? OC_DOUBLE : OC_NONE;
    case 3:
        return size == 3 ? OC_COMPLEX : size == 4 ? OC_DOUBLE_COMPLEX : OC_NONE;
    default:
        return OC_NONE;
    }
}
