/* Each thread has a ring next to it, kept by the faster of the locks: a token in a queue. */
#include "omp/lock/token.h"
#include "omp/mechanism/task/hand.h"

static hal_address own_lock(void) {
    return hal_thread_queue(hal_thread(), OC_HAND_QUEUE);
}

void oc_hand_put(hal_address lock, hal_address block, struct oc_task *task) {
    oc_token_take(lock);
    uint32_t put = hal_load(block + OC_IN_BLOCK(put));
    if (put - hal_load(block + OC_IN_BLOCK(got)) < OC_HANDED) {
        struct oc_block *none = NULL;
        oc_post(block + OC_IN_BLOCK(handed) + put % OC_HANDED * sizeof none->handed[0],
                (uintptr_t)task);
        hal_store(block + OC_IN_BLOCK(put), put + 1);
    }
    oc_token_give(lock);
}

static void open_own(struct oc_block *block) {
    hal_thread_queue_open(OC_HAND_QUEUE, HAL_MULTIPLE_READER, block->handing, OC_LOCK_READERS,
                          sizeof block->handing[0]);
    oc_token_give(own_lock());
    block->is_handing = 1;
}

struct oc_task *oc_hand_take(void) {
    struct oc_block *block = oc_thread.block;
    if (!block->is_handing)
        open_own(block);
    if (block->put == block->got)
        return NULL;
    hal_address lock = own_lock();
    oc_token_take(lock);
    uint32_t got = block->got;
    struct oc_task *task = (struct oc_task *)oc_pointer_of(block->handed[got % OC_HANDED]);
    block->got = got + 1;
    oc_token_give(lock);
    return task;
}
