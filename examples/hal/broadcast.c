/* A broadcast of 4 kB along a binary tree: a process puts the data into the blocks of its two
 * children by DMA, then sets a word in the block, for which the child waits. A store may overtake a
 * transfer, so the process calls hal_finish(), which waits for the transfer, before the store. */
#include <onchip/hal.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 4096 };

struct block {
    uint32_t arrived;
    unsigned char data[BYTES];
};
_Static_assert(sizeof(struct block) <= HAL_SHARED_BYTES, "a shared block has room for the data");

static void await(const uint32_t *word) {
    for (;;) {
        hal_arm(word, sizeof *word);
        if (hal_observe(word))
            return;
        hal_wait(HAL_NEVER);
    }
}

static void broadcast(struct block *mine, int me, int all) {
    if (me > 0)
        await(&mine->arrived);
    for (int child = 2 * me + 1; child <= 2 * me + 2 && child < all; child++) {
        hal_address there = hal_shared_of(child);
        hal_finish(hal_put(there + offsetof(struct block, data), mine->data, BYTES));
        hal_store(there + offsetof(struct block, arrived), 1);
    }
}

int main(void) {
    int me = hal_place(), all = hal_places();
    struct block *mine = hal_shared();
    if (me == 0)
        memset(mine->data, 42, BYTES);
    uint64_t before = hal_cycles();
    broadcast(mine, me, all);
    uint64_t cycles = hal_cycles() - before;
    for (int at = 0; at < BYTES; at++)
        if (mine->data[at] != 42)
            return 1;
    if (me == all - 1)
        printf("%d bytes to %d processes; the last one has them after %u cycles\n", BYTES, all,
               (unsigned)cycles);
    hal_finish_all();
}
