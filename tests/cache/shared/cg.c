/* Conjugate gradients on the matrix of a five-point stencil, stored by rows. */
#include "shared.h"

enum { SIDE = 40, ROWS = SIDE * SIDE, MOST = 5, STEPS = 6 };

static double value[ROWS * MOST], x[ROWS], r[ROWS], p[ROWS], q[ROWS];
static int column[ROWS * MOST], first[ROWS + 1];

static void assemble(void) {
    int n = 0;
    for (int row = 0; row < ROWS; row++) {
        const int step[MOST] = {-SIDE, -1, 0, 1, SIDE};
        first[row] = n;
        for (int k = 0; k < MOST; k++) {
            int to = row + step[k];
            if (to < 0 || to >= ROWS || (k == 1 && row % SIDE == 0) ||
                (k == 3 && row % SIDE == SIDE - 1))
                continue;
            column[n] = to;
            value[n++] = k == 2 ? 4.5 : -1;
        }
    }
    first[ROWS] = n;
}

static double dot(const double *a, const double *b) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < ROWS; i++)
        sum += a[i] * b[i];
    return sum;
}

int main(int argc, char **argv) {
    (void)argv;
    assemble();
    for (int i = 0; i < ROWS; i++)
        r[i] = p[i] = 1 + i % 7;
    begin();
    double rho = dot(r, r);
    for (int step = 0; step < STEPS; step++) {
#pragma omp parallel for
        for (int row = 0; row < ROWS; row++) {
            double sum = 0;
            for (int k = first[row]; k < first[row + 1]; k++)
                sum += value[k] * p[column[k]];
            q[row] = sum;
        }
        double alpha = rho / dot(p, q);
#pragma omp parallel for
        for (int i = 0; i < ROWS; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double next = dot(r, r), beta = next / rho;
        rho = next;
#pragma omp parallel for
        for (int i = 0; i < ROWS; i++)
            p[i] = r[i] + beta * p[i];
    }
    end(argc);
    printf("%.6e\n", sqrt(rho));
    return 0;
}
