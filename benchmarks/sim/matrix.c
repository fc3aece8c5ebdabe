/* The product of two 48 by 48 matrices of doubles. */
#include "kernel.h"

#define SIZE 48

static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

static void __attribute__((noinline)) multiply(void) {
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            double sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

unsigned kernel(unsigned repetitions) {
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            a[i][j] = 1.0 / (1 + i + j);
            b[i][j] = 1.0 / (1 + i + 2 * j);
        }
    double sum = 0;
    for (unsigned n = 0; n < repetitions; n++) {
        a[0][0] = n;
        multiply();
        sum += c[0][0] + c[SIZE / 2][SIZE / 3];
    }
    return (unsigned)sum;
}
