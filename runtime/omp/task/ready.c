/* Tasks that have waited for others and may now run. */
#include "omp/task/dependences.h"
#include "omp/task/mechanism.h"
#include "omp/task/priority.h"
#include "omp/task/run.h"

/* Returns the deque of the thread whose implicit task is an ancestor of the scope. That thread does
 * not leave its team while descendants of its implicit task exist. */
static struct oc_deque *deque_of_scope(struct oc_task *scope) {
    while (scope->up)
        scope = scope->up;
    return (struct oc_deque *)((char *)scope - offsetof(struct oc_deque, root));
}

/* Claims any free record when the deque seems full because its last record is in use. Returns null
 * if no record from `floor` on is free. This keeps each task in a long chain of dependent tasks
 * from running inside the previous one. */
static struct oc_task *reuse(struct oc_deque *own, struct oc_task *up) {
    for (struct oc_task *task = own->floor; task < own->most; task++)
        if (!__atomic_load_n(&task->up, __ATOMIC_ACQUIRE)) {
            HAL_WRITE(&task->up, up);
            if (HAL_READ(&own->first) > task)
                HAL_WRITE(&own->first, task);
            return task;
        }
    return NULL;
}

/* The two words needed to run a task. */
struct call {
    oc_region *function;
    void *data;
};

/* Reads the function and the data in one access, because the task may be in another tile. */
static inline struct call call_of(const struct oc_dependent *dependent) {
    struct call call;
    hal_copy_pair(&call, &dependent->function);
    return call;
}

/* Copies the data into the record; with OC_TASK_HEAP, copies only their address. */
static inline void fill(struct oc_task *task, const char *data) {
    size_t bytes = task->flags >> OC_TASK_BYTES_SHIFT;
    if (task->flags & OC_TASK_HEAP)
        task->data = (void *)data;
    else
        for (size_t i = 0; i < bytes; i += sizeof(void *[2]))
            hal_copy_pair(task->own + i, data + i);
}

/* Puts the task into a record of the calling thread, where other threads look for tasks. Returns
 * false if there is no free record. */
static bool put(struct oc_thread *self, struct oc_dependent *dependent, struct call call,
                enum oc_ready why) {
    struct oc_deque *own = oc_deque_open(self);
    struct oc_task_link link;
    hal_copy_pair(&link, &dependent->link);
    if (oc_deque_is_full(own))
        oc_deque_shrink(own);
    struct oc_task *task = oc_task_new(own, own->most, link.flags, link.up);
    if (!task && why != OC_READY_NEW && (task = reuse(own, link.up)))
        HAL_WRITE(&task->flags, link.flags);
    if (!task)
        return false;
    task->dependent = dependent;
    fill(task, call.data);
    if (why == OC_READY_ELSEWHERE) {
        own->has_unrelated = true;
        oc_tasks_set_limits(self);
    }
    oc_task_note_priority(self, link.flags);
    oc_task_publish(own, task, call.function);
    return true;
}

static void run(struct oc_thread *self, struct oc_dependent *dependent, struct call call) {
    struct oc_task *task =
        oc_task_new_undeferred(oc_tasks, dependent->link.flags, dependent->link.up);
    task->dependent = dependent;
    oc_task_run(self, task, call.function, call.data);
}

/* Gives the task to the thread that owns the deque `waiter`, and wakes this thread, which will wait
 * for the end of the task. */
static void give_back(struct oc_deque *waiter, struct oc_dependent *dependent) {
    dependent->next = __atomic_load_n(&waiter->returned, __ATOMIC_RELAXED);
    do
        oc_flush();
    while (!__atomic_compare_exchange_n(&waiter->returned, &dependent->next, dependent, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    if (waiter->root.home)
        hal_store(waiter->root.home + OC_IN_BLOCK(task.woken), 1);
}

void oc_dependents_take(struct oc_thread *self, const struct oc_task *below) {
    struct oc_deque *own = oc_tasks;
    struct oc_dependent *one = __atomic_exchange_n(&own->returned, NULL, __ATOMIC_ACQUIRE), *next;
    for (; one; one = next) {
        next = one->next;
        bool is_stranger = below && !oc_task_descends(one->link.up, below);
        struct call call = call_of(one);
        if (put(self, one, call, OC_READY_ELSEWHERE))
            continue;
        if (is_stranger)
            give_back(own, one);
        else
            run(self, one, call);
    }
}

/* Lets any ready task run. */
static __attribute__((noinline)) void release(struct oc_dependent *dependent, enum oc_ready why) {
    struct oc_thread *self = &oc_thread;
    struct call call = call_of(dependent);
    if (!call.function) {
        if (dependent->home)
            hal_store(dependent->home + OC_IN_BLOCK(task.woken), 1);
        return;
    }
    if (why != OC_READY_ELSEWHERE) {
        if (!put(self, dependent, call, why))
            run(self, dependent, call);
        return;
    }
    struct oc_deque *waiter = deque_of_scope(dependent->link.up);
    if (__atomic_load_n(&waiter->team, __ATOMIC_RELAXED) != self->team ||
        !put(self, dependent, call, why))
        give_back(waiter, dependent);
}

/* Handles the usual case: the task has a function, and the thread has a free record for it. As the
 * function calls no other one before its end, it saves no registers. */
void oc_dependent_release(struct oc_dependent *dependent, enum oc_ready why) {
    struct oc_deque *own = oc_tasks;
    struct call call = call_of(dependent);
    struct oc_task_link link;
    hal_copy_pair(&link, &dependent->link);
    struct oc_task *task;
    if (__builtin_expect(!own || !call.function || why == OC_READY_ELSEWHERE ||
                             oc_task_priority(link.flags) ||
                             !(task = oc_task_new(own, own->most, link.flags, link.up)),
                         0)) {
        release(dependent, why);
        return;
    }
    task->dependent = dependent;
    fill(task, call.data);
    oc_task_publish(own, task, call.function);
}

void oc_dependent_ready(struct oc_dependent *dependent, enum oc_ready why) {
    if (__atomic_sub_fetch(&dependent->missing, 1, __ATOMIC_ACQ_REL) == 0)
        oc_dependent_release(dependent, why);
}

void oc_dependent_close(struct oc_dependent *dependent, enum oc_ready why) {
    struct oc_edge *edge =
        __atomic_exchange_n(&dependent->successors, &oc_closed, __ATOMIC_ACQ_REL);
    while (edge) {
        struct oc_edge this;
        hal_copy_pair(&this, edge);
        oc_dependent_ready(this.to, why);
        edge = this.next;
    }
}
