/* Tasks with the clauses depend or detach (OpenMP 5.2, sections 15.9.5 and 12.5.2), and the storage
 * locations that the children of a task have named. */
#ifndef OMP_TASK_DEPENDENCES_H
#define OMP_TASK_DEPENDENCES_H

#include "omp/task/spawn.h"

/* An arena: memory for a task's dependences, which is taken piece by piece and freed as a whole.
 * The first pieces come from memory that oc_arena_open() receives, later ones from the heap. */

/* Alignment of all memory from the arena, in bytes: two pointers can be loaded at once. */
#define OC_ARENA_ALIGNMENT (2 * sizeof(void *))

struct oc_arena_chunk;

struct oc_arena {
    char *next, *end; /* the free part of the first memory or of the last chunk */
    struct oc_arena_chunk *chunks;
    size_t bytes; /* bytes in all chunks */
};

/* Empties the arena, even if it has been in use. `room` points to the `bytes` bytes from which it
 * gives memory first. */
void oc_arena_open(struct oc_arena *arena, void *room, size_t bytes);

/* Takes a chunk from the heap, when the arena has too little left for oc_arena_take(). */
void *oc_arena_take_chunk(struct oc_arena *arena, size_t bytes);

/* Takes memory from the free part of the memory in use: the arena's room or its last chunk. Returns
 * null if that part is too small. */
static inline void *oc_arena_take_here(struct oc_arena *arena, size_t bytes) {
    bytes = (bytes + OC_ARENA_ALIGNMENT - 1) & -OC_ARENA_ALIGNMENT;
    char *taken = arena->next;
    if (__builtin_expect(bytes > (size_t)(arena->end - taken), 0))
        return NULL;
    arena->next = taken + bytes;
    return taken;
}

/* Takes memory from the arena, which grows by a chunk from the heap if necessary. Returns null if
 * there is no memory. */
static inline void *oc_arena_take(struct oc_arena *arena, size_t bytes) {
    void *taken = oc_arena_take_here(arena, bytes);
    return __builtin_expect(taken != NULL, 1)
               ? taken
               : oc_arena_take_chunk(arena, (bytes + OC_ARENA_ALIGNMENT - 1) & -OC_ARENA_ALIGNMENT);
}

/* A task that may wait for other tasks, and for which other tasks may wait. The structure is in the
 * arena of the task that has made it. */
struct oc_dependent {
    /* The function and the data of the task. The thread that completes the task's last predecessor
     * copies them into a task record. That thread may be in another tile, so it reads both words in
     * one access. If `function` is null, there is no record: the thread that has encountered the
     * task waits until all predecessors are complete, and then runs the task itself. `link` has the
     * same contents as in a record. With OC_TASK_HEAP, the record gets only the address of the
     * data. */
    oc_region *function __attribute__((aligned(2 * sizeof(void *))));
    void *data;
    struct oc_task_link link;
    uint32_t missing; /* number of tasks that this one waits for, + 1 until they are all known */
    /* With OC_TASK_DETACH, the task has a body and an event. This is the number of these two that
     * are unfinished. */
    uint32_t unfinished;
    struct oc_edge *successors; /* tasks that wait for this one; after its end: &oc_closed */
    struct oc_task *task;       /* the task's record after its body, with OC_TASK_DETACH */
    struct oc_dependent *next;  /* next in the list of tasks given back to their thread (ready.c) */
    /* Block of the thread that has made the task; 0 if there is only one thread. */
    hal_address home;
    struct oc_settings *settings; /* the task's settings, with OC_TASK_SETTINGS */
};

/* Ends a task whose body is done. Returns true if it is complete, so that tasks that waited for it
 * can go on. */
bool oc_dependent_end(struct oc_task *task);

/* The reason why a task may run. NEW: it has just been made. NEXT: the calling thread has run the
 * task's last predecessor. ELSEWHERE: the last predecessor has ended in another way, for example
 * because a thread, whatever its team, has fulfilled the predecessor's event. */
enum oc_ready { OC_READY_NEW, OC_READY_NEXT, OC_READY_ELSEWHERE };

/* Notes that a predecessor of a task is complete, or that all its predecessors are known. If the
 * task then waits for nothing more, releases it. */
