/* Figure 3: STREAM, in which three cores transfer data from the scratchpad of a fourth core, which
 * is idle. This header is common to the programs with and without OpenMP. It contains the kernels
 * over streams of chunks, and the output: the cycles of each kernel, with all three cores and with
 * one core. */
#ifndef STREAM_H
#define STREAM_H

#include <math.h>
#include <onchip_copy.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../benchmarks/mpi/cycles.h"

#define WORKERS 3
#define ELEMENTS (WORKERS * 12288)
#define SPACE (3 * 4096) /* bytes in each core's tile, for three sets of buffers */

enum kernel { COPY, SCALE, ADD, TRIAD, KERNELS };

static const char *const kernel_names[] = {"copy", "scale", "add", "triad"};
static _Alignas(64) double a[ELEMENTS], b[ELEMENTS], c[ELEMENTS];

static inline void work(enum kernel kernel, double *restrict x, const double *restrict y,
                        size_t count) {
    const double scalar = 3;
    switch (kernel) {
    case SCALE:
#pragma GCC unroll 32
        for (size_t i = 0; i < count; i++)
            x[i] = scalar * x[i];
        break;
    case ADD:
#pragma GCC unroll 32
        for (size_t i = 0; i < count; i++)
            x[i] = x[i] + y[i];
        break;
    case TRIAD:
#pragma GCC unroll 32
        for (size_t i = 0; i < count; i++)
            x[i] = fma(scalar, y[i], x[i]);
        break;
    default:
        break;
    }
}

/* The share of worker 0, 1 or 2 in a kernel: a third of c, computed from a, or from a and b. */
static void stream_part(enum kernel kernel, int buffers, int worker) {
    size_t first = (size_t)worker * (ELEMENTS / WORKERS);
    _Alignas(64) char space[SPACE];
    struct onchip_stream stream = {.inputs = {a + first, kernel >= ADD ? b + first : NULL},
                                   .output = c + first,
                                   .bytes = sizeof a / WORKERS,
                                   .chunk = SPACE / 3 / (kernel >= ADD ? 2 : 1),
                                   .buffers = buffers,
                                   .in_place = true,
                                   .space = space,
                                   .space_bytes = sizeof space};
    int more = onchip_stream_begin(&stream);
    for (; more > 0; more = onchip_stream_next(&stream))
        work(kernel, stream.near_output, stream.near_inputs[1], stream.near_bytes / sizeof(double));
    if (more < 0)
        exit(1);
}

/* `run` makes this many workers execute the kernel, and returns when they are done. */
static void measure_streams(void (*run)(enum kernel kernel, int buffers, int workers)) {
    for (int i = 0; i < ELEMENTS; i++) {
        a[i] = i;
        b[i] = 2 * i + 1;
    }
    run(COPY, 3, WORKERS); /* a first round, for set-up */
    printf("elements %d\n", ELEMENTS);
    for (int kernel = 0; kernel < KERNELS; kernel++)
        for (int buffers = 1; buffers <= 3; buffers += 2)
            for (int workers = WORKERS; workers > 0; workers -= WORKERS - 1) {
                for (int i = 0; i < ELEMENTS; i++)
                    c[i] = -1;
                uint32_t start = cycles();
                run(kernel, buffers, workers);
                uint32_t taken = cycles() - start;
                for (int i = 0; i < ELEMENTS / WORKERS * workers; i++) {
                    double x = kernel == SCALE ? 3 * a[i] : a[i];
                    double y = kernel == ADD ? b[i] : kernel == TRIAD ? 3 * b[i] : 0;
                    if (c[i] != x + y)
                        exit(2);
                }
                printf("%s_%s_%d %u\n", kernel_names[kernel], buffers == 1 ? "single" : "triple",
                       workers, (unsigned)taken);
            }
}

#endif
