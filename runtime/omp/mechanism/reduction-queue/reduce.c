/* Values go into a queue of the leader, which takes as many as there are threads below it. */
#include "omp/loop/share.h"
#include "omp/reduction/reduction.h"

/* Not in use for regions or MPI. */
#define QUEUE 1

static void open_own(struct oc_block *block) {
    if (block->is_reducing)
        return;
    hal_thread_queue_open(QUEUE, HAL_SINGLE_READER, block->reduced, OC_MOST_CHILDREN,
                          sizeof(union oc_value));
    block->is_reducing = 1;
}

static void send(const struct oc_team *team, int leader, const union oc_value *value) {
    hal_address block = oc_block_of(team, leader);
    while (!hal_load(block + OC_IN_BLOCK(is_reducing)))
        oc_pause();
    int core =
        team != &oc_team && team->cores ? team->cores[leader < 2 ? 1 - leader : leader] : leader;
    hal_enqueue(hal_thread_queue(core, QUEUE), value, sizeof(union oc_value));
}

void oc_reduce(union oc_value *value, oc_combine *combine, size_t words) {
    (void)words;
    struct oc_thread *self = &oc_thread;
    int below = 0, bits = 0, place = 0;
    for (; 1 << bits < self->size && !place; bits += OC_GROUP_BITS) {
        place = self->number >> bits & (OC_GROUP - 1);
        for (int i = 1; !place && i < OC_GROUP && self->number + (i << bits) < self->size; i++)
            below++;
    }
    if (below)
        open_own(self->block);
    for (int i = 0; i < below; i++) {
        union oc_value element;
        hal_dequeue(hal_thread_queue(hal_thread(), QUEUE), &element, sizeof element);
        combine(value, &element);
    }
    /* Only now: what they send next is of the next reduction. */
    for (int span = 1; below > 0; span *= OC_GROUP)
        for (int i = 1; i < OC_GROUP && below > 0; i++, below--)
            oc_reduced_taken(oc_block_of(self->team, self->number + i * span));
    if (place) {
        oc_reduced_before(self->block);
        send(self->team, self->number - (place << (bits - OC_GROUP_BITS)), value);
    }
}
