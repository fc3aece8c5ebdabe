/* A loop over three arrays of 20,000 elements. */
#include "shared.h"

enum { COUNT = 20000 };

static double a[COUNT], b[COUNT], c[COUNT];

int main(int argc, char **argv) {
    (void)argv;
    for (int i = 0; i < COUNT; i++) {
        a[i] = i + 1;
        b[i] = 1.0 / (i + 1);
    }
    begin();
#pragma omp parallel for
    for (int i = 0; i < COUNT; i++)
        c[i] = sqrt(a[i]) * b[i] + a[i] / (1 + b[i]);
    end(argc);
    double sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum += c[i];
    printf("%.9g\n", sum);
    return 0;
}
