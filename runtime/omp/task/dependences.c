#include "omp/task/dependences.h"
#include "omp/task/locations.h"

#include <stdalign.h>
#include <stdlib.h>

#define CHUNK 1024

struct oc_arena_chunk {
    struct oc_arena_chunk *next;
    alignas(OC_ARENA_ALIGNMENT) char bytes[];
};

void *oc_arena_take_chunk(struct oc_arena *arena, size_t bytes) {
    size_t size = bytes > CHUNK ? bytes : CHUNK;
    struct oc_arena_chunk *chunk = malloc(sizeof *chunk + size);
    if (!chunk)
        return NULL;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->bytes += size;
    arena->next = chunk->bytes + bytes;
    arena->end = chunk->bytes + size;
    return chunk->bytes;
}

void oc_arena_open(struct oc_arena *arena, void *room, size_t bytes) {
    for (struct oc_arena_chunk *chunk = arena->chunks; chunk;) {
        struct oc_arena_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    *arena = (struct oc_arena){.next = room, .end = (char *)room + bytes};
}

/* The first value is the size in bytes of the memory that each thread has for dependences. About 50
 * tasks that name one or two addresses fit into it. */
#define NEAR_BYTES 4096
#define HEAP_BYTES 512

static _Thread_local struct {
    struct oc_dependences it;
    char room[NEAR_BYTES] __attribute__((aligned(OC_ARENA_ALIGNMENT)));
} near;

struct oc_edge oc_closed;

void oc_dependences_clear(struct oc_dependences *dependences) {
    for (struct oc_location *location = dependences->last; location; location = location->last)
        *location->first = NULL;
    dependences->last = NULL;
    oc_arena_open(&dependences->arena, dependences->room, dependences->room_bytes);
}

struct oc_dependences *oc_dependences_open(void) {
    struct oc_dependences *dependences = &near.it;
    /* This load pairs with the release in oc_dependences_free(): the thread that freed the
     * structure no longer uses it. */
    if (!__atomic_load_n(&dependences->is_taken, __ATOMIC_ACQUIRE)) {
        dependences->is_taken = 1;
        dependences->room_bytes = sizeof near.room;
    } else if ((dependences = calloc(1, sizeof *dependences + HEAP_BYTES))) {
        dependences->room_bytes = HEAP_BYTES;
    } else {
        return NULL;
    }
    dependences->detached = 0;
    oc_dependences_clear(dependences);
    return dependences;
}

void oc_dependences_free(struct oc_dependences *dependences) {
    if (!dependences->is_taken) {
        oc_arena_open(&dependences->arena, NULL, 0);
        free(dependences);
        return;
    }
    /* The structure may belong to another thread. As soon as `is_taken` is 0, that thread may use
     * it again. */
    oc_dependences_clear(dependences);
    oc_flush();
    __atomic_store_n(&dependences->is_taken, 0, __ATOMIC_RELEASE);
}

/* Makes `task` wait for `other`. Returns false if there is no memory.
 *
 * The tasks that have named an address form a sequence of sets. The tasks of one set may run at the
 * same time; all of them wait for all tasks of the previous set. Consecutive tasks with `in` form
 * one set, and so do consecutive tasks with `inoutset`. A task with `out`, `inout` or
 * `mutexinoutset` forms a set by itself. */
static bool add_edge(struct oc_arena *arena, struct oc_dependent *task,
                     struct oc_dependent *other) {
    if (other == task)
        return true;
    /* Everything that `other` has stored must be visible to a thread that sees its end, and to the
     * thread that runs `task`. */
    if (__atomic_load_n(&other->successors, __ATOMIC_ACQUIRE) == &oc_closed)
        return true;
    struct oc_edge *edge = oc_arena_take(arena, sizeof *edge);
    if (!edge)
        return false;
    edge->to = task;
    /* `missing` is increased before the edge is published. Any thread that sees the edge may
     * decrease `missing`. */
    __atomic_add_fetch(&task->missing, 1, __ATOMIC_RELAXED);
    edge->next = __atomic_load_n(&other->successors, __ATOMIC_ACQUIRE);
    while (edge->next != &oc_closed) {
        oc_flush();
        if (__atomic_compare_exchange_n(&other->successors, &edge->next, edge, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return true;
    }
    __atomic_sub_fetch(&task->missing, 1, __ATOMIC_RELAXED);
    return true;
}

/* Finds the location of `address`, or makes it if there is none. Returns null if there is no
 * memory. */
static inline struct oc_location *location_of(struct oc_dependences *dependences,
                                              const void *address) {
    struct oc_location **first = oc_bucket_of(dependences, address);
    struct oc_location *location = oc_location_found(*first, address);
    if (location)
        return location;
    void *room = oc_arena_take(&dependences->arena, sizeof *location);
    return room ? oc_location_put(dependences, room, first, address) : NULL;
}

static bool wait_for_all(struct oc_arena *arena, struct oc_dependent *task,
                         const struct oc_location *location) {
    for (struct oc_member *other = location->before; other; other = other->next)
        if (!add_edge(arena, task, other->task))
            return false;
    return true;
}

/* The addresses that a task names, taken from the compiler's array. This array has one of two
 * forms. The short form has the number of all addresses, the number of those with `out`, and then
 * the addresses, first those with `out`. The long form has 0, the numbers of all addresses and of
 * those with `out`, `mutexinoutset` and `in`, then the addresses in this order, then depobjs. */
bool oc_sets_add(struct oc_dependences *dependences, struct oc_dependent *task,
                 struct oc_member *members, void **depends, uintptr_t done) {
    bool is_long = !depends[0];
    uintptr_t all = (uintptr_t)depends[is_long], out = (uintptr_t)depends[1 + is_long];
    uintptr_t in = all;
    void **address = depends + 2;
    if (is_long) {
        out += (uintptr_t)depends[3];
        in = out + (uintptr_t)depends[4];
        address = depends + 5;
    }
    for (uintptr_t i = done; i < all; i++) {
        const void *what = address[i];
        uintptr_t kind = oc_depend_kind_of(i, out);
        if (i >= in) {
            void *const *object = what;
            what = object[0];
            kind = (uintptr_t)object[1];
        }
        struct oc_location *location = location_of(dependences, what);
        if (!location)
            return false;
        oc_location_join(location, task, members + i, kind);
        if (!wait_for_all(&dependences->arena, task, location))
            return false;
    }
    return true;
}
