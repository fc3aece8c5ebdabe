/* A task as it is kept: its record. */
#ifndef OMP_TASK_TASK_H
#define OMP_TASK_TASK_H

#include <stdint.h>

#include "hal/hal.h"
#include "omp/team/pass.h"

/* Data of a task that are kept in its record; longer ones come from malloc(). */
#define OC_TASK_BYTES 32

/* `pending` of a task, a taskgroup or an implicit task. */
#define OC_CHILD 1u         /* for each child that is not complete, */
#define OC_CHILDREN 0x7fffu /* which are all of these bits; */
#define OC_WAITED 0x8000u   /* while its thread sleeps until some go; */
#define OC_SUBTREE                                                                                 \
    0x10000u /* for itself, until it is complete, and for each child of which it or                \
                descendants are not */
#define OC_NEW (OC_CHILD + OC_SUBTREE)

enum oc_task_flags {
    /* Of the compiler. */
    OC_TASK_UNTIED = 1 << 0,
    OC_TASK_FINAL = 1 << 1,
    OC_TASK_MERGEABLE = 1 << 2,
    OC_TASK_DEPEND = 1 << 3,
    OC_TASK_PRIORITY = 1 << 4,
    OC_TASK_DETACH = 1 << 13,
    /* Of the record. */
    OC_TASK_GROUP = 1 << 16,     /* a taskgroup */
    OC_TASK_HEAP = 1 << 17,      /* its data are to be freed */
    OC_TASK_SETTINGS = 1 << 18,  /* it has inherited settings */
    OC_TASK_CANCELLED = 1 << 19, /* a taskgroup that has been cancelled */
    OC_TASK_BYTES_SHIFT = 24,    /* bytes of its data that are in the record */
};

struct oc_dependent;
struct oc_dependences;

/* A task, a taskgroup or an implicit task. What a free record has is what most tasks need, so that
 * spawning one of those writes two words. */
struct oc_task {
    uint32_t pending;
    uint32_t flags;
    oc_region *function; /* 0: taken, or nothing to be taken */
    struct oc_task
        *up;          /* what it counts in: the task or taskgroup that it was made in; null: free */
    hal_address home; /* the block of the thread whose record it is */
    /* With OC_TASK_HEAP, where its data are; of a taskgroup or an implicit task, what the compiler
     * says of its reductions; of a task that is run where it was made, the thread's `floor`. */
    void *data;
    struct oc_dependent *dependent;     /* with OC_TASK_DEPEND or OC_TASK_DETACH */
    struct oc_dependences *dependences; /* between its children; null: none */
    char own[OC_TASK_BYTES] __attribute__((aligned(OC_TASK_BYTES)));
};

/* The innermost task of a scope, which may be the implicit one. */
static inline struct oc_task *oc_task_of(struct oc_task *scope) {
    while (scope->flags & OC_TASK_GROUP)
        scope = scope->up;
    return scope;
}

/* Nobody needs what is in the record. */
static inline void oc_task_free(struct oc_task *task) {
    __atomic_thread_fence(__ATOMIC_RELEASE);
    task->pending = OC_SUBTREE;
    task->flags = 0;
    task->dependences = NULL;
    __atomic_store_n(&task->up, NULL, __ATOMIC_RELAXED);
}

/* Before it is used for the first time. */
static inline void oc_task_clear(struct oc_task *task, hal_address home) {
    task->pending = OC_SUBTREE;
    task->flags = 0;
    task->function = NULL;
    task->up = NULL;
    task->home = home;
    task->dependences = NULL;
    task->data = NULL;
}

static inline void *oc_task_data(struct oc_task *task) {
    return task->flags & OC_TASK_HEAP ? task->data : task->own;
}

#endif