void oc_dependent_ready(struct oc_dependent *dependent, enum oc_ready why);

/* Closes a task that is complete: no further task can wait for it, and those that already wait can
 * go on. */
void oc_dependent_close(struct oc_dependent *dependent, enum oc_ready why);

/* Lets a task run whose predecessors are complete: puts it into a record of the calling thread, or
 * runs it. With OC_READY_ELSEWHERE, if the calling thread has no free record or is in another team,
 * the task goes to the thread whose implicit task is its ancestor. */
void oc_dependent_release(struct oc_dependent *dependent, enum oc_ready why);

/* Spawns a dependent task from the compiler's arguments. If the task is undeferred, returns when it
 * has run. */
void oc_dependent_spawn(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                        long alignment, bool is_deferred, unsigned flags, void **depends,
                        struct oc_task_rest rest);

/* Spawns a dependent task if no task of the calling thread needs checks (`limit` in deque.h). This
 * function itself handles the most common tasks, and passes on the others. */
void oc_dependent_spawn_usual(oc_region *function, void *data, oc_task_copy *copy, long bytes,
                              long alignment, bool is_deferred, unsigned flags, void **depends,
                              struct oc_task_rest rest);

#define OC_LOCATION_BUCKETS 32

/* Kinds of dependences, with the values that the compiler stores in a depobj. */
enum oc_depend_kind { OC_DEPEND_IN = 1, OC_DEPEND_OUT = 3, OC_DEPEND_INOUTSET = 5 };

/* An edge from a task to a successor. The thread that completes the task, perhaps in another tile,
 * reads both pointers in one access. */
struct oc_edge {
    struct oc_edge *next;
    struct oc_dependent *to;
} __attribute__((aligned(2 * sizeof(void *))));

/* A task as a member of the set of tasks that have named an address. */
struct oc_member {
    struct oc_member *next;
    struct oc_dependent *task;
};

/* An address that tasks have named. */
struct oc_location {
    struct oc_location *next, **first; /* list of locations with the same hash, and its beginning */
    struct oc_location *last;          /* the location that was made before this location */
    const void *address;
    uintptr_t kind; /* kind of the current set */
    struct oc_member *current, *before;
};

/* Marks a complete task, to which no successor can be added: the task's list of successors is
 * &oc_closed. */
extern struct oc_edge oc_closed;

/* The dependences between the children of a task. Each thread has one such structure in the memory
 * of its tile, which the task with its first dependent child uses; others are in the heap. */
struct oc_dependences {
    struct oc_location *bucket[OC_LOCATION_BUCKETS];
    struct oc_arena arena;
    /* Used only in the structure in the thread's tile: whether a task is using it. The thread that
     * ends that task sets this field to 0. */
    uint32_t is_taken;
    /* 1 if a child has the clause detach. The child's end may then depend on another task. */
    int detached;
    struct oc_location *last; /* the location that was made last */
    size_t room_bytes;
    char room[] __attribute__((aligned(OC_ARENA_ALIGNMENT)));
};

/* Opens dependences for a task of the calling thread that has none. Returns null if there is no
 * memory. */
struct oc_dependences *oc_dependences_open(void);

/* The number of addresses that the compiler passes. */
static inline size_t oc_dependences_count(void **depends) {
    return (uintptr_t)depends[!depends[0]];
}

/* Makes `task` wait for the tasks on which it depends, according to the compiler's array, of which
 * the first `done` addresses are left out. `members` has one element for each address of the array.
 * Returns false if there is no memory; `task` then waits for only some of those tasks. */
bool oc_sets_add(struct oc_dependences *dependences, struct oc_dependent *task,
                 struct oc_member *members, void **depends, uintptr_t done);

/* Forgets all locations and empties the arena. Called when all children are complete. */
void oc_dependences_clear(struct oc_dependences *dependences);

/* Frees the dependences of a task that is complete and whose children are complete. */
void oc_dependences_free(struct oc_dependences *dependences);

/* Takes the tasks that other threads have found ready and given back. Puts them into records of the
 * calling thread, or runs them. */
void oc_dependents_take(struct oc_thread *self, const struct oc_task *below);

#endif
