/* Floating-point operations that never round: a matrix product of whole numbers, and a stencil over
 * a grid that is mostly zero. */
#include "../kernel.h"

#define N 24

static double a[N][N], b[N][N], c[N][N];
static float grid[2][N][N];

static void multiply(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

static void smooth(int from) {
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            float around = grid[from][i - 1][j] + grid[from][i + 1][j] + grid[from][i][j - 1] +
                           grid[from][i][j + 1];
            grid[!from][i][j] = 0.25f * around;
        }
}

unsigned kernel(unsigned repetitions) {
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j) % 10;
            b[i][j] = (i + j * 3) % 10 - 4;
        }
    for (unsigned i = 0; i < repetitions; i++) {
        multiply();
        sum += c[i % N][i / N % N];
        grid[0][1][1] = (float)(i % 4);
        smooth(0);
        smooth(1);
        sum += grid[0][2][2] > 0;
    }
    return (unsigned)(long long)sum;
}
