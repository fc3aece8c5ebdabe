/* Cancellation without OMP_CANCELLATION: it has no effect, and everything is executed. */
#include "feature.h"

enum { COUNT = 30 };

int main(void) {
    int done = 0, blocks = 0, tasks = 0, regions = 0, threads = 0;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < COUNT; i++) {
#pragma omp cancel for if (i == 3)
#pragma omp atomic
            done++;
#pragma omp cancellation point for
        }
#pragma omp sections
        {
#pragma omp section
            {
#pragma omp cancel sections
#pragma omp atomic
                blocks++;
            }
#pragma omp section
            {
#pragma omp cancellation point sections
#pragma omp atomic
                blocks++;
            }
        }
#pragma omp single
#pragma omp taskgroup
        for (int i = 0; i < COUNT; i++)
#pragma omp task
        {
#pragma omp cancel taskgroup
#pragma omp atomic
            tasks++;
        }
#pragma omp atomic
        threads++;
#pragma omp cancel parallel
#pragma omp atomic
        regions++;
    }
    SHOW("cancel for, not enabled", "%d", done);
    SHOW("cancel sections, not enabled", "%d", blocks);
    SHOW("cancel taskgroup, not enabled", "%d", tasks);
    SHOW("cancel parallel, not enabled", "%d", threads - regions);
}
