/* Records for what must have one where a thread's own are all in use. They stay what they are:
 * others may look at a record, and at where it counts, when its task has gone. */
#include <stdalign.h>
#include <stdlib.h>

#include "omp/task/tasks.h"
#include "omp/team/message.h"

struct oc_extra {
    struct oc_task task;
    struct oc_extra *next;
};

static struct oc_task *extra(struct oc_tasks *own) {
    for (struct oc_extra *one = own->extra; one; one = one->next)
        if (!__atomic_load_n(&one->task.up, __ATOMIC_ACQUIRE))
            return &one->task;
    struct oc_extra *one = aligned_alloc(alignof(struct oc_extra), sizeof *one);
    if (!one) {
        oc_message("OpenMP", ": no memory for a task");
        hal_abort(1);
    }
    oc_task_clear(&one->task, own->root.home);
    one->next = own->extra;
    own->extra = one;
    return &one->task;
}

struct oc_task *oc_task_new_now(struct oc_tasks *own, uint32_t flags, struct oc_task *up) {
    struct oc_task *task = oc_task_new(own, own->end, flags, up);
    if (!task) {
        oc_tasks_shrink(own);
        task = oc_task_new(own, own->end, flags, up);
    }
    if (!task) {
        task = extra(own);
        task->flags = flags;
        task->up = up;
    }
    return task;
}
