/* A table of datatypes. A handle contains the number of a table slot, and the number of times that
 * this slot has been used. A freed handle is therefore detected even if another type uses its slot.
 * The handles of predefined datatypes are smaller than all of these handles. */
#include <stdint.h>
#include <stdlib.h>

#include "mpi/type/slot.h"

#define SLOT_BITS 16
#define SLOTS (1u << SLOT_BITS)
#define LAST_USE 0x7fff

struct slot {
    struct oc_type *type; /* null: free */
    uint16_t uses;
};

static struct slot *slots;
static size_t room;
static size_t first_free; /* no slot before this one is free */

static size_t number_of(MPI_Datatype handle) {
    return (uintptr_t)handle & (SLOTS - 1);
}

bool oc_slot_may_have(MPI_Datatype handle) {
    return (uintptr_t)handle >> SLOT_BITS;
}

struct oc_type *oc_slot_find(MPI_Datatype handle) {
    size_t number = number_of(handle);
    struct oc_type *type = number < room ? slots[number].type : NULL;
    return type && type->handle == handle && (type->handles || type->holds) ? type : NULL;
}

static struct slot *free_slot(void) {
    for (; first_free < room; first_free++)
        if (!slots[first_free].type && slots[first_free].uses < LAST_USE)
            return &slots[first_free];
    size_t more = room ? 2 * room : 8;
    struct slot *grown = more > SLOTS ? NULL : realloc(slots, more * sizeof *slots);
    if (!grown)
        return NULL;
    slots = grown;
    for (size_t i = room; i < more; i++)
        slots[i] = (struct slot){NULL, 0};
    struct slot *taken = &slots[room];
    room = more;
    return taken;
}

bool oc_slot_take(struct oc_type *type) {
    struct slot *slot = free_slot();
    if (!slot)
        return false;
    slot->type = type;
    slot->uses++;
    uintptr_t value = (uintptr_t)slot->uses << SLOT_BITS | (uintptr_t)(slot - slots);
    type->handle = (MPI_Datatype)value;
    return true;
}

void oc_slot_free(MPI_Datatype handle) {
    size_t number = number_of(handle);
    slots[number].type = NULL;
    if (number < first_free)
        first_free = number;
}
