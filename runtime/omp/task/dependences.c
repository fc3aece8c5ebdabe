#include "omp/task/dependences.h"

#include <stdlib.h>

/* Room for some 50 tasks with an address or two. */
#define NEAR_BYTES 4096
#define HEAP_BYTES 512

static _Thread_local struct {
    struct oc_dependences it;
    char room[NEAR_BYTES] __attribute__((aligned(OC_ARENA_ALIGNMENT)));
} near;

struct oc_edge oc_closed;

void oc_dependences_clear(struct oc_dependences *dependences) {
    for (struct oc_place *place = dependences->last; place; place = place->last)
        *place->first = NULL;
    dependences->last = NULL;
    oc_arena_open(&dependences->arena, dependences->room, dependences->room_bytes);
}

struct oc_dependences *oc_dependences_open(void) {
    struct oc_dependences *dependences = &near.it;
    /* Whoever has given it back has done with it before (oc_dependences_free()). */
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
    /* The thread that it belongs to may be another one, and take it at once. */
    oc_dependences_clear(dependences);
    oc_flush();
    __atomic_store_n(&dependences->is_taken, 0, __ATOMIC_RELEASE);
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
