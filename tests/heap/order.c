/* A process that is notified of data by a message, a counter, a flag, a queue or a word must find
 * the data, even if they are in another memory than the notification. Chip only: other tests cover
 * the HAL on Linux. */
#include <stdio.h>
#include <stdlib.h>

#include "hal/store.h"

#define WORDS 24
#define ROUNDS 40

/* On mesh4x4 the data are in memory behind router 15, in the reader's heap. The writer's stores
 * to the data take another route than its notification. */
enum { WRITER = 3, READER = 14 };

/* Words of the shared blocks. */
enum { ADDRESS, TOLD, RING };

static uint32_t wrong;

static hal_address word_of(int place, int word) {
    return hal_shared_of(place) + (hal_address)word * 4;
}

static void await(int word, uint32_t value) {
    volatile uint32_t *own = (volatile uint32_t *)hal_shared() + word;
    for (;;) {
        hal_arm(own, sizeof *own);
        if (*own == value)
            return;
        hal_wait(HAL_NEVER);
    }
}

/* Kinds of notification. */
enum { STORE, SWAP, COUNTER, FLAG, QUEUE, PUT, KINDS };

static void tell(int kind, uint32_t value) {
    uint32_t last = value;
    switch (kind) {
    case STORE:
        hal_store(word_of(READER, TOLD), value);
        break;
    case SWAP:
        hal_swap(word_of(READER, TOLD), value);
        break;
    case COUNTER:
        hal_counter_add(hal_counter_of(READER, 0), 1);
        break;
    case FLAG:
        hal_sync_set(READER, 1);
        break;
    case QUEUE:
        hal_enqueue_word(hal_queue_of(READER, 0), value);
        break;
    default:
        hal_put_now(word_of(READER, TOLD), &last, sizeof last);
    }
}

static void await_told(int kind, uint32_t value) {
    switch (kind) {
    case COUNTER:
        while (hal_counter_value(hal_counter_of(READER, 0)) != (int32_t)(value / KINDS) + 1)
            ;
        break;
    case FLAG:
        while (!hal_sync_take(1))
            ;
        break;
    case QUEUE:
        wrong += hal_dequeue_word(hal_queue_of(READER, 0)) != value;
        break;
    default:
        await(TOLD, value);
    }
}

static void check(const volatile uint32_t *seen, uint32_t value) {
    /* The word stored last arrives last, so check it first. */
    for (uint32_t i = WORDS; i-- > 0;)
        wrong += seen[i] != value * WORDS + i;
}

static void write_all(void) {
    volatile uint32_t *shared = hal_shared();
    while (!shared[ADDRESS])
        ;
    volatile uint32_t *data = (volatile uint32_t *)(uintptr_t)shared[ADDRESS];
    for (uint32_t value = 2; value < 2 + ROUNDS * KINDS; value++) {
        for (uint32_t i = 0; i < WORDS; i++)
            data[i] = value * WORDS + i;
        tell((int)(value % KINDS), value);
        await(TOLD, value);
    }
}

static void read_all(void) {
    volatile uint32_t *data = calloc(WORDS, sizeof *data);
    hal_sync_mask(1);
    hal_queue_open(0, HAL_SINGLE_READER, (uint32_t *)hal_shared() + RING, 4, 4);
    hal_store(word_of(WRITER, ADDRESS), (hal_address)(uintptr_t)data);
    for (uint32_t value = 2; value < 2 + ROUNDS * KINDS; value++) {
        await_told((int)(value % KINDS), value);
        check(data, value);
        hal_store(word_of(WRITER, TOLD), value);
    }
    printf("%u wrong\n", (unsigned)wrong);
}

int main(void) {
    if (hal_place() == READER)
        read_all();
    else if (hal_place() == WRITER)
        write_all();
    return 0;
}
