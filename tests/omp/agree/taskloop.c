/* The sizes of the tasks, in order, into which taskloop with `strict` partitions its iterations
 * (OpenMP 5.2, 12.6.1 and 12.6.2). */
#include <omp.h>
#include <stdio.h>

#define MOST 200

/* starts[i] says whether a task begins with iteration i. */
static void show(const char *what, int iterations, int number, int *starts) {
    printf("%s(%d) of %d:", what, number, iterations);
    for (int i = 0, size = 0; i < iterations; i++, size++)
        if (starts[i] && i) {
            printf(" %d", size);
            size = 0;
        }
    int last = iterations - 1;
    while (last > 0 && !starts[last])
        last--;
    printf(" %d\n", iterations - last);
    for (int i = 0; i < iterations; i++)
        starts[i] = 0;
}

static void partitions(int iterations, int number) {
    int starts[MOST] = {0}, begun = 0;
#pragma omp taskloop num_tasks(strict : number) firstprivate(begun) shared(starts)
    for (int i = 0; i < iterations; i++) {
        starts[i] |= !begun;
        begun = 1;
    }
    show("num_tasks", iterations, number, starts);
#pragma omp taskloop num_tasks(strict : number) firstprivate(begun) shared(starts)
    for (unsigned long long i = 7 + 3ULL * iterations; i > 7; i -= 3) {
        starts[iterations - (i - 7) / 3] |= !begun;
        begun = 1;
    }
    show("num_tasks, down, unsigned long long", iterations, number, starts);
#pragma omp taskloop grainsize(strict : number) firstprivate(begun) shared(starts)
    for (int i = 0; i < iterations; i++) {
        starts[i] |= !begun;
        begun = 1;
    }
    show("grainsize", iterations, number, starts);
#pragma omp taskloop collapse(2) num_tasks(strict : number) firstprivate(begun) shared(starts)
    for (int i = 0; i < iterations / 2; i++)
        for (int j = 0; j < 2; j++) {
            starts[2 * i + j] |= !begun;
            begun = 1;
        }
    show("num_tasks, collapse", iterations / 2 * 2, number, starts);
}

int main(void) {
    static const int cases[][2] = {{6, 5},   {57, 9}, {10, 3},  {12, 4}, {4, 9},
                                   {20, 19}, {7, 7},  {200, 3}, {31, 1}};
#pragma omp parallel
#pragma omp single
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        partitions(cases[i][0], cases[i][1]);
    return 0;
}
