/* Reduce and Allreduce: every operation on every C datatype for which the standard allows it,
 * checked against a plain loop over the contributions of all ranks. */

/* Optimising the two thousand loops would make compiling take ten times as long. */
#pragma GCC optimize("O0")

#include "check.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

#define COUNT 5

/* The contribution of rank `from` at `index`. The contribution is small, so that nothing
 * overflows and floating-point sums and products are exact in any order. (If the compiler
 * inlined this function two thousand times, it would take seconds.) */
static __attribute__((noinline)) int contribution(int from, int index) {
    return (from * 3 + index * 5) % 4 + (index == 0 ? 0 : 1) - (index == 4 ? 2 : 0);
}

/* A product of many factors would overflow, so most factors are 1. */
static __attribute__((noinline)) int factor(int from, int index) {
    return from % 7 == 3 ? contribution(from, index) : 1;
}

/* The data that the macros of this file compute for one operation on one C type. */
struct trial {
    const void *own, *expected; /* COUNT elements each */
    size_t bytes;               /* of an element */
    MPI_Datatype type;
    MPI_Op op;
    int (*equal)(const void *, const void *);
    int line;
};

static union {
    max_align_t alignment;
    char bytes[COUNT * sizeof(long double complex)];
} in_place, result;

static void expect(const struct trial *trial, const void *got, const void *expected) {
    for (int i = 0; i < COUNT; i++) {
        size_t at = (size_t)i * trial->bytes;
        if (!trial->equal((const char *)got + at, (const char *)expected + at) && faults++ < 5)
            printf("rank %d: %s:%d: element %d\n", rank, __FILE__, trial->line, i);
    }
}

/* Reduces to the last rank, to all ranks, and both in place. */
static void try(const struct trial *trial) {
    size_t bytes = COUNT * trial->bytes;
    int last = size - 1;
    memset(&result, 0, sizeof result);
    MPI_Reduce(trial->own, &result, COUNT, trial->type, trial->op, last, MPI_COMM_WORLD);
    if (rank == last)
        expect(trial, &result, trial->expected);
    else
        for (size_t i = 0; i < bytes; i++)
            CHECK_EQUAL(result.bytes[i], 0);
    MPI_Allreduce(trial->own, &result, COUNT, trial->type, trial->op, MPI_COMM_WORLD);
    expect(trial, &result, trial->expected);
    memcpy(&in_place, trial->own, bytes);
    MPI_Allreduce(MPI_IN_PLACE, &in_place, COUNT, trial->type, trial->op, MPI_COMM_WORLD);
    expect(trial, &in_place, trial->expected);
    memcpy(&in_place, trial->own, bytes);
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : trial->own, rank == 0 ? &in_place : NULL, COUNT,
               trial->type, trial->op, 0, MPI_COMM_WORLD);
    if (rank == 0)
        expect(trial, &in_place, trial->expected);
}

#define EQUAL(NAME, TYPE)                                                                          \
    static int equal_##NAME(const void *a, const void *b) {                                        \
        return *(const TYPE *)a == *(const TYPE *)b;                                               \
    }
EQUAL(8, uint8_t)
EQUAL(16, uint16_t)
EQUAL(32, uint32_t)
EQUAL(64, uint64_t)
EQUAL(float, float)
EQUAL(double, double)
EQUAL(long_double, long double)
EQUAL(float_complex, float complex)
EQUAL(double_complex, double complex)
EQUAL(long_double_complex, long double complex)

/* Defines how elements of a type are compared: integers as unsigned ones of their size. */
#define EQUAL_OF(VALUE)                                                                            \
    _Generic((VALUE), float                                                                        \
             : equal_float, double                                                                 \
             : equal_double, long double                                                           \
             : equal_long_double, float complex                                                    \
             : equal_float_complex, double complex                                                 \
             : equal_double_complex, long double complex                                           \
             : equal_long_double_complex, default                                                  \
             : sizeof(VALUE) == 1   ? equal_8                                                      \
               : sizeof(VALUE) == 2 ? equal_16                                                     \
               : sizeof(VALUE) == 4 ? equal_32                                                     \
                                    : equal_64)

#define TEST(TYPE, DATATYPE, OP, VALUE, STEP)                                                      \
    do {                                                                                           \
        TYPE own[COUNT], expected[COUNT];                                                          \
        for (int i = 0; i < COUNT; i++) {                                                          \
            own[i] = (TYPE)VALUE(rank, i);                                                         \
            TYPE a = (TYPE)VALUE(0, i);                                                            \
            for (int from = 1; from < size; from++) {                                              \
                TYPE b = (TYPE)VALUE(from, i);                                                     \
                a = (TYPE)(STEP);                                                                  \
            }                                                                                      \
            expected[i] = a;                                                                       \
        }                                                                                          \
        try(&(struct trial){own, expected, sizeof(TYPE), DATATYPE, OP, EQUAL_OF(own[0]),           \
                            __LINE__});                                                            \
    } while (0)

