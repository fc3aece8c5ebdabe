#include "omp/task/reduction.h"

#include <stdlib.h>
#include <string.h>

#include "hal/hal.h"
#include "omp/loop/common.h"
#include "omp/region/barrier.h"
#include "omp/region/parallel.h"
#include "omp/task/deque.h"
#include "omp/team/message.h"

void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);

static uintptr_t *next_of(const uintptr_t *reductions) {
    return (uintptr_t *)reductions[OC_REDUCTION_NEXT];
}

/* The address of a word after the copies. If all threads of the team have entered the construct, or
 * none has, the word is 0. */
static int32_t *missing_of(const uintptr_t *reductions) {
    uintptr_t end = reductions[OC_REDUCTION_END], unit = sizeof(int32_t);
    return (int32_t *)((end + unit - 1) / unit * unit);
}

static void *copies(uintptr_t alignment, size_t bytes) {
    size_t unit = alignment < sizeof(void *) ? sizeof(void *) : alignment;
    bytes += 2 * sizeof(int32_t); /* missing_of() uses these bytes */
    void *memory = aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
    if (!memory) {
        oc_message("OpenMP", ": no memory for reductions over tasks");
        hal_abort(1);
    }
    return memset(memory, 0, bytes);
}

/* Allocates memory for the copies of `threads` threads, or uses the memory of the description
 * `first` if that is not null. Links this description with those of the enclosing constructs. */
static void set_up(uintptr_t *reductions, const uintptr_t *first, uintptr_t *around, int threads) {
    for (uintptr_t *one = reductions;; one = next_of(one)) {
        size_t bytes = one[OC_REDUCTION_BYTES] * (size_t)threads;
        if (first) {
            one[OC_REDUCTION_COPIES] = first[OC_REDUCTION_COPIES];
            first = next_of(first);
        } else {
            one[OC_REDUCTION_COPIES] = (uintptr_t)copies(one[OC_REDUCTION_COPIES], bytes);
        }
        one[OC_REDUCTION_END] = one[OC_REDUCTION_COPIES] + bytes;
        one[OC_REDUCTION_FIRST] = one == reductions;
        if (!one[OC_REDUCTION_NEXT]) {
            one[OC_REDUCTION_NEXT] = (uintptr_t)around;
            return;
        }
    }
}

/* Returns the description of the innermost reductions in which tasks of a scope take part, or
 * null. */
static uintptr_t *around(const struct oc_task *scope) {
    for (; scope; scope = scope->up)
        if ((scope->flags & OC_TASK_GROUP || !scope->up) && scope->data)
            return scope->data;
    return NULL;
}

void GOMP_taskgroup_reduction_register(uintptr_t *reductions) {
    struct oc_thread *self = &oc_thread;
    struct oc_task *scope = oc_tasks->scope;
    set_up(reductions, NULL, around(scope), self->size);
    scope->data = reductions;
}

void GOMP_taskgroup_reduction_unregister(uintptr_t *reductions) {
    do {
        free((void *)reductions[OC_REDUCTION_COPIES]);
        reductions = next_of(reductions);
    } while (reductions && !reductions[OC_REDUCTION_FIRST]);
}

/* Each thread initialises its own copies when it enters a construct. If the thread has run a task
 * of this construct earlier, this would overwrite the result of the task. So tasks are not deferred
 * until all threads have entered. */
static void enter(struct oc_thread *self, uintptr_t *reductions) {
    int32_t amount = self->number == 0 ? 1 - self->size : 1;
    __atomic_fetch_add(missing_of(reductions), amount, __ATOMIC_RELAXED);
    oc_tasks->entered = reductions;
    oc_tasks_set_limits(self);
}

static void leave(struct oc_thread *self) {
    oc_tasks->entered = around(oc_tasks->scope);
    oc_tasks_set_limits(self);
}

bool oc_reduction_is_missing_threads(struct oc_thread *self) {
    for (const uintptr_t *one = oc_tasks->entered; one; one = next_of(one))
        if (one[OC_REDUCTION_FIRST] && __atomic_load_n(missing_of(one), __ATOMIC_RELAXED))
            return true;
    oc_tasks->entered = NULL;
    oc_tasks_set_limits(self);
    return false;
}

