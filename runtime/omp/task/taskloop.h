/* taskloop (OpenMP 5.2, 12.6), a template over `oc_number`, the only type in which the compiler's
 * calls differ. */
#include "omp/task/reduction.h"
#include "omp/task/spawn.h"

enum { UP = 1 << 8, GRAINSIZE = 1 << 9, IF = 1 << 10, NOGROUP = 1 << 11, REDUCTION = 1 << 12 };
enum { STRICT = 1 << 14 };

void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);

/* How iterations are divided into tasks. The first `longer` tasks have one iteration more than
 * `each`, as num_tasks(strict: n) requires. With grainsize(strict: n), the last task has the
 * remaining iterations. */
struct shares {
    unsigned long long tasks, each, longer;
};

static struct shares share_out(unsigned long long iterations, unsigned flags,
                               unsigned long long number) {
    if (!iterations)
        return (struct shares){0};
    unsigned long long tasks = number ? number : (unsigned)oc_thread.size;
    if (flags & GRAINSIZE) {
        if (flags & STRICT)
            return (struct shares){(iterations + number - 1) / number, number, 0};
        tasks = iterations / number;
    }
    if (tasks > iterations)
        tasks = iterations;
    if (tasks == 0)
        tasks = 1;
    return (struct shares){tasks, iterations / tasks, iterations % tasks};
}

/* The head of a task's data: the bounds of its iterations, then the description of its
 * reductions. */
struct head {
    oc_number first, end;
    uintptr_t *reductions;
};

/* Runs a taskloop. Even if there are no iterations, it sets up the reductions, because the
 * compiler's code combines their results afterwards. */
static void run(oc_region *function, void *data, oc_task_copy *copy, long bytes, long alignment,
                unsigned flags, unsigned long long number, int priority, oc_number first,
                oc_number step, unsigned long long iterations) {
    struct head *head = data;
    struct shares shares = share_out(iterations, flags, number);
    if (!(flags & NOGROUP)) {
        GOMP_taskgroup_start();
        if (flags & REDUCTION)
            GOMP_taskgroup_reduction_register(head->reductions);
    }
    const unsigned kept = OC_TASK_UNTIED | OC_TASK_FINAL | OC_TASK_MERGEABLE | OC_TASK_PRIORITY;
    unsigned both = flags & kept;
    if (copy)
        both |= OC_TASK_HEAD(offsetof(struct head, reductions));
    for (unsigned long long i = 0; i < shares.tasks; i++) {
        unsigned long long length = shares.each + (i < shares.longer);
        if (length > iterations)
            length = iterations;
        iterations -= length;
        head->first = first;
        head->end = first += (oc_number)length * step;
        GOMP_task(function, data, copy, bytes, alignment, (flags & IF) != 0, both, NULL,
                  (struct oc_task_rest){.priority = priority});
    }
    if (!(flags & NOGROUP))
        GOMP_taskgroup_end();
}
