/* A program that uses much of OpenMP; see tests/test_names.py. */
#include <omp.h>

#include "work.h"

int main(void) {
    int sum = 0, threads = 0, tasks = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel reduction(+ : sum)
    {
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp for schedule(dynamic, 3)
        for (int i = 0; i < 100; i++)
            sum += i;
        omp_set_lock(&lock);
        tasks++;
        omp_unset_lock(&lock);
        char *block = malloc(100);
        check("malloc", block != NULL);
        free(block);
    }
    check("sum", sum == 4950 && tasks == threads);
#ifdef TASKS
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++)
#pragma omp task
#pragma omp atomic
        tasks++;
    check("tasks", tasks == threads + 20);
#endif
    use_library();
    check_names();
    printf("done %.1f\n", 1.5);
    return 0;
}
