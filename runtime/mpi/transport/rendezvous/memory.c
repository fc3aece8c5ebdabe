#include "mpi/transport/rendezvous/memory.h"

#include <stdlib.h>

#include "mpi/error/raise.h"
#include "mpi/transport/rendezvous/rendezvous.h"

struct oc_memory *oc_memories;
int oc_memory_count;

/* The longest fragment: while one is read, the next one is written. */
#define FRAGMENT_BYTES 2048

/* A bell and the lines of all users. */
static size_t flags_bytes(const struct oc_memory *memory) {
    return (size_t)(1 + memory->users) * sizeof(struct oc_line);
}

/* DRAM comes in equal shares: where memories differ, there are others. */
static bool has_others(void) {
    for (int i = 1; i < hal_controllers(); i++)
        if (hal_controller_bytes(i) != hal_controller_bytes(0))
            return true;
    return false;
}

hal_address oc_memory_bell(const struct oc_memory *memory, int place) {
    return memory->flags + memory->index[place] * flags_bytes(memory);
}

hal_address oc_memory_line(const struct oc_memory *memory, int writer, int reader) {
    return oc_memory_bell(memory, reader) + (1 + memory->index[writer]) * sizeof(struct oc_line);
}

static size_t whole_lines(size_t bytes) {
    return bytes / sizeof(struct oc_line) * sizeof(struct oc_line);
}

/* An earlier job may have used it. */
static void clear(const struct oc_memory *memory) {
    static const struct oc_line empty;
    for (size_t at = 0; at < flags_bytes(memory); at += sizeof empty)
        hal_finish(hal_put(memory->bell + at, &empty, sizeof empty));
}

/* False: it is too small for so many. */
static bool lay_out(struct oc_memory *memory) {
    size_t bytes = hal_controller_bytes(memory->controller);
    size_t flags = (size_t)memory->users * flags_bytes(memory);
    if (flags > bytes / 2)
        return false;
    size_t half = whole_lines((bytes - flags) / (size_t)memory->users / 2);
    memory->half = half < FRAGMENT_BYTES ? half : FRAGMENT_BYTES;
    memory->flags = hal_controller_start(memory->controller) + bytes - flags;
    memory->bell = oc_memory_bell(memory, oc_own_place);
    memory->buffer = hal_controller_start(memory->controller) +
                     (size_t)memory->index[oc_own_place] * 2 * memory->half;
    return true;
}

static void set_up(int controller, int places) {
    struct oc_memory memory = {.controller = controller};
    if (hal_controller_links(controller, oc_own_place) < 0)
        return;
    for (int place = 0; place < places; place++)
        if (hal_controller_links(controller, place) >= 0)
            memory.index[place] = (uint8_t)memory.users++;
    if (!lay_out(&memory))
        return;
    clear(&memory);
    oc_memories[oc_memory_count++] = memory;
}

void oc_memories_begin(int places) {
    int controllers = has_others() ? hal_controllers() : 0;
    if (!controllers)
        return;
    if (!(oc_memories = calloc((size_t)controllers, sizeof *oc_memories)))
        oc_die(OC_FATAL, "no memory for the transport", 0, 0);
    for (int i = 0; i < controllers; i++)
        set_up(i, places);
    hal_sync_mask(OC_BELL_WAKE);
}

struct oc_memory *oc_memory_between(int writer, int reader) {
    int controller = oc_memory_count ? hal_controller_between(writer, reader) : -1;
    for (int i = 0; i < oc_memory_count; i++)
        if (oc_memories[i].controller == controller)
            return &oc_memories[i];
    return NULL;
}