#define TEST_SUM_PROD(TYPE, DATATYPE)                                                              \
    TEST(TYPE, DATATYPE, MPI_SUM, contribution, a + b);                                            \
    TEST(TYPE, DATATYPE, MPI_PROD, factor, a *b)

#define TEST_ORDER(TYPE, DATATYPE)                                                                 \
    TEST(TYPE, DATATYPE, MPI_MIN, contribution, a < b ? a : b);                                    \
    TEST(TYPE, DATATYPE, MPI_MAX, contribution, a > b ? a : b)

#define TEST_LOGICAL(TYPE, DATATYPE)                                                               \
    TEST(TYPE, DATATYPE, MPI_LAND, contribution, a &&b);                                           \
    TEST(TYPE, DATATYPE, MPI_LOR, contribution, a || b);                                           \
    TEST(TYPE, DATATYPE, MPI_LXOR, contribution, !a != !b)

#define TEST_BITWISE(TYPE, DATATYPE)                                                               \
    TEST(TYPE, DATATYPE, MPI_BAND, contribution, a &b);                                            \
    TEST(TYPE, DATATYPE, MPI_BOR, contribution, a | b);                                            \
    TEST(TYPE, DATATYPE, MPI_BXOR, contribution, a ^ b)

#define TEST_INTEGER(TYPE, DATATYPE)                                                               \
    TEST_SUM_PROD(TYPE, DATATYPE);                                                                 \
    TEST_ORDER(TYPE, DATATYPE);                                                                    \
    TEST_BITWISE(TYPE, DATATYPE)

#define TEST_C_INTEGER(TYPE, DATATYPE)                                                             \
    TEST_INTEGER(TYPE, DATATYPE);                                                                  \
    /* With one rank, the result is the operand itself, which need not be 0 or 1. */               \
    if (size > 1) {                                                                                \
        TEST_LOGICAL(TYPE, DATATYPE);                                                              \
    }

static void c_integers(void) {
    TEST_C_INTEGER(signed char, MPI_SIGNED_CHAR);
    TEST_C_INTEGER(unsigned char, MPI_UNSIGNED_CHAR);
    TEST_C_INTEGER(short, MPI_SHORT);
    TEST_C_INTEGER(unsigned short, MPI_UNSIGNED_SHORT);
    TEST_C_INTEGER(int, MPI_INT);
    TEST_C_INTEGER(unsigned, MPI_UNSIGNED);
    TEST_C_INTEGER(long, MPI_LONG);
    TEST_C_INTEGER(unsigned long, MPI_UNSIGNED_LONG);
    TEST_C_INTEGER(long long, MPI_LONG_LONG);
    TEST_C_INTEGER(unsigned long long, MPI_UNSIGNED_LONG_LONG);
}

static void sized_integers(void) {
    TEST_C_INTEGER(int8_t, MPI_INT8_T);
    TEST_C_INTEGER(uint8_t, MPI_UINT8_T);
    TEST_C_INTEGER(int16_t, MPI_INT16_T);
    TEST_C_INTEGER(uint16_t, MPI_UINT16_T);
    TEST_C_INTEGER(int32_t, MPI_INT32_T);
    TEST_C_INTEGER(uint32_t, MPI_UINT32_T);
    TEST_C_INTEGER(int64_t, MPI_INT64_T);
    TEST_C_INTEGER(uint64_t, MPI_UINT64_T);
}

static void address_integers(void) {
    TEST_INTEGER(MPI_Aint, MPI_AINT);
    TEST_INTEGER(MPI_Offset, MPI_OFFSET);
    TEST_INTEGER(MPI_Count, MPI_COUNT);
}

static void reals(void) {
    TEST_SUM_PROD(float, MPI_FLOAT);
    TEST_ORDER(float, MPI_FLOAT);
    TEST_SUM_PROD(double, MPI_DOUBLE);
    TEST_ORDER(double, MPI_DOUBLE);
    TEST_SUM_PROD(long double, MPI_LONG_DOUBLE);
    TEST_ORDER(long double, MPI_LONG_DOUBLE);
}

#define COMPLEX_VALUE(FROM, INDEX) (contribution(FROM, INDEX) + I * contribution(INDEX, FROM))
#define COMPLEX_FACTOR(FROM, INDEX) ((FROM) % 7 == 2 ? COMPLEX_VALUE(FROM, INDEX) : 1)

#define TEST_COMPLEX(TYPE, DATATYPE)                                                               \
    TEST(TYPE, DATATYPE, MPI_SUM, COMPLEX_VALUE, a + b);                                           \
    TEST(TYPE, DATATYPE, MPI_PROD, COMPLEX_FACTOR, a *b)

static void complexes(void) {
    TEST_COMPLEX(float complex, MPI_C_COMPLEX);
    TEST_COMPLEX(float complex, MPI_C_FLOAT_COMPLEX);
    TEST_COMPLEX(double complex, MPI_C_DOUBLE_COMPLEX);
    TEST_COMPLEX(long double complex, MPI_C_LONG_DOUBLE_COMPLEX);
}

