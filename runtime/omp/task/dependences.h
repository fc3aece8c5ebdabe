/* Which tasks have named which addresses, of the children of one task. */
#ifndef OMP_TASK_DEPENDENCES_H
#define OMP_TASK_DEPENDENCES_H

#include "omp/task/arena.h"
#include "omp/task/dependent.h"

#define OC_PLACES 32

/* As in the compiler's depobj. */
enum oc_depend_kind { OC_DEPEND_IN = 1, OC_DEPEND_INOUTSET = 5 };

/* Two pointers, which whoever completes the task before, perhaps in another tile, reads as one. */
struct oc_edge {
    struct oc_edge *next;
    struct oc_dependent *to;
} __attribute__((aligned(2 * sizeof(void *))));

/* A task, in the set of those that have named an address. */
struct oc_member {
    struct oc_member *next;
    struct oc_dependent *task;
};

/* An address. */
struct oc_place {
    struct oc_place *next, **first; /* of those with the same hash, and where these begin; */
    struct oc_place *last;          /* the one that was new before this one */
    const void *address;
    uintptr_t kind; /* of the current set */
    struct oc_member *current, *before;
};

/* After the end of a task nobody waits for it any more. */
extern struct oc_edge oc_closed;

/* That of the task which a thread's first dependent child has made lies in memory of the thread's
 * own, next to its core; others are in the heap. */
struct oc_dependences {
    struct oc_arena arena;
    uint32_t is_taken;     /* of that one: some task has it. Whoever ends that gives it back */
    int detached;          /* tasks whose end somebody else decides */
    struct oc_place *last; /* of those that have been named, the last one that was new */
    struct oc_place *place[OC_PLACES];
    size_t room_bytes;
    char room[] __attribute__((aligned(OC_ARENA_ALIGNMENT)));
};

/* Of a task of the calling thread that has none; null: there is no memory. */
struct oc_dependences *oc_dependences_open(void);

/* How many addresses the compiler passes. */
static inline size_t oc_dependences_count(void **depends) {
    return (uintptr_t)depends[!depends[0]];
}

/* Lets `task` wait for those that it depends on by what the compiler passes; `members`: room for as
 * many as there are addresses. False: there is no memory; it waits for some of them. */
bool oc_sets_add(struct oc_dependences *dependences, struct oc_dependent *task,
                 struct oc_member *members, void **depends);

/* All children are complete. */
void oc_dependences_clear(struct oc_dependences *dependences);

#endif
