/* From handles to types. A handle is the number of a slot, and how often the slot has been used, so
 * that a handle that was freed is found out when the slot has another type. Handles of predefined
 * datatypes are smaller than all of them. */
#include <stdint.h>
#include <stdlib.h>

#include "mpi/type/contents.h"
#include "mpi/type/message.h"
#include "mpi/type/type.h"

#define SLOT_BITS 16
#define LAST_USE 0x7fff

struct slot {
    struct oc_type *type; /* null: free */
    uint16_t uses;
};

static struct slot *slots;
static size_t room;

struct oc_type *oc_type_find(MPI_Datatype handle) {
    uintptr_t value = (uintptr_t)handle;
    if (!(value >> SLOT_BITS))
        return oc_type_named(handle);
    size_t index = value & ((1u << SLOT_BITS) - 1);
    struct oc_type *type = index < room ? slots[index].type : NULL;
    return type && type->handle == handle && (type->handles || type->holds) ? type : NULL;
}

static struct slot *take_slot(void) {
    for (size_t i = 0; i < room; i++)
        if (!slots[i].type && slots[i].uses < LAST_USE)
            return &slots[i];
    size_t more = room ? 2 * room : 8;
    struct slot *grown = more > 1u << SLOT_BITS ? NULL : realloc(slots, more * sizeof *slots);
    if (!grown)
        return NULL;
    slots = grown;
    for (size_t i = room; i < more; i++)
        slots[i] = (struct slot){NULL, 0};
    struct slot *taken = &slots[room];
    room = more;
    return taken;
}

bool oc_type_publish(struct oc_type *type) {
    if (!type->handle) {
        struct slot *slot = take_slot();
        if (!slot)
            return false;
        slot->type = type;
        slot->uses++;
        uintptr_t value = (uintptr_t)slot->uses << SLOT_BITS | (uintptr_t)(slot - slots);
        type->handle = (MPI_Datatype)value;
    } else {
        oc_type_retain(type);
    }
    type->handles++;
    return true;
}

void oc_type_unpublish(struct oc_type *type) {
    type->handles--;
    oc_type_release(type);
}

struct oc_type *oc_type_retain(struct oc_type *type) {
    type->references++;
    return type;
}

void oc_type_release(struct oc_type *type) {
    if (--type->references)
        return;
    for (size_t i = 0; i < type->parts; i++)
        oc_type_release(type->part[i].of);
    if (type->handle)
        slots[(uintptr_t)type->handle & ((1u << SLOT_BITS) - 1)].type = NULL;
    oc_contents_free(type->contents);
    free(type->name);
    free(type);
}

void oc_type_hold(MPI_Datatype handle, int more) {
    struct oc_type *type = oc_type_find(handle);
    if (!type || !type->contents)
        return;
    type->holds += (unsigned)more;
    if (more > 0)
        oc_type_retain(type);
    else
        oc_type_release(type);
}

/* Here, because every program with a handle of a derived datatype has linked this file. */
const struct oc_derived oc_derived = {
    .measure = oc_type_measure,
    .hold = oc_type_hold,
    .stands_for = oc_type_stands_for,
    .attach = oc_type_attach,
    .deliver = oc_type_deliver,
    .detach = oc_type_detach,
    .view = oc_type_view,
    .close_view = oc_type_close_view,
    .reduce = oc_type_reduce,
};
