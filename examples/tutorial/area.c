/* The area under a curve, by a loop that one, two, four, … threads share. */
#include <omp.h>
#include <stdio.h>

int main(void) {
    const int steps = 10000;

    for (int threads = 1; threads <= omp_get_num_procs(); threads *= 2) {
        double area = 0, before = omp_get_wtime();
#pragma omp parallel for num_threads(threads) reduction(+ : area)
        for (int i = 0; i < steps; i++) {
            double x = (i + 0.5) / steps;
            area += 4 / (1 + x * x) / steps;
        }
        double after = omp_get_wtime();
        printf("%d: pi is %.6f, after %.0f us\n", threads, area, (after - before) * 1e6);
    }
}
