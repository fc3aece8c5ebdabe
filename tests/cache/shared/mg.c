/* V-cycles of a multigrid method for Poisson's equation in two dimensions. */
#include "shared.h"

enum { LEVELS = 5, SIDE = (1 << (LEVELS + 1)) + 1, CYCLES = 2 };

static double u[LEVELS + 1][SIDE][SIDE], f[LEVELS + 1][SIDE][SIDE], r[SIDE][SIDE];

static int side(int level) {
    return (1 << (level + 1)) + 1;
}

/* A red-black step: points of one colour depend only on points of the other colour. */
static void smooth(int level) {
    int last = side(level) - 1;
    for (int colour = 0; colour < 2; colour++)
#pragma omp parallel for
        for (int i = 1; i < last; i++)
            for (int j = 1 + (i + colour) % 2; j < last; j += 2)
                u[level][i][j] = 0.25 * (u[level][i - 1][j] + u[level][i + 1][j] +
                                         u[level][i][j - 1] + u[level][i][j + 1] + f[level][i][j]);
}

static double residual(int level) {
    int last = side(level) - 1;
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < last; i++)
        for (int j = 1; j < last; j++) {
            r[i][j] = f[level][i][j] - 4 * u[level][i][j] + u[level][i - 1][j] +
                      u[level][i + 1][j] + u[level][i][j - 1] + u[level][i][j + 1];
            sum += r[i][j] * r[i][j];
        }
    return sum;
}

static void cycle(int level) {
    smooth(level);
    if (level == 0)
        return;
    residual(level);
    int last = side(level - 1) - 1;
#pragma omp parallel for
    for (int i = 1; i < last; i++)
        for (int j = 1; j < last; j++) {
            u[level - 1][i][j] = 0;
            f[level - 1][i][j] =
                r[2 * i][2 * j] + 0.5 * (r[2 * i - 1][2 * j] + r[2 * i + 1][2 * j] +
                                         r[2 * i][2 * j - 1] + r[2 * i][2 * j + 1]);
        }
    cycle(level - 1);
#pragma omp parallel for
    for (int i = 1; i < 2 * last; i++)
        for (int j = 1; j < 2 * last; j++)
            u[level][i][j] +=
                0.25 * (u[level - 1][i / 2][j / 2] + u[level - 1][(i + 1) / 2][j / 2] +
                        u[level - 1][i / 2][(j + 1) / 2] + u[level - 1][(i + 1) / 2][(j + 1) / 2]);
    smooth(level);
}

int main(int argc, char **argv) {
    (void)argv;
    for (int i = 1; i < SIDE - 1; i++)
        for (int j = 1; j < SIDE - 1; j++)
            f[LEVELS][i][j] = (i * 5 + j * 3) % 7 - 3;
    begin();
    for (int n = 0; n < CYCLES; n++)
        cycle(LEVELS);
    double left = residual(LEVELS);
    end(argc);
    printf("%.6e\n", sqrt(left));
    return 0;
}
