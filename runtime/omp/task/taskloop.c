typedef long oc_number;
#include "omp/task/taskloop.h"

void GOMP_taskloop(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
                   unsigned flags, unsigned long number, int priority, long first, long end,
                   long step);
void GOMP_taskloop(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
                   unsigned flags, unsigned long number, int priority, long first, long end,
                   long step) {
    if (step > 0 ? first >= end : first <= end)
        return;
    unsigned long length = step > 0 ? (unsigned long)end - (unsigned long)first
                                    : (unsigned long)first - (unsigned long)end;
    unsigned long stride = step > 0 ? (unsigned long)step : -(unsigned long)step;
    run(function, data, copy, bytes, alignment, flags, number, priority, first, step,
        (length - 1) / stride + 1);
}
