/* Finds and makes the locations of addresses that tasks name, and adds tasks to their sets. */
#ifndef OMP_TASK_LOCATIONS_H
#define OMP_TASK_LOCATIONS_H

#include "omp/task/dependences.h"

static inline struct oc_location **oc_bucket_of(struct oc_dependences *dependences,
                                                const void *address) {
    /* The hash has the offset of the bucket among 4-byte pointers, so the chip need not shift
     * it. */
    uintptr_t number = (uintptr_t)address;
    uintptr_t offset = (number ^ number >> 5) & (OC_LOCATION_BUCKETS - 1) * sizeof(uint32_t);
    offset *= sizeof(void *) / sizeof(uint32_t);
    return (struct oc_location **)((char *)dependences->bucket + offset);
}

static inline struct oc_location *oc_location_found(struct oc_location *location,
                                                    const void *address) {
    while (location && location->address != address)
        location = location->next;
    return location;
}

/* Initialises a location in `room` and adds it to its bucket. `first` points to the head of the
 * bucket. */
static inline struct oc_location *oc_location_put(struct oc_dependences *dependences, void *room,
                                                  struct oc_location **first, const void *address) {
    struct oc_location *location = room;
    /* The members are set one by one, because GCC would first set a whole structure to 0. */
    location->next = *first;
    location->first = first;
    location->last = dependences->last;
    location->address = address;
    location->kind = 0;
    location->current = location->before = NULL;
    *first = dependences->last = location;
    return location;
}

/* Adds the task to the current set of the location, or begins a new set with it. */
static inline void oc_location_join(struct oc_location *location, struct oc_dependent *task,
                                    struct oc_member *member, uintptr_t kind) {
    bool joins = kind == location->kind && (kind == OC_DEPEND_IN || kind == OC_DEPEND_INOUTSET);
    if (!joins) {
        location->before = location->current;
        location->current = NULL;
        location->kind = kind;
    }
    *member = (struct oc_member){.next = location->current, .task = task};
    location->current = member;
}

/* The kind of the address with this index in the compiler's short form (dependences.c), in which
 * the first `out` addresses are those with `out`. */
static inline uintptr_t oc_depend_kind_of(uintptr_t index, uintptr_t out) {
    return index < out ? OC_DEPEND_OUT : OC_DEPEND_IN;
}

#endif
