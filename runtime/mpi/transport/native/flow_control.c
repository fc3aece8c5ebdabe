/* Flow control: how senders react to a receiver that cannot keep more unexpected messages. */
#include "mpi/transport/native/native.h"

static uint32_t bit_of(int world) {
    return 1u << (world & 31);
}

/* The offset, in a sender's shared block, of the word that contains the bit of the receiver
 * `world`. */
static size_t word_of(int world) {
    return OC_SHARED(held_back) + 4 * ((unsigned)world % OC_HELD_BACK / 32);
}

void oc_transport_hold_back(uint32_t sender) {
    const struct oc_communicator *comm = oc_communicator_of_context(sender >> 16);
    if (!comm)
        return;
    hal_address block = hal_shared_of(oc_communicator_world_rank(comm, (int)(sender & 0xffff)));
    int me = oc_comm_world.rank;
    hal_fetch_or(block + word_of(me), bit_of(me));
    hal_store(block + OC_SHARED(small), 0);
}

/* A receiver's request makes this sender hold back one message; a receiver that still keeps too
 * many messages asks again. Unless sends wait in a queue, the sender sets `small`, which opens the
 * fast path, and then checks the bits of all receivers. A receiver sets its bit and then clears
 * `small`. So after a new request `small` is always 0: either the sender sees the bit, or the
 * receiver clears `small` after the sender has set it. */
bool oc_native_is_held_back(int world) {
    struct oc_shared_block *own = oc_transport_block;
    uint32_t *word_here = (uint32_t *)((char *)own + word_of(world)), bit = bit_of(world);
    bool spared =
        hal_observe(word_here) & bit && __atomic_fetch_and(word_here, ~bit, __ATOMIC_ACQUIRE) & bit;
    if (!oc_native_small)
        return spared;
    __atomic_exchange_n(&own->small, oc_native_small, __ATOMIC_SEQ_CST);
    uint32_t others = 0;
    for (const uint32_t *word = own->held_back; word != own->held_back + OC_HELD_BACK / 32; word++)
        others |= hal_observe(word);
    if (others)
        own->small = 0;
    return spared;
}
