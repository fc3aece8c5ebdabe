/* Conjugate gradients on a chain of springs: sums by MPI_Allreduce, values of two neighbours by
 * MPI_Isend and MPI_Irecv. The right-hand side is computed from a known solution. */
#include "serial.h"

#define N 120

static double solution(int i) {
    return sin(0.3 * i) + 0.01 * i;
}

/* Row i of the matrix times x: 2.5 on the diagonal, -1 next to it. */
static double times(double below, double here, double above) {
    return 2.5 * here - below - above;
}

static double product(const double *a, const double *b, int n) {
    double own = 0, sum;
    for (int i = 0; i < n; i++)
        own += a[i] * b[i];
    MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* Puts the neighbours' values next to this rank's values, which begin at p[1]. Beyond the ends
 * of the chain, the values are 0. */
static void exchange(double *p, int n, int before, int after) {
    MPI_Request requests[4];
    p[0] = p[n + 1] = 0;
    MPI_Irecv(&p[0], 1, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&p[n + 1], 1, MPI_DOUBLE, after, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&p[1], 1, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&p[n], 1, MPI_DOUBLE, after, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int before = rank ? rank - 1 : MPI_PROC_NULL,
        after = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    int first = rank * N / size, n = (rank + 1) * N / size - first;
    double x[N] = {0}, r[N], p[N + 2], q[N];
    for (int i = 0; i < n; i++) {
        int at = first + i;
        r[i] = p[i + 1] =
            times(at ? solution(at - 1) : 0, solution(at), at < N - 1 ? solution(at + 1) : 0);
    }
    double square = product(r, r, n);
    for (int step = 0; step < N && square > 1e-24; step++) {
        exchange(p, n, before, after);
        for (int i = 0; i < n; i++)
            q[i] = times(p[i], p[i + 1], p[i + 2]);
        double alpha = square / product(p + 1, q, n);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i + 1];
            r[i] -= alpha * q[i];
        }
        double old = square;
        square = product(r, r, n);
        for (int i = 0; i < n; i++)
            p[i + 1] = r[i] + square / old * p[i + 1];
    }
    double worst = 0, all = 0;
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(x[i] - solution(first + i)));
    MPI_Reduce(&worst, &all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return end("conjugate gradients", rank > 0 || all < 1e-9);
}
