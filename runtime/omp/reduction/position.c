#include "omp/reduction/position.h"

#include "omp/region/hooks.h"

_Thread_local struct oc_reduction oc_reduction;
#ifdef OC_REDUCTION_QUEUE
_Thread_local struct oc_reduction_queue oc_reduction_queue;
#endif

/* The address of the word in which a thread of a team learns that its leader has taken its
 * value. */
static hal_address ack_of(const struct oc_team *team, int number) {
    return hal_thread_block(oc_core_of(team, number)) + OC_IN_BLOCK(reduction.taken);
}

int oc_reduction_position(struct oc_reduction *position, int *index) {
    const struct oc_thread *self = &oc_thread;
    int number = self->number, size = self->size;
    position->levels = 0;
    bool is_full = true;
    for (int bits = 0; 1 << bits < size; bits += OC_GROUP_BITS) {
        int among = number >> bits & (OC_GROUP - 1);
        if (among) {
            *index = position->levels * (OC_GROUP - 1) + among - 1;
            position->full = is_full ? position->levels : 0;
            return number - (among << bits);
        }
        int rest = (size - number - 1) >> bits;
        int below = rest < OC_GROUP - 1 ? rest : OC_GROUP - 1;
        is_full &= below == OC_GROUP - 1;
        hal_address *acks = &position->acks[position->levels * (OC_GROUP - 1)];
        for (int i = 0; i < below; i++)
            acks[i] = ack_of(self->team, number + ((i + 1) << bits));
        position->below[position->levels++] = below;
    }
    position->full = is_full ? position->levels : 0;
    return -1;
}

void oc_reduction_reset(struct oc_thread *self) {
    struct oc_block *block = self->block;
    const struct oc_team *team = self->team;
    bool is_outermost = team == &oc_team;
    if (is_outermost) {
        oc_reduction.size = 0;
        oc_reduction.up = 0;
        oc_reduction_clear(self);
    } else {
        oc_slots_clear(block->reduction.slots[oc_active_level(team) - 1]);
    }
    /* Allows the thread to send a value. Thread 0 of a nested team must not change this word: it
     * has started the region, and may have sent a value in the outer team. */
    if (is_outermost || self->number)
        block->reduction.taken = 1;
}
