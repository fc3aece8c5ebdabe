typedef unsigned long long oc_number;
#include "omp/loop/wide.h"
#include "omp/task/taskloop.h"

void GOMP_taskloop_ull(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                       long alignment, unsigned flags, unsigned long number, int priority,
                       oc_number first, oc_number end, oc_number step) {
    bool is_up = flags & UP;
    step = oc_wide_step(is_up, step);
    oc_number iterations = 0;
    if (is_up ? first < end : first > end) {
        oc_number length = is_up ? end - first : first - end;
        iterations = (length - 1) / (is_up ? step : -step) + 1;
    }
    run(function, data, copy, bytes, alignment, flags, number, priority, first, step, iterations);
}
