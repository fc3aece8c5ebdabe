/* Threads that each have a queue, or an area, of their own take what is handed to them in a team.
 */
#include "omp/mechanism/task/others.h"

void oc_hand_begin(const struct oc_thread *self) {
    struct oc_block *block = self->block;
    uint32_t size = takes(self) ? (uint32_t)self->size : 0;
    if (block->handing == size && hal_thread() == 0)
        return;
    block->handing = 0;
    if (!size)
        return;
    oc_hand_open(block);
    /* What lies there is of another team, and too late. */
    while (oc_hand_take())
        ;
    block->handing = size;
}
