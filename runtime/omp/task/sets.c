/* The tasks that have named an address are a row of sets: those of a set may run at the same time,
 * and all of them wait for all of the set before. Tasks with in, one after another, are a set, and
 * such with inoutset; a task with out, inout or mutexinoutset is one of its own. */
#include "omp/task/dependences.h"

static bool wait_for(struct oc_arena *arena, struct oc_dependent *task,
                     struct oc_dependent *other) {
    if (other == task)
        return true;
    /* What it has stored is seen by who sees that it has ended, so by whoever runs `task`. */
    if (__atomic_load_n(&other->successors, __ATOMIC_ACQUIRE) == &oc_closed)
        return true;
    struct oc_edge *edge = oc_arena_take(arena, sizeof *edge);
    if (!edge)
        return false;
    edge->to = task;
    /* Whoever sees the edge may count it down. */
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

static struct oc_place *place_of(struct oc_dependences *dependences, const void *address) {
    uintptr_t number = (uintptr_t)address;
    struct oc_place **first = &dependences->place[(number >> 2 ^ number >> 7) % OC_PLACES];
    for (struct oc_place *place = *first; place; place = place->next)
        if (place->address == address)
            return place;
    struct oc_place *place = oc_arena_take(&dependences->arena, sizeof *place);
    if (place) {
        *place = (struct oc_place){
            .next = *first, .first = first, .last = dependences->last, .address = address};
        *first = dependences->last = place;
    }
    return place;
}

static bool add(struct oc_dependences *dependences, struct oc_dependent *task,
                struct oc_member *member, const void *address, uintptr_t kind) {
    struct oc_arena *arena = &dependences->arena;
    struct oc_place *place = place_of(dependences, address);
    if (!place)
        return false;
    bool joins = kind == place->kind && (kind == OC_DEPEND_IN || kind == OC_DEPEND_INOUTSET);
    if (!joins) {
        place->before = place->current;
        place->current = NULL;
        place->kind = kind;
    }
    *member = (struct oc_member){.next = place->current, .task = task};
    place->current = member;
    for (struct oc_member *other = place->before; other; other = other->next)
        if (!wait_for(arena, task, other->task))
            return false;
    return true;
}

/* Either counts of all and of those with out, then the addresses, first those with out; or 0,
 * counts of all, of those with out, mutexinoutset and in, then the addresses in this order, and
 * depobjs. */
bool oc_sets_add(struct oc_dependences *dependences, struct oc_dependent *task,
                 struct oc_member *members, void **depends) {
    enum { OUT = 3 };
    bool is_long = !depends[0];
    uintptr_t all = (uintptr_t)depends[is_long], out = (uintptr_t)depends[1 + is_long];
    uintptr_t in = all;
    void **address = depends + 2;
    if (is_long) {
        out += (uintptr_t)depends[3];
        in = out + (uintptr_t)depends[4];
        address = depends + 5;
    }
    for (uintptr_t i = 0; i < all; i++) {
        const void *what = address[i];
        uintptr_t kind = i < out ? OUT : OC_DEPEND_IN;
        if (i >= in) {
            void *const *object = what;
            what = object[0];
            kind = (uintptr_t)object[1];
        }
        if (!add(dependences, task, members + i, what, kind))
            return false;
    }
    return true;
}
