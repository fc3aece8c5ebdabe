/* Receivers that cannot keep more messages which nobody asked for. */
#include "mpi/transport/native/native.h"

static uint32_t bit_of(int world) {
    return 1u << (world & 31);
}

static size_t word_of(int world) {
    return (size_t)world % OC_SPARED / 32;
}

void oc_transport_spare_me(uint32_t sender) {
    const struct oc_communicator *comm = oc_communicator_of_context(sender >> 16);
    if (!comm)
        return;
    hal_address block = hal_shared_of(oc_communicator_world_rank(comm, (int)(sender & 0xffff)));
    int me = oc_comm_world.rank;
    hal_fetch_or(block + OC_SHARED(spared) + 4 * word_of(me), bit_of(me));
    hal_store(block + OC_SHARED(small), 0);
}

static bool somebody_is_spared(void) {
    for (size_t i = 0; i < OC_SPARED / 32; i++)
        if (hal_observe(&oc_transport_block->spared[i]))
            return true;
    return false;
}

/* Asked once, a process is spared once: it asks again if it still must. The bit can be subtracted:
 * it is set, and nobody else clears it. The fast path is opened before it is found out whether it
 * may be: who asks in between has set the bit first. */
bool oc_native_is_spared(int world) {
    uint32_t *word = &oc_transport_block->spared[word_of(world)];
    hal_address small = hal_global((const void *)&oc_transport_block->small);
    bool spared = hal_observe(word) & bit_of(world);
    if (spared)
        hal_fetch_add(hal_global(word), -bit_of(world));
    hal_store(small, oc_native_eager_bytes);
    if (somebody_is_spared())
        hal_store(small, 0);
    return spared;
}
