/* The product of two 24 by 24 matrices of doubles in memory from malloc(), which a data cache of 16
 * kB holds. */
#include "kernel.h"

#include <stdlib.h>

#define SIZE 24

static void __attribute__((noinline)) multiply(const double *a, const double *b, double *c) {
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            double sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += a[i * SIZE + k] * b[k * SIZE + j];
            c[i * SIZE + j] = sum;
        }
}

unsigned kernel(unsigned repetitions) {
    double *a = malloc(3 * sizeof *a * SIZE * SIZE), *b = a + SIZE * SIZE, *c = b + SIZE * SIZE;
    for (int i = 0; i < SIZE * SIZE; i++) {
        a[i] = 1.0 / (1 + i);
        b[i] = 1.0 / (1 + 2 * i);
    }
    double sum = 0;
    for (unsigned n = 0; n < repetitions; n++) {
        a[0] = n;
        multiply(a, b, c);
        sum += c[0] + c[SIZE * SIZE / 2];
    }
    free(a);
    return (unsigned)sum;
}
