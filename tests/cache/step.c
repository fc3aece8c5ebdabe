/* Prints the cycles per step of the inner loop of a product of matrices, which are in the heap. T
 * is the type of an element. */
#include <stdio.h>
#include <stdlib.h>

#define N 48

static unsigned cycle(void) {
    unsigned now;
    __asm__ volatile("rdcycle %0" : "=r"(now)::"memory");
    return now;
}

int main(void) {
    T *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b),
      *c = malloc(N * N * sizeof *c);
    for (int i = 0; i < N * N; i++) {
        a[i] = (T)(i % 7);
        b[i] = (T)(i % 5);
        c[i] = 0;
    }
    unsigned start = cycle();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            T sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i * N + k] * b[k * N + j];
            c[i * N + j] = sum;
        }
    printf("%.0f\n", (double)(cycle() - start) / (N * N * N));
    return 0;
}
