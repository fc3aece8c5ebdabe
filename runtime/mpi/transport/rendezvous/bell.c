#include "mpi/transport/rendezvous/bell.h"

#include "mpi/transport/rendezvous/memory.h"

/* Polls in vain before going to sleep; one takes about a hundred cycles. Longer than a collective
 * of the whole chip, so who sleeps has nothing to do with what is going on. */
#define POLLS 1000

#define BITS ((1u << OC_BELL_PEERS) - 1)

static unsigned vain; /* polls since something was there */

/* Who may have asked to be woken takes that back. */
static uint32_t take(const struct oc_memory *memory) {
    if (vain < POLLS && !hal_load(memory->bell))
        return 0;
    return hal_swap(memory->bell, 0) & BITS;
}

uint32_t oc_bell_take_memories(void) {
    uint32_t bits = 0;
    for (int i = 0; i < oc_memory_count; i++)
        bits |= take(&oc_memories[i]);
    if (vain >= POLLS)
        hal_sync_take(OC_BELL_WAKE);
    if (bits)
        vain = 0;
    return bits;
}

void oc_bell_rest(void) {
    uint32_t bits = 0;
    if (vain < POLLS)
        vain++;
    if (vain == POLLS)
        for (int i = 0; i < oc_memory_count; i++)
            bits |= hal_fetch_or(oc_memories[i].bell, OC_BELL_ASLEEP) & BITS;
    if (vain < POLLS || bits)
        hal_stay_awake();
}
