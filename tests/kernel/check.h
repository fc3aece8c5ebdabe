/* The common part of the kernel's test programs. Each process prints a line. */
#ifndef TESTS_KERNEL_CHECK_H
#define TESTS_KERNEL_CHECK_H

#include <errno.h>
#include <mpi.h>
#include <onchip/kernel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
static int rank, ranks;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("FAILED %s:%d: %s\n", __FILE__, __LINE__, #condition);                          \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

/* Checks that two values are equal; prints them if they are not. */
#define EQUAL(value, expected)                                                                     \
    do {                                                                                           \
        long value_ = (long)(value), expected_ = (long)(expected);                                 \
        if (value_ != expected_) {                                                                 \
            printf("FAILED %s:%d: %s is %ld, not %ld\n", __FILE__, __LINE__, #value, value_,       \
                   expected_);                                                                     \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

static int nodes_of[256]; /* the cluster of each rank */

static inline void begin(void) {
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int node = knode_get_num();
    MPI_Allgather(&node, 1, MPI_INT, nodes_of, 1, MPI_INT, MPI_COMM_WORLD);
}

static inline int end(void) {
    MPI_Finalize();
    printf("%s\n", failures ? "FAILED" : "ok");
    return failures > 0;
}

/* The next number of the sequence for a seed. */
static inline unsigned draw(unsigned *state, unsigned below) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % below;
}

#endif
