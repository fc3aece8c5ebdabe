#include "mpi/transport/rendezvous/bell.h"

#include "mpi/transport/rendezvous/memory.h"

/* Looks in vain before going to sleep; one takes about two hundred cycles. Longer than a collective
 * of the whole chip, so who sleeps has nothing to do with what is going on. */
#define PATIENCE 30

/* Times that a look polls all memories: falling asleep to be woken at once takes longer. */
#define POLLS 1

#define BITS ((1u << OC_BELL_PEERS) - 1)

static unsigned vain; /* looks since something was there */

static uint32_t poll(void) {
    uint32_t bits = 0;
    for (int i = 0; i < oc_memory_count; i++)
        if (oc_memories[i].polled)
            bits |= hal_swap(oc_memories[i].bell, 0);
    return bits & BITS;
}

uint32_t oc_bell_take_memories(void) {
    uint32_t bits = poll();
    for (int i = 1; i < POLLS && !bits; i++)
        bits = poll();
    if (vain == PATIENCE)
        hal_sync_take(OC_BELL_WAKE);
    if (bits)
        vain = 0;
    return bits;
}

/* Whether somebody has rung meanwhile. */
static bool ask_to_be_woken(void) {
    uint32_t bits = 0;
    for (int i = 0; i < oc_memory_count; i++)
        if (oc_memories[i].polled)
            bits |= hal_fetch_or(oc_memories[i].bell, OC_BELL_ASLEEP);
    return bits & BITS;
}

void oc_bell_rest(void) {
    if (vain < PATIENCE)
        vain++;
    if (vain < PATIENCE || ask_to_be_woken())
        hal_stay_awake();
}
