/* The recipients of the mechanisms `queues` and `locked`. A thread hands tasks to its neighbours in
 * turn, beginning with the nearest. */
#include "omp/task/handed_wait.h"

static _Thread_local struct oc_recipient recipients[OC_NEIGHBOURS];
static _Thread_local uint16_t threads[OC_NEIGHBOURS];

/* Finds the neighbours as find_neighbours() does (deque.c). In the team of all threads, each
 * thread's position is its number. */
static void set_up(struct oc_deque *own) {
    int number = oc_thread.number;
    for (int i = 0, step = 1; i < own->neighbours; step *= OC_GROUP)
        for (int j = 1; j < OC_GROUP && i < own->neighbours; j++, i++) {
            threads[i] = (uint16_t)((number + j * step) % own->size);
            bool is_last = i + 1 == own->neighbours;
            struct oc_recipient *recipient = &recipients[i];
            recipient->block = own->neighbour[i];
            recipient->queue = 0;
            recipient->next = is_last ? recipients : recipient + 1;
            recipient->index = (uint32_t)i;
        }
    own->recipient = recipients;
}

static void begin(struct oc_recipient *recipient) {
    recipient->queue = hal_thread_queue(threads[recipient - recipients], OC_HAND_QUEUE);
    recipient->room = 0;
    recipient->sent = hal_load(recipient->block + OC_IN_BLOCK(handed.taken) +
                               sizeof(uint32_t) * recipient->index);
}

/* Whether the recipient takes tasks of this team by now. */
static bool is_open(const struct oc_deque *own, struct oc_recipient *recipient) {
    if (!recipient->queue &&
        hal_load(recipient->block + OC_IN_BLOCK(handed.team_size)) == (uint32_t)own->size)
        begin(recipient);
    return recipient->queue != 0;
}

struct oc_recipient *oc_hand_find(struct oc_deque *own) {
    if (own->team != &oc_team || !own->neighbours)
        return NULL;
    if (!own->recipient) {
        set_up(own);
        oc_hand_count(own);
    }
    for (int i = 0; i < own->neighbours; i++) {
        struct oc_recipient *recipient = own->recipient;
        if (is_open(own, recipient))
            return recipient;
        own->recipient = recipient->next;
    }
    return NULL;
}
void oc_hand_begin(struct oc_thread *self) {
    self->is_notified = true;
    struct oc_block *block = self->block;
    uint32_t size = takes(self) ? (uint32_t)self->size : 0;
    if (block->handed.team_size == size && hal_thread() == 0)
        return;
    block->handed.team_size = 0;
    if (!size)
        return;
    oc_hand_open(block);
    /* Removes addresses that are still in the queue or ring. They have come too late and belong to
     * another team. */
    while (oc_hand_take())
        ;
    block->handed.team_size = size;
}