void oc_reduction_enter(uintptr_t *reductions, uintptr_t *first) {
    GOMP_taskgroup_start();
    struct oc_thread *self = &oc_thread;
    struct oc_task *scope = oc_tasks->scope;
    set_up(reductions, first, around(scope), self->size);
    scope->data = reductions;
    scope->flags |= OC_TASK_WORKSHARE;
    enter(self, reductions);
}

void GOMP_workshare_task_reduction_unregister(bool is_cancelled) {
    struct oc_thread *self = &oc_thread;
    uintptr_t *reductions = oc_tasks->scope->data;
    GOMP_taskgroup_end();
    leave(self);
    /* The first thread frees the memory after all threads have combined their copies. */
    if (!is_cancelled)
        GOMP_barrier();
    if (self->number == 0)
        GOMP_taskgroup_reduction_unregister(reductions);
}

/* Finds the variable whose copy is at `offset` in each thread's copies. */
static const uintptr_t *variable_at(const uintptr_t *reductions, uintptr_t offset) {
    const uintptr_t *variable = &reductions[OC_REDUCTION_VARIABLES];
    for (uintptr_t i = 0; i < reductions[OC_REDUCTION_COUNT]; i++, variable += 3)
        if (variable[1] == offset)
            return variable;
    return variable;
}

/* Finds the calling thread's copy of a variable. `address` is that of the variable, or of any
 * thread's copy of it. */
static const uintptr_t *find(const uintptr_t *reductions, uintptr_t address, uintptr_t *copy) {
    uintptr_t id = (uintptr_t)oc_thread.number;
    for (; reductions; reductions = next_of(reductions)) {
        uintptr_t start = reductions[OC_REDUCTION_COPIES], bytes = reductions[OC_REDUCTION_BYTES];
        const uintptr_t *variable = &reductions[OC_REDUCTION_VARIABLES];
        for (uintptr_t i = 0; i < reductions[OC_REDUCTION_COUNT]; i++, variable += 3)
            if (variable[0] == address) {
                *copy = start + id * bytes + variable[1];
                return variable;
            }
        if (address >= start && address < reductions[OC_REDUCTION_END]) {
            uintptr_t offset = (address - start) % bytes;
            *copy = start + id * bytes + offset;
            return variable_at(reductions, offset);
        }
    }
    oc_message("OpenMP", ": in_reduction of a variable that is in no task reduction");
    hal_abort(1);
}

void GOMP_task_reduction_remap(size_t count, size_t originals, void **variables) {
    const uintptr_t *reductions = around(oc_tasks ? oc_tasks->scope : NULL);
    for (size_t i = 0; i < count; i++) {
        uintptr_t copy;
        const uintptr_t *variable = find(reductions, (uintptr_t)variables[i], &copy);
        variables[i] = (void *)copy;
        if (i < originals)
            variables[count + i] = (void *)variable[0];
    }
}

struct region {
    oc_region *function;
    void *data;
    int size;
};

static void run(void *data) {
    struct region *region = data;
    struct oc_thread *self = &oc_thread;
    uintptr_t *reductions = *(uintptr_t **)region->data;
    oc_deque_open(self)->root.data = reductions;
    if (self->number == 0)
        region->size = self->size;
    enter(self, reductions);
    region->function(region->data);
    /* Tasks of the region may make further ones, so run all of them first. */
    oc_tasks_drain();
    oc_tasks->root.data = NULL;
    leave(self);
}

unsigned GOMP_parallel_reductions(oc_region *function, void *data, unsigned threads,
                                  unsigned flags) {
    struct region region = {.function = function, .data = data};
    set_up(*(uintptr_t **)data, NULL, around(oc_tasks ? oc_tasks->scope : NULL), hal_threads());
    GOMP_parallel(run, &region, threads, flags);
    return (unsigned)region.size;
}
