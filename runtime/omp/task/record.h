/* The record, or descriptor, of a task. */
#ifndef OMP_TASK_RECORD_H
#define OMP_TASK_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"
#include "omp/team/team.h"

/* The number of bytes of a task's data that fit into its record. Longer data are in memory from
 * malloc(). */
#define OC_TASK_BYTES 32

/* The parts of the count `pending`. A task, a taskgroup and an implicit task each have such a
 * count. */
#define OC_CHILD 1u         /* added for each child that is not complete */
#define OC_CHILDREN 0x7fffu /* mask of the number of incomplete children */
/* Set while the thread of this task or taskgroup sleeps until some children are complete. */
#define OC_WAITED 0x8000u
#define OC_SUBTREE                                                                                 \
    0x10000u /* for itself, until it is complete, and for each child that is incomplete or has     \
                incomplete descendants */
#define OC_NEW (OC_CHILD + OC_SUBTREE)

enum oc_task_flags {
    /* Flags of the compiler. */
    OC_TASK_UNTIED = 1 << 0,
    OC_TASK_FINAL = 1 << 1,
    OC_TASK_MERGEABLE = 1 << 2,
    OC_TASK_DEPEND = 1 << 3,
    OC_TASK_PRIORITY = 1 << 4,
    OC_TASK_DETACH = 1 << 13,
    /* Flags of the library. */
    OC_TASK_PRIORITY_SHIFT = 5, /* the task's priority, 8 bits (task/priority.h) */
    OC_TASK_GROUP = 1 << 16,    /* a taskgroup */
    /* This flag says that the task's data are outside the record. If the task has no `dependent`,
     * they must be freed. */
    OC_TASK_HEAP = 1 << 17,
    OC_TASK_SETTINGS = 1 << 18,  /* the task has inherited settings */
    OC_TASK_CANCELLED = 1 << 19, /* a taskgroup that has been cancelled */
    OC_TASK_COUNTED = 1 << 20,   /* an implicit task whose children a hardware counter counts */
    OC_TASK_WORKSHARE = 1 << 21, /* the taskgroup of a construct with reduction(task, …) */
    OC_TASK_BYTES_SHIFT = 24,    /* number of bytes of the task's data that are in the record */
};

/* The compiler's flags that a record keeps. */
#define OC_TASK_KEPT (OC_TASK_UNTIED | OC_TASK_FINAL | OC_TASK_DEPEND | OC_TASK_DETACH)

struct oc_dependent;
struct oc_dependences;

/* The part of a task's record that a thief of the task must know. */
struct oc_task_link {
    uint32_t flags;
    /* The scope that counts this task: the task or taskgroup in which it was made. Null means that
     * the record is free. */
    struct oc_task *up;
} __attribute__((aligned(8)));

/* The record of a task, a taskgroup or an implicit task. A free record already contains what most
 * tasks need, so spawning such a task writes only two words. */
struct oc_task {
    uint32_t pending;
    oc_region *function; /* null: the task has been taken, or there is none */
    union {
        struct {
            uint32_t flags;
            struct oc_task *up;
        };
        struct oc_task_link link;
    };
    hal_address home; /* block of the thread to which the record belongs */
    /* Has three uses. With OC_TASK_HEAP, it is the address of the task's data. In a taskgroup or an
     * implicit task, it is the compiler's description of its reductions. While an undeferred task
     * runs, it keeps the earlier `floor` of the thread's deque. */
    void *data;
    struct oc_dependent *dependent;     /* set with OC_TASK_DEPEND or OC_TASK_DETACH */
    struct oc_dependences *dependences; /* dependences between the task's children; null: none */
    char own[OC_TASK_BYTES] __attribute__((aligned(OC_TASK_BYTES)));
};

/* Returns the innermost task that contains a scope: `scope` itself, or the task around a taskgroup.
 * It may be an implicit task. */
static inline struct oc_task *oc_task_of(struct oc_task *scope) {
    while (scope->flags & OC_TASK_GROUP)
        scope = scope->up;
    return scope;
}

/* Whether a task whose scope is `scope` descends from the task `other`. Other threads may reuse
 * records while the function goes from scope to scope, but each address that it follows is that of
 * a record. */
static inline bool oc_task_descends(const struct oc_task *scope, const struct oc_task *other) {
    while (scope && scope != other)
        scope = __atomic_load_n(&scope->up, __ATOMIC_RELAXED);
    return scope != NULL;
}

/* Marks the record as free. The store is a plain one, because GCC implements an atomic store as a
 * swap, which would make the core wait. */
static inline void oc_task_give_back(struct oc_task *task) {
    hal_in_order();
    HAL_WRITE((struct oc_task *volatile *)&task->up, NULL);
}

/* Resets a record that no task uses and marks it as free. */
static inline void oc_task_free(struct oc_task *task) {
    task->pending = OC_SUBTREE;
    HAL_WRITE(&task->flags, 0);
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
