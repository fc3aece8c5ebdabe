/* The mechanism end=flags: each thread has a word in its parent's block. It sets this word when it
 * and all threads below it in the tree have finished the region. */
#ifndef OMP_REGION_END_FLAGS_H
#define OMP_REGION_END_FLAGS_H

static inline void oc_end_await(const struct oc_thread *self, struct oc_block *block) {
    for (int i = 0; i < self->children; i++)
        oc_await(&block->region.ended[block->region.slot[i]]);
}

static inline void oc_end_take(const struct oc_thread *self, struct oc_block *block) {
    for (int i = 0; i < self->children; i++) {
        volatile uint32_t *flag = &block->region.ended[block->region.slot[i]];
        oc_await(flag);
        *flag = 0;
    }
}

static inline void oc_end_tell(const struct oc_thread *self, struct oc_block *block,
                               hal_address complete) {
    oc_end_take(self, block);
    /* A thread that sees the end must see everything that this thread has stored. */
    oc_flush();
    hal_store(complete, 1);
}

#endif
