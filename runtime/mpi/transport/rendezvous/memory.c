#include "mpi/transport/rendezvous/memory.h"

#include <stdlib.h>

#include "mpi/error/raise.h"
#include "mpi/transport/rendezvous/rendezvous.h"

/* Shared memories other than DRAM that this process may use. Only some chips have them. */
static struct oc_memory *memories;
static int count, most_users;
static bool is_found;

/* The largest length of a fragment in bytes. A memory serves one request at a time, so shorter
 * fragments would gain nothing. */
#define FRAGMENT_BYTES 8192

/* Whether the chip has memories other than DRAM. All controllers of DRAM have the same size, so
 * different sizes mean that there are other memories. */
static bool has_others(void) {
    int controllers = hal_controllers();
    uint32_t bytes = controllers ? hal_controller_bytes(0) : 0;
    for (int i = 1; i < controllers; i++)
        if (hal_controller_bytes(i) != bytes)
            return true;
    return false;
}

hal_address oc_memory_line(const struct oc_memory *memory, int writer, int reader) {
    size_t number = (size_t)memory->index[reader] * (size_t)memory->users + memory->index[writer];
    return memory->flags + number * sizeof(struct oc_line);
}

hal_address oc_memory_buffer(const struct oc_memory *memory, int place) {
    return hal_controller_start(memory->controller) +
           (size_t)memory->index[place] * 2 * memory->half;
}

static size_t whole_lines(size_t bytes) {
    return bytes / sizeof(struct oc_line) * sizeof(struct oc_line);
}

/* Divides a memory into the buffers and lines of the processes that use it. Returns false if the
 * memory is too small for so many processes. */
static bool lay_out(struct oc_memory *memory) {
    size_t bytes = hal_controller_bytes(memory->controller);
    size_t flags = (size_t)(memory->users * memory->users) * sizeof(struct oc_line);
    if (flags > bytes / 2)
        return false;
    size_t half = whole_lines((bytes - flags) / (size_t)memory->users / 2);
    memory->half = half < FRAGMENT_BYTES ? half : FRAGMENT_BYTES;
    memory->flags = hal_controller_start(memory->controller) + bytes - flags;
    memory->buffer = oc_memory_buffer(memory, oc_own_place);
    return true;
}

/* Finds the processes that may use a memory. The distance from a place to the memory is read from
 * the place's tile. Each process begins with a different place, so that they do not all read from
 * one tile at the same time. */
static void find_users(struct oc_memory *memory, int places) {
    int place = oc_own_place;
    do {
        memory->links[place] = (int8_t)hal_controller_links(memory->controller, place);
        place = place + 1 < places ? place + 1 : 0;
    } while (place != oc_own_place);
    memory->users = 0;
    for (place = 0; place < places; place++)
        if (memory->links[place] >= 0)
            memory->index[place] = (uint8_t)memory->users++;
}

static void set_up(int controller, int places) {
    struct oc_memory *memory = &memories[count];
    if (hal_controller_links(controller, oc_own_place) < 0)
        return;
    memory->controller = controller;
    memory->grants = (struct oc_grant_queue){.busy = false};
    find_users(memory, places);
    if (!lay_out(memory))
        return;
    count++;
    if (memory->users > most_users)
        most_users = memory->users;
}

/* Finds the shared memories. This is done when the process first sends a message or looks for one,
 * not in MPI_Init, because asking all tiles takes longer than MPI_Init needs for agreeing on the
 * ranks. */
static __attribute__((noinline)) void find(void) {
    int controllers = has_others() ? hal_controllers() : 0;
    is_found = true;
    if (!controllers)
        return;
    if (!(memories = malloc((size_t)controllers * sizeof *memories)))
        oc_die(OC_FATAL, "no memory for the transport", 0, 0);
    for (int i = 0; i < controllers; i++)
        set_up(i, oc_peers);
}

int oc_memory_users(void) {
    if (__builtin_expect(!is_found, false))
        find();
    return most_users;
}

/* Whether a memory is farther from two processes than another one. It is farther if there are more
 * links from it to both processes in total. If the totals are equal, it is farther unless it is
 * closer to the reader. */
static bool is_farther(const struct oc_memory *memory, const struct oc_memory *other, int writer,
                       int reader) {
    int more =
        memory->links[writer] + memory->links[reader] - other->links[writer] - other->links[reader];
    return more > 0 || (more == 0 && memory->links[reader] >= other->links[reader]);
}

struct oc_memory *oc_memory_between(int writer, int reader) {
    struct oc_memory *best = NULL;
    if (!oc_memory_users())
        return NULL;
    for (struct oc_memory *at = memories; at != memories + count; at++)
        if (at->links[writer] >= 0 && at->links[reader] >= 0 &&
            !(best && is_farther(at, best, writer, reader)))
            best = at;
    return best;
}
