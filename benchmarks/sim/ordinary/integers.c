/* Matrices of 16-bit integers: a product, and a sum with saturation. */
#include "../kernel.h"

#include <stdint.h>

#define N 24

static int16_t a[N][N], b[N][N];
static int32_t c[N][N];

static void multiply(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int32_t sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

static int16_t saturated(int32_t value) {
    if (value > INT16_MAX)
        return INT16_MAX;
    return value < INT16_MIN ? INT16_MIN : (int16_t)value;
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (int16_t)(i * 7 - j);
            b[i][j] = (int16_t)(j * 5 - i);
        }
    for (unsigned r = 0; r < repetitions; r++) {
        multiply();
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                a[i][j] = saturated(a[i][j] + (c[i][j] >> 8));
                sum = sum * 31 + (unsigned)a[i][j];
            }
    }
    return sum;
}