static void booleans_and_bytes(void) {
    TEST_LOGICAL(bool, MPI_C_BOOL);
    TEST_BITWISE(unsigned char, MPI_BYTE);
}

/* MPI_MAXLOC and MPI_MINLOC: among equal values, the lower index wins. */
#define TEST_LOCATION(VALUE, DATATYPE, OP, BETTER)                                                 \
    do {                                                                                           \
        struct {                                                                                   \
            VALUE value;                                                                           \
            int index;                                                                             \
        } own[COUNT], result[COUNT], expected[COUNT];                                              \
        for (int i = 0; i < COUNT; i++) {                                                          \
            for (int from = size - 1; from >= 0; from--) {                                         \
                VALUE value = (VALUE)contribution(from, i);                                        \
                if (from == rank) {                                                                \
                    own[i].value = value;                                                          \
                    own[i].index = 1000 - from;                                                    \
                }                                                                                  \
                if (from == size - 1 || value BETTER expected[i].value) {                          \
                    expected[i].value = value;                                                     \
                    expected[i].index = 1000 - from;                                               \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        MPI_Allreduce(own, result, COUNT, DATATYPE, OP, MPI_COMM_WORLD);                           \
        for (int i = 0; i < COUNT; i++) {                                                          \
            CHECK(result[i].value == expected[i].value);                                           \
            CHECK_EQUAL(result[i].index, expected[i].index);                                       \
        }                                                                                          \
        MPI_Reduce(own, result, COUNT, DATATYPE, OP, size / 2, MPI_COMM_WORLD);                    \
        for (int i = 0; i < COUNT && rank == size / 2; i++) {                                      \
            CHECK(result[i].value == expected[i].value);                                           \
            CHECK_EQUAL(result[i].index, expected[i].index);                                       \
        }                                                                                          \
    } while (0)

#define TEST_LOCATIONS(VALUE, DATATYPE)                                                            \
    TEST_LOCATION(VALUE, DATATYPE, MPI_MINLOC, <);                                                 \
    TEST_LOCATION(VALUE, DATATYPE, MPI_MAXLOC, >)

static void locations(void) {
    TEST_LOCATIONS(float, MPI_FLOAT_INT);
    TEST_LOCATIONS(double, MPI_DOUBLE_INT);
    TEST_LOCATIONS(long, MPI_LONG_INT);
    TEST_LOCATIONS(int, MPI_2INT);
    TEST_LOCATIONS(short, MPI_SHORT_INT);
    TEST_LOCATIONS(long double, MPI_LONG_DOUBLE_INT);
}

/* The sums are rounded. Every rank must get the same bits, twice in a row, and the bits must be
 * close to the true value. */
static void same_bits_everywhere(void) {
    double own[3] = {1.0 / (rank + 3), 1e16 * (rank % 2 ? 1 : -1), 0.1 * rank};
    double first[3], second[3], exact = 0;
    for (int from = 0; from < size; from++)
        exact += 1.0 / (from + 3);
    MPI_Allreduce(own, first, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(own, second, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(memcmp(first, second, sizeof first) == 0);
    CHECK(first[0] > exact * (1 - 1e-14) && first[0] < exact * (1 + 1e-14));
    memcpy(second, first, sizeof first);
    MPI_Bcast(second, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    CHECK(memcmp(first, second, sizeof first) == 0);
}

/* A reduction that is longer than any internal buffer. */
static void long_vectors(void) {
    enum { LONG = 1500 };
    static int own[LONG], result[LONG];
    for (int i = 0; i < LONG; i++)
        own[i] = rank * i;
    MPI_Allreduce(own, result, LONG, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < LONG; i++)
        CHECK_EQUAL(result[i], i * (size * (size - 1) / 2));
    memset(result, 0, sizeof result);
    MPI_Reduce(own, result, LONG, MPI_INT, MPI_MAX, size / 2, MPI_COMM_WORLD);
    for (int i = 0; i < LONG; i++)
        CHECK_EQUAL(result[i], rank == size / 2 ? i * (size - 1) : 0);
}

static void nothing(void) {
    int own = 3, result = 4;
    CHECK_EQUAL(MPI_Reduce(&own, &result, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Allreduce(&own, &result, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD), MPI_SUCCESS);
    CHECK_EQUAL(result, 4);
}

static const struct test tests[] = {
    {"reductions: C integers", c_integers},
    {"reductions: sized integers", sized_integers},
    {"reductions: addresses, offsets, counts", address_integers},
    {"reductions: reals", reals},
    {"reductions: complexes", complexes},
    {"reductions: booleans and bytes", booleans_and_bytes},
    {"reductions: locations", locations},
    {"reductions: same bits everywhere", same_bits_everywhere},
    {"reductions: long vectors", long_vectors},
    {"reductions: nothing", nothing},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
