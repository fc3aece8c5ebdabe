/* Tasks with the clauses depend and detach (OpenMP 5.2, 15.9.5, 12.5.2), and which of the children
 * of a task have named which storage locations. */
#ifndef OMP_TASK_DEPENDENCES_H
#define OMP_TASK_DEPENDENCES_H

#include "omp/task/spawn.h"

/* Memory for what a task knows of dependences: taken piece by piece, given back as a whole. The
 * first pieces come from room that the arena is given, others from the heap. */

/* Alignment of all memory from the arena, in bytes: two pointers can be loaded at once. */
#define OC_ARENA_ALIGNMENT (2 * sizeof(void *))

struct oc_arena_chunk;

struct oc_arena {
    char *next, *end; /* of the room, or of the last chunk: what is left */
    struct oc_arena_chunk *chunks;
    size_t bytes; /* of all of them */
};

/* Empties the arena, which may have been in use; then it has this room. */
void oc_arena_open(struct oc_arena *arena, void *room, size_t bytes);

/* What oc_arena_take() gives where there is not so much left. */
void *oc_arena_take_chunk(struct oc_arena *arena, size_t bytes);

/* Null: there is no memory. */
static inline void *oc_arena_take(struct oc_arena *arena, size_t bytes) {
    bytes = (bytes + OC_ARENA_ALIGNMENT - 1) & -OC_ARENA_ALIGNMENT;
    char *taken = arena->next;
    if (__builtin_expect(bytes > (size_t)(arena->end - taken), 0))
        return oc_arena_take_chunk(arena, bytes);
    arena->next = taken + bytes;
    return taken;
}

/* A task that others may wait for, and that may wait for others; in the arena of the task that has
 * made it. */
struct oc_dependent {
    /* What its record is made of, by the thread that completes the last one that it waits for,
     * perhaps in another tile, and reads two words at once. `function`: null: its thread waits to
     * go on with it. `link`: as of a record; with OC_TASK_HEAP its data stay where they are. */
    oc_region *function __attribute__((aligned(2 * sizeof(void *))));
    void *data;
    struct oc_task_link link;
    uint32_t missing;           /* tasks that it waits for; and 1 until all of these are known */
    uint32_t unfinished;        /* with OC_TASK_DETACH: its body, and its event */
    struct oc_edge *successors; /* those that wait for it; after its end: `closed` */
    struct oc_task *task;       /* with OC_TASK_DETACH: its record, once its body is done */
    struct oc_dependent *next;  /* of those that have been given back (ready.c) */
    hal_address home;           /* the block of the thread that has made it; 0: there is but one */
    struct oc_settings *settings; /* with OC_TASK_SETTINGS */
};

/* Ends a task whose body is done. True: it is complete, and tasks that waited for it go on. */
bool oc_dependent_end(struct oc_task *task);

/* Why a task may run: it has just been made; the calling thread has run the last task that it
 * waited for; or the cause lies elsewhere, as when the thread fulfils an event, in a task of any
 * team. */
enum oc_ready { OC_READY_NEW, OC_READY_NEXT, OC_READY_ELSEWHERE };

/* Notes that a task waits for one thing less: a task before it is complete, or all of these are
 * known. */
void oc_dependent_ready(struct oc_dependent *dependent, enum oc_ready why);

/* Closes a task that is complete: tasks that wait for it go on. */
void oc_dependent_close(struct oc_dependent *dependent, enum oc_ready why);

/* Lets a task run that waits for nothing any more: puts it into the thread's records, runs it, or,
 * if there is no room with OC_READY_ELSEWHERE, gives it back to the thread that made it. */
void oc_dependent_release(struct oc_dependent *dependent, enum oc_ready why);

/* Spawns one, for which the compiler has passed this. Undeferred: returns when it has been run. */
void oc_dependent_spawn OC_TASK_ARGUMENTS;

#define OC_LOCATION_BUCKETS 32

/* Kinds of dependences, with the values in the compiler's depobj. */
enum oc_depend_kind { OC_DEPEND_IN = 1, OC_DEPEND_INOUTSET = 5 };

/* Two pointers, read as one by the thread that completes the task before, perhaps in another tile.
 */
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
struct oc_location {
    struct oc_location *next, **first; /* of those with the same hash, and where these begin; */
    struct oc_location *last;          /* the one that was new before this one */
    const void *address;
    uintptr_t kind; /* of the current set */
    struct oc_member *current, *before;
};

/* Stands for the successors of a task that has ended: no task waits for it any more. */
extern struct oc_edge oc_closed;

/* That of the task which a thread's first dependent child has made lies in memory of the thread's
 * own, next to its core; others are in the heap. */
struct oc_dependences {
    struct oc_arena arena;
    uint32_t is_taken;        /* of that one: some task has it. The thread that ends that task gives
                               * it back */
    int detached;             /* tasks whose end somebody else decides */
    struct oc_location *last; /* of those that have been named, the last one that was new */
    struct oc_location *bucket[OC_LOCATION_BUCKETS];
    size_t room_bytes;
    char room[] __attribute__((aligned(OC_ARENA_ALIGNMENT)));
};

/* Opens dependences for a task of the calling thread that has none. Null: there is no memory. */
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

/* Frees the dependences of a task that is complete, as are its children. */
void oc_dependences_free(struct oc_dependences *dependences);

/* Takes the tasks that became ready elsewhere into the thread's records, or runs them. */
void oc_dependents_take(struct oc_thread *self, const struct oc_task *below);

#endif
