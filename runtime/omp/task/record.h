/* The record of a task: its descriptor. */
#ifndef OMP_TASK_RECORD_H
#define OMP_TASK_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"
#include "omp/team/team.h"

/* Data of a task that its record holds; longer data come from malloc(). */
#define OC_TASK_BYTES 32

/* `pending` of a task, a taskgroup or an implicit task. */
#define OC_CHILD 1u         /* for each child that is not complete; */
#define OC_CHILDREN 0x7fffu /* all bits of that count; */
#define OC_WAITED 0x8000u   /* while its thread sleeps until some children are complete; */
#define OC_SUBTREE                                                                                 \
    0x10000u /* for itself, until it is complete, and for each child that is incomplete or has     \
                incomplete descendants */
#define OC_NEW (OC_CHILD + OC_SUBTREE)

enum oc_task_flags {
    /* Flags that the compiler passes. */
    OC_TASK_UNTIED = 1 << 0,
    OC_TASK_FINAL = 1 << 1,
    OC_TASK_MERGEABLE = 1 << 2,
    OC_TASK_DEPEND = 1 << 3,
    OC_TASK_PRIORITY = 1 << 4,
    OC_TASK_DETACH = 1 << 13,
    /* Flags that the library sets. */
    OC_TASK_PRIORITY_SHIFT = 5,  /* its priority, of 8 bits (task/priority.h) */
    OC_TASK_GROUP = 1 << 16,     /* a taskgroup */
    OC_TASK_HEAP = 1 << 17,      /* its data lie elsewhere; without a `dependent`, to be freed */
    OC_TASK_SETTINGS = 1 << 18,  /* it has inherited settings */
    OC_TASK_CANCELLED = 1 << 19, /* a taskgroup that has been cancelled */
    OC_TASK_COUNTED = 1 << 20,   /* an implicit task, of which a counter counts children */
    OC_TASK_WORKSHARE = 1 << 21, /* the taskgroup of a construct with reduction(task, …) */
    OC_TASK_BYTES_SHIFT = 24,    /* bytes of its data that are in the record */
};

/* The compiler's flags that a record keeps. */
#define OC_TASK_KEPT (OC_TASK_UNTIED | OC_TASK_FINAL | OC_TASK_DEPEND | OC_TASK_DETACH)

struct oc_dependent;
struct oc_dependences;

/* What a thief must know of any task. */
struct oc_task_link {
    uint32_t flags;
    struct oc_task
        *up; /* its scope, which counts it: the task or taskgroup that made it; null: free */
} __attribute__((aligned(8)));

/* A task, a taskgroup or an implicit task. A free record holds what most tasks need, so spawning
 * one of those writes two words. */
struct oc_task {
    uint32_t pending;
    oc_region *function; /* null: taken, or nothing to take */
    union {
        struct {
            uint32_t flags;
            struct oc_task *up;
        };
        struct oc_task_link link;
    };
    hal_address home; /* the block of the thread whose record it is */
    /* With OC_TASK_HEAP, where its data are; of a taskgroup or an implicit task, the compiler's
     * description of its reductions; of an undeferred task, the thread's `floor`. */
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

/* Whether a task with this scope descends from another task. What it reads may change meanwhile,
 * but is always a record. */
static inline bool oc_task_descends(const struct oc_task *scope, const struct oc_task *other) {
    while (scope && scope != other)
        scope = __atomic_load_n(&scope->up, __ATOMIC_RELAXED);
    return scope != NULL;
}

/* Marks the record as free. (A plain store: GCC makes a swap of an atomic one, for which the core
 * would wait.) */
static inline void oc_task_give_back(struct oc_task *task) {
    hal_in_order();
    *(struct oc_task *volatile *)&task->up = NULL;
}

/* Resets a record that nobody needs and marks it as free. */
static inline void oc_task_free(struct oc_task *task) {
    task->pending = OC_SUBTREE;
    task->flags = 0;
    task->dependences = NULL;
    oc_task_give_back(task);
}

/* Prepares a record for its first use. */
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
