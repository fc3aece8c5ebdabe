/* Kinds of datatypes. A reduction operation uses one function for all datatypes of a kind. */
#ifndef MPI_OP_KIND_H
#define MPI_OP_KIND_H

#include <complex.h>
#include <stdint.h>

#include "mpi/op/op.h"

/* The kinds of integers and logicals follow each other by size: 1, 2, 4, 8 bytes. */
enum oc_kind {
    OC_NONE,
    OC_I8,
    OC_I16,
    OC_I32,
    OC_I64,
    OC_U8,
    OC_U16,
    OC_U32,
    OC_U64,
    OC_L8,
    OC_L16,
    OC_L32,
    OC_L64,
    OC_BYTES,
    OC_FLOAT,
    OC_DOUBLE,
    OC_LONG_DOUBLE,
    OC_COMPLEX,
    OC_DOUBLE_COMPLEX,
    OC_LONG_DOUBLE_COMPLEX,
    OC_FLOAT_INT,
    OC_DOUBLE_INT,
    OC_LONG_INT,
    OC_2INT,
    OC_SHORT_INT,
    OC_LONG_DOUBLE_INT,
    OC_2FLOAT,
    OC_2DOUBLE,
    OC_KINDS
};

enum oc_kind oc_kind_of(MPI_Datatype type);

/* The number of entries of oc_kind_of_named. This table has the kinds of the datatypes with the
 * lowest indices, which include the most common ones. */
#define OC_NAMED_KINDS 64
extern const uint8_t oc_kind_of_named[OC_NAMED_KINDS];

/* The functions of a reduction operation, by kind of datatype. An entry is null if the operation is
 * not defined for the kind. */
typedef oc_fold *const oc_reductions[OC_KINDS];
extern oc_reductions oc_sum, oc_prod, oc_min, oc_max, oc_land, oc_lor, oc_lxor, oc_band, oc_bor,
    oc_bxor, oc_minloc, oc_maxloc;

/* Lists from which functions and tables are generated. X gets a kind and its C type. */
#define OC_SIGNED(X) X(I8, int8_t) X(I16, int16_t) X(I32, int32_t) X(I64, int64_t)
#define OC_UNSIGNED(X) X(U8, uint8_t) X(U16, uint16_t) X(U32, uint32_t) X(U64, uint64_t)
#define OC_REALS(X) X(FLOAT, float) X(DOUBLE, double) X(LONG_DOUBLE, long double)
#define OC_COMPLEXES(X)                                                                            \
    X(COMPLEX, float complex)                                                                      \
    X(DOUBLE_COMPLEX, double complex) X(LONG_DOUBLE_COMPLEX, long double complex)

/* Defines a function NAME_KIND, which computes EXPRESSION from the operands a and b of each
 * element. */
#define OC_FUNCTION(NAME, KIND, TYPE, EXPRESSION) OC_BY(1, NAME, KIND, TYPE, EXPRESSION)

/* Defines such a function that handles 32 bytes at a time. It loads all elements of the first
 * operand before it computes, so it does not wait for each load. It takes half of the cycles that a
 * function of OC_FUNCTION() takes. */
#define OC_LONG_FUNCTION(NAME, KIND, TYPE, EXPRESSION)                                             \
    OC_BY(32 / sizeof(TYPE), NAME, KIND, TYPE, EXPRESSION)

#define OC_BY(STEP, NAME, KIND, TYPE, EXPRESSION)                                                  \
    static void NAME##_##KIND(const void *in, void *inout, size_t count) {                         \
        const TYPE *first = in;                                                                    \
        TYPE *restrict second = inout;                                                             \
        for (; STEP > 1 && __builtin_expect(count >= STEP, false); count -= STEP) {                \
            TYPE all[STEP];                                                                        \
            _Pragma("GCC unroll 8") for (size_t i = 0; i < STEP; i++) all[i] = first[i];           \
            _Pragma("GCC unroll 8") for (size_t i = 0; i < STEP; i++) {                            \
                TYPE a = all[i], b = second[i];                                                    \
                second[i] = (TYPE)(EXPRESSION);                                                    \
            }                                                                                      \
            first += STEP;                                                                         \
            second += STEP;                                                                        \
        }                                                                                          \
        for (size_t i = 0; i < count; i++) {                                                       \
            TYPE a = first[i], b = second[i];                                                      \
            second[i] = (TYPE)(EXPRESSION);                                                        \
        }                                                                                          \
    }

/* Table entries that use the functions for unsigned integers for signed ones, too. Wrapping
 * arithmetic gives the same bits for both, but C defines it only for unsigned ones. */
#define OC_WRAPPING_ENTRIES(NAME)                                                                  \
    [OC_I8] = NAME##_U8, [OC_I16] = NAME##_U16, [OC_I32] = NAME##_U32, [OC_I64] = NAME##_U64,      \
    [OC_U8] = NAME##_U8, [OC_U16] = NAME##_U16, [OC_U32] = NAME##_U32, [OC_U64] = NAME##_U64

#endif
