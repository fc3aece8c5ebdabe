/* Messages through a queue in hardware: every process sends ten of them to process 0, which takes
 * each as soon as it is there. A sender sleeps while the queue is full, the receiver while it is
 * empty; nobody polls. */
#include <onchip/hal.h>
#include <stdio.h>

enum { ELEMENTS = 8, MESSAGES = 10, QUEUE = 0 };

struct message {
    uint32_t from, number;
};

struct block {
    uint32_t is_open; /* process 0 has opened its queue */
    struct message ring[ELEMENTS];
};

static void await(const uint32_t *word) {
    for (;;) {
        hal_arm(word, sizeof *word);
        if (hal_observe(word))
            return;
        hal_wait(HAL_NEVER);
    }
}

static void receive_all(struct block *mine, int all) {
    uint32_t next[64] = {0};
    hal_queue_open(QUEUE, HAL_SINGLE_READER, mine->ring, ELEMENTS, sizeof(struct message));
    for (int other = 1; other < all; other++)
        hal_store(hal_shared_of(other) + offsetof(struct block, is_open), 1);
    for (int left = (all - 1) * MESSAGES; left > 0; left--) {
        struct message got;
        hal_dequeue(hal_queue_of(0, QUEUE), &got, sizeof got);
        if (got.number != next[got.from]++)
            printf("message %u of process %u is out of order\n", got.number, got.from);
    }
    printf("%d messages from %d processes, each sender's in order\n", (all - 1) * MESSAGES,
           all - 1);
}

int main(void) {
    int me = hal_place(), all = hal_places();
    struct block *mine = hal_shared();
    if (all > 64)
        return 1;
    if (me == 0) {
        receive_all(mine, all);
        return 0;
    }
    await(&mine->is_open);
    for (uint32_t number = 0; number < MESSAGES; number++) {
        struct message one = {(uint32_t)me, number};
        hal_enqueue(hal_queue_of(0, QUEUE), &one, sizeof one);
    }
}
