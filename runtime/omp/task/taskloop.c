typedef long oc_number;
#include "omp/task/taskloop.h"

void GOMP_taskloop(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
                   unsigned flags, unsigned long number, int priority, long first, long end,
                   long step) {
    unsigned long iterations = 0, stride = step > 0 ? (unsigned long)step : -(unsigned long)step;
    if (step > 0 ? first < end : first > end) {
        unsigned long length = step > 0 ? (unsigned long)end - (unsigned long)first
                                        : (unsigned long)first - (unsigned long)end;
        iterations = (length - 1) / stride + 1;
    }
    run(function, data, copy, bytes, alignment, flags, number, priority, first, step, iterations);
}
