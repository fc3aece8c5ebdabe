/* A table of named tests. Each runs on all ranks; rank 0 prints "ok NAME" if no rank found a fault.
 * The program's exit code is 0 if all are ok.
 *
 * Results are collected only by MPI_Send and MPI_Recv. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_TAG 32000

struct test {
    const char *name;
    void (*run)(void);
};

static int rank, size;
static int faults; /* the faults of this rank in the running test */

#define CHECK(CONDITION)                                                                           \
    do {                                                                                           \
        if (!(CONDITION) && faults++ < 5)                                                          \
            printf("rank %d: %s:%d: %s\n", rank, __FILE__, __LINE__, #CONDITION);                  \
    } while (0)

/* CHECK that two integers are equal, and print them if they are not. */
#define CHECK_EQUAL(A, B)                                                                          \
    do {                                                                                           \
        long long check_a = (A), check_b = (B);                                                    \
        if (check_a != check_b && faults++ < 5)                                                    \
            printf("rank %d: %s:%d: %s is %lld, not %lld\n", rank, __FILE__, __LINE__, #A,         \
                   check_a, check_b);                                                              \
    } while (0)

/* The class of an error code that a call has returned. */
static inline int class_of(int error) {
    int class;
    return MPI_Error_class(error, &class) == MPI_SUCCESS ? class : -1;
}

#define CHECK_CLASS(CALL, CLASS) CHECK_EQUAL(class_of(CALL), CLASS)

/* Random numbers that are equal on all ranks (xorshift32). */
static inline uint32_t random_next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Called by all ranks. Returns the number of faults of all ranks together. */
static inline int collect_faults(void) {
    int sum = faults, other;
    if (rank != 0) {
        MPI_Send(&faults, 1, MPI_INT, 0, CHECK_TAG, MPI_COMM_WORLD);
        MPI_Recv(&sum, 1, MPI_INT, 0, CHECK_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return sum;
    }
    for (int i = 1; i < size; i++) {
        MPI_Recv(&other, 1, MPI_INT, i, CHECK_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += other;
    }
    for (int i = 1; i < size; i++)
        MPI_Send(&sum, 1, MPI_INT, i, CHECK_TAG, MPI_COMM_WORLD);
    return sum;
}

/* Called between MPI_Init and MPI_Finalize; returns the number of tests that failed. */
static inline int run_tests(const struct test *tests) {
    int failed = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (; tests->name; tests++) {
        faults = 0;
        tests->run();
        int sum = collect_faults();
        failed += sum != 0;
        if (rank == 0)
            printf("%s %s\n", sum ? "FAILED" : "ok", tests->name);
    }
    return failed;
}

/* The body of main() for tests in which errors of MPI_COMM_SELF and of `comm` return. */
static inline int run_all_returning(int argc, char **argv, const struct test *tests,
                                    MPI_Comm comm) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}

/* The body of main() for tests in which errors end the program. */
static inline int run_all(int argc, char **argv, const struct test *tests) {
    MPI_Init(&argc, &argv);
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}

/* The body of main() for a random test. The first argument of the program may replace `count`, and
 * the second one `seed`, which is printed. */
static inline int run_random(int argc, char **argv, const struct test *tests, int *count,
                             uint32_t *seed) {
    *count = argc > 1 ? atoi(argv[1]) : *count;
    *seed = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : *seed;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("seed %u\n", (unsigned)*seed);
    int failed = run_tests(tests);
    MPI_Finalize();
    return failed != 0;
}

#endif
