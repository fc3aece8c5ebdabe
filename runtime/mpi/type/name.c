#include "mpi/type/name.h"

#define X(NAME) {NAME, #NAME},

static const struct {
    MPI_Datatype handle;
    const char *name;
} names[] = {
    X(MPI_AINT) X(MPI_COUNT) X(MPI_OFFSET) X(MPI_PACKED) X(MPI_SHORT) X(MPI_INT) X(MPI_LONG) X(
        MPI_LONG_LONG) X(MPI_UNSIGNED_SHORT) X(MPI_UNSIGNED) X(MPI_UNSIGNED_LONG)
        X(MPI_UNSIGNED_LONG_LONG) X(MPI_FLOAT) X(MPI_C_FLOAT_COMPLEX) X(MPI_CXX_FLOAT_COMPLEX) X(
            MPI_DOUBLE) X(MPI_C_DOUBLE_COMPLEX) X(MPI_CXX_DOUBLE_COMPLEX) X(MPI_LOGICAL)
            X(MPI_INTEGER) X(MPI_REAL) X(MPI_COMPLEX) X(MPI_DOUBLE_PRECISION) X(MPI_DOUBLE_COMPLEX)
                X(MPI_CHARACTER) X(MPI_LONG_DOUBLE) X(MPI_C_LONG_DOUBLE_COMPLEX)
                    X(MPI_CXX_LONG_DOUBLE_COMPLEX) X(MPI_FLOAT_INT) X(MPI_DOUBLE_INT)
                        X(MPI_LONG_INT) X(MPI_2INT) X(MPI_SHORT_INT) X(MPI_LONG_DOUBLE_INT)
                            X(MPI_2REAL) X(MPI_2DOUBLE_PRECISION) X(MPI_2INTEGER) X(MPI_C_BOOL)
                                X(MPI_CXX_BOOL) X(MPI_WCHAR) X(MPI_INT8_T) X(MPI_UINT8_T)
                                    X(MPI_CHAR) X(MPI_SIGNED_CHAR) X(MPI_UNSIGNED_CHAR) X(MPI_BYTE)
                                        X(MPI_INT16_T) X(MPI_UINT16_T) X(MPI_INT32_T)
                                            X(MPI_UINT32_T) X(MPI_INT64_T) X(MPI_UINT64_T)
                                                X(MPI_LOGICAL1) X(MPI_INTEGER1) X(MPI_LOGICAL2)
                                                    X(MPI_INTEGER2) X(MPI_REAL2) X(MPI_LOGICAL4) X(
                                                        MPI_INTEGER4) X(MPI_REAL4) X(MPI_COMPLEX4)
                                                        X(MPI_LOGICAL8) X(MPI_INTEGER8) X(MPI_REAL8)
                                                            X(MPI_COMPLEX8) X(MPI_LOGICAL16)
                                                                X(MPI_INTEGER16) X(MPI_REAL16)
                                                                    X(MPI_COMPLEX16)
                                                                        X(MPI_COMPLEX32)};

const char *oc_named_name(MPI_Datatype handle) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].handle == handle)
            return names[i].name;
    return "";
}
